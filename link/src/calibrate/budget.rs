//! How much is sent for a path: enough for the bounds of the lab, in a few seconds whatever the round trip.

use super::datagram::SMALL_IP_BYTES;
use super::echo::Shot;
use super::train::Train;
use crate::messages::GetOrder;
use crate::spec::{DirectionSpec, PathSpec};

/// Time for echoes of one kind, without the round trip itself.
const ECHOES_MS: f64 = 700.0;
const ECHOES_MIN: f64 = 20.0;
const ECHOES_MAX: f64 = 80.0;
/// Far enough apart that the emulator sleeps in between, as it does before the first packet of an answer.
const GAP_MS_MIN: f64 = 4.0;
/// Each gap is longer by up to this share. Otherwise echoes on their way out would always meet
/// others on their way back.
const GAP_SPREAD: f64 = 0.3;

/// Of the wire, in each direction.
const TRAIN_MS: f64 = 300.0;
const TRAIN_PACKETS_MIN: f64 = 16.0;

/// Above this a socket's send buffer lasts the wire for a few milliseconds only, and nothing but the kernel is fast enough
/// to carry it.
const URGENT_KBIT_PER_S_MIN: f64 = 300_000.0;

const REQUEST_BYTES: u64 = 100;
/// The GETs if the queue is too short for the usual ones.
const SHORT_GETS: [GetSize; 1] = [GetSize::of(4_000, 2.0)];
const LONG_GETS: [GetSize; 2] = [GetSize::of(100_000, 4.0), GetSize::of(40_000, 3.0)];
const SHORT_GETS_MS: f64 = 600.0;
const LONG_GETS_MS: f64 = 1_500.0;
const GETS_MAX: f64 = 5.0;
/// The ratio of IP bytes to payload in full packets, and a little more.
const HEADERS_SHARE: f64 = 1.04;

struct GetSize {
    body_bytes: u64,
    /// Round trips of a fresh connection with an initial window of 10, if only the delay takes
    /// time.
    round_trips: f64,
}

impl GetSize {
    const fn of(body_bytes: u64, round_trips: f64) -> GetSize {
        GetSize {
            body_bytes,
            round_trips,
        }
    }

    fn takes_ms(&self, spec: &PathSpec) -> f64 {
        let wire_ms = self.body_bytes as f64 * 8.0 / spec.down.kbit_per_s;
        self.round_trips * rtt_ms(spec) + wire_ms + pause_ms(spec)
    }

    /// However slow start fills it, the queue drops nothing.
    fn fits(&self, spec: &PathSpec) -> bool {
        self.body_bytes as f64 * HEADERS_SHARE <= spec.down.queue_bytes as f64
    }
}

/// Small and full-size in turns: both see the same machine.
pub fn probes(spec: &PathSpec, full_ip_bytes: u32) -> Vec<Shot> {
    // A full one reaches the server later than a small one would, by its time on the wire up, and then takes the wire
    // down: whatever follows must come later than both together.
    let full_ms = echo_ms(spec, full_ip_bytes) - rtt_ms(spec);
    let gap_ms = GAP_MS_MIN.max(full_ms + 2.0);
    let sizes = [SMALL_IP_BYTES, full_ip_bytes];
    shots(gap_ms, count(gap_ms), |number| sizes[number % 2])
}

/// Small ones. Where there is jitter, far enough apart that one seldom has to wait for the one before it.
pub fn echoes(spec: &PathSpec) -> Vec<Shot> {
    let gap_ms = echo_gap_ms(spec);
    shots(gap_ms, count(gap_ms), |_| SMALL_IP_BYTES)
}

pub fn echoes_of(spec: &PathSpec, number: u32) -> Vec<Shot> {
    shots(echo_gap_ms(spec), number as usize, |_| SMALL_IP_BYTES)
}

/// From the last shot on: until then all are back that were not lost.
pub fn patience_ms(spec: &PathSpec, full_ip_bytes: u32) -> f64 {
    let is_lossy = spec.down.loss_share > 0.0 || spec.up.loss_share > 0.0;
    let spare_ms = if is_lossy { 300.0 } else { 1_000.0 };
    let wires_ms = 2.0 * slower_serialisation_ms(spec, full_ip_bytes);
    rtt_ms(spec) + 2.0 * (spec.down.jitter_ms + spec.up.jitter_ms) + wires_ms + spare_ms
}

