//! The congestion window of one sender, in segments: slow start until HyStart or congestion ends
//! it, cubic afterwards, smaller again after a pause or if it is not used (RFC 2861), all as in
//! Linux.

use super::cubic::Cubic;
use super::hystart::HyStart;
use super::rtt::RoundTrips;
use super::way::Nanos;

pub struct Window {
    segments: u32,
    initial: u32,
    slow_start_until: u32,
    round_trips: RoundTrips,
    shortest: Nanos,
    hystart: Option<HyStart>,
    cubic: Cubic,
    usage: Usage,
}

/// How much of the window was used, so that it grows only if it is what holds the sender back.
#[derive(Default)]
struct Usage {
    is_full: bool,
    most_in_flight: u32,
    /// Until these bytes are acknowledged, a fuller use of the window is remembered.
    until: u64,
    most_since_full: u32,
    last_full: Nanos,
}

/// An acknowledgement, and the state of the sender after it.
pub struct Acknowledged {
    pub segments: u32,
    /// Round trips of the first and of the last acknowledged segment.
    pub round_trips: (Nanos, Nanos),
    /// Bytes, counted from the connection's first.
    pub acked: u64,
    pub sent: u64,
}

impl Window {
    pub fn new(initial: u32) -> Window {
        Window {
            segments: initial,
            initial,
            slow_start_until: u32::MAX,
            round_trips: RoundTrips::default(),
            shortest: Nanos::MAX,
            hystart: Some(HyStart::default()),
            cubic: Cubic::default(),
            usage: Usage::default(),
        }
    }

    pub fn segments(&self) -> u32 {
        self.segments
    }

    /// The handshake's round trip.
    pub fn opened(&mut self, round_trip: Nanos) {
        self.round_trips.sample(round_trip, 0, 0);
    }

    /// Before a segment goes out after a pause: half the window for every timeout that it lasted, down to the initial
    /// one.
    pub fn resumed(&mut self, pause: Nanos, now: Nanos) {
        self.cubic.paused(pause, now);
        let timeout = self.round_trips.timeout();
        if pause <= timeout {
            return;
        }
        self.remember_for_slow_start();
        let floor = self.initial.min(self.segments);
        let halvings = ((pause - 1) / timeout).min(31) as u32;
        self.segments = (self.segments >> halvings).max(floor);
        self.usage.last_full = now;
        self.usage.most_since_full = 0;
    }

    /// After segments went out: `acked` and `sent` as in `Acknowledged`.
    pub fn used(&mut self, in_flight: u32, acked: u64, sent: u64, now: Nanos) {
        let is_full = in_flight >= self.segments;
        let usage = &mut self.usage;
        let is_more = !usage.is_full && in_flight > usage.most_in_flight;
        if is_full || acked >= usage.until || is_more {
            usage.is_full = is_full;
            usage.most_in_flight = in_flight;
            usage.until = sent;
        }
        if self.holds_back() {
            self.usage.most_since_full = 0;
            self.usage.last_full = now;
            return;
        }
        self.usage.most_since_full = self.usage.most_since_full.max(in_flight);
        if now - self.usage.last_full >= self.round_trips.timeout() {
            self.shrink_to_use(now);
        }
    }

    pub fn acknowledged(&mut self, what: &Acknowledged, now: Nanos) {
        let (first, last) = what.round_trips;
        self.round_trips.sample(first, what.acked, what.sent);
        self.shortest = self.shortest.min(last);
        self.ask_hystart(last, what, now);
        if !self.holds_back() {
            return;
        }
        let grown = self
            .segments
            .saturating_add(what.segments)
            .min(self.slow_start_until)
            .max(self.segments);
        let left = what.segments - (grown - self.segments);
        self.segments = grown;
        if left > 0 {
            self.segments = self.cubic.grown(grown, left, now, self.shortest);
        }
        self.usage.last_full = now;
    }

    /// Congestion was met: once a round trip at most.
    pub fn congested(&mut self) {
        self.segments = self.cubic.reduced(self.segments);
        self.slow_start_until = self.segments;
    }

    fn ask_hystart(&mut self, round_trip: Nanos, what: &Acknowledged, now: Nanos) {
        let is_over = match &mut self.hystart {
            Some(hystart) if self.segments < self.slow_start_until => hystart.is_over(
                now,
                round_trip,
                self.shortest,
                self.segments,
                (what.acked, what.sent),
            ),
            _ => false,
        };
        if is_over {
            self.slow_start_until = self.segments;
            self.hystart = None;
        }
    }

    fn holds_back(&self) -> bool {
        let in_slow_start = self.segments < self.slow_start_until;
        self.usage.is_full || (in_slow_start && self.segments < 2 * self.usage.most_in_flight)
    }

    fn shrink_to_use(&mut self, now: Nanos) {
        let used = self.usage.most_since_full.max(self.initial);
        if used < self.segments {
            self.remember_for_slow_start();
            self.segments = (self.segments + used) / 2;
        }
        self.usage.most_since_full = 0;
        self.usage.last_full = now;
    }

    /// Slow start goes quickly back to three quarters of what the window was.
    fn remember_for_slow_start(&mut self) {
        self.slow_start_until = self
            .slow_start_until
            .max(self.segments / 2 + self.segments / 4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    fn round(window: &mut Window, now: Nanos, segments: u32) {
        window.used(segments, now, now, now);
        window.acknowledged(
            &Acknowledged {
                segments,
                round_trips: (100 * MS, 100 * MS),
                acked: now,
                sent: now,
            },
            now,
        );
    }

    #[test]
    fn a_full_window_doubles_with_every_round_trip() {
        let mut window = Window::new(10);
        let mut seen = Vec::new();
        for i in 1..5 {
            let segments = window.segments();
            round(&mut window, i * 100 * MS, segments);
            seen.push(window.segments());
        }
        assert_eq!(seen, [20, 40, 80, 160]);
    }

    #[test]
    fn a_window_that_is_not_half_used_does_not_grow() {
        let mut window = Window::new(10);
        round(&mut window, 100 * MS, 5);
        assert_eq!(window.segments(), 10);
        round(&mut window, 200 * MS, 6);
        assert_eq!(window.segments(), 16);
    }

    #[test]
    fn every_timeout_of_a_pause_halves_the_window_down_to_the_initial_one() {
        let after = |pause| {
            let mut window = Window::new(10);
            window.opened(100 * MS);
            for i in 1..4 {
                let segments = window.segments();
                round(&mut window, i * 100 * MS, segments);
            }
            window.resumed(pause, 300 * MS + pause);
            window.segments()
        };
        // The timeout is about 300 ms by then.
        assert_eq!(after(250 * MS), 80);
        assert_eq!(after(400 * MS), 40);
        assert_eq!(after(5_000 * MS), 10);
    }

    #[test]
    fn congestion_ends_slow_start_at_seventy_per_cent() {
        let mut window = Window::new(10);
        for i in 1..5 {
            let segments = window.segments();
            round(&mut window, i * 100 * MS, segments);
        }
        window.congested();
        assert_eq!(window.segments(), 112);
        round(&mut window, 500 * MS, 112);
        assert!((113..125).contains(&window.segments()));
    }
}
