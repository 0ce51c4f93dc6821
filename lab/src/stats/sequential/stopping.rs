//! Bias-corrected estimate of a mean after early stopping.
//!
//! Runs that stop early tend to overestimate, because lucky runs stop first. The numbers up to the first
//! analysis are unbiased but imprecise. Their expectation given all data, and given that no earlier analysis
//! stopped the run, is unbiased and more precise (Rao-Blackwell; S. Emerson, T. Fleming, "Parameter
//! estimation following group sequential hypothesis testing", Biometrika 1990). Sums between two analyses are
//! assumed to be normal.

use crate::stats::sequential::bets::boundary;
use crate::stats::{Sequence, Verdict};

/// Grid points per standard deviation of the sum between two analyses.
const FINENESS: f64 = 4.0;
/// Number of standard deviations after which the density is cut off.
const FAR: f64 = 8.0;

/// Interim analyses of a run that continues until its sequence has a verdict.
#[derive(Debug, Clone)]
pub struct Stopping {
    margin: f64,
    /// Number of observations at each analysis up to the verdict.
    looks: Vec<u64>,
    /// At the verdict: the number of observations, their mean, and the corrected mean.
    ended: Option<[f64; 3]>,
}

impl Stopping {
    /// Creates a record without analyses. Means below the margin count as none.
    pub fn new(margin: f64) -> Stopping {
        Stopping { margin, looks: Vec::new(), ended: None }
    }

    /// Records an interim analysis of the sequence. Does nothing after a verdict, or without new observations.
    pub fn record(&mut self, sequence: &Sequence) {
        if self.ended.is_some() || self.looks.last().copied().unwrap_or(0) == sequence.seen() {
            return;
        }
        self.looks.push(sequence.seen());
        if sequence.verdict(self.margin) != Verdict::Undecided {
            self.ended = Some(self.means(sequence));
        }
    }

    /// Returns the mean corrected for early stopping, within the interval of the sequence.
    pub fn estimate(&self, sequence: &Sequence) -> f64 {
        if self.looks.is_empty() {
            return sequence.mean();
        }
        let [n, mean, estimate] = self.ended.unwrap_or_else(|| self.means(sequence));
        // later observations need no correction
        let [low, high] = sequence.interval();
        (sequence.mean() - (mean - estimate) * n / sequence.seen() as f64).clamp(low, high)
    }

    fn means(&self, sequence: &Sequence) -> [f64; 3] {
        let seen = sequence.counted();
        let (n, mean, variance) = (seen.n(), seen.mean(), seen.variance());
        let run = Run { looks: &self.looks, variance, margin: self.margin, limit: sequence.limit() };
        [n, mean, if variance > 0.0 { run.first_mean(mean * n) } else { mean }]
    }
}

/// A partial sum: the relative density of reaching it without stopping, and the expected first sum times that
/// density.
#[derive(Clone, Copy)]
struct Way {
    sum: f64,
    likely: f64,
    first: f64,
}

/// Sums of numbers with mean 0, at analyses that may each stop the run.
struct Run<'a> {
    looks: &'a [u64],
    /// Variance of a single number.
    variance: f64,
    margin: f64,
    limit: f64,
}

impl Run<'_> {
    /// Returns the expected mean of the numbers before the first analysis, given the sum at the last one.
    fn first_mean(&self, sum: f64) -> f64 {
        let deviation = |look: usize| {
            let before = look.checked_sub(1).map_or(0, |before| self.looks[before]);
            ((self.looks[look] - before) as f64 * self.variance).sqrt()
        };
        let last = self.looks.len() - 1;
        let mut ways: Vec<Way> = Vec::new();
        for look in 0..last {
            let step = deviation(look).min(deviation(look + 1)) / FINENESS;
            let at = |sum| reach(&ways, sum, deviation(look));
            ways = self.open(self.looks[look] as f64, step).into_iter().map(at).collect();
            let all: f64 = ways.iter().map(|way| way.likely).sum();
            ways.iter_mut().for_each(|way| (way.likely, way.first) = (way.likely / all, way.first / all));
        }
        let Way { likely, first, .. } = reach(&ways, sum, deviation(last));
        if likely > 0.0 { first / likely / self.looks[0] as f64 } else { sum / self.looks[last] as f64 }
    }

    /// Returns the sums after `n` numbers without a verdict, as a uniform ordered grid. Sums further from 0
    /// show a difference; sums nearer to 0 show that there is none.
    fn open(&self, n: f64, step: f64) -> Vec<f64> {
        let far = boundary(n * self.variance, self.limit).min(n);
        let near = (self.margin * n - far).clamp(0.0, far);
        let count = ((far - near) / step).ceil().max(1.0);
        let width = (far - near) / count;
        let one_side = (0..count as usize).map(|i| near + (i as f64 + 0.5) * width);
        one_side.clone().rev().map(|sum| -sum).chain(one_side).collect()
    }
}

/// Propagates the partial sums of the previous analysis, in order, to a sum. Starts at 0 without previous
/// sums.
fn reach(ways: &[Way], sum: f64, deviation: f64) -> Way {
    let density = |by: f64| (-(by / deviation).powi(2) / 2.0).exp();
    if ways.is_empty() {
        let likely = density(sum);
        return Way { sum, likely, first: sum * likely };
    }
    let near = FAR * deviation;
    let from = ways.partition_point(|way| way.sum < sum - near);
    let to = ways.partition_point(|way| way.sum <= sum + near);
    let add = |to: Way, from: &Way| {
        let density = density(sum - from.sum);
        Way { likely: to.likely + density * from.likely, first: to.first + density * from.first, ..to }
    };
    ways[from..to].iter().fold(Way { sum, likely: 0.0, first: 0.0 }, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a sequence with the frequencies of the numbers 1, -1 and 0.
    fn seen(counts: [u64; 3]) -> Sequence {
        let mut sequence = Sequence::new(1, 0.95);
        for (number, times) in [1, -1, 0].into_iter().zip(counts) {
            (0..times).for_each(|_| sequence.add(number));
        }
        sequence.analyse();
        sequence
    }

    #[test]
    fn one_look_adds_nothing() {
        let (sequence, mut stopping) = (seen([30, 0, 20]), Stopping::new(0.01));
        assert!((stopping.estimate(&sequence) - 0.6).abs() < 1e-9);
        stopping.record(&sequence);
        assert!((stopping.estimate(&sequence) - 0.6).abs() < 1e-9);
    }

    #[test]
    fn a_run_that_has_just_ended_has_seen_too_much() {
        let mut stopping = Stopping::new(0.0);
        stopping.record(&seen([5, 4, 41]));
        stopping.record(&seen([10, 8, 82]));
        let last = seen([60, 24, 316]);
        assert_eq!(last.verdict(0.0), Verdict::Better);
        stopping.record(&last);
        let estimate = stopping.estimate(&last);
        assert!(estimate < 0.085 && estimate > 0.04, "{estimate}");
        // twice as many observations with the same distribution: half of the correction remains
        let after = seen([120, 48, 632]);
        stopping.record(&after);
        assert!((2.0 * (0.09 - stopping.estimate(&after)) - (0.09 - estimate)).abs() < 1e-9);
    }

    #[test]
    fn what_is_far_from_an_end_is_as_it_is() {
        let mut stopping = Stopping::new(0.0);
        for n in [1, 2, 3] {
            stopping.record(&seen([50 * n, 50 * n, 400 * n]));
        }
        assert!(stopping.estimate(&seen([151, 149, 1200])).abs() < 0.002);
        assert_eq!(stopping.estimate(&seen([0, 0, 100])), 0.0);
    }
}
