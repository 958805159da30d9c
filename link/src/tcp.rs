//! Sets up what both namespaces need before a packet moves: loopback up, no IPv6 on the devices,
//! addresses, and routes that carry congestion control and initial window. Routes carry them
//! because a namespace may only be given an algorithm that the host's
//! `tcp_allowed_congestion_control` names, a route any that the kernel has.

use crate::devices::{PathNumber, MTU};
use crate::iproute;
use crate::messages::Place;
use crate::namespaces::Namespaces;
use crate::refusal::Refusal;
use std::fmt::Write;
use std::fs;
use std::io;

/// Packets that a device may hold for the emulator: more than any burst of TCP's, so that only the emulator drops.
const DEVICE_QUEUE_PACKETS: u32 = 10_000;

pub const NO_METRICS_SAVE: &str = "/proc/sys/net/ipv4/tcp_no_metrics_save";
/// A path rests while the others of a run are measured. With this on, the first exchange after such a rest would find
/// the initial window again and take round trips more than the next ones, whatever it sends.
pub const SLOW_START_AFTER_IDLE: &str = "/proc/sys/net/ipv4/tcp_slow_start_after_idle";
/// For devices made from then on: no router solicitations, no multicast listener reports.
const NO_IPV6: &str = "/proc/sys/net/ipv6/conf/default/disable_ipv6";
const AVAILABLE: &str = "/proc/sys/net/ipv4/tcp_available_congestion_control";

/// Before the devices are made.
pub fn prepare(namespaces: &Namespaces) -> Result<(), Refusal> {
    for place in [Place::Client, Place::Server] {
        namespaces
            .run(place, write_settings)
            .map_err(|error| Refusal::environment(error.to_string(), SETTINGS_REMEDY))?;
        iproute::ip(namespaces, place, "link set lo up\n")
            .map_err(|error| Refusal::environment(error.to_string(), iproute::REMEDY))?;
    }
    Ok(())
}

const SETTINGS_REMEDY: &str =
    "let /proc/sys be written to inside namespaces: in a container, docker run --privileged";

/// Changes settings of the calling thread's namespace; the host's stay as they are.
fn write_settings() -> io::Result<()> {
    write_setting(NO_METRICS_SAVE, "1")?;
    write_setting(SLOW_START_AFTER_IDLE, "0")?;
    match write_setting(NO_IPV6, "1") {
        // A kernel without IPv6 sends none.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

fn write_setting(file: &str, value: &str) -> io::Result<()> {
    fs::write(file, value)
        .map_err(|error| io::Error::new(error.kind(), format!("write {value} to {file}: {error}")))
}

/// To be called once the devices exist. Routes come last, by themselves, so that a refused
/// algorithm can be told from every other failure.
pub fn configure(
    namespaces: &Namespaces,
    paths: &[PathNumber],
    congestion_control: &str,
    initial_window: u32,
) -> Result<(), Refusal> {
    for place in [Place::Client, Place::Server] {
        let devices: String = paths
            .iter()
            .map(|path| device_lines(*path, place))
            .collect();
        iproute::ip(namespaces, place, &devices)
            .map_err(|error| Refusal::environment(error.to_string(), iproute::REMEDY))?;
        let metrics = format!("congctl {congestion_control} initcwnd {initial_window}");
        let routes: String = paths
            .iter()
            .map(|path| route_line(*path, place, &metrics))
            .collect();
        iproute::ip(namespaces, place, &routes)
            .map_err(|error| no_congestion_control(congestion_control, &error))?;
    }
    Ok(())
}

fn device_lines(path: PathNumber, place: Place) -> String {
    let device = path.device();
    let mut lines = format!(
        "link set {device} mtu {MTU} txqueuelen {DEVICE_QUEUE_PACKETS} arp off\nlink set {device} up\n"
    );
    for address in path.addresses(place) {
        // A host's address brings no route of its own.
        let _ = writeln!(lines, "address add {address}/32 dev {device}");
    }
    lines
}

fn route_line(path: PathNumber, place: Place, metrics: &str) -> String {
    let device = path.device();
    let source = path.addresses(place)[0];
    let network = path.network();
    format!("route add {network}/24 dev {device} scope link src {source} {metrics}\n")
}

fn no_congestion_control(name: &str, error: &io::Error) -> Refusal {
    let available = fs::read_to_string(AVAILABLE).unwrap_or_default();
    Refusal::environment(
        format!(
            "a route with the congestion control {name} is refused: {error} (tcp_available_congestion_control: {})",
            available.trim()
        ),
        &format!("as root: modprobe tcp_{name}, or ask for one that is available"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_has_two_addresses_on_a_path_and_its_route_leaves_from_the_first() {
        let path = PathNumber(7);
        let lines = device_lines(path, Place::Server);
        assert!(
            lines.contains("address add 10.201.7.2/32 dev wf7\n"),
            "{lines}"
        );
        assert!(
            lines.contains("address add 10.201.7.3/32 dev wf7\n"),
            "{lines}"
        );
        assert_eq!(
            route_line(path, Place::Server, "congctl cubic initcwnd 10"),
            "route add 10.201.7.0/24 dev wf7 scope link src 10.201.7.2 congctl cubic initcwnd 10\n"
        );
    }
}
