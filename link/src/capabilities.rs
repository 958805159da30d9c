//! Asks for capabilities, hands them down to children, and gives them up. Capabilities belong to
//! threads; a new thread takes them from the thread that made it.

use std::io;

pub const CAP_NET_ADMIN: u32 = 12;
pub const CAP_SYS_ADMIN: u32 = 21;

/// Being user 0 gives no capabilities at exec.
const NO_ROOT: libc::c_ulong = 1;
const NO_ROOT_LOCKED: libc::c_ulong = 2;

const VERSION_3: u32 = 0x2008_0522;

#[repr(C)]
struct Header {
    version: u32,
    pid: i32,
}

/// Capabilities 0 to 31, then 32 to 63.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Sets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

pub fn has(capability: u32) -> bool {
    match read() {
        Ok(sets) => sets[(capability / 32) as usize].effective & (1 << (capability % 32)) != 0,
        Err(_) => false,
    }
}

/// Programs that are started from now on keep this capability, whoever owns them.
pub fn hand_down(capability: u32) -> io::Result<()> {
    let mut sets = read()?;
    sets[(capability / 32) as usize].inheritable |= 1 << (capability % 32);
    write(&sets)?;
    // SAFETY: takes numbers only.
    let raised = unsafe {
        libc::prctl(
            libc::PR_CAP_AMBIENT,
            libc::PR_CAP_AMBIENT_RAISE as libc::c_ulong,
            libc::c_ulong::from(capability),
            0 as libc::c_ulong,
            0 as libc::c_ulong,
        )
    };
    check(raised.into())
}

/// Gives up every capability, also across exec if the user is root of a user namespace. A program
/// whose file has capabilities of its own, such as ping, still gets those.
pub fn drop_all() -> io::Result<()> {
    // SAFETY: takes numbers only.
    let kept_from_root = unsafe { libc::prctl(libc::PR_SET_SECUREBITS, NO_ROOT | NO_ROOT_LOCKED) };
    check(kept_from_root.into())?;
    write(&[Sets::default(); 2])
}

fn read() -> io::Result<[Sets; 2]> {
    let mut header = own();
    let mut sets = [Sets::default(); 2];
    // SAFETY: the kernel writes two sets of this layout, as version 3 says.
    check(unsafe { libc::syscall(libc::SYS_capget, &mut header, sets.as_mut_ptr()) })?;
    Ok(sets)
}

fn write(sets: &[Sets; 2]) -> io::Result<()> {
    let mut header = own();
    // SAFETY: the kernel reads two sets of this layout, as version 3 says.
    check(unsafe { libc::syscall(libc::SYS_capset, &mut header, sets.as_ptr()) })
}

fn own() -> Header {
    Header {
        version: VERSION_3,
        pid: 0,
    }
}

fn check(result: libc::c_long) -> io::Result<()> {
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}
