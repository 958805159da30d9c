//! Reads queries into checked values. What is wrong is refused, because a wish that is ignored would be a wrong
//! measurement.

use crate::compression::COMPRESSIONS;
use crate::list::{FORMATS, refuse_own};
use crate::refusal::Refusal;
use crate::stored::Stored;

pub const COMPUTATIONS: [&str; 6] = ["none", "cm1", "cm2", "cm3", "cm4", "cm5"];
const MOST_BYTES: usize = 100_000_000;

pub type Pairs = Vec<(String, String)>;

/// How an answer is encoded and sent.
pub struct Encoding {
    pub format: &'static str,
    pub media_type: &'static str,
    pub compression: &'static str,
    pub level: u32,
    pub closes: bool,
    pub is_opaque: bool,
}

pub struct ExchangeQuery<'a> {
    pub stored: &'a Stored,
    pub n: usize,
    pub message: usize,
    pub computation: &'static str,
    pub encoding: Encoding,
}

pub fn read_exchange<'a>(pairs: &Pairs, data: &'a [Stored]) -> Result<ExchangeQuery<'a>, Refusal> {
    let known = [
        "dataset",
        "n",
        "message",
        "format",
        "codec",
        "compression",
        "level",
        "compute",
    ];
    let query = Query::checked(
        pairs,
        &[&known[..], &["connection", "opaque", "serial", "secret"]].concat(),
    )?;
    let names: Vec<&str> = data.iter().map(|stored| stored.name.as_str()).collect();
    let stored = &data[query.choice("dataset", &names, None)?];
    let n = query.number("n", 1, stored.max_n)?;
    let message = match (query.get("message"), stored.shape) {
        (None, _) => 0,
        (_, "messages") => query.number("message", 0, stored.count - 1)?,
        _ => return Err(Refusal::new(400, "only messages have it").of("message")),
    };
    let formats = FORMATS.map(|(format, ..)| format);
    let encoding = query.encoding(query.choice("format", &formats, None)?)?;
    let computations = if stored.has_orders {
        &COMPUTATIONS[..]
    } else {
        &COMPUTATIONS[..1]
    };
    let computation = computations[query.choice("compute", computations, Some(0))?];
    if stored.is_own {
        refuse_own(&stored.name, encoding.format)?;
    }
    Ok(ExchangeQuery {
        stored,
        n,
        message,
        computation,
        encoding,
    })
}

/// Of a call in JSON.
pub fn read_call(pairs: &Pairs) -> Result<Encoding, Refusal> {
    let known = [
        "codec",
        "compression",
        "level",
        "connection",
        "opaque",
        "serial",
        "secret",
    ];
    Query::checked(pairs, &known)?.encoding(0)
}

/// The number of bytes, and whether to close.
pub fn read_bytes(pairs: &Pairs) -> Result<(usize, bool), Refusal> {
    let query = Query::checked(pairs, &["n", "connection", "serial", "secret"])?;
    Ok((
        query.number("n", 0, MOST_BYTES)?,
        query.flag("connection", "close")?,
    ))
}

struct Query<'a>(&'a Pairs);

impl<'a> Query<'a> {
    fn checked(pairs: &'a Pairs, known: &[&str]) -> Result<Self, Refusal> {
        for (i, (name, _)) in pairs.iter().enumerate() {
            if !known.contains(&name.as_str()) {
                return Err(Refusal::new(400, format!("{name}: no such parameter"))
                    .of(name)
                    .allowing(known));
            }
            if pairs[..i].iter().any(|(before, _)| before == name) {
                return Err(Refusal::new(400, format!("{name}: given twice")).of(name));
            }
        }
        Ok(Self(pairs))
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.0
            .iter()
            .find(|(each, _)| each == name)
            .map(|(_, value)| value.as_str())
    }

    /// The index among those allowed.
    fn choice(&self, name: &str, allowed: &[&str], usual: Option<usize>) -> Result<usize, Refusal> {
        let Some(value) = self.get(name) else {
            let missing = || {
                Refusal::new(400, format!("{name} is missing"))
                    .of(name)
                    .allowing(allowed)
            };
            return usual.ok_or_else(missing);
        };
        let unsupported = || {
            Refusal::new(501, format!("{name} {value} is not supported"))
                .of(name)
                .allowing(allowed)
        };
        allowed
            .iter()
            .position(|each| *each == value)
            .ok_or_else(unsupported)
    }

    fn number(&self, name: &str, least: usize, most: usize) -> Result<usize, Refusal> {
        let digits = self
            .get(name)
            .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let value = digits
            .and_then(|text| text.parse().ok())
            .filter(|value| (least..=most).contains(value));
        value.ok_or_else(|| {
            Refusal::new(
                400,
                format!("{name} is no whole number from {least} to {most}"),
            )
            .of(name)
        })
    }

    fn flag(&self, name: &str, on: &str) -> Result<bool, Refusal> {
        match self.get(name) {
            None => Ok(false),
            Some(value) if value == on => Ok(true),
            Some(_) => Err(Refusal::new(400, format!("{name} is not {on}"))
                .of(name)
                .allowing(&[on])),
        }
    }

    fn encoding(&self, format: usize) -> Result<Encoding, Refusal> {
        let (format, media_type, encoder) = FORMATS[format];
        self.choice("codec", &[encoder], Some(0))?;
        let names: Vec<&str> = COMPRESSIONS.iter().map(|(name, _)| *name).collect();
        let (compression, levels) = &COMPRESSIONS[self.choice("compression", &names, Some(0))?];
        let level = match (levels, self.get("level")) {
            (Some(levels), _) => {
                self.number("level", *levels.start() as usize, *levels.end() as usize)?
            }
            (None, None) => 0,
            _ => {
                return Err(
                    Refusal::new(400, format!("compression {compression} has no levels"))
                        .of("level"),
                );
            }
        };
        let closes = self.flag("connection", "close")?;
        let is_opaque = self.flag("opaque", "1")?;
        Ok(Encoding {
            format,
            media_type,
            compression,
            level: level as u32,
            closes,
            is_opaque,
        })
    }
}
