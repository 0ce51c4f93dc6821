//! Measurements shared by the benches and the yardstick.

use crate::inside::*;
use std::hint::black_box;

use ludex::{Game, Ruleset};

use crate::rulesets::Picks;
use crate::twin::Twin;
use crate::twin::citadels::Citadels;
use crate::twin::kabale::Kabale;

/// Plays the random game of a seed and returns its number of decisions.
pub type Player = Box<dyn FnMut(u64) -> u64>;

/// Returns the hand-written version of a shipped game, if there is one.
pub fn by_hand(id: &str, players: u8) -> Option<Player> {
    match id {
        "kabale" => Some(player(Kabale::new(players))),
        "citadels" => Some(player(Citadels::new(players))),
        _ => None,
    }
}

fn player(mut twin: impl Twin + 'static) -> Player {
    Box::new(move |seed| {
        let decisions = twin.play(seed, |_| {});
        black_box(twin.scores());
        decisions
    })
}

/// Plays half of a random game; it can be undone to its beginning.
pub fn halfway(ruleset: &Ruleset, players: u8) -> Game {
    let mut game = new_game(ruleset, players, 1);
    let mut picks = Picks(1);
    while let Some(options) = game.decision().map(|decision| decision.len()) {
        game.apply(picks.below(options)).expect("no rule fails");
    }
    for _ in 0..game.choices() / 2 {
        game.undo();
    }
    game
}
