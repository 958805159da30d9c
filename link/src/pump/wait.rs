//! Waiting for a packet or an instant, whichever comes first, without keeping a core busy.

use crate::clock;
use std::io;
use std::os::unix::io::RawFd;

/// A sleep ends this long before the instant, because waking up takes 5 to 50 µs; the rest is waited out awake.
const AWAKE_NS: u64 = 50_000;

/// The kernel may end a sleep late by a thousandth of its length (`select_estimate_accuracy` in fs/select.c).
const SLEEP_SLACK: u64 = 1_000;

pub struct Waiter {
    descriptors: Vec<libc::pollfd>,
}

impl Waiter {
    /// For these descriptors becoming readable.
    pub fn new(readable: &[RawFd]) -> Self {
        let descriptors = readable.iter().map(|&fd| libc::pollfd {
            fd,
            events: libc::POLLIN,
            revents: 0,
        });
        Waiter {
            descriptors: descriptors.collect(),
        }
    }

    /// Returns when a descriptor is readable (or has failed: reading it tells), or at `until_ns`, where there is one.
    pub fn wait(&mut self, until_ns: Option<u64>) -> io::Result<()> {
        let until_ns = match until_ns {
            Some(until_ns) => until_ns,
            None => return self.poll(None).map(drop),
        };
        loop {
            let left_ns = until_ns.saturating_sub(clock::now_ns());
            if self.poll(Some(sleep_ns(left_ns)))? || left_ns == 0 {
                return Ok(());
            }
        }
    }

    /// Whether that descriptor of those given to new() was readable when wait() returned.
    pub fn is_readable(&self, index: usize) -> bool {
        self.descriptors[index].revents != 0
    }

    fn poll(&mut self, timeout_ns: Option<u64>) -> io::Result<bool> {
        let timeout = timeout_ns.map(clock::timespec_of);
        let timeout = timeout.as_ref().map_or(std::ptr::null(), |t| t as *const _);
        let count = self.descriptors.len() as libc::nfds_t;
        let descriptors = self.descriptors.as_mut_ptr();
        // SAFETY: the pointers are to values of our own that outlive the call; no signal mask is given.
        let ready = unsafe { libc::ppoll(descriptors, count, timeout, std::ptr::null()) };
        if ready >= 0 {
            return Ok(ready > 0);
        }
        let error = io::Error::last_os_error();
        if error.kind() == io::ErrorKind::Interrupted {
            // As if a packet had come: the caller finds none and waits again.
            return Ok(true);
        }
        Err(error)
    }
}

/// How long to sleep where `left_ns` are left; 0 is a look at the descriptors without sleeping.
fn sleep_ns(left_ns: u64) -> u64 {
    left_ns.saturating_sub(AWAKE_NS + left_ns / SLEEP_SLACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sleep_ends_early_enough_for_waking_up_and_for_the_kernels_slack() {
        assert_eq!(sleep_ns(40_000), 0);
        assert_eq!(sleep_ns(50_000), 0);
        assert_eq!(sleep_ns(1_000_000), 949_000);
        assert_eq!(sleep_ns(300_000_000), 299_650_000);
    }
}
