//! The wire's virtual clock: when a packet begins to leave and when its last bit has left. Kept as a fraction, so that
//! nothing drifts: a day of packets at 256 kbit/s ends on the nanosecond that the rate asks for.

const BIT_NS_PER_BYTE_S: u64 = 8 * 1_000_000_000;

pub struct Wire {
    bits_per_s: u64,
    /// The wire is free from `free_ns` + `free_rest` / `bits_per_s` nanoseconds on.
    free_ns: u64,
    free_rest: u64,
}

/// Each the first whole nanosecond at or after the exact instant: nothing is ever early.
pub struct Passage {
    pub begins_ns: u64,
    pub ends_ns: u64,
}

impl Wire {
    pub fn new(bits_per_s: u64) -> Self {
        assert!(bits_per_s > 0, "a wire needs a rate");
        Wire {
            bits_per_s,
            free_ns: 0,
            free_rest: 0,
        }
    }

    pub fn is_free_at(&self, now_ns: u64) -> bool {
        self.free_from_ns() <= now_ns
    }

    /// Puts a packet behind what is already there.
    pub fn pass(&mut self, bytes: u32, now_ns: u64) -> Passage {
        if self.is_free_at(now_ns) {
            self.free_ns = now_ns;
            self.free_rest = 0;
        }
        let begins_ns = self.free_from_ns();
        let numerator = BIT_NS_PER_BYTE_S * u64::from(bytes) + self.free_rest;
        self.free_ns += numerator / self.bits_per_s;
        self.free_rest = numerator % self.bits_per_s;
        Passage {
            begins_ns,
            ends_ns: self.free_from_ns(),
        }
    }

    fn free_from_ns(&self) -> u64 {
        self.free_ns + u64::from(self.free_rest > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_takes_eight_bits_a_byte_at_the_rate() {
        let mut wire = Wire::new(10_000_000);
        let passage = wire.pass(1500, 5_000);
        assert_eq!((passage.begins_ns, passage.ends_ns), (5_000, 1_205_000));
    }

    #[test]
    fn a_packet_begins_when_the_one_before_it_has_left() {
        let mut wire = Wire::new(10_000_000);
        wire.pass(1500, 0);
        let second = wire.pass(40, 1_000);
        assert_eq!((second.begins_ns, second.ends_ns), (1_200_000, 1_232_000));
        assert!(!wire.is_free_at(1_231_999));
        assert!(wire.is_free_at(1_232_000));
    }

    #[test]
    fn thirds_of_a_nanosecond_add_up_and_round_late() {
        // 1 byte at 3 Gbit/s lasts 2 2/3 ns.
        let mut wire = Wire::new(3_000_000_000);
        let ends: Vec<u64> = (0..3).map(|_| wire.pass(1, 0).ends_ns).collect();
        assert_eq!(ends, [3, 6, 8]);
    }

    #[test]
    fn ten_hours_at_256_kbit_per_s_end_on_the_exact_nanosecond() {
        // 1461 bytes last 45 656 250 ns; at 1638.4 kbit/s 7 133 789 and 1/16 ns.
        let mut wire = Wire::new(256_000);
        let mut slow_4g = Wire::new(1_638_400);
        let packets = 788_501;
        let mut last = (0, 0);
        for _ in 0..packets {
            last = (wire.pass(1461, 0).ends_ns, slow_4g.pass(1461, 0).ends_ns);
        }
        assert_eq!(last.0, packets * 45_656_250);
        assert_eq!(
            last.1,
            (packets * 1461 * 8 * 1_000_000_000 + 1_638_399) / 1_638_400
        );
    }
}
