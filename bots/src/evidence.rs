//! Decides when a search overrules the policy that guides it.
//!
//! The value network that evaluates positions a few decisions ahead has its own errors, which more iterations
//! don't remove. The search therefore keeps the option of the policy, unless another option is better by
//! several standard errors.

use super::tree::Arm;

/// Number of standard errors by which an option must be better than that of the policy.
const ERRORS: f64 = 2.5;
/// Minimum variance of an iteration. Even if all iterations of an option gave the same value, the mean has an
/// error.
const LEAST_VARIANCE: f64 = 1e-6;

/// Statistics of the iterations of one option: their number, and the sums of their values and squared values.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    visits: f64,
    sum: f64,
    squares: f64,
}

impl Evidence {
    /// Adds up the statistics of one option from several trees.
    pub fn from_arms(arms: impl Iterator<Item = Arm>) -> Self {
        arms.fold(Self::default(), |all, arm| Self {
            visits: all.visits + f64::from(arm.visits),
            sum: all.sum + arm.sum,
            squares: all.squares + f64::from(arm.squares),
        })
    }

    /// Returns true if this option is better than `other` by [`ERRORS`] standard errors of the difference.
    /// Returns false if either option has fewer than two iterations.
    pub fn exceeds(&self, other: &Self) -> bool {
        let is_measured = self.visits >= 2.0 && other.visits >= 2.0;
        is_measured && self.mean() - other.mean() > ERRORS * (self.error() + other.error()).sqrt()
    }

    fn mean(&self) -> f64 {
        self.sum / self.visits
    }

    /// Variance of the mean.
    fn error(&self) -> f64 {
        let mean = self.mean();
        let variance = (self.squares / self.visits - mean * mean).max(LEAST_VARIANCE);
        variance / (self.visits - 1.0)
    }
}
