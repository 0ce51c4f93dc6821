//! What pairs have shown so far. They are added in the order of their numbers.

use super::Plan;
use super::both::Both;
use super::cards::{self, CardTally};
use super::estimate::SequentialEstimate;
use super::pair::{Failed, Pair};
use crate::Objective;
use crate::add_up::Failures;
use crate::paired::Deal;
use crate::stats::{CONFIDENCE, Verdict, bonferroni};

/// What is known of a seat.
#[derive(Debug, Clone)]
pub(super) struct SeatTally {
    pub known: SequentialEstimate,
    /// Its parts of victories, by side.
    pub wins: [i64; 2],
    pub score: Both,
}

/// How many intervals may err on their own. Of two seats one wins what the other loses, so that they err together.
fn questions(seats: usize, by: Objective) -> usize {
    if seats == 2 && by == Objective::Win { 1 } else { seats }
}

/// What is known.
#[derive(Debug, Clone)]
pub struct Tally {
    /// Pairs that count.
    pub pairs: u64,
    /// Pairs in which a rule failed.
    pub failed: u64,
    /// The first of these.
    pub faults: Failures<Failed>,
    pub(super) seats: Vec<SeatTally>,
    pub(super) decisions: Both,
    pub(super) cards: Vec<CardTally>,
    margin: f64,
}

impl Tally {
    /// Nothing yet.
    pub(super) fn new(plan: &Plan) -> Tally {
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
        }
    }

    /// Adds the next pair.
    pub(super) fn add(&mut self, pair: Pair) {
        match pair.games {
            Ok([base, variant]) => self.add_games(&base, &variant),
            Err(failed) => {
                self.failed += 1;
                self.faults.push(failed);
            }
        }
    }

    fn add_games(&mut self, base: &Deal, variant: &Deal) {
        self.pairs += 1;
        self.decisions.add(base.decisions, variant.decisions);
        self.cards.iter_mut().for_each(|card| card.add(base, variant));
        for (i, seat) in self.seats.iter_mut().enumerate() {
            let wins = [base, variant].map(|deal| deal.shares[i]);
            seat.known.add(base, variant, i);
            seat.wins = [seat.wins[0] + wins[0], seat.wins[1] + wins[1]];
            seat.score.add(base.scores[i], variant.scores[i]);
        }
    }

    /// A batch of pairs is over.
    pub(super) fn look(&mut self) {
        for seat in &mut self.seats {
            seat.known.look();
        }
    }

    /// What is known of a seat, counted from 0.
    pub fn verdict(&self, seat: usize) -> Verdict {
        self.seats.get(seat).map_or(Verdict::Undecided, |seat| seat.known.verdict(self.margin))
    }

    /// Whether it is known of all seats.
    pub fn decided(&self) -> bool {
        (0..self.seats.len()).all(|seat| self.verdict(seat) != Verdict::Undecided)
    }

    /// How many more pairs would decide of all seats, if they go like these; nothing if they are decided, or it can't be foreseen.
    pub fn needed(&self) -> Option<u64> {
        let open = (0..self.seats.len()).filter(|seat| self.verdict(*seat) == Verdict::Undecided);
        let needed: Option<Vec<u64>> = open.map(|seat| self.seats[seat].known.needed(self.margin)).collect();
        needed?.into_iter().max()
    }
}
