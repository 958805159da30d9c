//! The emulator: a pure model of one direction of a path. Time is an argument everywhere (whole nanoseconds of any
//! clock that never goes back), so that hours can be tested in milliseconds.
//!
//! ```text
//! offer ─► loss draw ─► drop-tail queue ─► wire (8 · bytes / rate) ─► delay ± jitter, order kept ─► due
//! ```

mod direction;
mod random;
mod wire;

pub use direction::{Delivery, Direction, Offered};
pub use random::Random;
pub use wire::Wire;
