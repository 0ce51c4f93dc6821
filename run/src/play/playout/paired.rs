//! Random choices in step: a random player in two similar worlds chooses the same option if both offer it.

use crate::exec::{action_of, option_of, targets_of};
use crate::program::{ChoiceKind, NONE, Program};
use crate::state::{Purpose, State, Status, Streams};
use ludex_check::types::Type;

use super::Turn;

/// A random player with its own random streams.
pub(super) struct Chooser {
    streams: Streams,
    /// The options in the roles of the other world, and their weights if these differ; reused.
    options: Vec<i32>,
    weights: Vec<u64>,
}

impl Chooser {
    /// Creates a random player. The streams have their own seed.
    pub fn new(streams: Streams) -> Self {
        Self { streams, options: Vec::new(), weights: Vec::new() }
    }

    /// Chooses an option of the pending decision, each equally likely (or each combination of a choice of
    /// several), except those in `out`. If `out` contains all options, none is excluded.
    pub fn choose(&mut self, turn: Turn<'_>, out: &[usize]) -> usize {
        let Turn { program, state, .. } = turn;
        let Status::Waiting { choice, player, .. } = state.status() else { return 0 };
        let kind = program.choices[choice.0 as usize].kind;
        let ty = program.choices[choice.0 as usize].ty;
        let all = state.options();
        let all_out = (0..all.len()).all(|number| out.contains(&number));
        let is_in = |number: &usize| all_out || !out.contains(number);
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        let numbers = (0..all.len()).filter(is_in);
        options.extend(numbers.map(|number| match ty.is_list() && all[number] >= 0 {
            true => self.roles(state, ty, all[number]),
            false => self.role(program, kind, ty.is_card(), all[number]),
        }));
        self.weights.clear();
        if !state.ways.is_empty() {
            self.weights.extend((0..all.len()).filter(is_in).map(|number| state.weight(number)));
        }
        let index = self.streams.choose(Purpose::Choice(choice.0, player), &options, &self.weights, false);
        self.options = options;
        (0..all.len()).filter(is_in).nth(index).unwrap_or(0)
    }

    /// Returns a number for a list, equal for all lists with the same elements in the same roles.
    fn roles(&self, state: &State, ty: Type, list: i32) -> i32 {
        let element = ty.present().element();
        let role = |n: i32| match (element.is_list(), element.is_card()) {
            (true, _) => self.roles(state, element, n),
            (false, true) => self.streams.role(n),
            (false, false) => n,
        };
        let all = state.find_list(list).unwrap_or_default().iter();
        all.fold(1, |sum: i32, n| sum.wrapping_mul(31).wrapping_add(role(*n))) & i32::MAX
    }

    fn role(&self, program: &Program, kind: ChoiceKind, is_card: bool, option: i32) -> i32 {
        match kind {
            ChoiceKind::List(_) if is_card => self.streams.role(option),
            ChoiceKind::Window(window) if option != NONE => {
                let targets = &program.windows[window.index()][action_of(option)].targets;
                let mut values = targets_of(option, targets.len());
                for (value, _) in values.iter_mut().zip(targets).filter(|(_, (_, ty))| ty.is_card()) {
                    *value = self.streams.role(*value);
                }
                option_of(action_of(option), targets.len(), values)
            }
            ChoiceKind::List(_) | ChoiceKind::Window(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => option,
        }
    }
}
