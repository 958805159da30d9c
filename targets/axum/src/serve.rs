//! Listens for HTTP/1.1 and, given a certificate, for HTTP/1.1 and HTTP/2 over TLS, each at a port of its own; what
//! axum::serve does, with what the contract asks of connections.

use crate::head_apart::HeadApart;
use crate::settings::Settings;
use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use serde_json::{Map, json};
use std::error::Error;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, watch};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::NoServerSessionStorage;
use tower_service::Service;

/// Ends a connection of HTTP/2, which has no header for it.
#[derive(Clone, Default)]
pub struct Closing {
    asked: Arc<Notify>,
    said: watch::Sender<bool>,
}

impl Closing {
    /// Returns when GOAWAY stands ahead of everything that is still to be sent.
    pub async fn go_away(&self) {
        self.asked.notify_one();
        // It fails only where nobody is left to answer to.
        let _ = self.said.subscribe().wait_for(|said| *said).await;
    }
}

/// The protocols that it will listen for.
pub fn protocols(settings: &Settings) -> &'static [&'static str] {
    if settings.tls.is_some() {
        &["http1", "https1", "h2"]
    } else {
        &["http1"]
    }
}

/// Returns when stdin closes, which the lab holds.
pub async fn serve(router: Router, settings: &Settings) -> Result<(), Box<dyn Error>> {
    let mut ports = Map::new();
    for &protocol in protocols(settings) {
        let port = if protocol == "http1" {
            settings.port
        } else {
            0
        };
        let listener = TcpListener::bind((settings.host.as_str(), port)).await?;
        ports.insert(protocol.into(), listener.local_addr()?.port().into());
        let tls = if protocol == "http1" {
            None
        } else {
            Some(acceptor(settings, protocol == "h2")?)
        };
        tokio::spawn(accept(listener, tls, protocol == "h2", router.clone()));
    }
    let port = ports.remove("http1");
    println!("{}", json!({"ready": true, "port": port, "ports": ports}));
    tokio::task::spawn_blocking(|| io::copy(&mut io::stdin(), &mut io::sink())).await??;
    Ok(())
}

/// No session is ever resumed, and no ticket sent.
fn acceptor(settings: &Settings, is_http2: bool) -> Result<TlsAcceptor, Box<dyn Error>> {
    let (certificate, key) = settings.tls.as_ref().ok_or("there is no certificate")?;
    let certificates =
        CertificateDer::pem_file_iter(certificate)?.collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_file(key)?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(certificates, key)?;
    config.alpn_protocols = vec![if is_http2 {
        b"h2".to_vec()
    } else {
        b"http/1.1".to_vec()
    }];
    config.session_storage = Arc::new(NoServerSessionStorage {});
    config.send_tls13_tickets = 0;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

async fn accept(listener: TcpListener, tls: Option<TlsAcceptor>, is_http2: bool, router: Router) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(handshake(
                stream,
                tls.clone(),
                is_http2,
                router.clone(),
            ))),
            // No more files may be open, perhaps: it may be better in a while.
            Err(_) => tokio::time::sleep(Duration::from_secs(1)).await,
        }
    }
}

async fn handshake(stream: TcpStream, tls: Option<TlsAcceptor>, is_http2: bool, router: Router) {
    let _ = stream.set_nodelay(true);
    match tls {
        None => serve_connection(stream, false, router).await,
        Some(tls) => {
            if let Ok(stream) = tls.accept(stream).await {
                serve_connection(HeadApart::new(stream, is_http2), is_http2, router).await;
            }
        }
    }
}

/// That a client goes away is its right: errors of connections are nobody's.
async fn serve_connection<IO>(io: IO, is_http2: bool, router: Router)
where
    IO: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let closing = Closing::default();
    let handed = closing.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(handed.clone());
        router.clone().call(request)
    });
    let io = TokioIo::new(io);
    if !is_http2 {
        let _ = http1::Builder::new().serve_connection(io, service).await;
        return;
    }
    let mut connection =
        pin!(http2::Builder::new(TokioExecutor::new()).serve_connection(io, service));
    tokio::select! {
        biased;
        () = closing.asked.notified() => {}
        _ = connection.as_mut() => return,
    }
    connection.as_mut().graceful_shutdown();
    closing.said.send_replace(true);
    let _ = connection.await;
}
