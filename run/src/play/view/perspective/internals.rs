//! Internal access of bots to a position, beyond the public API.
#![allow(missing_docs, reason = "the names state the results")]

use super::super::super::knowledge::{Determinizer, ObservationHasher, OptionOrder, Viewpoint};
use super::super::super::memory::Memory;
use super::Perspective;
use crate::belief::Beliefs;
use crate::program::PlayoutSample;
use crate::state::{Generator, State};

/// Access of bots to a position. All results except `state` are equal for all positions of the seat's
/// information set.
#[doc(hidden)]
pub trait PerspectiveInternals<'g> {
    /// Draws an option with the given seed: each option with equal probability, or for choices of several
    /// each combination.
    fn draw(self, seed: u64) -> usize;

    /// Returns the weight of each option for a choice of several; empty if options are drawn uniformly.
    fn weights(self) -> impl Iterator<Item = u64> + Clone + 'g;

    /// Returns a determinizer that samples many positions. With `habits`, most samples follow the sampled
    /// playout statistics.
    fn dealer(self, habits: Option<&'g PlayoutSample>) -> Determinizer<'g>;

    /// Adds the choices from index `from` on to a memory, each as far as a seat may know it.
    fn remember(self, from: usize, memory: &mut Memory);

    /// Returns the hash of the seat's observation.
    fn sight(self) -> u64;

    /// Returns the hash of each option as observed by the seat; empty unless the seat decides.
    fn options_seen(self) -> Vec<u64>;

    /// Returns the position if the seat decides, for encoders, which read only what the seat may know.
    fn state(self) -> Option<&'g State>;

    /// Returns the beliefs of all seats, for encoders, which read only what the seat may know.
    fn beliefs(self) -> &'g Beliefs;
}

impl<'g> PerspectiveInternals<'g> for Perspective<'g> {
    fn draw(self, seed: u64) -> usize {
        self.state().map_or(0, |state| state.draw(&mut Generator::new(seed)))
    }

    fn weights(self) -> impl Iterator<Item = u64> + Clone + 'g {
        let game = self.game;
        game.state().weights().filter(move |_| self.decides())
    }

    fn dealer(self, habits: Option<&'g PlayoutSample>) -> Determinizer<'g> {
        self.game.dealer(self.seat.0, OptionOrder::AsDealt, habits)
    }

    fn remember(self, from: usize, memory: &mut Memory) {
        self.game.remember(from, memory);
    }

    fn sight(self) -> u64 {
        let program = self.setup().program();
        ObservationHasher::new(program).position(program, self.game.state(), Viewpoint::Seat(self.seat.0))
    }

    fn options_seen(self) -> Vec<u64> {
        if self.decides() { self.game.options_seen() } else { Vec::new() }
    }

    fn state(self) -> Option<&'g State> {
        self.decides().then(|| self.game.state())
    }

    fn beliefs(self) -> &'g Beliefs {
        self.game.beliefs()
    }
}
