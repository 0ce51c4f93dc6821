//! The positions from which a bot thinks: deals of its own.

use crate::play::Perspective;
use crate::play::{Dealer, Sight};
use crate::program::Program;
use crate::state::State;

/// The options of a decision that differ in the eyes of the seat.
pub(super) struct Options {
    /// For each option of the game: which of `keys` it is.
    pub of: Vec<usize>,
    /// What each is.
    pub keys: Vec<u64>,
}

impl Options {
    pub fn of(position: Perspective<'_>) -> Self {
        let mut keys: Vec<u64> = Vec::new();
        let mut number = |seen: u64| {
            keys.iter().position(|key| *key == seen).unwrap_or_else(|| {
                keys.push(seen);
                keys.len() - 1
            })
        };
        let of = position.options_seen().into_iter().map(&mut number).collect();
        Self { of, keys }
    }

    /// The first option of the game of this sort.
    pub fn first(&self, number: usize) -> usize {
        self.of.iter().position(|of| *of == number).unwrap_or(0)
    }
}

/// Makes a position one that may be the game's as far as the seat knows, with chance of its own; false if none was found in which the seat
/// has the same options.
pub(super) fn deal(
    dealer: &mut Dealer<'_>,
    (program, sight): (&Program, &Sight),
    options: &Options,
    seed: u64,
    into: &mut State,
) -> bool {
    dealer.deal(seed, into) && same_options(program, sight, into, options)
}

fn same_options(program: &Program, sight: &Sight, state: &State, options: &Options) -> bool {
    let seen: Vec<u64> = state.options().iter().map(|option| sight.option(program, state, *option)).collect();
    seen.iter().all(|key| options.keys.contains(key)) && options.keys.iter().all(|key| seen.contains(key))
}
