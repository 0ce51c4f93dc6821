//! Common interface of all experiments.
//!
//! A plan is played, its sums are merged, and a report is created. Callers (the command line, tests) use only
//! this interface. It gives the amount of work, plays the plan, returns the counts of a part, and creates the
//! report.

pub mod add_up;
pub mod blocks;
pub mod cells;

use std::ops::Range;

use ludex::{Ruleset, Setup};
use ludex_bots::{BotSpec, Tools};
use serde::Serialize;

use crate::Objective;
use crate::blocks::Control;
use crate::log::LogSink;
use crate::report::{Changes, Made, Timing, listed, wanted, who_played};
use crate::shard::{Counts, Shard};
use crate::splitmix64;

/// Settings shared by all plans: bots, seed, objective, and the part to play.
#[derive(Clone)]
pub struct RunConfig {
    /// Seed from which each deal or pair derives its own.
    pub seed: u64,
    /// Bots by seat. The last one fills all remaining seats.
    pub bots: Vec<BotSpec>,
    /// Independent trainings of one policy, of which each plays all seats in its share of the units. Empty if
    /// `bots` play.
    pub trained: Vec<BotSpec>,
    /// The share of one training, if only that is played.
    pub training: Option<Shard>,
    /// Clock and threads of the bots.
    pub tools: Tools,
    /// True if each deal is played once for each rotation of the bots.
    pub rotate: bool,
    /// Result of a game that is measured.
    pub by: Objective,
    /// Part of the run to play; `None` for the whole run.
    pub shard: Option<Shard>,
    /// True if every position is inspected, even if all players are random.
    pub detail: bool,
}

impl std::fmt::Debug for RunConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut run = f.debug_struct("RunConfig");
        run.field("seed", &self.seed).field("bots", &self.bots).field("rotate", &self.rotate);
        run.field("by", &self.by).field("shard", &self.shard).finish_non_exhaustive()
    }
}

impl RunConfig {
    /// Creates settings for a whole run of random players with victories as the objective.
    pub fn new(seed: u64) -> RunConfig {
        let (bots, tools) = (vec![BotSpec::Random], Tools::default());
        RunConfig {
            seed,
            bots,
            trained: Vec::new(),
            training: None,
            tools,
            rotate: false,
            by: Objective::Win,
            shard: None,
            detail: false,
        }
    }

    /// Lets independent trainings of one policy play.
    pub fn play_trained(&mut self, trained: Vec<BotSpec>) {
        self.bots = trained.iter().take(1).cloned().collect();
        self.trained = trained;
    }

    /// Returns all bots that play, once for each training.
    pub fn all_bots(&self) -> &[BotSpec] {
        if self.trained.is_empty() { &self.bots } else { &self.trained }
    }

    /// Returns the number of independent trainings; 1 if no policy was trained.
    pub fn trainings(&self) -> u64 {
        self.trained.len().max(1) as u64
    }

    /// Returns the index of the training that plays a unit, if trainings take turns.
    pub fn training_of(&self, unit: u64) -> usize {
        (unit % self.trainings()) as usize
    }

    /// Returns the settings for the share of each training, or only these settings if no policy was trained.
    pub fn by_training(&self) -> Vec<RunConfig> {
        let of = self.trainings();
        let one = |(number, bot): (u64, &BotSpec)| RunConfig {
            bots: vec![bot.clone()],
            trained: Vec::new(),
            training: Some(Shard { number, of }),
            ..self.clone()
        };
        if self.trained.is_empty() { vec![self.clone()] } else { (1..).zip(&self.trained).map(one).collect() }
    }

    /// Returns the seed of a deal or pair.
    pub fn seed_of(&self, number: u64) -> u64 {
        splitmix64(self.seed, number)
    }

    /// Returns the bot of each seat after `turn` rotations.
    pub fn seated(&self, players: u8, turn: u64) -> Vec<BotSpec> {
        let players = u64::from(players);
        let entry = |seat| self.bots.get(((seat + turn) % players) as usize).or(self.bots.last());
        (0..players).map(|seat| entry(seat).cloned().unwrap_or(BotSpec::Random)).collect()
    }

    /// Returns the number of times that each deal is played: once for each rotation until the initial seating
    /// recurs. Identical bots need one rotation, and two alternating bots need two, because further rotations
    /// repeat the same games.
    pub fn turns(&self, players: u8) -> u64 {
        let (first, all) = (self.seated(players, 0), u64::from(players));
        let mut others = (1..all).filter(|turn| self.rotate && self.seated(players, *turn) == first);
        others.next().unwrap_or(if self.rotate { all } else { 1 })
    }

