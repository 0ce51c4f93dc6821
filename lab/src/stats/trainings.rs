//! Means over independent trainings of the players.
//!
//! Two trainings with the same rules and other seeds give other players, so games of one training are not
//! independent. The unit of these intervals is the training.

use super::quantiles::t_quantile;
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

/// Returns Student's interval of the mean over all trainings that could have been, from the means of the given
/// ones. Contains the variation of games, which is part of the variation of these means. Unbounded with fewer
/// than two trainings.
///
/// `whole` is the largest difference of two numbers, or 0 if there is none. As for [`paired_shares`], a pair of
/// opposite outcomes is added, so that a few agreeing pairs do not appear certain.
///
/// [`paired_shares`]: super::paired_shares
pub fn over_trainings(trainings: &[Moments], whole: i64, confidence: f64) -> Interval {
    let (means, pairs) = (means(trainings), trainings.iter().map(|of| of.n).sum::<u64>());
    let Some(mean) = mean_of(trainings).filter(|_| means.len() > 1) else {
        return [f64::NEG_INFINITY, f64::INFINITY];
    };
    let n = means.len() as f64;
    let squares: f64 = means.iter().map(|one| (one - mean) * (one - mean)).sum();
    let doubt = whole as f64 / (pairs + 2) as f64;
    let half = t_quantile(0.5 + confidence / 2.0, n - 1.0) * (squares / (n - 1.0) / n + doubt * doubt).sqrt();
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
        let [low, high] = over_trainings(&[of(&[1, 3]), of(&[4]), of(&[9, 9, 9])], 0, 0.95);
        assert!((low + 3.956_7).abs() < 1e-3 && (high - 13.956_7).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn one_training_says_nothing_of_others() {
        let all = [f64::NEG_INFINITY, f64::INFINITY];
        assert_eq!(over_trainings(&[of(&[1, 2, 3]), Moments::default()], 1, 0.95), all);
        assert_eq!(mean_of(&[Moments::default()]), None);
    }

    #[test]
    fn trainings_that_agree_leave_a_doubt() {
        let [low, high] = over_trainings(&[of(&[0; 49]), of(&[0; 49])], 10, 0.95);
        assert!((high - 1.270_6).abs() < 1e-3 && (low + high).abs() < 1e-12, "{low} {high}");
    }
}
