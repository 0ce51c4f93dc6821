//! Fuel: the only clock. It is paid where work repeats: for a round of a loop, a call, a reaction, and for the elements of a list. A program that has used up what
//! there is for a decision, or for a game, fails.
//!
//! What stands between costs nothing, for it is run once for what was paid; how long that can take is bounded by its size. So what repeats pays for its size too
//! ([`price`](crate::program::price)), and a large body costs more than a small one.

use super::{About, Fault, FaultKind, Machine, Observer};
use crate::ids::PhaseId;
use crate::program::Program;
use crate::state::State;

/// From one decision to the next, at most.
pub(super) const MAX_FUEL: u32 = 2_000_000;
/// In a whole game, at most. Without it the limits of a decision and of the number of decisions would multiply.
pub(super) const MAX_GAME_FUEL: u64 = 50_000_000;
/// Elements of lists that are visited for one.
const ELEMENTS: u32 = 8;
/// Cards that are passed in a zone for one: the way from one to the next is short.
const CARDS_ON_THE_WAY: u32 = 64;
/// Elements that an option of a window costs, for each is an option or has a list of its own.
pub(super) const TARGET: usize = 128;
/// Elements that a card costs which is looked for among others.
pub(super) const LOOKED_FOR: usize = 4;
/// Steps on the way that a card costs which may react.
pub(super) const LISTENER: usize = 8;
/// Iterations from which on a phase counts as endless: in a whole game, and without a decision.
const ITERATIONS: i32 = 1_000;
const WITHOUT_DECISION: i32 = 10_000;

/// The fault of a game that doesn't end, at the running phase that is repeated most, if its iterations have no bound.
pub fn endless_phase(program: &Program, state: &State, kind: FaultKind) -> Option<Fault> {
    let least = if kind == FaultKind::TooLong { WITHOUT_DECISION } else { ITERATIONS };
    let is_running = |resume| state.frames.iter().any(|frame| frame.pc == resume);
    let open = program.phases.iter().enumerate().filter(|(_, phase)| is_running(phase.resume));
    let open = open.filter_map(|(id, phase)| Some((state.cells[phase.counter as usize], id, phase.open?)));
    let (_, id, span) = open.max_by_key(|found| found.0).filter(|found| found.0 >= least)?;
    Some(Fault { kind, span, about: Some(About::Repeats(PhaseId::new(id))) })
}

impl<O: Observer> Machine<'_, O> {
    /// What was used since the last decision.
    pub fn used(&self) -> u32 {
        self.fuel
    }

    /// Pays for a round of a loop, a call or a reaction: one, and the price of its body.
    #[inline(always)]
    pub(super) fn pay(&mut self, price: u32) {
        self.burn(1 + price);
    }

    /// Pays the price of what is computed for an element; most have none.
    #[inline(always)]
    pub(super) fn pay_for_element(&mut self, price: u32) {
        if price > 0 {
            self.burn(price);
        }
    }

    /// Pays for elements that are visited, and one for looking.
    pub(super) fn spend(&mut self, elements: usize) {
        self.burn(1 + elements as u32 / ELEMENTS);
    }

    /// Pays for cards that are passed on the way through a zone.
    #[inline]
    pub(super) fn spend_on_way(&mut self, cards: usize) {
        self.burn(cards as u32 / CARDS_ON_THE_WAY);
    }

    #[inline(always)]
    fn burn(&mut self, fuel: u32) {
        self.fuel = self.fuel.saturating_add(fuel);
        if self.fuel > MAX_FUEL {
            self.fail(FaultKind::TooLong);
        }
    }
}
