//! Means of clustered numbers, for example of the games of one deal.

use serde::{Deserialize, Serialize};

use super::clustered::equal_groups;
use super::quantiles::t_quantile;
use super::{FEWEST_GROUPS, Interval, Moments};
use crate::add_up::adds_up;

/// Sums of integers that come in groups; [`Grouped::close`] ends a group. The standard deviation is that of
/// single numbers, the standard error that of groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grouped {
    /// All numbers, regardless of group.
    pub all: Moments,
    /// Number of closed groups that are not empty.
    pub groups: u64,
    /// Sum over the groups of the squared sums.
    squares: i128,
    /// Sum over the groups of sums times counts.
    products: i128,
    /// Sum over the groups of the squared counts.
    sizes: i128,
    /// Count and sum of the open group.
    #[serde(skip)]
    open: (u64, i128),
}

adds_up!(Grouped { all, groups, squares, products, sizes } keeping open);

impl Grouped {
    /// Adds a number to the open group.
    pub fn add(&mut self, value: i64) {
        self.all.add(value);
        self.open = (self.open.0 + 1, self.open.1 + i128::from(value));
    }

    /// Closes the group and returns its size.
    pub fn close(&mut self) -> u64 {
        let (n, sum) = std::mem::take(&mut self.open);
        if n > 0 {
            self.groups += 1;
            self.squares = self.squares.saturating_add(sum.saturating_mul(sum));
            self.products = self.products.saturating_add(sum.saturating_mul(i128::from(n)));
            self.sizes += i128::from(n) * i128::from(n);
        }
        n
    }

    /// Returns the mean, or 0 without data.
    pub fn mean(&self) -> f64 {
        self.all.mean()
    }

    /// Returns the standard error of the mean as a ratio estimate (Cochran 1977, 6.3), or 0 with fewer than
    /// two groups.
    pub fn se(&self) -> f64 {
        if self.groups < 2 {
            return 0.0;
        }
        // subtracts an integer near the mean from each number to limit rounding errors
        let (n, near) = (self.all.n as f64, self.mean().round() as i128);
        let more = |a: i128, b: i128| a.saturating_sub(near.saturating_mul(b));
        let products = more(self.products, self.sizes);
        let squares = more(more(self.squares, self.products), products);
        let rest = more(self.all.sum, i128::from(self.all.n)) as f64 / n;
        let spread = squares as f64 - 2.0 * rest * products as f64 + rest * rest * self.sizes as f64;
        let groups = self.equal_groups();
        (spread.max(0.0) * groups / (groups - 1.0)).sqrt() / n
    }

    fn equal_groups(&self) -> f64 {
        equal_groups(self.all.n as f64, self.sizes as f64)
    }

    /// Returns Student's interval of the mean, with one degree of freedom less than groups. Returns `None`
    /// with fewer than [`FEWEST_GROUPS`] groups.
    pub fn interval(&self, confidence: f64) -> Option<Interval> {
        let half = || t_quantile(0.5 + confidence / 2.0, self.equal_groups() - 1.0) * self.se();
        (self.groups >= FEWEST_GROUPS).then(half).map(|half| [self.mean() - half, self.mean() + half])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::add_up::AddUp;

    fn sample(groups: &[&[i64]]) -> Grouped {
        let mut grouped = Grouped::default();
        for group in groups {
            group.iter().for_each(|value| grouped.add(*value));
            assert_eq!(grouped.close(), group.len() as u64);
        }
        grouped
    }

    #[test]
    fn single_numbers_have_the_usual_error() {
        let grouped = sample(&[&[2], &[4], &[4], &[], &[4], &[5], &[5], &[7], &[9]]);
        assert!((grouped.se() - grouped.all.se()).abs() < 1e-12 && grouped.groups == 8);
        let [lo, hi] = grouped.interval(0.95).expect("8 groups");
        assert!((lo - 3.212_51).abs() < 1e-4 && (hi - 6.787_49).abs() < 1e-4, "{lo} {hi}");
        assert_eq!(sample(&[&[1], &[2]]).interval(0.95), None);
    }

    #[test]
    fn numbers_that_are_told_twice_say_no_more() {
        let (once, twice) = (sample(&[&[2], &[4], &[9]]), sample(&[&[2, 2], &[4, 4], &[9, 9]]));
        assert!((once.se() - twice.se()).abs() < 1e-12 && twice.all.se() < once.se());
    }

    #[test]
    fn what_is_the_same_in_all_groups_has_no_error() {
        assert_eq!(sample(&[&[2, 3], &[3, 2], &[2, 3]]).se(), 0.0);
        let large = 4_000_000_000_001;
        assert_eq!(sample(&[&[large], &[large], &[large, large]]).se(), 0.0);
        assert_eq!((sample(&[&[5]]).se(), sample(&[]).se()), (0.0, 0.0));
    }

    #[test]
    fn groups_of_unlike_size_are_a_ratio() {
        // the mean is 2; the groups deviate by -1, 0 and 1, and equal 36 / 14 groups of the same size
        let (grouped, groups) = (sample(&[&[1, 2], &[2], &[3, 2, 2]]), 36.0 / 14.0);
        let wanted = (2.0_f64 * groups / (groups - 1.0)).sqrt() / 6.0;
        assert!((grouped.se() - wanted).abs() < 1e-12, "{}", grouped.se());
        let mut parts = sample(&[&[1, 2]]);
        parts.add_up(sample(&[&[2], &[3, 2, 2]]));
        assert_eq!(parts, grouped);
    }
}
