//! The target contract of Wirefare on axum, as its users write a service: routes, extractors, `Json`.

mod answer;
mod compression;
mod datasets;
mod gate;
mod head_apart;
mod java_random;
mod list;
mod query;
mod refusal;
mod serve;
mod settings;
mod stored;

use answer::{Connection, Phases, answer, whole};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, Method, Uri, header};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use compression::COMPRESSIONS;
use java_random::JavaRandom;
use list::FORMATS;
use query::{COMPUTATIONS, Pairs, read_bytes, read_call, read_exchange};
use refusal::Refusal;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use settings::Settings;
use std::error::Error;
use std::sync::Mutex;
use stored::Stored;

pub struct App {
    settings: Settings,
    data: Vec<Stored>,
    open_headers: HeaderMap,
}

type Asked = Query<Pairs>;

const MOST_REQUEST_BYTES: usize = 1_000_000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::read();
    let (data, open_headers) = (
        stored::load(&settings)?,
        gate::open_headers(&settings.origin),
    );
    let app: &'static App = Box::leak(Box::new(App {
        settings,
        data,
        open_headers,
    }));
    let router = Router::new()
        .route("/about", get(about))
        .route("/exchange", get(exchange))
        .route("/bytes", get(bytes))
        .route("/call/{operation}", post(call))
        .fallback(async |uri: Uri| Refusal::new(404, format!("no {} here", uri.path())))
        .method_not_allowed_fallback(async |method: Method| {
            Refusal::new(405, format!("{method} is not taken here"))
        })
        .layer(middleware::from_fn_with_state(app, gate::gate))
        .with_state(app);
    serve::serve(router, &app.settings).await?;
    // Connections are not waited for.
    std::process::exit(0);
}

async fn exchange(
    State(app): State<&'static App>,
    Query(pairs): Asked,
    connection: Connection,
) -> Result<Response, Refusal> {
    let asked = read_exchange(&pairs, &app.data)?;
    let mut list = asked.stored.fresh(asked.n, asked.message);
    let mut phases = Phases::begin();
    list.compute(asked.computation);
    phases.end("compute");
    answer(list, asked.encoding, phases, connection).await
}

#[derive(Deserialize)]
struct ListRequest {
    n: usize,
}

async fn call(
    State(app): State<&'static App>,
    Path(operation): Path<String>,
    Query(pairs): Asked,
    connection: Connection,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let is_answer =
        |stored: &&Stored| !stored.is_own && operation.strip_suffix('s') == Some(&stored.name);
    let unknown = || Refusal::new(404, format!("no operation {operation} here"));
    let stored = app.data.iter().find(is_answer).ok_or_else(unknown)?;
    let header = |name| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    if header(header::CONTENT_TYPE).split(';').next() != Some("application/json") {
        return Err(Refusal::new(415, "calls are JSON here").allowing(&["application/json"]));
    }
    let encoding = read_call(&pairs)?;
    let too_long = || {
        Refusal::new(
            413,
            format!("a request has at most {MOST_REQUEST_BYTES} bytes"),
        )
    };
    if header(header::CONTENT_LENGTH)
        .parse()
        .is_ok_and(|length: usize| length > MOST_REQUEST_BYTES)
    {
        return Err(too_long());
    }
    let body = to_bytes(body, MOST_REQUEST_BYTES)
        .await
        .map_err(|_| too_long())?;

    let mut phases = Phases::begin();
    let request = Json::<ListRequest>::from_bytes(&body)
        .map_err(|error| Refusal::new(400, error.body_text()))?;
    let n = request.n;
    if !(1..=stored.max_n).contains(&n) {
        return Err(Refusal::new(
            400,
            format!("n is not from 1 to {}", stored.max_n),
        ));
    }
    phases.end("decode");
    let copied = stored.copied(n).ok_or_else(unknown)?;
    let list = copied.fresh(n, 0);
    phases.end("compute");
    answer(list, encoding, phases, connection).await
}

async fn bytes(Query(pairs): Asked, connection: Connection) -> Result<Response, Refusal> {
    let (n, closes) = read_bytes(&pairs)?;
    Ok(whole(
        noise(n),
        "application/octet-stream",
        Phases::none(),
        closes.then_some(connection),
    )
    .await)
}

/// n bytes that do not compress. What was made once is kept: /bytes measures the network alone.
fn noise(n: usize) -> Bytes {
    static NOISE: Mutex<Bytes> = Mutex::new(Bytes::new());
    let mut noise = NOISE.lock().expect("no draw panics");
    if noise.len() < n {
        let mut random = JavaRandom::new(0);
        *noise = (0..n.div_ceil(8))
            .flat_map(|_| random.long().to_le_bytes())
            .collect();
    }
    noise.slice(..n)
}

async fn about(State(app): State<&'static App>, headers: HeaderMap) -> Json<Value> {
    let accepted = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let datasets: Vec<&str> = app
        .data
        .iter()
        .filter(|data| !data.is_own)
        .map(|data| data.name.as_str())
        .collect();
    let operations: Vec<String> = datasets.iter().map(|name| format!("{name}s")).collect();
    let compressions = COMPRESSIONS.iter().map(|(name, levels)| {
        let levels: Vec<u32> = levels.clone().into_iter().flatten().collect();
        ((*name).to_owned(), levels.into())
    });
    let payload = |data: &Stored| json!({"name": data.name, "shape": data.shape, "count": data.count, "maxN": data.max_n});
    Json(json!({
        "contract": 2,
        "name": "axum",
        "version": env!("CARGO_PKG_VERSION"),
        "versions": {"axum": locked("axum"), "hyper": locked("hyper"), "serde_json": locked("serde_json")},
        "features": {
            "datasets": datasets,
            "maxN": app.settings.largest_n,
            "formats": FORMATS.map(|(format, _, encoder)| (format.to_owned(), json!([encoder]))).into_iter().collect::<Map<_, _>>(),
            "compressions": compressions.collect::<Map<_, _>>(),
            "computations": COMPUTATIONS,
            "protocols": serve::protocols(&app.settings),
            "calls": {"operations": operations, "formats": {"json": [FORMATS[0].2]}},
            "payloads": app.data.iter().filter(|data| data.is_own).map(payload).collect::<Vec<_>>(),
        },
        "request": {"acceptEncoding": accepted},
    }))
}

/// The version of a library in Cargo.lock.
fn locked(name: &str) -> &'static str {
    let (_, rest) = include_str!("../Cargo.lock")
        .split_once(&format!("name = \"{name}\"\nversion = \""))
        .unwrap_or_default();
    rest.split('"').next().unwrap_or_default()
}
