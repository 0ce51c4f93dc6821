//! A confidence sequence for the mean of bounded numbers: an interval that holds at every look at once, so that a run may stop when it
//! likes.
//!
//! Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (JRSS B 2023): for each possible mean somebody bets
//! that the true one is higher, and somebody that it is lower. If it is that mean, no bet can be expected to gain; so a mean at which the
//! capital has grown twentyfold is refused at 5 %. The stakes are their predictable plug-in, which depends on what came before only.

use serde::Serialize;

use super::Interval;

/// Possible means, evenly over the range.
const GRID: usize = 1000;
/// Of what could be lost at most, this share is staked.
const BOLDNESS: f64 = 0.5;

/// What differences of pairs have shown so far. They must come in order: a run on several threads sorts its pairs by number first.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// Differences lie between minus this and this.
    bound: f64,
    alpha: f64,
    n: u64,
    sum: f64,
    /// Sum of the squared distances from the mean as it was before each.
    spread: f64,
    /// Logarithm of the capital of those who bet on more, for each possible mean …
    more: Vec<f64>,
    /// … and on less.
    less: Vec<f64>,
    /// The means that were never refused: from and to, in steps.
    left: (usize, usize),
}

/// What a sequence says of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It is above 0.
    Better,
    /// It is below 0.
    Worse,
    /// It is less than the margin to either side.
    None,
    /// Not known yet.
    Undecided,
}

impl Verdict {
    /// As it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::None => "none",
            Self::Undecided => "undecided",
        }
    }
}

impl Sequence {
    /// Nothing seen yet. The numbers will lie between `-bound` and `bound`.
    pub fn new(bound: f64, confidence: f64) -> Self {
        let capital = vec![0.0; GRID + 1];
        let (more, less) = (capital.clone(), capital);
        let alpha = 1.0 - confidence;
        Self { bound, alpha, n: 0, sum: 0.0, spread: 0.0, more, less, left: (0, GRID) }
    }

    /// How many numbers were seen.
    pub fn seen(&self) -> u64 {
        self.n
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        if self.n == 0 { 0.0 } else { (2.0 * self.sum / self.n as f64 - 1.0) * self.bound }
    }

    /// Adds the next number.
    pub fn add(&mut self, difference: f64) {
        let x = (difference / self.bound / 2.0 + 0.5).clamp(0.0, 1.0);
        self.bet(x, self.stake());
        self.n += 1;
        self.sum += x;
        let mean = (0.5 + self.sum) / (self.n as f64 + 1.0);
        self.spread += (x - mean).powi(2);
        self.refuse();
    }

    /// The stake before the next number, from the variance so far.
    fn stake(&self) -> f64 {
        let t = self.n as f64 + 1.0;
        let variance = (0.25 + self.spread) / t;
        (2.0 * (2.0 / self.alpha).ln() / (variance * t * (1.0 + t).ln())).sqrt()
    }

    fn bet(&mut self, x: f64, stake: f64) {
        for step in self.left.0..=self.left.1 {
            let mean = step as f64 / GRID as f64;
            self.more[step] += (1.0 + stake.min(BOLDNESS / mean) * (x - mean)).ln();
            self.less[step] += (1.0 - stake.min(BOLDNESS / (1.0 - mean)) * (x - mean)).ln();
        }
    }

    /// Half of the capital is on each side, so either of them refuses at twice its part.
    fn refuse(&mut self) {
        let limit = (2.0 / self.alpha).ln();
        while self.left.0 < self.left.1 && self.more[self.left.0] >= limit {
            self.left.0 += 1;
        }
        while self.left.1 > self.left.0 && self.less[self.left.1] >= limit {
            self.left.1 -= 1;
        }
    }

    /// The interval in which the mean lies, at this look and all others; wider by a step of the grid to each side.
    pub fn interval(&self) -> Interval {
        let low = self.left.0.saturating_sub(1) as f64 / GRID as f64;
        let high = (self.left.1 + 1).min(GRID) as f64 / GRID as f64;
        [(2.0 * low - 1.0) * self.bound, (2.0 * high - 1.0) * self.bound]
    }

    /// What it says, where a difference of less than the margin is none.
    pub fn verdict(&self, margin: f64) -> Verdict {
        let [low, high] = self.interval();
        match (low > 0.0, high < 0.0, low > -margin && high < margin) {
            (true, ..) => Verdict::Better,
            (false, true, _) => Verdict::Worse,
            (false, false, true) => Verdict::None,
            (false, false, false) => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_found_soon() {
        let mut sequence = Sequence::new(1.0, 0.95);
        let needed = (1..200).find(|_| {
            sequence.add(1.0);
            sequence.verdict(0.01) == Verdict::Better
        });
        assert!(needed.is_some_and(|n| n < 20), "{needed:?}");
    }

    #[test]
    fn pairs_that_never_differ_show_no_difference() {
        let mut sequence = Sequence::new(1.0, 0.95);
        (0..4000).for_each(|_| sequence.add(0.0));
        assert_eq!(sequence.verdict(0.01), Verdict::None, "{:?}", sequence.interval());
        assert_eq!(sequence.mean(), 0.0);
    }

    #[test]
    fn nothing_seen_says_nothing() {
        let sequence = Sequence::new(1.0, 0.95);
        assert_eq!((sequence.verdict(0.01), sequence.interval()), (Verdict::Undecided, [-1.0, 1.0]));
    }
}
