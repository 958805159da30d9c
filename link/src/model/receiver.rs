//! When one end of a connection acknowledges what it received: each of the first segments at once, later ones in pairs,
//! a single one after 40 ms, as Linux does.

use super::way::{Nanos, NANOS_PER_MS};

const AT_ONCE: u32 = 16;
const PAIR: u32 = 2;
const LONGEST_WAIT: Nanos = 40 * NANOS_PER_MS as Nanos;

#[derive(Default)]
pub struct Receiver {
    pub received: u64,
    /// A segment carried a mark that the sender has not been told of.
    pub marked: bool,
    segments: u32,
    unacknowledged: u32,
    due_at: Option<Nanos>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Now,
    /// Look at this time whether it is still due.
    At(Nanos),
    Nothing,
}

impl Receiver {
    /// A segment with bytes arrived; all bytes up to `end` are there.
    pub fn receive(&mut self, end: u64, marked: bool, now: Nanos) -> Answer {
        self.received = end;
        self.marked |= marked;
        self.segments = self.segments.saturating_add(1);
        self.unacknowledged += 1;
        if self.segments <= AT_ONCE || self.unacknowledged >= PAIR {
            return Answer::Now;
        }
        if self.due_at.is_some() {
            return Answer::Nothing;
        }
        let due_at = now + LONGEST_WAIT;
        self.due_at = Some(due_at);
        Answer::At(due_at)
    }

    pub fn is_due(&self, now: Nanos) -> bool {
        self.due_at.map_or(false, |due_at| due_at <= now)
    }

    /// A packet leaves, and every packet tells what has arrived.
    pub fn acknowledged(&mut self) {
        self.unacknowledged = 0;
        self.due_at = None;
        self.marked = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sixteen_are_acknowledged_at_once_then_pairs_then_after_40_ms() {
        let mut receiver = Receiver::default();
        for i in 1..=16 {
            assert_eq!(receiver.receive(i, false, 5), Answer::Now);
            receiver.acknowledged();
        }
        assert_eq!(receiver.receive(17, false, 5), Answer::At(40_000_005));
        assert!(!receiver.is_due(40_000_004));
        assert!(receiver.is_due(40_000_005));
        assert_eq!(receiver.receive(18, true, 6), Answer::Now);
        assert!(receiver.marked);
        receiver.acknowledged();
        assert!(!receiver.is_due(50_000_000) && !receiver.marked);
        assert_eq!(receiver.received, 18);
    }
}
