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

/// The rate at which packets of one size left a wire that was busy all the time. The first third is left out, since a
/// token bucket lets it pass unshaped. Of the rest: the median rate over all stretches of so many packets, a quarter at
/// most, so that neither a pause of the sender nor of the machine spoils it (the idea of Theil and Sen). NaN for fewer
/// than eight arrivals.
pub fn kbit_per_s(arrivals: &[Arrival], ip_bytes: u32, stretch: usize) -> f64 {
    if arrivals.len() < 8 {
        return f64::NAN;
    }
    let later = &arrivals[arrivals.len() / 3..];
    let stretch = stretch.clamp(1, later.len() / 4);
    let rates: Vec<f64> = later
        .iter()
        .zip(&later[stretch..])
        .filter(|(from, to)| to.at_ns > from.at_ns)
        .map(|(from, to)| {
            let bits = (to.count - from.count) as f64 * f64::from(ip_bytes) * 8.0;
            bits * 1e6 / (to.at_ns - from.at_ns) as f64
        })
        .collect();
    median(&rates)
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
        assert!((kbit_per_s(&train(200), 1500, 1000) - 10_000.0).abs() < 1e-6);
        assert!((kbit_per_s(&train(16), 1500, 1000) - 10_000.0).abs() < 1e-6);
        assert!(kbit_per_s(&train(7), 1500, 1000).is_nan());
        assert!(kbit_per_s(&[], 1500, 1000).is_nan());
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
        assert!((kbit_per_s(&arrivals, 1500, 1000) - 10_000.0).abs() < 1e-6);
    }

    #[test]
    fn many_pauses_need_short_stretches() {
        let mut arrivals = train(600);
        for (i, arrival) in arrivals.iter_mut().enumerate() {
            arrival.at_ns += (i as i64 / 50) * 10_000_000;
        }
        assert!((kbit_per_s(&arrivals, 1500, 10) - 10_000.0).abs() < 1e-6);
        assert!(kbit_per_s(&arrivals, 1500, 1000) < 9_000.0);
    }

    #[test]
    fn datagrams_that_the_receiver_had_no_room_for_count() {
        let every_third: Vec<Arrival> = train(300).into_iter().step_by(3).collect();
        assert!((kbit_per_s(&every_third, 1500, 1000) - 10_000.0).abs() < 1e-6);
    }
}
