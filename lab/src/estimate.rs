//! Estimates the duration of games for a playing strength before any game is played.
//!
//! The estimate uses the fuel of random games, so it is identical on all machines and for any number of
//! threads. Timing games instead would select different bots on different machines.

use std::sync::atomic::AtomicBool;

use ludex::{Profile, ProfileLine, Setup};
use ludex_bots::BotSpec;

use crate::blocks::Control;
use crate::simulate::{SimulatePlan, simulate};

/// Maximum number of random games in the sample.
const GAMES: u64 = 16;
/// The sample is smaller if the first game shows that it would exceed this total of instructions and fuel.
const ENOUGH: u64 = 20_000_000;
/// Seed of the sample games.
const SEED: u64 = 1;

/// Instructions and fuel of random games that one core of a slow machine executes per second, as measured
/// (docs/impact.md).
const SECOND: f64 = 40e6;
/// Assumed number of cores.
const CORES: f64 = 2.0;
/// Cost of an iteration from a decision to the end: a fraction of a random game, and a fixed cost per
/// iteration.
const TRY: f64 = 0.5;
const EACH_TRY: f64 = 100.0;
/// Maximum cost of an iteration. Bots use fewer iterations if they would cost more.
const DEAREST_TRY: f64 = 200_000.0;
/// Cost of evaluating a policy network, in instructions and fuel.
const ANSWER: f64 = 1_000.0;

/// The same for a decision in training, with its part of the gradients.
const LESSON: f64 = 1_400.0;
/// Factor for games of more than two players, in which the value network also learns from another seat.
const SEVERAL: f64 = 2.0;

/// Averages of random games of a setup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Decisions with two or more options per game.
    decisions: f64,
    /// Options per such decision.
    options: f64,
    /// Instructions and fuel per game.
    cost: f64,
    /// Cost of a decision in training.
    lesson: f64,
}

impl Sample {
    /// Plays the sample games. Returns `None` if a rule fails in all of them.
    pub fn new(setup: &Setup) -> Option<Sample> {
        let plan = SimulatePlan::new(setup, GAMES, SEED);
        let mut profile = Profile::new(setup);
        let spent = |profile: &Profile| profile.lines().iter().map(ProfileLine::cost).sum::<u64>();
        // a game that ends in a runtime error counts with its cost so far
        let play = |game: u64, profile: &mut Profile| drop(profile.random(plan.run.seed_of(game)));
        play(0, &mut profile);
        let games = (ENOUGH / spent(&profile).max(1)).clamp(1, GAMES);
        (1..games).for_each(|game| play(game, &mut profile));
        let (stop, done) = (AtomicBool::new(false), |_| {});
        let plan = SimulatePlan::new(setup, profile.games(), SEED);
        let sums = simulate(&plan, &Control { threads: 1, stop: &stop, done: &done }, None).sums;
        let (games, all) = (sums.finished() as f64, sums.decisions.all.sum as f64);
        (sums.finished() > 0).then(|| Sample {
            decisions: all / games,
            options: sums.options as f64 / all.max(1.0),
            cost: spent(&profile) as f64 / profile.games() as f64,
            lesson: if setup.players() > 2 { SEVERAL * LESSON } else { LESSON },
        })
    }

    /// Returns the approximate duration in seconds of `games` games with `bot` in all seats, on a slow
    /// machine with two cores.
    pub fn seconds(&self, bot: &BotSpec, games: u64) -> f64 {
        games as f64 * (self.cost + self.decisions * self.answer(bot)) / (SECOND * CORES)
    }

    /// Returns the approximate duration of games with trained players in all seats, in the same way.
    pub fn trained_seconds(&self, games: u64) -> f64 {
        games as f64 * (self.cost + self.decisions * ANSWER) / (SECOND * CORES)
    }

    /// Returns the approximate duration of a training on so many games, in the same way.
    pub fn training_seconds(&self, games: u64) -> f64 {
        games as f64 * (self.cost + self.decisions * self.lesson) / (SECOND * CORES)
    }

    /// Returns the cost of a decision of a bot.
    fn answer(&self, bot: &BotSpec) -> f64 {
        let tries = if let BotSpec::Policy(_) = bot {
            return ANSWER;
        } else if let BotSpec::Greedy { deals } = bot {
            f64::from(*deals) * self.options
        } else {
            bot.tries() as f64
        };
        tries * (EACH_TRY + TRY * self.cost).min(DEAREST_TRY)
    }
}
