//! A veth pair whose inner end the emulator holds as a packet socket, for machines where /dev/net/tun is closed.
//! Everything is in the namespace of the device itself: a packet that it sends reaches the inner end addressed to
//! another link-layer address than that one's, so that IP there leaves it alone and only the socket takes it.

use super::offloads;
use super::packet_ring::{set_option, PacketRing, Received};
use super::PathNumber;
use crate::iproute;
use crate::messages::Place;
use crate::namespaces::Namespaces;
use crate::port::Port;
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::unix::io::{AsRawFd, FromRawFd, RawFd};

const PACKET_QDISC_BYPASS: libc::c_int = 20;

pub struct Veth {
    // Before the socket, whose ring it is: fields are dropped in this order.
    ring: PacketRing,
    socket: File,
    destination: libc::sockaddr_ll,
    stamp_unix_ns: u64,
}

impl Veth {
    /// Makes the pair in that place. The outer device is down, the inner one up and without an address.
    pub fn make(namespaces: &Namespaces, place: Place, number: PathNumber) -> io::Result<Veth> {
        let (outer, inner) = (number.device(), number.inner_device());
        let address = link_layer_address(number, 0);
        let [outer_is, inner_is] = [address, link_layer_address(number, 1)].map(text_of);
        let lines = format!(
            "link add {outer} address {outer_is} type veth peer name {inner} address {inner_is}\n\
             link set {inner} arp off\n\
             link set {inner} up\n"
        );
        iproute::ip(namespaces, place, &lines)?;
        namespaces.run(place, move || {
            offloads::switch_off(&outer)?;
            offloads::switch_off(&inner)?;
            Veth::open(&inner, address)
        })
    }

    /// On the inner device, in the calling thread's namespace.
    fn open(inner: &str, destination: [u8; 6]) -> io::Result<Veth> {
        let (kind, none) = (
            libc::SOCK_DGRAM | libc::SOCK_NONBLOCK | libc::SOCK_CLOEXEC,
            0,
        );
        // SAFETY: takes numbers only. Protocol 0 takes no packets until the socket is bound.
        let fd = unsafe { libc::socket(libc::AF_PACKET, kind, none) };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptor is new and nobody else's.
        let socket = unsafe { File::from_raw_fd(fd) };
        let on: libc::c_int = 1;
        set_option(fd, libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, &on)?;
        set_option(fd, libc::SOL_PACKET, PACKET_QDISC_BYPASS, &on)?;
        let ring = PacketRing::of_socket(fd)?;
        let destination = ip_over(inner, destination)?;
        bind(fd, &destination)?;
        Ok(Veth {
            ring,
            socket,
            destination,
            stamp_unix_ns: 0,
        })
    }
}

impl Port for Veth {
    fn fd(&self) -> RawFd {
        self.socket.as_raw_fd()
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let received = self.ring.receive(buffer)?;
        Ok(received.map(
            |Received {
                 bytes,
                 stamp_unix_ns,
             }| {
                self.stamp_unix_ns = stamp_unix_ns;
                bytes
            },
        ))
    }

    fn stamp_unix_ns(&self) -> Option<u64> {
        Some(self.stamp_unix_ns)
    }

    fn send(&mut self, packet: &[u8]) -> io::Result<bool> {
        let to = &self.destination as *const libc::sockaddr_ll as *const libc::sockaddr;
        // SAFETY: both pointers are to values that outlive the call, with their lengths.
        let sent = unsafe {
            libc::sendto(
                self.fd(),
                packet.as_ptr() as *const _,
                packet.len(),
                libc::MSG_DONTWAIT,
                to,
                ADDRESS_BYTES,
            )
        };
        if sent >= 0 {
            return Ok(true);
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error() {
            Some(libc::EAGAIN) | Some(libc::ENOBUFS) | Some(libc::ENOMEM) => Ok(false),
            _ => Err(error),
        }
    }
}

const ADDRESS_BYTES: libc::socklen_t = std::mem::size_of::<libc::sockaddr_ll>() as _;

/// Locally administered, `WF`, the path's number, and which end. Outer devices have the same address in both
/// namespaces: with `arp off` the kernel sends every packet to the sending device's own, which is then the receiver's.
pub fn link_layer_address(number: PathNumber, end: u8) -> [u8; 6] {
    [0x02, b'W', b'F', 0, number.0, end]
}

pub fn text_of(address: [u8; 6]) -> String {
    let [a, b, c, d, e, f] = address;
    format!("{a:02x}:{b:02x}:{c:02x}:{d:02x}:{e:02x}:{f:02x}")
}

/// IPv4 through that device, to that link-layer address.
fn ip_over(device: &str, address: [u8; 6]) -> io::Result<libc::sockaddr_ll> {
    let name = CString::new(device)?;
    // SAFETY: the name is a string of our own that ends in a zero.
    let index = unsafe { libc::if_nametoindex(name.as_ptr()) };
    if index == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: zeroes are a valid value of this structure of numbers.
    let mut to: libc::sockaddr_ll = unsafe { std::mem::zeroed() };
    to.sll_family = libc::AF_PACKET as _;
    to.sll_protocol = (libc::ETH_P_IP as u16).to_be();
    to.sll_ifindex = index as _;
    to.sll_halen = address.len() as _;
    to.sll_addr[..address.len()].copy_from_slice(&address);
    Ok(to)
}

/// From now on it receives what comes in through the device.
fn bind(socket: RawFd, to: &libc::sockaddr_ll) -> io::Result<()> {
    let address = to as *const libc::sockaddr_ll as *const libc::sockaddr;
    // SAFETY: the pointer is to a value that outlives the call, with its length.
    match unsafe { libc::bind(socket, address, ADDRESS_BYTES) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
