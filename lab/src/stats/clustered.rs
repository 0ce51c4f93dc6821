//! Shares from clustered games, such as the rotations of one deal.
//!
//! Such games are not independent.

use serde::{Deserialize, Serialize};

use super::quantiles::{t_quantile, two_sided};
use super::share::wilson_of;
use super::{CONFIDENCE, Interval, Moments};
use crate::add_up::adds_up;

/// Minimum number of groups for an interval. With fewer groups, the variance between them is unknown.
pub const FEWEST_GROUPS: u64 = 8;

/// Successes in groups of trials.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clusters {
    /// Number of groups.
    pub groups: u64,
    /// Number of trials.
    pub trials: u64,
    /// Number of successes.
    pub successes: u64,
    /// Sum over the groups of the squared successes.
    pub squares: u64,
    /// Sum over the groups of successes times trials.
    pub products: u64,
    /// Sum over the groups of the squared trials.
    pub sizes: u64,
}

adds_up!(Clusters { groups, trials, successes, squares, products, sizes });

impl Clusters {
    /// Adds a group. Ignores groups without trials.
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

    /// Returns the share of successes, or 0 without trials.
    pub fn share(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.successes as f64 / self.trials as f64 }
    }

    /// Returns the sum of the squared deviations of the groups' successes from share `p`.
    pub(super) fn spread(&self, p: f64) -> f64 {
        (self.squares as f64 - 2.0 * p * self.products as f64 + p * p * self.sizes as f64).max(0.0)
    }

    /// Returns Wilson's interval of the share. For groups of several trials, it uses the effective sample
    /// size (Korn, Graubard 1998), and is `None` with fewer than [`FEWEST_GROUPS`] groups.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let p = self.share();
        if self.sizes == self.trials {
            return Some(wilson_of(self.successes as f64, self.trials as f64, two_sided(confidence)));
        }
        let trials = self.trials as f64;
        let groups = equal_groups(trials, self.sizes as f64);
        (self.groups >= FEWEST_GROUPS).then(|| effective(p, (self.spread(p), trials), groups, confidence))
    }
}

/// Returns the effective number of groups if they differ in size (Kish 1965), from the total size and the sum
/// of the squared sizes.
pub(super) fn equal_groups(all: f64, sizes: f64) -> f64 {
    if sizes > 0.0 { all * all / sizes } else { 0.0 }
}

/// Returns Wilson's interval of share `p` at the effective sample size, with Student's `t` of the groups
/// instead of the normal quantile. The prior group of [`design_effect`] adds one degree of freedom.
fn effective(p: f64, (spread, trials): (f64, f64), groups: f64, confidence: f64) -> Interval {
    let z = two_sided(confidence);
    let wider = (z / t_quantile(0.5 + confidence / 2.0, groups)).powi(2);
    let n = trials * wider / design_effect(spread, p * (1.0 - p) * trials, groups).max(1e-9);
    wilson_of(p * n, n, z)
}

/// Returns Kish's design effect: the variance of a ratio estimate between groups, relative to independent
/// trials. `spread` is the sum of squared deviations, and `alone` is its expectation for independent trials.
///
/// A prior of one group of independent trials prevents a few agreeing groups from appearing certain. Above
/// [`FEWEST_GROUPS`] groups its weight decreases. With unequal bots in rotation, groups vary far less than
/// independent trials. There, a full prior raised the coverage for a dozen deals to 98 %.
fn design_effect(spread: f64, alone: f64, groups: f64) -> f64 {
    if groups < 2.0 || alone <= 0.0 {
        return 1.0;
    }
    let known = (FEWEST_GROUPS as f64 / groups).min(1.0) / groups;
    (spread.max(0.0) * groups / (groups - 1.0) + known * alone) / (alone * (1.0 + known))
}

