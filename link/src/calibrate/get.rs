//! Known answers over fresh TCP connections: what no datagram shows, the handshake, slow start and whatever the kernel
//! makes of them. A time runs from connect() to the arrival of the last byte in the client's kernel, less the time that
//! the server's program needed between the request's arrival and its answer.

use super::places::{joined, listener, Ends, Places};
use super::stamped::{enable_stamps, is_readable_within, ms_between, now_ns, receive};
use crate::messages::{Get, GetOrder, Place};
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the server's thread looks whether it is to end.
const LOOK: Duration = Duration::from_millis(20);
/// The size of the answer, at the start of a request; a request is at least so long.
const SIZE_BYTES: usize = 8;

/// The orders in turns, so that a change of the machine's mood meets all of them; a pause before each.
pub fn gets(
    places: &impl Places,
    ends: Ends,
    pause: Duration,
    orders: Vec<GetOrder>,
) -> io::Result<Vec<Get>> {
    let listener = listener(places, ends)?;
    let address = listener.local_addr()?;
    let ended = Arc::new(AtomicBool::new(false));
    let (done, turnarounds_ns) = mpsc::channel();
    let is_over = Arc::clone(&ended);
    let server = thread::spawn(move || serve(&listener, &is_over, &done));
    let fetched = places.run(Place::Client, move || {
        fetch_all(address, pause, orders, &turnarounds_ns)
    });
    ended.store(true, Ordering::Relaxed);
    let served = joined(server);
    let gets = fetched?;
    served?;
    Ok(gets)
}

fn fetch_all(
    address: SocketAddr,
    pause: Duration,
    orders: Vec<GetOrder>,
    turnarounds_ns: &Receiver<i64>,
) -> io::Result<Vec<Get>> {
    let mut gets: Vec<Get> = orders
        .iter()
        .map(|order| Get {
            body_bytes: order.body_bytes,
            request_bytes: order.request_bytes,
            times_ms: Vec::new(),
        })
        .collect();
    for turn in 0..orders.iter().map(|order| order.times).max().unwrap_or(0) {
        for (order, get) in orders
            .iter()
            .zip(&mut gets)
            .filter(|(order, _)| turn < order.times)
        {
            thread::sleep(pause);
            let wall_ms = fetch_ms(address, order)?;
            let turnaround_ns = turnarounds_ns.recv_timeout(PATIENCE).map_err(|_| {
                io::Error::new(
                    io::ErrorKind::BrokenPipe,
                    "the calibration's server is gone",
                )
            })?;
            get.times_ms.push(wall_ms - turnaround_ns as f64 / 1e6);
        }
    }
    Ok(gets)
}

fn fetch_ms(address: SocketAddr, order: &GetOrder) -> io::Result<f64> {
    let mut request = vec![b' '; (order.request_bytes as usize).max(SIZE_BYTES)];
    request[..SIZE_BYTES].copy_from_slice(&order.body_bytes.to_le_bytes());
    let mut buffer = vec![0; 262_144];
    let start_ns = now_ns();
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(&request)?;
    enable_stamps(&stream)?;
    let mut missing = order.body_bytes;
    let mut last_ns = start_ns;
    while missing > 0 {
        let received = receive(&stream, &mut buffer, PATIENCE)?.ok_or_else(late)?;
        if received.bytes == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        missing = missing.saturating_sub(received.bytes as u64);
        last_ns = received.at_ns;
    }
    Ok(ms_between(start_ns, last_ns))
}

fn serve(listener: &TcpListener, ended: &AtomicBool, done: &Sender<i64>) -> io::Result<()> {
    let mut body = Vec::new();
    while !ended.load(Ordering::Relaxed) {
        if !is_readable_within(listener, LOOK)? {
            continue;
        }
        let (mut stream, _) = listener.accept()?;
        enable_stamps(&stream)?;
        let mut request = [0; 65_536];
        let received = receive(&stream, &mut request, PATIENCE)?.ok_or_else(late)?;
        let size: [u8; SIZE_BYTES] = match request[..received.bytes].get(..SIZE_BYTES) {
            Some(start) => start.try_into().expect("eight bytes"),
            None => return Err(io::ErrorKind::InvalidData.into()),
        };
        body.resize(u64::from_le_bytes(size) as usize, b'w');
        let answer_ns = now_ns();
        stream.write_all(&body)?;
        if done.send(answer_ns - received.at_ns).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

fn late() -> io::Error {
    io::ErrorKind::TimedOut.into()
}

#[cfg(test)]
mod tests {
    use super::super::places::here::{Here, ENDS};
    use super::*;

    #[test]
    fn on_loopback_every_answer_comes_whole_within_a_second() {
        let order = |body_bytes, times| GetOrder {
            body_bytes,
            request_bytes: 100,
            times,
        };
        let gets = gets(
            &Here,
            ENDS,
            Duration::ZERO,
            vec![order(4_000, 3), order(1_000_000, 2)],
        )
        .unwrap();
        assert_eq!(gets.len(), 2);
        assert_eq!(gets[0].times_ms.len(), 3);
        assert_eq!(gets[1].times_ms.len(), 2);
        let all = gets.iter().flat_map(|get| &get.times_ms);
        assert!(
            all.clone().all(|ms| (0.0..1_000.0).contains(ms)),
            "{gets:?}"
        );
    }

    #[test]
    fn nothing_asked_for_is_nothing_fetched() {
        assert!(gets(&Here, ENDS, Duration::ZERO, Vec::new())
            .unwrap()
            .is_empty());
    }
}
