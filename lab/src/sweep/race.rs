//! Racing: finds the point that meets a target.
//!
//! Points drop out when they are certain to miss the target, or to be further from it than another point. The
//! race ends when a point is known to meet the target or no candidate remains.

use std::collections::BTreeSet;

use super::plan::SweepPlan;
use super::tally::{Tally, pairs};
use super::target::{Measure, NEAR, Target};
use crate::experiment::Experiment as _;
use crate::game::VICTORY;
use crate::paired::Deal;
use crate::stats::{
    AlphaSpending, CONFIDENCE, Interval, Moments, Sequence, bonferroni, spread, spread_interval,
};

/// Sequential estimate of the measure at a point. Its interval is valid at every interim analysis,
/// simultaneously with those of all points.
#[derive(Debug, Clone)]
pub(super) struct MeasureEstimate {
    measure: Measure,
    /// Total victories of a deal, in units of `VICTORY`.
    victories: i64,
    /// Divisor for the number of a deal: rotations, thousandths of a point, seats.
    unit: f64,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Share of one seat less that of all others, or the difference of each pair of shares.
    Shares(Vec<Sequence>),
    /// An unbounded number, in thousandths for scores.
    Number(Moments, AlphaSpending),
}

impl MeasureEstimate {
    /// Creates an estimate without data for one of the plan's points.
    pub fn new(plan: &SweepPlan, target: &Target) -> MeasureEstimate {
        let confidence = bonferroni(CONFIDENCE, plan.points().len());
        let (players, turns) = (usize::from(plan.players()), plan.turns() as f64);
        let (count, victories) = (pairs(players).count(), VICTORY * plan.turns() as i64);
        let shares = |confidence| Sequence::new(victories, confidence);
        let (kind, unit) = match target.measure {
            Measure::SeatSpread => (Kind::Shares(vec![shares(bonferroni(confidence, count)); count]), 1.0),
            Measure::Seat(_) => (Kind::Shares(vec![shares(confidence)]), 1.0),
            Measure::Score(None) => (Kind::number(confidence), 1000.0 * turns * players as f64),
            Measure::Score(Some(_)) => (Kind::number(confidence), 1000.0 * turns),
            Measure::Decisions | Measure::Length(_) => (Kind::number(confidence), turns),
        };
        MeasureEstimate { measure: target.measure, victories, unit, kind }
    }

    /// Adds the next deal.
    pub fn add(&mut self, deal: &Deal) {
        let wins = |seat: usize| deal.shares[seat];
        match (&mut self.kind, self.measure) {
            (Kind::Shares(sequences), Measure::Seat(seat)) => {
                sequences[0].add(2 * wins(seat) - self.victories)
            }
            (Kind::Shares(sequences), _) => {
                let apart = pairs(deal.shares.len()).map(|(one, other)| wins(one) - wins(other));
                sequences.iter_mut().zip(apart).for_each(|(sequence, more)| sequence.add(more));
            }
            (Kind::Number(seen, _), Measure::Score(None)) => seen.add(deal.scores.iter().sum()),
            (Kind::Number(seen, _), Measure::Score(Some(seat))) => seen.add(deal.scores[seat]),
            (Kind::Number(seen, _), Measure::Length(phase)) => {
                seen.add(deal.phases.get(phase).copied().unwrap_or(0));
            }
            (Kind::Number(seen, _), Measure::Decisions | Measure::SeatSpread | Measure::Seat(_)) => {
                seen.add(deal.decisions);
            }
        }
    }

    /// Runs an interim analysis. Called after each batch of deals.
    pub fn analyse(&mut self) {
        match &mut self.kind {
            Kind::Shares(sequences) => sequences.iter_mut().for_each(Sequence::analyse),
            Kind::Number(seen, looks) => looks.analyse(seen),
        }
    }

    /// Returns the interval of the measure.
    pub fn interval(&self) -> Interval {
        match &self.kind {
            Kind::Shares(sequences) => match (self.measure, sequences.first()) {
                (Measure::Seat(_), Some(share)) => share.interval().map(|end| 50.0 * (end + 1.0)),
                _ => spread_interval(sequences.iter().map(Sequence::interval)).map(|end| 100.0 * end),
            },
            Kind::Number(_, looks) => looks.interval().map(|end| end / self.unit),
        }
    }

