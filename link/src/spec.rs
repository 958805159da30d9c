//! Describes a path between the two namespaces. Each direction is described by itself, and delays
//! are one way. Sizes are IP bytes: header and payload of the packet, without anything of Ethernet.

use serde::{Deserialize, Serialize};

/// One direction of a path, as the lab writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DirectionSpec {
    pub kbit_per_s: f64,
    pub delay_ms: f64,
    /// Each packet's delay is drawn evenly from `delay ± jitter`; the order of packets is kept.
    pub jitter_ms: f64,
    /// Share of packets that vanish, each by a draw of its own.
    pub loss_share: f64,
    /// Bytes that may wait for the wire; a packet that does not fit is dropped.
    pub queue_bytes: u64,
}

/// Which machinery carries a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The emulator over a pair of TUN devices.
    Tun,
    /// The emulator over two veth pairs, read and written as packet sockets.
    Veth,
    /// A veth pair with the kernel's token bucket: for rates that the emulator cannot carry on few cores; no delay,
    /// no jitter, no loss.
    Tbf,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Engine::Tun => "tun",
            Engine::Veth => "veth",
            Engine::Tbf => "tbf",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PathSpec {
    /// The network's name: `3g`.
    pub name: String,
    /// If it is absent: the first of tun and veth that works here, or tbf if the emulator cannot
    /// carry the rate.
    pub engine: Option<Engine>,
    /// Server to client.
    pub down: DirectionSpec,
    /// Client to server.
    pub up: DirectionSpec,
    /// Seeds every draw of this path.
    pub seed: u64,
}
