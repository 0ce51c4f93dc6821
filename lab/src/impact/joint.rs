//! Measures the effect of two cards together beyond the sum of their effects.
//!
//! Four games with the same chance form a quadruple. They are equal until one player first holds both cards.
//! From then on this player may play both cards, only one of them, or neither. Quadruples without such a
//! moment do not count. The moment does not depend on how the games go on, so quadruples are not selected by
//! their results.

use ludex::{CardId, DesignId, Seat, Setup};
use schemars::JsonSchema;
use serde::Serialize;

use super::Played;
use super::plan::{WhyNot, held_copies};
use super::report::{interval, mean, of_sums};
use super::sums::{End, FailedPair, Sums};
use crate::Objective;
use crate::add_up::AddUp as _;
use crate::blocks::{self, Control, Worker};
use crate::decision_point::DecisionPoint;
use crate::experiment::{Ended, Experiment, RunConfig, Work, run_and_setup};
use crate::game::NoOutcome;
use crate::log::LogSink;
use crate::report::{Changes, Head, Timing, listed};
use crate::splitmix64;
use crate::stats::Interval;
use crate::table::Table;

/// Number of quadruples that a thread claims at a time.
const BLOCK: u64 = 4;
/// Number of measured effects: both cards, each card alone, and the rest.
const EFFECTS: usize = 4;

/// Configuration of the experiment.
#[derive(Debug, Clone)]
pub struct JointPlan<'a> {
    /// Setup of the game.
    pub setup: &'a Setup,
    /// Bots and settings of the run.
    pub run: RunConfig,
    /// Number of quadruples of games.
    pub pairs: u64,
    /// The two cards.
    pub cards: [DesignId; 2],
    /// Copies of each card.
    copies: [Vec<CardId>; 2],
}

impl<'a> JointPlan<'a> {
    /// Creates a plan for two cards.
    ///
    /// # Errors
    /// If players never have one of the cards in hand.
    pub fn new(
        setup: &'a Setup,
        cards: [DesignId; 2],
        run: RunConfig,
        pairs: u64,
    ) -> Result<JointPlan<'a>, WhyNot> {
        let [one, other] = cards.map(|card| held_copies(setup, card));
        Ok(JointPlan { setup, run, pairs, cards, copies: [one?, other?] })
    }
}

impl Experiment for JointPlan<'_> {
    type Sums = Sums;
    type Report = JointReport;

    run_and_setup!(self => self.setup);

    fn work(&self) -> Work {
        Work { all: EFFECTS as u64 * self.pairs, of_unit: EFFECTS as u64 }
    }

    fn play(&self, control: &Control<'_>, _log: Option<LogSink<'_>>) -> Played {
        joint(self, control)
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> JointReport {
        JointReport::new(self, changes, &played.sums, timing)
    }
}

/// Plays the quadruples, training by training.
pub fn joint(plan: &JointPlan<'_>, control: &Control<'_>) -> Played {
    let (mut sums, mut threads) = (Sums::new(EFFECTS), 0);
    let setup = plan.setup.in_streams();
    for run in plan.run.by_training() {
        let plan = JointPlan { run, ..plan.clone() };
        let bots = plan.run.seated(plan.setup.players(), 0);
        let table = || Table::new(&setup, &bots, &plan.run.tools);
        let worker = || Four { plan: &plan, table: table(), control, sums: Sums::new(EFFECTS) };
        let (more, count) = blocks::run(plan.run.part_of(plan.pairs), BLOCK, control, worker);
        sums.add_up(more);
        threads = threads.max(count);
    }
    let ended = if control.is_stopped() { Ended::Stopped } else { Ended::Whole };
    Played { sums, ended, threads }
}

/// Bans that apply from the first moment at which a seat holds both cards.
struct Bans<'a> {
    seat: Seat,
    copies: &'a [Vec<CardId>; 2],
    banned: [bool; 2],
    begun: bool,
}

impl Bans<'_> {
    fn leave_out(&mut self, at: DecisionPoint<'_>, out: &mut Vec<usize>) {
        let held = self.copies.each_ref().map(|copies| {
            let is_held = |card: &CardId| at.hand_of(*card) == Some(self.seat);
            copies.iter().copied().filter(is_held).collect::<Vec<CardId>>()
        });
        self.begun |= held.iter().all(|held| !held.is_empty());
        if !self.begun || at.seat() != self.seat {
            return;
        }
        let banned: Vec<CardId> =
            held.into_iter().zip(self.banned).filter(|(_, is)| *is).flat_map(|(held, _)| held).collect();
        let plays = |option: &usize| banned.iter().any(|card| at.plays(*option, *card));
        out.extend((0..at.options()).filter(plays));
    }
}

/// State of a worker thread that plays quadruples.
struct Four<'a> {
    plan: &'a JointPlan<'a>,
    table: Table<'a>,
    control: &'a Control<'a>,
    sums: Sums,
}

