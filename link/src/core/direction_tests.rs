//! The model by hand and by property; nothing here knows a real clock.

use super::*;

const MS: u64 = 1_000_000;

/// 10 Mbit/s: 1500 bytes last 1.2 ms; one way 10 ms.
fn plain() -> DirectionSpec {
    DirectionSpec {
        kbit_per_s: 10_000.0,
        delay_ms: 10.0,
        jitter_ms: 0.0,
        loss_share: 0.0,
        queue_bytes: 100_000,
    }
}

fn direction(spec: DirectionSpec) -> Direction<u32> {
    Direction::new(&spec, 42, 0)
}

fn all_due_ns(direction: &mut Direction<u32>) -> Vec<u64> {
    std::iter::from_fn(|| direction.due(u64::MAX))
        .map(|delivery| delivery.due_ns)
        .collect()
}

#[test]
fn a_packet_is_due_after_its_time_on_the_wire_and_the_delay() {
    let mut way = direction(plain());
    assert_eq!(way.offer(1, 1500, 7 * MS), Offered::Queued);
    assert_eq!(way.next_at(), Some(18_200_000));
    assert_eq!(way.due(18_199_999), None);
    let expected = Delivery {
        packet: 1,
        bytes: 1500,
        arrived_ns: 7 * MS,
        due_ns: 18_200_000,
    };
    assert_eq!(way.due(18_200_000), Some(expected));
    assert_eq!(way.due(u64::MAX), None);
}

#[test]
fn packets_leave_one_behind_the_other_and_a_pause_gives_no_credit() {
    let mut way = direction(plain());
    for (packet, bytes, at_ns) in [
        (1, 1500, 0),
        (2, 1500, 0),
        (3, 40, MS),
        (4, 1500, 50 * MS),
        (5, 1500, 50 * MS),
    ] {
        way.offer(packet, bytes, at_ns);
    }
    // 1.2, 2.4, 2.432, then from 50 on 51.2 and 52.4, each 10 ms later.
    assert_eq!(
        all_due_ns(&mut way),
        [11_200_000, 12_400_000, 12_432_000, 61_200_000, 62_400_000]
    );
}

#[test]
fn the_queue_holds_its_bytes_to_the_byte_without_the_packet_on_the_wire() {
    let mut way = direction(DirectionSpec {
        queue_bytes: 3_000,
        ..plain()
    });
    assert_eq!(way.offer(1, 1500, 0), Offered::Queued); // on the wire at once
    assert_eq!(way.offer(2, 1500, 0), Offered::Queued);
    assert_eq!(way.offer(3, 1499, 0), Offered::Queued);
    assert_eq!(way.offer(4, 2, 0), Offered::Dropped(4));
    assert_eq!(way.offer(5, 1, 0), Offered::Queued); // 3000 of 3000
    assert_eq!(way.offer(6, 1, 1_199_999), Offered::Dropped(6));
    assert_eq!(way.offer(7, 1500, 1_200_000), Offered::Queued); // packet 2 has gone onto the wire
    assert_eq!(way.offer(8, 1, 1_200_000), Offered::Dropped(8));
    assert_eq!(way.counters().packets_dropped, 3);
}

#[test]
fn a_free_wire_takes_a_packet_that_is_larger_than_the_queue() {
    let mut way = direction(DirectionSpec {
        queue_bytes: 100,
        ..plain()
    });
    assert_eq!(way.offer(1, 1500, 0), Offered::Queued);
    assert_eq!(way.offer(2, 101, 0), Offered::Dropped(2));
    assert_eq!(way.offer(3, 1500, 1_200_000), Offered::Queued);
}

#[test]
fn packets_that_were_handed_on_leave_the_queue_also_when_nobody_asked_in_between() {
    let mut way = direction(DirectionSpec {
        queue_bytes: 1_500,
        ..plain()
    });
    way.offer(1, 1500, 0);
    way.offer(2, 1500, 0);
    assert_eq!(all_due_ns(&mut way).len(), 2);
    assert_eq!(way.offer(3, 1500, 0), Offered::Queued);
    assert_eq!(way.offer(4, 1, 0), Offered::Dropped(4));
}

