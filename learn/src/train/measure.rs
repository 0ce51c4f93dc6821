//! Strength of weights: one seat against equal bots in the others; the seat rotates over each deal.

use std::sync::Arc;

use crate::{Weights, policy};
use ludex::Setup;
use ludex_bots::policy::{PolicySpec, Strength};
use ludex_bots::{BotSpec, Tools};

use ludex_lab::blocks::{Control, Worker, run};
use ludex_lab::game::{Deciders, NoWatcher, Outcome, VICTORY, play};
use ludex_lab::splitmix64;
use ludex_lab::stats::wilson_of_shares;

/// Opponents, weakest first, with numbers of games that take about equally long.
pub const RIVALS: [(&str, u64); 4] =
    [("random", 1_000), ("greedy:4", 200), ("search:50", 60), ("search:200", 20)];

/// Plays games against a bot. Returns `None` if stopped, or if all games failed.
pub fn measure(
    setup: &Setup,
    weights: &Arc<Weights>,
    (rival, games): (&BotSpec, u64),
    seed: u64,
    control: &Control<'_>,
) -> Option<Strength> {
    let mut bots = vec![BotSpec::Policy(PolicySpec::new(policy(Arc::clone(weights))))];
    bots.resize(usize::from(setup.players()), rival.clone());
    let stop = || control.is_stopped();
    let worker = || Measuring {
        setup,
        deciders: Deciders::new(&bots, &Tools::default()),
        outcome: Outcome::default(),
        seed,
        stop: &stop,
        sums: (0, 0),
    };
    let ((won, played), _) = run(0..games, 1, control, worker);
    if played == 0 || control.is_stopped() {
        return None;
    }
    let share = won as f64 / VICTORY as f64;
    let [low, high] = wilson_of_shares(share, played);
    Some(Strength::new(rival.to_string(), played, [low, share / played as f64, high]))
}

struct Measuring<'a> {
    setup: &'a Setup,
    deciders: Deciders,
    outcome: Outcome,
    seed: u64,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Sum of the shares of victories, and number of games.
    sums: (i64, u64),
}

impl Worker for Measuring<'_> {
    type Sums = (i64, u64);

    fn unit(&mut self, game: u64) {
        let players = u64::from(self.setup.players());
        let seat = game % players;
        self.deciders.turn(((players - seat) % players) as usize);
        let seed = splitmix64(self.seed, game / players);
        let played = play(self.setup, seed, &mut self.deciders, &mut NoWatcher, &mut self.outcome, self.stop);
        if played.is_ok() {
            self.sums = (self.sums.0 + self.outcome.part(seat as usize), self.sums.1 + 1);
        }
    }

    fn sums(self) -> Self::Sums {
        self.sums
    }
}
