//! A port on loopback whose connections reach another port of loopback as a modelled network would have it: four threads
//! a connection, one to read and one to write at either end.

use super::network::{ConnectionId, End};
use super::outlet::Outlet;
use super::path::{Outlets, Path};
use super::punctual::Punctual;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

const BUFFER_BYTES: usize = 64 * 1024;
const STACK_BYTES: usize = 256 * 1024;
/// Until there may be file descriptors again.
const AFTER_FAILED_ACCEPT: Duration = Duration::from_millis(10);

/// Answers the port that it listens on.
pub fn forward(path: Arc<Path>, target_port: u16) -> io::Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    spawn(move || loop {
        match listener.accept() {
            Ok((client, _)) => take_up(&path, client, target_port),
            Err(_) => thread::sleep(AFTER_FAILED_ACCEPT),
        }
    })?;
    Ok(port)
}

/// One end of a connection: the program's socket there.
struct Side {
    path: Arc<Path>,
    id: ConnectionId,
    end: End,
    socket: TcpStream,
    /// Bytes to the other end, and from it.
    outbound: Arc<Outlet>,
    inbound: Arc<Outlet>,
}

/// The handshake begins here, before anything that takes the host time.
fn take_up(path: &Arc<Path>, client: TcpStream, target_port: u16) {
    let (id, outlets) = path.open();
    let path = Arc::clone(path);
    // Without a thread the connection closes, as a host out of resources would have it.
    let _ = spawn(move || {
        carry(&path, id, &outlets, client, target_port);
        path.forget(id);
    });
}

fn carry(
    path: &Arc<Path>,
    id: ConnectionId,
    outlets: &Outlets,
    client: TcpStream,
    target_port: u16,
) {
    let side = |end, socket| {
        let (outbound, inbound) = match end {
            End::Client => (&outlets.to_server, &outlets.to_client),
            End::Server => (&outlets.to_client, &outlets.to_server),
        };
        Arc::new(Side {
            path: Arc::clone(path),
            id,
            end,
            socket,
            outbound: Arc::clone(outbound),
            inbound: Arc::clone(inbound),
        })
    };
    let client = side(End::Client, client);
    let mut threads = Vec::new();
    // The request may be read, and set out, while the connection to the server is made.
    let outcome = start_reading(&client, &mut threads)
        .and_then(|()| TcpStream::connect((Ipv4Addr::LOCALHOST, target_port)))
        .and_then(|socket| run_both(&client, &side(End::Server, socket), &mut threads));
    if outcome.is_err() {
        client.abandon();
    }
    for thread in threads {
        let _ = thread.join();
    }
}

type Threads = Vec<thread::JoinHandle<()>>;

/// Returns when the client has its last byte.
fn run_both(client: &Arc<Side>, server: &Arc<Side>, threads: &mut Threads) -> io::Result<()> {
    let started = start_reading(server, threads).and_then(|()| {
        let (server, client) = (Arc::clone(server), Arc::clone(client));
        threads.push(spawn(move || write(&server, &client))?);
        Ok(())
    });
    if started.is_err() {
        server.abandon();
        return started;
    }
    write(client, server);
    Ok(())
}

fn start_reading(side: &Arc<Side>, threads: &mut Threads) -> io::Result<()> {
    side.socket.set_nodelay(true)?;
    let side = Arc::clone(side);
    threads.push(spawn(move || read(&side))?);
    Ok(())
}

/// A reset counts as an end: what had set out before it still arrives.
fn read(side: &Side) {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match (&side.socket).read(&mut buffer) {
            Ok(0) | Err(_) => return side.path.finish(side.id, side.end),
            Ok(count) => {
                if !side.outbound.put(&buffer[..count]) {
                    return;
                }
                side.path.give(side.id, side.end, count as u64);
            }
        }
    }
}

/// `source` is the side that the bytes come from; it must know when nobody reads them.
fn write(side: &Side, source: &Side) {
    let mut buffer = Vec::with_capacity(BUFFER_BYTES);
    let mut punctual = Punctual::new(side.path.origin());
    while let Some(last) = side.inbound.next(&mut buffer, &mut punctual) {
        if (&side.socket).write_all(&buffer).is_err() {
            side.inbound.close();
            let _ = source.socket.shutdown(Shutdown::Both);
            return;
        }
        side.path.take(side.id, side.end, buffer.len() as u64);
        if last {
            let _ = side.socket.shutdown(Shutdown::Write);
            return;
        }
    }
}

impl Side {
    fn abandon(&self) {
        self.inbound.close();
        let _ = self.socket.shutdown(Shutdown::Both);
    }
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<thread::JoinHandle<()>> {
    thread::Builder::new().stack_size(STACK_BYTES).spawn(work)
}
