//! A game as visible to one seat.

pub(crate) mod internals;

use super::super::{Game, ObservedChoice, Setup};
use super::{Decision, Observation, View};
use ludex_check::ids::Seat;

/// A game as visible to one seat: all information for a player or bot in that seat. It reveals neither cards
/// that the seat does not know nor future random events. [`Perspective::deal`] returns a game that may be
/// this one.
///
/// It borrows the game, so create it for each use, which is free. To keep it, keep the game and the seat.
#[derive(Debug, Clone, Copy)]
pub struct Perspective<'g> {
    game: &'g Game,
    seat: Seat,
}

impl Game {
    /// Returns the game as visible to a seat. A seat that is not in the game sees public information, has no
    /// options, and gets no determinizations.
    pub fn perspective(&self, seat: Seat) -> Perspective<'_> {
        Perspective { game: self, seat }
    }
}

impl<'g> Perspective<'g> {
    /// Returns the seat of the viewer.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// Returns the setup of the game.
    pub fn setup(self) -> &'g Setup {
        self.game.setup()
    }

    /// Returns the number of options of the seat; 0 unless it is deciding.
    pub fn options(self) -> usize {
        if self.decides() { self.game.options() } else { 0 }
    }

    /// Returns the pending decision; without options if another seat decides.
    pub fn decision(self) -> Option<Decision> {
        self.game.decision_for(self.seat)
    }

    /// Returns the position as visible to the seat.
    pub fn view(self) -> View {
        self.game.view(self.seat)
    }

    /// Returns the complete observation of the seat, with the log from this line on.
    pub fn observe(self, from: usize) -> Observation {
        self.game.observe(self.seat, from)
    }

    /// Returns the last choice as disclosed to the seat.
    pub fn observed_choice(self) -> Option<ObservedChoice> {
        self.game.observed_choice(self.seat)
    }

    /// Returns the number of choices made.
    pub fn choices(self) -> usize {
        self.game.choices()
    }

    /// Returns a determinization: see [`Game::determinize`].
    pub fn deal(self, seed: u64) -> Option<Game> {
        self.game.determinize(self.seat, seed)
    }

    fn decides(self) -> bool {
        self.game.deciding() == Some(self.seat)
    }
}
