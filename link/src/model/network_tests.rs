//! Times worked out by hand. The network of most: 8 Mbit/s down (1 µs a byte), 0.8 Mbit/s up (10 µs a byte), 100 ms
//! there and back.

use super::network::{Arrival, ConnectionId, End, Network};
use super::sender::SEGMENT_BYTES;
use super::way::Nanos;
use crate::spec::{DirectionSpec, PathSpec};

const US: Nanos = 1_000;
const MS: Nanos = 1_000_000;

/// SYN up 600 µs, its answer down 60 µs, 50 ms each.
const CONNECTED: Nanos = 100_660 * US;
/// The client's acknowledgement takes 520 µs of the wire up before the request.
const ACK_UP: Nanos = 520 * US;

fn direction(kbit_per_s: f64) -> DirectionSpec {
    DirectionSpec {
        kbit_per_s,
        delay_ms: 50.0,
        jitter_ms: 0.0,
        loss_share: 0.0,
        queue_bytes: 1_500_000,
    }
}

fn network() -> Network {
    network_with(8_000.0, 1_500_000)
}

fn network_with(down_kbit_per_s: f64, queue_bytes: u64) -> Network {
    let down = DirectionSpec {
        queue_bytes,
        ..direction(down_kbit_per_s)
    };
    let spec = PathSpec {
        name: "x".into(),
        engine: None,
        down,
        up: direction(800.0),
        seed: 1,
    };
    Network::new(&spec, 10)
}

/// Everything that arrives while programs do nothing more, each taken as soon as it arrives.
fn arrivals(network: &mut Network) -> Vec<Arrival> {
    let mut all = Vec::new();
    loop {
        let known = network.take_arrivals();
        for arrival in &known {
            network.take(arrival.connection, arrival.to, arrival.bytes, 0);
        }
        all.extend(known);
        match network.next_at() {
            Some(at) => network.advance(at),
            None => return all,
        }
    }
}

/// When the last byte of an answer is there, after a request of 48 bytes (100 as a packet) at `now`.
fn get(network: &mut Network, id: ConnectionId, bytes: u64, now: Nanos) -> Nanos {
    network.give(id, End::Client, 48, now);
    let asked_at = next_arrival(network).at;
    network.give(id, End::Server, bytes, asked_at);
    let answer = arrivals(network);
    assert_eq!(
        answer.iter().map(|arrival| arrival.bytes).sum::<u64>(),
        bytes
    );
    answer[answer.len() - 1].at
}

/// Goes on no further than to the moment at which it is known.
fn next_arrival(network: &mut Network) -> Arrival {
    loop {
        if let Some(&arrival) = network.take_arrivals().first() {
            return arrival;
        }
        let at = network.next_at().expect("nothing will ever arrive");
        network.advance(at);
    }
}

fn cold_get(network: &mut Network, bytes: u64) -> Nanos {
    let id = network.open(0);
    get(network, id, bytes, 0)
}

#[test]
fn a_request_waits_for_the_handshake_and_goes_after_its_acknowledgement() {
    let mut network = network();
    let id = network.open(0);
    network.give(id, End::Client, 48, 0);
    let expected = Arrival {
        connection: id,
        to: End::Server,
        bytes: 48,
        last: false,
        at: CONNECTED + ACK_UP + MS + 50 * MS,
    };
    assert_eq!(arrivals(&mut network), [expected]);
}

#[test]
fn a_cold_get_of_one_segment_takes_two_round_trips_and_its_bytes() {
    // The server acknowledges the request (52 µs) before the program answers: 948 + 52 bytes.
    let asked = CONNECTED + ACK_UP + 51 * MS;
    assert_eq!(
        cold_get(&mut network(), 948),
        asked + 52 * US + MS + 50 * MS
    );
}

#[test]
fn a_get_of_twenty_segments_waits_for_the_first_acknowledgement() {
    // Ten segments of 1.5 ms leave at once; the first one's acknowledgement is back after 1.552 + 50 + 0.52 + 50 ms,
    // later than the tenth has left, and lets two more go. Each later one comes 1.5 ms after, which is as fast as the
    // wire takes one segment: the window is full from then on, and ten more follow without a gap.
    let asked = CONNECTED + ACK_UP + 51 * MS;
    let first_ack = asked + 1_552 * US + 50 * MS + ACK_UP + 50 * MS;
    assert_eq!(
        cold_get(&mut network(), 20 * SEGMENT_BYTES),
        first_ack + 10 * 1_500 * US + 50 * MS
    );
}

