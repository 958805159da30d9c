//! A path as the rest of the program sees it.

use super::path::Path;
use super::stop::Stop;
use crate::clock;
use crate::heartbeat::{self, Heartbeat};
use crate::lateness::Lateness;
use crate::messages::{Audit, CountersOfDirections};
use crate::packet_log::PacketLog;
use crate::port::Port;
use crate::priority;
use crate::spec::PathSpec;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

/// A path that is running; clones are the same path.
#[derive(Clone)]
pub struct PathHandle {
    shared: Arc<Shared>,
    heartbeat: Arc<Heartbeat>,
    thread: Arc<Mutex<Option<JoinHandle<()>>>>,
}

/// What the path's thread and its handles have in common.
pub struct Shared {
    pub lateness: Lateness,
    pub stop: Stop,
    counters: Mutex<CountersOfDirections>,
    compensation_ns: AtomicU64,
    is_steady: AtomicBool,
    failure: Mutex<Option<String>>,
}

/// Starts the path's thread. `client` and `server` are the emulator's sides of the devices in those namespaces;
/// `log` names a file that gets one line a packet.
pub fn start_path(
    client: Box<dyn Port>,
    server: Box<dyn Port>,
    spec: &PathSpec,
    log: Option<PathBuf>,
) -> io::Result<PathHandle> {
    let heartbeat = heartbeat::shared()?;
    let log = log.map(|file| PacketLog::create(&file, spec)).transpose()?;
    let shared = Arc::new(Shared {
        lateness: Lateness::new(),
        stop: Stop::new()?,
        counters: Mutex::default(),
        compensation_ns: AtomicU64::new(0),
        is_steady: AtomicBool::new(false),
        failure: Mutex::new(None),
    });
    let name = spec.name.clone();
    let mut path = Path::new([client, server], spec, log, Arc::clone(&shared));
    let of_thread = Arc::clone(&shared);
    let thread = thread::Builder::new()
        .name(format!("path {name}"))
        .spawn(move || {
            priority::raise();
            clock::be_punctual();
            if let Err(error) = path.run() {
                eprintln!("wirefare-link: path {name} ended: {error}");
                *lock(&of_thread.failure) = Some(error.to_string());
            }
        })?;
    Ok(PathHandle {
        shared,
        heartbeat,
        thread: Arc::new(Mutex::new(Some(thread))),
    })
}

impl PathHandle {
    /// What the packets suffered between two instants (milliseconds since 1970). A time that is not over yet, or that
    /// lies before what is remembered (two million packets, an hour of the heartbeat), is incomplete.
    pub fn audit(&self, from_ms: f64, to_ms: f64) -> Audit {
        let (from_ns, to_ns) = (clock::ns_of_unix_ms(from_ms), clock::ns_of_unix_ms(to_ms));
        let now_ns = clock::now_ns();
        let audit = self.shared.lateness.audit(from_ns, to_ns);
        let stall = self.heartbeat.longest(from_ns, to_ns, now_ns);
        Audit {
            stall_ms_max: stall.longest_ns as f64 / 1e6,
            incomplete: audit.incomplete || stall.incomplete || to_ns > now_ns,
            ..audit
        }
    }

    pub fn counters(&self) -> CountersOfDirections {
        *lock(&self.shared.counters)
    }

    /// Takes this much off the delays of both directions together, half each, for packets that arrive from now on.
    pub fn set_compensation_ms(&self, compensation_ms: f64) {
        let ns = (compensation_ms.max(0.0) * 1e6) as u64;
        self.shared.compensation_ns.store(ns, Ordering::Relaxed);
    }

    pub fn compensation_ms(&self) -> f64 {
        self.shared.compensation_ns() as f64 / 1e6
    }

    /// Jitter off, or on again, for packets that arrive from now on.
    pub fn set_steady(&self, is_steady: bool) {
        self.shared.is_steady.store(is_steady, Ordering::Relaxed);
    }

    /// Why the path ended by itself, if it did.
    pub fn failure(&self) -> Option<String> {
        lock(&self.shared.failure).clone()
    }

    /// Ends the path's thread; packets under way are gone. Returns when the packet log is on the disk.
    pub fn stop(&self) {
        self.shared.stop.raise();
        if let Some(thread) = lock(&self.thread).take() {
            // A panic has printed itself already.
            let _ = thread.join();
        }
    }
}

impl Shared {
    pub fn set_counters(&self, counters: CountersOfDirections) {
        *lock(&self.counters) = counters;
    }

    pub fn compensation_ns(&self) -> u64 {
        self.compensation_ns.load(Ordering::Relaxed)
    }

    pub fn is_steady(&self) -> bool {
        self.is_steady.load(Ordering::Relaxed)
    }
}

/// What these locks guard is whole at every moment, so that a panic elsewhere does no harm to it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
