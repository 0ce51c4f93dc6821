//! Sequential estimate of the effect of a change on a seat, in wins or points.

use super::ComparePlan;
use crate::Objective;
use crate::experiment::Experiment as _;
use crate::paired::Deal;
use crate::stats::{AlphaSpending, Interval, Moments, Sequence, Stopping, Verdict};

/// Thousandths in a point.
const POINT: f64 = 1000.0;

/// Estimate from the pairs so far, with an interval that is valid at every interim analysis.
#[derive(Debug, Clone)]
pub(super) enum SequentialEstimate {
    /// Estimate for shares of the wins (0 to 1).
    Wins(Sequence, Stopping),
    /// Estimate for points of the score.
    Points {
        seen: Moments,
        looks: AlphaSpending,
        /// Sum of thousandths over all games of a pair that equals one point per game.
        unit: f64,
    },
}

impl SequentialEstimate {
    /// Creates an estimate without data.
    pub fn new(plan: &ComparePlan, confidence: f64) -> SequentialEstimate {
        match plan.run.by {
            Objective::Win => {
                SequentialEstimate::Wins(Sequence::new(plan.whole(), confidence), Stopping::new(plan.margin))
            }
            Objective::Score => SequentialEstimate::Points {
                seen: Moments::default(),
                looks: AlphaSpending::new(confidence),
                unit: POINT * plan.turns() as f64,
            },
        }
    }

    /// Adds the next pair.
    pub fn add(&mut self, base: &Deal, variant: &Deal, seat: usize) {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.add(variant.shares[seat] - base.shares[seat]),
            SequentialEstimate::Points { seen, .. } => {
                seen.add(variant.scores[seat].saturating_sub(base.scores[seat]))
            }
        }
    }

    /// Runs an interim analysis. Called after each batch of pairs.
    pub fn analyse(&mut self) {
        match self {
            SequentialEstimate::Wins(sequence, stopping) => {
                sequence.analyse();
                stopping.record(sequence);
            }
            SequentialEstimate::Points { seen, looks, .. } => looks.analyse(seen),
        }
    }

    /// Returns the verdict. Differences below `margin` count as none.
    pub fn verdict(&self, margin: f64) -> Verdict {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.verdict(margin),
            SequentialEstimate::Points { .. } => Verdict::from_interval(self.interval(), margin),
        }
    }

    /// Returns the interval of the difference.
    pub fn interval(&self) -> Interval {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.interval(),
            SequentialEstimate::Points { looks, unit, .. } => looks.interval().map(|end| end / unit),
        }
    }

    /// Returns the point estimate of the difference.
    pub fn estimate(&self) -> f64 {
        match self {
            SequentialEstimate::Wins(sequence, stopping) => stopping.estimate(sequence),
            SequentialEstimate::Points { seen, unit, .. } => seen.mean() / unit,
        }
    }

    /// Returns the expected number of further pairs until a verdict, or `None` if no estimate is possible.
    pub fn needed(&self, margin: f64) -> Option<u64> {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.needed(margin),
            SequentialEstimate::Points { .. } => None,
        }
    }
}