pub fn train(
    spec: &PathSpec,
    way: &DirectionSpec,
    full_ip_bytes: u32,
    train_ms: Option<f64>,
) -> Train {
    let packet_ms = serialisation_ms(way, full_ip_bytes);
    let packets = (train_ms.unwrap_or(TRAIN_MS) / packet_ms).max(TRAIN_PACKETS_MIN);
    Train {
        packets: packets as u32,
        ip_bytes: full_ip_bytes,
        kbit_per_s: way.kbit_per_s,
        queue_bytes: way.queue_bytes,
        is_urgent: way.kbit_per_s > URGENT_KBIT_PER_S_MIN,
        patience_ms: rtt_ms(spec) + 4.0 * packet_ms + 300.0,
    }
}

/// Empty if chance, or a queue that drops packets, decides how long a GET takes.
pub fn gets(spec: &PathSpec) -> Vec<GetOrder> {
    let is_certain = |way: &DirectionSpec| way.jitter_ms == 0.0 && way.loss_share == 0.0;
    if !is_certain(&spec.down) || !is_certain(&spec.up) {
        return Vec::new();
    }
    let order_of = |sizes: &[GetSize], all_ms: f64| {
        let size = sizes.iter().find(|size| size.fits(spec))?;
        Some(GetOrder {
            body_bytes: size.body_bytes,
            request_bytes: REQUEST_BYTES,
            times: (all_ms / size.takes_ms(spec)).clamp(1.0, GETS_MAX) as u32,
        })
    };
    let orders = [
        order_of(&SHORT_GETS, SHORT_GETS_MS),
        order_of(&LONG_GETS, LONG_GETS_MS),
    ];
    IntoIterator::into_iter(orders).flatten().collect()
}

/// Between one GET and the next, so that the packets that close a connection are out of the next one's way.
pub fn pause_ms(spec: &PathSpec) -> f64 {
    5.0 + 10.0 * slower_serialisation_ms(spec, SMALL_IP_BYTES)
}

/// The time of an echo of `ip_bytes` by the path's own figures.
pub fn echo_ms(spec: &PathSpec, ip_bytes: u32) -> f64 {
    rtt_ms(spec) + serialisation_ms(&spec.down, ip_bytes) + serialisation_ms(&spec.up, ip_bytes)
}

fn echo_gap_ms(spec: &PathSpec) -> f64 {
    let jitter_ms = spec.down.jitter_ms.max(spec.up.jitter_ms);
    GAP_MS_MIN
        .max(3.0 * jitter_ms)
        .max(3.0 * slower_serialisation_ms(spec, SMALL_IP_BYTES))
}

fn count(gap_ms: f64) -> usize {
    (ECHOES_MS / gap_ms).clamp(ECHOES_MIN, ECHOES_MAX) as usize
}

/// The spread follows the golden ratio: never the same twice, and the same in every calibration.
fn shots(gap_ms: f64, count: usize, ip_bytes_of: impl Fn(usize) -> u32) -> Vec<Shot> {
    (0..count)
        .map(|number| Shot {
            gap_ms: gap_ms * (1.0 + GAP_SPREAD * (number as f64 * 0.618_034).fract()),
            ip_bytes: ip_bytes_of(number),
        })
        .collect()
}

fn rtt_ms(spec: &PathSpec) -> f64 {
    spec.down.delay_ms + spec.up.delay_ms
}

fn serialisation_ms(way: &DirectionSpec, ip_bytes: u32) -> f64 {
    f64::from(ip_bytes) * 8.0 / way.kbit_per_s
}

