//! Histogram in bounded memory.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::add_up::AddUp;

/// Maximum number of bins.
const MOST: usize = 1024;

/// Counts by bin. The width of all bins is the smallest power of two that keeps their number in bounds, so
/// the result does not depend on the order of the numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// Width of a bin, as an exponent of two.
    pub power: u32,
    /// Count of each non-empty bin, by its number. Bin `b` holds `b * width` and the next `width - 1`
    /// numbers.
    pub bins: BTreeMap<i64, u64>,
}

impl AddUp for Histogram {
    fn add_up(&mut self, other: Self) {
        self.widen(other.power);
        for (bin, count) in other.bins {
            *self.bins.entry(bin >> (self.power - other.power)).or_default() += count;
        }
        self.fit();
    }
}

impl Histogram {
    /// Adds a number to its bin.
    pub fn add(&mut self, value: i64) {
        *self.bins.entry(value >> self.power).or_default() += 1;
        self.fit();
    }

    fn fit(&mut self) {
        while self.bins.len() > MOST {
            self.widen(self.power + 1);
        }
    }

    fn widen(&mut self, power: u32) {
        let Some(by) = power.checked_sub(self.power).filter(|by| *by > 0) else { return };
        let narrow = std::mem::take(&mut self.bins);
        narrow.into_iter().for_each(|(bin, count)| *self.bins.entry(bin >> by).or_default() += count);
        self.power = power;
    }

    /// Returns the smallest number and the count of each bin that is not empty.
    pub fn counts(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.bins.iter().map(|(bin, count)| (bin << self.power, *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_ranges_are_kept_as_they_are() {
        let mut histogram = Histogram::default();
        [3, -1, 3].into_iter().for_each(|v| histogram.add(v));
        assert_eq!(histogram.counts().collect::<Vec<_>>(), [(-1, 1), (3, 2)]);
    }

    #[test]
    fn it_stays_small_and_the_order_does_not_matter() {
        let values: Vec<i64> = (0..20_000).map(|i| (i * 7919) % 20_011 - 5_000).collect();
        let count = |values: &mut dyn Iterator<Item = &i64>| {
            let mut histogram = Histogram::default();
            values.for_each(|v| histogram.add(*v));
            histogram
        };
        let whole = count(&mut values.iter());
        assert!(whole.bins.len() <= MOST && whole.power > 0);
        assert_eq!(whole, count(&mut values.iter().rev()));
        let mut parts = count(&mut values[..100].iter());
        parts.add_up(count(&mut values[100..].iter()));
        assert_eq!(whole, parts);
        assert_eq!(whole.counts().map(|(_, n)| n).sum::<u64>(), 20_000);
    }
}
