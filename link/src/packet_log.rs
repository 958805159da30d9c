//! The packet log: a CSV file that describes itself. Its first line is `# ` and a JSON object (version, columns with
//! units, the path's spec, when zero was); then a line of column names and a line a packet. `read_csv(..., comment='#')`
//! of DuckDB or pandas reads it as it is. Lines are written by a thread of their own, in lots.

use crate::clock;
use crate::lateness::Fate;
use crate::spec::PathSpec;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread::{self, JoinHandle};

const VERSION: u32 = 1;

/// Entries that the path's thread collects before it passes them on.
const LOT: usize = 1024;

const COLUMNS: [(&str, &str); 6] = [
    ("way", "down is server to client"),
    ("bytes", "IP bytes, header included"),
    ("fate", "handed-on; lost by the draw; dropped for want of room in the queue, or in the device where due_ns is given"),
    ("arrived_ns", "nanoseconds since zero: the packet came from the sender's device"),
    ("due_ns", "the instant that the model names for handing it on; empty where it names none"),
    ("late_ns", "nanoseconds from due_ns until the receiver's device had it; empty where it never had"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Down,
    Up,
}

/// A packet whose fate is decided.
pub struct Entry {
    pub way: Way,
    pub bytes: u32,
    pub fate: Fate,
    pub arrived_ns: u64,
    pub due_ns: Option<u64>,
}

/// Closing it waits until all is on the disk.
pub struct PacketLog {
    lot: Vec<Entry>,
    /// None only while closing.
    full: Option<Sender<Vec<Entry>>>,
    empty: Receiver<Vec<Entry>>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Header<'a> {
    format: &'a str,
    version: u32,
    path: &'a PathSpec,
    zero_ms_since1970: f64,
    columns: Vec<Column<'a>>,
}

#[derive(Serialize)]
struct Column<'a> {
    name: &'a str,
    meaning: &'a str,
}

impl PacketLog {
    pub fn create(file: &Path, spec: &PathSpec) -> io::Result<Self> {
        let zero_ns = clock::now_ns();
        let mut out = BufWriter::new(File::create(file).map_err(|error| named(file, &error))?);
        write_header(&mut out, spec, clock::unix_ms()).map_err(|error| named(file, &error))?;
        let (full, full_lots) = channel();
        let (empty_lots, empty) = channel();
        let name: PathBuf = file.to_path_buf();
        let writer = thread::Builder::new()
            .name("packet log".into())
            .spawn(move || {
                if let Err(error) = write_lots(&mut out, zero_ns, &full_lots, &empty_lots) {
                    eprintln!("wirefare-link: {}: the log ends here", named(&name, &error));
                }
            })?;
        Ok(PacketLog {
            lot: Vec::with_capacity(LOT),
            full: Some(full),
            empty,
            writer: Some(writer),
        })
    }

    pub fn note(&mut self, entry: Entry) {
        self.lot.push(entry);
        if self.lot.len() >= LOT {
            self.pass_on();
        }
    }

    /// Lets the writer have what was collected so far.
    pub fn pass_on(&mut self) {
        if self.lot.is_empty() {
            return;
        }
        let next = self
            .empty
            .try_recv()
            .unwrap_or_else(|_| Vec::with_capacity(LOT));
        let lot = std::mem::replace(&mut self.lot, next);
        if let Some(full) = &self.full {
            // A writer that has given up has said so on standard error.
            let _ = full.send(lot);
        }
    }
}