/// Returns the 95 % interval of a mean of fractions of a whole, such as shares of the victory. The fractions
/// come in groups of `size`, given by their sums. Uses the method of [`Clusters`], whose trials succeed or
/// fail. In groups of one, fractions vary at most as much as such trials.
pub fn grouped_parts(sums: &Moments, whole: i64, size: u64) -> Option<Interval> {
    grouped_parts_at(sums, (whole, size), CONFIDENCE)
}

/// Like [`grouped_parts`], at another confidence level. `whole` and `size` come as a pair.
pub fn grouped_parts_at(sums: &Moments, (whole, size): (i64, u64), confidence: f64) -> Option<Interval> {
    let (groups, trials) = (sums.n as f64, (sums.n * size) as f64);
    let p = if sums.n == 0 { 0.0 } else { (sums.mean() / whole as f64 / size as f64).clamp(0.0, 1.0) };
    let spread = (sums.sd() / whole as f64).powi(2) * (groups - 1.0);
    if size == 1 {
        let n = groups / design_effect(spread, p * (1.0 - p) * groups, groups).clamp(1e-9, 1.0);
        return Some(wilson_of(p * n, n, two_sided(confidence)));
    }
    (sums.n >= FEWEST_GROUPS).then(|| effective(p, (spread, trials), groups, confidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    fn near([lo, hi]: Interval, [low, high]: Interval, by: f64) {
        assert!((lo - low).abs() < by && (hi - high).abs() < by, "{lo} {low} {hi} {high}");
    }

    #[test]
    fn single_games_have_wilsons_interval() {
        let mut clusters = Clusters::default();
        (0..40_u64).for_each(|i| clusters.add(u64::from(i < 10), 1));
        near(clusters.interval(0.95).expect("games"), wilson(10, 40), 1e-12);
        assert_eq!(Clusters::default().interval(0.95), Some([0.0, 1.0]));
    }

    #[test]
    fn games_that_go_alike_count_as_one() {
        let mut clusters = Clusters::default();
        (0..100_u64).for_each(|i| clusters.add(if i < 50 { 4 } else { 0 }, 4));
        near(clusters.interval(0.95).expect("groups"), wilson(50, 100), 0.005);
    }

    #[test]
    fn few_groups_have_students_quantile_and_fewer_have_no_interval() {
        let mut clusters = Clusters::default();
        (0..7).for_each(|_| clusters.add(1, 2));
        assert_eq!(clusters.interval(0.95), None);
        clusters = Clusters::default();
        (0..8_u64).for_each(|i| clusters.add(if i < 4 { 2 } else { 0 }, 2));
        // 8 all-or-nothing groups: the spread is 8, independent trials give 4; t with 8 degrees is 2.306004
        let effect = (8.0 * 8.0 / 7.0 + 0.5) / (4.0 * (1.0 + 1.0 / 8.0));
        let n = 16.0 / effect * (1.959_964_f64 / 2.306_004).powi(2);
        near(clusters.interval(0.95).expect("8 groups"), wilson_of(n / 2.0, n, 1.959_964), 1e-6);
    }

    #[test]
    fn parts_that_are_all_or_nothing_are_successes() {
        let (mut clusters, mut sums) = (Clusters::default(), Moments::default());
        for i in 0..90_u64 {
            clusters.add(i % 4, 3);
            sums.add(12 * (i % 4) as i64);
        }
        near(clusters.interval(0.95).expect("groups"), grouped_parts(&sums, 12, 3).expect("groups"), 1e-9);
        assert_eq!(grouped_parts(&Moments::default(), 12, 3), None);
        let mut alone = Moments::default();
        (0..5).for_each(|i| alone.add(if i < 2 { 12 } else { 0 }));
        near(grouped_parts(&alone, 12, 1).expect("games"), wilson(2, 5), 1e-9);
    }

    #[test]
    fn a_match_with_oneself_is_even() {
        let mut clusters = Clusters::default();
        (0..500).for_each(|_| clusters.add(1, 2));
        let [lo, hi] = clusters.interval(0.95).expect("groups");
        assert!(lo > 0.49 && hi < 0.51 && clusters.share() == 0.5, "{lo} {hi}");
    }
}
