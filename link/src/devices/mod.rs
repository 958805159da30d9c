//! The devices of a path: one named `wfN` in each namespace, made here down and without addresses. What carries packets
//! between them differs by engine.
//!
//! ```text
//! tun    client wfN ── Port ── pump ── Port ── wfN server
//! veth   client wfN ═ wfNx ── Port ── pump ── Port ── wfNx ═ wfN server
//! tbf    client wfN ════════ token buckets ════════ wfN server
//! ```
//!
//! Addresses, MTU, routes and the way up come afterwards and are the same for all (tcp.rs); so does `arp off`, with
//! which the kernel sends every packet to the sending device's own link-layer address.

mod offloads;
mod packet_ring;
mod tbf;
pub mod tun;
mod veth;

use crate::engine;
use crate::iproute;
use crate::messages::Place;
use crate::namespaces::Namespaces;
use crate::port::Port;
use crate::priority;
use crate::pump::PathHandle;
use crate::spec::{Engine, PathSpec};
use std::io;
use std::net::Ipv4Addr;
use tun::Tun;
use veth::Veth;

/// The MTU of Ethernet.
pub const MTU: u32 = 1500;

/// Addresses and device names of the path with that number (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathNumber(pub u8);

impl PathNumber {
    pub fn client(self) -> Ipv4Addr {
        Ipv4Addr::new(10, 201, self.0, 1)
    }

    pub fn server(self) -> Ipv4Addr {
        Ipv4Addr::new(10, 201, self.0, 2)
    }

    /// The server again, as another origin.
    pub fn cold(self) -> Ipv4Addr {
        Ipv4Addr::new(10, 201, self.0, 3)
    }

    pub fn network(self) -> Ipv4Addr {
        Ipv4Addr::new(10, 201, self.0, 0)
    }

    /// The addresses of that place's device; it sends from the first one. The host has none.
    pub fn addresses(self, place: Place) -> Vec<Ipv4Addr> {
        match place {
            Place::Host => vec![],
            Place::Client => vec![self.client()],
            Place::Server => vec![self.server(), self.cold()],
        }
    }

    /// The device's name, the same in both namespaces.
    pub fn device(self) -> String {
        format!("wf{}", self.0)
    }

    /// The end of a veth pair that the emulator holds, in the same namespace as the device.
    pub fn inner_device(self) -> String {
        format!("wf{}x", self.0)
    }
}

/// What will carry the packets between a path's devices.
pub enum Carrier {
    /// The emulator, between these two.
    Emulator {
        client: Box<dyn Port>,
        server: Box<dyn Port>,
    },
    /// The kernel alone, already at it.
    Kernel(PathHandle),
}

/// The emulator's engine on this machine: the first that works. What did not goes to `tried`; with none that works it is
/// the last, whose own refusal will say why.
pub fn emulator(namespaces: &Namespaces, tried: &mut Vec<String>) -> Engine {
    let [first, last] = engine::emulators(priority::is_real_time_allowed());
    match try_out(namespaces, first) {
        Ok(()) => first,
        Err(error) => {
            tried.push(format!("{}: {error}", first.name()));
            last
        }
    }
}

/// Leaves nothing.
fn try_out(namespaces: &Namespaces, engine: Engine) -> io::Result<()> {
    let (number, place) = (PathNumber(0), Place::Client);
    if engine == Engine::Tun {
        let opened = namespaces.run(place, move || Tun::open(&number.device()));
        return opened.map(drop);
    }
    let made = Veth::make(namespaces, place, number).map(drop);
    let removed = iproute::ip(
        namespaces,
        place,
        &format!("link del {}\n", number.device()),
    );
    made.and(removed)
}

pub fn create(
    namespaces: &Namespaces,
    number: PathNumber,
    engine: Engine,
    spec: &PathSpec,
) -> io::Result<Carrier> {
    match engine {
        Engine::Tun => Ok(Carrier::Emulator {
            client: tun_port(namespaces, number, Place::Client)?,
            server: tun_port(namespaces, number, Place::Server)?,
        }),
        Engine::Veth => Ok(Carrier::Emulator {
            client: Box::new(Veth::make(namespaces, Place::Client, number)?),
            server: Box::new(Veth::make(namespaces, Place::Server, number)?),
        }),
        Engine::Tbf => Ok(Carrier::Kernel(tbf::make(namespaces, number, spec)?)),
    }
}

fn tun_port(
    namespaces: &Namespaces,
    number: PathNumber,
    place: Place,
) -> io::Result<Box<dyn Port>> {
    let name = number.device();
    let tun = namespaces.run(place, move || Tun::open(&name))?;
    Ok(Box::new(tun))
}

/// What would let an engine make the devices that it could not make.
pub fn remedy(engine: Engine) -> &'static str {
    match engine {
        Engine::Tun => {
            "as root: modprobe tun; chmod 666 /dev/net/tun; in a container: --device /dev/net/tun; \
             or take the engine veth, which needs neither"
        }
        Engine::Veth => "as root: modprobe veth af_packet",
        Engine::Tbf => "as root: modprobe veth sch_tbf, and apt-get install iproute2 for tc",
    }
}
