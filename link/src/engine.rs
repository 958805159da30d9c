//! Chooses the engine that carries a path if the study names none.

use crate::spec::{DirectionSpec, Engine, PathSpec};

/// Above this the emulator needs more than half a core of two, which the browser and the server then lack.
pub const EMULATOR_KBIT_PER_S_MAX: f64 = 200_000.0;

/// The token bucket has no delay of its own; up to this much the device's own round trip stands for the delay.
pub const TBF_DELAY_MS_MAX: f64 = 0.5;

/// The emulator's engines, the better one first. A packet socket has the kernel's stamp of each packet, TUN has none:
/// there a packet has come when it was read. That is the same where the emulator runs before others. Where it may not, a
/// busy machine reads late, by milliseconds of which neither the model nor an audit would know.
pub fn emulators(is_real_time_allowed: bool) -> [Engine; 2] {
    if is_real_time_allowed {
        [Engine::Tun, Engine::Veth]
    } else {
        [Engine::Veth, Engine::Tun]
    }
}

/// The engine of a path and why. `emulator` is the first of `emulators()` that works on this machine.
pub fn choose(spec: &PathSpec, emulator: Engine) -> (Engine, String) {
    if let Some(engine) = spec.engine {
        return (engine, "the study asks for it".to_string());
    }
    if is_for_tbf(spec) && is_fast(&spec.down) && is_fast(&spec.up) {
        let fastest = spec.down.kbit_per_s.max(spec.up.kbit_per_s) / 1000.0;
        let why = format!(
            "{fastest} Mbit/s is more than the emulator carries beside a browser and a server"
        );
        return (Engine::Tbf, why);
    }
    (emulator, "the first that works here".to_string())
}

/// Whether the emulator may need a whole core for it.
pub fn is_too_fast_for_emulator(spec: &PathSpec) -> bool {
    is_fast(&spec.down) || is_fast(&spec.up)
}

fn is_fast(direction: &DirectionSpec) -> bool {
    direction.kbit_per_s > EMULATOR_KBIT_PER_S_MAX
}

/// Whether the token bucket can give what the path asks for.
pub fn is_for_tbf(spec: &PathSpec) -> bool {
    [&spec.down, &spec.up].iter().all(|direction| {
        direction.delay_ms <= TBF_DELAY_MS_MAX
            && direction.jitter_ms == 0.0
            && direction.loss_share == 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(kbit_per_s: f64, delay_ms: f64, loss_share: f64) -> PathSpec {
        let way = DirectionSpec {
            kbit_per_s,
            delay_ms,
            jitter_ms: 0.0,
            loss_share,
            queue_bytes: 100_000,
        };
        PathSpec {
            name: "x".into(),
            engine: None,
            down: way.clone(),
            up: way,
            seed: 1,
        }
    }

    #[test]
    fn a_gigabit_without_delay_goes_to_the_token_bucket_and_says_why() {
        let (engine, why) = choose(&path(1e6, 0.1, 0.0), Engine::Tun);
        assert_eq!(engine, Engine::Tbf);
        assert!(why.starts_with("1000 Mbit/s"), "{why}");
    }

    #[test]
    fn what_the_token_bucket_cannot_do_stays_with_the_emulator() {
        for spec in [
            path(1e5, 0.1, 0.0),
            path(1e6, 10.0, 0.0),
            path(1e6, 0.1, 0.01),
        ] {
            assert_eq!(choose(&spec, Engine::Veth).0, Engine::Veth);
        }
    }

    #[test]
    fn without_the_right_to_run_before_others_packets_are_stamped_by_the_kernel() {
        assert_eq!(emulators(true)[0], Engine::Tun);
        assert_eq!(emulators(false)[0], Engine::Veth);
    }

    #[test]
    fn an_engine_that_is_asked_for_is_taken() {
        let spec = PathSpec {
            engine: Some(Engine::Veth),
            ..path(1e6, 0.1, 0.0)
        };
        assert_eq!(choose(&spec, Engine::Tun).0, Engine::Veth);
    }
}