impl Four<'_> {
    /// Plays one game of a quadruple. Returns `None` if the seat never holds both cards.
    fn end(&mut self, (seed, seat): (u64, Seat), banned: [bool; 2]) -> Result<Option<End>, NoOutcome> {
        let stop = || self.control.is_stopped();
        let mut bans = Bans { seat, copies: &self.plan.copies, banned, begun: false };
        let end = self.table.restricted(seed, &mut |at, out| bans.leave_out(at, out), &stop)?;
        Ok(bans.begun.then(|| End::from_outcome(end, seat, self.plan.run.by)))
    }

    /// Returns the ends of all games: with both cards, without the first, without the second, without both.
    fn ends(&mut self, at: (u64, Seat)) -> Result<Option<[End; 4]>, (NoOutcome, bool)> {
        let Some(both) = self.end(at, [false, false]).map_err(|why| (why, true))? else { return Ok(None) };
        let mut other =
            |banned| self.end(at, banned).map_err(|why| (why, false)).map(|end| end.unwrap_or(both));
        Ok(Some([both, other([true, false])?, other([false, true])?, other([true, true])?]))
    }
}

impl Worker for Four<'_> {
    type Sums = Sums;

    fn unit(&mut self, pair: u64) {
        let seed = splitmix64(self.plan.run.seed, pair);
        let seat = (pair % u64::from(self.plan.setup.players().max(1))) as u8;
        let seat = self.plan.setup.seat(seat).unwrap_or(Seat::FIRST);
        let training = self.plan.run.training;
        match self.ends((seed, seat)) {
            Ok(Some([both, second, first, neither])) => {
                let of = &mut self.sums.cards;
                of[0].count(both, neither, training);
                of[1].count(first, neither, training);
                of[2].count(second, neither, training);
                of[3].count(both.and(neither), first.and(second), training);
            }
            Ok(None) => self.sums.cards.iter_mut().for_each(|card| card.without += 1),
            Err((NoOutcome::Stopped, _)) => {}
            Err((NoOutcome::Fault(fault), as_written)) => {
                let failed = FailedPair::new(pair, 0, (Some(seat), None), seed);
                let failed = failed.because(self.plan.setup, &fault);
                self.sums.fail(FailedPair { as_written, ..failed });
            }
        }
    }

    fn sums(self) -> Sums {
        self.sums
    }
}

/// Effect of two cards together beyond the sum of their effects.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct JointReport {
    /// Version of the document: 1.
    pub version: u32,
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Bots, in the order of the list.
    pub bots: Vec<String>,
    /// Description of the players, as in a simulation.
    pub who: String,
    /// Measure of the effects.
    pub by: Objective,
    /// Seed of the run.
    pub seed: u64,
    /// Quadruples of games in which a rule failed; they are not counted elsewhere.
    pub failed: u64,
    /// The effects.
    #[serde(flatten)]
    pub effects: JointEffects,
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Option<Timing>,
}

/// Effects of playing two cards, on a player who has held both.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct JointEffects {
    /// IDs of the cards.
    pub cards: [String; 2],
    /// Result of a player who may play both cards, less that of one who may play neither.
    pub both: JointEffect,
    /// Result of a player who may play only this card, less that of one who may play neither; for each card.
    pub alone: [JointEffect; 2],
    /// `both` less the sum of `alone`.
    pub beyond: JointEffect,
    /// Quadruples of games that count.
    pub times: u64,
    /// Quadruples in which the player never held both cards.
    pub without: u64,
}

/// An effect in percentage points of the win share or in points of the score.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct JointEffect {
    /// Mean; `null` without games.
    pub impact: Option<f64>,
    /// 95 % interval of `impact`. In a report on a whole game, all intervals of `beyond` hold together.
    pub interval: Interval,
}

impl JointEffect {
    /// Returns true if the interval excludes 0.
    pub fn is_shown(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }
}

impl JointEffects {
    /// Computes the effects, corrected for the number of simultaneous questions.
    pub fn new(plan: &JointPlan<'_>, sums: &Sums, questions: usize) -> JointEffects {
        let measure = (plan.run.by, plan.setup);
        let effect = |at: usize| {
            let of = &sums.cards[at];
            JointEffect { impact: mean(of, measure), interval: interval(of, measure, (questions, None)) }
        };
        // the rest is a difference between sums of two results
        let beyond =
            JointEffect { interval: of_sums(&sums.cards[3], measure, (questions, None), 2.0), ..effect(3) };
        let name = |card: DesignId| plan.setup.rules().design(card).map_or("", |card| card.name).to_owned();
        let [both, first, second] = [0, 1, 2].map(effect);
        let (times, without) = (sums.cards[0].impact.n, sums.cards[0].without);
        JointEffects { cards: plan.cards.map(name), both, alone: [first, second], beyond, times, without }
    }
}

impl JointReport {
    /// Creates the report of a run.
    pub fn new(plan: &JointPlan<'_>, changes: Changes, sums: &Sums, timing: Option<Timing>) -> JointReport {
        let head = Head::new(plan.setup, changes, plan.run.all_bots());
        JointReport {
            version: ludex::JSON_VERSION,
            who: plan.run.who(plan.setup, &head.made),
            head,
            bots: listed(&plan.run.bots),
            by: plan.run.by,
            seed: plan.run.seed,
            failed: sums.failed,
            effects: JointEffects::new(plan, sums, 1),
            timing,
        }
    }
}
