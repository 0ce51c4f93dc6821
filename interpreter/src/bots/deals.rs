//! The positions from which a bot thinks: deals of its own.

use super::mix;
use crate::exec::{Machine, Nobody, Workspace};
use crate::face::Perspective;
use crate::game::Sight;
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

/// A position that may be the game's as far as the seat knows, with chance of its own; nothing if there is none in which the seat has the
/// same options.
pub(super) fn deal(position: Perspective<'_>, sight: &Sight, options: &Options, seed: u64) -> Option<State> {
    let program = &position.setup().program;
    let mut state = position.deal(seed)?.game.state().clone();
    relist(program, &mut state, seed);
    same_options(program, sight, &state, options).then_some(state)
}

/// What can't be told apart is listed in an order that the game's chance decides; here it is the deal's.
fn relist(program: &Program, state: &mut State, seed: u64) {
    state.reseed(mix(seed, 1));
    Machine::new(program, state, &mut Workspace::default(), &mut Nobody).relist();
}

fn same_options(program: &Program, sight: &Sight, state: &State, options: &Options) -> bool {
    let seen: Vec<u64> = state.options().iter().map(|option| sight.option(program, state, *option)).collect();
    seen.iter().all(|key| options.keys.contains(key)) && options.keys.iter().all(|key| seen.contains(key))
}
