//! Joins the two devices of a path to the emulator. One thread a path serves both directions: a TCP connection's data
//! and acknowledgements then cost one wake-up where they meet, and nothing is locked between them. Measured with TCP at
//! 100 Mbit/s on two busy cores: 37 % of a core and 0.05 ms of lateness (p99), where a thread a direction took 55 % and
//! 0.09 ms.

mod emulated;
mod handle;
mod path;
mod stop;
mod wait;

pub use handle::{start_path, PathHandle};

use std::sync::{Mutex, MutexGuard};

/// The data behind these locks are consistent at every moment, so that a panic elsewhere does no
/// harm to them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[cfg(test)]
mod tests;
