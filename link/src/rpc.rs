//! Requests on stdin, answers on stdout, a line each, in whatever order they are ready. Ends when stdin does, when
//! nobody reads the answers any more, or at a signal.

use crate::calibrate;
use crate::messages::{Calibration, Order, Request};
use crate::relay;
use crate::running_path::RunningPath;
use crate::up::Link;
use serde::Serialize;
use serde_json::{json, Value};
use std::io::{self, BufRead, Write};
use std::process;
use std::sync::mpsc::{channel, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

enum Event {
    Line(String),
    End,
}

/// None while the link is being set up.
static EVENTS: Mutex<Option<Sender<Event>>> = Mutex::new(None);

/// Ends the program after a signal.
pub fn end_by_signal() {
    let events = match EVENTS.lock() {
        Ok(events) => events.clone(),
        Err(_) => None,
    };
    match events {
        Some(events) => drop(events.send(Event::End)),
        // Half a link needs no orderly end: the kernel takes it back.
        None => process::exit(0),
    }
}

/// Returns when the link is to end, with every packet log written.
pub fn serve(link: Link, answers: &Answers) {
    let link = Arc::new(link);
    let (events, received) = channel();
    if let Ok(mut shared) = EVENTS.lock() {
        *shared = Some(events.clone());
    }
    thread::spawn(move || read_lines(&events));
    for event in received {
        match event {
            Event::Line(line) => take(&link, &line, answers),
            Event::End => break,
        }
    }
    for path in &link.paths {
        path.handle.stop();
    }
}

fn read_lines(events: &Sender<Event>) {
    for line in io::stdin().lock().lines() {
        match line {
            // Nobody receives any more: the link is ending.
            Ok(line) => drop(events.send(Event::Line(line))),
            Err(_) => break,
        }
    }
    let _ = events.send(Event::End);
}

fn take(link: &Arc<Link>, line: &str, answers: &Answers) {
    let request: Request = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => {
            answers.write(&json!({ "id": id_of(line), "error": error.to_string() }));
            return;
        }
    };
    let Request { id, order } = request;
    let work = {
        let (link, answers) = (Arc::clone(link), answers.clone());
        move || answers.write(&answer(id, carry_out(&link, order)))
    };
    thread::spawn(work);
}

/// The id of a line that is no request, so that the lab gets an answer; null if there is not even
/// an id.
fn id_of(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).unwrap_or_default();
    value.get("id").cloned().unwrap_or_default()
}

fn answer(id: u64, result: Result<Value, String>) -> Value {
    match result {
        Ok(answer) => json!({ "id": id, "answer": answer }),
        Err(error) => json!({ "id": id, "error": error }),
    }
}

fn carry_out(link: &Link, order: Order) -> Result<Value, String> {
    match order {
        Order::Calibrate { path } => measured(path_named(link, &path)?, |path| {
            calibrate::calibrate(&path.ready, &path.spec, &path.handle, &link.namespaces)
        }),
        Order::Measure { path, order } => measured(path_named(link, &path)?, |path| {
            calibrate::measure(
                &path.ready,
                &path.spec,
                &path.handle,
                &link.namespaces,
                &order,
            )
        }),
        Order::Audit {
            path,
            from_ms,
            to_ms,
        } => value(&path_named(link, &path)?.handle.audit(from_ms, to_ms)),
        Order::Counters { path } => value(&path_named(link, &path)?.handle.counters()),
        Order::Relay { from, to, port } => {
            let own_port = relay::start(&link.namespaces, from, to, port)
                .map_err(|error| error.to_string())?;
            Ok(json!({ "port": own_port }))
        }
    }
}

/// One at a time on a path.
fn measured<F>(path: &RunningPath, measure: F) -> Result<Value, String>
where
    F: FnOnce(&RunningPath) -> io::Result<Calibration>,
{
    // A panic in another calibration leaves nothing behind that would harm this one.
    let _alone = path
        .calibrating
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    measure(path)
        .map_err(|error| format!("measure the path {}: {error}", path.spec.name))
        .and_then(|calibration| value(&calibration))
}

/// A path whose emulator has ended answers nothing more.
fn path_named<'a>(link: &'a Link, name: &str) -> Result<&'a RunningPath, String> {
    let path = link
        .paths
        .iter()
        .find(|path| path.spec.name == name)
        .ok_or_else(|| format!("there is no path {name:?}"))?;
    match path.handle.failure() {
        None => Ok(path),
        Some(failure) => Err(format!("the path {name} has ended: {failure}")),
    }
}

fn value<T: Serialize>(answer: &T) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

/// Where answers go, one whole line at a time.
#[derive(Clone, Default)]
pub struct Answers {
    writing: Arc<Mutex<()>>,
}

impl Answers {
    pub fn write<T: Serialize>(&self, answer: &T) {
        let _whole_lines = self.writing.lock();
        if let Err(error) = write_line(answer) {
            // This comes first, because the reader of stderr may be gone as well.
            end_by_signal();
            eprintln!("wirefare-link: stdout: {error}");
        }
    }
}

fn write_line<T: Serialize>(answer: &T) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    let mut stdout = io::stdout().lock();
    stdout.write_all(&line)?;
    stdout.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_request_is_answered_under_its_own_number() {
        assert_eq!(id_of(r#"{"id":7,"do":"dance"}"#), json!(7));
        assert_eq!(id_of("not JSON"), Value::Null);
    }

    #[test]
    fn requests_are_read_as_the_lab_writes_them() {
        let line = r#"{"id":3,"do":"audit","path":"3g","fromMs":1,"toMs":2.5}"#;
        let request: Request = serde_json::from_str(line).unwrap();
        assert_eq!(request.id, 3);
        assert!(matches!(request.order, Order::Audit { to_ms, .. } if to_ms == 2.5));
    }
}