impl Drop for PacketLog {
    fn drop(&mut self) {
        self.pass_on();
        self.full = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

fn write_lots(
    out: &mut impl Write,
    zero_ns: u64,
    full: &Receiver<Vec<Entry>>,
    empty: &Sender<Vec<Entry>>,
) -> io::Result<()> {
    for mut lot in full {
        for entry in lot.drain(..) {
            write_line(out, zero_ns, &entry)?;
        }
        out.flush()?;
        // The path may be gone; then nobody needs an empty one.
        let _ = empty.send(lot);
    }
    Ok(())
}

fn write_header(out: &mut impl Write, spec: &PathSpec, zero_ms_since1970: f64) -> io::Result<()> {
    let columns = COLUMNS
        .iter()
        .map(|&(name, meaning)| Column { name, meaning })
        .collect();
    let format = "wirefare packet log";
    let header = Header {
        format,
        version: VERSION,
        path: spec,
        zero_ms_since1970,
        columns,
    };
    writeln!(out, "# {}", serde_json::to_string(&header)?)?;
    let names: Vec<&str> = COLUMNS.iter().map(|column| column.0).collect();
    writeln!(out, "{}", names.join(","))?;
    out.flush()
}

fn write_line(out: &mut impl Write, zero_ns: u64, entry: &Entry) -> io::Result<()> {
    let way = match entry.way {
        Way::Down => "down",
        Way::Up => "up",
    };
    let arrived_ns = entry.arrived_ns as i64 - zero_ns as i64;
    let fate = match entry.fate {
        Fate::HandedOn { .. } => "handed-on",
        Fate::Lost => "lost",
        Fate::Dropped => "dropped",
    };
    write!(out, "{way},{},{fate},{arrived_ns},", entry.bytes)?;
    if let Some(due_ns) = entry.due_ns {
        write!(out, "{}", due_ns as i64 - zero_ns as i64)?;
    }
    match entry.fate {
        Fate::HandedOn { late_ns } => writeln!(out, ",{late_ns}"),
        Fate::Lost | Fate::Dropped => writeln!(out, ","),
    }
}

fn named(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("packet log {}: {error}", file.display()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::DirectionSpec;

    fn spec() -> PathSpec {
        let way = DirectionSpec {
            kbit_per_s: 1600.0,
            delay_ms: 150.0,
            jitter_ms: 0.0,
            loss_share: 0.0,
            queue_bytes: 9,
        };
        PathSpec {
            name: "3g".into(),
            engine: None,
            down: way.clone(),
            up: way,
            seed: 77,
        }
    }

    #[test]
    fn a_log_describes_itself_and_has_one_line_a_packet() {
        let mut out = Vec::new();
        write_header(&mut out, &spec(), 1.5).unwrap();
        let entry = |fate, due_ns| Entry {
            way: Way::Up,
            bytes: 52,
            fate,
            arrived_ns: 1_007,
            due_ns,
        };
        for (fate, due_ns) in [
            (Fate::HandedOn { late_ns: 5 }, Some(2_000)),
            (Fate::Lost, None),
            (Fate::Dropped, None),
            (Fate::Dropped, Some(2_000)),
        ] {
            write_line(&mut out, 1_000, &entry(fate, due_ns)).unwrap();
        }
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let header: serde_json::Value = serde_json::from_str(&lines[0][2..]).unwrap();
        assert_eq!(header["path"]["seed"], 77);
        assert_eq!(header["zeroMsSince1970"], 1.5);
        assert_eq!(header["columns"][1]["name"], "bytes");
        assert_eq!(lines[1], "way,bytes,fate,arrived_ns,due_ns,late_ns");
        let packets = [
            "up,52,handed-on,7,1000,5",
            "up,52,lost,7,,",
            "up,52,dropped,7,,",
            "up,52,dropped,7,1000,",
        ];
        assert_eq!(lines[2..], packets);
    }

    #[test]
    fn all_that_was_noted_is_in_the_file_once_the_log_is_closed() {
        let file =
            std::env::temp_dir().join(format!("wirefare-packet-log-{}.csv", std::process::id()));
        let mut log = PacketLog::create(&file, &spec()).unwrap();
        for packet in 0..3_000 {
            log.note(Entry {
                way: Way::Down,
                bytes: packet,
                fate: Fate::Lost,
                arrived_ns: 0,
                due_ns: None,
            });
        }
        drop(log);
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(text.lines().count(), 3_002);
        assert!(text.lines().last().unwrap().starts_with("down,2999,lost,"));
    }

    #[test]
    fn a_log_that_cannot_be_made_names_its_file() {
        let error = PacketLog::create(Path::new("/nowhere/3g.csv"), &spec())
            .err()
            .unwrap();
        assert!(
            error
                .to_string()
                .starts_with("packet log /nowhere/3g.csv: "),
            "{error}"
        );
    }
}
