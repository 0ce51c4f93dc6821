//! Reproducible random draws.

use ludex_run::state::Generator;

/// Draws from the generator of the engine (PCG).
#[derive(Debug, Clone)]
pub struct Dice(Generator);

impl Dice {
    /// Creates dice from a seed.
    pub fn new(seed: u64) -> Self {
        Self(Generator::new(seed))
    }

    /// Draws a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u32) as usize
    }

    /// Draws a number from `a` to `b`.
    pub fn between(&mut self, a: usize, b: usize) -> usize {
        a + self.below(b + 1 - a)
    }

    /// Returns true with a probability in percent.
    pub fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    /// Draws an element of a list that is not empty.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// Draws an element of a list, if it has any.
    pub fn any<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).cloned()
    }

    /// Draws an index in proportion to the weights.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        weights.iter().position(|w| at.checked_sub(*w).inspect(|left| at = *left).is_none()).unwrap_or(0)
    }
}
