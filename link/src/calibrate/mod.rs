//! Measures a path from inside its namespaces. Only figures come out: what they should be is for the lab to say.
//!
//! ```text
//! probes   small and full-size datagrams, jitter off   → what the devices themselves take; the slope
//! trains   full-size datagrams each way, jitter off    → the rates
//! echoes   small datagrams                             → the round trip as the run will see it
//! gets     known answers over fresh TCP connections    → handshake and slow start
//! ```

mod budget;
mod datagram;
mod echo;
mod figures;
mod get;
mod places;
mod stamped;
mod subject;
mod train;

use crate::clock;
use crate::messages::{Calibration, MeasureOrder, ReadyPath};
use crate::namespaces::Namespaces;
use crate::pump::PathHandle;
use crate::spec::PathSpec;
use std::io;
use subject::{controls, Subject};

/// Measures the path and sets its compensation: what a round trip without it takes more than the spec says.
pub fn calibrate(
    path: &ReadyPath,
    spec: &PathSpec,
    handle: &PathHandle,
    namespaces: &Namespaces,
) -> io::Result<Calibration> {
    let subject = Subject::new(path, spec, controls(path, handle), namespaces)?;
    let start_ns = clock::now_ns();
    let (slope, compensation_ms) = subject.steadily(|| subject.probe())?;
    let train = subject.steadily(|| subject.trains(None))?;
    let echo = subject.echo(&budget::echoes(spec))?;
    let gets = subject.gets(budget::gets(spec))?;
    subject.summed_up(start_ns, compensation_ms, slope, train, echo, gets)
}

/// Measures as much of each as the order names, with the present compensation. Trains run with the
/// path's jitter.
pub fn measure(
    path: &ReadyPath,
    spec: &PathSpec,
    handle: &PathHandle,
    namespaces: &Namespaces,
    order: &MeasureOrder,
) -> io::Result<Calibration> {
    Subject::new(path, spec, controls(path, handle), namespaces)?.measured(order)
}
