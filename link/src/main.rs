//! `wirefare-link`: emulated networks between two namespaces of this machine.

mod messages;
mod port;
mod spec;

fn main() {}
