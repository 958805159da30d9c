//! A page as anyone would write it in axum, for `npm run bench -- frameworks`: Books as JSON.

#[path = "../src/datasets.rs"]
#[allow(dead_code, reason = "the target has more of them")]
mod datasets;
#[path = "../src/java_random.rs"]
mod java_random;

use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use datasets::{Book, generated};
use serde::Deserialize;

#[derive(Deserialize)]
struct Asked {
    n: usize,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let books: &'static [Book] = generated::<Book>(1_000).leak();
    let app = Router::new().route("/plain", get(plain)).with_state(books);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("{}", listener.local_addr()?.port());
    axum::serve(listener, app).await
}

async fn plain(
    State(books): State<&'static [Book]>,
    Query(asked): Query<Asked>,
) -> Json<Vec<&'static Book>> {
    Json(books.iter().take(asked.n).collect())
}
