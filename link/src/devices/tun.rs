//! A TUN device: packets that the namespace sends through it are read here, packets written here arrive there. It is
//! gone when its file is closed.

use crate::port::Port;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::io::{AsRawFd, RawFd};

pub const FILE: &str = "/dev/net/tun";

const TUNSETIFF: libc::c_ulong = 0x4004_54ca;
const IFF_TUN: u16 = 0x0001;
/// Without the four bytes of packet information before each packet.
const IFF_NO_PI: u16 = 0x1000;

/// `struct ifreq`: a name and, of the union, the flags.
#[repr(C)]
struct InterfaceRequest {
    name: [u8; 16],
    flags: u16,
    rest: [u8; 22],
}

pub struct Tun {
    file: File,
}

impl Tun {
    /// In the namespace of the calling thread. The device is down.
    pub fn open(name: &str) -> io::Result<Tun> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(libc::O_NONBLOCK)
            .open(FILE)
            .map_err(|error| io::Error::new(error.kind(), format!("{FILE}: {error}")))?;
        let mut request = InterfaceRequest {
            name: [0; 16],
            flags: IFF_TUN | IFF_NO_PI,
            rest: [0; 22],
        };
        // The last byte stays zero, as the kernel wants it.
        let length = name.len().min(15);
        request.name[..length].copy_from_slice(&name.as_bytes()[..length]);
        // SAFETY: the request has the layout and size of `struct ifreq` and outlives the call.
        if unsafe { libc::ioctl(file.as_raw_fd(), TUNSETIFF as _, &mut request) } != 0 {
            let error = io::Error::last_os_error();
            return Err(io::Error::new(
                error.kind(),
                format!("make TUN device {name}: {error}"),
            ));
        }
        Ok(Tun { file })
    }
}

impl Port for Tun {
    fn fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        match self.file.read(buffer) {
            Ok(length) => Ok(Some(length)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn send(&mut self, packet: &[u8]) -> io::Result<bool> {
        match self.file.write(packet) {
            Ok(_) => Ok(true),
            Err(error) if has_no_room(&error) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

fn has_no_room(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EAGAIN) | Some(libc::ENOBUFS) | Some(libc::ENOMEM)
    )
}
