//! One modelled network that is running: the model, the bytes, and a thread that tells the model
//! what time it is. That thread may be late without harm, since times of arrival are known in
//! advance; only the thread that hands bytes to a program must be punctual (outlet.rs).

use super::network::{ConnectionId, End, Network};
use super::outlet::Outlet;
use super::punctual;
use super::way::Nanos;
use crate::spec::PathSpec;
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

pub struct Path {
    origin: Instant,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    network: Network,
    outlets: HashMap<(ConnectionId, End), Arc<Outlet>>,
    /// When the thread means to look again.
    asleep_until: Nanos,
}

/// A connection's bytes to each of its ends.
pub struct Outlets {
    pub to_client: Arc<Outlet>,
    pub to_server: Arc<Outlet>,
}

impl Path {
    pub fn start(spec: &PathSpec, initial_window: u32) -> io::Result<Arc<Path>> {
        let path = Arc::new(Path {
            origin: Instant::now(),
            state: Mutex::new(State {
                network: Network::new(spec, initial_window),
                outlets: HashMap::new(),
                asleep_until: Nanos::MAX,
            }),
            changed: Condvar::new(),
        });
        let clockwork = Arc::clone(&path);
        thread::Builder::new().spawn(move || clockwork.keep_time())?;
        Ok(path)
    }

    /// The origin of the times that outlets get.
    pub fn origin(&self) -> Instant {
        self.origin
    }

    /// A client has connected.
    pub fn open(&self) -> (ConnectionId, Outlets) {
        let mut state = self.state.lock().unwrap();
        let id = state.network.open(self.now());
        let [to_client, to_server] = [End::Client, End::Server].map(|end| {
            let outlet = Arc::new(Outlet::default());
            state.outlets.insert((id, end), Arc::clone(&outlet));
            outlet
        });
        self.settle(&mut state);
        let outlets = Outlets {
            to_client,
            to_server,
        };
        (id, outlets)
    }

    /// The program at `from` wrote `bytes`; they are in the outlet to the other end already.
    pub fn give(&self, id: ConnectionId, from: End, bytes: u64) {
        self.tell(|network, now| network.give(id, from, bytes, now));
    }

    pub fn finish(&self, id: ConnectionId, from: End) {
        self.tell(|network, now| network.finish(id, from, now));
    }

    /// The program at `to` got `bytes`.
    pub fn take(&self, id: ConnectionId, to: End, bytes: u64) {
        self.tell(|network, now| network.take(id, to, bytes, now));
    }

    pub fn forget(&self, id: ConnectionId) {
        let mut state = self.state.lock().unwrap();
        state.network.forget(id);
        state.outlets.remove(&(id, End::Client));
        state.outlets.remove(&(id, End::Server));
    }

    fn tell(&self, what: impl FnOnce(&mut Network, Nanos)) {
        let mut state = self.state.lock().unwrap();
        what(&mut state.network, self.now());
        self.settle(&mut state);
    }

    /// Passes on what became known, and wakes the thread where something is due before it means to look.
    fn settle(&self, state: &mut MutexGuard<State>) {
        for arrival in state.network.take_arrivals() {
            if let Some(outlet) = state.outlets.get(&(arrival.connection, arrival.to)) {
                outlet.schedule(arrival.at, arrival.bytes, arrival.last);
            }
        }
        if state
            .network
            .next_at()
            .map_or(false, |at| at < state.asleep_until)
        {
            self.changed.notify_one();
        }
    }

    fn keep_time(&self) {
        let mut state = self.state.lock().unwrap();
        loop {
            let now = self.now();
            state.network.advance(now);
            self.settle(&mut state);
            state = match state.network.next_at() {
                None => {
                    state.asleep_until = Nanos::MAX;
                    self.changed.wait(state).unwrap()
                }
                Some(at) => {
                    state.asleep_until = at;
                    let pause = Duration::from_nanos(at.saturating_sub(now));
                    self.changed.wait_timeout(state, pause).unwrap().0
                }
            };
            state.asleep_until = 0;
        }
    }

    fn now(&self) -> Nanos {
        punctual::now(self.origin)
    }
}
