//! A decision in a playout, and who takes it at random.

use super::super::knowledge::{hand_of, is_known, plays};
use super::super::label::option_label;
use crate::ids::{CardId, Seat, ZoneAt};
use crate::program::Program;
use crate::state::{Generator, State, Status};

/// The choices of [`Playout::random`](super::Playout::random): whoever draws an option from the one of its seed at each decision ([`Turn::draw`], [`Game::draw`](crate::Game::draw)) plays the same game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chooser(Generator);

impl Chooser {
    /// A stream of numbers that follows from the seed alone.
    pub fn new(seed: u64) -> Self {
        Self(Generator::new(apart(seed)))
    }

    pub(crate) fn into_generator(self) -> Generator {
        self.0
    }

    /// An option of the decision that is waited for.
    pub(crate) fn draw(&mut self, state: &State) -> usize {
        state.draw(&mut self.0)
    }

    /// The number of one of several things with these weights.
    pub(crate) fn draw_of(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        let mut at = self.0.below_many(weights.clone().sum());
        weights
            .take_while(|weight| {
                let is_before = *weight <= at;
                at = at.saturating_sub(*weight);
                is_before
            })
            .count()
    }

    /// The next number below `n`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }
}

/// Sets random choices apart from chance, which has the same seed.
pub(super) fn apart(seed: u64) -> u64 {
    seed ^ 0x5bd1_e995_9d1b_54a5
}

/// A decision in a playout.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    pub(super) program: &'a Program,
    pub(super) state: &'a State,
    pub(super) seat: i32,
}

impl<'a> Turn<'a> {
    pub(crate) fn position(self) -> &'a State {
        self.state
    }

    /// Who decides.
    pub fn seat(self) -> Seat {
        Seat(u8::try_from(self.seat).unwrap_or(0))
    }

    /// The number of an option drawn at random: each with equal probability, or of several picks each combination.
    pub fn draw(self, chooser: &mut Chooser) -> usize {
        chooser.draw(self.state)
    }

    /// How likely a random player takes each option of several picks, as a number of equal parts; nothing where all are equally likely.
    pub fn weights(self) -> impl Iterator<Item = u64> + Clone + 'a {
        self.state.weights()
    }

    /// How many options there are, at least one.
    pub fn options(self) -> usize {
        self.state.options().len()
    }

    /// The name of the decision.
    pub fn decision(self) -> &'a str {
        let Status::Waiting { choice, .. } = self.state.status() else { return "" };
        let decision = self.program.choices[choice.0 as usize].decision;
        &self.program.checked.decisions[decision.index()]
    }

    /// Whether an option names a card that the one who decides has in hand: to take it is to play the card, or to give it away.
    pub fn plays(self, option: usize, card: CardId) -> bool {
        plays(self.program, self.state, option, card.0)
    }

    /// The player who has a card in hand; see [`Host::hand_of`](crate::Host::hand_of).
    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        hand_of(self.program, self.state, card.0).map(Seat)
    }

    /// The zone in which a card lies, if it lies in one; see [`Host::zone_of`](crate::Host::zone_of).
    pub fn zone_of(self, card: CardId) -> Option<ZoneAt> {
        self.state.zone_of(card.0).map(ZoneAt)
    }

    /// Whether any player knows that this card lies where it does.
    pub fn is_known(self, card: CardId) -> bool {
        is_known(self.state, card.0)
    }

    /// The stable label of an option, empty if there is no such option; this allocates, and names cards also to who may not know them.
    pub fn label(self, option: usize) -> String {
        option_label(self.program, self.state, option)
    }
}
