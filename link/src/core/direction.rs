//! One direction of a path: what happens to a packet between the sender's device and the receiver's.

use super::random::Random;
use super::wire::Wire;
use crate::messages::Counters;
use crate::spec::DirectionSpec;
use std::collections::VecDeque;

/// `P` is whatever carries a packet's bytes; the model only needs its length.
pub struct Direction<P> {
    wire: Wire,
    /// Bytes that may wait for the wire. The packet that is on the wire no longer waits, as in a router whose
    /// interface has taken it out of the queue; a packet that finds the wire free never waits at all.
    queue_bytes: u64,
    waiting_bytes: u64,
    /// Index in `under_way` of the first packet that had not begun to leave when last looked.
    first_waiting: usize,
    under_way: VecDeque<UnderWay<P>>,
    delay_of_spec_ns: u64,
    delay_ns: u64,
    jitter_ns: u64,
    is_steady: bool,
    loss_share: f64,
    loss_draws: Random,
    jitter_draws: Random,
    last_arrival_ns: u64,
    last_due_ns: u64,
    counters: Counters,
}

struct UnderWay<P> {
    delivery: Delivery<P>,
    begins_ns: u64,
}

/// A packet whose time has come.
#[derive(Debug, PartialEq, Eq)]
pub struct Delivery<P> {
    pub packet: P,
    pub bytes: u32,
    pub arrived_ns: u64,
    /// The instant at which the model hands it on.
    pub due_ns: u64,
}

/// The fate of an offered packet; a packet that does not go on is given back.
#[derive(Debug, PartialEq, Eq)]
pub enum Offered<P> {
    Queued,
    /// By the draw of the loss share.
    Lost(P),
    /// For want of room in the queue.
    Dropped(P),
}

impl<P> Direction<P> {
    /// `stream` tells the directions of a path apart: each draws its own luck from the path's seed.
    pub fn new(spec: &DirectionSpec, seed: u64, stream: u64) -> Self {
        Direction {
            wire: Wire::new(((spec.kbit_per_s * 1e3).round() as u64).max(1)),
            queue_bytes: spec.queue_bytes,
            waiting_bytes: 0,
            first_waiting: 0,
            under_way: VecDeque::with_capacity(1024),
            delay_of_spec_ns: ns_of_ms(spec.delay_ms),
            delay_ns: ns_of_ms(spec.delay_ms),
            jitter_ns: ns_of_ms(spec.jitter_ms),
            is_steady: false,
            loss_share: spec.loss_share,
            loss_draws: Random::new(seed, 2 * stream),
            jitter_draws: Random::new(seed, 2 * stream + 1),
            last_arrival_ns: 0,
            last_due_ns: 0,
            counters: Counters::default(),
        }
    }

    /// A packet of `bytes` IP bytes arrives. The n-th packet draws the same luck whatever became of the others.
    pub fn offer(&mut self, packet: P, bytes: u32, now_ns: u64) -> Offered<P> {
        let now_ns = now_ns.max(self.last_arrival_ns);
        self.last_arrival_ns = now_ns;
        self.counters.packets_in += 1;
        self.counters.bytes_in += u64::from(bytes);
        let is_lost = self.loss_draws.happens(self.loss_share);
        let jitter_draw_ns = self.jitter_draws.up_to(2 * self.jitter_ns);
        if is_lost {
            self.counters.packets_lost += 1;
            return Offered::Lost(packet);
        }
        self.take_from_queue(now_ns);
        let fits = self.waiting_bytes + u64::from(bytes) <= self.queue_bytes;
        if !fits && !self.wire.is_free_at(now_ns) {
            self.counters.packets_dropped += 1;
            return Offered::Dropped(packet);
        }
        let passage = self.wire.pass(bytes, now_ns);
        let steady_ns = passage.ends_ns + self.delay_ns;
        let delayed_ns = if self.is_steady {
            steady_ns
        } else {
            (steady_ns + jitter_draw_ns).saturating_sub(self.jitter_ns)
        };
        self.last_due_ns = delayed_ns.max(passage.ends_ns).max(self.last_due_ns);
        let delivery = Delivery {
            packet,
            bytes,
            arrived_ns: now_ns,
            due_ns: self.last_due_ns,
        };
        self.under_way.push_back(UnderWay {
            delivery,
            begins_ns: passage.begins_ns,
        });
        self.waiting_bytes += u64::from(bytes);
        self.take_from_queue(now_ns);
        Offered::Queued
    }

    /// The next packet whose time has come, if there is one.
    pub fn due(&mut self, now_ns: u64) -> Option<Delivery<P>> {
        if self.next_at()? > now_ns {
            return None;
        }
        let UnderWay { delivery, .. } = self.under_way.pop_front()?;
        if self.first_waiting > 0 {
            self.first_waiting -= 1;
        } else {
            self.waiting_bytes -= u64::from(delivery.bytes);
        }
        self.counters.packets_out += 1;
        self.counters.bytes_out += u64::from(delivery.bytes);
        Some(delivery)
    }

    /// When the next packet is due; None while nothing is under way: an idle direction needs no waking.
    pub fn next_at(&self) -> Option<u64> {
        self.under_way.front().map(|first| first.delivery.due_ns)
    }

    /// Jitter off, or on again: for what calibration measures of the rest. Every packet draws all the same.
    pub fn set_steady(&mut self, is_steady: bool) {
        self.is_steady = is_steady;
    }

    /// The receiver's device had no room for a packet that was due.
    pub fn was_refused(&mut self, bytes: u32) {
        self.counters.packets_out -= 1;
        self.counters.bytes_out -= u64::from(bytes);
        self.counters.packets_dropped += 1;
    }

    /// Shortens the spec's delay by this much for packets that are offered from now on; a shorter
    /// delay becomes 0.
    pub fn shorten_delay_ns(&mut self, by_ns: u64) {
        self.delay_ns = self.delay_of_spec_ns.saturating_sub(by_ns);
    }

    pub fn counters(&self) -> Counters {
        Counters {
            packets_queued: self.under_way.len() as u64,
            ..self.counters
        }
    }

    fn take_from_queue(&mut self, now_ns: u64) {
        while let Some(first) = self.under_way.get(self.first_waiting) {
            if first.begins_ns > now_ns {
                return;
            }
            self.waiting_bytes -= u64::from(first.delivery.bytes);
            self.first_waiting += 1;
        }
    }
}

fn ns_of_ms(ms: f64) -> u64 {
    (ms.max(0.0) * 1e6).round() as u64
}

#[cfg(test)]
#[path = "direction_tests.rs"]
mod tests;
