//! When this program ends: with its parent, at a signal, or when its stdin does. Nothing outlives it, since the kernel
//! closes the files that hold namespaces and devices.

use std::io;
use std::mem;
use std::thread;

const SIGNALS: [libc::c_int; 3] = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP];

/// Also to be called again after credentials have changed, when the kernel may forget it.
pub fn end_with_parent() {
    // SAFETY: takes numbers only.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM as libc::c_ulong) };
}

/// Before the first thread: threads take over what is blocked, so that a signal waits for `on_signal`.
pub fn hold_signals() -> io::Result<()> {
    let set = signal_set();
    // SAFETY: the set outlives the call.
    match unsafe { libc::pthread_sigmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()) } {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code)),
    }
}

/// Calls `act` in a thread of its own when one of the signals comes, or came since hold_signals().
pub fn on_signal<F: FnOnce() + Send + 'static>(act: F) {
    thread::spawn(move || {
        let set = signal_set();
        let mut signal = 0;
        // SAFETY: both outlive the call.
        if unsafe { libc::sigwait(&set, &mut signal) } == 0 {
            act();
        }
    });
}

fn signal_set() -> libc::sigset_t {
    // SAFETY: sigemptyset() initialises the set before it is used; both calls take valid arguments and cannot fail.
    unsafe {
        let mut set = mem::MaybeUninit::uninit();
        libc::sigemptyset(set.as_mut_ptr());
        for signal in SIGNALS {
            libc::sigaddset(set.as_mut_ptr(), signal);
        }
        set.assume_init()
    }
}
