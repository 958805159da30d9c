//! Everything that is wrong with a setup, at once.

use crate::engine;
use crate::messages::Setup;
use crate::spec::{DirectionSpec, Engine, PathSpec};
use std::collections::HashSet;

/// The version of the messages.
pub const VERSION: u32 = 1;

/// Addresses 10.201.1.* to 10.201.200.*.
pub const PATHS_MAX: usize = 200;

/// A queue that cannot hold a full packet lets none through.
const FULL_PACKET_BYTES: u64 = 1500;

/// A minute; with much more the model's nanoseconds would overflow.
const DELAY_MS_MAX: f64 = 60_000.0;
/// With more, TCP hardly gets a handshake through, which would only be found out after half a minute.
const LOSS_SHARE_MAX: f64 = 0.5;
/// Linux's limit for a route's `initcwnd` is higher; no transport starts with more.
const INITIAL_WINDOW_MAX: u32 = 1000;

/// The greatest length of a congestion control's name in Linux.
const ALGORITHM_CHARACTERS_MAX: usize = 15;

/// One sentence a problem, `paths[0].down.kbitPerS: …`; empty if the setup is fine.
pub fn problems(setup: &Setup) -> Vec<String> {
    let mut found = Vec::new();
    if setup.version != VERSION {
        found.push(format!(
            "version: {}, this program speaks {VERSION}",
            setup.version
        ));
    }
    if !is_algorithm(&setup.congestion_control) {
        found.push(format!(
            "congestionControl: {:?} is no name of an algorithm",
            setup.congestion_control
        ));
    }
    if setup.initial_window == 0 || setup.initial_window > INITIAL_WINDOW_MAX {
        found.push(format!(
            "initialWindow: {} is not between 1 and {INITIAL_WINDOW_MAX} segments",
            setup.initial_window
        ));
    }
    found.extend(problems_of_number(setup.paths.len()));
    found.extend(problems_of_names(&setup.paths));
    for (index, path) in setup.paths.iter().enumerate() {
        let place = format!("paths[{index}]");
        found.extend(problems_of_direction(&format!("{place}.down"), &path.down));
        found.extend(problems_of_direction(&format!("{place}.up"), &path.up));
        if path.engine == Some(Engine::Tbf) && !engine::is_for_tbf(path) {
            found.push(format!(
                "{place}.engine: tbf gives no delay above {} ms, no jitter and no loss",
                engine::TBF_DELAY_MS_MAX
            ));
        }
    }
    found
}

fn is_algorithm(name: &str) -> bool {
    let known = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    !name.is_empty()
        && name.len() <= ALGORITHM_CHARACTERS_MAX
        && !name.starts_with('-')
        && name.chars().all(known)
}

fn problems_of_number(paths: usize) -> Option<String> {
    match paths {
        0 => Some("paths: none is given".into()),
        1..=PATHS_MAX => None,
        _ => Some(format!("paths: {paths} are more than {PATHS_MAX}")),
    }
}

fn problems_of_names(paths: &[PathSpec]) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        if path.name.is_empty() {
            found.push(format!("paths[{index}].name: is empty"));
        } else if !seen.insert(&path.name) {
            let name = &path.name;
            found.push(format!("paths[{index}].name: {name:?} is taken already"));
        }
    }
    found
}

