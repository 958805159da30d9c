//! The future events of a network, in the order of time.

use super::network::{ConnectionId, End};
use super::way::Nanos;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The order of entries is that of time, then of making.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    pub at: Nanos,
    number: u64,
    pub connection: ConnectionId,
    pub to: End,
    pub event: Event,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    Syn,
    SynAnswer,
    Packet(Packet),
    AcknowledgementDue,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Packet {
    pub payload: u64,
    /// Bytes sent with it and before it.
    pub end: u64,
    /// It found a full queue.
    pub marked: bool,
    /// Bytes that its own sender has received, and whether one of them was marked.
    pub acknowledges: u64,
    pub echoes_mark: bool,
}

#[derive(Default)]
pub struct Agenda {
    entries: BinaryHeap<Reverse<Entry>>,
    entered: u64,
}

impl Agenda {
    pub fn enter(&mut self, at: Nanos, connection: ConnectionId, to: End, event: Event) {
        self.entered += 1;
        self.entries.push(Reverse(Entry {
            at,
            number: self.entered,
            connection,
            to,
            event,
        }));
    }

    pub fn next_at(&self) -> Option<Nanos> {
        self.entries.peek().map(|Reverse(entry)| entry.at)
    }

    /// The next entry, if its time is not after `now`.
    pub fn pop_until(&mut self, now: Nanos) -> Option<Entry> {
        match self.next_at() {
            Some(at) if at <= now => self.entries.pop().map(|Reverse(entry)| entry),
            _ => None,
        }
    }
}
