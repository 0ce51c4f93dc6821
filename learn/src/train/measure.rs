//! Strength of weights: one seat against equal bots in the others; the seat rotates over each deal. If all
//! players win or lose together: the score of a team of equal bots.

use std::sync::Arc;

use crate::{Weights, policy};
use ludex::Setup;
use ludex_bots::policy::{PolicySpec, Strength};
use ludex_bots::{BotSpec, Tools};

use super::TeamReport;
use ludex_lab::blocks::{Control, Worker, run};
use ludex_lab::estimate::Sample;
use ludex_lab::game::{Deciders, NoWatcher, Outcome, VICTORY, play};
use ludex_lab::splitmix64;
use ludex_lab::stats::{Moments, t_interval, wilson_of_shares};

/// Opponents, weakest first, with the maximum number of games.
const RIVALS: [(&str, u64); 4] =
    [("random", 1_000), ("greedy:4", 200), ("search:50", 60), ("search:200", 20)];
/// Minimum number of games against an opponent; fewer are not played.
const FEWEST: u64 = 8;

/// Returns the opponents with their numbers of games: together they take no longer than a training of so many
/// games, as estimated.
pub fn rivals(setup: &Setup, weights: &Arc<Weights>, trained: u64) -> Vec<(BotSpec, u64)> {
    let Some(sample) = Sample::new(setup) else { return Vec::new() };
    let bot = trained_bot(weights);
    let each = sample.training_seconds(trained) / RIVALS.len() as f64;
    let fitting = |(name, most): (&str, u64)| {
        let rival: BotSpec = name.parse().ok()?;
        let dearest = sample.seconds(&rival, 1).max(sample.seconds(&bot, 1));
        Some((rival, most.min((each / dearest) as u64)))
    };
    RIVALS.into_iter().filter_map(fitting).filter(|(_, games)| *games >= FEWEST).collect()
}

fn trained_bot(weights: &Arc<Weights>) -> BotSpec {
    BotSpec::Policy(PolicySpec::new(policy(Arc::clone(weights))))
}

/// Plays games of a team: this bot in all seats. Returns `None` if stopped, or if all games failed.
pub fn measure_team(
    setup: &Setup,
    (bot, games): (&BotSpec, u64),
    seed: u64,
    control: &Control<'_>,
) -> Option<TeamReport> {
    let bots = vec![bot.clone(); usize::from(setup.players())];
    let (_, scores) = measured(setup, &bots, games, seed, control)?;
    let unit = f64::from(setup.players()) * if setup.has_decimal_score() { 1000.0 } else { 1.0 };
    let interval = t_interval(&scores, 0.95).map(|end| end / unit);
    Some(TeamReport { bot: bot.to_string(), games: scores.n, score: scores.mean() / unit, interval })
}

/// Plays the games of a team of trained players, and of one of each opponent.
pub fn teams(weights: &Arc<Weights>, rivals: Vec<(BotSpec, u64)>) -> Vec<(BotSpec, u64)> {
    let most = rivals.iter().map(|(_, games)| *games).max();
    let own = most.map(|games| (trained_bot(weights), games));
    own.into_iter().chain(rivals).collect()
}

/// Plays games against a bot. Returns `None` if stopped, or if all games failed.
pub fn measure(
    setup: &Setup,
    weights: &Arc<Weights>,
    (rival, games): (&BotSpec, u64),
    seed: u64,
    control: &Control<'_>,
) -> Option<Strength> {
    let mut bots = vec![trained_bot(weights)];
    bots.resize(usize::from(setup.players()), rival.clone());
    let (won, Moments { n: played, .. }) = measured(setup, &bots, games, seed, control)?;
    let share = won as f64 / VICTORY as f64;
    let [low, high] = wilson_of_shares(share, played);
    Some(Strength::new(rival.to_string(), played, [low, share / played as f64, high]))
}

/// Plays games, and returns the sum of the victories of the first bot and the scores of all players together.
fn measured(
    setup: &Setup,
    bots: &[BotSpec],
    games: u64,
    seed: u64,
    control: &Control<'_>,
) -> Option<(i64, Moments)> {
    let stop = || control.is_stopped();
    let worker = || Measuring {
        setup,
        deciders: Deciders::new(bots, &Tools::default()),
        outcome: Outcome::default(),
        seed,
        stop: &stop,
        sums: (0, Moments::default()),
    };
    let (sums, _) = run(0..games, 1, control, worker);
    (sums.1.n > 0 && !control.is_stopped()).then_some(sums)
}

struct Measuring<'a> {
    setup: &'a Setup,
    deciders: Deciders,
    outcome: Outcome,
    seed: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Sum of the shares of victories, and the sums of all scores of a game.
    sums: (i64, Moments),
}

impl Worker for Measuring<'_> {
    type Sums = (i64, Moments);

    fn unit(&mut self, game: u64) {
        let players = u64::from(self.setup.players());
        let seat = game % players;
        self.deciders.turn(((players - seat) % players) as usize);
        let seed = splitmix64(self.seed, game / players);
        let played = play(self.setup, seed, &mut self.deciders, &mut NoWatcher, &mut self.outcome, self.stop);
        if played.is_ok() {
            self.sums.0 += self.outcome.part(seat as usize);
            self.sums.1.add(self.outcome.scores.iter().sum());
        }
    }

    fn sums(self) -> Self::Sums {
        self.sums
    }
}
