//! Full-size datagrams sent faster than the wire takes them: the rate at which they come out is the wire's. It does not
//! matter whether some of them find the queue full, only that it never runs empty.

use super::datagram::{payload_of, Datagram};
use super::figures::{kbit_per_s, Arrival, Cut};
use super::places::Rails;
use super::stamped::{ms_between, now_ns, receive};
use crate::priority;
use std::io;
use std::net::UdpSocket;
use std::thread;
use std::time::Duration;

/// So much faster than the wire.
const PACE: f64 = 1.25;
/// Sent at once, so that a pause of the sender does not let the queue run empty.
const HEAD_START_MS: f64 = 25.0;
const HEAD_START_PACKETS_MAX: f64 = 200.0;

const URGENT_STRETCH_MS: f64 = 5.0;
/// Longer than the kernel's timers let a busy bucket wait.
const URGENT_PAUSE_NS: i64 = 2_000_000;

/// A train has sockets of its own; the number only tells its datagrams from a stranger's.
const SERIES: u32 = 0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Train {
    pub packets: u32,
    pub ip_bytes: u32,
    /// The rate that the wire should have.
    pub kbit_per_s: f64,
    pub queue_bytes: u64,
    /// A wire that drains its queue in a millisecond or two, carried by the kernel's token bucket: the sender then
    /// goes before other work on the machine, where that is allowed.
    pub is_urgent: bool,
    /// How long nothing may come before the rest is taken for lost.
    pub patience_ms: f64,
}

/// The rate in kbit/s; NaN where too few datagrams came through. The senders take turns, so that their buffers together
/// keep the wire busy while the machine does other work.
pub fn train(rails: &Rails, train: Train) -> io::Result<f64> {
    thread::scope(|scope| {
        let sender = scope.spawn(|| send(&rails.senders, train));
        let arrivals = collect(&rails.receiver, train);
        match sender.join() {
            Ok(result) => result?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        Ok(kbit_per_s(&arrivals?, train.ip_bytes, cut(train)))
    })
}

fn send(senders: &[UdpSocket], train: Train) -> io::Result<()> {
    if train.is_urgent {
        priority::raise();
    }
    let mut payload = payload_of(train.ip_bytes);
    let packet_ms = packet_ms(train);
    let at_once = head_start(train, packet_ms);
    let start_ns = now_ns();
    for (number, sender) in (0..train.packets).zip(senders.iter().cycle()) {
        let at_ms = (f64::from(number) - at_once).max(0.0) * packet_ms / PACE;
        let early_ms = at_ms - ms_between(start_ns, now_ns());
        if early_ms > 0.0 {
            thread::sleep(Duration::from_secs_f64(early_ms / 1e3));
        }
        Datagram::of(SERIES, number).write(&mut payload);
        match sender.send(&payload) {
            Ok(_) => {}
            // The device's own queue is full: the datagram is lost, as is the next one if it comes too early.
            Err(error) if error.raw_os_error() == Some(libc::ENOBUFS) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The kernel's token bucket makes up for no pause, so that what it lets through between two of them tells its rate;
/// after a pause the emulator catches up, so that long stretches with all their pauses do.
fn cut(train: Train) -> Cut {
    let packet_ms = packet_ms(train);
    let (stretch, pause_ns) = if train.is_urgent {
        ((URGENT_STRETCH_MS / packet_ms) as usize, URGENT_PAUSE_NS)
    } else {
        (usize::MAX, i64::MAX)
    };
    Cut {
        stretch,
        pause_ns,
        packet_ns: (packet_ms * 1e6) as i64,
    }
}

fn packet_ms(train: Train) -> f64 {
    f64::from(train.ip_bytes) * 8.0 / train.kbit_per_s
}

/// At most half of what the queue holds.
fn head_start(train: Train, packet_ms: f64) -> f64 {
    let room = train.queue_bytes as f64 / f64::from(train.ip_bytes) / 2.0;
    (HEAD_START_MS / packet_ms)
        .min(HEAD_START_PACKETS_MAX)
        .min(room)
        .max(2.0)
}

fn collect(socket: &UdpSocket, train: Train) -> io::Result<Vec<Arrival>> {
    let mut buffer = vec![0; 65_536];
    let mut arrivals = Vec::with_capacity(train.packets as usize);
    let mut overflowed_before = None;
    let patience = Duration::from_secs_f64(train.patience_ms / 1e3);
    while let Some(received) = receive(socket, &mut buffer, patience)? {
        let number = match Datagram::read(&buffer[..received.bytes]) {
            Some(datagram) if datagram.series == SERIES => datagram.number,
            _ => continue,
        };
        let before = *overflowed_before.get_or_insert(received.overflowed);
        let overflowed = received.overflowed.wrapping_sub(before);
        arrivals.push(Arrival {
            count: arrivals.len() as u64 + 1 + u64::from(overflowed),
            at_ns: received.at_ns,
        });
        if number + 1 == train.packets {
            break;
        }
    }
    Ok(arrivals)
}

#[cfg(test)]
mod tests {
    use super::super::places::here::{Here, ENDS};
    use super::super::places::rails;
    use super::*;
    use crate::messages::Place;

    const TRAIN: Train = Train {
        packets: 100,
        ip_bytes: 1500,
        kbit_per_s: 100_000.0,
        queue_bytes: 1_500_000,
        is_urgent: false,
        patience_ms: 1_000.0,
    };

    #[test]
    fn over_a_wire_without_a_limit_the_sender_is_the_limit() {
        let rails = rails(&Here, ENDS, Place::Server, 2).unwrap();
        let rate = train(&rails, TRAIN).unwrap();
        // At most its pace, were it not for sleeping late and catching up.
        assert!(rate > 10_000.0, "{rate} kbit/s");
    }

    #[test]
    fn the_head_start_leaves_room_in_the_queue() {
        assert!((head_start(TRAIN, 0.12) - 200.0).abs() < 1e-9);
        assert!((head_start(TRAIN, 1.2) - 25.0 / 1.2).abs() < 1e-9);
        let narrow = Train {
            queue_bytes: 15_000,
            ..TRAIN
        };
        assert!((head_start(narrow, 0.12) - 5.0).abs() < 1e-9);
        assert!((head_start(TRAIN, 60.0) - 2.0).abs() < 1e-9);
    }
}
