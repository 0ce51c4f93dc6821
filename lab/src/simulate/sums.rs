//! What is summed up of games: whole numbers only, so that their order does not matter.

use ludex::{Fault, GameEnd, Seat, Setup};
use serde::{Deserialize, Serialize};

use crate::stats::Moments;

/// Most stopped games that are remembered: those with the smallest numbers.
const REMEMBERED: usize = 20;

/// What is summed up of a seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSums {
    /// Victories, shared ones too.
    pub wins: u64,
    /// Shared victories.
    pub ties: u64,
    /// Scores: points, or thousandths where they are decimals.
    pub score: Moments,
}

/// A game that stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// Its number, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// Where the rule stands that failed: `file:line:column`.
    pub place: String,
    /// Why it did.
    pub message: String,
    /// The rule, in the run that played the game.
    #[serde(skip)]
    fault: Option<Fault>,
}

/// Everything that is summed up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// The first games that stopped, by number.
    pub faults: Vec<Stopped>,
    /// How many stopped.
    pub failed: u64,
    /// Decisions with two or more options, by game.
    pub decisions: Moments,
    /// Scores of those who won, once for each game.
    pub winning: Moments,
    /// By seat.
    pub seats: Vec<SeatSums>,
    /// Iterations of each phase.
    pub phases: Vec<Moments>,
}

impl Stopped {
    /// A game of a setup that stopped.
    pub fn new(setup: &Setup, game: u64, seed: u64, fault: Fault) -> Stopped {
        let span = fault.place.as_ref().map(|place| place.span).unwrap_or_default();
        let place = setup.ruleset().sources().place(span);
        Stopped { game, seed, place, message: fault.kind.message().to_owned(), fault: Some(fault) }
    }
}

impl Sums {
    /// Nothing yet.
    pub fn new(setup: &Setup) -> Self {
        Self {
            faults: Vec::new(),
            failed: 0,
            decisions: Moments::default(),
            winning: Moments::default(),
            seats: vec![SeatSums::default(); usize::from(setup.players())],
            phases: vec![Moments::default(); setup.phases().count()],
        }
    }

    /// Adds a game; whole scores are summed up as they are, others as thousandths.
    pub fn add(&mut self, game: GameEnd<'_>, decimal: bool) {
        let unit = if decimal { 1 } else { 1000 };
        let score = |seat: Seat| game.score(seat).thousandths / unit;
        self.decisions.add(i64::try_from(game.decisions()).unwrap_or(i64::MAX));
        for (seat, sums) in self.seats.iter_mut().enumerate() {
            sums.score.add(score(Seat::new(seat)));
        }
        let several = game.winners().nth(1).is_some();
        for winner in game.winners() {
            let seat = &mut self.seats[winner.index()];
            seat.wins += 1;
            seat.ties += u64::from(several);
        }
        if let Some(winner) = game.winners().next() {
            self.winning.add(score(winner));
        }
        for (sum, count) in self.phases.iter_mut().zip(game.phases()) {
            sum.add(*count);
        }
    }

    /// Adds a game that stopped.
    pub fn fault(&mut self, stopped: Stopped) {
        self.failed += 1;
        self.faults.push(stopped);
        self.shorten();
    }

    /// Whether all games that stopped did so at the same rule for the same reason.
    pub fn one_rule_failed(&self) -> bool {
        self.faults.windows(2).all(|two| two[0].fault == two[1].fault)
    }

    fn shorten(&mut self) {
        self.faults.sort_by_key(|f| f.game);
        self.faults.truncate(REMEMBERED);
    }

    /// Adds what was summed up elsewhere.
    pub fn merge(&mut self, other: &Sums) {
        self.failed += other.failed;
        self.faults.extend(other.faults.iter().cloned());
        self.shorten();
        self.decisions.merge(&other.decisions);
        self.winning.merge(&other.winning);
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            seat.wins += more.wins;
            seat.ties += more.ties;
            seat.score.merge(&more.score);
        }
        for (phase, more) in self.phases.iter_mut().zip(&other.phases) {
            phase.merge(more);
        }
    }
}
