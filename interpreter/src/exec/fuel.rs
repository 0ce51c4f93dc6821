//! Fuel: the only clock. An instruction costs one, what it visits costs by these weights, and a program that has used up what
//! there is for a decision, or for a game, fails.

use super::{FaultKind, Machine, Observer};

/// From one decision to the next, at most.
pub(super) const MAX_FUEL: u32 = 2_000_000;
/// In a whole game, at most. Without it the limits of a decision and of the number of decisions would multiply.
pub(super) const MAX_GAME_FUEL: u64 = 50_000_000;
/// Elements of lists that are visited for one.
const ELEMENTS: u32 = 8;
/// Cards that are passed in a zone for one: the way from one to the next is short.
const CARDS_ON_THE_WAY: u32 = 64;
/// Elements that a call costs for each level of its expression.
pub(super) const LEVEL: usize = 8;
/// Elements that an option of a window costs, for each is an option or has a list of its own.
pub(super) const TARGET: usize = 128;
/// Elements that a card costs which is looked for among others.
pub(super) const LOOKED_FOR: usize = 4;
/// Steps on the way that a card costs which may react.
pub(super) const LISTENER: usize = 8;

impl<O: Observer> Machine<'_, O> {
    /// Pays for elements that are visited, and one for looking.
    pub(super) fn spend(&mut self, elements: usize) {
        self.fuel = self.fuel.saturating_add(1 + elements as u32 / ELEMENTS);
        if self.fuel > MAX_FUEL {
            self.fail(FaultKind::TooLong);
        }
    }

    /// Pays for cards that are passed on the way through a zone.
    #[inline]
    pub(super) fn spend_on_way(&mut self, cards: usize) {
        self.fuel += cards as u32 / CARDS_ON_THE_WAY;
        if self.fuel > MAX_FUEL {
            self.fail(FaultKind::TooLong);
        }
    }
}
