//! The random number generator: PCG32, whose stream is specified, and unbiased ranges by multiplication
//! (Lemire). Both are part of the meaning of a seed; a test pins the first values.

use rand::Rng;
use rand_pcg::Pcg32;

/// A random number generator in the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generator {
    pcg: Pcg32,
    draws: u64,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self { pcg: Pcg32::new(seed, 0x0a02_bdbf_7bb3_c0a7), draws: 0 }
    }

    /// Draws a number below `n`, each equally likely. Returns 0 if `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        loop {
            self.draws += 1;
            let product = u64::from(self.pcg.next_u32()) * u64::from(n);
            let rest = product as u32;
            // the bound is a remainder of `n`, so the division is seldom needed
            if rest >= n || rest >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// Draws a 64-bit number below `n`, each equally likely. Returns 0 if `n` is 0.
    pub fn below_many(&mut self, n: u64) -> u64 {
        let mask = u64::MAX.checked_shr(n.saturating_sub(1).leading_zeros()).unwrap_or(0);
        loop {
            self.draws += 2;
            let drawn = u64::from(self.pcg.next_u32()) << 32 | u64::from(self.pcg.next_u32());
            if drawn & mask < n.max(1) {
                return drawn & mask;
            }
        }
    }

    /// Shuffles a slice, each order equally likely.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        for i in (1..slice.len()).rev() {
            slice.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// Derives another generator, the same for the same position, without advancing this one.
    pub fn detached(&self) -> Self {
        let mut next = self.pcg.clone();
        let seed = u64::from(next.next_u32()) << 32 | u64::from(next.next_u32());
        Self { pcg: Pcg32::new(seed, 0x5851_f42d_4c95_7f2d), draws: 0 }
    }

    /// Returns the number of draws; with the seed it is the whole state.
    pub fn draws(&self) -> u64 {
        self.draws
    }
}
