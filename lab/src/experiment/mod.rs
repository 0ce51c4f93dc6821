//! The one form of an experiment: a plan is played, the sums of its games add up, and a report is made of them.
//!
//! Whoever runs experiments (the command line, a test) knows this form only: how much work there is, how it is played, what a part of it has
//! counted, and what the report says.

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

/// What all plans have in common: who plays, from which seed, what counts, and which part is played here.
#[derive(Clone)]
pub struct RunConfig {
    /// The seed from which each deal or pair derives its own.
    pub seed: u64,
    /// The bots by seat; the last one has all seats that are left.
    pub bots: Vec<BotSpec>,
    /// Clock and threads of the bots.
    pub tools: Tools,
    /// True if each deal is played once from each turn of the bots.
    pub rotate: bool,
    /// What counts at the end of a game.
    pub by: Objective,
    /// The part that is played here; `None` for the whole.
    pub shard: Option<Shard>,
    /// True if every position is looked at, also where all players are random.
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
    /// All of a run of random players, in which victories count.
    pub fn new(seed: u64) -> RunConfig {
        let (bots, tools) = (vec![BotSpec::Random], Tools::default());
        RunConfig { seed, bots, tools, rotate: false, by: Objective::Win, shard: None, detail: false }
    }

    /// The seed of a deal or pair.
    pub fn seed_of(&self, number: u64) -> u64 {
        splitmix64(self.seed, number)
    }

    /// The bots of all seats, turned by `turn` seats.
    pub fn seated(&self, players: u8, turn: u64) -> Vec<BotSpec> {
        let players = u64::from(players);
        let entry = |seat| self.bots.get(((seat + turn) % players) as usize).or(self.bots.last());
        (0..players).map(|seat| entry(seat).cloned().unwrap_or(BotSpec::Random)).collect()
    }

    /// How often each deal is played: until all bots would sit as at first. Equal bots need no turning, and two bots that sit alternately have two
    /// turns, since the others would be the same games again.
    pub fn turns(&self, players: u8) -> u64 {
        let (first, all) = (self.seated(players, 0), u64::from(players));
        let mut others = (1..all).filter(|turn| self.rotate && self.seated(players, *turn) == first);
        others.next().unwrap_or(if self.rotate { all } else { 1 })
    }

    /// True if all players are random.
    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotSpec::Random)
    }

    /// True if every position is looked at: where it was asked for, or where bots take longer anyway.
    pub fn looks(&self) -> bool {
        self.detail || !self.is_random()
    }

    /// The numbers of the units that are played here, of so many in the whole run.
    pub fn part_of(&self, units: u64) -> Range<u64> {
        self.shard.map_or(0..units, |shard| shard.part(units))
    }

    /// Who played, in words.
    pub fn who(&self, setup: &Setup, made: &Made) -> String {
        who_played(&listed(&self.bots), wanted(setup, &self.bots).as_deref(), made)
    }
}

/// Why no more games were played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All games of the plan were played.
    Whole,
    /// Fewer were enough to decide the question.
    Decided,
    /// The same rule failed in each of the first games.
    SameFault,
    /// So many of the first games did not end.
    Endless(u64),
    /// A rule failed in all games of the first batch.
    Failed,
    /// The run was stopped from outside.
    Stopped,
}

/// Games that were played.
#[derive(Debug, Clone)]
pub struct Played<S> {
    /// Their sums.
    pub sums: S,
    /// Why there were no more.
    pub ended: Ended,
    /// Number of threads.
    pub threads: u64,
}

impl<S> Played<S> {
    /// The whole run, from what its parts have counted.
    pub fn merged(sums: S) -> Played<S> {
        Played { sums, ended: Ended::Whole, threads: 0 }
    }

    /// True if the run was stopped from outside.
    pub fn is_stopped(&self) -> bool {
        self.ended == Ended::Stopped
    }
}

/// How much a plan is to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// All of it: games, or their costs.
    pub all: u64,
    /// How much of it a unit is that [`Control::done`] is told of.
    pub of_unit: u64,
}

/// An experiment: a plan that can be played.
pub trait Experiment {
    /// The sums of its games.
    type Sums;
    /// The report, whose JSON form is the result.
    type Report: Serialize;

    /// Who plays, and which part.
    fn run(&self) -> &RunConfig;

    /// The same, to be changed.
    fn run_mut(&mut self) -> &mut RunConfig;

    /// The game whose seats and cards the report names.
    fn setup(&self) -> &Setup;

    /// All rules that are played.
    fn rules(&self) -> Vec<&Ruleset> {
        vec![self.setup().ruleset()]
    }

    /// Program, seeds and weights of the players.
    fn made(&self) -> Made {
        Made::new(&self.run().bots, self.setup())
    }

    /// How often each deal is played.
    fn turns(&self) -> u64 {
        self.run().turns(self.setup().players())
    }

    /// How much is played here.
    fn work(&self) -> Work;

    /// Plays the plan. A plan that writes no log ignores `log`.
    fn play(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Played<Self::Sums>;

    /// What a part writes of its sums; `None` for an experiment without parts.
    fn counts(_sums: Self::Sums) -> Option<Counts> {
        None
    }

    /// Plays a part: what it has counted, and whether all of its games were played. `None` if it was stopped.
    fn part(&self, control: &Control<'_>, log: Option<LogSink<'_>>) -> Option<(Counts, bool)> {
        let played = self.play(control, log);
        let whole = played.ended == Ended::Whole;
        (!played.is_stopped()).then(|| Self::counts(played.sums))?.map(|counts| (counts, whole))
    }

    /// The whole run from what its parts have counted; `None` if they are of another experiment.
    fn merged(&self, _counts: Counts) -> Option<Played<Self::Sums>> {
        None
    }

    /// Makes the report. `changes` says what was changed in the ruleset.
    fn report(&self, changes: Changes, played: &Played<Self::Sums>, timing: Option<Timing>) -> Self::Report;
}

/// What is alike in all plans: who plays is the field `run`; where the setup is, each plan says.
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
