//! `wirefare-link up`: a setup on stdin, then the link until stdin ends.
//!
//! setup ─► namespaces ─► devices ─► addresses and routes ─► emulators ─► TCP read back ─► Ready ─► requests

use crate::devices;
use crate::iproute;
use crate::lifetime;
use crate::messages::{Ready, Setup, TcpOfSides};
use crate::namespaces::Namespaces;
use crate::open_files;
use crate::priority;
use crate::refusal::{self, NamespaceSettings, Refusal};
use crate::rpc::{self, Answers};
use crate::running_path::{self, RunningPath};
use crate::setup_problems::problems;
use crate::tcp;
use crate::tcp_read_back;
use std::io::{self, BufRead};
use std::process;

/// Everything that is up.
pub struct Link {
    pub namespaces: Namespaces,
    pub paths: Vec<RunningPath>,
}

/// Answers the exit code.
pub fn up() -> i32 {
    lifetime::end_with_parent();
    if let Err(error) = lifetime::hold_signals() {
        eprintln!("wirefare-link: hold signals: {error}");
        return 1;
    }
    let answers = Answers::default();
    let mut tried = Vec::new();
    match read_setup().and_then(|setup| set_up(&setup, &mut tried)) {
        Ok((link, tcp)) => {
            answers.write(&ready(&link, tcp, tried));
            rpc::serve(link, &answers);
            0
        }
        Err(refusal) => {
            let exit_code = refusal.exit_code();
            answers.write(&refusal.message(tried));
            exit_code
        }
    }
}

fn read_setup() -> Result<Setup, Refusal> {
    let mut line = String::new();
    io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Refusal::setup(format!("stdin: {error}")))?;
    let setup: Setup =
        serde_json::from_str(&line).map_err(|error| Refusal::setup(error.to_string()))?;
    match problems(&setup) {
        found if found.is_empty() => Ok(setup),
        found => Err(Refusal::setup(found.join("\n"))),
    }
}

fn set_up(setup: &Setup, tried: &mut Vec<String>) -> Result<(Link, TcpOfSides), Refusal> {
    let namespaces = make_namespaces(tried)?;
    lifetime::on_signal(rpc::end_by_signal);
    if let Err(error) = open_files::allow_many() {
        tried.push(format!("many open files: {error}"));
    }
    if !namespaces.rootless() {
        tried.extend(priority::keep_in_memory());
    }
    tcp::prepare(&namespaces)?;
    let emulator = devices::emulator(&namespaces, tried);
    let made = running_path::make_devices(&namespaces, &setup.paths, emulator)?;
    let numbers: Vec<_> = made.iter().map(|path| path.number).collect();
    tcp::configure(
        &namespaces,
        &numbers,
        &setup.congestion_control,
        setup.initial_window,
    )?;
    let paths = running_path::start_all(made, setup.packet_log.as_deref())?;
    let tcp = tcp_read_back::of_all_paths(&namespaces, &paths, setup)?;
    Ok((Link { namespaces, paths }, tcp))
}

/// Must come before the first thread.
pub fn make_namespaces(tried: &mut Vec<String>) -> Result<Namespaces, Refusal> {
    // A user namespace has settings of its own, so these are read outside it.
    let settings = NamespaceSettings::read();
    let namespaces = Namespaces::make(tried)
        .map_err(|error| refusal::no_namespaces(&error.to_string(), settings))?;
    lifetime::end_with_parent();
    match iproute::find("ip") {
        Some(_) => Ok(namespaces),
        None => Err(refusal::no_iproute()),
    }
}

fn ready(link: &Link, tcp: TcpOfSides, mut tried: Vec<String>) -> Ready {
    tried.extend(priority::not_allowed());
    Ready {
        ready: true,
        version: env!("CARGO_PKG_VERSION").into(),
        pid: process::id(),
        rootless: link.namespaces.rootless(),
        namespaces: link.namespaces.paths(),
        paths: link.paths.iter().map(|path| path.ready.clone()).collect(),
        tcp,
        tried,
    }
}
