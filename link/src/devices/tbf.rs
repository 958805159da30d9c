//! A veth pair straight from client to server, each end with the kernel's token bucket. For rates that the emulator
//! cannot carry beside a browser and a server on few cores.
//!
//! The bucket's burst is 16 kB: with one packet's worth the bucket is empty whenever its timer is late, and 1 Gbit/s
//! becomes 310 Mbit/s. So the first 16 kB after a pause go at once, which at 1 Gbit/s is 0.13 ms.

use super::offloads;
use super::veth::{link_layer_address, text_of};
use super::{PathNumber, MTU};
use crate::iproute;
use crate::messages::{Counters, CountersOfDirections, Place};
use crate::namespaces::Namespaces;
use crate::pump::PathHandle;
use crate::spec::{DirectionSpec, PathSpec};
use serde::Deserialize;
use std::fs;
use std::io;

const BURST_BYTES: u32 = 16 * 1024;
const ETHERNET_BYTES: u64 = 14;

/// TCP hands several segments down as one also where segmentation offload is off, and the device cuts them behind the
/// bucket. Eight fit into the burst with room for a timer that is late; more would be cut by the bucket, fewer cost TCP
/// its speed: measured beside other work on two cores, 0.95 Gbit/s with 8 and 0.35 with 1.
const SEGMENTS: &str = "gso_max_segs 8";

/// Makes the pair, down and without addresses.
pub fn make(
    namespaces: &Namespaces,
    number: PathNumber,
    spec: &PathSpec,
) -> io::Result<PathHandle> {
    let device = number.device();
    let address = text_of(link_layer_address(number, 0));
    make_pair(namespaces, &device, &address)?;
    for (place, way) in [(Place::Client, &spec.up), (Place::Server, &spec.down)] {
        let shaped = device.clone();
        namespaces.run(place, move || offloads::switch_off(&shaped))?;
        iproute::ip(
            namespaces,
            place,
            &format!("link set {device} {SEGMENTS}\n"),
        )?;
        iproute::tc(namespaces, place, &bucket_line(&device, way))?;
    }
    let namespaces = namespaces.clone();
    PathHandle::of_kernel(Box::new(move || count(&namespaces, &device)))
}

/// The server's end goes to the namespace of a thread that is there meanwhile: a plain user's `ip` may name a thread,
/// but may not open what this program holds open.
fn make_pair(namespaces: &Namespaces, device: &str, address: &str) -> io::Result<()> {
    let end = format!("{device} address {address}");
    let from_client = namespaces.clone();
    namespaces.run(Place::Server, move || {
        // SAFETY: takes nothing and cannot fail.
        let thread = unsafe { libc::syscall(libc::SYS_gettid) };
        let pair = format!("link add {end} type veth peer name {end} netns {thread}\n");
        iproute::ip(&from_client, Place::Client, &pair)
    })
}

/// The bucket counts Ethernet's header too: its rate and its queue are larger by as much as a full-size packet is, so
/// that full-size packets have the path's rate in IP bytes. (`stab overhead -14` would be exact for every size, but not
/// for segments that come as one, whose headers it forgets.)
fn bucket_line(device: &str, way: &DirectionSpec) -> String {
    let ethernet_share = 1.0 + ETHERNET_BYTES as f64 / f64::from(MTU);
    let bits_per_s = (way.kbit_per_s * 1e3 * ethernet_share).round();
    let queue_bytes = (way.queue_bytes as f64 * ethernet_share).round();
    format!(
        "qdisc add dev {device} root tbf rate {bits_per_s}bit burst {BURST_BYTES} limit {queue_bytes}\n"
    )
}

fn count(namespaces: &Namespaces, device: &str) -> io::Result<CountersOfDirections> {
    Ok(CountersOfDirections {
        down: count_of(namespaces, device, Place::Server, Place::Client)?,
        up: count_of(namespaces, device, Place::Client, Place::Server)?,
    })
}

