//! The machine's clocks. Everything here runs on CLOCK_MONOTONIC, which nobody sets; the lab and the kernel's packet
//! stamps speak of time since 1970 and are translated where they come in.

/// Nanoseconds of CLOCK_MONOTONIC.
pub fn now_ns() -> u64 {
    read(libc::CLOCK_MONOTONIC)
}

/// Nanoseconds of CLOCK_MONOTONIC at an instant given in nanoseconds since 1970. The difference of the two clocks is
/// taken anew each time, so that a clock that is being corrected does no harm to instants of the last hour.
pub fn ns_of_unix_ns(unix_ns: u64) -> u64 {
    let ahead_ns = read(libc::CLOCK_REALTIME) as i64 - now_ns() as i64;
    (unix_ns as i64 - ahead_ns).max(0) as u64
}

pub fn ns_of_unix_ms(unix_ms: f64) -> u64 {
    ns_of_unix_ns((unix_ms.max(0.0) * 1e6) as u64)
}

pub fn unix_ms() -> f64 {
    read(libc::CLOCK_REALTIME) as f64 / 1e6
}

/// Lets the calling thread's timers end when they should: by default the kernel may end them 50 µs late.
pub fn be_punctual() {
    // SAFETY: takes and touches no memory. A refusal would leave the default, which costs precision only.
    unsafe { libc::prctl(libc::PR_SET_TIMERSLACK, 1 as libc::c_ulong) };
}

pub fn sleep_until(until_ns: u64) {
    let until = timespec_of(until_ns);
    // SAFETY: the pointer is to a timespec of our own. A signal ends the sleep early, which callers can see.
    unsafe {
        libc::clock_nanosleep(
            libc::CLOCK_MONOTONIC,
            libc::TIMER_ABSTIME,
            &until,
            std::ptr::null_mut(),
        )
    };
}

pub fn timespec_of(ns: u64) -> libc::timespec {
    libc::timespec {
        tv_sec: (ns / 1_000_000_000) as libc::time_t,
        tv_nsec: (ns % 1_000_000_000) as libc::c_long,
    }
}

fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointer is to a timespec of our own. These clocks exist on every Linux, so that the call cannot fail.
    unsafe { libc::clock_gettime(clock, &mut time) };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn now_is_now_by_either_clock() {
        let before_ns = now_ns();
        let by_other_clock_ns = ns_of_unix_ms(unix_ms());
        let after_ns = now_ns();
        // A millisecond for the two reads not being at one instant, and the double's step.
        assert!(
            by_other_clock_ns + 1_000_000 > before_ns && by_other_clock_ns < after_ns + 1_000_000
        );
    }
}
