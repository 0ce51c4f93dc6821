//! Measures the effect of changed cards that only one player has.

use ludex::variants::PerPlayerOverlay;
use ludex::{Seat, Setup};
use schemars::JsonSchema;
use serde::Serialize;

use super::Played;
use super::report::{Length, interval, length, mean};
use super::sums::{End, FailedPair, Sums};
use crate::Objective;
use crate::blocks::{self, Control, Worker};
use crate::experiment::{Ended, Experiment, RunConfig, Work, run_and_setup};
use crate::game::NoOutcome;
use crate::log::LogSink;
use crate::names::Names;
use crate::report::{Changes, Head, Made, Timing, listed};
use crate::stats::Interval;
use crate::table::Table;

/// Number of pairs that a thread claims at a time.
const BLOCK: u64 = 8;

/// Configuration of the experiment.
#[derive(Debug, Clone)]
pub struct GivePlan<'a> {
    /// Changes to the cards.
    pub given: &'a PerPlayerOverlay,
    /// The changed game, which has the names of the cards.
    pub named: &'a Setup,
    /// Setups of both worlds: no player, or one player, has the changed cards.
    pub worlds: &'a [Setup; 2],
    /// Seat that has the changed cards.
    pub seat: Seat,
    /// Number of pairs of games.
    pub pairs: u64,
    /// Bots and settings of the run.
    pub run: RunConfig,
}

impl Experiment for GivePlan<'_> {
    type Sums = Sums;
    type Report = GiveReport;

    run_and_setup!(self => self.named);

    fn work(&self) -> Work {
        Work { all: 2 * self.pairs, of_unit: 2 }
    }

    fn play(&self, control: &Control<'_>, _log: Option<LogSink<'_>>) -> Played {
        give(self, control)
    }

    fn report(&self, changes: Changes, played: &Played, timing: Option<Timing>) -> GiveReport {
        GiveReport::new(self, changes, played, timing)
    }
}

/// Plays the pairs.
pub fn give(plan: &GivePlan<'_>, control: &Control<'_>) -> Played {
    let (sums, threads) = blocks::run(0..plan.pairs, BLOCK, control, || Giver::new(plan, control));
    let ended = if sums.pairs() < plan.pairs { Ended::Stopped } else { Ended::Whole };
    Played { sums, ended, threads }
}

struct Giver<'a> {
    plan: &'a GivePlan<'a>,
    control: &'a Control<'a>,
    sums: Sums,
}

impl<'a> Giver<'a> {
    fn new(plan: &'a GivePlan<'a>, control: &'a Control<'a>) -> Self {
        Giver { plan, control, sums: Sums::new(1) }
    }

    fn ends(&self, seed: u64) -> Result<[End; 2], (NoOutcome, bool)> {
        let stop = || self.control.is_stopped();
        let play = |world: usize| {
            let plan = self.plan;
            let bots = plan.run.seated(plan.named.players(), 0);
            let mut table = Table::new(&plan.worlds[world], &bots, &plan.run.tools);
            let end = table.restricted(seed, &mut |_, _| {}, &stop).map_err(|why| (why, world == 0));
            end.map(|end| End::from_outcome(end, plan.seat, plan.run.by))
        };
        Ok([play(0)?, play(1)?])
    }
}

impl Worker for Giver<'_> {
    type Sums = Sums;

    fn unit(&mut self, pair: u64) {
        let (seed, seat) = (self.plan.run.seed_of(pair), self.plan.seat);
        match self.ends(seed) {
            Ok([without, with]) => {
                self.sums.cards[0].count(with, without);
            }
            Err((NoOutcome::Stopped, _)) => {}
            Err((NoOutcome::Fault(fault), as_written)) => {
                let failed = FailedPair::new(pair, 0, (Some(seat), None), seed);
                let failed = failed.because(&self.plan.worlds[usize::from(!as_written)], &fault);
                self.sums.fail(FailedPair { as_written, ..failed });
            }
        }
    }

    fn sums(self) -> Sums {
        self.sums
    }
}

/// Effect of changed cards on the one player who has them.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct GiveReport {
    /// Version of the document: 1.
    pub version: u32,
    /// Game with the changed cards.
    #[serde(flatten)]
    pub head: Head,
    /// Number of the seat with the changed cards, from 1.
    pub seat: u8,
    /// IDs of the changed cards.
    pub given: Vec<String>,
    /// Bots by seat.
    pub bots: Vec<String>,
    /// Description of the players, as in a simulation.
    pub who: String,
    /// Measure of the impact.
    pub by: Objective,
    /// Seed of the run.
    pub seed: u64,
    /// Number of games that count.
    pub games: u64,
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Option<Timing>,
    /// Result with the changed cards less that without, in percentage points or points of the score; `null` without pairs.
    pub impact: Option<f64>,
    /// 95 % interval of `impact`.
    pub ci95: Interval,
    /// Pairs that count.
    pub times: u64,
    /// Additional decisions in games with the changed cards; `null` with fewer than two pairs.
    pub length: Option<Length>,
    /// Pairs in which a rule failed. They are not counted elsewhere.
    pub failed: u64,
    /// Seeds of the first twenty of them.
    pub failed_seeds: Vec<u64>,
}

impl GiveReport {
    /// Creates the report of a run.
    pub fn new(plan: &GivePlan<'_>, changes: Changes, played: &Played, timing: Option<Timing>) -> GiveReport {
        let (bots, of_card) = (plan.run.seated(plan.named.players(), 0), &played.sums.cards[0]);
        let (sums, measure) = (&of_card.impact, (plan.run.by, &plan.worlds[0]));
        let [without, with] = plan.worlds;
        let made = Made::for_bots([(&*bots, without, ""), (&bots, with, "the changed game")]);
        GiveReport {
            version: ludex::JSON_VERSION,
            who: plan.run.who(without, &made),
            head: Head::for_ruleset(plan.named.ruleset(), without.players(), changes, made),
            seat: plan.seat.number() + 1,
            given: plan.given.cards().map(str::to_owned).collect(),
            bots: listed(&bots),
            by: plan.run.by,
            seed: plan.run.seed,
            games: 2 * sums.n,
            timing,
            impact: mean(sums, measure),
            ci95: interval(sums, measure, 1),
            times: sums.n,
            length: length(of_card),
            failed: played.sums.failed,
            failed_seeds: played.sums.faults.iter().map(|fault| fault.seed).collect(),
        }
    }

    /// Returns a phrase that defines the measured impact.
    pub fn meaning(&self, names: &Names) -> String {
        let seat = names.numbered_seat(self.seat);
        let what = match self.by {
            Objective::Win => format!("percentage points that {seat} wins more often"),
            Objective::Score => format!("points that {seat} scores more"),
        };
        format!("{what} if only they have the changed cards than if no player has them")
    }
}
