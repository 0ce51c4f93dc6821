//! Means over independent trainings of the players.
//!
//! Two trainings with the same rules and other seeds give other players, so games of one training are not
//! independent. The unit of these intervals is the training.

use super::quantiles::{f_quantile, t_quantile};
use super::{Interval, Moments};

/// Returns the mean of each training that has numbers.
pub fn means(trainings: &[Moments]) -> Vec<f64> {
    trainings.iter().filter(|of| of.n > 0).map(Moments::mean).collect()
}

/// Returns the mean over trainings, each with the same weight, or `None` without numbers.
pub fn mean_of(trainings: &[Moments]) -> Option<f64> {
    let means = means(trainings);
    (!means.is_empty()).then(|| means.iter().sum::<f64>() / means.len() as f64)
}

/// Returns the variance of the means of trainings, and the part of it that games alone explain. `None` with fewer
/// than two trainings, or if all numbers are equal.
fn variances(trainings: &[Moments]) -> Option<[f64; 2]> {
    let (means, mean) = (means(trainings), mean_of(trainings)?);
    let n = means.len() as f64;
    let squares: f64 = means.iter().map(|one| (one - mean) * (one - mean)).sum();
    let of_games: f64 = trainings.iter().map(|of| of.se() * of.se()).sum::<f64>() / n;
    (means.len() > 1 && squares + of_games > 0.0).then(|| [squares / (n - 1.0), of_games])
}

/// Returns how many times as much the means of trainings vary as games alone explain, at least 1: the mean over
/// several measurements of the same trainings. `None` with fewer than [`FEWEST_POOLED`] of them.
pub fn pooled<'a>(all: impl Iterator<Item = &'a [Moments]>) -> Option<f64> {
    let ratios: Vec<f64> = all
        .filter_map(variances)
        .filter(|[_, of_games]| *of_games > 0.0)
        .map(|[all, games]| all / games)
        .collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
    (ratios.len() >= FEWEST_POOLED).then(|| mean.max(1.0))
}

/// Returns true if the means of trainings differ more than their games explain, at a confidence level: Welch's test
/// (1951). Trainings with fewer than two numbers, or with equal ones only, do not count.
pub fn differ(trainings: &[Moments], confidence: f64) -> bool {
    let of_training = |of: &Moments| (of.mean(), 1.0 / (of.se() * of.se()), of.n as f64 - 1.0);
    let all: Vec<_> = trainings.iter().map(of_training).filter(|(_, weight, _)| weight.is_finite()).collect();
    let (k, whole) = (all.len() as f64, all.iter().map(|(_, weight, _)| weight).sum::<f64>());
    let mean = all.iter().map(|(mean, weight, _)| mean * weight).sum::<f64>() / whole;
    let q: f64 = all.iter().map(|(one, weight, _)| weight * (one - mean) * (one - mean)).sum();
    let doubt: f64 = all.iter().map(|(_, weight, freedom)| (1.0 - weight / whole).powi(2) / freedom).sum();
    let f = q / (k - 1.0) / (1.0 + 2.0 * (k - 2.0) / (k * k - 1.0) * doubt);
    all.len() > 1 && f > f_quantile(confidence, [k - 1.0, (k * k - 1.0) / (3.0 * doubt)])
}

/// Fewest measurements whose spread between trainings is pooled.
pub const FEWEST_POOLED: usize = 8;
/// Weight of the pooled spread, where that of the measurement itself has 1.
const POOLED: f64 = 2.0;

/// Returns Student's interval of the mean over all trainings that could have been, from the means of the given
/// ones. Contains the variation of games, which is part of the variation of these means. Unbounded with fewer
/// than two trainings.
///
/// `whole` is the largest difference of two numbers, or 0 if there is none. As for [`paired_shares`], a pair of
/// opposite outcomes is added, so that a few agreeing pairs do not appear certain. `others` is the
/// [`pooled`] spread of other measurements. It counts twice as much as that of this one, so the degrees of freedom
/// are three times as many.
///
/// [`paired_shares`]: super::paired_shares
pub fn over_trainings(
    trainings: &[Moments],
    (whole, others): (i64, Option<f64>),
    confidence: f64,
) -> Interval {
    let (n, pairs) = (means(trainings).len() as f64, trainings.iter().map(|of| of.n).sum::<u64>());
    let Some(mean) = mean_of(trainings).filter(|_| n > 1.0) else {
        return [f64::NEG_INFINITY, f64::INFINITY];
    };
    let [between, of_games] = variances(trainings).unwrap_or([0.0, 0.0]);
    let (variance, freedom) = match others {
        Some(others) => ((between + POOLED * others * of_games) / (1.0 + POOLED), (1.0 + POOLED) * (n - 1.0)),
        None => (between, n - 1.0),
    };
    let doubt = whole as f64 / (pairs + 2) as f64;
    let half = t_quantile(0.5 + confidence / 2.0, freedom) * (variance / n + doubt * doubt).sqrt();
    [mean - half, mean + half]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[i64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.add(*value));
        moments
    }

    #[test]
    fn the_interval_is_students_over_the_means() {
        // means 2, 4 and 9: mean 5, standard deviation 3.605551; t with 2 degrees: 4.302653
        let [low, high] = over_trainings(&[of(&[1, 3]), of(&[4]), of(&[9, 9, 9])], (0, None), 0.95);
        assert!((low + 3.956_7).abs() < 1e-3 && (high - 13.956_7).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn spreads_are_pooled_two_to_one() {
        let trainings = [of(&[1, 3]), of(&[4, 6]), of(&[8, 10])];
        // means 2, 5 and 9: variance 12.333; games explain 1 of it
        let many: Vec<&[Moments]> = vec![&trainings; FEWEST_POOLED];
        let ratio = pooled(many.iter().copied()).expect("enough");
        assert!((ratio - 12.333_3).abs() < 1e-3, "{ratio}");
        assert_eq!(pooled(many[1..].iter().copied()), None);
        // variance (12.333 + 2 * 2) / 3 / 3; t with 6 degrees: 2.446912
        let [low, high] = over_trainings(&trainings, (0, Some(2.0)), 0.95);
        assert!((high - low - 2.0 * 2.446_912 * (16.333_3_f64 / 9.0).sqrt()).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn one_training_says_nothing_of_others() {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        assert_eq!(over_trainings(&[of(&[1, 2, 3]), Moments::default()], (1, None), 0.95), all);
        assert_eq!(mean_of(&[Moments::default()]), None);
    }

    #[test]
    fn trainings_differ_if_chance_does_not_explain_it() {
        // means 2, 5 and 9 of two numbers each: F is 9.25, where chance gives at most 9 in 90 %, and 19 in 95 %
        let apart = [of(&[1, 3]), of(&[4, 6]), of(&[8, 10])];
        assert!(differ(&apart, 0.90) && !differ(&apart, 0.95));
        let many = [[1, 3], [4, 6], [8, 10]].map(|two| of(&two.repeat(10)));
        assert!(differ(&many, 0.9999));
        assert!(!differ(&[of(&[1, 3]), of(&[2, 4]), of(&[3, 5])], 0.95));
        assert!(!differ(&[of(&[1, 3]), of(&[9, 9])], 0.95));
    }

    #[test]
    fn trainings_that_agree_leave_a_doubt() {
        let [low, high] = over_trainings(&[of(&[0; 49]), of(&[0; 49])], (10, None), 0.95);
        assert!((high - 1.270_6).abs() < 1e-3 && (low + high).abs() < 1e-12, "{low} {high}");
    }
}
