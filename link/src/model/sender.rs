//! What one end of a connection sends: how many bytes it was given, how many are under way and how
//! many were acknowledged. Bytes are counted from the connection's first; nobody looks at them
//! here.

use super::way::Nanos;
use super::window::{Acknowledged, Window};
use std::collections::VecDeque;

/// 1 500 bytes less 20 of IPv4, 20 of TCP and 12 of its timestamps.
pub const SEGMENT_BYTES: u64 = 1448;

/// The bytes that a receiver keeps for its program before it accepts no more: Linux's usual limit
/// of 6 MB.
const RECEIVE_BUFFER_BYTES: u64 = 6 << 20;

pub struct Sender {
    pub window: Window,
    given: u64,
    sent: u64,
    acked: u64,
    /// The bytes that the program at the other end has taken out of the connection.
    taken: u64,
    end: End,
    in_flight: VecDeque<Flight>,
    last_sent: Nanos,
    /// Marks do not count again before bytes beyond these are acknowledged.
    reduced_until: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Open,
    Asked,
    Sent,
}

struct Flight {
    /// `sent` after it.
    end: u64,
    at: Nanos,
}

/// The next packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub payload: u64,
    pub last: bool,
    /// Bytes sent when this one is.
    pub end: u64,
}

impl Sender {
    pub fn new(initial_window: u32) -> Sender {
        Sender {
            window: Window::new(initial_window),
            given: 0,
            sent: 0,
            acked: 0,
            taken: 0,
            end: End::Open,
            in_flight: VecDeque::new(),
            last_sent: 0,
            reduced_until: 0,
        }
    }

    pub fn give(&mut self, bytes: u64) {
        self.given += bytes;
    }

    /// Nothing more will be given.
    pub fn finish(&mut self) {
        if self.end == End::Open {
            self.end = End::Asked;
        }
    }

    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// The program at the other end has read `bytes`.
    pub fn take(&mut self, bytes: u64) {
        self.taken += bytes;
    }

    /// The next segment that may go, and it goes: the caller puts it on the wire.
    pub fn next(&mut self, now: Nanos) -> Option<Segment> {
        let waiting = self.given - self.sent;
        let ends_here = self.end == End::Asked && waiting <= SEGMENT_BYTES;
        if waiting == 0 && !ends_here {
            return None;
        }
        if self.in_flight.is_empty() && self.sent > 0 {
            self.window.resumed(now - self.last_sent, now);
        }
        let payload = waiting.min(SEGMENT_BYTES);
        if !self.has_room(payload) {
            return None;
        }
        self.sent += payload;
        self.last_sent = now;
        if ends_here {
            self.end = End::Sent;
        }
        if payload > 0 {
            self.in_flight.push_back(Flight {
                end: self.sent,
                at: now,
            });
        }
        Some(Segment {
            payload,
            last: ends_here,
            end: self.sent,
        })
    }

    /// After the last of the segments that could go at this moment.
    pub fn went(&mut self, now: Nanos) {
        let in_flight = self.in_flight.len() as u32;
        self.window.used(in_flight, self.acked, self.sent, now);
    }

    /// All bytes up to `upto` arrived at the other end; `marked`: one of them found a full queue.
    pub fn acknowledge(&mut self, upto: u64, marked: bool, now: Nanos) {
        let first = self.in_flight.front().map(|flight| flight.at);
        let mut last = first;
        let mut segments = 0;
        while self.in_flight.front().map_or(false, |f| f.end <= upto) {
            last = self.in_flight.pop_front().map(|flight| flight.at);
            segments += 1;
        }
        self.acked = self.acked.max(upto);
        if let (Some(first), Some(last), true) = (first, last, segments > 0) {
            let what = Acknowledged {
                segments,
                round_trips: (now - first, now - last),
                acked: self.acked,
                sent: self.sent,
            };
            self.window.acknowledged(&what, now);
        }
        if marked && self.acked > self.reduced_until {
            self.window.congested();
            self.reduced_until = self.sent;
        }
    }

    fn has_room(&self, payload: u64) -> bool {
        let in_flight = self.in_flight.len() as u32;
        in_flight < self.window.segments()
            && self.sent + payload <= self.taken + RECEIVE_BUFFER_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Nanos = 1_000_000;

    fn burst(sender: &mut Sender, now: Nanos) -> Vec<Segment> {
        let mut segments = Vec::new();
        while let Some(segment) = sender.next(now) {
            segments.push(segment);
        }
        if !segments.is_empty() {
            sender.went(now);
        }
        segments
    }

    #[test]
    fn it_sends_the_initial_window_and_two_segments_for_each_that_is_acknowledged() {
        let mut sender = Sender::new(10);
        sender.give(100_000);
        assert_eq!(burst(&mut sender, 0).len(), 10);
        assert_eq!(burst(&mut sender, 1).len(), 0);
        sender.acknowledge(3 * SEGMENT_BYTES, false, 100 * MS);
        assert_eq!(burst(&mut sender, 100 * MS).len(), 6);
    }

    #[test]
    fn the_end_rides_on_the_last_bytes_or_goes_alone() {
        let mut sender = Sender::new(10);
        sender.give(2_000);
        sender.finish();
        let ends: Vec<(u64, bool)> = burst(&mut sender, 0)
            .iter()
            .map(|segment| (segment.payload, segment.last))
            .collect();
        assert_eq!(ends, [(1448, false), (552, true)]);

        let mut late = Sender::new(10);
        late.give(10);
        burst(&mut late, 0);
        late.finish();
        let alone = Segment {
            payload: 0,
            last: true,
            end: 10,
        };
        assert_eq!(burst(&mut late, 0), [alone]);
        assert_eq!(burst(&mut late, 0), []);
    }

    #[test]
    fn a_receiver_whose_program_takes_nothing_stops_it_after_six_megabytes() {
        let mut sender = Sender::new(1_000_000);
        sender.give(20_000_000);
        let sent = |segments: Vec<Segment>| segments.iter().map(|s| s.payload).sum::<u64>();
        let before = sent(burst(&mut sender, 0));
        assert!((6_000_000..=6 << 20).contains(&before), "{before}");
        sender.take(1_000_000);
        assert!(sent(burst(&mut sender, 0)) >= 998_000);
    }

    #[test]
    fn marks_of_one_round_trip_count_once() {
        let mut sender = Sender::new(10);
        sender.give(1_000_000);
        burst(&mut sender, 0);
        for i in 1..=10 {
            sender.acknowledge(i * SEGMENT_BYTES, true, 100 * MS + i);
        }
        assert!((7..=9).contains(&sender.window.segments()));
    }
}
