//! Shares of games that belong together: the same deal with the seats turned, say. Such games are not independent.

use serde::{Deserialize, Serialize};

use super::Interval;
use super::share::wilson_of;

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

    /// The variance of the share as a ratio between groups, over that of as many independent trials (Kish's design effect). One group's
    /// worth of independent trials counts in, so that a few groups that agree do not seem certain.
    fn design_effect(&self) -> f64 {
        let p = self.share();
        let alone = p * (1.0 - p) * self.trials as f64;
        if self.groups < 2 || alone <= 0.0 {
            return 1.0;
        }
        let spread = self.squares as f64 - 2.0 * p * self.products as f64 + p * p * self.sizes as f64;
        let groups = self.groups as f64;
        (spread.max(0.0) * groups / (groups - 1.0) + alone / groups) / (alone * (1.0 + 1.0 / groups))
    }

    /// The 95 % interval of the share: Wilson's at the size that as many independent trials would have (Korn, Graubard 1998).
    pub fn interval(&self) -> Interval {
        let n = self.trials as f64 / self.design_effect().max(1e-9);
        wilson_of(self.share() * n, n, Z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    #[test]
    fn single_games_have_wilsons_interval() {
        let mut clusters = Clusters::default();
        (0..40_u64).for_each(|i| clusters.add(u64::from(i < 10), 1));
        let ([lo, hi], [low, high]) = (clusters.interval(), wilson(10, 40));
        assert!((lo - low).abs() < 0.005 && (hi - high).abs() < 0.005, "{lo} {low}");
    }

    #[test]
    fn games_that_go_alike_count_as_one() {
        let mut clusters = Clusters::default();
        (0..100_u64).for_each(|i| clusters.add(if i < 50 { 4 } else { 0 }, 4));
        let ([lo, hi], [low, high]) = (clusters.interval(), wilson(50, 100));
        assert!((lo - low).abs() < 0.005 && (hi - high).abs() < 0.005, "{lo} {hi}");
    }

    #[test]
    fn a_match_with_oneself_is_even() {
        let mut clusters = Clusters::default();
        (0..500).for_each(|_| clusters.add(1, 2));
        let [lo, hi] = clusters.interval();
        assert!(lo > 0.49 && hi < 0.51 && clusters.share() == 0.5, "{lo} {hi}");
    }
}
