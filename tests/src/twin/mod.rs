//! The yardstick: two games written by hand, as tight as we can, without the interpreter.
//!
//! A twin takes the same decisions in the same order from the same generators as the interpreted ruleset, so that one
//! seed gives both the same game. It is what the interpreter's speed is measured against, and a second opinion on
//! the rules. This folder is the one place where Rust knows the cards of a game.

pub mod citadels;
pub mod compare;
pub mod kabale;

use crate::inside::Pick;
use ludex::machinery::state::Generator;

/// A hand-written random game.
pub trait Twin {
    /// Ready to play with so many players, options at their defaults.
    fn new(players: u8) -> Self;

    /// Plays the game of a seed and tells each decision. Returns how many had two or more options.
    fn play(&mut self, seed: u64, watch: impl FnMut(Pick)) -> u64;

    /// The scores of the game that was played last, as the interpreter's cells.
    fn scores(&self) -> &[i32];

    /// Sets an option of the ruleset, or says that it is not known by hand.
    fn set(&mut self, _option: &str, _value: &str) -> bool {
        false
    }

    /// The turns of the game that was played last, where they are counted.
    fn turns(&self) -> u64 {
        0
    }
}

/// The generator of choices of a seed.
pub fn chooser(seed: u64) -> Generator {
    ludex::machinery::random_choices(seed)
}

/// Shuffles as the interpreter does: from the last place down, each with one of those up to it.
pub fn shuffle<T>(cards: &mut [T], chance: &mut Generator) {
    for last in (1..cards.len()).rev() {
        let other = chance.below(last as u32 + 1);
        cards.swap(last, other as usize);
    }
}
