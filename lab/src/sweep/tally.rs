//! Running sums of the deals at a point.

use ludex::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SweepPlan;
use super::race::MeasureEstimate;
use crate::add_up::{Failure, Failures, adds_up};
use crate::paired::{self, Deal};
use crate::stats::Moments;

/// A deal that does not count, because a rule failed in one of its games.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct FailedDeal {
    /// Number of the point, from 0.
    pub point: usize,
    /// Number of the deal, from 0.
    pub deal: u64,
    /// Seed of the game, for `ludex play --streams --seed`.
    pub seed: u64,
    /// Rotation of the bots, in seats.
    pub turn: u64,
    /// Source location of the rule: `file:line:column`.
    pub place: String,
    /// Reason for the failure.
    pub message: String,
}

/// A deal at a point.
pub(super) struct Row {
    pub deal: u64,
    pub point: usize,
    pub games: Result<Deal, FailedDeal>,
}

impl Failure for FailedDeal {
    fn number(&self) -> (u64, usize) {
        (self.deal, self.point)
    }
}

impl FailedDeal {
    pub(super) fn new(plan: &SweepPlan, point: usize, deal: u64, turn: u64, fault: &Fault) -> FailedDeal {
        let place = paired::place(&plan.points()[point].setup, fault);
        FailedDeal { point, deal, seed: plan.run.seed_of(deal), turn, place, message: fault.message.clone() }
    }
}

/// Sums of a point.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tally {
    /// Deals that count.
    pub deals: u64,
    /// Deals in which a rule failed.
    pub failed: u64,
    /// First failed deals.
    pub faults: Failures<FailedDeal>,
    /// Share of the victories in a deal by seat, in units of `VICTORY`.
    pub(super) shares: Vec<Moments>,
    /// Difference of the shares of each pair of seats, in the order of `pairs`.
    pub(super) apart: Vec<Moments>,
    /// Scores by seat, in thousandths.
    pub(super) scores: Vec<Moments>,
    /// Scores of all seats together, in thousandths.
    pub(super) score: Moments,
    pub(super) decisions: Moments,
    pub(super) phases: Vec<Moments>,
    /// Sums of the deals of each training of the players; empty if no players were trained.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) trainings: Vec<Tally>,
    /// State of the measure of the target; `None` without a target.
    #[serde(skip)]
    pub(super) sight: Option<MeasureEstimate>,
}

impl PartialEq for Tally {
    /// Compares the sums only.
    fn eq(&self, other: &Self) -> bool {
        let of = |tally: &Tally| {
            (tally.deals, tally.failed, tally.faults.clone(), tally.shares.clone(), tally.scores.clone())
        };
        of(self) == of(other)
    }
}

/// Returns all pairs of seats in lexicographic order.
pub(super) fn pairs(seats: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..seats).flat_map(move |one| (one + 1..seats).map(move |other| (one, other)))
}

adds_up!(Tally { deals, failed, faults, shares, apart, scores, score, decisions, phases, trainings } keeping sight);

impl Tally {
    /// Creates sums without data.
    pub(super) fn new(plan: &SweepPlan) -> Tally {
        let trainings = plan.run.trained.iter().map(|_| Tally::without_trainings(plan)).collect();
        let sight = plan.target.as_ref().map(|target| MeasureEstimate::new(plan, target));
        Tally { trainings, sight, ..Tally::without_trainings(plan) }
    }

    fn without_trainings(plan: &SweepPlan) -> Tally {
        let seats = usize::from(plan.players());
        Tally {
            deals: 0,
            failed: 0,
            faults: Failures::default(),
            shares: vec![Moments::default(); seats],
            apart: vec![Moments::default(); pairs(seats).count()],
            scores: vec![Moments::default(); seats],
            score: Moments::default(),
            decisions: Moments::default(),
            phases: Vec::new(),
            trainings: Vec::new(),
            sight: None,
        }
    }

    /// Adds the next deal, which a training played.
    pub(super) fn add(&mut self, row: Row, training: usize) {
        match row.games {
            Ok(deal) => {
                self.trainings.get_mut(training).into_iter().for_each(|of| of.add_deal(&deal));
                self.add_deal(&deal);
            }
            Err(failed) => {
                self.failed += 1;
                self.faults.push(failed);
            }
        }
    }

    /// Runs an interim analysis. Called after each batch of deals.
    pub(super) fn analyse(&mut self) {
        if let Some(sight) = &mut self.sight {
            sight.analyse();
        }
    }

    /// Returns the sums of a number by training of the players.
    pub(super) fn by_training<'t>(&'t self, of: impl Fn(&'t Tally) -> Option<&'t Moments>) -> Vec<Moments> {
        self.trainings.iter().filter_map(of).copied().collect()
    }

    fn add_deal(&mut self, deal: &Deal) {
        self.deals += 1;
        add_each(&mut self.shares, deal.shares.iter().copied());
        let apart = pairs(deal.shares.len()).map(|(one, other)| deal.shares[one] - deal.shares[other]);
        add_each(&mut self.apart, apart);
        add_each(&mut self.scores, deal.scores.iter().copied());
        self.score.add(deal.scores.iter().fold(0, |sum, score| sum.saturating_add(*score)));
        self.decisions.add(deal.decisions);
        self.phases.resize(deal.phases.len(), Moments::default());
        add_each(&mut self.phases, deal.phases.iter().copied());
        if let Some(sight) = &mut self.sight {
            sight.add(deal);
        }
    }
}

fn add_each(sums: &mut [Moments], values: impl Iterator<Item = i64>) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| sum.add(value));
}
