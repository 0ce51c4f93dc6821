//! Paired shares, with successes and trials that vary between pairs.

use super::quantiles::t_quantile;
use super::{Difference, Interval};

/// Successes and trials of two worlds in pairs. Stores only sums and sums of products.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairedRatio {
    /// Number of pairs added.
    pub n: u64,
    /// Successes and trials of the first world, then of the second.
    sums: [i128; 4],
    products: [[i128; 4]; 4],
}

impl PairedRatio {
    /// Adds a pair: the successes and trials of each world.
    pub fn add(&mut self, one: (u64, u64), other: (u64, u64)) {
        let values = [one.0, one.1, other.0, other.1].map(i128::from);
        self.n += 1;
        for (i, x) in values.iter().enumerate() {
            self.sums[i] += x;
            values.iter().enumerate().for_each(|(j, y)| self.products[i][j] += x * y);
        }
    }

    /// Returns the share of successes in each world, or `None` if one has no trials.
    pub fn shares(&self) -> Option<[f64; 2]> {
        let [hits, trials, other_hits, other_trials] = self.sums.map(|sum| sum as f64);
        (trials > 0.0 && other_trials > 0.0).then(|| [hits / trials, other_hits / other_trials])
    }

    /// Returns the second share less the first, with Student's interval of the linearised difference (delta
    /// method; Cochran, "Sampling techniques", 1977, 6.4).
    pub fn difference(&self, confidence: f64) -> Option<Difference> {
        let [one, other] = self.shares()?;
        let n = self.n as f64;
        if self.n < 2 {
            return None;
        }
        let [_, trials, _, other_trials] = self.sums.map(|sum| sum as f64 / n);
        let weights = [-1.0 / trials, one / trials, 1.0 / other_trials, -other / other_trials];
        // the weighted sums have mean 0
        let rows = self.products.iter().zip(weights);
        let row = |row: &[i128; 4]| -> f64 { row.iter().zip(weights).map(|(x, w)| *x as f64 * w).sum() };
        let squares: f64 = rows.map(|(products, weight)| weight * row(products)).sum();
        let se = (squares.max(0.0) / (n * (n - 1.0))).sqrt();
        let half = t_quantile(0.5 + confidence / 2.0, n - 1.0) * se;
        let difference = other - one;
        let interval: Interval = [(difference - half).max(-1.0), (difference + half).min(1.0)];
        Some(Difference { difference, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_one_trial_in_each_it_is_the_paired_difference() {
        let mut ratio = PairedRatio::default();
        for i in 0..100_u64 {
            ratio.add((u64::from(i < 40), 1), (u64::from((10..70).contains(&i)), 1));
        }
        let found = ratio.difference(0.95).expect("there are pairs");
        // 10 lost, 30 gained: mean 0.2, sum of squared deviations 40 - 100 * 0.04
        let half = 1.984_217 * (36.0_f64 / (100.0 * 99.0)).sqrt();
        assert!((found.difference - 0.2).abs() < 1e-12);
        assert!((found.interval[0] - (0.2 - half)).abs() < 1e-6, "{:?}", found.interval);
    }

    #[test]
    fn the_same_in_both_worlds_is_no_difference() {
        let mut ratio = PairedRatio::default();
        (0..50_u64).for_each(|i| ratio.add((i % 2, i % 3), (i % 2, i % 3)));
        let found = ratio.difference(0.95).expect("there are pairs");
        assert!(found.interval.map(f64::abs).into_iter().all(|end| end < 1e-6), "{found:?}");
        assert_eq!(PairedRatio::default().difference(0.95), None);
    }
}
