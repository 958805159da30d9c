//! Sends what was made: encodes and compresses it whole, each with its time, and ends the connection if asked to.

use crate::compression::compress;
use crate::list::List;
use crate::query::Encoding;
use crate::refusal::Refusal;
use crate::serve::Closing;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Version, header};
use axum::response::{IntoResponse, Response};
use std::convert::Infallible;
use std::time::Instant;

/// The value of Server-Timing, as far as the work has got.
pub struct Phases {
    began: Instant,
    told: Vec<String>,
}

impl Phases {
    pub fn begin() -> Self {
        Self {
            told: Vec::with_capacity(4),
            began: Instant::now(),
        }
    }

    pub fn end(&mut self, phase: &str) {
        let now = Instant::now();
        self.told.push(format!(
            "{phase};dur={:.4}",
            (now - self.began).as_secs_f64() * 1e3
        ));
        self.began = Instant::now();
    }

    pub fn none() -> Self {
        let told = ["compute", "encode", "compress"].map(|phase| format!("{phase};dur=0.0000"));
        Self {
            told: told.into(),
            ..Self::begin()
        }
    }
}

/// The connection that a request came by.
pub struct Connection {
    version: Version,
    closing: Option<Closing>,
}

impl<S: Sync> FromRequestParts<S> for Connection {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self {
            version: parts.version,
            closing: parts.extensions.remove(),
        })
    }
}

pub async fn answer(
    list: Box<dyn List + '_>,
    encoding: Encoding,
    mut phases: Phases,
    connection: Connection,
) -> Result<Response, Refusal> {
    let failed = |error: &dyn std::fmt::Display| Refusal::new(500, error.to_string());
    let encoded = to_bytes(list.encode(encoding.format), usize::MAX)
        .await
        .map_err(|error| failed(&error))?;
    phases.end("encode");
    let body =
        compress(encoded, encoding.compression, encoding.level).map_err(|error| failed(&error))?;
    phases.end("compress");
    let media_type = if encoding.is_opaque {
        "application/octet-stream"
    } else {
        encoding.media_type
    };
    let mut response = whole(
        body,
        media_type,
        phases,
        encoding.closes.then_some(connection),
    )
    .await;
    if encoding.compression != "none" && !encoding.is_opaque {
        let coding = HeaderValue::from_static(encoding.compression);
        response
            .headers_mut()
            .insert(header::CONTENT_ENCODING, coding);
    }
    Ok(response)
}

/// `closes`: the connection to end after this answer.
pub async fn whole(
    body: Bytes,
    media_type: &'static str,
    phases: Phases,
    closes: Option<Connection>,
) -> Response {
    let timing = phases.told.join(", ");
    let headers = [
        (header::CONTENT_TYPE.as_str(), media_type),
        ("server-timing", &timing),
    ];
    let mut response = (headers, Body::from(body)).into_response();
    match closes {
        None => {}
        Some(Connection {
            version: Version::HTTP_2,
            closing: Some(closing),
        }) => closing.go_away().await,
        Some(_) => drop(
            response
                .headers_mut()
                .insert(header::CONNECTION, HeaderValue::from_static("close")),
        ),
    }
    response
}