    /// Returns the point estimate of the measure.
    pub fn value(&self, tally: &Tally) -> f64 {
        let whole = 100.0 / self.victories as f64;
        match (&self.kind, self.measure) {
            (Kind::Number(seen, _), _) => seen.mean() / self.unit,
            (Kind::Shares(_), Measure::Seat(seat)) => whole * tally.shares[seat].mean(),
            _ => whole * spread(tally.shares.iter().map(Moments::mean)),
        }
    }
}

impl Kind {
    fn number(confidence: f64) -> Kind {
        Kind::Number(Moments::default(), AlphaSpending::new(confidence))
    }
}

/// Result of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This point meets the target.
    Met(usize),
    /// No point meets the target; this one is nearest according to the estimates.
    Missed(usize),
    /// Undecided; this point is nearest according to the estimates.
    Undecided(usize),
}

impl Outcome {
    /// Returns the point of the result.
    pub fn point(self) -> usize {
        match self {
            Self::Met(point) | Self::Missed(point) | Self::Undecided(point) => point,
        }
    }
}

/// A race of points for a target.
pub(super) struct Race<'a> {
    target: &'a Target,
    /// Points that may still win.
    open: BTreeSet<usize>,
}

impl<'a> Race<'a> {
    /// Starts a race with all points.
    pub fn new(target: &'a Target, points: usize) -> Race<'a> {
        Race { target, open: (0..points).collect() }
    }

    /// Returns the points that may still win, in order.
    pub fn open(&self) -> Vec<usize> {
        self.open.iter().copied().collect()
    }

    /// Removes points that can't win: points that are certainly further from the target than another, and
    /// points without a finished deal.
    pub fn eliminate(&mut self, points: &[Tally]) {
        let nearest = self.ways(points).map(|(_, [_, worst])| worst).fold(f64::INFINITY, f64::min);
        let stays: BTreeSet<usize> =
            self.ways(points).filter(|(_, [best, _])| *best <= nearest).map(|(point, _)| point).collect();
        self.open = stays;
    }

    /// Returns the minimum and maximum distance of each remaining point from the target.
    fn ways<'t>(&'t self, points: &'t [Tally]) -> impl Iterator<Item = (usize, Interval)> + 't {
        let played = self.open.iter().filter(|point| points[**point].deals > 0);
        played.filter_map(|point| {
            Some((*point, self.target.distance(points[*point].sight.as_ref()?.interval())))
        })
    }

    /// Returns the result if the race is decided.
    pub fn decided(&self, points: &[Tally]) -> Option<Outcome> {
        let interval = |point: &usize| points[*point].sight.as_ref().map(MeasureEstimate::interval);
        let met = self.open.iter().filter(|point| interval(point).is_some_and(|i| self.target.is_met(i)));
        if let Some(point) = self.nearest(points, met) {
            return Some(Outcome::Met(point));
        }
        let missed = self.open.iter().all(|point| interval(point).is_some_and(|i| self.target.is_missed(i)));
        let best = self.ways(points).map(|(_, [best, _])| best).fold(f64::INFINITY, f64::min);
        let worst = self.ways(points).map(|(_, [_, worst])| worst).fold(f64::INFINITY, f64::min);
        let is_decided = self.open.len() == 1 || worst - best <= NEAR;
        let point = self.nearest(points, self.open.iter()).filter(|_| missed && is_decided)?;
        Some(Outcome::Missed(point))
    }

    /// Returns the result when no more deals are played.
    pub fn ended(&self, points: &[Tally]) -> Option<Outcome> {
        let interval = |point: &usize| points[*point].sight.as_ref().map(MeasureEstimate::interval);
        let missed = self.open.iter().all(|point| interval(point).is_some_and(|i| self.target.is_missed(i)));
        let point = self.nearest(points, self.open.iter())?;
        Some(self.decided(points).unwrap_or(if missed {
            Outcome::Missed(point)
        } else {
            Outcome::Undecided(point)
        }))
    }

    /// Returns the point whose estimate is nearest to the target.
    fn nearest<'p>(&self, points: &[Tally], among: impl Iterator<Item = &'p usize>) -> Option<usize> {
        let miss = |point: &usize| {
            let tally = &points[*point];
            tally.sight.as_ref().map_or(f64::INFINITY, |sight| self.target.miss(sight.value(tally)))
        };
        among.copied().min_by(|one, other| miss(one).total_cmp(&miss(other)))
    }
}
