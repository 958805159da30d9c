//! Sockets that say when the kernel got a packet. A stamp taken when the packet leaves the device belongs to the link;
//! the time until a program wakes up and reads it belongs to the machine and is left out of every figure.

use std::io;
use std::mem::{size_of, zeroed};
use std::os::unix::io::{AsRawFd, RawFd};
use std::time::Duration;

/// The result of one call.
#[derive(Clone, Copy, Debug)]
pub struct Received {
    pub bytes: usize,
    /// When the kernel got the last of these bytes, on the clock of `now_ns`.
    pub at_ns: i64,
    /// Datagrams that this socket had no room for until this one came; they did cross the link.
    pub overflowed: u32,
}

/// Wall-clock time, since the kernel's stamps are on that clock; only differences are used.
pub fn now_ns() -> i64 {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the kernel writes one timespec into the one that is given.
    unsafe { libc::clock_gettime(libc::CLOCK_REALTIME, &mut now) };
    ns_of(&now)
}

pub fn ms_between(from_ns: i64, to_ns: i64) -> f64 {
    (to_ns - from_ns) as f64 / 1e6
}

/// From now on receive() has stamps and counts overflows.
pub fn enable_stamps(socket: &impl AsRawFd) -> io::Result<()> {
    set_flag(socket.as_raw_fd(), libc::SO_TIMESTAMPNS)?;
    set_flag(socket.as_raw_fd(), libc::SO_RXQ_OVFL)
}

/// None if nothing comes for so long. Without the kernel's time stamp (the first packets after
/// stamps were switched on may lack it) the time is that of reading.
pub fn receive(
    socket: &impl AsRawFd,
    buffer: &mut [u8],
    wait: Duration,
) -> io::Result<Option<Received>> {
    loop {
        match receive_now(socket.as_raw_fd(), buffer) {
            Ok(received) => return Ok(Some(received)),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if !is_readable_within(socket, wait)? {
                    return Ok(None);
                }
            }
            Err(error) => return Err(error),
        }
    }
}

/// Not by the socket's own timeout, which only knows the kernel's ticks of up to 10 ms. A signal ends it early.
pub fn is_readable_within(socket: &impl AsRawFd, wait: Duration) -> io::Result<bool> {
    let mut entry = libc::pollfd {
        fd: socket.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    let wait = libc::timespec {
        tv_sec: wait.as_secs() as libc::time_t,
        tv_nsec: wait.subsec_nanos() as _,
    };
    // SAFETY: one entry and one timespec, which outlive the call; no signal mask.
    match unsafe { libc::ppoll(&mut entry, 1, &wait, std::ptr::null()) } {
        ready if ready >= 0 => Ok(ready > 0),
        _ => match io::Error::last_os_error() {
            error if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            error => Err(error),
        },
    }
}

fn receive_now(fd: RawFd, buffer: &mut [u8]) -> io::Result<Received> {
    let mut control = [0u64; 16];
    let mut slice = libc::iovec {
        iov_base: buffer.as_mut_ptr().cast(),
        iov_len: buffer.len(),
    };
    // SAFETY: a message header of zeros is one without name, data and control.
    let mut message: libc::msghdr = unsafe { zeroed() };
    message.msg_iov = &mut slice;
    message.msg_iovlen = 1;
    message.msg_control = control.as_mut_ptr().cast();
    message.msg_controllen = std::mem::size_of_val(&control) as _;
    // SAFETY: the header points to a buffer and a control area that outlive the call, with their lengths.
    let bytes = unsafe { libc::recvmsg(fd, &mut message, libc::MSG_DONTWAIT) };
    if bytes < 0 {
        return Err(io::Error::last_os_error());
    }
    let mut received = Received {
        bytes: bytes as usize,
        at_ns: now_ns(),
        overflowed: 0,
    };
    read_control(&message, &mut received);
    Ok(received)
}

fn read_control(message: &libc::msghdr, received: &mut Received) {
    // SAFETY: the kernel filled the control area of this header; the macros stay inside msg_controllen, and the data is
    // copied out unaligned.
    unsafe {
        let mut next = libc::CMSG_FIRSTHDR(message);
        while let Some(header) = next.as_ref() {
            if header.cmsg_level == libc::SOL_SOCKET && header.cmsg_type == libc::SO_TIMESTAMPNS {
                let stamp: libc::timespec = libc::CMSG_DATA(header)
                    .cast::<libc::timespec>()
                    .read_unaligned();
                // TCP gives zeros if the segment came without a time stamp.
                if stamp.tv_sec != 0 {
                    received.at_ns = ns_of(&stamp);
                }
            }
            if header.cmsg_level == libc::SOL_SOCKET && header.cmsg_type == libc::SO_RXQ_OVFL {
                received.overflowed = libc::CMSG_DATA(header).cast::<u32>().read_unaligned();
            }
            next = libc::CMSG_NXTHDR(message, header);
        }
    }
}

fn set_flag(fd: RawFd, name: i32) -> io::Result<()> {
    let on: i32 = 1;
    // SAFETY: the option's value is one int that outlives the call.
    let result = unsafe {
        libc::setsockopt(
            fd,
            libc::SOL_SOCKET,
            name,
            (&on as *const i32).cast(),
            size_of::<i32>() as libc::socklen_t,
        )
    };
    if result != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

// On 32-bit machines the fields are narrower.
#[allow(clippy::unnecessary_cast)]
fn ns_of(time: &libc::timespec) -> i64 {
    time.tv_sec as i64 * 1_000_000_000 + time.tv_nsec as i64
}
