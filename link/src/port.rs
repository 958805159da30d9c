//! An end of a path: where packets come in and go out. The shells in `devices/` are the only ones that know what
//! kind of device it is.

use std::io;
use std::os::unix::io::RawFd;

pub trait Port: Send {
    /// For poll(): readable when a packet waits.
    fn fd(&self) -> RawFd;

    /// The next packet, an IP packet from its first header byte on; None where none waits. Never blocks.
    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>>;

    /// When the packet that receive() gave last left its sender, in nanoseconds since 1970, by the kernel's own stamp;
    /// None for a device without stamps: the instant of reading then counts.
    fn stamp_unix_ns(&self) -> Option<u64> {
        None
    }

    /// Hands an IP packet to the device. A device that is gone or down is an error; one that has no room at the
    /// moment is not: the packet is then lost as on a real interface, and Ok(false) says so.
    fn send(&mut self, packet: &[u8]) -> io::Result<bool>;
}
