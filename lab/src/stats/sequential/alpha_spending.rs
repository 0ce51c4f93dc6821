//! Sequential interval for a mean of unbounded numbers, by alpha spending.

use crate::stats::{Interval, Moments, t_interval};

/// Student's interval at repeated interim analyses. Analysis `k` spends `2 α / ((k + 1) (k + 2))` of the
/// error `α`: a third, a sixth, a tenth, … The shares sum to `α` for any number of analyses, so all intervals
/// hold simultaneously. Values outside any interval are excluded permanently.
#[derive(Debug, Clone)]
pub struct AlphaSpending {
    alpha: f64,
    looks: u64,
    left: Interval,
}

impl AlphaSpending {
    /// Creates an interval without data.
    pub fn new(confidence: f64) -> AlphaSpending {
        AlphaSpending { alpha: 1.0 - confidence, looks: 0, left: [f64::NEG_INFINITY, f64::INFINITY] }
    }

    /// Runs an interim analysis. Its time must not depend on the data.
    pub fn analyse(&mut self, seen: &Moments) {
        self.looks += 1;
        let share = ((self.looks + 1) * (self.looks + 2)) as f64 / 2.0;
        let [low, high] = t_interval(seen, 1.0 - self.alpha / share);
        let [least, most] = self.left;
        // two disjoint intervals leave the midpoint between them
        let (low, high) = (least.max(low), most.min(high));
        self.left = if low <= high { [low, high] } else { [(low + high) / 2.0; 2] };
    }

    /// Returns the intersection of all intervals so far.
    pub fn interval(&self) -> Interval {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_never_grows() {
        let (mut looks, mut seen, mut last) = (AlphaSpending::new(0.95), Moments::default(), f64::INFINITY);
        for round in 0..20 {
            (0..50).for_each(|i| seen.add((i * 7 + round) % 11));
            looks.analyse(&seen);
            let [low, high] = looks.interval();
            assert!(low <= 5.0 && high >= 5.0 && high - low <= last, "{low} {high}");
            last = high - low;
        }
        assert!(last < 1.0);
    }

    #[test]
    fn nothing_seen_says_nothing() {
        let mut looks = AlphaSpending::new(0.95);
        looks.analyse(&Moments::default());
        assert_eq!(looks.interval(), [f64::NEG_INFINITY, f64::INFINITY]);
    }
}
