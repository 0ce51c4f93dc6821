//! Shares of games that belong together: the same deal with the seats turned, say. Such games are not independent.

use serde::{Deserialize, Serialize};

use super::share::{wilson, wilson_of};
use super::{Interval, Moments};

/// Two-sided 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// Groups of trials, each with so many successes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clusters {
    /// Groups.
    pub groups: u64,
    /// Trials.
    pub trials: u64,
    /// Successes.
    pub successes: u64,
    /// Sum over the groups of the squared successes …
    pub squares: u64,
    /// … of successes times trials …
    pub products: u64,
    /// … and of the squared trials.
    pub sizes: u64,
}

impl Clusters {
    /// Adds a group; one without a trial is none.
    pub fn add(&mut self, successes: u64, trials: u64) {
        if trials == 0 {
            return;
        }
        self.groups += 1;
        self.trials += trials;
        self.successes += successes;
        self.squares += successes * successes;
        self.products += successes * trials;
        self.sizes += trials * trials;
    }

    /// Adds those that were summed up elsewhere.
    pub fn merge(&mut self, other: &Clusters) {
        self.groups += other.groups;
        self.trials += other.trials;
        self.successes += other.successes;
        self.squares += other.squares;
        self.products += other.products;
        self.sizes += other.sizes;
    }

    /// The share of successes; 0 of nothing.
    pub fn share(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.successes as f64 / self.trials as f64 }
    }

    fn design_effect(&self) -> f64 {
        let p = self.share();
        let spread = self.squares as f64 - 2.0 * p * self.products as f64 + p * p * self.sizes as f64;
        design_effect(spread, p * (1.0 - p) * self.trials as f64, self.groups)
    }

    /// The 95 % interval of the share: Wilson's; of groups with several trials at the size that as many independent trials would have (Korn, Graubard 1998).
    pub fn interval(&self) -> Interval {
        if self.sizes == self.trials {
            return wilson(self.successes, self.trials);
        }
        let n = self.trials as f64 / self.design_effect().max(1e-9);
        wilson_of(self.share() * n, n, Z)
    }
}

/// The variance of a share as a ratio between groups, over that of as many independent trials (Kish's design effect), from the sum of the
/// squares of what groups have more than their part, and what that would be of independent trials. One group's worth of these counts in, so
/// that a few groups that agree do not seem certain.
fn design_effect(spread: f64, alone: f64, groups: u64) -> f64 {
    if groups < 2 || alone <= 0.0 {
        return 1.0;
    }
    let groups = groups as f64;
    (spread.max(0.0) * groups / (groups - 1.0) + alone / groups) / (alone * (1.0 + 1.0 / groups))
}

/// The 95 % interval of a mean of parts of a whole, each from nothing to all of it: a share of the victory, say. They come in groups of `size`,
/// of which the sums are given. As that of [`Clusters`], which counts what is all or nothing.
pub fn grouped_parts(sums: &Moments, whole: i64, size: u64) -> Interval {
    let (groups, whole, size) = (sums.n as f64, whole as f64, size as f64);
    let p = (sums.mean() / whole / size).clamp(0.0, 1.0);
    let spread = sums.sd().powi(2) * (groups - 1.0) / whole.powi(2);
    let effect = design_effect(spread, p * (1.0 - p) * groups * size, sums.n);
    let n = groups * size / effect.max(1e-9);
    wilson_of(p * n, n, Z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_games_have_wilsons_interval() {
        let mut clusters = Clusters::default();
        (0..40_u64).for_each(|i| clusters.add(u64::from(i < 10), 1));
        let ([lo, hi], [low, high]) = (clusters.interval(), wilson(10, 40));
        assert!((lo, hi) == (low, high), "{lo} {low}");
    }

    #[test]
    fn games_that_go_alike_count_as_one() {
        let mut clusters = Clusters::default();
        (0..100_u64).for_each(|i| clusters.add(if i < 50 { 4 } else { 0 }, 4));
        let ([lo, hi], [low, high]) = (clusters.interval(), wilson(50, 100));
        assert!((lo - low).abs() < 0.005 && (hi - high).abs() < 0.005, "{lo} {hi}");
    }

    #[test]
    fn parts_that_are_all_or_nothing_are_successes() {
        let (mut clusters, mut sums) = (Clusters::default(), Moments::default());
        for i in 0..90_u64 {
            clusters.add(i % 4, 3);
            sums.add(12 * (i % 4) as i64);
        }
        let ([lo, hi], [low, high]) = (clusters.interval(), grouped_parts(&sums, 12, 3));
        assert!((lo - low).abs() < 1e-9 && (hi - high).abs() < 1e-9, "{lo} {low} {hi} {high}");
        assert_eq!(grouped_parts(&Moments::default(), 12, 3), [0.0, 1.0]);
    }

    #[test]
    fn a_match_with_oneself_is_even() {
        let mut clusters = Clusters::default();
        (0..500).for_each(|_| clusters.add(1, 2));
        let [lo, hi] = clusters.interval();
        assert!(lo > 0.49 && hi < 0.51 && clusters.share() == 0.5, "{lo} {hi}");
    }
}