    /// Returns true if all players are random.
    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotSpec::Random)
    }

    /// Returns true if every position is inspected: on request, or if searches dominate the duration anyway.
    pub fn inspects_positions(&self) -> bool {
        self.detail || self.bots.iter().any(|bot| bot.tries() > 1)
    }

    /// Returns the numbers of the units to play here, for a whole run of `units` units.
    pub fn part_of(&self, units: u64) -> Range<u64> {
        let of_training = self.training.map_or(0..units, |training| training.part(units));
        let (first, units) = (of_training.start, of_training.end - of_training.start);
        let part = self.shard.map_or(0..units, |shard| shard.part(units));
        first + part.start..first + part.end
    }

    /// Describes the players.
    pub fn who(&self, setup: &Setup, made: &Made) -> String {
        who_played(&listed(&self.bots), wanted(setup, &self.bots).as_deref(), made)
    }
}

/// Reason why no more games were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All games of the plan were played.
    Whole,
    /// The question was decided before the maximum number of games.
    Decided,
    /// One rule failed in each of the first games.
    SameFault,
    /// A bot lost each of the first games by forfeit.
    Forfeits,
    /// This number of the first games did not end.
    Endless(u64),
    /// A rule failed in all games of the first batch.
    Failed,
    /// The run was cancelled.
    Stopped,
}

/// Result of a run.
#[derive(Debug, Clone)]
pub struct Played<S> {
    /// Sums over its games.
    pub sums: S,
    /// Reason for the end of the run.
    pub ended: Ended,
    /// Number of worker threads.
    pub threads: u64,
}

impl<S> Played<S> {
    /// Creates the result of a whole run from the merged sums of its parts.
    pub fn merged(sums: S) -> Played<S> {
        Played { sums, ended: Ended::Whole, threads: 0 }
    }

    /// Returns true if the run was cancelled.
    pub fn is_stopped(&self) -> bool {
        self.ended == Ended::Stopped
    }
}

/// Amount of work in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Total amount: games, or their costs.
    pub all: u64,
    /// Amount per unit reported to [`Control::done`].
    pub of_unit: u64,
}

/// An experiment: a plan that can be played.
pub trait Experiment {
    /// Sums over its games.
    type Sums;
    /// Report type. Its JSON form is the result.
    type Report: Serialize;

    /// Returns the bots and settings, and the part to play.
    fn run(&self) -> &RunConfig;

    /// Returns the same settings for modification.
    fn run_mut(&mut self) -> &mut RunConfig;

    /// Returns the game whose seats and cards the report names.
    fn setup(&self) -> &Setup;

    /// Returns all rulesets that are played.
    fn rules(&self) -> Vec<&Ruleset> {
        vec![self.setup().ruleset()]
    }

    /// Returns the program version, seeds and weights of the players.
    fn made(&self) -> Made {
        Made::new(self.run().all_bots(), self.setup())
    }

    /// Returns the number of times that each deal is played.
    fn turns(&self) -> u64 {
        self.run().turns(self.setup().players())
    }

    /// Returns the amount of work for the part to play.
    fn work(&self) -> Work;

    /// Plays the plan. Plans that write no log ignore `log`.
    fn play(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Played<Self::Sums>;

    /// Returns the sums in the form that a part writes, or `None` for an experiment without parts.
    fn counts(_sums: Self::Sums) -> Option<Counts> {
        None
    }

    /// Plays a part. Returns its counts, and whether all of its games were played. Returns `None` if it was
    /// cancelled.
    fn part(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Option<(Counts, bool)> {
        let played = self.play(control, log);
        let whole = played.ended == Ended::Whole;
        (!played.is_stopped()).then(|| Self::counts(played.sums))?.map(|counts| (counts, whole))
    }

    /// Returns the whole run from the counts of its parts, or `None` if they belong to another experiment.
    fn merged(&self, _counts: Counts) -> Option<Played<Self::Sums>> {
        None
    }

    /// Creates the report. `changes` lists the changes to the ruleset.
    fn report(&self, changes: Changes, played: &Played<Self::Sums>, timing: Option<Timing>) -> Self::Report;
}

/// Implements the accessors shared by all plans: the settings in the field `run`, and the given setup.
macro_rules! run_and_setup {
    ($plan:ident => $setup:expr) => {
        fn run(&$plan) -> &$crate::experiment::RunConfig {
            &$plan.run
        }

        fn run_mut(&mut $plan) -> &mut $crate::experiment::RunConfig {
            &mut $plan.run
        }

        fn setup(&$plan) -> &ludex::Setup {
            $setup
        }
    };
}
pub(crate) use run_and_setup;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_turned_until_everybody_would_sit_as_at_first() {
        let bots = |names: &str| -> Vec<BotSpec> {
            let of = |name| if name == '1' { BotSpec::Greedy { deals: 1 } } else { BotSpec::Random };
            names.chars().map(of).collect()
        };
        for (seats, players, wanted) in [
            ("1", 4, 1),
            ("22", 6, 1),
            ("12", 2, 2),
            ("12", 4, 4),
            ("1212", 4, 2),
            ("122122", 6, 3),
            ("121", 4, 4),
            ("1", 1, 1),
        ] {
            let run = |rotate| RunConfig { bots: bots(seats), rotate, ..RunConfig::new(1) };
            assert_eq!(run(true).turns(players), wanted, "{seats:?} of {players}");
            assert_eq!(run(false).turns(players), 1);
        }
    }
}
