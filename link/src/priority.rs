//! Emulator threads run before others where that is allowed, so that packets leave when they are due while a browser
//! works. What was not allowed is remembered for `Ready.tried`.

use std::io;
use std::sync::Mutex;
use std::thread;

/// Above every ordinary process, below whatever of the kernel's own runs in real time.
const REAL_TIME_PRIORITY: i32 = 10;
const NICENESS: i32 = -10;

static NOT_ALLOWED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Raises the calling thread as far as this machine allows.
pub fn raise() {
    if let Err(error) = run_in_real_time() {
        remember(format!("real-time priority for the emulator: {error}"));
        raise_gently();
    }
}

/// Tried by a thread that ends at once.
pub fn is_real_time_allowed() -> bool {
    let tried = thread::spawn(|| run_in_real_time().is_ok());
    tried.join().unwrap_or(false)
}

fn run_in_real_time() -> io::Result<()> {
    // SAFETY: zeroes are a valid value of this structure of numbers, which has more members with some C libraries.
    let mut parameters: libc::sched_param = unsafe { std::mem::zeroed() };
    parameters.sched_priority = REAL_TIME_PRIORITY;
    // SAFETY: 0 is the calling thread; the parameters outlive the call.
    match unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO, &parameters) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Raises the priority of a thread that may need a whole core, but not to real time, where the
/// kernel would stop it for 50 ms of every second.
pub fn raise_gently() {
    // SAFETY: takes numbers only; 0 is the calling thread, which is what Linux gives a niceness to.
    if unsafe { libc::setpriority(libc::PRIO_PROCESS as _, 0, NICENESS) } != 0 {
        remember(format!(
            "niceness {NICENESS} for the emulator: {}",
            io::Error::last_os_error()
        ));
    }
}

/// No page of the program is fetched from the disk while packets wait. Answers what was not allowed. For root's own
/// rights only: with a plain user's few lockable megabytes, later allocations would fail.
pub fn keep_in_memory() -> Option<String> {
    let flags = libc::MCL_CURRENT | libc::MCL_FUTURE | libc::MCL_ONFAULT;
    // SAFETY: takes flags only.
    if unsafe { libc::mlockall(flags) } == 0 {
        return None;
    }
    let error = io::Error::last_os_error();
    Some(format!("keep the program in memory: {error}"))
}

/// Everything that raise() was refused so far, each once.
pub fn not_allowed() -> Vec<String> {
    match NOT_ALLOWED.lock() {
        Ok(list) => list.clone(),
        Err(_) => Vec::new(),
    }
}

fn remember(what: String) {
    if let Ok(mut list) = NOT_ALLOWED.lock() {
        if !list.contains(&what) {
            list.push(what);
        }
    }
}
