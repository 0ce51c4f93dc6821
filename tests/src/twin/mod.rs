//! The yardstick: two games written by hand without the interpreter, as efficiently as possible.
//!
//! A twin takes the same decisions in the same order from the same generators as the interpreted ruleset, so
//! that one seed gives the same game on both sides. It is the reference for the interpreter's speed, and an
//! independent implementation of the rules. Only this folder contains Rust code about the cards of a game.

pub mod citadels;
pub mod compare;
pub mod kabale;

use crate::inside::Pick;
use ludex_run::state::Generator;

/// A hand-written random game.
pub trait Twin {
    /// Creates a game for a number of players, with default options.
    fn new(players: u8) -> Self;

    /// Plays the game of a seed and reports each decision. Returns the number of decisions with two or more
    /// options.
    fn play(&mut self, seed: u64, watch: impl FnMut(Pick)) -> u64;

    /// Returns the scores of the last game, as the interpreter's cells.
    fn scores(&self) -> &[i32];

    /// Sets an option of the ruleset. Returns false if the twin does not support it.
    fn set(&mut self, _option: &str, _value: &str) -> bool {
        false
    }

    /// Returns the number of turns of the last game, or 0 if they are not counted.
    fn turns(&self) -> u64 {
        0
    }
}

/// Creates the generator of choices for a seed.
pub fn chooser(seed: u64) -> Generator {
    ludex_run::play::random_choices(seed)
}

/// Shuffles like the interpreter: from the last position down, each swapped with a position up to it.
pub fn shuffle<T>(cards: &mut [T], chance: &mut Generator) {
    for last in (1..cards.len()).rev() {
        let other = chance.below(last as u32 + 1);
        cards.swap(last, other as usize);
    }
}
