//! Corrections for multiple comparisons.

/// Returns the confidence of each single interval, so that all are simultaneously valid at `confidence`
/// (Bonferroni).
pub fn bonferroni(confidence: f64, questions: usize) -> f64 {
    1.0 - (1.0 - confidence) / questions.max(1) as f64
}

/// Returns true for each p-value that is a discovery, at the given false discovery rate (Benjamini, Hochberg
/// 1995).
pub fn benjamini_hochberg(p: &[f64], rate: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let passes = |rank: usize| p[order[rank]] <= rate * (rank + 1) as f64 / p.len() as f64;
    let found = (0..p.len()).rev().find(|rank| passes(*rank)).map_or(0, |last| last + 1);
    let mut calls = vec![false; p.len()];
    order[..found].iter().for_each(|i| calls[*i] = true);
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_step_up_is_theirs() {
        // the fifteen p-values of their paper, of which four are discoveries at 5 %
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
            0.6528, 0.7590, 1.0,
        ];
        let calls = benjamini_hochberg(&p, 0.05);
        assert_eq!(calls.iter().filter(|call| **call).count(), 4);
        assert!(calls[..4].iter().all(|call| *call));
        assert!(benjamini_hochberg(&[], 0.05).is_empty());
    }

    #[test]
    fn one_question_keeps_its_confidence() {
        assert_eq!(bonferroni(0.95, 1), 0.95);
        assert!((bonferroni(0.95, 10) - 0.995).abs() < 1e-12);
    }
}
