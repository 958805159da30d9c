//! The settings as the contract passes them: environment variables.

use std::env;
use std::path::PathBuf;

pub struct Settings {
    pub host: String,
    pub port: u16,
    pub largest_n: usize,
    /// None for all of them.
    pub datasets: Option<Vec<String>>,
    pub payload_folders: Vec<PathBuf>,
    /// Files of the certificate and its key.
    pub tls: Option<(String, String)>,
    /// Empty for a server that was started by hand, which answers anybody.
    pub secret: String,
    /// The one origin whose pages may read.
    pub origin: String,
    /// Names of hosts that requests may be for.
    pub hosts: Vec<String>,
}

impl Settings {
    pub fn read() -> Self {
        let host = given("WIREFARE_HOST").unwrap_or("127.0.0.1".into());
        let own = if host.contains(':') {
            format!("[{host}]")
        } else {
            host.clone()
        };
        let mut hosts = ["127.0.0.1".into(), "localhost".into(), "[::1]".into(), own].to_vec();
        hosts.extend(listed(&given("WIREFARE_HOSTS").unwrap_or_default()));
        Self {
            host,
            hosts,
            port: number("WIREFARE_PORT", 0),
            largest_n: number("WIREFARE_LARGEST_N", 10_000),
            datasets: env::var("WIREFARE_DATASETS")
                .ok()
                .map(|names| listed(&names)),
            payload_folders: env::var_os("WIREFARE_PAYLOADS")
                .map(|folders| env::split_paths(&folders).collect())
                .unwrap_or_default(),
            tls: given("WIREFARE_TLS_CERT").zip(given("WIREFARE_TLS_KEY")),
            secret: given("WIREFARE_SECRET").unwrap_or_default(),
            origin: given("WIREFARE_ORIGIN").unwrap_or("*".into()),
        }
    }
}

fn given(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn listed(names: &str) -> Vec<String> {
    names
        .split(',')
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

fn number<T: std::str::FromStr>(name: &str, usual: T) -> T {
    given(name)
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}
