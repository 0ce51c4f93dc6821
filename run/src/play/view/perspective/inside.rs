//! What bots read of a position besides the public API.
#![allow(missing_docs, reason = "as in `play/inside.rs`")]

use super::super::super::knowledge::{Dealer, Eyes, Listed, Sight};
use super::super::super::memory::Memory;
use super::Perspective;
use crate::program::Habits;
use crate::state::{Generator, State};

/// What bots ask of a position beside the public API. All but `state` is the same in every position that the seat can't tell from this one.
#[doc(hidden)]
pub trait InPerspective<'g> {
    /// The number of an option drawn at random by the seed: each with equal probability, or of several picks each combination.
    fn draw(self, seed: u64) -> usize;

    /// How likely a random player takes each option of several picks, as a number of equal parts; nothing where all are equally likely.
    fn weights(self) -> impl Iterator<Item = u64> + Clone + 'g;

    /// Deals for those who need many of them: positions alone. Most are such as are usual.
    fn dealer(self, habits: Option<&'g Habits>) -> Dealer<'g>;

    /// Puts the choices from this one on into a memory, which keeps to what each seat may know of them.
    fn remember(self, from: usize, memory: &mut Memory);

    /// What the seat sees, as a number.
    fn sight(self) -> u64;

    /// For each option of the seat what it is in the seat's eyes; none if it does not decide.
    fn options_seen(self) -> Vec<u64>;

    /// Returns the position if the seat decides, for encoders, which read only what the seat may know.
    fn state(self) -> Option<&'g State>;
}

impl<'g> InPerspective<'g> for Perspective<'g> {
    fn draw(self, seed: u64) -> usize {
        self.state().map_or(0, |state| state.draw(&mut Generator::new(seed)))
    }

    fn weights(self) -> impl Iterator<Item = u64> + Clone + 'g {
        let game = self.game;
        game.state().weights().filter(move |_| self.decides())
    }

    fn dealer(self, habits: Option<&'g Habits>) -> Dealer<'g> {
        self.game.dealer(self.seat.0, Listed::AsDealt, habits)
    }

    fn remember(self, from: usize, memory: &mut Memory) {
        self.game.remember(from, memory);
    }

    fn sight(self) -> u64 {
        let program = self.setup().program();
        Sight::new(program).position(program, self.game.state(), Eyes::Seat(self.seat.0))
    }

    fn options_seen(self) -> Vec<u64> {
        if self.decides() { self.game.options_seen() } else { Vec::new() }
    }

    fn state(self) -> Option<&'g State> {
        self.decides().then(|| self.game.state())
    }
}
