//! Which point meets a target: points that surely do not, or that are surely further from it than another, drop out, until one is known
//! to meet it or none is left that may.

use std::collections::BTreeSet;

use super::plan::Plan;
use super::tally::{Tally, pairs};
use super::target::{Measure, NEAR, Target};
use crate::game::VICTORY;
use crate::paired::Deal;
use crate::stats::{CONFIDENCE, Interval, Looks, Moments, Sequence, bonferroni, spread, spread_interval};

/// What is known of the measure at a point, with an interval that holds at every look, together with those of all other points.
#[derive(Debug, Clone)]
pub(super) struct Sight {
    measure: Measure,
    /// All wins of a deal, in parts of a victory; or the number of turns, where scores or lengths are measured.
    whole: f64,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Of a share, or of the difference of each pair of shares.
    Shares(Vec<Sequence>),
    /// Of a number without bounds, in thousandths.
    Number(Moments, Looks),
}

impl Sight {
    /// Nothing seen yet, at one of so many points.
    pub fn new(plan: &Plan, target: &Target) -> Sight {
        let confidence = bonferroni(CONFIDENCE, plan.points().len());
        let (players, turns) = (usize::from(plan.players()), plan.turns() as f64);
        let count = pairs(players).count();
        let apart = Sequence::new(1.0, bonferroni(confidence, count));
        let (kind, whole) = match target.measure {
            Measure::SeatSpread => (Kind::Shares(vec![apart; count]), VICTORY as f64 * turns),
            Measure::Seat(_) => (Kind::Shares(vec![Sequence::new(0.5, confidence)]), VICTORY as f64 * turns),
            Measure::Score(None) => (Kind::number(confidence), 1000.0 * turns * players as f64),
            Measure::Score(Some(_)) => (Kind::number(confidence), 1000.0 * turns),
            Measure::Decisions | Measure::Length(_) => (Kind::number(confidence), turns),
        };
        Sight { measure: target.measure, whole, kind }
    }

    /// Adds the next deal.
    pub fn add(&mut self, deal: &Deal) {
        let share = |seat: usize| deal.shares[seat] as f64 / self.whole;
        match (&mut self.kind, self.measure) {
            (Kind::Shares(sequences), Measure::Seat(seat)) => sequences[0].add(share(seat) - 0.5),
            (Kind::Shares(sequences), _) => {
                let apart = pairs(deal.shares.len()).map(|(one, other)| share(one) - share(other));
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

    /// A batch of deals is over.
    pub fn look(&mut self) {
        if let Kind::Number(seen, looks) = &mut self.kind {
            looks.look(seen);
        }
    }

    /// The interval of the measure.
    pub fn interval(&self) -> Interval {
        match &self.kind {
            Kind::Shares(sequences) => match (self.measure, sequences.first()) {
                (Measure::Seat(_), Some(share)) => share.interval().map(|end| 100.0 * (end + 0.5)),
                _ => spread_interval(sequences.iter().map(Sequence::interval)).map(|end| 100.0 * end),
            },
            Kind::Number(_, looks) => looks.interval().map(|end| end / self.whole),
        }
    }

    /// Its estimate.
    pub fn value(&self, tally: &Tally) -> f64 {
        match (&self.kind, self.measure) {
            (Kind::Number(seen, _), _) => seen.mean() / self.whole,
            (Kind::Shares(_), Measure::Seat(seat)) => 100.0 * tally.shares[seat].mean() / self.whole,
            _ => 100.0 * spread(tally.shares.iter().map(Moments::mean)) / self.whole,
        }
    }
}

impl Kind {
    fn number(confidence: f64) -> Kind {
        Kind::Number(Moments::default(), Looks::new(confidence))
    }
}

/// What came of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This point meets the target.
    Met(usize),
    /// No point does; this one is nearest, as far as is known.
    Missed(usize),
    /// Neither is known; this one seems nearest.
    Undecided(usize),
}

impl Outcome {
    /// The point that is named.
    pub fn point(self) -> usize {
        match self {
            Self::Met(point) | Self::Missed(point) | Self::Undecided(point) => point,
        }
    }
}

/// Points that race for a target.
pub(super) struct Race<'a> {
    target: &'a Target,
    /// Those that are still in it.
    open: BTreeSet<usize>,
}

impl<'a> Race<'a> {
    /// All points are in it.
    pub fn new(target: &'a Target, points: usize) -> Race<'a> {
        Race { target, open: (0..points).collect() }
    }

    /// Those that are still in it, in order.
    pub fn open(&self) -> Vec<usize> {
        self.open.iter().copied().collect()
    }

    /// Those who can't win drop out: surely further from the target than another one, or never played to the end.
    pub fn look(&mut self, points: &[Tally]) {
        let nearest = self.ways(points).map(|(_, [_, worst])| worst).fold(f64::INFINITY, f64::min);
        let stays: BTreeSet<usize> =
            self.ways(points).filter(|(_, [best, _])| *best <= nearest).map(|(point, _)| point).collect();
        self.open = stays;
    }

    /// How far those that are still in it are from the target, at best and at worst.
    fn ways<'t>(&'t self, points: &'t [Tally]) -> impl Iterator<Item = (usize, Interval)> + 't {
        let played = self.open.iter().filter(|point| points[**point].deals > 0);
        played.filter_map(|point| {
            Some((*point, self.target.distance(points[*point].sight.as_ref()?.interval())))
        })
    }

    /// What is decided, if anything.
    pub fn decided(&self, points: &[Tally]) -> Option<Outcome> {
        let interval = |point: &usize| points[*point].sight.as_ref().map(Sight::interval);
        let met = self.open.iter().filter(|point| interval(point).is_some_and(|i| self.target.is_met(i)));
        if let Some(point) = self.nearest(points, met) {
            return Some(Outcome::Met(point));
        }
        let missed = self.open.iter().all(|point| interval(point).is_some_and(|i| self.target.is_missed(i)));
        let best = self.ways(points).map(|(_, [best, _])| best).fold(f64::INFINITY, f64::min);
        let worst = self.ways(points).map(|(_, [_, worst])| worst).fold(f64::INFINITY, f64::min);
        let settled = self.open.len() == 1 || worst - best <= NEAR;
        let point = self.nearest(points, self.open.iter()).filter(|_| missed && settled)?;
        Some(Outcome::Missed(point))
    }

    /// What is known when there is no more to play.
    pub fn ended(&self, points: &[Tally]) -> Option<Outcome> {
        let interval = |point: &usize| points[*point].sight.as_ref().map(Sight::interval);
        let missed = self.open.iter().all(|point| interval(point).is_some_and(|i| self.target.is_missed(i)));
        let point = self.nearest(points, self.open.iter())?;
        Some(self.decided(points).unwrap_or(if missed {
            Outcome::Missed(point)
        } else {
            Outcome::Undecided(point)
        }))
    }

    /// The one whose estimate fits best.
    fn nearest<'p>(&self, points: &[Tally], among: impl Iterator<Item = &'p usize>) -> Option<usize> {
        let miss = |point: &usize| {
            let tally = &points[*point];
            tally.sight.as_ref().map_or(f64::INFINITY, |sight| self.target.miss(sight.value(tally)))
        };
        among.copied().min_by(|one, other| miss(one).total_cmp(&miss(other)))
    }
}
