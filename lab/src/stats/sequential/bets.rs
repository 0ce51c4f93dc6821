//! Bets on the mean of numbers between -1 and 1, with fixed stakes.
//!
//! Against a candidate mean `m`, each bettor stakes a fraction `f` of their capital on every number `x`. A
//! bettor on a higher mean multiplies the stake by `(1 + x) / (1 + m)`, a bettor on a lower mean by
//! `(1 - x) / (1 - m)`. If `m` is the true mean, the expected gain is 0. All bettors start with equal parts
//! of 1. Their total depends on the frequencies of the numbers and not on their order.

use crate::stats::Interval;

/// Largest stake.
const BOLDEST: f64 = 0.98;
/// Ratio of each stake to the next larger one.
const STEP: f64 = 0.74;
/// Number of stakes in each direction. The smallest is about a thousandth, which suits differences that
/// require some million numbers.
const STAKES: usize = 24;
/// Number of bisection steps for an end of an interval.
const HALVINGS: usize = 32;

fn stakes() -> impl Iterator<Item = f64> {
    std::iter::successors(Some(BOLDEST), |stake| Some(stake * STEP)).take(STAKES)
}

/// Returns the logarithm of the mean capital of all bettors. `log` returns the logarithm for a stake and a
/// direction: higher (1) or lower (-1).
fn together(log: impl Fn(f64, f64) -> f64) -> f64 {
    let logs: Vec<f64> = stakes().flat_map(|stake| [log(stake, 1.0), log(stake, -1.0)]).collect();
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
    most + (sum / logs.len() as f64).ln()
}

/// Returns the absolute sum at which the capital against mean 0 reaches a limit, for nearly normal numbers.
/// `variance` is the variance of the sum, `limit` the logarithm of the capital.
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

/// Numbers between -1 and 1 with their frequencies.
#[derive(Debug, Clone, Default)]
pub(in crate::stats) struct Counted(Vec<[f64; 2]>);

impl FromIterator<[f64; 2]> for Counted {
    fn from_iter<I: IntoIterator<Item = [f64; 2]>>(counted: I) -> Self {
        Self(counted.into_iter().collect())
    }
}

impl Counted {
    /// Returns the number of observations.
    pub fn n(&self) -> f64 {
        self.0.iter().map(|[_, times]| times).sum()
    }

    /// Returns the mean, or 0 without data.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|[x, times]| x * times).sum();
        if self.0.is_empty() { 0.0 } else { sum / self.n() }
    }

    /// Returns the population variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let sum: f64 = self.0.iter().map(|[x, times]| (x - mean).powi(2) * times).sum();
        if self.0.is_empty() { 0.0 } else { sum / self.n() }
    }

    /// Multiplies all frequencies by `factor`.
    pub fn times(&self, factor: f64) -> Counted {
        self.0.iter().map(|[x, times]| [*x, times * factor]).collect()
    }

    /// Returns the logarithm of the total capital against a mean between -1 and 1. The function is convex and
    /// not above 0 at the observed mean, so the means below a limit form an interval around it.
    fn capital(&self, mean: f64) -> f64 {
        together(|stake, way| {
            let factor = |x: f64| (1.0 - stake) + stake * (1.0 + way * x) / (1.0 + way * mean);
            self.0.iter().map(|[x, times]| times * factor(*x).ln()).sum()
        })
    }

    /// Returns the part of an interval in which the logarithm of the capital is below `limit`.
    pub fn interval(&self, limit: f64, [low, high]: Interval) -> Interval {
        let mean = self.mean();
        // the other side may already exclude an end; then a single point remains
        let low = if low < mean { self.end(limit, low).min(high) } else { low };
        let high = if high > mean { self.end(limit, high).max(low) } else { high };
        [low, high]
    }

    /// Finds the end of the interval between the observed mean and the previous end, by bisection.
    fn end(&self, limit: f64, so_far: f64) -> f64 {
        let is_refused = |mean: f64| self.capital(mean) >= limit;
        // a mean of -1 or 1 is possible only if all numbers are equal to it
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
