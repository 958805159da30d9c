//! One direction of a network, shared by every connection over it: packets leave one after the other at its rate, then
//! travel. Time is nanoseconds since any instant.

use crate::core::{Random, Wire};
use crate::spec::DirectionSpec;
use std::collections::VecDeque;

pub type Nanos = u64;

pub const NANOS_PER_MS: f64 = 1_000_000.0;

/// A direction as the connections over it see it.
pub struct Way {
    wire: Wire,
    delay: Nanos,
    jitter: Nanos,
    draws: Random,
    queue_bytes: u64,
    /// Packets that had not begun to leave when last looked: when each begins, and its bytes.
    waiting: VecDeque<(Nanos, u64)>,
    waiting_bytes: u64,
    last_arrival: Nanos,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    pub arrives_at: Nanos,
    /// The queue had no room. A real one drops the packet; here it passes and carries this mark to the receiver, whose
    /// sender then makes its window smaller, as explicit congestion notification (RFC 3168) would have it:
    /// retransmission is not modelled.
    pub marked: bool,
}

impl Way {
    /// `stream` tells the directions of a network apart: each draws its own jitter from the network's seed.
    pub fn new(spec: &DirectionSpec, seed: u64, stream: u64) -> Way {
        Way {
            wire: Wire::new(((spec.kbit_per_s * 1e3).round() as u64).max(1)),
            delay: nanos(spec.delay_ms),
            jitter: nanos(spec.jitter_ms),
            draws: Random::new(seed, stream),
            queue_bytes: spec.queue_bytes,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            last_arrival: 0,
        }
    }

    /// Hands over a packet; calls are in the order of time.
    pub fn send(&mut self, now: Nanos, ip_bytes: u64) -> Passage {
        self.forget_begun(now);
        let passage = self.wire.pass(ip_bytes as u32, now);
        let waits = passage.begins_ns > now;
        let marked = waits && self.waiting_bytes + ip_bytes > self.queue_bytes;
        if waits {
            self.waiting.push_back((passage.begins_ns, ip_bytes));
            self.waiting_bytes += ip_bytes;
        }
        let arrives_at = passage.ends_ns + self.travel();
        self.last_arrival = self.last_arrival.max(arrives_at);
        Passage {
            arrives_at: self.last_arrival,
            marked,
        }
    }

    fn forget_begun(&mut self, now: Nanos) {
        while let Some(&(begins, bytes)) = self.waiting.front() {
            if begins > now {
                return;
            }
            self.waiting.pop_front();
            self.waiting_bytes -= bytes;
        }
    }

    /// A jitter above the delay reaches no further back than the packet's departure.
    fn travel(&mut self) -> Nanos {
        if self.jitter == 0 {
            return self.delay;
        }
        (self.delay + self.draws.up_to(2 * self.jitter)).saturating_sub(self.jitter)
    }
}

fn nanos(ms: f64) -> Nanos {
    (ms * NANOS_PER_MS).round() as Nanos
}

#[cfg(test)]
mod tests {
    use super::*;

    fn direction(jitter_ms: f64) -> DirectionSpec {
        DirectionSpec {
            kbit_per_s: 8_000.0,
            delay_ms: 10.0,
            jitter_ms,
            loss_share: 0.0,
            queue_bytes: 3_000,
        }
    }

    #[test]
    fn packets_leave_one_after_the_other_and_then_travel() {
        let mut way = Way::new(&direction(0.0), 1, 0);
        let arrivals: Vec<Nanos> = [(0, 1500), (0, 500), (5_000_000, 1000)]
            .iter()
            .map(|&(now, bytes)| way.send(now, bytes).arrives_at)
            .collect();
        assert_eq!(arrivals, [11_500_000, 12_000_000, 16_000_000]);
    }

    #[test]
    fn a_packet_that_finds_the_queue_full_is_marked_and_passes() {
        let mut way = Way::new(&direction(0.0), 1, 0);
        // The first is on the wire, two fit into 3 000 bytes of queue.
        let marks: Vec<bool> = (0..5).map(|_| way.send(0, 1500).marked).collect();
        assert_eq!(marks, [false, false, false, true, true]);
        // Four wait at 1.5 ms when the second begins: three still do.
        assert!(way.send(1_500_000, 1500).marked);
        assert!(!way.send(7_500_000, 1500).marked);
    }

    #[test]
    fn jitter_stays_within_its_bounds_keeps_the_order_and_repeats_with_its_seed() {
        let arrivals = |seed| -> Vec<Nanos> {
            let mut way = Way::new(&direction(2.0), seed, 0);
            (0..1000u64)
                .map(|i| way.send(i * 20_000_000, 1000).arrives_at - i * 20_000_000)
                .collect()
        };
        let first = arrivals(7);
        assert!(first.iter().all(|&t| (9_000_000..=13_000_000).contains(&t)));
        let mean = first.iter().sum::<Nanos>() / 1000;
        assert!((10_900_000..11_100_000).contains(&mean), "{mean}");
        assert_eq!(first, arrivals(7));
        assert_ne!(first, arrivals(8));

        let mut way = Way::new(&direction(5.0), 1, 0);
        let close: Vec<Nanos> = (0..1000).map(|_| way.send(0, 50).arrives_at).collect();
        assert!(close.windows(2).all(|pair| pair[0] <= pair[1]));
    }
}
