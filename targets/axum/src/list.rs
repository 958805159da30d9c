//! What one exchange is about: a fresh list of stored records, computed on and encoded as axum's users do it.

use crate::datasets::Record;
use crate::refusal::Refusal;
use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use prost::Message;
use serde::Serialize;
use serde_json::Value;

/// Format, its media type, and its encoder.
pub const FORMATS: [(&str, &str, &str); 3] = [
    ("json", "application/json", "serde_json"),
    ("protobuf", "application/x-protobuf", "prost"),
    ("msgpack", "application/vnd.msgpack", "rmp-serde"),
];

pub trait List: Send {
    /// Sorts as often as the computation does.
    fn compute(&mut self, computation: &str);
    /// The body in one piece.
    fn encode(&self, format: &str) -> Body;
}

impl<T: Record> List for Vec<&T> {
    fn compute(&mut self, computation: &str) {
        let (rounds, orders) = match computation {
            "none" => (0, T::ORDERS),
            "cm1" => (1, &T::ORDERS[..1]),
            "cm2" => (1, T::ORDERS),
            "cm3" => (10, T::ORDERS),
            "cm4" => (100, T::ORDERS),
            _ => (1_000, T::ORDERS),
        };
        for _ in 0..rounds {
            for order in orders {
                self.sort_by(|a, b| order(a, b));
            }
        }
    }

    fn encode(&self, format: &str) -> Body {
        match format {
            "protobuf" => Body::from(protobuf(self)),
            _ => by_serde(format, self),
        }
    }
}

/// People's own data, which no struct describes: a list, a document or a message.
impl List for &Value {
    fn compute(&mut self, _: &str) {}

    fn encode(&self, format: &str) -> Body {
        by_serde(format, self)
    }
}

impl List for Vec<&Value> {
    fn compute(&mut self, _: &str) {}

    fn encode(&self, format: &str) -> Body {
        by_serde(format, self)
    }
}

/// What `Json` writes when a handler returns it.
fn by_serde(format: &str, value: &(impl Serialize + ?Sized)) -> Body {
    match format {
        "msgpack" => Body::from(rmp_serde::to_vec_named(value).expect("values that are in memory")),
        _ => Json(value).into_response().into_body(),
    }
}

/// `message Books { repeated Book items = 1; }`, without a copy of every record.
fn protobuf<T: Message>(items: &[&T]) -> Vec<u8> {
    const KEY_OF_ITEMS: u8 = 1 << 3 | 2;
    let lengths = items.iter().map(|item| item.encoded_len());
    let mut body = Vec::with_capacity(lengths.map(|length| length + 6).sum());
    for item in items {
        body.push(KEY_OF_ITEMS);
        item.encode_length_delimited(&mut body)
            .expect("a vector grows");
    }
    body
}

/// Own data have no `.proto` file here.
pub fn refuse_own(name: &str, format: &str) -> Result<(), Refusal> {
    match format {
        "protobuf" => Err(
            Refusal::new(501, format!("{name}: there is no .proto file of it here")).of("format"),
        ),
        _ => Ok(()),
    }
}
