//! Bets on the mean of numbers between -1 and 1, with stakes that are fixed beforehand.
//!
//! Against a possible mean `m` somebody with the stake `f` bets `f` of a capital that each number `x` is above it, and what is staked becomes
//! `(1 + x) / (1 + m)` times as much; somebody else bets that it is below, with `(1 - x) / (1 - m)`. If `m` is the true mean, neither can be
//! expected to gain. All begin with the same part of 1. What they have together depends on how often each number came, not on the order.

use crate::stats::Interval;

/// The boldest stake, …
const BOLDEST: f64 = 0.98;
/// … how much of it each more careful one is, …
const STEP: f64 = 0.74;
/// … and how many there are on each side: down to some thousandth, which is best for differences that some million numbers show.
const STAKES: usize = 24;
/// Halvings of what an end of an interval may be.
const HALVINGS: usize = 32;

fn stakes() -> impl Iterator<Item = f64> {
    std::iter::successors(Some(BOLDEST), |stake| Some(stake * STEP)).take(STAKES)
}

/// The logarithm of the mean capital of all. `log` gives that of somebody with a stake, who bets on more (1) or less (-1).
fn together(log: impl Fn(f64, f64) -> f64) -> f64 {
    let logs: Vec<f64> = stakes().flat_map(|stake| [log(stake, 1.0), log(stake, -1.0)]).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    most + (sum / logs.len() as f64).ln()
}

/// How far from 0 the sum of nearly normal numbers with the mean 0 is when the capital against it reaches a limit (its logarithm); the
/// variance is that of the sum.
pub(in crate::stats) fn boundary(variance: f64, limit: f64) -> f64 {
    let capital = |sum: f64| together(|stake, way| way * stake * sum - stake * stake * variance / 2.0);
    let (mut below, mut reached) = (0.0, 1.0);
    while capital(reached) < limit {
        (below, reached) = (reached, 2.0 * reached);
    }
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(below, reached);
        (below, reached) = if capital(middle) < limit { (middle, reached) } else { (below, middle) };
    }
    reached
}

/// Numbers between -1 and 1, and how often each came.
#[derive(Debug, Clone, Default)]
pub(in crate::stats) struct Counted(Vec<[f64; 2]>);

impl FromIterator<[f64; 2]> for Counted {
    fn from_iter<I: IntoIterator<Item = [f64; 2]>>(counted: I) -> Self {
        Self(counted.into_iter().collect())
    }
}

impl Counted {
    /// How many numbers there are.
    pub fn n(&self) -> f64 {
        self.0.iter().map(|[_, times]| times).sum()
    }

    /// Their mean; 0 of none.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|[x, times]| x * times).sum();
        if self.0.is_empty() { 0.0 } else { sum / self.n() }
    }

    /// Their mean squared distance from the mean.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.0.iter().map(|[x, times]| (x - mean).powi(2) * times).sum();
        if self.0.is_empty() { 0.0 } else { sum / self.n() }
    }

    /// As many times the same.
    pub fn times(&self, factor: f64) -> Counted {
        self.0.iter().map(|[x, times]| [*x, times * factor]).collect()
    }

    /// The logarithm of the capital of all who bet against a mean between -1 and 1. It is a convex function of the mean, and never above 0 at
    /// that of the numbers; so the means at which it is below a limit are an interval around that.
    fn capital(&self, mean: f64) -> f64 {
        together(|stake, way| {
            let factor = |x: f64| (1.0 - stake) + stake * (1.0 + way * x) / (1.0 + way * mean);
            self.0.iter().map(|[x, times]| times * factor(*x).ln()).sum()
        })
    }

    /// The means of those given at which the capital has not reached the limit (its logarithm).
    pub fn interval(&self, limit: f64, [low, high]: Interval) -> Interval {
        let mean = self.mean();
        // an end may be passed by what is left of the other side; then one point is left
        let low = if low < mean { self.end(limit, low).min(high) } else { low };
        let high = if high > mean { self.end(limit, high).max(low) } else { high };
        [low, high]
    }

    /// The end of the interval between the mean and where it ended so far.
    fn end(&self, limit: f64, so_far: f64) -> f64 {
        let is_refused = |mean: f64| self.capital(mean) >= limit;
        // a mean of -1 or 1 is none but that of numbers which are all so
        if so_far.abs() < 1.0 && !is_refused(so_far) {
            return so_far;
        }
        let (mut refused, mut left) = (so_far, self.mean());
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(refused, left);
            (refused, left) = if is_refused(middle) { (middle, left) } else { (refused, middle) };
        }
        refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(counts: &[[f64; 2]]) -> Counted {
        counts.iter().copied().collect()
    }

    #[test]
    fn nobody_has_gained_at_the_mean_of_the_numbers() {
        for counts in
            [&[[-1.0, 7.0], [0.0, 83.0], [1.0, 10.0]][..], &[[0.5, 3.0], [-0.25, 900.0]], &[[0.0, 4.0]]]
        {
            let numbers = counted(counts);
            assert!(numbers.capital(numbers.mean()) <= 1e-9, "{counts:?}");
        }
    }

    #[test]
    fn an_interval_ends_where_the_capital_reaches_the_limit() {
        let (numbers, limit) = (counted(&[[-1.0, 70.0], [0.0, 830.0], [1.0, 100.0]]), 20.0_f64.ln());
        let [low, high] = numbers.interval(limit, [-1.0, 1.0]);
        assert!((numbers.capital(low) - limit).abs() < 1e-4 && (numbers.capital(high) - limit).abs() < 1e-4);
        assert!(low < 0.03 && high > 0.03);
        assert_eq!(numbers.interval(limit, [0.0, 0.04]), [0.0, 0.04]);
        assert_eq!(numbers.interval(limit, [0.5, 0.6]), [0.5, 0.5], "what was refused stays so");
    }

    #[test]
    fn the_boundary_of_a_sum_is_where_so_many_small_numbers_reach_the_limit() {
        let limit = 20.0_f64.ln();
        let sum = boundary(2500.0, limit);
        let numbers = |sum: f64| counted(&[[-0.5, 5000.0 - sum], [0.5, 5000.0 + sum]]);
        assert!((numbers(sum).capital(0.0) - limit).abs() < 0.1, "{}", numbers(sum).capital(0.0));
        assert!((3.0..4.5).contains(&(sum / 50.0)), "{sum}");
    }
}
