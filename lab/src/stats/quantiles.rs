//! Quantiles, from `statrs`.

use statrs::distribution::{Beta, ContinuousCDF, Normal, StudentsT};

/// The number below which a standard normal one lies with this probability.
pub fn normal_quantile(probability: f64) -> f64 {
    Normal::standard().inverse_cdf(probability)
}

/// The same of Student's t with so many degrees of freedom, at least one.
pub fn t_quantile(probability: f64, freedom: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, freedom.max(1.0));
    t.map_or(f64::NAN, |t| t.inverse_cdf(probability))
}

/// The same of a beta distribution; both shapes are above 0.
pub(super) fn beta_quantile(probability: f64, a: f64, b: f64) -> f64 {
    Beta::new(a, b).map_or(f64::NAN, |beta| beta.inverse_cdf(probability))
}

/// How many standard errors lie to each side of an estimate in an interval of this confidence.
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
        // the beta distribution with shapes 1 and 1 is even
        assert!((beta_quantile(0.3, 1.0, 1.0) - 0.3).abs() < 1e-9);
    }
}
