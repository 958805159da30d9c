//! What the lab and this program say to each other: one JSON object a line. docs/reference/link.md
//! says the same in prose. The lab writes a `Setup`, then requests; this program writes `Ready` or
//! `Refused`, then one answer a request.

use crate::spec::{Engine, PathSpec};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setup {
    pub version: u32,
    pub paths: Vec<PathSpec>,
    /// `cubic`; set on every route of both namespaces.
    pub congestion_control: String,
    /// Segments; 10 is RFC 6928.
    pub initial_window: u32,
    /// A folder that gets one packet log a path; absent: none is written.
    pub packet_log: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ready {
    pub ready: bool,
    pub version: String,
    pub pid: u32,
    /// True where a user namespace was made, false where root's own rights served.
    pub rootless: bool,
    pub namespaces: NamespacePaths,
    pub paths: Vec<ReadyPath>,
    pub tcp: TcpOfSides,
    /// Everything that was tried and did not work, in order.
    pub tried: Vec<String>,
}

/// For `wirefare-link enter`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NamespacePaths {
    /// `/proc/123/ns/user`; null without a user namespace.
    pub user: Option<String>,
    pub client: String,
    pub server: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReadyPath {
    pub name: String,
    pub engine: Engine,
    /// Why this engine: `the first that works here`, `1 Gbit/s is more than the emulator carries on 2 cores`.
    pub why: String,
    pub client_address: String,
    pub server_address: String,
    /// A second address of the server on the same path: another origin to a browser, so that cold connections and
    /// warm ones do not share a pool.
    pub cold_address: String,
    pub mtu: u32,
}

/// Settings as read back from the namespaces, never as requested.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TcpOfSides {
    pub client: TcpFacts,
    pub server: TcpFacts,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TcpFacts {
    /// The congestion control of a socket that was opened over each path.
    pub congestion_control: String,
    pub initial_window: u32,
    pub no_metrics_save: bool,
    pub slow_start_after_idle: bool,
}

/// Nothing could be set up. Exit code 4 follows (2 if the setup itself is wrong).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Refused {
    pub ready: bool,
    pub what: String,
    pub tried: Vec<String>,
    pub remedy: String,
}

/// Fields beyond these are passed over: serde cannot deny them beside a flattened order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    pub id: u64,
    #[serde(flatten)]
    pub order: Order,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Order {
    /// Measures the path: see `Calibration`.
    Calibrate {
        path: String,
    },
    /// Measures as much of each figure as the order names, with the present compensation, for the
    /// bench. The answer is a `Calibration` too.
    Measure {
        path: String,
        #[serde(flatten)]
        order: MeasureOrder,
    },
    /// What the path's packets suffered between two instants (milliseconds since 1970).
    Audit {
        path: String,
        from_ms: f64,
        to_ms: f64,
    },
    Counters {
        path: String,
    },
    /// Listens on the loopback of `from` and passes every connection on to `to`'s loopback, port `port`.
    Relay {
        from: Place,
        to: Place,
        port: u16,
    },
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MeasureOrder {
    pub echoes: u32,
    /// Time that each direction's train keeps its wire busy; 0 is none.
    pub train_ms: f64,
    pub gets: Vec<GetOrder>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetOrder {
    pub body_bytes: u64,
    /// At least 8.
    pub request_bytes: u64,
    pub times: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    Host,
    Client,
    Server,
}

/// One path, measured from inside the namespaces. Only figures: whether they are good enough is for the lab to say.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibration {
    pub path: String,
    /// Taken off the delays of both directions together, because the devices themselves take that long.
    pub compensation_ms: f64,
    pub echo: Echo,
    /// Median round trip of full-size datagrams less that of 64-byte ones (IP sizes in `fullBytes`, `smallBytes`).
    pub slope: Slope,
    pub train: Train,
    pub gets: Vec<Get>,
    pub counters: CountersOfDirections,
    pub took_ms: f64,
}

/// Small datagrams that are sent back at once. Kernel to kernel: the time that the server's program took is taken off.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Echo {
    pub sent: u32,
    pub received: u32,
    pub ip_bytes: u32,
    pub rtt_ms_min: f64,
    pub rtt_ms_median: f64,
    pub rtt_ms_p99: f64,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slope {
    pub small_bytes: u32,
    pub full_bytes: u32,
    pub difference_ms: f64,
}

/// Full-size datagrams sent faster than the wire takes them; the rate at which they came out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Train {
    pub packets: u32,
    pub down_kbit_per_s: f64,
    pub up_kbit_per_s: f64,
}

/// A known answer over a fresh TCP connection, from connect() to its last byte's arrival, less what the server's program
/// took between the request's arrival and its answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Get {
    pub body_bytes: u64,
    pub request_bytes: u64,
    pub times_ms: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// Packets and IP bytes taken from the sender's device.
    pub packets_in: u64,
    pub bytes_in: u64,
    pub packets_out: u64,
    pub bytes_out: u64,
    /// By the draw of `lossShare`.
    pub packets_lost: u64,
    /// For want of room in the queue.
    pub packets_dropped: u64,
    /// Under way at this moment.
    pub packets_queued: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CountersOfDirections {
    pub down: Counters,
    pub up: Counters,
}

/// Lateness: how long after the instant that the model names a packet was really handed on.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Audit {
    pub packets: u64,
    pub packets_lost: u64,
    pub packets_dropped: u64,
    pub lateness_ms_mean: f64,
    pub lateness_ms_median: f64,
    pub lateness_ms_p99: f64,
    pub lateness_ms_max: f64,
    /// Longest oversleep of the heartbeat in this time: the whole machine stood still.
    pub stall_ms_max: f64,
    /// Whether the requested time is no longer, or not wholly, in memory.
    pub incomplete: bool,
}
