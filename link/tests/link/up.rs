//! The program as the lab uses it, for whoever runs the tests: as root in network namespaces alone, as a plain user in a
//! user namespace.

use crate::support::{host, inhabitants, inode, inside, path, setup, wait_a_little, Link, PROGRAM};
use serde_json::{json, Value};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::UdpSocket;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const DELAY_MS: f64 = 20.0;
const ROLE: &str = "WIREFARE_LINK_TEST_ROLE";

fn two_paths() -> Value {
    setup(&[path("wan", 10_000.0, DELAY_MS), path("lan", 100_000.0, 0.0)])
}

fn up(setup: &Value) -> (Link, Value) {
    let mut link = Link::start(setup);
    let ready = link.line();
    assert_eq!(ready["ready"], json!(true), "{ready}");
    (link, ready)
}

#[test]
fn a_link_is_as_it_was_asked_for_and_ends_with_its_stdin() {
    let before = host();
    let (mut link, ready) = up(&two_paths());
    // SAFETY: only reads the process's credentials.
    let is_root = unsafe { libc::geteuid() } == 0;
    assert_eq!(ready["rootless"], json!(!is_root));
    assert_eq!(ready["namespaces"]["user"].is_string(), !is_root);
    for side in ["client", "server"] {
        let wanted = json!({
            "congestionControl": "cubic",
            "initialWindow": 10,
            "noMetricsSave": true,
            "slowStartAfterIdle": false,
        });
        assert_eq!(ready["tcp"][side], wanted);
    }
    assert_eq!(ready["paths"][1]["name"], "lan");
    assert_eq!(ready["paths"][1]["serverAddress"], "10.201.2.2");
    assert_eq!(ready["paths"][1]["coldAddress"], "10.201.2.3");
    assert_eq!(host(), before, "while it is up");
    assert_eq!(link.close().code(), Some(0));
    assert_eq!(host(), before, "when it has ended");
}

/// Two processes inside, as a target and an agent would be; then everything is killed.
#[test]
fn datagrams_take_a_paths_round_trip_are_counted_and_nothing_is_left_after_a_kill() {
    match env::var(ROLE).as_deref() {
        Ok("server") => return answer_datagrams(),
        Ok("client") => return send_datagrams(),
        _ => {}
    }
    let before = host();
    let (mut link, ready) = up(&two_paths());
    let client = inode(ready["namespaces"]["client"].as_str().unwrap());
    let mut server = as_role("server", &ready, None);
    let port = said(&mut server);
    let mut agent = as_role("client", &ready, Some(&format!("10.201.1.3:{port}")));
    let rtt_ms: f64 = said(&mut agent).parse().unwrap();
    assert!(agent.wait().unwrap().success());
    assert!(
        (2.0 * DELAY_MS..2.0 * DELAY_MS + 5.0).contains(&rtt_ms),
        "{rtt_ms} ms"
    );

    let counters = link
        .ask(json!({ "do": "counters", "path": "wan" }))
        .unwrap();
    for way in ["down", "up"] {
        let of = |name: &str| counters[way][name].as_u64().unwrap();
        assert!(of("packetsIn") >= 10, "{counters}");
        let known =
            of("packetsOut") + of("packetsLost") + of("packetsDropped") + of("packetsQueued");
        assert_eq!(of("packetsIn"), known, "{counters}");
    }

    link.kill();
    server.kill().unwrap();
    server.wait().unwrap();
    link.wait_until_all_is_gone();
    assert_eq!(inhabitants(client), Vec::<std::path::PathBuf>::new());
    assert_eq!(host(), before);
}

