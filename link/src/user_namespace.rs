//! A user namespace in which a plain user may make network namespaces: the own user and group as they are, with the
//! capabilities that the kernel gives its maker. Children that configure the network keep the one they need.

use crate::capabilities::{self, CAP_NET_ADMIN, CAP_SYS_ADMIN};
use std::fs;
use std::io;
use std::thread;
use std::time::Duration;

/// Whether network namespaces may be had without a user namespace.
pub fn has_own_rights() -> bool {
    capabilities::has(CAP_SYS_ADMIN)
}

/// Puts the whole program into a new user namespace.
pub fn make() -> io::Result<()> {
    // SAFETY: both only read the process's credentials.
    let (uid, gid) = unsafe { (libc::geteuid(), libc::getegid()) };
    unshare_user()?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{uid} {uid} 1"))?;
    fs::write("/proc/self/gid_map", format!("{gid} {gid} 1"))?;
    capabilities::hand_down(CAP_NET_ADMIN)
}

/// A thread that has just been joined may still be counted for a moment, which the kernel answers with EINVAL.
fn unshare_user() -> io::Result<()> {
    let mut tries_left = 50;
    loop {
        // SAFETY: takes a flag only; the program has one thread.
        if unsafe { libc::unshare(libc::CLONE_NEWUSER) } == 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        if error.raw_os_error() != Some(libc::EINVAL) || tries_left == 0 {
            return Err(error);
        }
        tries_left -= 1;
        thread::sleep(Duration::from_millis(2));
    }
}
