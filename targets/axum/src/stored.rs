//! What the server has in memory: the datasets of the contract, and people's own data.

use crate::datasets::{Book, File, Record, Video, generated};
use crate::java_random::JavaRandom;
use crate::list::List;
use crate::settings::Settings;
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

pub struct Stored {
    pub name: String,
    pub shape: &'static str,
    pub is_own: bool,
    pub count: usize,
    pub max_n: usize,
    pub has_orders: bool,
    records: Box<dyn Records>,
}

trait Records: Send + Sync {
    /// The first n, the n resampled, the document, or the message of that number.
    fn fresh(&self, n: usize, message: usize) -> Box<dyn List + '_>;
    /// Copies of the first n, as an operation makes them; None for data that no operation answers with.
    fn copied(&self, n: usize) -> Option<Box<dyn Records>>;
}

impl Stored {
    pub fn fresh(&self, n: usize, message: usize) -> Box<dyn List + '_> {
        self.records.fresh(n, message)
    }

    pub fn copied(&self, n: usize) -> Option<Stored> {
        let records = self.records.copied(n)?;
        Some(Stored {
            name: self.name.clone(),
            records,
            ..*self
        })
    }
}

/// Fails where a folder of own data cannot be read.
pub fn load(settings: &Settings) -> Result<Vec<Stored>, Box<dyn Error>> {
    let n = settings.largest_n;
    let mut all = vec![
        dataset::<Book>("book", n),
        dataset::<Video>("video", n),
        dataset::<File>("file", n),
    ];
    if let Some(names) = &settings.datasets {
        all.retain(|stored| names.contains(&stored.name));
    }
    for folder in &settings.payload_folders {
        all.push(payload(folder).map_err(|error| format!("{}: {error}", folder.display()))?);
    }
    Ok(all)
}

fn dataset<T: Record>(name: &str, n: usize) -> Stored {
    let (name, records) = (name.to_owned(), Box::new(generated::<T>(n)));
    let has_orders = !T::ORDERS.is_empty();
    Stored {
        name,
        shape: "list",
        is_own: false,
        count: n,
        max_n: n,
        has_orders,
        records,
    }
}

impl<T: Record> Records for Vec<T> {
    fn fresh(&self, n: usize, _: usize) -> Box<dyn List + '_> {
        Box::new(self.iter().take(n).collect::<Vec<_>>())
    }

    fn copied(&self, n: usize) -> Option<Box<dyn Records>> {
        Some(Box::new(self[..n].to_vec()))
    }
}

const MOST_RESAMPLED: usize = 1_000_000;

fn payload(folder: &Path) -> Result<Stored, Box<dyn Error>> {
    let read = |file: &str| -> Result<Value, Box<dyn Error>> {
        Ok(serde_json::from_str(&fs::read_to_string(
            folder.join(file),
        )?)?)
    };
    let head = read("payload.json")?;
    let value = read("value.json")?;
    let name = head["name"].as_str().ok_or("it has no name")?.to_owned();
    let count = value.as_array().map_or(1, Vec::len);
    let own = |shape, count, max_n, records| Stored {
        name,
        shape,
        is_own: true,
        count,
        max_n,
        has_orders: false,
        records,
    };
    Ok(match (head["shape"].as_str(), value) {
        (Some("list"), Value::Array(values)) => {
            let digest = folder
                .file_name()
                .and_then(|digits| digits.to_str())
                .unwrap_or_default();
            let seed = u64::from_str_radix(digest.get(..12).unwrap_or_default(), 16)?;
            let passes = Mutex::new((JavaRandom::new(seed), Vec::new()));
            own(
                "list",
                count,
                count.max(MOST_RESAMPLED),
                Box::new(OwnList { values, passes }),
            )
        }
        (Some("messages"), Value::Array(values)) => {
            own("messages", count, 1, Box::new(OwnValues(values)))
        }
        (_, value) => own("document", 1, 1, Box::new(OwnValues(vec![value]))),
    })
}

/// A document, or messages.
struct OwnValues(Vec<Value>);

impl Records for OwnValues {
    fn fresh(&self, _: usize, message: usize) -> Box<dyn List + '_> {
        Box::new(&self.0[message])
    }

    fn copied(&self, _: usize) -> Option<Box<dyn Records>> {
        None
    }
}

struct OwnList {
    values: Vec<Value>,
    /// Indexes that were drawn for lists of another length: whole passes, each shuffled.
    passes: Mutex<(JavaRandom, Vec<usize>)>,
}

impl Records for OwnList {
    fn fresh(&self, n: usize, _: usize) -> Box<dyn List + '_> {
        let count = self.values.len();
        if n == count {
            return Box::new(self.values.iter().collect::<Vec<_>>());
        }
        let mut passes = self.passes.lock().expect("no draw panics");
        let (random, drawn) = &mut *passes;
        while drawn.len() < n {
            // As java.util.Collections.shuffle does it.
            let mut pass: Vec<usize> = (0..count).collect();
            for last in (1..count).rev() {
                pass.swap(last, random.int(last as i32 + 1) as usize);
            }
            drawn.extend(pass);
        }
        Box::new(
            drawn[..n]
                .iter()
                .map(|&index| &self.values[index])
                .collect::<Vec<_>>(),
        )
    }

    fn copied(&self, _: usize) -> Option<Box<dyn Records>> {
        None
    }
}
