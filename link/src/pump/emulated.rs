//! A path that the emulator carries: its thread, and what the thread shares with those that ask
//! about it.

use super::lock;
use super::path::Path;
use super::stop::Stop;
use crate::clock;
use crate::engine;
use crate::lateness::Lateness;
use crate::messages::CountersOfDirections;
use crate::packet_log::PacketLog;
use crate::port::Port;
use crate::priority;
use crate::spec::PathSpec;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

pub struct Emulated {
    pub shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

pub struct Shared {
    pub lateness: Lateness,
    pub stop: Stop,
    pub counters: Mutex<CountersOfDirections>,
    pub compensation_ns: AtomicU64,
    pub is_steady: AtomicBool,
    pub failure: Mutex<Option<String>>,
}

impl Emulated {
    /// `ports` are the client's and the server's.
    pub fn start(
        ports: [Box<dyn Port>; 2],
        spec: &PathSpec,
        log: Option<PacketLog>,
    ) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            lateness: Lateness::new(),
            stop: Stop::new()?,
            counters: Mutex::default(),
            compensation_ns: AtomicU64::new(0),
            is_steady: AtomicBool::new(false),
            failure: Mutex::new(None),
        });
        let path = Path::new(ports, spec, log, Arc::clone(&shared));
        let name = spec.name.clone();
        let raise = match engine::is_too_fast_for_emulator(spec) {
            true => priority::raise_gently,
            false => priority::raise,
        };
        let thread = thread::Builder::new()
            .name(format!("path {name}"))
            .spawn(move || {
                raise();
                carry(path, &name);
            })?;
        Ok(Emulated {
            shared,
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Returns when the thread has ended and its packet log is on the disk.
    pub fn stop(&self) {
        self.shared.stop.raise();
        if let Some(thread) = lock(&self.thread).take() {
            // A panic has printed itself already.
            let _ = thread.join();
        }
    }
}

fn carry(mut path: Path, name: &str) {
    clock::be_punctual();
    if let Err(error) = path.run() {
        path.shared.fail(format!("path {name}: {error}"));
    }
}

impl Shared {
    pub fn compensation_ns(&self) -> u64 {
        self.compensation_ns.load(Ordering::Relaxed)
    }

    pub fn is_steady(&self) -> bool {
        self.is_steady.load(Ordering::Relaxed)
    }

    fn fail(&self, why: String) {
        eprintln!("wirefare-link: {why}");
        *lock(&self.failure) = Some(why);
    }
}
