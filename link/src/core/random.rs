//! Seeded randomness: xoshiro256++ 1.0, its state filled by splitmix64, both of David Blackman and Sebastiano Vigna
//! (prng.di.unimi.it), public domain. Not for secrets.

/// A generator of one stream. Streams of one seed are independent of one another for every practical purpose.
pub struct Random {
    state: [u64; 4],
}

impl Random {
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut of_seed = SplitMix64(seed);
        let mut of_stream = SplitMix64(of_seed.next() ^ stream);
        let mut state = [0; 4];
        state.iter_mut().for_each(|word| *word = of_stream.next());
        Random { state }
    }

    pub fn next(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// True with probability `share`: 0 is never, 1 always.
    pub fn happens(&mut self, share: f64) -> bool {
        let even_in_0_1 = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        even_in_0_1 < share
    }

    /// Even in 0..=`most` (by multiplication; the bias is below `most` / 2^64).
    pub fn up_to(&mut self, most: u64) -> u64 {
        ((u128::from(self.next()) * (u128::from(most) + 1)) >> 64) as u64
    }
}

struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_gives_the_published_numbers_for_seed_1234567() {
        let mut generator = SplitMix64(1_234_567);
        let published = [
            6457827717110365317,
            3203168211198807973,
            9817491932198370423,
            4593380528125082431,
            16408922859458223821,
        ];
        assert_eq!(published.map(|_| generator.next()), published);
    }

    #[test]
    fn xoshiro256_plus_plus_gives_the_published_numbers_for_the_state_1_2_3_4() {
        let mut generator = Random {
            state: [1, 2, 3, 4],
        };
        let published = [
            41943041,
            58720359,
            3588806011781223,
            3591011842654386,
            9228616714210784205,
            9973669472204895162,
            14011001112246962877,
            12406186145184390807,
            15849039046786891736,
            10450023813501588000,
        ];
        assert_eq!(published.map(|_| generator.next()), published);
    }

    #[test]
    fn streams_of_one_seed_differ_and_come_again() {
        let first = |seed, stream| Random::new(seed, stream).next();
        assert_ne!(first(7, 0), first(7, 1));
        assert_ne!(first(7, 0), first(8, 0));
        assert_eq!(first(7, 1), first(7, 1));
    }

    #[test]
    fn never_and_always_are_exact_and_the_range_is_filled_to_both_ends() {
        let mut generator = Random::new(1, 0);
        assert!((0..10_000).all(|_| !generator.happens(0.0)));
        assert!((0..10_000).all(|_| generator.happens(1.0)));
        let drawn: Vec<u64> = (0..1_000).map(|_| generator.up_to(5)).collect();
        assert_eq!(
            (drawn.iter().min(), drawn.iter().max()),
            (Some(&0), Some(&5))
        );
        assert_eq!(generator.up_to(0), 0);
    }
}
