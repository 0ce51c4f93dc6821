//! Fuel: the only clock. Repeated work costs fuel: loop iterations, calls, reactions, and list elements. A
//! program that uses up the budget of a decision or of a game fails.
//!
//! Code between these points costs nothing, because it runs once per payment; its size bounds its time. So
//! repeated code also pays for its size ([`price`](crate::program::price)), and a large body costs more than
//! a small one.

use super::{About, Fault, FaultKind, Machine, Observer};
use crate::program::Program;
use crate::state::State;
use ludex_check::ids::PhaseId;

/// Maximum fuel from one decision to the next.
pub(super) const MAX_FUEL: u32 = 2_000_000;
/// Maximum fuel of a game. Without it the limits of a decision and of the number of decisions would multiply.
pub(super) const MAX_GAME_FUEL: u64 = 50_000_000;
/// Number of visited list elements per unit of fuel.
const ELEMENTS: u32 = 8;
/// Number of cards passed in a zone per unit of fuel; following the chain is cheap.
const CARDS_ON_THE_WAY: u32 = 64;
/// Cost of an option of a window, in elements. Each option may have a list of its own.
pub(super) const TARGET: usize = 128;
/// Cost of searching a card among others, in elements.
pub(super) const LOOKED_FOR: usize = 4;
/// Cost of a card that may react, in cards passed.
pub(super) const LISTENER: usize = 8;
/// Minimum numbers of iterations for a phase to count as endless: in a whole game, and without a decision.
const ITERATIONS: i32 = 1_000;
const WITHOUT_DECISION: i32 = 10_000;

/// Returns the fault of a game that does not end: the running phase with the most iterations, if their number
/// has no bound.
pub fn endless_phase(program: &Program, state: &State, kind: FaultKind) -> Option<Fault> {
    let least = if kind == FaultKind::TooLong { WITHOUT_DECISION } else { ITERATIONS };
    let is_running = |resume| state.frames.iter().any(|frame| frame.pc == resume);
    let open = program.phases.iter().enumerate().filter(|(_, phase)| is_running(phase.resume));
    let open = open.filter_map(|(id, phase)| Some((state.cells[phase.counter as usize], id, phase.open?)));
    let (_, id, span) = open.max_by_key(|found| found.0).filter(|found| found.0 >= least)?;
    Some(Fault { kind, span, about: Some(About::Repeats(PhaseId::new(id))) })
}

impl<O: Observer> Machine<'_, O> {
    /// Returns the fuel used since the last decision.
    pub fn used(&self) -> u32 {
        self.fuel
    }

    /// Pays for a loop iteration, a call or a reaction: one unit, and the price of its body.
    #[inline(always)]
    pub(super) fn pay(&mut self, price: u32) {
        self.burn(1 + price);
    }

    /// Pays the price of the computation for an element, which is usually 0.
    #[inline(always)]
    pub(super) fn pay_for_element(&mut self, price: u32) {
        if price > 0 {
            self.burn(price);
        }
    }

    /// Pays for visiting elements, plus one unit.
    pub(super) fn spend(&mut self, elements: usize) {
        self.burn(1 + elements as u32 / ELEMENTS);
    }

    /// Pays for cards passed in a zone.
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
