//! How a bot plays in each information set of a small game: asked again and again, each time as if it had just sat down.

use std::sync::atomic::{AtomicU64, Ordering};

use ludex::Game;
use ludex_bots::{Bot, BotSpec, Tools};

use super::Asked;
use super::strategy::Strategy;
use super::tree::Tree;
use crate::blocks::{Control, Worker, run};
use crate::seeds::splitmix64;

/// Questions of one block.
const BLOCK: u64 = 16;
/// Parts of the work in which it is told how far it has come.
pub(super) const ALL: u64 = 1_000;

/// The strategy of a bot, by a position of each set; nothing if it was stopped before.
pub(super) fn of_bot(
    tree: &Tree,
    positions: &[Game],
    asked: &Asked,
    control: &Control<'_>,
) -> Option<Strategy> {
    if asked.bot == BotSpec::Random {
        return Some(Strategy::random(tree));
    }
    let questions = positions.len() as u64 * u64::from(asked.tries);
    let worker = || Asking {
        tree,
        positions,
        asked,
        bot: asked.bot.build(&Tools::default()),
        picks: vec![0; tree.places],
        answered: 0,
    };
    let answered = AtomicU64::new(0);
    // what was counted before takes no part in how long the rest takes
    (control.done)(0);
    let done = |more: u64| {
        let before = answered.fetch_add(more, Ordering::Relaxed);
        (control.done)((before + more) * ALL / questions - before * ALL / questions);
    };
    let ((picks, answered), _) = run(0..questions, BLOCK, &Control { done: &done, ..*control }, worker);
    let weights: Vec<f64> = picks.into_iter().map(|n| n as f64).collect();
    (answered == questions).then(|| Strategy::from_weights(tree, &weights))
}

struct Asking<'a> {
    tree: &'a Tree,
    positions: &'a [Game],
    asked: &'a Asked,
    bot: Box<dyn Bot>,
    /// How often each option of each set was picked.
    picks: Vec<u64>,
    answered: u64,
}

impl Worker for Asking<'_> {
    type Sums = (Vec<u64>, u64);

    /// All sets are asked once before any is asked again: early in a game an answer takes longer, and so the first questions take as long as
    /// all others on average.
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
