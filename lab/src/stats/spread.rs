//! Range of several means: the largest less the smallest.

use super::Interval;

/// Returns the largest mean less the smallest, or 0 without data.
pub fn spread(means: impl Iterator<Item = f64>) -> f64 {
    let ends = means.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    (ends[1] - ends[0]).max(0.0)
}

/// Returns the interval of the range, from simultaneous intervals of all pairwise differences. The upper end
/// is the largest absolute bound, the lower end the largest distance of an interval from 0. The largest of
/// several estimates is biased upwards; this interval stays valid.
pub fn spread_interval(differences: impl Iterator<Item = Interval>) -> Interval {
    differences.fold([0.0, 0.0], |[least, most], [low, high]| {
        [f64::max(least, low.max(-high)), f64::max(most, high.max(-low))]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_furthest_two_decide() {
        assert!((spread([0.2, 0.5, 0.3].into_iter()) - 0.3).abs() < 1e-12);
        assert_eq!((spread(std::iter::empty()), spread([0.4].into_iter())), (0.0, 0.0));
    }

    #[test]
    fn the_interval_is_that_of_the_widest_difference_and_of_the_surest() {
        // the second mean is above the first, regardless of the sign of the pair
        assert_eq!(spread_interval([[0.1, 0.4]].into_iter()), [0.1, 0.4]);
        assert_eq!(spread_interval([[-0.4, -0.1]].into_iter()), [0.1, 0.4]);
        assert_eq!(spread_interval([[-0.2, 0.3], [0.1, 0.2]].into_iter()), [0.1, 0.3]);
        assert_eq!(spread_interval([[-0.2, 0.3]].into_iter()), [0.0, 0.3]);
        assert_eq!(spread_interval(std::iter::empty()), [0.0, 0.0]);
    }
}
