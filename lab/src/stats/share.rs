//! Intervals of a binomial share.

use super::Interval;
use super::quantiles::beta_quantile;

/// Two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Returns the 95 % interval of a share (Wilson 1927). It is within 0 to 1, and covers that whole range
/// without trials.
pub fn wilson(successes: u64, n: u64) -> Interval {
    wilson_of(successes as f64, n as f64, Z95)
}

/// Like [`wilson`], for shared victories: `won` may be fractional.
pub fn wilson_of_shares(won: f64, n: u64) -> Interval {
    wilson_of(won, n as f64, Z95)
}

/// Returns Wilson's interval for fractional counts, such as an effective sample size, with half-width `z`.
pub(super) fn wilson_of(successes: f64, n: f64, z: f64) -> Interval {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let p = successes / n;
    let scale = 1.0 + z * z / n;
    let middle = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).max(0.0).sqrt();
    [(middle - half).max(0.0), (middle + half).min(1.0)]
}

/// Returns the exact interval (Clopper, Pearson 1934). Its coverage is at least `confidence` for every true
/// share. It is wider than Wilson's.
pub fn clopper_pearson(successes: u64, n: u64, confidence: f64) -> Interval {
    let tail = (1.0 - confidence) / 2.0;
    let (hits, misses) = (successes as f64, n.saturating_sub(successes) as f64);
    let low = if successes == 0 { 0.0 } else { beta_quantile(tail, hits, misses + 1.0) };
    let high = if successes >= n { 1.0 } else { beta_quantile(1.0 - tail, hits + 1.0, misses) };
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_wilsons() {
        let [lo, hi] = wilson(10, 40);
        assert!((lo - 0.1419).abs() < 1e-3 && (hi - 0.4019).abs() < 1e-3, "{lo} {hi}");
    }

    #[test]
    fn the_exact_interval_is_clopper_and_pearsons() {
        // printed in their paper and in standard tables: 4 of 20 and 0 of 10
        let [lo, hi] = clopper_pearson(4, 20, 0.95);
        assert!((lo - 0.057_334).abs() < 1e-5 && (hi - 0.436_614).abs() < 1e-5, "{lo} {hi}");
        let [lo, hi] = clopper_pearson(0, 10, 0.95);
        assert!(lo == 0.0 && (hi - 0.308_497).abs() < 1e-5, "{hi}");
        assert_eq!(clopper_pearson(0, 0, 0.95), [0.0, 1.0]);
    }
}
