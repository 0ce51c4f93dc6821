//! Percentile bootstrap (Efron 1979) over whole groups: pairs, or the games of a rotation.

use super::Interval;
use crate::splitmix64;

/// Returns the bootstrap interval of a statistic. Draws `samples` samples of groups with replacement, as
/// determined by `seed`.
pub fn bootstrap<T>(
    groups: &[T],
    seed: u64,
    samples: u64,
    confidence: f64,
    statistic: impl Fn(&mut dyn Iterator<Item = &T>) -> f64,
) -> Interval {
    if groups.is_empty() || samples == 0 {
        return [f64::NEG_INFINITY, f64::INFINITY];
    }
    let n = groups.len() as u64;
    let mut values: Vec<f64> = (0..samples)
        .map(|sample| {
            let draw = |i| &groups[below(splitmix64(seed, sample * n + i), n) as usize];
            statistic(&mut (0..n).map(draw))
        })
        .collect();
    values.sort_by(f64::total_cmp);
    let tail = (1.0 - confidence) / 2.0;
    [quantile(&values, tail), quantile(&values, 1.0 - tail)]
}

/// Maps 64 random bits to a number below `n`, with a bias below `n` in 2^64.
fn below(bits: u64, n: u64) -> u64 {
    ((u128::from(bits) * u128::from(n)) >> 64) as u64
}

/// Returns a quantile of sorted values, interpolated linearly.
fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let at = probability * (sorted.len() - 1) as f64;
    let (low, part) = (at.floor() as usize, at.fract());
    let next = sorted[(low + 1).min(sorted.len() - 1)];
    sorted[low] + part * (next - sorted[low])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(values: &mut dyn Iterator<Item = &f64>) -> f64 {
        let (sum, n) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
        sum / n
    }

    #[test]
    fn it_is_near_the_normal_interval_of_a_mean() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i % 5)).collect();
        let [lo, hi] = bootstrap(&values, 7, 2000, 0.95, mean);
        let half = 1.96 * 2.0_f64.sqrt() / 20.0;
        assert!((lo - (2.0 - half)).abs() < 0.02 && (hi - (2.0 + half)).abs() < 0.02, "{lo} {hi}");
        assert_eq!([lo, hi], bootstrap(&values, 7, 2000, 0.95, mean), "the same seed, the same interval");
        assert_ne!([lo, hi], bootstrap(&values, 8, 2000, 0.95, mean));
    }

    #[test]
    fn equal_groups_leave_no_doubt() {
        assert_eq!(bootstrap(&[3.0, 3.0], 1, 100, 0.95, mean), [3.0, 3.0]);
    }
}
