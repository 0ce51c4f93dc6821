//! Determinizations for bots, and the keys of decisions and options.

use super::mix;
use ludex::Perspective;
use ludex_run::play::{Determinizer, ObservationHasher, PerspectiveInternals, Viewpoint};
use ludex_run::program::Program;
use ludex_run::state::State;

/// The options of a decision that the seat can distinguish.
pub(super) struct Options {
    /// For each option of the game, its index in `keys`.
    pub of: Vec<usize>,
    /// Key of each distinguishable option.
    pub keys: Vec<u64>,
    /// Key of the decision ([`own_key`]).
    pub decision: u64,
}

impl Options {
    pub fn new(position: Perspective<'_>) -> Self {
        let mut keys: Vec<u64> = Vec::new();
        let mut number = |seen: u64| {
            keys.iter().position(|key| *key == seen).unwrap_or_else(|| {
                keys.push(seen);
                keys.len() - 1
            })
        };
        let seen = position.options_seen();
        let of = seen.iter().copied().map(&mut number).collect();
        Self { of, keys, decision: with_options(position.sight(), &seen) }
    }

    /// Returns the first option of the game with the given index in `keys`.
    pub fn first(&self, number: usize) -> usize {
        self.of.iter().position(|of| *of == number).unwrap_or(0)
    }
}

/// Determinizes `into`: samples a position from the seat's information set, with its own random numbers.
/// Returns false if no such position with the same options was found.
pub(super) fn deal(
    dealer: &mut Determinizer<'_>,
    (program, sight): (&Program, &ObservationHasher),
    options: &Options,
    seed: u64,
    into: &mut State,
) -> bool {
    dealer.deal(seed, into) && same_options(program, sight, into, options)
}

/// Computes the key of a decision for its seat, from the observation and the options. Writes the keys of the
/// options to `seen`.
pub(super) fn own_key(
    program: &Program,
    state: &State,
    sight: &ObservationHasher,
    seat: u8,
    seen: &mut Vec<u64>,
) -> u64 {
    write_keys(program, state, sight, seen);
    with_options(sight.position(program, state, Viewpoint::Seat(seat)), seen)
}

fn with_options(position: u64, seen: &[u64]) -> u64 {
    mix(position, seen.iter().fold(0, |sum: u64, seen| sum.wrapping_add(*seen)))
}

/// Writes the key of each option, as the acting player sees it, to `seen`.
pub(super) fn write_keys(program: &Program, state: &State, sight: &ObservationHasher, seen: &mut Vec<u64>) {
    seen.clear();
    seen.extend(state.options().iter().map(|option| sight.option(program, state, *option)));
}

fn same_options(program: &Program, sight: &ObservationHasher, state: &State, options: &Options) -> bool {
    let mut seen = Vec::new();
    write_keys(program, state, sight, &mut seen);
    seen.iter().all(|key| options.keys.contains(key)) && options.keys.iter().all(|key| seen.contains(key))
}