#[test]
fn the_share_of_lost_packets_lies_within_binomial_bounds() {
    let offered: u32 = 200_000;
    for share in [0.001, 0.01, 0.3] {
        let mut way = direction(DirectionSpec {
            loss_share: share,
            ..plain()
        });
        for packet in 0..offered {
            way.offer(packet, 40, u64::from(packet) * MS);
        }
        let lost = way.counters().packets_lost as f64;
        let (mean, sd) = (
            f64::from(offered) * share,
            (f64::from(offered) * share * (1.0 - share)).sqrt(),
        );
        assert!(
            (lost - mean).abs() < 3.3 * sd,
            "{lost} lost, {mean} ± {sd} expected"
        );
    }
}

fn lost_packets(seed: u64, stream: u64, queue_bytes: u64) -> Vec<u32> {
    let spec = DirectionSpec {
        loss_share: 0.05,
        queue_bytes,
        ..plain()
    };
    let mut way: Direction<u32> = Direction::new(&spec, seed, stream);
    (0..2_000)
        .filter(|&packet| matches!(way.offer(packet, 1500, 0), Offered::Lost(_)))
        .collect()
}

#[test]
fn the_same_seed_loses_the_same_packets_whatever_the_queue_does() {
    assert_eq!(lost_packets(1, 0, 10_000_000), lost_packets(1, 0, 3_000));
    assert_ne!(lost_packets(1, 0, 3_000), lost_packets(2, 0, 3_000));
}

#[test]
fn up_and_down_lose_different_packets() {
    assert_ne!(lost_packets(1, 0, 3_000), lost_packets(1, 1, 3_000));
}

#[test]
fn jitter_spreads_evenly_over_both_sides_of_the_delay() {
    let mut way = direction(DirectionSpec {
        jitter_ms: 4.0,
        ..plain()
    });
    // One packet a second: none can hold up the next.
    let offsets: Vec<f64> = (0..20_000u32)
        .map(|packet| {
            let at_ns = u64::from(packet) * 1_000 * MS;
            way.offer(packet, 1250, at_ns);
            (way.due(u64::MAX).unwrap().due_ns - at_ns) as f64 / 1e6 - 11.0
        })
        .collect();
    let mean = offsets.iter().sum::<f64>() / 20_000.0;
    let variance = offsets.iter().map(|offset| offset * offset).sum::<f64>() / 20_000.0;
    assert!(offsets.iter().all(|offset| offset.abs() <= 4.0));
    assert!(mean.abs() < 0.06, "mean {mean} ms"); // 3.5 standard errors
    assert!(
        (variance - 16.0 / 3.0).abs() < 0.15,
        "variance {variance}, an even spread has 5.33"
    );
}

#[test]
fn a_steady_direction_has_no_jitter_and_draws_all_the_same() {
    let spec = DirectionSpec {
        jitter_ms: 3.0,
        ..plain()
    };
    let (mut always, mut later) = (direction(spec.clone()), direction(spec));
    later.set_steady(true);
    for way in [&mut always, &mut later] {
        way.offer(1, 1500, 0);
    }
    assert_eq!(later.next_at(), Some(11_200_000));
    assert_ne!(always.next_at(), Some(11_200_000));
    later.set_steady(false);
    for way in [&mut always, &mut later] {
        way.offer(2, 1500, 1_000 * MS);
    }
    assert_eq!(all_due_ns(&mut always)[1], all_due_ns(&mut later)[1]);
}

