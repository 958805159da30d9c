//! A request that is not answered as it was meant: a problem document (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    detail: String,
    /// The parameter that is wrong, and the values that it may have; empty where nothing is said of them.
    parameter: String,
    allowed: Vec<String>,
}

impl Refusal {
    pub fn new(status: u16, detail: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).expect("a status of HTTP");
        Self {
            status,
            detail: detail.into(),
            parameter: String::new(),
            allowed: Vec::new(),
        }
    }

    pub fn of(self, parameter: &str) -> Self {
        Self {
            parameter: parameter.into(),
            ..self
        }
    }

    pub fn allowing(self, allowed: &[&str]) -> Self {
        let allowed = allowed.iter().map(|value| (*value).to_owned()).collect();
        Self { allowed, ..self }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut document =
            json!({"type": "about:blank", "status": self.status.as_u16(), "detail": self.detail});
        if !self.parameter.is_empty() {
            document["parameter"] = self.parameter.into();
        }
        if !self.allowed.is_empty() {
            document["allowed"] = self.allowed.into();
        }
        let mut response = (self.status, document.to_string()).into_response();
        let problem = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, problem);
        if self.status == StatusCode::PAYLOAD_TOO_LARGE {
            // What is left of such a body is not read.
            response
                .headers_mut()
                .insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