fn slower_serialisation_ms(spec: &PathSpec, ip_bytes: u32) -> f64 {
    serialisation_ms(&spec.down, ip_bytes).max(serialisation_ms(&spec.up, ip_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(down_kbit_per_s: f64, up_kbit_per_s: f64, rtt_ms: f64, jitter_ms: f64) -> PathSpec {
        let way = |kbit_per_s| DirectionSpec {
            kbit_per_s,
            delay_ms: rtt_ms / 2.0,
            jitter_ms,
            loss_share: 0.0,
            queue_bytes: 1_500_000,
        };
        PathSpec {
            name: "x".into(),
            engine: None,
            down: way(down_kbit_per_s),
            up: way(up_kbit_per_s),
            seed: 1,
        }
    }

    /// By the path's own figures, everything one after the other.
    fn takes_ms(spec: &PathSpec) -> f64 {
        let last_ms =
            |shots: Vec<Shot>| shots.iter().map(|shot| shot.gap_ms).sum::<f64>() + rtt_ms(spec);
        let trains_ms: f64 = [&spec.down, &spec.up]
            .iter()
            .map(|way| {
                rtt_ms(spec)
                    + f64::from(train(spec, way, 1500, None).packets) * serialisation_ms(way, 1500)
            })
            .sum();
        let gets_ms: f64 = gets(spec)
            .iter()
            .map(|order| {
                let sizes = SHORT_GETS.iter().chain(&LONG_GETS);
                let size = sizes
                    .into_iter()
                    .find(|size| size.body_bytes == order.body_bytes);
                f64::from(order.times) * size.unwrap().takes_ms(spec)
            })
            .sum();
        last_ms(probes(spec, 1500)) + last_ms(echoes(spec)) + trains_ms + gets_ms
    }

    #[test]
    fn a_calibration_takes_under_six_seconds_to_100_ms_and_some_more_on_the_slowest_networks() {
        for (down, up, rtt) in [
            (1e6, 1e6, 0.2),
            (1e4, 1e4, 20.0),
            (1e4, 1e4, 100.0),
            (1500.0, 384.0, 50.0),
        ] {
            let ms = takes_ms(&path(down, up, rtt, 0.0));
            assert!(ms < 6_000.0, "{down}/{up} {rtt} ms: {ms} ms");
        }
        assert!(takes_ms(&path(1600.0, 768.0, 300.0, 0.0)) < 8_000.0);
        assert!(takes_ms(&path(240.0, 200.0, 840.0, 0.0)) < 20_000.0);
    }

    #[test]
    fn nothing_is_sent_before_the_wire_is_free_again() {
        for spec in [path(240.0, 200.0, 840.0, 0.0), path(1e4, 1e4, 0.2, 0.0)] {
            let shots = probes(&spec, 1500);
            assert!(shots.len() >= 20);
            let wires_ms = |shot: &Shot| echo_ms(&spec, shot.ip_bytes) - rtt_ms(&spec);
            for pair in shots.windows(2) {
                assert!(pair[1].gap_ms > wires_ms(&pair[0]));
            }
        }
    }

    #[test]
    fn where_chance_has_a_say_there_are_no_gets_and_echoes_keep_their_distance() {
        let spec = path(1_500.0, 500.0, 250.0, 40.0);
        assert!(gets(&spec).is_empty());
        let shots = echoes(&spec);
        assert!(shots.len() >= 20);
        assert!(shots.windows(2).all(|pair| pair[1].gap_ms >= 120.0));
        let mut lossy = path(1_500.0, 500.0, 250.0, 0.0);
        lossy.up.loss_share = 0.01;
        assert!(gets(&lossy).is_empty());
        assert_eq!(gets(&path(1_600.0, 768.0, 20.0, 0.0)).len(), 2);
    }

    #[test]
    fn a_queue_that_slow_start_would_fill_gets_a_shorter_answer_or_none() {
        let sizes = |queue_bytes| {
            let mut spec = path(10_000.0, 10_000.0, 20.0, 0.0);
            spec.down.queue_bytes = queue_bytes;
            let orders = gets(&spec);
            orders
                .iter()
                .map(|order| order.body_bytes)
                .collect::<Vec<_>>()
        };
        assert_eq!(sizes(1_500_000), [4_000, 100_000]);
        assert_eq!(sizes(64_000), [4_000, 40_000]);
        assert_eq!(sizes(15_000), [4_000]);
        assert!(sizes(3_000).is_empty());
    }

    #[test]
    fn an_echo_pays_for_the_way_and_both_wires() {
        let ms = echo_ms(&path(10_000.0, 1_000.0, 20.0, 0.0), 1500);
        assert!((ms - (20.0 + 1.2 + 12.0)).abs() < 1e-9);
    }
}
