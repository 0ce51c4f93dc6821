//! Strategy of a bot in a small game.
//!
//! The bot is queried repeatedly in each information set, each time with fresh state.

use std::sync::atomic::{AtomicU64, Ordering};

use ludex::Game;
use ludex_bots::{Bot, BotSpec, Tools};

use super::MeasuredBot;
use super::strategy::Strategy;
use super::tree::Tree;
use crate::blocks::{Control, Worker, run};
use crate::seeds::splitmix64;

/// Number of queries in a block.
const BLOCK: u64 = 16;
/// Number of progress steps.
pub(super) const ALL: u64 = 1_000;

/// Returns the strategy of a bot, queried at one position of each set, or `None` if the run was cancelled.
pub(super) fn of_bot(
    tree: &Tree,
    positions: &[Game],
    asked: &MeasuredBot,
    control: &Control<'_>,
) -> Option<Strategy> {
    if asked.bot == BotSpec::Random {
        return Some(Strategy::random(tree));
    }
    let questions = positions.len() as u64 * u64::from(asked.tries);
    let worker = || StrategySampler {
        tree,
        positions,
        asked,
        bot: asked.bot.build(&Tools::default()),
        picks: vec![0; tree.places],
        answered: 0,
    };
    let answered = AtomicU64::new(0);
    // excludes the previous work from the estimate of the remaining time
    (control.done)(0);
    let done = |more: u64| {
        let before = answered.fetch_add(more, Ordering::Relaxed);
        (control.done)((before + more) * ALL / questions - before * ALL / questions);
    };
    let ((picks, answered), _) = run(0..questions, BLOCK, &Control { done: &done, ..*control }, worker);
    let weights: Vec<f64> = picks.into_iter().map(|n| n as f64).collect();
    (answered == questions).then(|| Strategy::from_weights(tree, &weights))
}

struct StrategySampler<'a> {
    tree: &'a Tree,
    positions: &'a [Game],
    asked: &'a MeasuredBot,
    bot: Box<dyn Bot>,
    /// Number of times each option of each set was chosen.
    picks: Vec<u64>,
    answered: u64,
}

impl Worker for StrategySampler<'_> {
    type Sums = (Vec<u64>, u64);

    /// Queries all sets once before any is repeated. Queries early in a game take longer, so this order makes
    /// the progress representative from the start.
    fn unit(&mut self, unit: u64) {
        let (sets, tries) = (self.positions.len() as u64, u64::from(self.asked.tries));
        let set = (unit % sets) as usize;
        let question = set as u64 * tries + unit / sets;
        let game = &self.positions[set];
        let Some(seat) = game.deciding() else { return };
        self.bot.begin();
        let option = self.bot.choose(game.perspective(seat), splitmix64(self.asked.seed, question));
        self.picks[self.tree.sets[set].first + option] += 1;
        self.answered += 1;
    }

    fn sums(self) -> Self::Sums {
        (self.picks, self.answered)
    }
}
