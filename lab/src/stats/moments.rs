//! Sums and sums of squares, for means and standard deviations.

use serde::{Deserialize, Serialize};

use crate::add_up::adds_up;

/// Sum and sum of squares of integers, independent of order and grouping.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    /// Number of values.
    pub n: u64,
    /// Sum of the values.
    pub sum: i128,
    /// Sum of the squared values.
    pub squares: i128,
}

adds_up!(Moments { n, sum, squares });

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, value: i64) {
        self.n += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// Returns the mean, or 0 without data.
    pub fn mean(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.sum as f64 / self.n as f64 }
    }

    /// Returns the sample standard deviation (n - 1), or 0 with fewer than two numbers.
    pub fn sd(&self) -> f64 {
        if self.n < 2 {
            return 0.0;
        }
        let n = i128::from(self.n);
        let spread = n.saturating_mul(self.squares).saturating_sub(self.sum.saturating_mul(self.sum));
        (spread as f64 / (n as f64 * (n - 1) as f64)).max(0.0).sqrt()
    }

    /// Returns the standard error of the mean.
    pub fn se(&self) -> f64 {
        if self.n == 0 { 0.0 } else { self.sd() / (self.n as f64).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::Moments;
    use crate::add_up::AddUp;

    fn sample(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|v| moments.add(*v));
        moments
    }

    #[test]
    fn the_deviation_is_that_of_the_sample() {
        let moments = sample(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert!((moments.sd() - 2.138_089_935).abs() < 1e-9);
        assert!((moments.se() - 2.138_089_935 / 8.0_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn parts_together_are_the_whole() {
        let mut left = sample(&[2, 4, 4]);
        left.add_up(sample(&[4, 5, 5, 7, 9]));
        assert_eq!(left, sample(&[2, 4, 4, 4, 5, 5, 7, 9]));
    }

    #[test]
    fn nothing_has_no_spread() {
        assert_eq!(
            (sample(&[]).mean(), sample(&[]).sd(), sample(&[]).se(), sample(&[7]).sd()),
            (0.0, 0.0, 0.0, 0.0)
        );
    }
}