fn problems_of_direction(place: &str, direction: &DirectionSpec) -> Vec<String> {
    let DirectionSpec {
        kbit_per_s,
        delay_ms,
        jitter_ms,
        loss_share,
        queue_bytes,
    } = direction.clone();
    let mut found = Vec::new();
    let mut expect = |holds: bool, problem: String| {
        if !holds {
            found.push(format!("{place}.{problem}"));
        }
    };
    expect(
        kbit_per_s > 0.0,
        format!("kbitPerS: {kbit_per_s} is no rate, it must be above 0"),
    );
    expect(delay_ms >= 0.0, format!("delayMs: {delay_ms} is negative"));
    expect(
        delay_ms <= DELAY_MS_MAX,
        format!("delayMs: {delay_ms} is more than {DELAY_MS_MAX}"),
    );
    expect(
        jitter_ms >= 0.0,
        format!("jitterMs: {jitter_ms} is negative"),
    );
    expect(
        delay_ms < 0.0 || jitter_ms <= delay_ms,
        format!(
            "jitterMs: {jitter_ms} is more than the delay of {delay_ms} that it is drawn around"
        ),
    );
    expect(
        (0.0..=LOSS_SHARE_MAX).contains(&loss_share),
        format!("lossShare: {loss_share} is not a share from 0 to {LOSS_SHARE_MAX}"),
    );
    expect(
        queue_bytes >= FULL_PACKET_BYTES,
        format!(
            "queueBytes: {queue_bytes} do not hold one full packet of {FULL_PACKET_BYTES} bytes"
        ),
    );
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Setup {
        let way = DirectionSpec {
            kbit_per_s: 1600.0,
            delay_ms: 150.0,
            jitter_ms: 0.0,
            loss_share: 0.0,
            queue_bytes: 1_500_000,
        };
        Setup {
            version: VERSION,
            paths: vec![PathSpec {
                name: "3g".into(),
                engine: None,
                down: way.clone(),
                up: way,
                seed: 7,
            }],
            congestion_control: "cubic".into(),
            initial_window: 10,
            packet_log: None,
        }
    }

    #[test]
    fn a_good_setup_has_no_problem() {
        assert_eq!(problems(&good()), Vec::<String>::new());
    }

    #[test]
    fn every_problem_of_a_bad_setup_is_told_at_once() {
        let mut setup = good();
        let second = setup.paths[0].clone();
        setup.paths.push(second);
        setup.paths[0].down.kbit_per_s = 0.0;
        setup.paths[0].up.delay_ms = -1.0;
        setup.paths[1].down.loss_share = 1.5;
        setup.paths[1].up.queue_bytes = 1499;
        setup.paths[1].up.jitter_ms = 151.0;
        setup.congestion_control = "cubic; reboot".into();
        setup.initial_window = 0;
        let found = problems(&setup);
        for start in [
            "paths[0].down.kbitPerS: 0 ",
            "paths[0].up.delayMs: -1 ",
            "paths[1].down.lossShare: 1.5 ",
            "paths[1].up.queueBytes: 1499 ",
            "paths[1].up.jitterMs: 151 ",
            "paths[1].name: \"3g\" ",
            "congestionControl: ",
            "initialWindow: 0 ",
        ] {
            assert!(
                found.iter().any(|one| one.starts_with(start)),
                "{start} in {found:#?}"
            );
        }
        assert_eq!(found.len(), 8, "{found:#?}");
    }

    #[test]
    fn two_hundred_paths_are_taken_and_one_more_is_not() {
        let mut setup = good();
        setup.paths = (0..=PATHS_MAX)
            .map(|index| PathSpec {
                name: index.to_string(),
                ..setup.paths[0].clone()
            })
            .collect();
        assert_eq!(problems(&setup), ["paths: 201 are more than 200"]);
        setup.paths.pop();
        assert_eq!(problems(&setup), Vec::<String>::new());
    }

    #[test]
    fn a_delay_that_the_models_clock_cannot_hold_is_a_problem() {
        let mut setup = good();
        setup.paths[0].down.delay_ms = 1e300;
        setup.paths[0].up.delay_ms = DELAY_MS_MAX;
        assert_eq!(problems(&setup).len(), 1);
    }

    #[test]
    fn half_of_the_packets_may_be_lost_and_no_more() {
        let mut setup = good();
        setup.paths[0].down.loss_share = 0.5;
        setup.paths[0].up.loss_share = 0.51;
        let found = problems(&setup);
        assert_eq!(
            found,
            ["paths[0].up.lossShare: 0.51 is not a share from 0 to 0.5"]
        );
    }

    #[test]
    fn the_token_bucket_is_not_asked_for_what_it_cannot_do() {
        let mut setup = good();
        setup.paths[0].engine = Some(Engine::Tbf);
        assert!(problems(&setup)[0].starts_with("paths[0].engine: tbf gives no delay"));
    }
}
