//! Each step over loopback: that it answers, and with what it must not.

use super::super::places::here::{Here, ENDS};
use super::*;
use crate::spec::DirectionSpec;

/// No emulator, nothing counted.
fn none() -> Controls<'static> {
    Controls {
        counters: Box::new(CountersOfDirections::default),
        emulator: None,
    }
}

fn loopback(loss_share: f64) -> (ReadyPath, PathSpec) {
    let way = DirectionSpec {
        kbit_per_s: 1e6,
        delay_ms: 0.0,
        jitter_ms: 0.0,
        loss_share,
        queue_bytes: 1_500_000,
    };
    let spec = PathSpec {
        name: "loopback".into(),
        engine: None,
        down: way.clone(),
        up: way,
        seed: 1,
    };
    let path = ReadyPath {
        name: spec.name.clone(),
        engine: Engine::Tbf,
        why: "the test".into(),
        client_address: ENDS.client.to_string(),
        server_address: ENDS.server.to_string(),
        cold_address: ENDS.server.to_string(),
        mtu: 1500,
    };
    (path, spec)
}

#[test]
fn every_step_answers_on_loopback() {
    let (path, spec) = loopback(0.0);
    let subject = Subject::new(&path, &spec, none(), &Here).unwrap();
    let (slope, compensation_ms) = subject.probe().unwrap();
    assert_eq!((slope.small_bytes, slope.full_bytes), (64, 1500));
    assert!(slope.difference_ms.abs() < 5.0, "{}", slope.difference_ms);
    assert_eq!(compensation_ms, 0.0, "there is no emulator to set it on");
    let train = subject.trains(Some(20.0)).unwrap();
    assert!(
        train.down_kbit_per_s > 1e4 && train.up_kbit_per_s > 1e4,
        "{train:?}"
    );
    let echo = subject.echo(&budget::echoes_of(&spec, 10)).unwrap();
    assert_eq!((echo.sent, echo.received), (10, 10));
    assert!(echo.rtt_ms_min <= echo.rtt_ms_median && echo.rtt_ms_median <= echo.rtt_ms_p99);
    let gets = subject.gets(budget::gets(&spec)).unwrap();
    assert_eq!(
        gets.iter().map(|get| get.body_bytes).collect::<Vec<_>>(),
        [4_000, 100_000]
    );
}

#[test]
fn an_order_for_gets_alone_has_no_other_figures() {
    let (path, spec) = loopback(0.0);
    let subject = Subject::new(&path, &spec, none(), &Here).unwrap();
    let order = MeasureOrder {
        echoes: 0,
        train_ms: 0.0,
        gets: vec![GetOrder {
            body_bytes: 40_000,
            request_bytes: 100,
            times: 2,
        }],
    };
    let measured = subject.measured(&order).unwrap();
    assert_eq!(measured.gets[0].times_ms.len(), 2);
    assert_eq!(measured.echo.sent, 0);
    assert!(measured.echo.rtt_ms_median.is_nan() && measured.train.down_kbit_per_s.is_nan());
}

#[test]
fn a_busy_machine_does_not_shorten_the_link() {
    // Thirty of forty probes were held up by milliseconds; the devices take 0.05.
    let held_up = |n: u32| if n % 4 == 0 { 0.0 } else { f64::from(n) };
    let rtts_ms: Vec<f64> = (0..40).map(|n| 20.05 + held_up(n)).collect();
    assert!((compensation_ms(&rtts_ms, 20.0) - 0.05).abs() < 1e-9);
    assert_eq!(compensation_ms(&[19.9, 20.0], 20.0), 0.0);
    assert_eq!(compensation_ms(&[27.0; 40], 20.0), COMPENSATION_MS_MAX);
    assert_eq!(compensation_ms(&[], 20.0), 0.0);
}
