//! A flag that also wakes threads that wait in poll().

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::io::{AsRawFd, FromRawFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};

pub struct Stop {
    raised: AtomicBool,
    event: File,
}

impl Stop {
    pub fn new() -> io::Result<Self> {
        // SAFETY: takes numbers only.
        let fd = unsafe { libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new and nobody else's.
        let event = unsafe { File::from_raw_fd(fd) };
        Ok(Stop {
            raised: AtomicBool::new(false),
            event,
        })
    }

    pub fn raise(&self) {
        self.raised.store(true, Ordering::Release);
        // Fails only if it was raised 2^64 times, and then it is readable too.
        let _ = (&self.event).write(&1u64.to_ne_bytes());
    }

    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Acquire)
    }

    /// Readable from raise() on.
    pub fn fd(&self) -> RawFd {
        self.event.as_raw_fd()
    }
}
