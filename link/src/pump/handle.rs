//! A path as the rest of the program sees it, whoever carries its packets.

use super::emulated::Emulated;
use super::lock;
use crate::clock;
use crate::heartbeat::{self, Heartbeat};
use crate::messages::{Audit, CountersOfDirections};
use crate::packet_log::PacketLog;
use crate::port::Port;
use crate::spec::PathSpec;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

/// A path that is running; clones are the same path.
#[derive(Clone)]
pub struct PathHandle {
    heartbeat: Arc<Heartbeat>,
    carrier: Carrier,
}

#[derive(Clone)]
enum Carrier {
    Emulator(Arc<Emulated>),
    Kernel(Arc<InKernel>),
}

struct InKernel {
    count: Count,
    failure: Mutex<Option<String>>,
}

/// Asks the kernel what went through a path.
pub type Count = Box<dyn Fn() -> io::Result<CountersOfDirections> + Send + Sync>;

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
    let emulated = Emulated::start([client, server], spec, log)?;
    let carrier = Carrier::Emulator(Arc::new(emulated));
    Ok(PathHandle { heartbeat, carrier })
}

impl PathHandle {
    /// The handle of a path that the kernel carries by itself. It has no compensation, no jitter
    /// and no packet log, and its packets' lateness is unknown: an audit reports the machine's
    /// stalls alone.
    pub fn of_kernel(count: Count) -> io::Result<Self> {
        let heartbeat = heartbeat::shared()?;
        let failure = Mutex::new(None);
        let carrier = Carrier::Kernel(Arc::new(InKernel { count, failure }));
        Ok(PathHandle { heartbeat, carrier })
    }

    /// What the packets suffered between two instants (milliseconds since 1970). A time that is not over yet, or that
    /// lies before what is remembered (two million packets, an hour of the heartbeat), is incomplete.
    pub fn audit(&self, from_ms: f64, to_ms: f64) -> Audit {
        let (from_ns, to_ns) = (clock::ns_of_unix_ms(from_ms), clock::ns_of_unix_ms(to_ms));
        let now_ns = clock::now_ns();
        let stall = self.heartbeat.longest(from_ns, to_ns, now_ns);
        let audit = match &self.carrier {
            Carrier::Emulator(emulated) => emulated.shared.lateness.audit(from_ns, to_ns),
            Carrier::Kernel(_) => Audit::default(),
        };
        Audit {
            stall_ms_max: stall.longest_ns as f64 / 1e6,
            incomplete: audit.incomplete || stall.incomplete || to_ns > now_ns,
            ..audit
        }
    }

    /// Where the kernel no longer tells, zeroes; failure() then says why.
    pub fn counters(&self) -> CountersOfDirections {
        match &self.carrier {
            Carrier::Emulator(emulated) => *lock(&emulated.shared.counters),
            Carrier::Kernel(kernel) => (kernel.count)().unwrap_or_else(|error| {
                eprintln!("wirefare-link: {error}");
                *lock(&kernel.failure) = Some(error.to_string());
                CountersOfDirections::default()
            }),
        }
    }

    /// Takes this much off the delays of both directions together, half each, for packets that arrive from now on.
    pub fn set_compensation_ms(&self, compensation_ms: f64) {
        if let Carrier::Emulator(emulated) = &self.carrier {
            let ns = (compensation_ms.max(0.0) * 1e6) as u64;
            emulated.shared.compensation_ns.store(ns, Ordering::Relaxed);
        }
    }

    pub fn compensation_ms(&self) -> f64 {
        match &self.carrier {
            Carrier::Emulator(emulated) => emulated.shared.compensation_ns() as f64 / 1e6,
            Carrier::Kernel(_) => 0.0,
        }
    }

    /// Jitter off, or on again, for packets that arrive from now on.
    pub fn set_steady(&self, is_steady: bool) {
        if let Carrier::Emulator(emulated) = &self.carrier {
            emulated
                .shared
                .is_steady
                .store(is_steady, Ordering::Relaxed);
        }
    }

    /// Why the path ended by itself, if it did.
    pub fn failure(&self) -> Option<String> {
        match &self.carrier {
            Carrier::Emulator(emulated) => lock(&emulated.shared.failure).clone(),
            Carrier::Kernel(kernel) => lock(&kernel.failure).clone(),
        }
    }

    /// Ends the path's thread; packets under way are gone. Returns when the packet log is on the disk.
    pub fn stop(&self) {
        if let Carrier::Emulator(emulated) = &self.carrier {
            emulated.stop();
        }
    }
}
