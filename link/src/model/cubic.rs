//! Growth of the congestion window after slow start: CUBIC (RFC 9438) with the constants and the Reno-friendly region of
//! Linux. Windows are segments.

use super::way::Nanos;

/// Segments a cubic second.
const C: f64 = 0.4;
/// The share of the window that is left after congestion: 717 / 1024 in Linux.
const BETA: f64 = 717.0 / 1024.0;
/// Segments that must be acknowledged for a Reno window of the same fairness to grow by one, by window.
const RENO_SHARE: f64 = 15.0 / 8.0;
/// Growth of at most 5 % a round trip until congestion has been met once.
const LARGEST_COUNT_UNKNOWN: u32 = 20;

#[derive(Default)]
pub struct Cubic {
    epoch: Option<Epoch>,
    /// The window at which congestion was last met.
    last_largest: u32,
    acked_since_growth: u32,
}

struct Epoch {
    began: Nanos,
    /// Seconds until the window is back at `origin`.
    to_origin: f64,
    origin: f64,
    acked: u32,
    reno_window: u32,
}

impl Cubic {
    /// The window after `acked` more segments were acknowledged.
    pub fn grown(&mut self, window: u32, acked: u32, now: Nanos, shortest: Nanos) -> u32 {
        let count = self.segments_a_step(window, acked, now, shortest);
        self.acked_since_growth += acked;
        let steps = self.acked_since_growth / count;
        self.acked_since_growth -= steps * count;
        window + steps
    }

    /// The window after congestion; the sending host calls it once a round trip at most.
    pub fn reduced(&mut self, window: u32) -> u32 {
        self.epoch = None;
        self.last_largest = if window < self.last_largest {
            (f64::from(window) * (1.0 + BETA) / 2.0) as u32
        } else {
            window
        };
        ((f64::from(window) * BETA) as u32).max(2)
    }

    /// A pause does not count as time in which the window grew.
    pub fn paused(&mut self, pause: Nanos, now: Nanos) {
        if let Some(epoch) = &mut self.epoch {
            epoch.began = (epoch.began + pause).min(now);
        }
    }

    /// How many segments must be acknowledged for the window to grow by one.
    fn segments_a_step(&mut self, window: u32, acked: u32, now: Nanos, shortest: Nanos) -> u32 {
        let unknown = self.last_largest == 0;
        let epoch = epoch_of(&mut self.epoch, window, self.last_largest, now);
        epoch.acked += acked;
        let since = (now - epoch.began + shortest) as f64 / 1e9 - epoch.to_origin;
        let target = epoch.origin + C * since.powi(3);
        let ahead = target - f64::from(window);
        let mut count = if ahead >= 1.0 {
            (f64::from(window) / ahead) as u32
        } else {
            100 * window
        };
        if unknown {
            count = count.min(LARGEST_COUNT_UNKNOWN);
        }
        let reno_step = (f64::from(window) * RENO_SHARE) as u32;
        while epoch.acked > reno_step {
            epoch.acked -= reno_step;
            epoch.reno_window += 1;
        }
        if epoch.reno_window > window {
            count = count.min(window / (epoch.reno_window - window));
        }
        count.max(2)
    }
}

fn epoch_of(epoch: &mut Option<Epoch>, window: u32, last_largest: u32, now: Nanos) -> &mut Epoch {
    epoch.get_or_insert_with(|| {
        let below = f64::from(last_largest.saturating_sub(window));
        Epoch {
            began: now,
            to_origin: (below / C).cbrt(),
            origin: f64::from(window.max(last_largest)),
            acked: 0,
            reno_window: window,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    #[test]
    fn congestion_leaves_seventy_per_cent() {
        assert_eq!(Cubic::default().reduced(100), 70);
        assert_eq!(Cubic::default().reduced(2), 2);
    }

    #[test]
    fn before_any_congestion_it_grows_by_five_per_cent_a_round_trip() {
        let mut cubic = Cubic::default();
        let mut window = 100;
        for i in 0..50 {
            window = cubic.grown(window, 2, i * MS, 50 * MS);
        }
        assert_eq!(window, 105);
    }

    #[test]
    fn after_congestion_it_is_back_in_the_cube_root_of_what_was_lost_over_c() {
        // From 350 to 500: (150 / 0.4)^(1/3) = 7.2 s.
        let mut cubic = Cubic::default();
        let mut window = cubic.reduced(500);
        let round = 400 * MS;
        let mut now = 0;
        while window < 498 {
            now += round;
            window = cubic.grown(window, window, now, round);
        }
        assert!((5_000..7_500).contains(&(now / MS)), "{}", now / MS);
    }
}
