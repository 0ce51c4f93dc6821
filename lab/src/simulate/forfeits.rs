//! Games that bots lost by forfeit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::add_up::{Failure, Failures, adds_up};

/// A game that a bot lost by forfeit, because it broke the rules of the bot protocol.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Forfeit {
    /// Number of the game, from 0.
    pub game: u64,
    /// Seed of the game.
    pub seed: u64,
    /// Name of the seat.
    pub seat: String,
    /// Name of the bot.
    pub bot: String,
    /// Reason for the forfeit.
    pub reason: String,
}

impl Failure for Forfeit {
    fn number(&self) -> (u64, usize) {
        (self.game, 0)
    }
}

/// All forfeits of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Forfeits {
    /// Number of games with a forfeit.
    pub games: u64,
    /// The first twenty forfeits, by number of the game.
    #[schemars(with = "Vec<Forfeit>")]
    pub first: Failures<Forfeit>,
}

adds_up!(Forfeits { games, first });

impl Forfeits {
    /// Adds the forfeits of a game.
    pub(super) fn add(&mut self, forfeits: impl Iterator<Item = Forfeit>) {
        let mut forfeits = forfeits.peekable();
        self.games += u64::from(forfeits.peek().is_some());
        forfeits.for_each(|forfeit| self.first.push(forfeit));
    }

    /// Returns true if no bot lost by forfeit.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }
}
