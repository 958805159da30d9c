//! `wirefare-link`: emulated networks between two namespaces of this machine. Namespaces are Linux's: other systems have
//! `model` only, and what serves the packets alone is idle there.
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports))]

#[cfg(target_os = "linux")]
mod calibrate;
#[cfg(target_os = "linux")]
mod capabilities;
mod cli;
#[cfg(target_os = "linux")]
mod clock;
mod core;
#[cfg(target_os = "linux")]
mod devices;
mod engine;
#[cfg(target_os = "linux")]
mod enter;
#[cfg(target_os = "linux")]
mod heartbeat;
#[cfg(target_os = "linux")]
mod iproute;
#[cfg(target_os = "linux")]
mod lateness;
#[cfg(target_os = "linux")]
mod lifetime;
mod messages;
mod model;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod open_files;
#[cfg(target_os = "linux")]
mod packet_log;
#[cfg(target_os = "linux")]
mod port;
#[cfg(target_os = "linux")]
mod priority;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
mod pump;
mod refusal;
#[cfg(target_os = "linux")]
mod relay;
#[cfg(target_os = "linux")]
mod rpc;
#[cfg(target_os = "linux")]
mod running_path;
mod setup_problems;
mod spec;
#[cfg(target_os = "linux")]
mod tcp;
#[cfg(target_os = "linux")]
mod tcp_read_back;
#[cfg(target_os = "linux")]
mod up;
#[cfg(target_os = "linux")]
mod user_namespace;

use cli::Verb;
use std::process;

fn main() {
    process::exit(match cli::parse(lexopt::Parser::from_env()) {
        Ok(verb) => carry_out(verb),
        Err(error) => {
            eprint!("wirefare-link: {error}\n\n{}", cli::HELP);
            2
        }
    });
}

/// Answers the exit code.
fn carry_out(verb: Verb) -> i32 {
    match verb {
        Verb::Model => return model::run(),
        Verb::Version => println!("wirefare-link {}", env!("CARGO_PKG_VERSION")),
        Verb::Help => print!("{}", cli::HELP),
        Verb::Up | Verb::Enter(_) | Verb::Probe => return with_namespaces(verb),
    }
    0
}

#[cfg(target_os = "linux")]
fn with_namespaces(verb: Verb) -> i32 {
    match verb {
        Verb::Up => up::up(),
        Verb::Enter(entrance) => {
            let failure = enter::enter(&entrance);
            eprintln!("wirefare-link: {}", failure.what);
            failure.exit_code
        }
        _ => {
            probe::probe();
            0
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn with_namespaces(_: Verb) -> i32 {
    eprintln!("wirefare-link: this system has no network namespaces; only `model` works here");
    4
}
