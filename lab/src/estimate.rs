//! How long games take with players of a level, before one is played: reckoned from what random games cost in fuel, so that it comes out the
//! same on every machine and with any number of threads. The clock of one machine would choose other players than that of another.

use std::sync::atomic::AtomicBool;

use ludex::{Profile, ProfileLine, Setup};
use ludex_bots::BotSpec;

use crate::blocks::Control;
use crate::simulate::{Plan, simulate};

/// Random games that are looked at, at most …
const GAMES: u64 = 16;
/// … and fewer, where they would cost more together than so many instructions and fuel, as the first one does.
const ENOUGH: u64 = 20_000_000;
/// The seed of these games.
const SEED: u64 = 1;

/// What one core of a slow machine does in a second: instructions and fuel of random games. As measured (docs/impact.md).
const SECOND: f64 = 40e6;
/// Cores that are reckoned with.
const CORES: f64 = 2.0;
/// Parts of a random game that a try from a decision on costs, for that is what is left of it; and what each costs beside.
const TRY: f64 = 0.5;
const EACH_TRY: f64 = 100.0;
/// What a try costs, at most: bots try less often where it would cost more.
const DEAREST_TRY: f64 = 200_000.0;
/// What a policy's answer costs: it takes as long as so many instructions and fuel.
const ANSWER: f64 = 3_000.0;

/// What random games of a setup are like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Decisions with two or more options in a game.
    decisions: f64,
    /// Options of such a decision.
    options: f64,
    /// Instructions and fuel of a game.
    cost: f64,
}

impl Sample {
    /// Plays some games; nothing if a rule fails in all of them.
    pub fn new(setup: &Setup) -> Option<Sample> {
        let plan = Plan::new(setup, GAMES, SEED);
        let mut profile = Profile::new(setup);
        let spent = |profile: &Profile| profile.lines().iter().map(ProfileLine::cost).sum::<u64>();
        // a rule that fails ends the game, and what it cost until then counts
        let play = |game: u64, profile: &mut Profile| drop(profile.random(plan.run.seed_of(game)));
        play(0, &mut profile);
        let games = (ENOUGH / spent(&profile).max(1)).clamp(1, GAMES);
        (1..games).for_each(|game| play(game, &mut profile));
        let (stop, done) = (AtomicBool::new(false), |_| {});
        let plan = Plan::new(setup, profile.games(), SEED);
        let sums = simulate(&plan, &Control { threads: 1, stop: &stop, done: &done }, None).sums;
        let (games, all) = (sums.finished() as f64, sums.decisions.all.sum as f64);
        (sums.finished() > 0).then(|| Sample {
            decisions: all / games,
            options: sums.options as f64 / all.max(1.0),
            cost: spent(&profile) as f64 / profile.games() as f64,
        })
    }

    /// Seconds that so many games take with such a bot in all seats, about, on a slow machine of two cores.
    pub fn seconds(&self, bot: &BotSpec, games: u64) -> f64 {
        games as f64 * (self.cost + self.decisions * self.answer(bot)) / (SECOND * CORES)
    }

    /// What a decision costs.
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
