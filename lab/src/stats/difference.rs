//! Difference of two shares counted in the same groups: with and without a property.

use serde::{Deserialize, Serialize};

use super::{Clusters, Interval};
use crate::add_up::adds_up;

/// A difference and its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Difference {
    /// First share less the second.
    pub difference: f64,
    /// Interval of `difference`.
    pub interval: Interval,
}

/// Successes and trials with and without a property, by group.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contrast {
    /// Trials with the property.
    pub with: Clusters,
    /// Trials without the property.
    pub without: Clusters,
    /// Sums over the groups: successes and trials with, times successes and trials without the property.
    products: [[u64; 2]; 2],
}

adds_up!(Contrast { with, without, products });

impl Contrast {
    /// Adds a group: the successes and trials with and without the property.
    pub fn add(&mut self, with: (u64, u64), without: (u64, u64)) {
        self.with.add(with.0, with.1);
        self.without.add(without.0, without.1);
        for (row, x) in self.products.iter_mut().zip([with.0, with.1]) {
            row.iter_mut().zip([without.0, without.1]).for_each(|(sum, y)| *sum += x * y);
        }
    }

    /// Adds a group, given the cumulative successes and trials of all groups.
    pub fn add_until(&mut self, with: (u64, u64), without: (u64, u64)) {
        let since = |(successes, trials), so_far: &Clusters| {
            let (s, t): (u64, u64) = (successes, trials);
            (s - so_far.successes, t - so_far.trials)
        };
        self.add(since(with, &self.with), since(without, &self.without));
    }

    /// Returns the share with the property less the share without it.
    pub fn difference(&self) -> f64 {
        self.with.share() - self.without.share()
    }

    /// Returns the interval of the difference, from the intervals of both shares and their correlation within
    /// groups (Newcombe 1998, methods 10 of his two papers). Returns `None` if a share has no interval.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let (p, q, together) = (self.with.share(), self.without.share(), self.correlation());
        let ([low_p, high_p], [low_q, high_q]) =
            (self.with.interval(confidence)?, self.without.interval(confidence)?);
        let half = |a: f64, b: f64| (a * a - 2.0 * together * a * b + b * b).max(0.0).sqrt();
        let (below, above) = (half(p - low_p, high_q - q), half(high_p - p, q - low_q));
        Some([(p - q - below).max(-1.0), (p - q + above).min(1.0)])
    }

    /// Returns the correlation of the two shares over groups. Two successes and two failures are added to
    /// each share, so that the result is defined even if all trials, or none, succeed.
    fn correlation(&self) -> f64 {
        let more = |of: &Clusters| (of.successes as f64 + 2.0) / (of.trials as f64 + 4.0);
        let (p, q) = (more(&self.with), more(&self.without));
        let [[hits, hit_of], [of_hit, of]] = self.products.map(|row| row.map(|sum| sum as f64));
        let joint = hits - q * hit_of - p * of_hit + p * q * of;
        let alone = (self.with.spread(p) * self.without.spread(q)).sqrt();
        if alone > 0.0 { (joint / alone).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_trials_that_have_nothing_to_do_with_each_other_it_is_newcombes() {
        // first example of table II: 56/70 and 48/80
        let mut contrast = Contrast::default();
        (0..70).for_each(|i| contrast.add((u64::from(i < 56), 1), (0, 0)));
        (0..80).for_each(|i| contrast.add((0, 0), (u64::from(i < 48), 1)));
        let [lo, hi] = contrast.interval(0.95).expect("trials");
        assert!((contrast.difference() - 0.2).abs() < 1e-12);
        assert!((lo - 0.0524).abs() < 1e-4 && (hi - 0.3339).abs() < 1e-4, "{lo} {hi}");
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        // the holder of the card wins 60 of 100 games of two players: 0.6 less 0.4, with identical errors
        let mut contrast = Contrast::default();
        (0..100_u64).for_each(|i| contrast.add((u64::from(i < 60), 1), (u64::from(i >= 60), 1)));
        let ([low, high], [lo, hi]) =
            (contrast.with.interval(0.95).expect("games"), contrast.interval(0.95).expect("games"));
        assert!((lo - (2.0 * low - 1.0)).abs() < 1e-9 && (hi - (2.0 * high - 1.0)).abs() < 1e-9, "{lo} {hi}");
    }

    #[test]
    fn groups_are_what_counts_have_become() {
        let (mut one, mut other) = (Contrast::default(), Contrast::default());
        for i in 1..20_u64 {
            one.add((i % 2, 2), (1, 1 + i % 3));
        }
        let (mut with, mut without) = ((0, 0), (0, 0));
        for i in 1..20_u64 {
            with = (with.0 + i % 2, with.1 + 2);
            without = (without.0 + 1, without.1 + 1 + i % 3);
            other.add_until(with, without);
        }
        assert_eq!(one, other);
    }
}
