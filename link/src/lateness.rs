//! Keeps what each of the last two million packets of a path suffered. One thread writes and any
//! thread may read; neither ever waits for the other.

use crate::messages::Audit;
use std::sync::atomic::{fence, AtomicU64, Ordering};

const RECORDS: usize = 1 << 21;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Handed on this long after the instant that the model names.
    HandedOn { late_ns: u64 },
    /// By the draw of the loss share.
    Lost,
    /// For want of room in the queue or in the receiver's device.
    Dropped,
}

/// A ring of (when, what); a record is two words: nanoseconds, and fate and lateness together.
pub struct Lateness {
    words: Box<[AtomicU64]>,
    written: AtomicU64,
}

impl Lateness {
    pub fn new() -> Self {
        Self::with_records(RECORDS)
    }

    fn with_records(records: usize) -> Self {
        let words = vec![0u64; 2 * records].into_boxed_slice();
        // SAFETY: AtomicU64 has the size, alignment and valid values of u64. Done this way, the zeroes are pages that
        // the kernel only hands out when they are first written: an idle path costs no memory.
        let words = unsafe { Box::from_raw(Box::into_raw(words) as *mut [AtomicU64]) };
        Lateness {
            words,
            written: AtomicU64::new(0),
        }
    }

    /// Only the path's own thread may call this. `now_ns` never goes back.
    pub fn record(&self, now_ns: u64, fate: Fate) {
        let number = self.written.load(Ordering::Relaxed);
        let at = 2 * (number as usize % self.records());
        self.words[at].store(now_ns, Ordering::Relaxed);
        self.words[at + 1].store(packed(fate), Ordering::Relaxed);
        self.written.store(number + 1, Ordering::Release);
    }

    /// The packets whose fate was decided from `from_ns` to `to_ns`. Quantiles are by nearest rank.
    pub fn audit(&self, from_ns: u64, to_ns: u64) -> Audit {
        let mut audit = Audit::default();
        let mut late_ns: Vec<u32> = Vec::new();
        audit.incomplete = !self.visit_back_to(from_ns, |now_ns, word| {
            if now_ns > to_ns {
                return;
            }
            match fate_of(word) {
                Fate::HandedOn { late_ns: late } => late_ns.push(late as u32),
                Fate::Lost => audit.packets_lost += 1,
                Fate::Dropped => audit.packets_dropped += 1,
            }
        });
        late_ns.sort_unstable();
        audit.packets = late_ns.len() as u64;
        audit.lateness_ms_mean = mean_ms(&late_ns);
        audit.lateness_ms_median = quantile_ms(&late_ns, 0.5);
        audit.lateness_ms_p99 = quantile_ms(&late_ns, 0.99);
        audit.lateness_ms_max = quantile_ms(&late_ns, 1.0);
        audit
    }

    /// From the newest record back to the first before `from_ns`. False if the ring no longer
    /// reaches that far, or if it was overwritten while it was read.
    fn visit_back_to(&self, from_ns: u64, mut visit: impl FnMut(u64, u64)) -> bool {
        let written = self.written.load(Ordering::Acquire);
        let oldest = written.saturating_sub(self.records() as u64);
        for number in (oldest..written).rev() {
            let at = 2 * (number as usize % self.records());
            let now_ns = self.words[at].load(Ordering::Relaxed);
            let word = self.words[at + 1].load(Ordering::Relaxed);
            fence(Ordering::Acquire);
            // The slot that is being written now held the record that is one ring's length older.
            let is_overwritten =
                number + (self.records() as u64) <= self.written.load(Ordering::Relaxed);
            if is_overwritten {
                return false;
            }
            if now_ns < from_ns {
                return true;
            }
            visit(now_ns, word);
        }
        oldest == 0
    }

    fn records(&self) -> usize {
        self.words.len() / 2
    }
}

