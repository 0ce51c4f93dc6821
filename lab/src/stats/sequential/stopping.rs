//! What a mean is estimated to be, of a run that stopped when it had seen enough.
//!
//! Such a run has mostly seen too much: those that were lucky stop early. The first numbers alone, up to the first look, are no luckier than
//! others, but say little; what they can be expected to have been, given all that was seen and that no look before the last one ended the
//! run, is neither too high nor too low on average and says more (Rao and Blackwell; for looks that may end a run: S. Emerson, T. Fleming,
//! "Parameter estimation following group sequential hypothesis testing", Biometrika 1990). Sums of numbers between two looks are taken to
//! be normal.

use crate::stats::sequential::bets::boundary;
use crate::stats::{Sequence, Verdict};

/// Points of the grid for a standard deviation of what is added between two looks.
const FINENESS: f64 = 4.0;
/// Standard deviations beyond which nothing comes.
const FAR: f64 = 8.0;

/// The looks of a run that goes on until its sequence says something.
#[derive(Debug, Clone)]
pub struct Stopping {
    margin: f64,
    /// How many numbers there were at each, until it said something.
    looks: Vec<u64>,
    /// How many there were then, and their mean with and without the luck.
    ended: Option<[f64; 3]>,
}

impl Stopping {
    /// No look yet; a mean of less than the margin is none.
    pub fn new(margin: f64) -> Stopping {
        Stopping { margin, looks: Vec::new(), ended: None }
    }

    /// The sequence has been looked at.
    pub fn look(&mut self, sequence: &Sequence) {
        if self.ended.is_some() || self.looks.last().copied().unwrap_or(0) == sequence.seen() {
            return;
        }
        self.looks.push(sequence.seen());
        if sequence.verdict(self.margin) != Verdict::Undecided {
            self.ended = Some(self.means(sequence));
        }
    }

    /// The mean, without what the end of the run has added to it. It lies in the interval of the sequence.
    pub fn estimate(&self, sequence: &Sequence) -> f64 {
        if self.looks.is_empty() {
            return sequence.mean();
        }
        let [n, mean, estimate] = self.ended.unwrap_or_else(|| self.means(sequence));
        // what came after the end is as it is
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

/// A sum on its way: how likely it is to be there without an end before, and the sum at the first look times that.
#[derive(Clone, Copy)]
struct Way {
    sum: f64,
    likely: f64,
    first: f64,
}

/// Sums of numbers with the mean 0, at looks of which each may be the last.
struct Run<'a> {
    looks: &'a [u64],
    /// Of a number.
    variance: f64,
    margin: f64,
    limit: f64,
}

impl Run<'_> {
    /// What the mean of the numbers before the first look can be expected to be, if the last look has this sum.
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

    /// Sums after so many numbers with which the run goes on, evenly and in order: not so far from 0 that there is a difference, and not so
    /// near that there is none.
    fn open(&self, n: f64, step: f64) -> Vec<f64> {
        let far = boundary(n * self.variance, self.limit).min(n);
        let near = (self.margin * n - far).clamp(0.0, far);
        let count = ((far - near) / step).ceil().max(1.0);
        let width = (far - near) / count;
        let one_side = (0..count as usize).map(|i| near + (i as f64 + 0.5) * width);
        one_side.clone().rev().map(|sum| -sum).chain(one_side).collect()
    }
}

/// How a sum is reached from those at the look before, which are in order; without one from 0.
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

    /// Numbers 1, -1 and 0, so often each.
    fn seen(counts: [u64; 3]) -> Sequence {
        let mut sequence = Sequence::new(1, 0.95);
        for (number, times) in [1, -1, 0].into_iter().zip(counts) {
            (0..times).for_each(|_| sequence.add(number));
        }
        sequence.look();
        sequence
    }

    #[test]
    fn one_look_adds_nothing() {
        let (sequence, mut stopping) = (seen([30, 0, 20]), Stopping::new(0.01));
        assert!((stopping.estimate(&sequence) - 0.6).abs() < 1e-9);
        stopping.look(&sequence);
        assert!((stopping.estimate(&sequence) - 0.6).abs() < 1e-9);
    }

    #[test]
    fn a_run_that_has_just_ended_has_seen_too_much() {
        let mut stopping = Stopping::new(0.0);
        stopping.look(&seen([5, 4, 41]));
        stopping.look(&seen([10, 8, 82]));
        let last = seen([60, 24, 316]);
        assert_eq!(last.verdict(0.0), Verdict::Better);
        stopping.look(&last);
        let estimate = stopping.estimate(&last);
        assert!(estimate < 0.085 && estimate > 0.04, "{estimate}");
        // twice as many, which went on alike: half of the luck is left
        let after = seen([120, 48, 632]);
        stopping.look(&after);
        assert!((2.0 * (0.09 - stopping.estimate(&after)) - (0.09 - estimate)).abs() < 1e-9);
    }

    #[test]
    fn what_is_far_from_an_end_is_as_it_is() {
        let mut stopping = Stopping::new(0.0);
        for n in [1, 2, 3] {
            stopping.look(&seen([50 * n, 50 * n, 400 * n]));
        }
        assert!(stopping.estimate(&seen([151, 149, 1200])).abs() < 0.002);
        assert_eq!(stopping.estimate(&seen([0, 0, 100])), 0.0);
    }
}
