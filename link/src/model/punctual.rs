//! Waiting until an instant with what every system has: a sleep that is ended a little early, then a short spin. How
//! late sleeps end differs by system and load, so it is learnt while waiting.

use super::way::Nanos;
use std::thread;
use std::time::{Duration, Instant};

/// Longest spin where sleeps end as they usually do.
const SPIN: Nanos = 50_000;
/// A longer oversleep was an accident and not this system's habit. A spin may last this much
/// longer, too.
const LARGEST_HABIT: Nanos = 200_000;

pub struct Punctual {
    origin: Instant,
    usual_oversleep: Nanos,
}

impl Punctual {
    pub fn new(origin: Instant) -> Punctual {
        Punctual {
            origin,
            usual_oversleep: SPIN,
        }
    }

    /// Returns at `at` or as soon after it as the system lets it.
    pub fn wait_until(&mut self, at: Nanos) {
        loop {
            let now = now(self.origin);
            let wake = at.saturating_sub(SPIN + self.usual_oversleep);
            if wake <= now {
                break;
            }
            thread::sleep(Duration::from_nanos(wake - now));
            self.learn(now_after(self.origin, wake));
        }
        while now(self.origin) < at {
            std::hint::spin_loop();
        }
    }

    fn learn(&mut self, oversleep: Nanos) {
        let seen = oversleep.min(LARGEST_HABIT);
        self.usual_oversleep = (7 * self.usual_oversleep + seen) / 8;
    }
}

pub fn now(origin: Instant) -> Nanos {
    origin.elapsed().as_nanos() as Nanos
}

fn now_after(origin: Instant, instant: Nanos) -> Nanos {
    now(origin).saturating_sub(instant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_returns_early() {
        let origin = Instant::now();
        let mut punctual = Punctual::new(origin);
        for i in 1..20 {
            let at = i * 300_000;
            punctual.wait_until(at);
            assert!(now(origin) >= at);
        }
    }

    #[test]
    fn an_oversleep_becomes_a_habit_slowly_and_an_accident_counts_little() {
        let mut punctual = Punctual::new(Instant::now());
        punctual.learn(1_000_000_000);
        assert_eq!(punctual.usual_oversleep, (7 * SPIN + LARGEST_HABIT) / 8);
        for _ in 0..100 {
            punctual.learn(10_000);
        }
        assert!(punctual.usual_oversleep < 11_000);
    }
}
