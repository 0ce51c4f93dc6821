//! Plays the two games of a pair on a worker thread.

use ludex::Fault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ComparePlan;
use crate::add_up::{Failure, List};
use crate::blocks::{Control, InOrder, Place, Worker};
use crate::experiment::Experiment as _;
use crate::game::NoOutcome;
use crate::paired::{self, Deal, Seated};

/// One of the two compared rulesets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Base of the comparison.
    Base,
    /// Changed ruleset, or another one.
    Variant,
}

impl Side {
    /// Both sides, in index order.
    pub const BOTH: [Side; 2] = [Self::Base, Self::Variant];

    /// Returns the name of the side in logs and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Variant => "variant",
        }
    }
}

/// A pair that does not count, because a rule failed in one of its games.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct FailedPair {
    /// Number of the pair, from 0.
    pub pair: u64,
    /// Ruleset whose game failed; the base if both did.
    pub side: Side,
    /// Seed of the game, for `ludex play --streams --seed`.
    pub seed: u64,
    /// Rotation of the bots, in seats.
    pub turn: u64,
    /// Source location of the rule: `file:line:column`.
    pub place: String,
    /// Reason for the failure.
    pub message: String,
}

impl Failure for FailedPair {
    fn number(&self) -> (u64, usize) {
        (self.pair, 0)
    }
}

impl FailedPair {
    fn new(plan: &ComparePlan, pair: u64, side: Side, turn: u64, fault: &Fault) -> FailedPair {
        let place = paired::place(plan.setup(side), fault);
        FailedPair { pair, side, seed: plan.run.seed_of(pair), turn, place, message: fault.message.clone() }
    }
}

/// Result of a pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    pub(super) number: u64,
    pub(super) games: Result<[Deal; 2], FailedPair>,
}

/// State of a worker thread that plays pairs.
pub(super) struct PairPlayer<'a> {
    plan: &'a ComparePlan,
    control: &'a Control<'a>,
    /// Tables by training, each for both sides.
    tables: Vec<[Seated<'a>; 2]>,
    pairs: Vec<Pair>,
    /// Ordered sink of the log lines. `lines` collects the lines of the current block.
    log: Option<Place<'a, String>>,
    lines: String,
}

/// Reason why a pair has no result.
enum Unpaired {
    Failed(FailedPair),
    Stopped,
}

impl<'a> PairPlayer<'a> {
    pub fn new(
        plan: &'a ComparePlan,
        control: &'a Control<'a>,
        log: Option<&'a InOrder<'a, String>>,
    ) -> PairPlayer<'a> {
        let table = |side: Side, training| {
            let table = Seated::new(plan.setup(side), &plan.seated_at(side, training), &plan.run.tools);
            let watched = if plan.run.inspects_positions() { table.watched() } else { table };
            if log.is_some() { watched.logged(side.word()) } else { watched }
        };
        let trainings = 0..plan.run.trainings() as usize;
        let tables = trainings.map(|training| Side::BOTH.map(|side| table(side, training))).collect();
        let log = log.map(InOrder::place);
        PairPlayer { plan, control, tables, pairs: Vec::new(), log, lines: String::new() }
    }

    fn side(&mut self, pair: u64, side: Side) -> Result<Deal, Unpaired> {
        let (plan, control) = (self.plan, self.control);
        let stop = || control.is_stopped();
        let table = &mut self.tables[plan.run.training_of(pair)][side as usize];
        let deal = table.deal(pair, plan.run.seed_of(pair), plan.turns(), &stop);
        deal.map_err(|(turn, none)| match none {
            NoOutcome::Stopped => Unpaired::Stopped,
            NoOutcome::Fault(fault) => Unpaired::Failed(FailedPair::new(plan, pair, side, turn, &fault)),
        })
    }

    fn pair(&mut self, pair: u64) -> Result<[Deal; 2], Unpaired> {
        Ok([self.side(pair, Side::Base)?, self.side(pair, Side::Variant)?])
    }
}

impl Worker for PairPlayer<'_> {
    type Sums = List<Pair>;

    fn unit(&mut self, number: u64) {
        let games = self.pair(number);
        self.tables.iter_mut().flatten().for_each(|table| self.lines += &table.lines());
        let games = match games {
            Ok(deals) => Ok(deals),
            Err(Unpaired::Failed(failed)) => Err(failed),
            Err(Unpaired::Stopped) => return,
        };
        self.pairs.push(Pair { number, games });
    }

    fn block(&mut self, block: u64) {
        if let Some(log) = &self.log {
            log.put(block, std::mem::take(&mut self.lines));
        }
    }

    fn sums(self) -> List<Pair> {
        List(self.pairs)
    }
}
