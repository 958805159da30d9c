//! Whole paths between devices that are pairs of Unix sockets: real threads and real time, asserted by ranges.

use super::*;
use crate::clock;
use crate::port::Port;
use crate::spec::{DirectionSpec, PathSpec};
use std::io;
use std::os::unix::io::{AsRawFd, RawFd};
use std::os::unix::net::UnixDatagram;
use std::time::Duration;

const MS: u64 = 1_000_000;

/// The emulator's end of a pair.
struct Device(UnixDatagram);

impl Port for Device {
    fn fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        match self.0.recv(buffer) {
            Ok(length) => Ok(Some(length)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn send(&mut self, packet: &[u8]) -> io::Result<bool> {
        match self.0.send(packet) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
            result => result.map(|_| true),
        }
    }
}

fn device() -> (UnixDatagram, Box<dyn Port>) {
    let (outer, inner) = UnixDatagram::pair().unwrap();
    outer
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    inner.set_nonblocking(true).unwrap();
    (outer, Box::new(Device(inner)))
}

/// 1 Mbit/s, so that 1250 bytes last 10 ms; 20 ms down, 5 ms up.
fn start() -> (UnixDatagram, UnixDatagram, PathHandle) {
    let way = |delay_ms, queue_bytes| DirectionSpec {
        kbit_per_s: 1_000.0,
        delay_ms,
        jitter_ms: 0.0,
        loss_share: 0.0,
        queue_bytes,
    };
    let spec = PathSpec {
        name: "test".into(),
        engine: None,
        down: way(20.0, 100_000),
        up: way(5.0, 2_500),
        seed: 1,
    };
    let (client, inner_client) = device();
    let (server, inner_server) = device();
    let path = start_path(inner_client, inner_server, &spec, None).unwrap();
    (client, server, path)
}

fn took_ns(from: &UnixDatagram, to: &UnixDatagram, bytes: usize) -> u64 {
    let sent_ns = clock::now_ns();
    from.send(&vec![7; bytes]).unwrap();
    let mut buffer = [0; 2048];
    assert_eq!(to.recv(&mut buffer).unwrap(), bytes);
    clock::now_ns() - sent_ns
}

/// The smallest of some, which a busy machine delays least.
fn fastest_ns(from: &UnixDatagram, to: &UnixDatagram, bytes: usize) -> u64 {
    let took = (0..5).map(|_| took_ns(from, to, bytes));
    took.min().unwrap()
}

#[test]
fn a_packet_takes_its_time_on_the_wire_and_the_delay_of_its_direction() {
    let (client, server, path) = start();
    let (down_ns, up_ns) = (
        fastest_ns(&server, &client, 1250),
        fastest_ns(&client, &server, 125),
    );
    assert!((30 * MS..35 * MS).contains(&down_ns), "{down_ns} ns down");
    assert!((6 * MS..11 * MS).contains(&up_ns), "{up_ns} ns up");
    path.stop();
}

#[test]
fn a_compensation_comes_off_both_directions_half_each() {
    let (client, server, path) = start();
    path.set_compensation_ms(8.0);
    assert_eq!(path.compensation_ms(), 8.0);
    let (down_ns, up_ns) = (
        fastest_ns(&server, &client, 125),
        fastest_ns(&client, &server, 125),
    );
    assert!((17 * MS..21 * MS).contains(&down_ns), "{down_ns} ns down");
    assert!((2 * MS..6 * MS).contains(&up_ns), "{up_ns} ns up");
    path.stop();
}

#[test]
fn counters_and_audit_tell_what_became_of_every_packet() {
    let (client, server, path) = start();
    let from_ms = clock::unix_ms();
    // One on the wire, two in the queue of 2500 bytes, two too many.
    for _ in 0..5 {
        client.send(&[7; 1250]).unwrap();
    }
    let mut buffer = [0; 2048];
    for _ in 0..3 {
        server.recv(&mut buffer).unwrap();
    }
    path.stop();
    let to_ms = clock::unix_ms();
    let up = path.counters().up;
    assert_eq!((up.packets_in, up.bytes_in), (5, 6250));
    assert_eq!((up.packets_out, up.bytes_out), (3, 3750));
    assert_eq!((up.packets_dropped, up.packets_queued), (2, 0));
    let audit = path.audit(from_ms, to_ms);
    assert_eq!((audit.packets, audit.packets_dropped), (3, 2));
    assert!(audit.lateness_ms_median > 0.0 && audit.lateness_ms_median < 20.0);
    let before = path.audit(from_ms - 1_000.0, from_ms - 0.001);
    assert_eq!((before.packets, before.packets_dropped), (0, 0));
    assert!(path.audit(from_ms, clock::unix_ms() + 60_000.0).incomplete);
}

#[test]
fn a_device_that_fails_ends_the_path_and_is_named_as_the_reason() {
    let (client, server, path) = start();
    assert_eq!(path.failure(), None);
    drop(server);
    // The packet cannot be handed on: nobody is there.
    client.send(&[7; 100]).unwrap();
    // The thread has ended once the emulator's end of the client's device is closed with it.
    let mut buffer = [0; 16];
    while client.send(&[7; 100]).is_ok() {
        let _ = client.set_read_timeout(Some(Duration::from_millis(5)));
        let _ = client.recv(&mut buffer);
    }
    path.stop();
    let failure = path.failure().unwrap();
    assert!(failure.starts_with("path test: "), "{failure}");
}