fn as_role(role: &str, ready: &Value, to: Option<&str>) -> Child {
    let name = "up::datagrams_take_a_paths_round_trip_are_counted_and_nothing_is_left_after_a_kill";
    inside(ready, role)
        .arg(env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(ROLE, role)
        .env("WIREFARE_LINK_TEST_TO", to.unwrap_or_default())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The text after `said: ` in the output of the test harness.
fn said(child: &mut Child) -> String {
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    lines
        .map(|line| line.unwrap())
        .find_map(|line| Some(line.split_once("said: ")?.1.to_string()))
        .unwrap()
}

fn answer_datagrams() {
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    println!("said: {}", socket.local_addr().unwrap().port());
    let mut datagram = [0; 2048];
    loop {
        let (length, from) = socket.recv_from(&mut datagram).unwrap();
        socket.send_to(&datagram[..length], from).unwrap();
    }
}

/// The least round trip of ten.
fn send_datagrams() {
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    // The server answers from its first address, whichever was asked; so this socket takes answers from any.
    let to = env::var("WIREFARE_LINK_TEST_TO").unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let mut least_ms = f64::INFINITY;
    for number in 0..10_u8 {
        let start = Instant::now();
        socket.send_to(&[number; 36], &to).unwrap();
        socket.recv_from(&mut [0; 2048]).unwrap();
        least_ms = least_ms.min(start.elapsed().as_secs_f64() * 1000.0);
    }
    println!("said: {least_ms}");
}

#[test]
fn a_kill_at_any_moment_of_the_set_up_leaves_nothing() {
    let before = host();
    for round in 0..12_u64 {
        let mut link = Link::start(&two_paths());
        // Set-up takes about a hundred milliseconds.
        wait_a_little(round * 11);
        link.kill();
        link.wait_until_all_is_gone();
        assert_eq!(host(), before, "killed after {} ms", round * 11);
    }
}

/// Its stdin stays open: this test holds the other end.
#[test]
fn a_link_ends_with_the_process_that_started_it() {
    let before = host();
    let mut link = Link::start_under_a_shell(&two_paths());
    assert_eq!(link.line()["ready"], json!(true));
    link.kill();
    link.wait_until_all_is_gone();
    assert_eq!(host(), before);
}

#[test]
fn a_termination_ends_it_in_order() {
    let (mut link, _) = up(&two_paths());
    // SAFETY: takes numbers only; the child has not been waited for, so the id is its own.
    assert_eq!(
        unsafe { libc::kill(link.child.id() as i32, libc::SIGTERM) },
        0
    );
    assert_eq!(link.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_wrong_setup_is_refused_with_all_its_problems() {
    let mut wrong = two_paths();
    wrong["paths"][0]["down"]["kbitPerS"] = json!(0);
    wrong["paths"][1]["up"]["lossShare"] = json!(1.5);
    wrong["paths"][1]["name"] = json!("wan");
    let mut link = Link::start(&wrong);
    let refused = link.line();
    assert_eq!(refused["ready"], json!(false));
    let what = refused["what"].as_str().unwrap();
    assert_eq!(what.lines().count(), 3, "{what}");
    assert_eq!(link.child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_congestion_control_that_the_kernel_lacks_is_refused_with_those_it_has() {
    let mut wrong = two_paths();
    wrong["congestionControl"] = json!("invented");
    let mut link = Link::start(&wrong);
    let refused = link.line();
    let what = refused["what"].as_str().unwrap();
    assert!(
        what.contains("tcp_available_congestion_control: "),
        "{what}"
    );
    assert!(what.contains("cubic"), "{what}");
    assert_eq!(link.child.wait().unwrap().code(), Some(4));
}

#[test]
fn a_machine_without_iproute_is_told_how_to_get_it() {
    let mut child = Command::new(PROGRAM)
        .arg("up")
        .env("WIREFARE_IP", "/no/such/ip")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.as_mut().unwrap(), "{}", two_paths()).unwrap();
    let output = child.wait_with_output().unwrap();
    let refused: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(refused["remedy"], "apt-get install iproute2");
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn what_is_entered_keeps_its_own_exit_code_and_has_no_rights_over_the_link() {
    let (mut link, ready) = up(&two_paths());
    let status = inside(&ready, "client")
        .args(["sh", "-c", "exit 42"])
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(42));
    let missing = inside(&ready, "client")
        .arg("/no/such/program")
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(127));
    if ready["rootless"] == json!(true) {
        let output = inside(&ready, "server")
            .args(["cat", "/proc/self/status"])
            .output()
            .unwrap();
        let status = String::from_utf8(output.stdout).unwrap();
        for line in [
            "CapPrm:\t0000000000000000",
            "CapEff:\t0000000000000000",
            "CapAmb:\t0000000000000000",
        ] {
            assert!(status.contains(line), "{status}");
        }
    }
    link.close();
    let gone = inside(&ready, "client").arg("true").output().unwrap();
    assert_eq!(gone.status.code(), Some(4), "a link that has ended");
}

#[test]
fn a_path_that_is_not_there_is_an_error_and_the_link_goes_on() {
    let (mut link, _) = up(&two_paths());
    let error = link
        .ask(json!({ "do": "counters", "path": "3g" }))
        .unwrap_err();
    assert!(error.contains("3g"), "{error}");
    assert!(link.ask(json!({ "do": "counters", "path": "lan" })).is_ok());
    assert!(link.ask(json!({ "do": "dance" })).is_err());
    assert!(link.ask(json!({ "do": "counters", "path": "wan" })).is_ok());
}

fn probed() -> Vec<Value> {
    let output = Command::new(PROGRAM).arg("probe").output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let findings: Value = serde_json::from_slice(&output.stdout).unwrap();
    findings["engines"].as_array().unwrap().clone()
}

#[test]
fn a_probe_names_every_engine_and_leaves_nothing() {
    let before = host();
    let findings = probed();
    assert_eq!(findings.len(), 3);
    let mut engines: Vec<_> = findings.iter().map(|finding| &finding["engine"]).collect();
    assert_eq!(engines.pop(), Some(&json!("tbf")));
    engines.sort_by_key(|engine| engine.to_string());
    assert_eq!(engines, [&json!("tun"), &json!("veth")]);
    for finding in &findings {
        let works = finding["works"].as_bool().unwrap();
        assert_eq!(
            finding["remedy"].as_str().unwrap().is_empty(),
            works,
            "{finding}"
        );
    }
    assert_eq!(host(), before);
}

#[test]
fn an_engine_carries_packets_where_the_probe_says_that_it_works_and_is_refused_where_not() {
    for finding in probed() {
        let mut fast = path("fast", 1_000_000.0, 0.0);
        fast["engine"] = finding["engine"].clone();
        let mut link = Link::start(&setup(&[fast]));
        let ready = link.line();
        assert_eq!(ready["ready"], finding["works"], "{finding} {ready}");
        if ready["ready"] == json!(false) {
            assert_eq!(ready["remedy"], finding["remedy"]);
            continue;
        }
        assert_eq!(ready["paths"][0]["engine"], finding["engine"]);
        let get = json!({ "bodyBytes": 200_000, "requestBytes": 100, "times": 1 });
        let order =
            json!({ "do": "measure", "path": "fast", "echoes": 20, "trainMs": 0, "gets": [get] });
        let measured = link.ask(order).unwrap();
        assert_eq!(measured["echo"]["received"], 20, "{measured}");
        let bytes_in = measured["counters"]["down"]["bytesIn"].as_u64().unwrap();
        assert!(bytes_in > 200_000, "{measured}");
    }
}
