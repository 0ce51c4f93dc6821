//! Quantiles, from `statrs`.

use statrs::distribution::{Beta, ContinuousCDF, FisherSnedecor, Normal, StudentsT};

/// Returns a quantile of the standard normal distribution.
pub fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// Returns a quantile of Student's t distribution. Degrees of freedom below 1 count as 1.
pub fn t_quantile(probability: f64, freedom: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, freedom.max(1.0));
    t.map_or(f64::NAN, |t| t.inverse_cdf(probability))
}

/// Returns a quantile of the F distribution with positive degrees of freedom.
pub(super) fn f_quantile(probability: f64, freedom: [f64; 2]) -> f64 {
    FisherSnedecor::new(freedom[0], freedom[1]).map_or(f64::NAN, |f| f.inverse_cdf(probability))
}

/// Returns a quantile of a beta distribution with positive shapes.
pub(super) fn beta_quantile(probability: f64, a: f64, b: f64) -> f64 {
    Beta::new(a, b).map_or(f64::NAN, |beta| beta.inverse_cdf(probability))
}

/// Returns the half-width of an interval in standard errors for a confidence level.
pub(super) fn two_sided(confidence: f64) -> f64 {
    normal_quantile(0.5 + confidence / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-9);
        assert!((normal_quantile(0.9995) - 3.290_526_731).abs() < 1e-6);
        // Student's t, two-sided 5 %: 1, 10 and 120 degrees
        for (freedom, wanted) in [(1.0, 12.706), (10.0, 2.228), (120.0, 1.980)] {
            assert!((t_quantile(0.975, freedom) - wanted).abs() < 1e-3, "{freedom}");
        }
        // F, 95 %
        for (freedom, wanted) in [([2.0, 10.0], 4.103), ([5.0, 60.0], 2.368)] {
            assert!((f_quantile(0.95, freedom) - wanted).abs() < 1e-3, "{freedom:?}");
        }
        // the beta distribution with shapes 1 and 1 is uniform
        assert!((beta_quantile(0.3, 1.0, 1.0) - 0.3).abs() < 1e-9);
    }
}
