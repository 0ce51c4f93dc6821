//! What is known of the difference that a change makes for a seat: a share of the win, or points of the score.

use super::Plan;
use crate::Objective;
use crate::experiment::Experiment as _;
use crate::paired::Deal;
use crate::stats::{AlphaSpending, Interval, Moments, Sequence, Stopping, Verdict};

/// Thousandths of a point.
const POINT: f64 = 1000.0;

/// What pairs have shown, with an interval that holds at every look.
#[derive(Debug, Clone)]
pub(super) enum SequentialEstimate {
    /// Of shares of 1.
    Wins(Sequence, Stopping),
    /// Of points.
    Points {
        seen: Moments,
        looks: AlphaSpending,
        /// Thousandths of all games of a pair.
        unit: f64,
    },
}

impl SequentialEstimate {
    /// Nothing yet.
    pub fn new(plan: &Plan, confidence: f64) -> SequentialEstimate {
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

    /// A batch of pairs is over.
    pub fn look(&mut self) {
        match self {
            SequentialEstimate::Wins(sequence, stopping) => {
                sequence.look();
                stopping.look(sequence);
            }
            SequentialEstimate::Points { seen, looks, .. } => looks.look(seen),
        }
    }

    /// What it says, where a difference of less than the margin is none.
    pub fn verdict(&self, margin: f64) -> Verdict {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.verdict(margin),
            SequentialEstimate::Points { .. } => Verdict::of(self.interval(), margin),
        }
    }

    /// The interval of the difference.
    pub fn interval(&self) -> Interval {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.interval(),
            SequentialEstimate::Points { looks, unit, .. } => looks.interval().map(|end| end / unit),
        }
    }

    /// The difference.
    pub fn estimate(&self) -> f64 {
        match self {
            SequentialEstimate::Wins(sequence, stopping) => stopping.estimate(sequence),
            SequentialEstimate::Points { seen, unit, .. } => seen.mean() / unit,
        }
    }

    /// How many more pairs would decide, if they go like these; nothing where that can't be foreseen.
    pub fn needed(&self, margin: f64) -> Option<u64> {
        match self {
            SequentialEstimate::Wins(sequence, _) => sequence.needed(margin),
            SequentialEstimate::Points { .. } => None,
        }
    }
}
