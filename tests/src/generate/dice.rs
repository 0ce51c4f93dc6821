//! Random draws that are the same in every run.

use ludex::machinery::state::Generator;

/// Draws from the generator of the engine (PCG).
#[derive(Debug, Clone)]
pub struct Dice(Generator);

impl Dice {
    /// All draws follow from the seed.
    pub fn new(seed: u64) -> Self {
        Self(Generator::new(seed))
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    /// A number from `a` to `b`.
    pub fn between(&mut self, a: usize, b: usize) -> usize {
        a + self.below(b + 1 - a)
    }

    /// True so many times of a hundred.
    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    /// One of these, of which there is at least one.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// One of these, if there is one.
    pub fn any<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).cloned()
    }

    /// The number of one of these weights, drawn in proportion to them.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        weights.iter().position(|w| at.checked_sub(*w).inspect(|left| at = *left).is_none()).unwrap_or(0)
    }
}
