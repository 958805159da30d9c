//! `wirefare-link`: emulated networks between two namespaces of this machine.

mod capabilities;
mod clock;
mod core;
mod devices;
mod engine;
mod heartbeat;
mod iproute;
mod lateness;
mod messages;
mod namespaces;
mod packet_log;
mod port;
mod priority;
mod pump;
mod spec;
mod user_namespace;

fn main() {}
