//! Where sockets are made: in the namespaces of a link, or, for tests, where the program is.

use super::stamped::enable_stamps;
use crate::messages::Place;
use crate::namespaces::Namespaces;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener, UdpSocket};
use std::thread::JoinHandle;

pub trait Places {
    /// A thread in that place; sockets that it makes belong there for good.
    fn spawn<T, F>(&self, place: Place, work: F) -> JoinHandle<io::Result<T>>
    where
        T: Send + 'static,
        F: FnOnce() -> io::Result<T> + Send + 'static;

    /// Does the same and waits until it is done.
    fn run<T, F>(&self, place: Place, work: F) -> io::Result<T>
    where
        T: Send + 'static,
        F: FnOnce() -> io::Result<T> + Send + 'static,
    {
        joined(self.spawn(place, work))
    }
}

impl Places for Namespaces {
    fn spawn<T, F>(&self, place: Place, work: F) -> JoinHandle<io::Result<T>>
    where
        T: Send + 'static,
        F: FnOnce() -> io::Result<T> + Send + 'static,
    {
        Namespaces::spawn(self, place, work)
    }
}

/// A panic of the thread goes on in the caller's.
pub fn joined<T>(thread: JoinHandle<io::Result<T>>) -> io::Result<T> {
    match thread.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// The two ends of a path, by their addresses in its namespaces.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub client: Ipv4Addr,
    pub server: Ipv4Addr,
}

/// UDP sockets connected to each other over the path, with the kernel's stamps on.
pub struct UdpPair {
    pub client: UdpSocket,
    pub server: UdpSocket,
}

pub fn udp_pair(places: &impl Places, ends: Ends) -> io::Result<UdpPair> {
    let client = bound(places, ends, Place::Client)?;
    let server = bound(places, ends, Place::Server)?;
    client.connect(server.local_addr()?)?;
    server.connect(client.local_addr()?)?;
    enable_stamps(&client)?;
    enable_stamps(&server)?;
    Ok(UdpPair { client, server })
}

/// Several senders at one end, each with a send buffer of its own, and one receiver at the other.
pub struct Rails {
    pub senders: Vec<UdpSocket>,
    pub receiver: UdpSocket,
}

pub fn rails(places: &impl Places, ends: Ends, to: Place, senders: usize) -> io::Result<Rails> {
    let from = if to == Place::Client {
        Place::Server
    } else {
        Place::Client
    };
    let receiver = bound(places, ends, to)?;
    enable_stamps(&receiver)?;
    let address = receiver.local_addr()?;
    let connected = |_| {
        let sender = bound(places, ends, from)?;
        sender.connect(address)?;
        Ok(sender)
    };
    Ok(Rails {
        senders: (0..senders).map(connected).collect::<io::Result<_>>()?,
        receiver,
    })
}

/// `place` is the client's or the server's.
fn bound(places: &impl Places, ends: Ends, place: Place) -> io::Result<UdpSocket> {
    let address = if place == Place::Client {
        ends.client
    } else {
        ends.server
    };
    places.run(place, move || {
        UdpSocket::bind(SocketAddrV4::new(address, 0))
    })
}

pub fn listener(places: &impl Places, ends: Ends) -> io::Result<TcpListener> {
    places.run(Place::Server, move || {
        TcpListener::bind(SocketAddrV4::new(ends.server, 0))
    })
}

/// Both places are this program's own: loopback.
#[cfg(test)]
pub mod here {
    use super::*;

    pub struct Here;

    pub const ENDS: Ends = Ends {
        client: Ipv4Addr::LOCALHOST,
        server: Ipv4Addr::LOCALHOST,
    };

    impl Places for Here {
        fn spawn<T, F>(&self, _place: Place, work: F) -> JoinHandle<io::Result<T>>
        where
            T: Send + 'static,
            F: FnOnce() -> io::Result<T> + Send + 'static,
        {
            std::thread::spawn(work)
        }
    }
}
