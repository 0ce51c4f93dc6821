//! A game as one seat may know it.

use super::super::encode::{Encoder, Encoding, Memory};
use super::super::knowledge::{Dealer, Eyes, Listed, Sight};
use super::super::{Game, Setup, Told};
use super::{Decision, Observation, View};
use crate::ids::Seat;
use crate::program::Habits;
use crate::state::Generator;

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

    /// The number of an option drawn at random by the seed: each with equal probability, or of several picks each combination.
    pub(crate) fn draw(self, seed: u64) -> usize {
        if self.decides() { self.game.state().draw(&mut Generator::new(seed)) } else { 0 }
    }

    /// How likely a random player takes each option of several picks, as a number of equal parts; nothing where all are equally likely.
    pub(crate) fn weights(self) -> impl Iterator<Item = u64> + Clone + 'g {
        let game = self.game;
        game.state().weights().filter(move |_| self.decides())
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

    /// Deals for those who need many of them: positions alone. Most are such as are usual.
    pub(crate) fn dealer(self, habits: Option<&'g Habits>) -> Dealer<'g> {
        self.game.dealer(self.seat.0, Listed::AsDealt, habits)
    }

    /// Puts the choices from this one on into a memory, which keeps to what each seat may know of them.
    pub(crate) fn remember(self, from: usize, memory: &mut Memory) {
        self.game.remember(from, memory);
    }

    /// The decision of the seat as rows; none if it does not decide.
    pub(crate) fn encode(self, encoder: &Encoder, memory: &Memory, into: &mut Encoding) {
        if self.decides() {
            encoder.encode_state(self.game.state(), memory, into);
        }
    }

    fn decides(self) -> bool {
        self.game.deciding() == Some(self.seat)
    }

    /// What the seat sees, as a number.
    pub(crate) fn sight(self) -> u64 {
        let program = self.setup().program();
        Sight::new(program).position(program, self.game.state(), Eyes::Seat(self.seat.0))
    }

    /// For each option of the seat what it is in the seat's eyes; none if it does not decide.
    pub(crate) fn options_seen(self) -> Vec<u64> {
        if self.decides() { self.game.options_seen() } else { Vec::new() }
    }
}
