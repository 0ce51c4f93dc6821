//! Changes that an action with a hidden card causes, by the design of the card.

use super::bench::Bench;
use super::{Changes, hidden_target};
use ludex_run::exec::NoObserver;
use ludex_run::program::{ChoiceId, Program};
use ludex_run::state::State;

/// Value of a certain gain in a later decision, in hundredths of the gain.
const LATER: i64 = 70;

/// For each action and design, the changes if the card has that design.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub designs: usize,
    pub changes: Vec<Option<Changes>>,
}

impl Table {
    /// Tries all actions of a position with hidden cards of the seat, and records those that are new.
    pub fn add(&mut self, bench: &mut Bench, program: &Program, world: &State, choice: ChoiceId, seat: u8) {
        bench.copy(world);
        let before = bench.measure(program, seat);
        for (option, value) in world.options().iter().enumerate() {
            let Some((action, card)) = hidden_target(program, world, (choice, seat), *value) else {
                continue;
            };
            let at = action * self.designs + program.layout.design[usize::from(card)] as usize;
            if self.changes.len() <= at {
                self.changes.resize((action + 1) * self.designs, None);
            }
            if self.changes[at].is_none() && bench.choose(program, world, &mut NoObserver, option) {
                let after = bench.measure(program, seat);
                self.changes[at] = Some(core::array::from_fn(|n| after[n] - before[n]));
            }
        }
    }

    /// Returns the mean changes of an action with a card that can have these designs.
    pub fn expected(&self, action: usize, designs: &[(u32, u32)]) -> Option<Changes> {
        let (mut sum, mut count) = (Changes::default(), 0);
        for (design, times) in designs {
            let Some(changes) = self.changes.get(action * self.designs + *design as usize) else { continue };
            let Some(changes) = changes else { continue };
            sum.iter_mut().zip(changes).for_each(|(sum, change)| *sum += change * i64::from(*times));
            count += i64::from(*times);
        }
        (count > 0).then(|| sum.map(|sum| sum / count))
    }

    /// Returns the expected gain of score by the best action, or 0 if all lose.
    pub fn best(&self, designs: &[(u32, u32)]) -> i64 {
        self.actions()
            .filter_map(|action| self.expected(action, designs))
            .fold(0, |best, changes| best.max(changes[0]))
    }

    /// Returns the value of a card for a later decision: the gain of the best action, and less than the expected
    /// one if it is not certain.
    pub fn promise(&self, designs: &[(u32, u32)]) -> i64 {
        let promise = |action: usize| {
            let gain = self.expected(action, designs)?[0].max(0);
            let of = |(design, _): &(u32, u32)| self.changes.get(action * self.designs + *design as usize);
            let most = designs.iter().filter_map(of).flatten().map(|changes| changes[0]).max()?.max(1);
            Some(gain * gain / most * gain / most * LATER / 100)
        };
        self.actions().filter_map(promise).max().unwrap_or(0)
    }

    /// Returns true if an action with a design gains nothing, but with another design it does.
    pub fn fails(&self, action: usize, design: u32) -> bool {
        let of_action = self.changes.get(action * self.designs..(action + 1) * self.designs);
        let gains = |changes: &Option<Changes>| changes.is_some_and(|changes| changes[0] > 0);
        of_action.is_some_and(|all| all.iter().any(gains) && !gains(&all[design as usize]))
    }

    fn actions(&self) -> std::ops::Range<usize> {
        0..self.changes.len() / self.designs.max(1)
    }
}
