//! The devices of a path: one named `wfN` in each namespace, made here down and without addresses. What carries packets
//! between them differs by engine.
//!
//! ```text
//! tun    client wfN ── Port ── pump ── Port ── wfN server
//! veth   client wfN ═ wfNx ── Port ── pump ── Port ── wfNx ═ wfN server
//! tbf    client wfN ════════ token buckets ════════ wfN server
//! ```

pub mod tun;

use std::net::Ipv4Addr;

/// As on Ethernet.
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

    /// The same in both namespaces.
    pub fn device(self) -> String {
        format!("wf{}", self.0)
    }

    /// The end of a veth pair that the emulator holds, in the same namespace as the device.
    pub fn inner_device(self) -> String {
        format!("wf{}x", self.0)
    }
}