#[test]
fn order_is_kept_under_jitter() {
    let mut way = direction(DirectionSpec {
        jitter_ms: 10.0,
        ..plain()
    });
    for packet in 0..500 {
        way.offer(packet, 100, u64::from(packet) * 100_000);
    }
    let handed: Vec<(u32, u64)> = std::iter::from_fn(|| way.due(u64::MAX))
        .map(|delivery| (delivery.packet, delivery.due_ns))
        .collect();
    assert_eq!(handed.len(), 500);
    assert!(handed
        .windows(2)
        .all(|pair| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1));
}

#[test]
fn an_arrival_stamped_before_the_last_one_counts_as_simultaneous() {
    let mut way = direction(plain());
    way.offer(1, 1250, 5 * MS);
    way.offer(2, 1250, 4 * MS);
    assert_eq!(all_due_ns(&mut way), [16 * MS, 17 * MS]);
}

#[test]
fn an_idle_direction_asks_for_no_waking() {
    let mut way = direction(plain());
    assert_eq!(way.next_at(), None);
    way.offer(1, 1500, 0);
    all_due_ns(&mut way);
    assert_eq!(way.next_at(), None);
    assert_eq!(way.due(u64::MAX), None);
}

#[test]
fn a_shortened_delay_holds_for_later_packets_keeps_the_order_and_is_never_negative() {
    let mut way = direction(plain());
    way.offer(1, 1250, 0);
    way.shorten_delay_ns(8 * MS);
    way.offer(2, 1250, 0);
    way.offer(3, 1250, 20 * MS);
    way.shorten_delay_ns(11 * MS);
    way.offer(4, 1250, 40 * MS);
    way.shorten_delay_ns(0);
    way.offer(5, 1250, 60 * MS);
    assert_eq!(
        all_due_ns(&mut way),
        [11 * MS, 11 * MS, 23 * MS, 41 * MS, 71 * MS]
    );
}

#[test]
fn a_packet_that_the_device_refused_counts_as_dropped() {
    let mut way = direction(plain());
    way.offer(1, 1500, 0);
    way.due(u64::MAX);
    way.was_refused(1500);
    let expected = Counters {
        packets_in: 1,
        bytes_in: 1500,
        packets_dropped: 1,
        ..Counters::default()
    };
    assert_eq!(way.counters(), expected);
}

#[test]
fn nothing_is_created_or_vanishes_whatever_is_offered() {
    for seed in 0..200 {
        let mut draws = Random::new(seed, 99);
        let spec = DirectionSpec {
            kbit_per_s: 100.0 + draws.up_to(100_000) as f64,
            delay_ms: draws.up_to(50) as f64,
            jitter_ms: draws.up_to(20) as f64,
            loss_share: draws.up_to(20) as f64 / 100.0,
            queue_bytes: 1_500 + draws.up_to(60_000),
        };
        let mut way: Direction<u32> = Direction::new(&spec, seed, 0);
        let (mut now_ns, mut bytes_waiting_most) = (0, 0);
        let (mut bytes_out, mut last_due_ns) = (0, 0);
        for packet in 0..1_000 {
            now_ns += draws.up_to(MS);
            way.offer(packet, 20 + draws.up_to(1480) as u32, now_ns);
            bytes_waiting_most = way.waiting_bytes.max(bytes_waiting_most);
            while let Some(delivery) = way.due(now_ns) {
                assert!(delivery.due_ns <= now_ns && delivery.due_ns >= last_due_ns);
                assert!(delivery.due_ns >= delivery.arrived_ns);
                last_due_ns = delivery.due_ns;
                bytes_out += u64::from(delivery.bytes);
            }
            let c = way.counters();
            assert_eq!(
                c.packets_in,
                c.packets_out + c.packets_lost + c.packets_dropped + c.packets_queued
            );
            assert_eq!(c.packets_in, u64::from(packet) + 1);
            assert_eq!(c.bytes_out, bytes_out);
        }
        assert!(bytes_waiting_most <= spec.queue_bytes);
        all_due_ns(&mut way);
        assert_eq!((way.counters().packets_queued, way.waiting_bytes), (0, 0));
    }
}
