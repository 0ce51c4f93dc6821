//! Sequential estimate of the effect of a change on a seat, in wins or points.

use super::ComparePlan;
use crate::Objective;
use crate::experiment::Experiment as _;
use crate::paired::Deal;
use crate::stats::{AlphaSpending, Interval, Moments, Sequence, Stopping, Verdict, means, over_trainings};

/// Thousandths in a point.
const POINT: f64 = 1000.0;

/// Estimate from the pairs so far, with an interval that is valid at every interim analysis.
#[derive(Debug, Clone)]
pub(super) struct SequentialEstimate {
    kind: Kind,
    /// Differences by training of the players; empty without trainings.
    trainings: Vec<Moments>,
    /// Largest difference of a pair if differences are bounded, otherwise 0.
    whole: i64,
    /// Units of a difference in which estimates are reported.
    unit: f64,
    confidence: f64,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Estimate for shares of the wins.
    Wins(Sequence, Stopping),
    /// Estimate for points of the score.
    Points(Moments, AlphaSpending),
}

impl SequentialEstimate {
    /// Creates an estimate without data.
    pub fn new(plan: &ComparePlan, confidence: f64) -> SequentialEstimate {
        let (wins, points) = (plan.whole(), POINT * plan.turns() as f64);
        let (kind, whole, unit) = match plan.run.by {
            Objective::Win => {
                let kind = Kind::Wins(Sequence::new(wins, confidence), Stopping::new(plan.margin));
                (kind, wins, wins as f64)
            }
            Objective::Score => (Kind::Points(Moments::default(), AlphaSpending::new(confidence)), 0, points),
        };
        let trainings = vec![Moments::default(); plan.run.trained.len()];
        SequentialEstimate { kind, trainings, whole, unit, confidence }
    }

    /// Adds the next pair, which a training played.
    pub fn add(&mut self, (base, variant): (&Deal, &Deal), seat: usize, training: usize) {
        let difference = match &mut self.kind {
            Kind::Wins(sequence, _) => {
                let difference = variant.shares[seat] - base.shares[seat];
                sequence.add(difference);
                difference
            }
            Kind::Points(seen, _) => {
                let difference = variant.scores[seat].saturating_sub(base.scores[seat]);
                seen.add(difference);
                difference
            }
        };
        if let Some(from_interval) = self.trainings.get_mut(training) {
            from_interval.add(difference);
        }
    }

    /// Runs an interim analysis. Called after each batch of pairs.
    pub fn analyse(&mut self) {
        match &mut self.kind {
            Kind::Wins(sequence, stopping) => {
                sequence.analyse();
                stopping.record(sequence);
            }
            Kind::Points(seen, looks) => looks.analyse(seen),
        }
    }

    /// Returns the verdict. Differences below `margin` count as none.
    pub fn verdict(&self, margin: f64) -> Verdict {
        Verdict::from_interval(self.interval(), margin)
    }

    /// Returns the interval of the difference: that of the players who played, and with trainings also that
    /// of all players who could have been trained.
    pub fn interval(&self) -> Interval {
        let [low, high] = match &self.kind {
            Kind::Wins(sequence, _) => sequence.interval(),
            Kind::Points(_, looks) => looks.interval().map(|end| end / self.unit),
        };
        if self.trainings.is_empty() {
            return [low, high];
        }
        let trained = over_trainings(&self.trainings, (self.whole, None), self.confidence);
        let [least, most] = trained.map(|end| end / self.unit);
        let bound = if self.whole > 0 { 1.0 } else { f64::INFINITY };
        [low.min(least).max(-bound), high.max(most).min(bound)]
    }

    /// Returns the point estimate of the difference.
    pub fn estimate(&self) -> f64 {
        match &self.kind {
            Kind::Wins(sequence, stopping) => stopping.estimate(sequence),
            Kind::Points(seen, _) => seen.mean() / self.unit,
        }
    }

    /// Returns the difference with the players of each training.
    pub fn trainings(&self) -> Vec<f64> {
        means(&self.trainings).into_iter().map(|mean| mean / self.unit).collect()
    }

    /// Returns the expected number of further pairs until a verdict, or `None` if no estimate is possible. More
    /// pairs of the same trainings need not lead to a verdict.
    pub fn needed(&self, margin: f64) -> Option<u64> {
        match &self.kind {
            Kind::Wins(sequence, _) if self.trainings.is_empty() => sequence.needed(margin),
            Kind::Wins(..) | Kind::Points(..) => None,
        }
    }
}
