//! What a machine without namespaces gets if the user asks for it: a proxy on loopback that passes
//! bytes on when they would arrive over a network, by a model of TCP. It does not carry packets, and
//! it is never called so. Everything here runs on every system; `network` and what it uses are pure:
//! time is an argument.

mod agenda;
mod cubic;
mod forward;
mod hystart;
mod network;
#[cfg(test)]
mod network_tests;
mod outlet;
mod path;
mod program;
mod punctual;
mod receiver;
mod rtt;
mod sender;
mod way;
mod window;

pub use program::run;
