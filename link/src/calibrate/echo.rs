//! Datagrams that come back at once. Four stamps make a round trip, as in NTP (RFC 5905): the time between the packet's
//! arrival in the server's kernel and its way back belongs to the server's program and is taken off, so that a machine
//! that wakes programs late does not look like a longer wire.

use super::datagram::{payload_of, Datagram};
use super::places::UdpPair;
use super::stamped::{ms_between, now_ns, receive};
use crate::priority;
use std::io;
use std::net::UdpSocket;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often the server's thread looks whether it is to end.
const LOOK: Duration = Duration::from_millis(20);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// At least so long after the one before.
    pub gap_ms: f64,
    pub ip_bytes: u32,
}

/// The round trip of each shot in ms; None for those that had not come back `patience_ms` after the last was sent.
pub fn echo(
    pair: &UdpPair,
    series: u32,
    shots: &[Shot],
    patience_ms: f64,
) -> io::Result<Vec<Option<f64>>> {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let server = scope.spawn(|| send_back(&pair.server, series, &ended));
        let rtts_ms = shoot(&pair.client, series, shots, patience_ms);
        ended.store(true, Ordering::Relaxed);
        match server.join() {
            Ok(result) => result?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        rtts_ms
    })
}

fn send_back(socket: &UdpSocket, series: u32, ended: &AtomicBool) -> io::Result<()> {
    let mut buffer = vec![0; 65_536];
    priority::raise();
    while !ended.load(Ordering::Relaxed) {
        let received = match receive(socket, &mut buffer, LOOK)? {
            Some(received) => received,
            None => continue,
        };
        let payload = &mut buffer[..received.bytes];
        match Datagram::read(payload) {
            Some(datagram) if datagram.series == series => {
                let stamped = Datagram {
                    reached_ns: received.at_ns,
                    returned_ns: now_ns(),
                    ..datagram
                };
                stamped.write(payload);
                socket.send(payload)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Sends each shot when its time has come and reads what comes back in between. A shot that is late puts off those
/// after it: two that leave together would meet on the wire.
fn shoot(
    socket: &UdpSocket,
    series: u32,
    shots: &[Shot],
    patience_ms: f64,
) -> io::Result<Vec<Option<f64>>> {
    let mut buffer = vec![0; 65_536];
    let mut sent_ns: Vec<i64> = Vec::with_capacity(shots.len());
    let mut rtts_ms = vec![None; shots.len()];
    let mut missing = shots.len();
    while missing > 0 {
        let since_last_ms = sent_ns
            .last()
            .map_or(f64::INFINITY, |&last_ns| ms_between(last_ns, now_ns()));
        let next = shots.get(sent_ns.len());
        let wait_ms = next.map_or(patience_ms, |shot| shot.gap_ms) - since_last_ms;
        if let Some(shot) = next.filter(|_| wait_ms <= 0.0) {
            let mut payload = payload_of(shot.ip_bytes);
            Datagram::of(series, sent_ns.len() as u32).write(&mut payload);
            sent_ns.push(now_ns());
            socket.send(&payload)?;
            continue;
        }
        if wait_ms <= 0.0 {
            break;
        }
        let wait = Duration::from_secs_f64(wait_ms / 1e3);
        if let Some(received) = receive(socket, &mut buffer, wait)? {
            if note(
                &buffer[..received.bytes],
                received.at_ns,
                series,
                &sent_ns,
                &mut rtts_ms,
            ) {
                missing -= 1;
            }
        }
    }
    Ok(rtts_ms)
}

/// True if it is one of ours that had not come back before.
fn note(
    payload: &[u8],
    at_ns: i64,
    series: u32,
    sent_ns: &[i64],
    rtts_ms: &mut [Option<f64>],
) -> bool {
    let datagram = match Datagram::read(payload) {
        Some(datagram) if datagram.series == series => datagram,
        _ => return false,
    };
    let number = datagram.number as usize;
    match (sent_ns.get(number), rtts_ms.get_mut(number)) {
        (Some(&sent_ns), Some(rtt_ms)) if rtt_ms.is_none() => {
            let server_ms = ms_between(datagram.reached_ns, datagram.returned_ns);
            *rtt_ms = Some(ms_between(sent_ns, at_ns) - server_ms);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::places::here::{Here, ENDS};
    use super::super::places::udp_pair;
    use super::*;

    #[test]
    fn on_loopback_every_shot_comes_back_within_milliseconds() {
        let pair = udp_pair(&Here, ENDS).unwrap();
        let shots: Vec<Shot> = (0..20)
            .map(|i: u32| Shot {
                gap_ms: 0.5,
                ip_bytes: if i % 2 == 0 { 64 } else { 1500 },
            })
            .collect();
        let rtts_ms = echo(&pair, 1, &shots, 2_000.0).unwrap();
        assert_eq!(rtts_ms.len(), 20);
        let shortest = rtts_ms
            .iter()
            .map(|rtt| rtt.unwrap())
            .fold(f64::MAX, f64::min);
        assert!((0.0..5.0).contains(&shortest), "{shortest} ms");
    }

    #[test]
    fn what_belongs_to_another_series_is_not_taken() {
        let mut payload = payload_of(64);
        Datagram::of(1, 0).write(&mut payload);
        let mut rtts_ms = [None];
        assert!(!note(&payload, 5_000_000, 2, &[0], &mut rtts_ms));
        assert!(note(&payload, 5_000_000, 1, &[0], &mut rtts_ms));
        assert_eq!(rtts_ms, [Some(5.0)]);
        assert!(!note(&payload, 6_000_000, 1, &[0], &mut rtts_ms), "a copy");
    }
}
