//! Who may read: with a secret nobody else than the lab and its pages, so that no other page that is open on this
//! machine gets at the data while a run lasts.

use crate::App;
use crate::query::Pairs;
use crate::refusal::Refusal;
use crate::settings::Settings;
use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

/// Answers OPTIONS by itself. Nobody who was turned away learns anything, not even by CORS headers.
pub async fn gate(State(app): State<&'static App>, request: Request, next: Next) -> Response {
    if let Err(refusal) = may_read(&app.settings, &request) {
        return refusal.into_response();
    }
    let mut response = match *request.method() {
        Method::OPTIONS => preflight(request.uri().path()),
        _ => next.run(request).await,
    };
    response.headers_mut().extend(app.open_headers.clone());
    response
}

fn may_read(settings: &Settings, request: &Request) -> Result<(), Refusal> {
    if settings.secret.is_empty() {
        return Ok(());
    }
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let authority = request
        .uri()
        .authority()
        .map(|authority| authority.as_str())
        .or(host)
        .unwrap_or_default();
    let port = authority.rfind(':').filter(|&at| {
        authority[at + 1..]
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    });
    let name = authority[..port.unwrap_or(authority.len())].to_ascii_lowercase();
    // Else a page of another name that leads to this address would be of the same origin (DNS rebinding).
    if !settings.hosts.contains(&name) {
        return Err(Refusal::new(421, format!("this is not {name}")));
    }
    if request.method() == Method::OPTIONS || request.uri().path() == "/about" {
        return Ok(());
    }
    let pairs: Pairs = Query::try_from_uri(request.uri())
        .map(|Query(pairs)| pairs)
        .unwrap_or_default();
    let mut given = pairs
        .iter()
        .filter(|(name, _)| name == "secret")
        .map(|(_, value)| value);
    match (given.next(), given.next()) {
        (Some(given), None) if given.as_bytes().ct_eq(settings.secret.as_bytes()).into() => Ok(()),
        _ => Err(Refusal::new(403, "secret is missing or wrong").of("secret")),
    }
}

/// A page asks only before calls, whose Content-Type is none of the simple ones.
fn preflight(path: &str) -> Response {
    let methods = if path.starts_with("/call/") {
        "POST, OPTIONS"
    } else {
        "GET, HEAD, OPTIONS"
    };
    let headers = [
        ("allow", methods),
        ("access-control-allow-methods", methods),
        ("access-control-allow-headers", "Content-Type, SOAPAction"),
        ("access-control-max-age", "7200"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Of every answer: a page of another origin may read it, and no cache keeps it.
pub fn open_headers(origin: &str) -> HeaderMap {
    let exposed = "Server-Timing, Content-Encoding, Content-Length, Content-Type";
    let headers = [
        ("cache-control", "no-store"),
        ("timing-allow-origin", "*"),
        ("access-control-allow-origin", origin),
        ("access-control-expose-headers", exposed),
        ("cross-origin-resource-policy", "cross-origin"),
    ];
    let header = |(name, value)| {
        (
            HeaderName::from_static(name),
            HeaderValue::from_str(value).expect("an origin"),
        )
    };
    headers.map(header).into_iter().collect()
}
