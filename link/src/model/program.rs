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

/// The congestion control that is modelled.
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
    // Every thread started from here on inherits it. A refusal costs punctuality on a busy machine only.
    #[cfg(target_os = "linux")]
    crate::priority::raise();
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
        None => Err(format!("there is no path {name:?}")),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::DirectionSpec;
    use serde_json::{json, Value};
    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener, TcpStream};
    use std::thread;
    use std::time::{Duration, Instant};

    fn setup(change: impl FnOnce(&mut Value)) -> String {
        let way = DirectionSpec {
            kbit_per_s: 8_000.0,
            delay_ms: 20.0,
            jitter_ms: 0.0,
            loss_share: 0.0,
            queue_bytes: 1_500_000,
        };
        let path = json!({ "name": "x", "engine": null, "down": way, "up": way, "seed": 1 });
        let mut setup = json!({
            "version": 1, "paths": [path], "congestionControl": "cubic", "initialWindow": 10, "packetLog": null
        });
        change(&mut setup);
        setup.to_string()
    }

    fn said(input: &str) -> (i32, Vec<Value>) {
        let mut output = Vec::new();
        let code = serve(input.as_bytes(), &mut output).unwrap();
        let lines = output.split(|&byte| byte == b'\n');
        let values = lines.filter(|line| !line.is_empty());
        (
            code,
            values
                .map(|line| serde_json::from_slice(line).unwrap())
                .collect(),
        )
    }

    #[test]
    fn what_is_not_modelled_is_refused_all_of_it_at_once() {
        let (code, lines) = said(&setup(|setup| {
            setup["congestionControl"] = json!("bbr");
            setup["packetLog"] = json!("/tmp");
            setup["paths"][0]["engine"] = json!("tun");
            setup["paths"][0]["up"]["lossShare"] = json!(0.01);
        }));
        assert_eq!((code, lines.len()), (2, 1));
        assert_eq!(lines[0]["ready"], json!(false));
        let what = lines[0]["what"].as_str().unwrap();
        assert_eq!(what.lines().count(), 4, "{what}");
        assert!(
            what.contains("paths[0].up.lossShare: 0.01, but retransmission"),
            "{what}"
        );
    }

    #[test]
    fn it_says_that_it_is_a_model_and_answers_every_line() {
        let request = r#"{"id":3,"do":"forward","path":"y","port":1}"#;
        let (code, lines) = said(&format!("{}\n{request}\nnonsense\n", setup(|_| ())));
        assert_eq!((code, lines.len()), (0, 3));
        assert_eq!(lines[0]["engine"], json!("modelled"));
        assert_eq!(
            lines[1],
            json!({ "id": 3, "error": "there is no path \"y\"" })
        );
        assert!(lines[2]["error"].is_string());
    }

    /// Answers every connection with all it says, and ends when it does.
    fn echo() -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for socket in listener.incoming() {
                let (mut from, mut to) = (socket.as_ref().unwrap(), socket.as_ref().unwrap());
                io::copy(&mut from, &mut to).unwrap();
            }
        });
        port
    }

    #[test]
    fn a_forwarded_connection_carries_every_byte_and_its_end_in_two_round_trips() {
        let request = json!({ "id": 1, "do": "forward", "path": "x", "port": echo() });
        let (_, lines) = said(&format!("{}\n{request}\n", setup(|_| ())));
        let port = lines[1]["answer"]["port"].as_u64().unwrap() as u16;
        let began = Instant::now();
        let mut socket = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let sent: Vec<u8> = (0..5_000u32).map(|i| i as u8).collect();
        socket.write_all(&sent).unwrap();
        socket.shutdown(std::net::Shutdown::Write).unwrap();
        let mut received = Vec::new();
        socket.read_to_end(&mut received).unwrap();
        let took = began.elapsed();
        assert_eq!(received, sent);
        // 80 ms of travelling and 5 ms of the wire up; a busy machine is late.
        assert!(took >= Duration::from_millis(85), "{took:?}");
        assert!(took < Duration::from_millis(1_000), "{took:?}");
    }
}
