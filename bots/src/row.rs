//! Random choices where something free can be repeated, as raising and lowering a flag: a player who comes back to an equal position
//! in a row of its own decisions takes an option there that it has not taken yet, so that playouts go on.

use ludex::machinery::mix;
use ludex::machinery::program::Program;
use ludex::machinery::state::{Generator, State, Status};

/// Places for positions. Two that share one forget each other.
const PLACES: usize = 256;
/// Draws before an option that was not taken is looked for.
const DRAWS: u32 = 8;

/// Positions of the current row of decisions, and which of their first 64 options were taken.
pub(super) struct Row {
    player: i32,
    /// Rows so far, so that a new one needs no clearing.
    number: u64,
    places: Vec<(u64, u64)>,
}

impl Row {
    pub fn new() -> Self {
        Self { player: 0, number: 0, places: vec![(0, 0); PLACES] }
    }

    /// A playout begins.
    pub fn begin(&mut self) {
        self.number += 1;
    }

    /// The number of an option that was not taken in this position, at random; any if all were.
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
