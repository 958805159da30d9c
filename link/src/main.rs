//! `wirefare-link`: emulated networks between two namespaces of this machine.

mod capabilities;
mod core;
mod devices;
mod engine;
mod iproute;
mod messages;
mod namespaces;
mod port;
mod priority;
mod pump;
mod spec;
mod user_namespace;

fn main() {}
