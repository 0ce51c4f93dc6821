//! Random choices in games where free actions can be repeated, such as raising and lowering a flag.
//!
//! A player may return to an equal position within a row of their own decisions. They then take an option
//! that they have not taken there, so that playouts make progress.

use ludex_run::play::mix;
use ludex_run::program::Program;
use ludex_run::state::{Generator, State, Status};

/// Number of slots for positions. A position overwrites an older position in its slot.
const PLACES: usize = 256;
/// Number of random draws before the first option that was not taken is used.
const DRAWS: u32 = 8;

/// Positions of the current row of decisions. Of each, the first 64 options that were taken are recorded.
pub(super) struct Row {
    player: i32,
    /// Number of the current row; part of the keys, so that a new row needs no clearing.
    number: u64,
    places: Vec<(u64, u64)>,
}

impl Row {
    pub fn new() -> Self {
        Self { player: 0, number: 0, places: vec![(0, 0); PLACES] }
    }

    /// Called at the start of a playout.
    pub fn begin(&mut self) {
        self.number += 1;
    }

    /// Draws an option that was not taken in this position; any option if all were taken.
    pub fn draw(&mut self, program: &Program, state: &State, random: &mut Generator) -> usize {
        let (options, Status::Waiting { player, .. }) = (state.options().len(), state.status()) else {
            return 0;
        };
        if options < 2 {
            return 0;
        }
        if self.player != player {
            self.player = player;
            self.begin();
        }
        let here = mix(state.in_turn(program), self.number);
        let (at, taken) = &mut self.places[here as usize % PLACES];
        let all = u64::MAX >> (64 - options.min(64));
        if *at != here || *taken & all == all {
            (*at, *taken) = (here, 0);
        }
        let is_taken = |option: usize| option < 64 && *taken >> option & 1 == 1;
        let drawn = (0..DRAWS).map(|_| state.draw(random)).find(|option| !is_taken(*option));
        let option = drawn.unwrap_or_else(|| taken.trailing_ones() as usize);
        if option < 64 {
            *taken |= 1 << option;
        }
        option
    }
}
