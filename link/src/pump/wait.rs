//! Waiting for a packet or an instant, whichever comes first, without keeping a core busy.
//!
//! Waking up takes a while (10 to 40 µs on a virtual machine), so a sleep ends that much before the instant and the rest
//! is waited out awake. How long it takes is learned while it goes on, and what is waited awake is limited to a share
//! of the time: at rates where packets follow each other faster than a sleeper wakes, several leave together.

use crate::clock;
use std::io;
use std::os::unix::io::RawFd;

const WAKING_NS_MOST: u64 = 50_000;

/// The kernel may end a sleep late by a thousandth of its length (`select_estimate_accuracy` in fs/select.c).
const SLEEP_SLACK: u64 = 1_000;

pub struct Waiter {
    descriptors: Vec<libc::pollfd>,
    waking: Waking,
    awake: AwakeBudget,
}

impl Waiter {
    /// For these descriptors becoming readable.
    pub fn new(readable: &[RawFd]) -> Self {
        let descriptors = readable.iter().map(|&fd| libc::pollfd {
            fd,
            events: libc::POLLIN,
            revents: 0,
        });
        Waiter {
            descriptors: descriptors.collect(),
            waking: Waking::new(),
            awake: AwakeBudget::new(clock::now_ns()),
        }
    }

    /// Returns when a descriptor is readable (or has failed: reading it tells), or at `until_ns` if
    /// there is one.
    pub fn wait(&mut self, until_ns: Option<u64>) -> io::Result<()> {
        let until_ns = match until_ns {
            Some(until_ns) => until_ns,
            None => return self.poll(None).map(drop),
        };
        let mut now_ns = clock::now_ns();
        loop {
            let left_ns = until_ns.saturating_sub(now_ns);
            let timeout_ns = self.timeout_ns(left_ns, now_ns);
            let is_readable = self.poll(Some(timeout_ns))?;
            let before_ns = now_ns;
            now_ns = clock::now_ns();
            if timeout_ns == 0 {
                self.awake.spend(now_ns - before_ns);
            } else if !is_readable {
                self.waking
                    .learn((now_ns - before_ns).saturating_sub(timeout_ns));
            }
            if is_readable || now_ns >= until_ns {
                return Ok(());
            }
        }
    }

    /// Whether that descriptor of those given to new() was readable when wait() returned.
    pub fn is_readable(&self, index: usize) -> bool {
        self.descriptors[index].revents != 0
    }

    /// 0 is a look at the descriptors without sleeping; 1 the shortest sleep there is.
    fn timeout_ns(&mut self, left_ns: u64, now_ns: u64) -> u64 {
        let sleep_ns = left_ns.saturating_sub(self.waking.takes_ns() + left_ns / SLEEP_SLACK);
        if left_ns == 0 || sleep_ns > 0 || self.awake.has_some(now_ns) {
            return sleep_ns;
        }
        1
    }

    fn poll(&mut self, timeout_ns: Option<u64>) -> io::Result<bool> {
        let timeout = timeout_ns.map(clock::timespec_of);
        let timeout = timeout.as_ref().map_or(std::ptr::null(), |t| t as *const _);
        let count = self.descriptors.len() as libc::nfds_t;
        let descriptors = self.descriptors.as_mut_ptr();
        // SAFETY: the pointers are to values of our own that outlive the call; no signal mask is given.
        let ready = unsafe { libc::ppoll(descriptors, count, timeout, std::ptr::null()) };
        if ready >= 0 {
            return Ok(ready > 0);
        }
        let error = io::Error::last_os_error();
        if error.kind() == io::ErrorKind::Interrupted {
            // Returns as if a packet had come: the caller finds none and waits again.
            return Ok(true);
        }
        Err(error)
    }
}

/// How long waking up takes: the value that three sleeps of four stay below, followed step by step.
struct Waking {
    takes_ns: u64,
}

impl Waking {
    const UP_NS: u64 = 1_500;
    const DOWN_NS: u64 = 500;

