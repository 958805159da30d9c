//! The bytes on their way to one end of a connection, and when each is to be handed to the program there.

use super::punctual::Punctual;
use super::way::Nanos;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

/// Above this the sender must wait: send buffer, bytes under way, and bytes that the receiver has
/// not read.
const BYTES_MOST: usize = 12 << 20;

/// Bytes that arrive within this time are handed on together, when the last of them is due: a
/// wake-up for every packet of a fast network costs more than it is worth.
const TOGETHER: Nanos = 50_000;

#[derive(Default)]
pub struct Outlet {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    bytes: VecDeque<u8>,
    due: VecDeque<Due>,
    is_closed: bool,
}

struct Due {
    at: Nanos,
    bytes: u64,
    last: bool,
}

impl Outlet {
    /// Bytes that set out; waits for room. False: nobody takes them any more.
    pub fn put(&self, bytes: &[u8]) -> bool {
        let mut state = self.state.lock().unwrap();
        while state.bytes.len() > BYTES_MOST && !state.is_closed {
            state = self.changed.wait(state).unwrap();
        }
        state.bytes.extend(bytes);
        !state.is_closed
    }

    /// So many of the bytes, the next in order, arrive at `at`.
    pub fn schedule(&self, at: Nanos, bytes: u64, last: bool) {
        let mut state = self.state.lock().unwrap();
        state.due.push_back(Due { at, bytes, last });
        self.changed.notify_all();
    }

    /// Nobody will take anything any more.
    pub fn close(&self) {
        let mut state = self.state.lock().unwrap();
        state.is_closed = true;
        state.bytes.clear();
        self.changed.notify_all();
    }

    /// Waits until bytes are due and moves them to `buffer`; true: they are the last. None once it is closed.
    pub fn next(&self, buffer: &mut Vec<u8>, punctual: &mut Punctual) -> Option<bool> {
        let at = self.next_at()?;
        punctual.wait_until(at);
        let mut state = self.state.lock().unwrap();
        if state.is_closed {
            return None;
        }
        let mut count = 0;
        let mut last = false;
        while state.due.front().map_or(false, |due| due.at <= at) {
            if let Some(due) = state.due.pop_front() {
                count += due.bytes as usize;
                last = due.last;
            }
        }
        move_front(&mut state.bytes, count, buffer);
        self.changed.notify_all();
        Some(last)
    }

    fn next_at(&self) -> Option<Nanos> {
        let mut state = self.state.lock().unwrap();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(first) = state.due.front() {
                let until = first.at + TOGETHER;
                let near = state.due.iter().take_while(|due| due.at <= until);
                return near.map(|due| due.at).last();
            }
            state = self.changed.wait(state).unwrap();
        }
    }
}

fn move_front(bytes: &mut VecDeque<u8>, count: usize, buffer: &mut Vec<u8>) {
    let (front, back) = bytes.as_slices();
    let of_front = count.min(front.len());
    buffer.clear();
    buffer.extend_from_slice(&front[..of_front]);
    buffer.extend_from_slice(&back[..count - of_front]);
    bytes.drain(..count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn next(outlet: &Outlet) -> Option<(Vec<u8>, bool)> {
        let mut buffer = Vec::new();
        let last = outlet.next(&mut buffer, &mut Punctual::new(Instant::now()))?;
        Some((buffer, last))
    }

    #[test]
    fn bytes_come_out_in_order_in_the_pieces_that_were_due() {
        let outlet = Outlet::default();
        assert!(outlet.put(b"abcdef"));
        outlet.schedule(1, 2, false);
        outlet.schedule(2, 1, false);
        outlet.schedule(1_000_000, 3, true);
        assert_eq!(next(&outlet), Some((b"abc".to_vec(), false)));
        assert_eq!(next(&outlet), Some((b"def".to_vec(), true)));
    }

    #[test]
    fn an_end_may_come_without_bytes() {
        let outlet = Outlet::default();
        outlet.schedule(1, 0, true);
        assert_eq!(next(&outlet), Some((Vec::new(), true)));
    }

    #[test]
    fn a_closed_one_takes_and_gives_nothing() {
        let outlet = Outlet::default();
        outlet.put(b"abc");
        outlet.schedule(1, 3, false);
        outlet.close();
        assert!(!outlet.put(b"d"));
        assert_eq!(next(&outlet), None);
    }
}
