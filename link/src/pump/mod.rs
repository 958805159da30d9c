//! Joins the two devices of a path to the emulator. One thread a path serves both directions: a TCP connection's data
//! and acknowledgements then cost one wake-up where they meet, and nothing is locked between them.

mod handle;
mod path;
mod stop;
mod wait;

pub use handle::{start_path, PathHandle};
