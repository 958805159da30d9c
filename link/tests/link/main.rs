//! The program from outside, with real namespaces and devices. One program of tests, so that they share their support.

mod relay;
mod support;
mod up;
