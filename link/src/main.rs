//! `wirefare-link`: emulated networks between two namespaces of this machine.

mod core;
mod engine;
mod messages;
mod port;
mod pump;
mod spec;

fn main() {}
