//! Running sums of a comparison, added in the order of pairs.

use super::ComparePlan;
use super::both::Both;
use super::cards::{self, CardTally};
use super::estimate::SequentialEstimate;
use super::pair::{FailedPair, Pair};
use crate::Objective;
use crate::add_up::Failures;
use crate::paired::Deal;
use crate::stats::{CONFIDENCE, Verdict, bonferroni};

/// Sums of a seat.
#[derive(Debug, Clone)]
pub(super) struct SeatTally {
    pub known: SequentialEstimate,
    /// Sums of its victories by side, in units of `VICTORY`.
    pub wins: [i64; 2],
    pub score: Both,
}

/// Returns the number of independent intervals for the correction. With two seats, one wins what the other
/// loses, so a single interval covers both.
fn questions(seats: usize, by: Objective) -> usize {
    if seats == 2 && by == Objective::Win { 1 } else { seats }
}

/// Running sums of a comparison.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Number of complete pairs.
    pub pairs: u64,
    /// Number of pairs in which a rule failed.
    pub failed: u64,
    /// Details of the first failures.
    pub faults: Failures<FailedPair>,
    pub(super) seats: Vec<SeatTally>,
    pub(super) decisions: Both,
    pub(super) cards: Vec<CardTally>,
    margin: f64,
    within: Option<f64>,
    trainings: u64,
}

impl Tally {
    /// Creates sums without data.
    pub(super) fn new(plan: &ComparePlan) -> Tally {
        let seats = usize::from(plan.players());
        let known = SequentialEstimate::new(plan, bonferroni(CONFIDENCE, questions(seats, plan.run.by)));
        let seat = SeatTally { known, wins: [0; 2], score: Both::default() };
        Tally {
            pairs: 0,
            failed: 0,
            faults: Failures::default(),
            seats: vec![seat; seats],
            decisions: Both::default(),
            cards: cards::cards(plan),
            margin: plan.margin,
            within: plan.within,
            trainings: plan.run.trainings(),
        }
    }

    pub(super) fn add(&mut self, pair: Pair) {
        match pair.games {
            Ok([base, variant]) => {
                let training = (pair.number % self.trainings) as usize;
                self.add_games(&base, &variant, training);
            }
            Err(failed) => {
                self.failed += 1;
                self.faults.push(failed);
            }
        }
    }

    fn add_games(&mut self, base: &Deal, variant: &Deal, training: usize) {
        self.pairs += 1;
        self.decisions.add(base.decisions, variant.decisions);
        self.cards.iter_mut().for_each(|card| card.add(base, variant));
        for (i, seat) in self.seats.iter_mut().enumerate() {
            let wins = [base, variant].map(|deal| deal.shares[i]);
            seat.known.add((base, variant), i, training);
            seat.wins = [seat.wins[0] + wins[0], seat.wins[1] + wins[1]];
            seat.score.add(base.scores[i], variant.scores[i]);
        }
    }

    /// Runs an interim analysis. Called after each batch of pairs.
    pub(super) fn analyse(&mut self) {
        for seat in &mut self.seats {
            seat.known.analyse();
        }
    }

    /// Returns the verdict on a seat, counted from 0.
    pub fn verdict(&self, seat: usize) -> Verdict {
        self.seats.get(seat).map_or(Verdict::Undecided, |seat| seat.known.verdict(self.margin))
    }

    /// Returns true if all seats have a verdict, or intervals as narrow as requested.
    pub fn is_decided(&self) -> bool {
        match self.within {
            Some(within) => self.seats.iter().all(|seat| {
                let [low, high] = seat.known.interval();
                high - low <= 2.0 * within
            }),
            None => (0..self.seats.len()).all(|seat| self.verdict(seat) != Verdict::Undecided),
        }
    }

    /// Returns the expected number of further pairs until all seats have a verdict. Returns `None` if that
    /// can't be estimated.
    pub fn needed(&self) -> Option<u64> {
        let open = (0..self.seats.len()).filter(|seat| self.verdict(*seat) == Verdict::Undecided);
        let needed: Option<Vec<u64>> = open.map(|seat| self.seats[seat].known.needed(self.margin)).collect();
        needed?.into_iter().max()
    }
}
