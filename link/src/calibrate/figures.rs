//! The few statistics that calibration needs, over small lists.

/// The mean of the two in the middle for an even number; NaN of nothing.
pub fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    match sorted.len() {
        0 => f64::NAN,
        n => (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
    }
}

/// By nearest rank: with fewer than a hundred values p99 is the largest. NaN of nothing.
pub fn quantile(values: &[f64], share: f64) -> f64 {
    let sorted = sorted(values);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted
        .get(rank.saturating_sub(1))
        .copied()
        .unwrap_or(f64::NAN)
}

pub fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NAN, f64::min)
}

/// One packet's arrival: how many had arrived with it, and when.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    pub count: u64,
    pub at_ns: i64,
}

/// How a train's arrivals are cut.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Packets of a stretch over which a rate is taken; a quarter of all at most.
    pub stretch: usize,
    /// No stretch holds a pause longer than this, beyond what its packets take: the wire had nothing to carry.
    pub pause_ns: i64,
    /// The time that a packet should take on the wire.
    pub packet_ns: i64,
}

/// The packets that a token bucket may let through at once after a pause, and some more.
const AFTER_PAUSE: usize = 30;

/// The rate at which packets of one size left a wire. The first third is left out, since a token bucket lets it pass
/// unshaped. Of the rest: the median rate over all stretches, so that what is left of pauses does not spoil it (the idea
/// of Theil and Sen). NaN for fewer than eight arrivals, or no stretch without a pause.
pub fn kbit_per_s(arrivals: &[Arrival], ip_bytes: u32, cut: Cut) -> f64 {
    if arrivals.len() < 8 {
        return f64::NAN;
    }
    let later = &arrivals[arrivals.len() / 3..];
    let stretch = cut.stretch.clamp(1, later.len() / 4);
    let rates: Vec<f64> = between_pauses(later, cut)
        .flat_map(|run| run.iter().zip(run.iter().skip(stretch)))
        .filter(|(from, to)| to.at_ns > from.at_ns)
        .map(|(from, to)| {
            let bits = (to.count - from.count) as f64 * f64::from(ip_bytes) * 8.0;
            bits * 1e6 / (to.at_ns - from.at_ns) as f64
        })
        .collect();
    median(&rates)
}

/// Each begins some packets after the pause before it.
fn between_pauses(arrivals: &[Arrival], cut: Cut) -> impl Iterator<Item = &[Arrival]> {
    let is_pause = move |from: Arrival, to: Arrival| {
        let busy_ns = (to.count - from.count) as i64 * cut.packet_ns;
        (to.at_ns - from.at_ns).saturating_sub(busy_ns) > cut.pause_ns
    };
    let pauses = (1..arrivals.len()).filter(move |&i| is_pause(arrivals[i - 1], arrivals[i]));
    let mut begin = 0;
    pauses.chain([arrivals.len()]).map(move |end| {
        let run = &arrivals[begin.min(end)..end];
        begin = end + AFTER_PAUSE;
        run
    })
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_quantiles_of_few_and_many() {
        assert!(median(&[]).is_nan());
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(quantile(&[], 0.99).is_nan());
        assert_eq!(quantile(&[2.0, 1.0], 0.99), 2.0);
        let hundred: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(quantile(&hundred, 0.99), 198.0);
        assert_eq!(least(&[2.0, 1.0]), 1.0);
    }

    const LONG: Cut = Cut {
        stretch: usize::MAX,
        pause_ns: i64::MAX,
        packet_ns: 1_200_000,
    };
    const SHORT: Cut = Cut {
        stretch: 10,
        pause_ns: 5_000_000,
        packet_ns: 1_200_000,
    };

    /// A packet of 1 500 bytes each 1.2 ms is 10 Mbit/s.
    fn train(packets: u64) -> Vec<Arrival> {
        (0..packets)
            .map(|i| Arrival {
                count: i + 1,
                at_ns: i as i64 * 1_200_000,
            })
            .collect()
    }

    #[test]
    fn a_steady_train_has_its_rate() {
        assert!((kbit_per_s(&train(200), 1500, LONG) - 10_000.0).abs() < 1e-6);
        assert!((kbit_per_s(&train(16), 1500, LONG) - 10_000.0).abs() < 1e-6);
        assert!(kbit_per_s(&train(7), 1500, LONG).is_nan());
        assert!(kbit_per_s(&[], 1500, LONG).is_nan());
    }

    #[test]
    fn a_burst_at_the_start_and_a_pause_later_do_not_change_it() {
        let mut arrivals = train(200);
        for arrival in &mut arrivals[..60] {
            arrival.at_ns = 72_000_000;
        }
        for arrival in &mut arrivals[150..] {
            arrival.at_ns += 40_000_000;
        }
        assert!((kbit_per_s(&arrivals, 1500, LONG) - 10_000.0).abs() < 1e-6);
    }

    #[test]
    fn a_wire_that_had_nothing_to_carry_every_other_while_is_rated_by_the_rest() {
        let mut arrivals = train(1_200);
        for (i, arrival) in arrivals.iter_mut().enumerate() {
            arrival.at_ns += (i as i64 / 100) * 100_000_000;
        }
        // Twenty that the bucket lets through at once after each pause.
        for of_pause in arrivals.chunks_mut(100) {
            for i in 1..20 {
                of_pause[i].at_ns = of_pause[0].at_ns;
            }
        }
        assert!((kbit_per_s(&arrivals, 1500, SHORT) - 10_000.0).abs() < 1e-6);
        assert!(kbit_per_s(&arrivals, 1500, LONG) < 7_000.0);
    }

    #[test]
    fn datagrams_that_a_receiver_missed_are_no_pause() {
        let few: Vec<Arrival> = train(6_000).into_iter().step_by(100).collect();
        assert!((kbit_per_s(&few, 1500, SHORT) - 10_000.0).abs() < 1e-6);
    }

    #[test]
    fn nothing_but_pauses_is_no_rate() {
        let mut arrivals = train(100);
        for (i, arrival) in arrivals.iter_mut().enumerate() {
            arrival.at_ns += i as i64 * 10_000_000;
        }
        assert!(kbit_per_s(&arrivals, 1500, SHORT).is_nan());
    }

    #[test]
    fn datagrams_that_the_receiver_had_no_room_for_count() {
        let every_third: Vec<Arrival> = train(300).into_iter().step_by(3).collect();
        assert!((kbit_per_s(&every_third, 1500, LONG) - 10_000.0).abs() < 1e-6);
    }
}