/// The sender's bucket says what went in, and the receiver's device says what came out.
fn count_of(namespaces: &Namespaces, device: &str, from: Place, to: Place) -> io::Result<Counters> {
    let text = iproute::tc_answer(
        namespaces,
        from,
        &["-s", "-j", "qdisc", "show", "dev", device],
    )?;
    let device = device.to_string();
    let (packets_out, ethernet_bytes) = namespaces.run(to, move || received(&device))?;
    let bucket = bucket_of(&text)?;
    Ok(Counters {
        packets_in: bucket.packets + bucket.drops + bucket.qlen,
        bytes_in: bucket.bytes + bucket.backlog - ETHERNET_BYTES * (bucket.packets + bucket.qlen),
        packets_out,
        bytes_out: ethernet_bytes - ETHERNET_BYTES * packets_out,
        packets_lost: 0,
        packets_dropped: bucket.drops,
        packets_queued: bucket.qlen,
    })
}

/// What `tc -s -j qdisc` prints: packets and bytes are those that have left the queue.
#[derive(Debug, Deserialize, PartialEq)]
struct Bucket {
    packets: u64,
    bytes: u64,
    drops: u64,
    qlen: u64,
    backlog: u64,
}

fn bucket_of(json: &str) -> io::Result<Bucket> {
    let qdiscs: Vec<serde_json::Value> = serde_json::from_str(json)?;
    let root = qdiscs.into_iter().find(|qdisc| qdisc["kind"] == "tbf");
    Ok(serde_json::from_value(root.unwrap_or_default())?)
}

/// Packets and bytes (Ethernet's) that a device of the calling thread's namespace received.
fn received(device: &str) -> io::Result<(u64, u64)> {
    let text = fs::read_to_string("/proc/thread-self/net/dev")?;
    received_of(&text, device).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::NotFound,
            format!("{device} is not in /proc/net/dev"),
        )
    })
}

fn received_of(net_dev: &str, device: &str) -> Option<(u64, u64)> {
    let figures = net_dev
        .lines()
        .find_map(|line| line.trim_start().strip_prefix(device)?.strip_prefix(':'))?;
    let mut figures = figures.split_whitespace().map(|figure| figure.parse().ok());
    let bytes = figures.next()??;
    Some((figures.next()??, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bucket_has_the_directions_rate_and_queue_for_full_size_packets_with_ethernet() {
        let way = DirectionSpec {
            kbit_per_s: 1e6,
            delay_ms: 0.1,
            jitter_ms: 0.0,
            loss_share: 0.0,
            queue_bytes: 150_000,
        };
        let expected = "qdisc add dev wf1 root tbf rate 1009333333bit burst 16384 limit 151400\n";
        assert_eq!(bucket_line("wf1", &way), expected);
    }

    #[test]
    fn the_buckets_figures_are_found_in_what_tc_says() {
        let json = r#"[{"kind":"tbf","handle":"1:","root":true,"refcnt":3,"options":{"rate":125000000,"burst":16375,
            "lat":917},"bytes":252,"packets":4,"drops":1,"overlimits":0,"requeues":0,"backlog":3000,"qlen":2}]"#;
        let expected = Bucket {
            packets: 4,
            bytes: 252,
            drops: 1,
            qlen: 2,
            backlog: 3000,
        };
        assert_eq!(bucket_of(json).unwrap(), expected);
        assert!(bucket_of("[]").is_err());
    }

    #[test]
    fn a_devices_figures_are_found_among_others_of_similar_name() {
        let text = "Inter-|   Receive                           |  Transmit\n \
                    face |bytes    packets errs drop fifo frame|bytes\n  \
                    wf12:     700       9    0    0    0     0   0\n   \
                    wf1:     308       4    0    0    0     0   0\n";
        assert_eq!(received_of(text, "wf1"), Some((4, 308)));
        assert_eq!(received_of(text, "wf2"), None);
    }
}
