//! HyStart: leaves slow start before the queue overflows, by Linux's two signs: acknowledgements in close succession for
//! half the smallest round trip, or round trips that grow (Ha and Rhee, "Taming the elephants", 2011).

use super::way::Nanos;

const MS: Nanos = 1_000_000;
const LEAST_WINDOW: u32 = 16;
const CLOSE_SUCCESSION: Nanos = 2 * MS;
/// The time that Linux allows for acknowledgements that a network card gathers.
const GATHERING: Nanos = MS;
const SAMPLES_A_ROUND: u32 = 8;

#[derive(Default)]
pub struct HyStart {
    round_ends: u64,
    round_began: Nanos,
    last_ack: Nanos,
    shortest_of_round: Option<Nanos>,
    samples: u32,
}

impl HyStart {
    /// One acknowledgement; true: slow start is over. `shortest` is the smallest round trip ever.
    pub fn is_over(
        &mut self,
        now: Nanos,
        round_trip: Nanos,
        shortest: Nanos,
        window: u32,
        progress: (u64, u64),
    ) -> bool {
        let (acked, sent) = progress;
        if acked > self.round_ends {
            *self = HyStart {
                round_ends: sent,
                round_began: now,
                last_ack: now,
                ..HyStart::default()
            };
        }
        window >= LEAST_WINDOW
            && (self.is_long_train(now, shortest) | self.has_grown(round_trip, shortest))
    }

    fn is_long_train(&mut self, now: Nanos, shortest: Nanos) -> bool {
        if now - self.last_ack > CLOSE_SUCCESSION {
            return false;
        }
        self.last_ack = now;
        now - self.round_began > (shortest + GATHERING) / 2
    }

    fn has_grown(&mut self, round_trip: Nanos, shortest: Nanos) -> bool {
        let of_round = self
            .shortest_of_round
            .map_or(round_trip, |known| known.min(round_trip));
        self.shortest_of_round = Some(of_round);
        if self.samples < SAMPLES_A_ROUND {
            self.samples += 1;
            return false;
        }
        of_round > shortest + (shortest / 8).clamp(4 * MS, 16 * MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_train_of_close_acknowledgements_longer_than_half_a_round_trip_ends_it() {
        let mut hystart = HyStart::default();
        let over: Vec<u64> = (0..60u64)
            .filter(|&i| hystart.is_over(i * MS, 100 * MS, 100 * MS, 20, (1 + i, 1_000)))
            .collect();
        assert_eq!(over.first(), Some(&51));
    }

    #[test]
    fn acknowledgements_far_apart_are_no_train() {
        let mut hystart = HyStart::default();
        let over =
            (0..60u64).any(|i| hystart.is_over(i * 3 * MS, 100 * MS, 100 * MS, 20, (1 + i, 1_000)));
        assert!(!over);
    }

    #[test]
    fn a_round_whose_shortest_trip_has_grown_by_an_eighth_ends_it_at_the_ninth_sample() {
        let mut hystart = HyStart::default();
        let over: Vec<u64> = (0..20u64)
            .filter(|&i| hystart.is_over(i * 3 * MS, 113 * MS, 100 * MS, 20, (1 + i, 1_000)))
            .collect();
        assert_eq!(over.first(), Some(&8));
    }

    #[test]
    fn a_small_window_is_left_alone() {
        let mut hystart = HyStart::default();
        let over =
            (0..60u64).any(|i| hystart.is_over(i * MS, 200 * MS, 100 * MS, 15, (1 + i, 1_000)));
        assert!(!over);
    }
}
