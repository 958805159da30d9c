//! `wirefare-link probe`: tries each engine for real, in namespaces and with devices that are gone when it ends, and
//! says what works here for this user and what would allow the rest.

use crate::devices::{self, PathNumber};
use crate::engine;
use crate::namespaces::Namespaces;
use crate::priority;
use crate::refusal::Refusal;
use crate::rpc::Answers;
use crate::spec::{DirectionSpec, Engine, PathSpec};
use crate::up::make_namespaces;
use serde::Serialize;

#[derive(Serialize)]
struct Findings {
    version: &'static str,
    /// True where a user namespace was made.
    rootless: bool,
    /// In the order of preference.
    engines: Vec<Finding>,
    /// Everything that was tried and did not work.
    tried: Vec<String>,
}

#[derive(Serialize)]
struct Finding {
    engine: Engine,
    works: bool,
    why: String,
    /// Empty if it works.
    remedy: String,
}

pub fn probe() {
    let mut tried = Vec::new();
    let made = make_namespaces(&mut tried);
    let findings = Findings {
        version: env!("CARGO_PKG_VERSION"),
        rootless: matches!(&made, Ok(namespaces) if namespaces.rootless()),
        engines: findings(&made),
        tried,
    };
    Answers::default().write(&findings);
}

fn findings(made: &Result<Namespaces, Refusal>) -> Vec<Finding> {
    let [first, second] = engine::emulators(priority::is_real_time_allowed());
    (1..)
        .map(PathNumber)
        .zip([first, second, Engine::Tbf])
        .map(|(number, engine)| match made {
            Ok(namespaces) => finding(namespaces, number, engine),
            Err(refusal) => Finding {
                engine,
                works: false,
                why: refusal.what.clone(),
                remedy: refusal.remedy.clone(),
            },
        })
        .collect()
}

fn finding(namespaces: &Namespaces, number: PathNumber, engine: Engine) -> Finding {
    match devices::create(namespaces, number, engine, &ordinary_path()) {
        Ok(_) => Finding {
            engine,
            works: true,
            why: "its devices were made, and are gone again".into(),
            remedy: String::new(),
        },
        Err(error) => Finding {
            engine,
            works: false,
            why: error.to_string(),
            remedy: devices::remedy(engine).into(),
        },
    }
}

/// That every engine can give.
fn ordinary_path() -> PathSpec {
    let way = DirectionSpec {
        kbit_per_s: 1_000_000.0,
        delay_ms: 0.0,
        jitter_ms: 0.0,
        loss_share: 0.0,
        queue_bytes: 1_500_000,
    };
    PathSpec {
        name: "probe".into(),
        engine: None,
        down: way.clone(),
        up: way,
        seed: 0,
    }
}
