//! A confidence sequence for the mean of bounded numbers.
//!
//! Its interval is valid at every interim analysis, so a run may stop at any time. Waudby-Smith and Ramdas,
//! "Estimating means of bounded random variables by betting" (JRSS B 2023): bettors bet that the true mean is
//! higher or lower than each candidate. For the true mean the expected gain is 0. A candidate is excluded at
//! 5 % when the bettors' total capital reaches twenty times its start.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::Interval;
use crate::stats::sequential::bets::Counted;

/// Maximum number of observations for which a verdict is forecast.
const FORESEEN: f64 = 1e9;

/// Observations up to the last interim analysis. The order between two analyses does not matter.
#[derive(Debug, Clone)]
pub struct Sequence {
    /// Bound: numbers range from minus this value to this value.
    whole: f64,
    /// Logarithm of the capital at which a mean is excluded.
    limit: f64,
    n: u64,
    /// Frequency of each number.
    seen: BTreeMap<i64, u64>,
    /// Means that were never excluded, as fractions of the whole.
    left: Interval,
}

/// Verdict of a sequence on a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval is above 0.
    Better,
    /// The interval is below 0.
    Worse,
    /// The interval is within the margin on both sides.
    None,
    /// None of the others holds yet.
    Undecided,
}

impl Verdict {
    /// Returns the name used in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::None => "none",
            Self::Undecided => "undecided",
        }
    }

    /// Returns the verdict of an interval. Differences below the margin count as none.
    pub(crate) fn from_interval([low, high]: Interval, margin: f64) -> Verdict {
        match (low > 0.0, high < 0.0, low > -margin && high < margin) {
            (true, ..) => Verdict::Better,
            (false, true, _) => Verdict::Worse,
            (false, false, true) => Verdict::None,
            (false, false, false) => Verdict::Undecided,
        }
    }
}

impl Sequence {
    /// Creates a sequence without data, for numbers from `-whole` to `whole`. Results are fractions of
    /// `whole`.
    pub fn new(whole: i64, confidence: f64) -> Self {
        let limit = -(1.0 - confidence).ln();
        Self { whole: whole as f64, limit, n: 0, seen: BTreeMap::new(), left: [-1.0, 1.0] }
    }

    /// Returns the number of observations.
    pub fn seen(&self) -> u64 {
        self.n
    }

    /// Returns the mean of the observations.
    pub fn mean(&self) -> f64 {
        self.counted().mean()
    }

    /// Adds a number.
    pub fn add(&mut self, number: i64) {
        self.n += 1;
        *self.seen.entry(number).or_default() += 1;
    }

    /// Runs an interim analysis. Excluded means stay excluded.
    pub fn analyse(&mut self) {
        if self.n > 0 {
            self.left = self.counted().interval(self.limit, self.left);
        }
    }

    /// Returns the intersection of the intervals of all analyses.
    pub fn interval(&self) -> Interval {
        self.left
    }

    /// Returns the verdict. Differences below the margin count as none.
    pub fn verdict(&self, margin: f64) -> Verdict {
        Verdict::from_interval(self.left, margin)
    }

    /// Returns the number of further observations until a verdict if their distribution stays the same.
    /// Returns `None` with a verdict, without data, or if more than a billion observations would be required.
    pub fn needed(&self, margin: f64) -> Option<u64> {
        if self.n == 0 || self.verdict(margin) != Verdict::Undecided {
            return None;
        }
        let (seen, n) = (self.counted(), self.n as f64);
        let decides = |factor: &f64| {
            let interval = seen.times(*factor).interval(self.limit, [-1.0, 1.0]);
            Verdict::from_interval(interval, margin) != Verdict::Undecided
        };
        let doubled = std::iter::successors(Some(1.0), |factor| Some(2.0 * factor));
        let mut enough = doubled.take_while(|factor| factor * n <= FORESEEN).find(decides)?;
        let mut few = enough / 2.0;
        for _ in 0..10 {
            let middle = f64::midpoint(few, enough);
            (few, enough) = if decides(&middle) { (few, middle) } else { (middle, enough) };
        }
        Some((n * (enough - 1.0)).ceil().max(1.0) as u64)
    }

    /// Returns the frequencies with numbers as fractions of the whole.
    pub(in crate::stats) fn counted(&self) -> Counted {
        self.seen.iter().map(|(number, times)| [*number as f64 / self.whole, *times as f64]).collect()
    }

    /// Returns the logarithm of the capital at which a mean is excluded.
    pub(in crate::stats) fn limit(&self) -> f64 {
        self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_found_soon() {
        let mut sequence = Sequence::new(1, 0.95);
        let needed = (1..200).find(|_| {
            sequence.add(1);
            sequence.analyse();
            sequence.verdict(0.01) == Verdict::Better
        });
        assert!(needed.is_some_and(|n| n < 12), "{needed:?}");
    }

    #[test]
    fn pairs_that_never_differ_show_no_difference() {
        let mut sequence = Sequence::new(1, 0.95);
        (0..800).for_each(|_| sequence.add(0));
        sequence.analyse();
        assert_eq!(sequence.verdict(0.01), Verdict::None, "{:?}", sequence.interval());
        assert_eq!(sequence.mean(), 0.0);
    }

    #[test]
    fn nothing_seen_says_nothing() {
        let mut sequence = Sequence::new(1, 0.95);
        sequence.analyse();
        assert_eq!((sequence.verdict(0.01), sequence.interval()), (Verdict::Undecided, [-1.0, 1.0]));
        assert_eq!((sequence.mean(), sequence.needed(0.01)), (0.0, None));
    }

    #[test]
    fn a_mirror_shows_the_mirrored_interval() {
        let (mut one, mut other) = (Sequence::new(6, 0.95), Sequence::new(6, 0.95));
        for i in 0..500 {
            let number = [6, 0, 0, -3, 2, 0, -6][i % 7];
            one.add(number);
            other.add(-number);
        }
        one.analyse();
        other.analyse();
        let ([low, high], [least, most]) = (one.interval(), other.interval());
        assert!((low + most).abs() < 1e-8 && (high + least).abs() < 1e-8);
    }

    #[test]
    fn as_many_numbers_as_are_needed_decide() {
        let mut sequence = Sequence::new(1, 0.95);
        let more = |sequence: &mut Sequence, hundreds: u64| {
            for (number, times) in [(1, 10), (-1, 7), (0, 83)] {
                (0..times * hundreds).for_each(|_| sequence.add(number));
            }
            sequence.analyse();
        };
        more(&mut sequence, 5);
        let needed = sequence.needed(0.01).expect("it is not decided");
        assert!((1000..2000).contains(&needed), "{needed}");
        more(&mut sequence, needed / 100 - 1);
        assert_eq!(sequence.verdict(0.01), Verdict::Undecided);
        more(&mut sequence, 2);
        assert_eq!((sequence.verdict(0.01), sequence.needed(0.01)), (Verdict::Better, None));
    }

    #[test]
    fn what_lies_at_the_margin_is_not_foreseen() {
        let mut sequence = Sequence::new(1, 0.95);
        [1, -1, 0, 0].iter().cycle().take(400).for_each(|number| sequence.add(*number));
        sequence.analyse();
        assert_eq!(sequence.needed(0.0), None);
    }
}
