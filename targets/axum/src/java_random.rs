//! java.util.Random, which `targets/DATA.md` draws its datasets by: a linear congruential generator of 48 bits.

const FACTOR: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

pub struct JavaRandom(u64);

impl JavaRandom {
    pub fn new(seed: u64) -> Self {
        Self((seed ^ FACTOR) & MASK)
    }

    fn next(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(0xB) & MASK;
        (self.0 >> (48 - bits)) as i32
    }

    pub fn int(&mut self, bound: i32) -> i32 {
        if bound & -bound == bound {
            return ((i64::from(bound) * i64::from(self.next(31))) >> 31) as i32;
        }
        loop {
            let bits = self.next(31);
            let value = bits % bound;
            // The last round of the range is not whole, and Java draws again.
            if (bits - value).checked_add(bound - 1).is_some() {
                return value;
            }
        }
    }

    pub fn boolean(&mut self) -> bool {
        self.next(1) != 0
    }

    pub fn long(&mut self) -> u64 {
        let high = i64::from(self.next(32)) << 32;
        high.wrapping_add(i64::from(self.next(32))) as u64
    }
}