#[test]
fn a_fast_wire_shows_one_round_trip_for_every_doubling() {
    // 10 + 20 + 40 segments in three round trips; a fourth from the 71st on.
    let ms =
        |segments: u64| cold_get(&mut network_with(1e6, 1 << 30), segments * SEGMENT_BYTES) / MS;
    let handshake_and_request = 151;
    let rounds: Vec<u64> = [10, 11, 30, 31, 70, 71]
        .iter()
        .map(|&segments| (ms(segments) - handshake_and_request) / 100)
        .collect();
    assert_eq!(rounds, [0, 1, 1, 2, 2, 3]);
}

#[test]
fn a_warm_connection_keeps_its_window_and_loses_it_in_a_pause() {
    let mut network = network_with(1e6, 1 << 30);
    let id = network.open(0);
    let bytes = 30 * SEGMENT_BYTES;
    let first = get(&mut network, id, bytes, 0);
    let begin = first + 60 * MS;
    let warm = get(&mut network, id, bytes, begin) - begin;
    assert!((101 * MS..103 * MS).contains(&warm), "{warm}");
    let late = begin + warm + 20_000 * MS;
    let idle = get(&mut network, id, bytes, late) - late;
    // The five acknowledgements of the first ten segments take 520 µs each of the wire up.
    assert!((203 * MS..204 * MS).contains(&idle), "{idle}");
}

#[test]
fn connections_share_the_wire() {
    let mut network = network();
    let ids = [network.open(0), network.open(0)];
    for id in ids {
        network.give(id, End::Server, 10 * SEGMENT_BYTES, 0);
    }
    let all = arrivals(&mut network);
    let last = all.iter().map(|arrival| arrival.at).max();
    // 600 and 1 200 µs of SYNs; the second's acknowledgement comes 520 µs after the first's.
    let established = 51_200 * US + 60 * US + 50 * MS + 520 * US + 50 * MS;
    let alone = all[0].at - 50 * MS - 1_500 * US;
    assert!(alone < established);
    assert_eq!(last, Some(alone + 20 * 1_500 * US + 50 * MS));
}

#[test]
fn a_full_queue_makes_the_window_smaller_and_loses_nothing() {
    // 128 kbit/s: 1.5 kB last 94 ms. 20 kB of queue and what travels hold 14 segments or so.
    let mut network = network_with(128.0, 20_000);
    let id = network.open(0);
    let bytes = 400 * SEGMENT_BYTES;
    let ended = get(&mut network, id, bytes, 0);
    let at_full_rate = 400 * 1500 * 8 * MS / 128;
    let share = ended as f64 / at_full_rate as f64;
    assert!((1.0..1.02).contains(&share), "{share}");
    network.give(id, End::Server, 1_000_000, ended);
    let under_way = network.take_arrivals().len();
    assert!((8..40).contains(&under_way), "{under_way}");
}

#[test]
fn the_end_of_either_side_arrives_behind_its_bytes() {
    let mut network = network();
    let id = network.open(0);
    network.give(id, End::Client, 48, 0);
    network.finish(id, End::Client, 0);
    let ends: Vec<(u64, bool)> = arrivals(&mut network)
        .iter()
        .map(|arrival| (arrival.bytes, arrival.last))
        .collect();
    assert_eq!(ends, [(48, true)]);
}

#[test]
fn asking_late_changes_no_time() {
    let mut asked_often = network();
    let mut asked_late = network();
    let times = |network: &mut Network, late: bool| -> Vec<Nanos> {
        let id = network.open(0);
        network.give(id, End::Server, 100_000, 0);
        if late {
            network.advance(10_000 * MS);
        }
        arrivals(network).iter().map(|arrival| arrival.at).collect()
    };
    assert_eq!(times(&mut asked_often, false), times(&mut asked_late, true));
}

#[test]
fn a_forgotten_connection_is_gone() {
    let mut network = network();
    let id = network.open(0);
    network.give(id, End::Server, 100_000, 0);
    network.forget(id);
    assert_eq!(arrivals(&mut network), []);
    network.give(id, End::Client, 10, 0);
    assert_eq!(arrivals(&mut network), []);
}
