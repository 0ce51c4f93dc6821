//! Playing the two games of a pair on a thread.

use ludex::{ApplyError, Chooser, Fault, Playout, Setup};
use serde::{Serialize, Serializer};

use super::Plan;
use crate::blocks::{Control, Worker};
use crate::game::{self, Deciders, NoOutcome, Nobody, Outcome};

/// One of the two that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What it is compared with.
    Base,
    /// What was changed.
    Variant,
}

impl Side {
    /// Both, in this order.
    pub const BOTH: [Side; 2] = [Self::Base, Self::Variant];

    /// As it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Variant => "variant",
        }
    }
}

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A pair that does not count, for a rule failed in one of its games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failed {
    /// Its number, from 0.
    pub pair: u64,
    /// In whose game; if both failed, in the base's.
    pub side: Side,
    /// Its seed, of a game with chance in streams.
    pub seed: u64,
    /// By how many seats the bots were turned.
    pub turn: u64,
    /// Where the rule stands: `file:line:column`.
    pub place: String,
    /// Why it failed.
    pub message: String,
}

impl Failed {
    fn new(plan: &Plan, pair: u64, side: Side, turn: u64, fault: &Fault) -> Failed {
        let span = fault.place.as_ref().map(|place| place.span).unwrap_or_default();
        let place = plan.setup(side).ruleset().sources().place(span);
        Failed { pair, side, seed: plan.seed_of(pair), turn, place, message: fault.kind.message().to_owned() }
    }
}

/// What came of a pair.
pub(super) struct Pair {
    pub number: u64,
    pub games: Result<[Half; 2], Failed>,
}

/// The games of a side in a pair: one, or one for each turn. All but the shares are sums of these.
#[derive(Clone, Default)]
pub(super) struct Half {
    /// The mean share of the win by seat: of `k` winners each has `1/k`.
    pub shares: Vec<f64>,
    /// Scores by seat, in thousandths.
    pub scores: Vec<i64>,
    /// Decisions with two or more options.
    pub decisions: i64,
}

impl Half {
    fn new(players: u8) -> Half {
        let n = usize::from(players);
        Half { shares: vec![0.0; n], scores: vec![0; n], decisions: 0 }
    }

    fn add(&mut self, end: &Outcome, unit: i64, turns: u64) {
        let share = 1.0 / (end.winners.len().max(1) as f64 * turns as f64);
        end.winners.iter().for_each(|seat| self.shares[seat.index()] += share);
        let scores = self.scores.iter_mut().zip(&end.scores);
        scores.for_each(|(sum, score)| *sum = sum.saturating_add(score.saturating_mul(unit)));
        self.decisions = self.decisions.saturating_add_unsigned(end.decisions);
    }
}

/// Plays pairs on a thread.
pub(super) struct Player<'a> {
    plan: &'a Plan,
    control: &'a Control<'a>,
    tables: [Table<'a>; 2],
    pairs: Vec<Pair>,
}

/// Where the games of a side are played.
struct Table<'a> {
    setup: &'a Setup,
    /// How many thousandths a score counts in.
    unit: i64,
    playout: Playout<'a>,
    deciders: Deciders,
    outcome: Outcome,
}

impl<'a> Table<'a> {
    fn new(plan: &'a Plan, side: Side) -> Table<'a> {
        let setup = plan.setup(side);
        Table {
            setup,
            unit: if setup.has_decimal_score() { 1 } else { 1000 },
            playout: Playout::new(setup),
            deciders: Deciders::new(&plan.seated(0), &plan.tools),
            outcome: Outcome::default(),
        }
    }

    fn play(&mut self, seed: u64, turn: u64, stop: &dyn Fn() -> bool) -> Result<(), NoOutcome> {
        self.deciders.turn(turn as usize);
        match &self.deciders {
            Deciders::Random => self.play_out(seed).map_err(NoOutcome::Fault),
            Deciders::Bots(_) => {
                game::play(self.setup, seed, &mut self.deciders, &mut Nobody, &mut self.outcome, stop)
            }
        }
    }

    /// The same game as with random bots, without a look at each position.
    fn play_out(&mut self, seed: u64) -> Result<(), Fault> {
        let mut chooser = Chooser::new(seed);
        match self.playout.play(seed, |turn| chooser.below(turn.options())) {
            Ok(end) => {
                self.outcome.of_playout(self.setup, end, 0);
                Ok(())
            }
            Err(ApplyError::Fault(fault)) => Err(fault),
            Err(ApplyError::NoSuchOption) => unreachable!("the chooser takes one of the options"),
        }
    }
}

/// Why a pair has no result.
enum Unpaired {
    Failed(Failed),
    Stopped,
}

impl<'a> Player<'a> {
    pub fn new(plan: &'a Plan, control: &'a Control<'a>) -> Player<'a> {
        let tables = Side::BOTH.map(|side| Table::new(plan, side));
        Player { plan, control, tables, pairs: Vec::new() }
    }

    /// All games of a side in a pair.
    fn half(&mut self, pair: u64, side: Side) -> Result<Half, Unpaired> {
        let (plan, control, table) = (self.plan, self.control, &mut self.tables[side as usize]);
        let (seed, turns, mut half) = (plan.seed_of(pair), plan.turns(), Half::new(plan.players()));
        for turn in 0..turns {
            match table.play(seed, turn, &|| control.stopped()) {
                Ok(()) => half.add(&table.outcome, table.unit, turns),
                Err(NoOutcome::Stopped) => return Err(Unpaired::Stopped),
                Err(NoOutcome::Fault(fault)) => {
                    return Err(Unpaired::Failed(Failed::new(plan, pair, side, turn, &fault)));
                }
            }
        }
        Ok(half)
    }

    fn pair(&mut self, pair: u64) -> Result<[Half; 2], Unpaired> {
        Ok([self.half(pair, Side::Base)?, self.half(pair, Side::Variant)?])
    }
}

impl Worker for Player<'_> {
    type Sums = Vec<Pair>;

    fn unit(&mut self, number: u64) {
        let games = match self.pair(number) {
            Ok(halves) => Ok(halves),
            Err(Unpaired::Failed(failed)) => Err(failed),
            Err(Unpaired::Stopped) => return,
        };
        self.pairs.push(Pair { number, games });
    }

    fn sums(self) -> Vec<Pair> {
        self.pairs
    }

    fn merge(into: &mut Vec<Pair>, other: Vec<Pair>) {
        into.extend(other);
    }
}
