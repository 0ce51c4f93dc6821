//! A game as one seat may know it.

#[cfg(feature = "unstable-internals")]
pub(crate) mod inside;

use super::super::{Game, Setup, Told};
use super::{Decision, Observation, View};
use crate::ids::Seat;

/// A game as one seat may know it: all that whoever plays for that seat is given. Nothing here tells where a card lies that the seat can't
/// know, nor what chance will bring; [`Perspective::deal`] gives a game that might be this one.
///
/// It looks into a game that goes on, so it is made anew for each look, which costs nothing. Who keeps something keeps the game and the seat.
#[derive(Debug, Clone, Copy)]
pub struct Perspective<'g> {
    game: &'g Game,
    seat: Seat,
}

impl Game {
    /// The game as a seat may know it. One that is not at the table sees what everybody may, has no options and is dealt nothing.
    pub fn perspective(&self, seat: Seat) -> Perspective<'_> {
        Perspective { game: self, seat }
    }
}

impl<'g> Perspective<'g> {
    /// Who looks.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// What is played.
    pub fn setup(self) -> &'g Setup {
        self.game.setup()
    }

    /// How many options the seat has; 0 if it does not decide.
    pub fn options(self) -> usize {
        if self.decides() { self.game.options() } else { 0 }
    }

    /// What has to be decided; of another seat's decision without its options.
    pub fn decision(self) -> Option<Decision> {
        self.game.decision_for(self.seat)
    }

    /// What the seat sees.
    pub fn view(self) -> View {
        self.game.view(self.seat)
    }

    /// All that the seat is shown; of the log what stands from this line on.
    pub fn observe(self, from: usize) -> Observation {
        self.game.observe(self.seat, from)
    }

    /// What the seat is told of the choice made last.
    pub fn told(self) -> Option<Told> {
        self.game.told(self.seat)
    }

    /// How many choices were made.
    pub fn choices(self) -> usize {
        self.game.choices()
    }

    /// A determinization: see [`Game::redealt`].
    pub fn deal(self, seed: u64) -> Option<Game> {
        self.game.redealt(self.seat, seed)
    }

    fn decides(self) -> bool {
        self.game.deciding() == Some(self.seat)
    }
}
