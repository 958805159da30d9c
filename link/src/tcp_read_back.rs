//! Finds what TCP really does on each path, from the two ends of a connection that was opened over
//! it. A setting that was written is not yet one that is in force: a failed write leaves the old
//! algorithm in place without a word.

use crate::devices::PathNumber;
use crate::messages::{Place, Setup, TcpFacts, TcpOfSides};
use crate::namespaces::Namespaces;
use crate::refusal::Refusal;
use crate::running_path::RunningPath;
use crate::tcp::{NO_METRICS_SAVE, SLOW_START_AFTER_IDLE};
use std::fs;
use std::io;
use std::mem;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::io::{AsRawFd, RawFd};
use std::thread;
use std::time::Duration;

/// On a path with loss the kernel sends a lost SYN again after 1, 3, 7, 15 seconds.
const CONNECT_MS_MAX: u64 = 30_000;

/// A handshake that lost a packet starts with a smaller window, so another is made.
const HANDSHAKES_MAX: u32 = 20;

/// Reads all paths at once, because a path's handshake takes its round trip. Refuses if a setting
/// in force is not the requested one.
pub fn of_all_paths(
    namespaces: &Namespaces,
    paths: &[RunningPath],
    setup: &Setup,
) -> Result<TcpOfSides, Refusal> {
    let readers: Vec<_> = paths
        .iter()
        .map(|path| {
            let (namespaces, number) = (namespaces.clone(), path.number);
            thread::spawn(move || read_back(&namespaces, number))
        })
        .collect();
    let wanted = TcpFacts {
        congestion_control: setup.congestion_control.clone(),
        initial_window: setup.initial_window,
        no_metrics_save: true,
        slow_start_after_idle: false,
    };
    for (path, reader) in paths.iter().zip(readers) {
        let name = &path.spec.name;
        let sides = match reader.join() {
            Ok(result) => result.map_err(|error| no_connection(name, &error))?,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        for (place, facts) in [("client", &sides.client), ("server", &sides.server)] {
            if *facts != wanted {
                return Err(not_as_asked(name, place, facts, &wanted));
            }
        }
    }
    Ok(TcpOfSides {
        client: wanted.clone(),
        server: wanted,
    })
}

fn no_connection(path: &str, error: &io::Error) -> Refusal {
    Refusal::environment(
        format!("path {path}: no TCP connection goes over it: {error}"),
        "ask for less loss or a round trip under a second, or end other work on this machine",
    )
}

fn not_as_asked(path: &str, place: &str, facts: &TcpFacts, wanted: &TcpFacts) -> Refusal {
    Refusal::environment(
        format!("path {path}: TCP of the {place} is {facts:?}, where {wanted:?} was asked for"),
        "a kernel of 4.0 or newer, which takes congestion control from routes",
    )
}

/// Takes about a round trip and a half.
fn read_back(namespaces: &Namespaces, path: PathNumber) -> io::Result<TcpOfSides> {
    let listener = namespaces.run(Place::Server, move || TcpListener::bind((path.server(), 0)))?;
    let server = SocketAddr::from((path.server(), listener.local_addr()?.port()));
    for _ in 0..HANDSHAKES_MAX {
        let near = namespaces.run(Place::Client, move || {
            TcpStream::connect_timeout(&server, Duration::from_millis(CONNECT_MS_MAX))
        })?;
        let far = accept(&listener)?;
        let sides = [window(near.as_raw_fd())?, window(far.as_raw_fd())?];
        if sides.iter().any(|side| side.sent_again > 0) {
            continue;
        }
        return Ok(TcpOfSides {
            client: facts(
                namespaces,
                Place::Client,
                near.as_raw_fd(),
                sides[0].segments,
            )?,
            server: facts(
                namespaces,
                Place::Server,
                far.as_raw_fd(),
                sides[1].segments,
            )?,
        });
    }
    let message = format!("no handshake of {HANDSHAKES_MAX} went through without loss");
    Err(io::Error::new(io::ErrorKind::TimedOut, message))
}

fn facts(
    namespaces: &Namespaces,
    place: Place,
    socket: RawFd,
    initial_window: u32,
) -> io::Result<TcpFacts> {
    Ok(TcpFacts {
        congestion_control: congestion_control(socket)?,
        initial_window,
        no_metrics_save: namespaces.run(place, || is_on(NO_METRICS_SAVE))?,
        slow_start_after_idle: namespaces.run(place, || is_on(SLOW_START_AFTER_IDLE))?,
    })
}

fn is_on(setting: &str) -> io::Result<bool> {
    Ok(fs::read_to_string(setting)?.trim() != "0")
}

/// The client is connected half a round trip before the server is.
fn accept(listener: &TcpListener) -> io::Result<TcpStream> {
    let mut ready = libc::pollfd {
        fd: listener.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    // SAFETY: one descriptor, which outlives the call.
    match unsafe { libc::poll(&mut ready, 1, CONNECT_MS_MAX as libc::c_int) } {
        1 => Ok(listener.accept()?.0),
        0 => Err(io::Error::from(io::ErrorKind::TimedOut)),
        _ => Err(io::Error::last_os_error()),
    }
}

fn congestion_control(socket: RawFd) -> io::Result<String> {
    let mut name = [0_u8; 16];
    let length = option(
        socket,
        libc::TCP_CONGESTION,
        name.as_mut_ptr().cast(),
        name.len(),
    )?;
    let name = &name[..length];
    let end = name.iter().position(|byte| *byte == 0).unwrap_or(length);
    Ok(String::from_utf8_lossy(&name[..end]).into_owned())
}

struct Window {
    /// `tcpi_snd_cwnd`.
    segments: u32,
    /// `tcpi_total_retrans`.
    sent_again: u32,
}

/// The start of the kernel's `struct tcp_info`: eight bytes of flags, then words.
#[repr(C)]
#[derive(Default)]
struct TcpInfo {
    flags: [u8; 8],
    words: [u32; 24],
}

const SND_CWND: usize = 18;
const TOTAL_RETRANS: usize = 23;

fn window(socket: RawFd) -> io::Result<Window> {
    let mut info = TcpInfo::default();
    let wanted = mem::size_of::<TcpInfo>();
    let pointer: *mut TcpInfo = &mut info;
    if option(socket, libc::TCP_INFO, pointer.cast(), wanted)? < wanted {
        return Err(io::Error::new(
            io::ErrorKind::Other,
            "the kernel's TCP_INFO is too short",
        ));
    }
    Ok(Window {
        segments: info.words[SND_CWND],
        sent_again: info.words[TOTAL_RETRANS],
    })
}

/// getsockopt() of TCP; `value` must have room for `length` bytes. Answers how many were written.
fn option(
    socket: RawFd,
    name: libc::c_int,
    value: *mut libc::c_void,
    length: usize,
) -> io::Result<usize> {
    let mut written = length as libc::socklen_t;
    // SAFETY: the kernel writes at most `written` bytes, for which the callers have room.
    if unsafe { libc::getsockopt(socket, libc::IPPROTO_TCP, name, value, &mut written) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(written as usize)
}
