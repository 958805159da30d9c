//! `wirefare-link model`: the setup, then requests, one JSON object a line, as for `up`; the end of stdin ends it.

use super::forward::forward;
use super::path::Path;
use crate::messages::Setup;
use crate::refusal::Refusal;
use crate::setup_problems;
use crate::spec::PathSpec;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

/// What is modelled.
const CONGESTION_CONTROL: &str = "cubic";

#[derive(Serialize)]
struct ModelReady {
    ready: bool,
    version: &'static str,
    pid: u32,
    /// So that nobody takes its figures for those of packets.
    engine: &'static str,
}

#[derive(Deserialize)]
struct ModelRequest {
    id: u64,
    #[serde(flatten)]
    order: ModelOrder,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
enum ModelOrder {
    /// Listens on loopback and passes every connection on to loopback's port `port` as the path would.
    Forward { path: String, port: u16 },
}

#[derive(Serialize)]
struct Forwarded {
    port: u16,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Done { id: u64, answer: Forwarded },
    Failed { id: Option<u64>, error: String },
}

/// Answers the exit code. Nobody to speak to is no mistake: the lab is gone.
pub fn run() -> i32 {
    serve(io::stdin().lock(), io::stdout()).unwrap_or(0)
}

fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<i32> {
    let mut lines = input.lines();
    let first = match lines.next() {
        Some(line) => line?,
        None => return Ok(0),
    };
    let paths = match set_up(&first) {
        Ok(paths) => paths,
        Err(refusal) => {
            let code = refusal.exit_code();
            say(&mut output, &refusal.message(Vec::new()))?;
            return Ok(code);
        }
    };
    let ready = ModelReady {
        ready: true,
        version: env!("CARGO_PKG_VERSION"),
        pid: std::process::id(),
        engine: "modelled",
    };
    say(&mut output, &ready)?;
    for line in lines {
        say(&mut output, &answer(&line?, &paths))?;
    }
    Ok(0)
}

fn set_up(line: &str) -> Result<HashMap<String, Arc<Path>>, Refusal> {
    let setup: Setup = serde_json::from_str(line)
        .map_err(|error| Refusal::setup(format!("the setup cannot be read: {error}")))?;
    let mut problems = setup_problems::problems(&setup);
    problems.extend(beyond_the_model(&setup));
    if !problems.is_empty() {
        return Err(Refusal::setup(problems.join("\n")));
    }
    setup
        .paths
        .iter()
        .map(|spec| {
            let path = Path::start(spec, setup.initial_window).map_err(|error| {
                Refusal::environment(
                    format!("no thread can be started: {error}"),
                    "end other programs",
                )
            })?;
            Ok((spec.name.clone(), path))
        })
        .collect()
}

fn beyond_the_model(setup: &Setup) -> Vec<String> {
    let mut found = Vec::new();
    if setup.congestion_control != CONGESTION_CONTROL {
        let asked = &setup.congestion_control;
        found.push(format!(
            "congestionControl: {asked} is not modelled, only {CONGESTION_CONTROL}"
        ));
    }
    if setup.packet_log.is_some() {
        found.push("packetLog: a model has no packets to log".into());
    }
    for (
        index,
        PathSpec {
            engine, down, up, ..
        },
    ) in setup.paths.iter().enumerate()
    {
        if engine.is_some() {
            found.push(format!("paths[{index}].engine: a model has none"));
        }
        for (name, direction) in [("down", down), ("up", up)] {
            let loss = direction.loss_share;
            if loss > 0.0 {
                found.push(format!(
                    "paths[{index}].{name}.lossShare: {loss}, but retransmission is not modelled: \
                     loss needs packets"
                ));
            }
        }
    }
    found
}

fn answer(line: &str, paths: &HashMap<String, Arc<Path>>) -> Outcome {
    let ModelRequest { id, order } = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => {
            return Outcome::Failed {
                id: None,
                error: format!("the request cannot be read: {error}"),
            }
        }
    };
    let ModelOrder::Forward { path: name, port } = order;
    let forwarded = match paths.get(&name) {
        Some(path) => forward(Arc::clone(path), port).map_err(|error| error.to_string()),
        None => Err(format!("there is no path {name}")),
    };
    match forwarded {
        Ok(port) => Outcome::Done {
            id,
            answer: Forwarded { port },
        },
        Err(error) => Outcome::Failed {
            id: Some(id),
            error,
        },
    }
}

fn say(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
