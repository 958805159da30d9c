//! Switches off what a veth device leaves to hardware that is not there: a checksum that nobody fills in, segments of
//! 64 kB that nobody cuts. With them the emulator would carry packets that no wire carries, and packet sockets would
//! send on ones that the receiver throws away.

use std::io;

const SIOCETHTOOL: libc::c_ulong = 0x8946;

/// `ETHTOOL_S…` of linux/ethtool.h, each with the value 0 for off. Checksums come last: without scatter and gather the
/// kernel has dropped the others already.
const SWITCHES: [(u32, &str); 5] = [
    (0x1f, "TCP segmentation"),
    (0x24, "generic segmentation"),
    (0x2c, "generic receive"),
    (0x19, "scatter and gather"),
    (0x17, "transmit checksum"),
];

/// `struct ethtool_value`.
#[repr(C)]
struct Switch {
    command: u32,
    value: u32,
}

/// `struct ifreq`: a name and, of the union, the pointer.
#[repr(C)]
struct InterfaceRequest {
    name: [u8; 16],
    data: *mut Switch,
    rest: [u8; 16],
}

/// All of them, of that device in the calling thread's namespace.
pub fn switch_off(device: &str) -> io::Result<()> {
    // SAFETY: takes numbers only.
    let socket = unsafe { libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) };
    if socket < 0 {
        return Err(io::Error::last_os_error());
    }
    let result = SWITCHES
        .iter()
        .try_for_each(|&(command, name)| switch_one_off(socket, device, command, name));
    // SAFETY: the descriptor is ours and used no more.
    unsafe { libc::close(socket) };
    result
}

fn switch_one_off(socket: i32, device: &str, command: u32, name: &str) -> io::Result<()> {
    let mut switch = Switch { command, value: 0 };
    let mut request = InterfaceRequest {
        name: [0; 16],
        data: &mut switch,
        rest: [0; 16],
    };
    // The last byte stays zero, as the kernel wants it.
    let length = device.len().min(15);
    request.name[..length].copy_from_slice(&device.as_bytes()[..length]);
    // SAFETY: the request has the layout and size of `struct ifreq`; it and what it points to outlive the call.
    if unsafe { libc::ioctl(socket, SIOCETHTOOL as _, &mut request) } != 0 {
        let error = io::Error::last_os_error();
        let what = format!("switch {name} offload of {device} off: {error}");
        return Err(io::Error::new(error.kind(), what));
    }
    Ok(())
}
