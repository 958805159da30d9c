//! A link as a process, for tests: what the lab does, in a few lines. Every child carries a mark in its environment,
//! so that a test can see whether anything was left behind.

use serde_json::{json, Value};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_wirefare-link");

const MARK: &str = "WIREFARE_LINK_TEST";
const GONE_MS_MAX: u128 = 10_000;

static LINKS: AtomicU32 = AtomicU32::new(0);

pub struct Link {
    pub child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    mark: String,
    asked: u64,
}

impl Link {
    /// Started, and told the setup.
    pub fn start(setup: &Value) -> Link {
        let mut command = Command::new(PROGRAM);
        command.arg("up");
        Link::start_by(command, setup)
    }

    /// A shell in between, which is then `child`; it holds no end of the link's pipes.
    pub fn start_under_a_shell(setup: &Value) -> Link {
        let mut command = Command::new("sh");
        // A program that a shell puts into the background has no stdin unless it gets one.
        let script = r#"exec 3<&0; "$0" up <&3 3<&- & exec <&- >&- 3<&-; wait"#;
        command.args(["-c", script, PROGRAM]);
        Link::start_by(command, setup)
    }

    fn start_by(mut command: Command, setup: &Value) -> Link {
        let number = LINKS.fetch_add(1, Ordering::SeqCst);
        let mark = format!("{}-{number}", std::process::id());
        let mut child = command
            .env(MARK, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{setup}").unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Link {
            child,
            stdin: Some(stdin),
            stdout,
            mark,
            asked: 0,
        }
    }

    pub fn line(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// The answer, or the error in its place.
    pub fn ask(&mut self, mut order: Value) -> Result<Value, String> {
        self.asked += 1;
        order["id"] = json!(self.asked);
        writeln!(self.stdin.as_ref().unwrap(), "{order}").unwrap();
        let answer = self.line();
        assert_eq!(answer["id"], json!(self.asked), "{answer}");
        match answer["error"].as_str() {
            Some(error) => Err(error.to_string()),
            None => Ok(answer["answer"].clone()),
        }
    }

    /// The port on `from`'s loopback.
    pub fn relay(&mut self, from: &str, to: &str, port: u16) -> u16 {
        let answer = self.ask(json!({ "do": "relay", "from": from, "to": to, "port": port }));
        answer.unwrap()["port"].as_u64().unwrap() as u16
    }

    /// Ends it as the lab does.
    pub fn close(&mut self) -> ExitStatus {
        self.stdin = None;
        self.child.wait().unwrap()
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until no process is left that this link started.
    pub fn wait_until_all_is_gone(&self) {
        let start = Instant::now();
        loop {
            let left = marked(&self.mark);
            if left.is_empty() {
                return;
            }
            assert!(
                start.elapsed().as_millis() < GONE_MS_MAX,
                "left behind: {left:?}"
            );
            thread::yield_now();
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // It has ended already in most tests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command that runs inside one of the link's namespaces.
pub fn inside(ready: &Value, place: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("enter");
    if let Some(user) = ready["namespaces"]["user"].as_str() {
        command.args(["--user", user]);
    }
    command.args(["--net", ready["namespaces"][place].as_str().unwrap(), "--"]);
    command
}

pub fn setup(paths: &[Value]) -> Value {
    json!({
        "version": 1,
        "paths": paths,
        "congestionControl": "cubic",
        "initialWindow": 10,
        "packetLog": null,
    })
}

pub fn path(name: &str, kbit_per_s: f64, delay_ms: f64) -> Value {
    let way = json!({
        "kbitPerS": kbit_per_s,
        "delayMs": delay_ms,
        "jitterMs": 0,
        "lossShare": 0,
        "queueBytes": 1_500_000,
    });
    json!({ "name": name, "engine": null, "down": way, "up": way, "seed": 1 })
}

/// State that a link must never change: the host's devices, and settings like those that it writes
/// inside.
pub fn host() -> Vec<String> {
    let mut seen = [fs::read_to_string("/proc/net/dev").unwrap()]
        .iter()
        .flat_map(|devices| devices.lines().skip(2))
        .filter_map(|line| line.split(':').next())
        .map(|name| name.trim().to_string())
        .collect::<Vec<_>>();
    seen.sort();
    for file in [
        "/proc/sys/net/ipv4/tcp_no_metrics_save",
        "/proc/sys/net/ipv4/tcp_slow_start_after_idle",
        "/proc/sys/net/ipv4/tcp_congestion_control",
        "/proc/sys/net/ipv4/tcp_allowed_congestion_control",
        "/proc/sys/net/ipv6/conf/default/disable_ipv6",
    ] {
        // None on a kernel without IPv6.
        seen.push(format!("{file}: {:?}", fs::read_to_string(file).ok()));
    }
    seen
}

/// Which namespace a namespace file stands for.
pub fn inode(path: &str) -> u64 {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).unwrap().ino()
}

/// Threads, of those that this user may look at, that live in that network namespace.
pub fn inhabitants(namespace: u64) -> Vec<PathBuf> {
    let text = format!("net:[{namespace}]");
    folders("/proc")
        .into_iter()
        .flat_map(|process| folders(&process.join("task").to_string_lossy()))
        .filter(|task| matches!(fs::read_link(task.join("ns/net")), Ok(link) if link.to_string_lossy() == text))
        .collect()
}

fn marked(mark: &str) -> Vec<PathBuf> {
    let entry = format!("{MARK}={mark}");
    folders("/proc")
        .into_iter()
        .filter(|process| {
            let environment = fs::read(process.join("environ")).unwrap_or_default();
            environment
                .split(|byte| *byte == 0)
                .any(|one| one == entry.as_bytes())
        })
        .collect()
}

fn folders(of: &str) -> Vec<PathBuf> {
    match fs::read_dir(of) {
        Ok(entries) => entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_dir())
            .collect(),
        // A process that has just ended.
        Err(_) => Vec::new(),
    }
}

/// A little time, different each time, for tests that end a link wherever it happens to be.
pub fn wait_a_little(ms: u64) {
    thread::sleep(Duration::from_millis(ms));
}
