//! The paths of a link, from the setup's description to a running emulator.

use crate::devices::{self, Carrier, PathNumber, MTU};
use crate::engine;
use crate::messages::ReadyPath;
use crate::namespaces::Namespaces;
use crate::pump::{self, PathHandle};
use crate::refusal::Refusal;
use crate::spec::{Engine, PathSpec};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

pub struct RunningPath {
    pub number: PathNumber,
    pub spec: PathSpec,
    pub ready: ReadyPath,
    pub handle: PathHandle,
    /// One calibration of a path at a time: two would measure each other.
    pub calibrating: Mutex<()>,
}

/// A path whose devices are there, still down.
pub struct MadePath {
    pub number: PathNumber,
    spec: PathSpec,
    engine: Engine,
    why: String,
    carrier: Carrier,
}

/// `emulator` is the engine to use if the setup names none and if it can carry the rate.
pub fn make_devices(
    namespaces: &Namespaces,
    specs: &[PathSpec],
    emulator: Engine,
) -> Result<Vec<MadePath>, Refusal> {
    (1..=u8::MAX)
        .map(PathNumber)
        .zip(specs)
        .map(|(number, spec)| {
            let (engine, why) = engine::choose(spec, emulator);
            let carrier = devices::create(namespaces, number, engine, spec).map_err(|error| {
                let what = format!("path {}: {error}", spec.name);
                Refusal::environment(what, devices::remedy(engine))
            })?;
            Ok(MadePath {
                number,
                spec: spec.clone(),
                engine,
                why,
                carrier,
            })
        })
        .collect()
}

/// Once the devices are up. `log_folder` gets one packet log a path.
pub fn start_all(
    made: Vec<MadePath>,
    log_folder: Option<&str>,
) -> Result<Vec<RunningPath>, Refusal> {
    let folder = log_folder.map(Path::new);
    if let Some(folder) = folder {
        fs::create_dir_all(folder)
            .map_err(|error| no_log(&folder.display().to_string(), &error))?;
    }
    made.into_iter().map(|path| start(path, folder)).collect()
}

fn start(path: MadePath, log_folder: Option<&Path>) -> Result<RunningPath, Refusal> {
    let MadePath {
        number,
        spec,
        engine,
        why,
        carrier,
    } = path;
    let handle = match carrier {
        Carrier::Emulator { client, server } => {
            let log = log_folder.map(|folder| log_file(folder, number, &spec.name));
            pump::start_path(client, server, &spec, log)
                .map_err(|error| no_log(&format!("path {}", spec.name), &error))?
        }
        Carrier::Kernel(handle) => handle,
    };
    let ready = ReadyPath {
        name: spec.name.clone(),
        engine,
        why,
        client_address: number.client().to_string(),
        server_address: number.server().to_string(),
        cold_address: number.cold().to_string(),
        mtu: MTU,
    };
    Ok(RunningPath {
        number,
        spec,
        ready,
        handle,
        calibrating: Mutex::new(()),
    })
}

fn no_log(place: &str, error: &std::io::Error) -> Refusal {
    Refusal::environment(
        format!("{place}: {error}"),
        "name a folder for packet logs that can be written to",
    )
}

/// `3-mobile-poor.csv`; whatever could lead to another folder is left out of the name.
fn log_file(folder: &Path, number: PathNumber, name: &str) -> PathBuf {
    let plain = |c: char| {
        if c.is_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(plain).collect();
    folder.join(format!("{}-{name}.csv", number.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_stays_in_its_folder_whatever_the_path_is_called() {
        let file = log_file(Path::new("/logs"), PathNumber(2), "../../etc/3g poor");
        assert_eq!(file, Path::new("/logs/2-.._.._etc_3g_poor.csv"));
    }
}
