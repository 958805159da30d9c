//! Passes TCP connections from one place's loopback to another's: the lab's own traffic, which crosses no path. A
//! connection that one side has finished writing stays open for the other to answer; one that was reset is reset.

use crate::messages::Place;
use crate::namespaces::Namespaces;
use std::io::{self, Read, Write};
use std::mem;
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::os::unix::io::AsRawFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

const CHUNK_BYTES: usize = 64 * 1024;

/// Where the program has run out of descriptors, until some are free again.
const PAUSE_MS: u64 = 20;

/// Answers the port on `from`'s loopback that leads to `port` on `to`'s.
pub fn start(namespaces: &Namespaces, from: Place, to: Place, port: u16) -> io::Result<u16> {
    let listener = namespaces.run(from, || TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
    let own_port = listener.local_addr()?.port();
    // A socket stays in the namespace that it was made in, so the thread can live where connections go to.
    namespaces.spawn(to, move || {
        accept_all(&listener, port);
        Ok(())
    });
    Ok(own_port)
}

/// Without end: relays live as long as the link.
fn accept_all(listener: &TcpListener, port: u16) {
    for connection in listener.incoming() {
        match connection {
            // A new thread is in its maker's namespace.
            Ok(near) => drop(thread::spawn(move || join(near, port))),
            Err(_) => thread::sleep(Duration::from_millis(PAUSE_MS)),
        }
    }
}

fn join(near: TcpStream, port: u16) {
    match connect(&near, port) {
        Ok(both) => both.carry(),
        Err(_) => reset_when_closed(&near),
    }
}

fn connect(near: &TcpStream, port: u16) -> io::Result<Both> {
    let far = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    Ok(Both {
        near: near.try_clone()?,
        far,
        broken: AtomicBool::new(false),
    })
}

/// The two connections that are to look like one.
struct Both {
    near: TcpStream,
    far: TcpStream,
    broken: AtomicBool,
}

impl Both {
    fn carry(self) {
        let there = Arc::new(self);
        let back = Arc::clone(&there);
        let answers = thread::spawn(move || back.pass_on(&back.far, &back.near));
        there.pass_on(&there.near, &there.far);
        // Its result is unit; a panic of it has already been told on stderr.
        let _ = answers.join();
    }

    fn pass_on(&self, from: &TcpStream, to: &TcpStream) {
        match copy(from, to) {
            Ok(()) if !self.broken.load(Ordering::SeqCst) => {
                // Fails only if the other side is gone, which its own reader sees.
                let _ = to.shutdown(Shutdown::Write);
            }
            Ok(()) => {}
            Err(_) => self.break_off(),
        }
    }

    /// Neither side may take what came so far for the whole.
    fn break_off(&self) {
        self.broken.store(true, Ordering::SeqCst);
        for stream in [&self.near, &self.far] {
            reset_when_closed(stream);
            // Wakes the other direction's reader and sends nothing.
            let _ = stream.shutdown(Shutdown::Read);
        }
    }
}

/// Until `from` has finished writing.
fn copy(mut from: &TcpStream, mut to: &TcpStream) -> io::Result<()> {
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok(()),
            Ok(length) => to.write_all(&chunk[..length])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn reset_when_closed(stream: &TcpStream) {
    let linger = libc::linger {
        l_onoff: 1,
        l_linger: 0,
    };
    let pointer: *const libc::linger = &linger;
    // SAFETY: the kernel reads one `struct linger`, which outlives the call. Failing leaves an ordinary close.
    unsafe {
        libc::setsockopt(
            stream.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_LINGER,
            pointer.cast(),
            mem::size_of::<libc::linger>() as libc::socklen_t,
        )
    };
}
