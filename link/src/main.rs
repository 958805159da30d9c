//! `wirefare-link`: emulated networks between two namespaces of this machine.

mod capabilities;
mod cli;
mod clock;
mod core;
mod devices;
mod engine;
mod enter;
mod heartbeat;
mod iproute;
mod lateness;
mod lifetime;
mod messages;
mod namespaces;
mod packet_log;
mod port;
mod priority;
mod probe;
mod pump;
mod refusal;
mod relay;
mod rpc;
mod running_path;
mod setup_problems;
mod spec;
mod tcp;
mod tcp_read_back;
mod up;
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
        Verb::Up => return up::up(),
        Verb::Enter(entrance) => {
            let failure = enter::enter(&entrance);
            eprintln!("wirefare-link: {}", failure.what);
            return failure.exit_code;
        }
        Verb::Probe => probe::probe(),
        Verb::Version => println!("wirefare-link {}", env!("CARGO_PKG_VERSION")),
        Verb::Help => print!("{}", cli::HELP),
    }
    0
}
