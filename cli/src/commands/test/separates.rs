//! Tests whether a property separates failing from passing scenarios: Fisher's exact test with Bonferroni
//! correction.

/// Maximum probability that any candidate separates as well by chance.
const LEVEL: f64 = 0.01;
/// Size above which weights are scaled down.
const LARGE: f64 = 1e200;

/// Returns true if a property separates failing from passing scenarios. `bad.0` of `bad.1` failing and
/// `good.0` of `good.1` passing scenarios have it.
///
/// At least three in four of the failing and at most one in four of the passing scenarios must have it. The
/// probability that any of the `candidates` separates as well by chance must be at most 1 %.
pub fn separates(bad: (usize, usize), good: (usize, usize), candidates: usize) -> bool {
    let is_clear = 4 * bad.0 >= 3 * bad.1 && 4 * good.0 <= good.1;
    is_clear && chance(bad, good) * (candidates as f64) <= LEVEL
}

/// Returns the probability that at least `bad.0` of the failing scenarios have the property if it is
/// unrelated to failing (hypergeometric distribution).
fn chance(bad: (usize, usize), good: (usize, usize)) -> f64 {
    let (having, failed, passed) = (bad.0 + good.0, bad.1, good.1);
    let (mut weight, mut sum, mut tail) = (1.0, 0.0, 0.0);
    for count in having.saturating_sub(passed)..=having.min(failed) {
        sum += weight;
        if count >= bad.0 {
            tail += weight;
        }
        let (chosen, left) =
            ((having - count) * (failed - count), (count + 1) * (passed + count + 1 - having));
        weight *= chosen as f64 / left as f64;
        if sum > LARGE || weight > LARGE {
            (weight, sum, tail) = (weight / LARGE, sum / LARGE, tail / LARGE);
        }
    }
    tail / sum
}

#[cfg(test)]
mod tests {
    use super::{chance, separates};

    #[test]
    fn chance_is_that_of_the_exact_test() {
        assert!((chance((2, 2), (0, 3)) - 0.1).abs() < 1e-12);
        // Fisher's tea: 3 of 4 cups
        assert!((chance((3, 4), (1, 4)) - 17.0 / 70.0).abs() < 1e-12);
        assert!((chance((0, 4), (1, 4)) - 1.0).abs() < 1e-12);
        assert!(chance((5000, 5000), (0, 5000)) < 1e-200);
    }

    #[test]
    fn few_scenarios_or_many_candidates_separate_nothing() {
        assert!(!separates((2, 2), (0, 3), 1));
        assert!(separates((3, 3), (0, 60), 40));
        assert!(!separates((3, 3), (0, 60), 400));
        // each scenario names it
        assert!(!separates((90, 90), (80, 90), 2));
        assert!(!separates((50, 90), (0, 90), 2));
    }
}
