//! Shows when the whole machine stood still: a thread that asks to sleep two milliseconds at a time and notes how much
//! longer it slept. Packets of a path with next to no delay cannot show that, because nothing of theirs falls due
//! while nothing runs. One a process.

use crate::clock;
use crate::priority;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::{io, thread};

/// Each waking costs 10 to 20 µs on a virtual machine: at a step of 2 ms, less than a hundredth of a core.
const STEP_NS: u64 = 2_000_000;
const SLOT_NS: u64 = 10_000_000;
/// An hour.
const SLOTS: u64 = 360_000;

/// The largest oversleep of each ten milliseconds of the last hour.
pub struct Heartbeat {
    /// Nanoseconds; slot n is for the time from n · 10 ms on, modulo the hour.
    oversleeps: Vec<AtomicU32>,
    began_ns: u64,
    /// When the sleep that goes on at this moment should end.
    wakes_ns: AtomicU64,
}

/// The longest oversleep of some time, and whether all of that time is in memory.
#[derive(Debug, PartialEq)]
pub struct Stall {
    pub longest_ns: u64,
    pub incomplete: bool,
}

static SHARED: Mutex<Option<Arc<Heartbeat>>> = Mutex::new(None);

/// The process's heartbeat; the first call starts its thread.
pub fn shared() -> io::Result<Arc<Heartbeat>> {
    let mut shared = SHARED.lock().expect("nothing panics under this lock");
    if let Some(heartbeat) = &*shared {
        return Ok(Arc::clone(heartbeat));
    }
    let heartbeat = Arc::new(Heartbeat::new(clock::now_ns()));
    let beating = Arc::clone(&heartbeat);
    thread::Builder::new()
        .name("heartbeat".into())
        .spawn(move || beating.beat())?;
    *shared = Some(Arc::clone(&heartbeat));
    Ok(heartbeat)
}

impl Heartbeat {
    fn new(now_ns: u64) -> Self {
        let oversleeps = (0..SLOTS).map(|_| AtomicU32::new(0)).collect();
        Heartbeat {
            oversleeps,
            began_ns: now_ns,
            wakes_ns: AtomicU64::new(now_ns + STEP_NS),
        }
    }

    fn beat(&self) {
        priority::raise();
        clock::be_punctual();
        let mut last_ns = clock::now_ns();
        loop {
            self.wakes_ns.store(last_ns + STEP_NS, Ordering::Relaxed);
            clock::sleep_until(last_ns + STEP_NS);
            let now_ns = clock::now_ns();
            self.note(last_ns, now_ns);
            last_ns = now_ns;
        }
    }

    /// A sleep of one step, from `from_ns` on, ended at `now_ns`. The oversleep counts for all the time it lasted.
    fn note(&self, from_ns: u64, now_ns: u64) {
        let oversleep_ns = now_ns
            .saturating_sub(from_ns + STEP_NS)
            .min(u64::from(u32::MAX)) as u32;
        let (first, last) = (from_ns / SLOT_NS, now_ns / SLOT_NS);
        self.slot(first).fetch_max(oversleep_ns, Ordering::Relaxed);
        // Slots entered anew forget what they held an hour ago.
        ((first + 1)..=last)
            .for_each(|slot| self.slot(slot).store(oversleep_ns, Ordering::Relaxed));
    }

    fn slot(&self, number: u64) -> &AtomicU32 {
        &self.oversleeps[(number % SLOTS) as usize]
    }

    /// The longest stall that touched the time from `from_ns` to `to_ns`; one that still lasts counts too.
    pub fn longest(&self, from_ns: u64, to_ns: u64, now_ns: u64) -> Stall {
        let oldest_ns = self
            .began_ns
            .max(now_ns.saturating_sub((SLOTS - 1) * SLOT_NS));
        let first_ns = from_ns.max(oldest_ns);
        let slots = (first_ns / SLOT_NS)..=(to_ns.min(now_ns) / SLOT_NS);
        let in_memory_ns = slots
            .map(|slot| self.slot(slot).load(Ordering::Relaxed))
            .max()
            .unwrap_or(0);
        let wakes_ns = self.wakes_ns.load(Ordering::Relaxed);
        let still_ns = if to_ns >= wakes_ns {
            now_ns.saturating_sub(wakes_ns)
        } else {
            0
        };
        Stall {
            longest_ns: u64::from(in_memory_ns).max(still_ns),
            incomplete: from_ns < oldest_ns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const HOUR: u64 = 3_600_000 * MS;

    /// Began at 100 ms and slept as asked until 200 ms.
    fn beating() -> Heartbeat {
        let heartbeat = Heartbeat::new(100 * MS);
        (100..200).for_each(|ms| heartbeat.note(ms * MS, (ms + 1) * MS));
        heartbeat.wakes_ns.store(HOUR * 9, Ordering::Relaxed);
        heartbeat
    }

    fn longest_ms(heartbeat: &Heartbeat, from_ms: u64, to_ms: u64) -> u64 {
        heartbeat
            .longest(from_ms * MS, to_ms * MS, HOUR / 2)
            .longest_ns
            / MS
    }

    #[test]
    fn a_punctual_sleeper_saw_no_stall() {
        assert_eq!(longest_ms(&beating(), 100, 200), 0);
    }

    #[test]
    fn a_stall_counts_for_all_the_time_it_lasted_and_not_beyond() {
        let heartbeat = beating();
        heartbeat.note(200 * MS, 243 * MS);
        (243..300).for_each(|ms| heartbeat.note(ms * MS, (ms + 1) * MS));
        for (from_ms, to_ms, stall_ms) in [
            (100, 199, 0),
            (150, 205, 41),
            (220, 225, 41),
            (249, 260, 41),
            (250, 260, 0),
        ] {
            assert_eq!(
                longest_ms(&heartbeat, from_ms, to_ms),
                stall_ms,
                "{from_ms} to {to_ms} ms"
            );
        }
    }

    #[test]
    fn a_stall_that_still_lasts_is_seen() {
        let heartbeat = beating();
        heartbeat.wakes_ns.store(201 * MS, Ordering::Relaxed);
        assert_eq!(
            heartbeat.longest(190 * MS, 260 * MS, 261 * MS).longest_ns,
            60 * MS
        );
        assert_eq!(
            heartbeat.longest(150 * MS, 190 * MS, 261 * MS).longest_ns,
            0
        );
    }

    #[test]
    fn what_an_hour_ago_stood_in_a_slot_is_forgotten() {
        let heartbeat = beating();
        heartbeat.note(200 * MS, 215 * MS);
        heartbeat.note(HOUR + 195 * MS, HOUR + 196 * MS + 1_000);
        heartbeat.note(HOUR + 198 * MS, HOUR + 200 * MS + 2_000);
        let longest = heartbeat.longest(HOUR + 200 * MS, HOUR + 209 * MS, HOUR + 209 * MS);
        assert_eq!(
            longest,
            Stall {
                longest_ns: 2_000,
                incomplete: false
            }
        );
    }

    #[test]
    fn time_before_the_first_beat_or_over_an_hour_ago_is_incomplete() {
        let heartbeat = beating();
        assert!(heartbeat.longest(99 * MS, 150 * MS, 200 * MS).incomplete);
        assert!(!heartbeat.longest(100 * MS, 150 * MS, 200 * MS).incomplete);
        assert!(heartbeat.longest(100 * MS, 150 * MS, 2 * HOUR).incomplete);
    }
}
