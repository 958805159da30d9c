//! The retransmission timeout as Linux keeps it (RFC 6298, with Linux's floor of 200 ms under the deviation). Nothing
//! is retransmitted here: the timeout says after how long a pause a window is taken to be out of date.

use super::way::{Nanos, NANOS_PER_MS};

const LEAST_DEVIATION: f64 = 200.0 * NANOS_PER_MS;
const BEFORE_ANY_SAMPLE: f64 = 1_000.0 * NANOS_PER_MS;

/// Deviations are four times the mean deviation, as the timeout uses them.
#[derive(Default)]
pub struct RoundTrips {
    smoothed: f64,
    deviation: f64,
    /// The largest of this round trip.
    largest: f64,
    in_use: f64,
    /// The round trip ends when bytes beyond these are acknowledged.
    round_ends: u64,
}

impl RoundTrips {
    /// One measured round trip; `acked` and `sent` are the bytes acknowledged and sent by now.
    pub fn sample(&mut self, round_trip: Nanos, acked: u64, sent: u64) {
        let measured = round_trip as f64;
        if self.smoothed == 0.0 {
            self.smoothed = measured;
            self.deviation = 2.0 * measured;
            self.in_use = self.deviation.max(LEAST_DEVIATION);
            self.largest = self.in_use;
            self.round_ends = sent;
            return;
        }
        let error = measured - self.smoothed;
        self.smoothed += error / 8.0;
        let surplus = error.abs() - self.deviation / 4.0;
        // A round trip that is suddenly shorter is no reason to expect longer ones.
        let damped = error < 0.0 && surplus > 0.0;
        self.deviation += if damped { surplus / 8.0 } else { surplus };
        self.largest = self.largest.max(self.deviation);
        self.in_use = self.in_use.max(self.largest);
        if acked > self.round_ends {
            self.in_use -= (self.in_use - self.largest) / 4.0;
            self.round_ends = sent;
            self.largest = LEAST_DEVIATION;
        }
    }

    pub fn timeout(&self) -> Nanos {
        if self.smoothed == 0.0 {
            return BEFORE_ANY_SAMPLE as Nanos;
        }
        (self.smoothed + self.in_use) as Nanos
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    #[test]
    fn a_steady_round_trip_has_a_timeout_of_200_ms_more() {
        let mut rtt = RoundTrips::default();
        assert_eq!(rtt.timeout(), 1_000 * MS);
        rtt.sample(300 * MS, 0, 0);
        assert_eq!(rtt.timeout(), 900 * MS);
        for i in 0..100 {
            rtt.sample(300 * MS, 2 * i + 1, 2 * i + 1);
        }
        assert_eq!(rtt.timeout() / MS, 500);
    }

    #[test]
    fn round_trips_that_vary_raise_it() {
        let mut rtt = RoundTrips::default();
        for i in 0..100 {
            rtt.sample((100 + 400 * (i % 2)) * MS, 2 * i + 1, 2 * i + 1);
        }
        assert!(rtt.timeout() > 700 * MS, "{}", rtt.timeout());
    }
}