    fn new() -> Self {
        Waking {
            takes_ns: WAKING_NS_MOST,
        }
    }

    fn learn(&mut self, took_ns: u64) {
        self.takes_ns = if took_ns > self.takes_ns {
            (self.takes_ns + Self::UP_NS).min(WAKING_NS_MOST)
        } else {
            self.takes_ns.saturating_sub(Self::DOWN_NS)
        };
    }

    fn takes_ns(&self) -> u64 {
        self.takes_ns
    }
}

/// How long it may wait awake: an eighth of the time that passes, with a limit for each wait.
struct AwakeBudget {
    left_ns: u64,
    earned_until_ns: u64,
}

impl AwakeBudget {
    const SHARE: u64 = 8;
    const MOST_NS: u64 = 1_000_000;

    fn new(now_ns: u64) -> Self {
        AwakeBudget {
            left_ns: Self::MOST_NS,
            earned_until_ns: now_ns,
        }
    }

    fn has_some(&mut self, now_ns: u64) -> bool {
        let earned_ns = (now_ns - self.earned_until_ns) / Self::SHARE;
        self.earned_until_ns += earned_ns * Self::SHARE;
        self.left_ns = (self.left_ns + earned_ns).min(Self::MOST_NS);
        self.left_ns > 0
    }

    fn spend(&mut self, ns: u64) {
        self.left_ns = self.left_ns.saturating_sub(ns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    #[test]
    fn a_sleep_ends_early_enough_for_waking_up_and_for_the_kernels_slack() {
        let mut waiter = Waiter::new(&[]);
        let now_ns = clock::now_ns();
        let lefts_ns = [0, 40_000, 50_000, MS, 300 * MS];
        let timeouts_ns = lefts_ns.map(|left_ns| waiter.timeout_ns(left_ns, now_ns));
        assert_eq!(timeouts_ns, [0, 0, 0, 949_000, 299_650_000]);
    }

    #[test]
    fn where_the_awake_time_is_spent_the_rest_is_slept_as_well() {
        let mut waiter = Waiter::new(&[]);
        let now_ns = clock::now_ns();
        waiter.awake.has_some(now_ns);
        waiter.awake.spend(MS);
        assert_eq!(waiter.timeout_ns(40_000, now_ns), 1);
        assert_eq!(waiter.timeout_ns(0, now_ns), 0);
        assert_eq!(waiter.timeout_ns(40_000, now_ns + 8_000), 0);
    }

    #[test]
    fn the_learned_time_settles_where_three_of_four_sleeps_stay_below() {
        let mut waking = Waking::new();
        let mut draws = (0..4_000u64).map(|n| 20_000 + n * 7_919 % 20_000);
        draws
            .by_ref()
            .take(2_000)
            .for_each(|took_ns| waking.learn(took_ns));
        let mean_ns = draws.map(|took_ns| {
            waking.learn(took_ns);
            waking.takes_ns()
        });
        let mean_ns = mean_ns.sum::<u64>() / 2_000;
        assert!((34_000..36_000).contains(&mean_ns), "{mean_ns}");
    }

    #[test]
    fn a_machine_that_wakes_slowly_is_not_waited_for_longer_than_the_most() {
        let mut waking = Waking::new();
        (0..100).for_each(|_| waking.learn(10 * MS));
        assert_eq!(waking.takes_ns(), WAKING_NS_MOST);
    }

    #[test]
    fn the_awake_time_grows_by_an_eighth_of_what_passes_up_to_its_most() {
        let mut awake = AwakeBudget::new(0);
        awake.spend(AwakeBudget::MOST_NS);
        assert!(!awake.has_some(7));
        assert!(awake.has_some(8_000));
        assert_eq!(awake.left_ns, 1_000);
        awake.has_some(3_600_000 * MS);
        assert_eq!(awake.left_ns, AwakeBudget::MOST_NS);
    }
}