fn packed(fate: Fate) -> u64 {
    let (fate, late_ns) = match fate {
        Fate::HandedOn { late_ns } => (0, late_ns.min(u64::from(u32::MAX))),
        Fate::Lost => (1, 0),
        Fate::Dropped => (2, 0),
    };
    fate << 32 | late_ns
}

fn fate_of(word: u64) -> Fate {
    match word >> 32 {
        0 => Fate::HandedOn {
            late_ns: word & 0xffff_ffff,
        },
        1 => Fate::Lost,
        _ => Fate::Dropped,
    }
}

fn mean_ms(late_ns: &[u32]) -> f64 {
    let sum: u64 = late_ns.iter().map(|&ns| u64::from(ns)).sum();
    match late_ns.len() {
        0 => 0.0,
        packets => sum as f64 / packets as f64 / 1e6,
    }
}

fn quantile_ms(sorted_ns: &[u32], share: f64) -> f64 {
    let rank = (sorted_ns.len() as f64 * share).ceil() as usize;
    sorted_ns
        .get(rank.max(1) - 1)
        .map_or(0.0, |&ns| f64::from(ns) / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn with(records: usize, fates: &[(u64, Fate)]) -> Lateness {
        let lateness = Lateness::with_records(records);
        fates
            .iter()
            .for_each(|&(at_ns, fate)| lateness.record(at_ns, fate));
        lateness
    }

    fn late(late_ns: u64) -> Fate {
        Fate::HandedOn { late_ns }
    }

    #[test]
    fn an_audit_counts_fates_and_takes_quantiles_by_nearest_rank() {
        let mut fates: Vec<(u64, Fate)> = (1..=100).map(|n| (n * MS, late(n * 10_000))).collect();
        fates.extend([
            (101 * MS, Fate::Lost),
            (102 * MS, Fate::Dropped),
            (103 * MS, Fate::Dropped),
        ]);
        let audit = with(200, &fates).audit(0, 1_000 * MS);
        assert_eq!(
            (audit.packets, audit.packets_lost, audit.packets_dropped),
            (100, 1, 2)
        );
        assert_eq!(
            (
                audit.lateness_ms_median,
                audit.lateness_ms_p99,
                audit.lateness_ms_max
            ),
            (0.5, 0.99, 1.0)
        );
        assert!((audit.lateness_ms_mean - 0.505).abs() < 1e-9);
        assert!(!audit.incomplete);
    }

    #[test]
    fn only_packets_between_the_two_instants_count_both_included() {
        let fates: Vec<(u64, Fate)> = (0..10).map(|n| (n * MS, late(n * MS))).collect();
        let audit = with(16, &fates).audit(3 * MS, 5 * MS);
        assert_eq!(
            (
                audit.packets,
                audit.lateness_ms_median,
                audit.lateness_ms_max
            ),
            (3, 4.0, 5.0)
        );
        assert!(!audit.incomplete);
    }

    #[test]
    fn a_time_without_packets_has_no_lateness() {
        assert_eq!(with(4, &[]).audit(0, MS), Audit::default());
    }

    #[test]
    fn a_window_older_than_the_ring_is_incomplete_and_one_within_it_is_not() {
        let fates: Vec<(u64, Fate)> = (0..10).map(|n| (n * MS, late(0))).collect();
        let lateness = with(4, &fates);
        assert!(lateness.audit(5 * MS, 9 * MS).incomplete);
        let recent = lateness.audit(8 * MS, 9 * MS);
        assert_eq!((recent.packets, recent.incomplete), (2, false));
    }

    #[test]
    fn a_lateness_beyond_four_seconds_is_kept_as_the_largest_and_stays_handed_on() {
        let audit = with(4, &[(1, late(3_600_000 * MS))]).audit(0, 2);
        assert_eq!(audit.packets, 1);
        assert!(audit.lateness_ms_max > 4_290.0);
    }

    #[test]
    fn the_ring_of_a_path_holds_two_million_packets() {
        assert!(Lateness::new().records() >= 2_000_000);
    }
}
