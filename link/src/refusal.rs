//! The message for a person if nothing can be set up: what was wanted, what was tried, what would
//! allow it.

use crate::messages::Refused;
use std::fs;

/// The exit code that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Exit code 2: the author of the setup must mend it.
    Setup,
    /// 4: the machine lacks something.
    Environment,
}

#[derive(Debug)]
pub struct Refusal {
    pub fault: Fault,
    pub what: String,
    pub remedy: String,
}

impl Refusal {
    pub fn setup(what: String) -> Refusal {
        Refusal {
            fault: Fault::Setup,
            what,
            remedy: "mend the setup (docs/reference/link.md)".into(),
        }
    }

    pub fn environment(what: String, remedy: &str) -> Refusal {
        Refusal {
            fault: Fault::Environment,
            what,
            remedy: remedy.into(),
        }
    }

    pub fn exit_code(&self) -> i32 {
        match self.fault {
            Fault::Setup => 2,
            Fault::Environment => 4,
        }
    }

    pub fn message(self, tried: Vec<String>) -> Refused {
        Refused {
            ready: false,
            what: self.what,
            tried,
            remedy: self.remedy,
        }
    }
}

pub fn no_iproute() -> Refusal {
    Refusal::environment(
        "ip (iproute2) is not installed: it gives the devices their addresses and routes".into(),
        "apt-get install iproute2",
    )
}

/// The kernel's settings for namespaces; None if there is no such setting.
#[derive(Clone, Copy, Debug, Default)]
pub struct NamespaceSettings {
    pub user_namespaces_max: Option<u64>,
    pub net_namespaces_max: Option<u64>,
    /// Debian's and Arch's older kernels: 0 keeps user namespaces to root.
    pub unprivileged_clone: Option<u64>,
    /// Ubuntu from 23.10 on: 1 takes the capabilities from a plain user's namespaces.
    pub apparmor_restricts: Option<u64>,
}

impl NamespaceSettings {
    pub fn read() -> NamespaceSettings {
        NamespaceSettings {
            user_namespaces_max: number("/proc/sys/user/max_user_namespaces"),
            net_namespaces_max: number("/proc/sys/user/max_net_namespaces"),
            unprivileged_clone: number("/proc/sys/kernel/unprivileged_userns_clone"),
            apparmor_restricts: number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
        }
    }
}

fn number(file: &str) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// Why there are no namespaces, by the setting that explains it.
pub fn no_namespaces(error: &str, settings: NamespaceSettings) -> Refusal {
    let (why, remedy) = cause(settings);
    let what = format!("no network namespaces can be made: {error}{why}");
    Refusal::environment(what, remedy)
}

fn cause(settings: NamespaceSettings) -> (&'static str, &'static str) {
    if settings.user_namespaces_max == Some(0) {
        return (
            " (user.max_user_namespaces is 0)",
            "as root: sysctl -w user.max_user_namespaces=10000, or run as root",
        );
    }
    if settings.net_namespaces_max == Some(0) {
        return (
            " (user.max_net_namespaces is 0)",
            "as root: sysctl -w user.max_net_namespaces=10000",
        );
    }
    if settings.unprivileged_clone == Some(0) {
        return (
            " (kernel.unprivileged_userns_clone is 0)",
            "as root: sysctl -w kernel.unprivileged_userns_clone=1, or run as root",
        );
    }
    if settings.apparmor_restricts == Some(1) {
        return (
            " (AppArmor refuses it: kernel.apparmor_restrict_unprivileged_userns is 1)",
            "as root: an AppArmor profile with `userns,` for wirefare-link, \
             or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or run as root",
        );
    }
    (
        "",
        "run as root, or in a container that may make namespaces: docker run --privileged, \
         or --cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt seccomp=unconfined",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_that_forbids_namespaces_is_named_with_what_allows_them() {
        let none = NamespaceSettings::default();
        let cases = [
            (
                NamespaceSettings {
                    user_namespaces_max: Some(0),
                    ..none
                },
                "user.max_user_namespaces",
            ),
            (
                NamespaceSettings {
                    net_namespaces_max: Some(0),
                    ..none
                },
                "user.max_net_namespaces",
            ),
            (
                NamespaceSettings {
                    unprivileged_clone: Some(0),
                    ..none
                },
                "kernel.unprivileged_userns_clone",
            ),
            (
                NamespaceSettings {
                    apparmor_restricts: Some(1),
                    ..none
                },
                "kernel.apparmor_restrict_unprivileged_userns",
            ),
        ];
        for (settings, name) in cases {
            let refusal = no_namespaces("Operation not permitted", settings);
            assert!(refusal.what.contains(name), "{}", refusal.what);
            assert!(refusal.remedy.contains(name), "{}", refusal.remedy);
        }
    }

    #[test]
    fn a_machine_whose_settings_allow_them_is_told_of_root_and_of_containers() {
        let settings = NamespaceSettings {
            user_namespaces_max: Some(96365),
            apparmor_restricts: Some(0),
            ..NamespaceSettings::default()
        };
        let refusal = no_namespaces("Operation not permitted", settings);
        assert!(
            refusal.remedy.contains("--privileged"),
            "{}",
            refusal.remedy
        );
        assert_eq!(refusal.exit_code(), 4);
    }
}
