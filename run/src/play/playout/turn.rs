//! A decision in a playout, and random choices.

use super::super::knowledge::{hand_of, is_known, plays};
use super::super::label::option_label;
use crate::belief::Beliefs;
use crate::program::Program;
use crate::state::{Generator, State, Status};
use ludex_check::ids::{CardId, Seat, ZoneAt};

/// The random choices of [`Playout::random`](super::Playout::random). A caller that draws each option from
/// the chooser of the same seed ([`Turn::draw`], [`Game::draw`](crate::play::Game::draw)) plays the same game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chooser(Generator);

impl Chooser {
    /// Creates a random stream that depends on the seed only.
    pub fn new(seed: u64) -> Self {
        Self(Generator::new(apart(seed)))
    }

    pub(crate) fn into_generator(self) -> Generator {
        self.0
    }

    /// Draws an option of the pending decision.
    pub(crate) fn draw(&mut self, state: &State) -> usize {
        state.draw(&mut self.0)
    }

    /// Draws an index with these weights.
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

    /// Draws the next number below `n`, each equally likely. Returns 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }
}

/// Derives a different seed, so that random choices are independent of chance with the same seed.
pub(super) fn apart(seed: u64) -> u64 {
    seed ^ 0x5bd1_e995_9d1b_54a5
}

/// A decision in a playout, with its position.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    pub(super) program: &'a Program,
    pub(super) state: &'a State,
    pub(super) seat: i32,
    pub(super) beliefs: Option<&'a Beliefs>,
}

impl<'a> Turn<'a> {
    pub(crate) fn position(self) -> &'a State {
        self.state
    }

    pub(crate) fn beliefs(self) -> Option<&'a Beliefs> {
        self.beliefs
    }

    /// Returns the acting player.
    pub fn seat(self) -> Seat {
        Seat(u8::try_from(self.seat).unwrap_or(0))
    }

    /// Draws the index of an option: each with equal probability, or for a choice of several each
    /// combination.
    pub fn draw(self, chooser: &mut Chooser) -> usize {
        chooser.draw(self.state)
    }

    /// Returns the probability of each option for a random player, in equal parts; empty if all are equal.
    pub fn weights(self) -> impl Iterator<Item = u64> + Clone + 'a {
        self.state.weights()
    }

    /// Returns the number of options, at least one.
    pub fn options(self) -> usize {
        self.state.options().len()
    }

    /// Returns the name of the decision.
    pub fn decision(self) -> &'a str {
        let Status::Waiting { choice, .. } = self.state.status() else { return "" };
        let decision = self.program.choices[choice.0 as usize].decision;
        &self.program.checked.decisions[decision.index()]
    }

    /// Returns true if an option is a card in the acting player's hand: choosing it plays the card or gives
    /// it away.
    pub fn plays(self, option: usize, card: CardId) -> bool {
        plays(self.program, self.state, option, card.0)
    }

    /// Returns the player who has a card in hand; see [`Host::hand_of`](crate::play::Host::hand_of).
    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        hand_of(self.program, self.state, card.0).map(Seat)
    }

    /// Returns the zone of a card, or `None` if it is in none; see [`Host::zone_of`](crate::play::Host::zone_of).
    pub fn zone_of(self, card: CardId) -> Option<ZoneAt> {
        self.state.zone_of(card.0).map(ZoneAt)
    }

    /// Returns true if any player knows that this card is in its position.
    pub fn is_known(self, card: CardId) -> bool {
        is_known(self.state, card.0)
    }

    /// Returns the stable label of an option, or an empty string if there is no such option. Allocates, and
    /// names cards even if the acting player does not know them.
    pub fn label(self, option: usize) -> String {
        option_label(self.program, self.state, option)
    }
}
