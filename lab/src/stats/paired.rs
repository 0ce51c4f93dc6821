//! Intervals and tests for paired results: the same seed played in two worlds.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::quantiles::{t_quantile, two_sided};
use super::{CONFIDENCE, Interval, Moments, bonferroni};

/// Returns Student's t interval of a mean of independent numbers, such as paired differences. Unbounded with
/// fewer than two numbers.
pub fn t_interval(moments: &Moments, confidence: f64) -> Interval {
    if moments.n < 2 {
        return [f64::NEG_INFINITY, f64::INFINITY];
    }
    let half = t_quantile(0.5 + confidence / 2.0, moments.n as f64 - 1.0) * moments.se();
    [moments.mean() - half, moments.mean() + half]
}

/// Returns the p-value of McNemar's exact test: the probability that discordant pairs are split at least this
/// unevenly if both directions are equally likely. `gained` counts pairs won only in the second world, `lost`
/// those won only in the first.
pub fn mcnemar(gained: u64, lost: u64) -> f64 {
    let discordant = gained + lost;
    if discordant == 0 {
        return 1.0;
    }
    let tail = Binomial::new(0.5, discordant).map_or(0.5, |even| even.cdf(gained.min(lost)));
    (2.0 * tail).min(1.0)
}

/// Returns the 95 % interval of a mean paired difference of two shares, as a fraction of `whole`. `moments`
/// holds the differences, from `-whole` to `whole`.
///
/// Two pairs are added, half of each of the four outcomes (Agresti, Min 2005), so that a few agreeing pairs
/// do not appear certain. For several questions, the intervals are simultaneous ([`bonferroni`]). They use
/// Student's quantile, because the normal quantile is too small in the far tail with few pairs.
pub fn paired_shares(moments: &Moments, whole: i64, questions: usize) -> Interval {
    paired_sums(moments, whole, questions).map(|end| end.clamp(-1.0, 1.0))
}

/// Like [`paired_shares`], for differences between sums of several shares, which may exceed the whole.
pub fn paired_sums(moments: &Moments, whole: i64, questions: usize) -> Interval {
    if moments.n == 0 {
        return [-1.0, 1.0];
    }
    let mut moments = *moments;
    moments.n += 2;
    moments.squares += i128::from(whole) * i128::from(whole);
    let quantile = match questions {
        0 | 1 => two_sided(CONFIDENCE),
        _ => t_quantile(0.5 + bonferroni(CONFIDENCE, questions) / 2.0, moments.n as f64 - 1.0),
    };
    let half = quantile * moments.se();
    [moments.mean() - half, moments.mean() + half].map(|end| end / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_is_mcnemars() {
        // two tails of a binomial with one half: 2 * (1 + 10 + 45) / 1024
        assert!((mcnemar(2, 8) - 112.0 / 1024.0).abs() < 1e-12);
        assert_eq!(mcnemar(5, 5), 1.0);
        assert_eq!(mcnemar(0, 0), 1.0);
    }

    #[test]
    fn the_interval_is_students() {
        let mut moments = Moments::default();
        [2, 4, 4, 4, 5, 5, 7, 9].into_iter().for_each(|v| moments.add(v));
        // t with 7 degrees: 2.364624; standard error 0.755929
        let [lo, hi] = t_interval(&moments, 0.95);
        assert!((lo - 3.212_51).abs() < 1e-4 && (hi - 6.787_49).abs() < 1e-4, "{lo} {hi}");
    }

    #[test]
    fn pairs_that_agree_leave_a_doubt() {
        let mut moments = Moments::default();
        (0..100).for_each(|_| moments.add(0));
        // 102 pairs with one square: the standard error is sqrt(1 / (101 * 102)), the normal quantile 1.95996
        let [lo, hi] = paired_shares(&moments, 10, 1);
        assert!((hi - 0.019_310).abs() < 1e-5 && (lo + hi).abs() < 1e-12, "{lo} {hi}");
        assert_eq!(paired_shares(&Moments::default(), 10, 1), [-1.0, 1.0]);
        let mut always = Moments::default();
        (0..50).for_each(|_| always.add(10));
        let [lo, hi] = paired_shares(&always, 10, 1);
        assert!(hi == 1.0 && lo > 0.8 && lo < 1.0, "{lo} {hi}");
    }
}
