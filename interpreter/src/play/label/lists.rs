//! Labels of options that are lists: what they hold, with `+` between.

use std::collections::{BTreeMap, BTreeSet};

use super::{HIDDEN, back, card_text, hidden_label, plain_label, value_label};
use crate::program::{ChoiceOp, Program};
use crate::state::State;
use crate::types::Type;

/// The label of an option that holds nothing.
const EMPTY: &str = "none";

/// How lists are written.
struct ListLabels<'a, H> {
    program: &'a Program,
    state: &'a State,
    hidden: H,
    /// Designs of which cards of several owners are among the options: these are named with their owners.
    shared: BTreeSet<u32>,
}

impl<H: Fn(u16) -> bool> ListLabels<'_, H> {
    /// A list, or a list in it.
    fn list(&self, ty: Type, handle: i32) -> String {
        let element = ty.present().element();
        let parts: Vec<String> = self
            .state
            .find_list(handle)
            .unwrap_or_default()
            .iter()
            .map(|n| self.element(element, *n))
            .collect();
        if parts.is_empty() { EMPTY.to_owned() } else { parts.join(" + ") }
    }

    fn element(&self, ty: Type, n: i32) -> String {
        if ty.is_list() {
            return format!("({})", self.list(ty, n));
        }
        if !ty.is_card() {
            return plain_label(&self.program.checked, ty, n);
        }
        match back(self.program, n) {
            _ if (self.hidden)(n as u16) => hidden_label(self.program, self.state, n),
            (design, _) if self.shared.contains(&design) => card_text(self.program, n as u16),
            (design, _) => self.program.checked.designs[design as usize].name.clone(),
        }
    }

    /// Whether a card that is not told is among what a list holds.
    fn hides(&self, ty: Type, handle: i32) -> bool {
        cards(self.state, ty, handle).into_iter().any(|card| (self.hidden)(card))
    }
}

/// The cards that a list holds, or lists in it do.
pub(crate) fn cards(state: &State, ty: Type, handle: i32) -> Vec<u16> {
    let element = ty.present().element();
    let elements = state.find_list(handle).unwrap_or_default().iter();
    if element.is_list() {
        return elements.flat_map(|inner| cards(state, element, *inner)).collect();
    }
    elements.filter(|_| element.is_card()).filter_map(|card| u16::try_from(*card).ok()).collect()
}

/// The labels of all options of a decision about lists. Those that read the same have numbers, but where something is hidden.
pub(super) fn labels(
    program: &Program,
    state: &State,
    choice: &ChoiceOp,
    hidden: impl Fn(u16) -> bool,
) -> Vec<String> {
    let named = state.options().iter().filter(|value| **value >= 0);
    let named = named.flat_map(|value| cards(state, choice.ty, *value)).filter(|card| !hidden(*card));
    let mut owners: BTreeMap<u32, BTreeSet<i32>> = BTreeMap::new();
    for (design, owner) in named.map(|card| back(program, i32::from(card))) {
        owners.entry(design).or_default().insert(owner);
    }
    let shared = owners.into_iter().filter(|(_, owners)| owners.len() > 1).map(|(design, _)| design);
    let writer = ListLabels { program, state, hidden, shared: shared.collect() };
    let labels = state.options().iter().map(|value| match *value {
        value if value < 0 => (value_label(program, choice, value), false),
        value => (writer.list(choice.ty, value), !writer.hides(choice.ty, value)),
    });
    numbered(labels.collect())
}

/// Labels with numbers behind those that stand more than once, where they may have one.
fn numbered(labels: Vec<(String, bool)>) -> Vec<String> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    labels
        .iter()
        .filter(|(_, may)| *may)
        .for_each(|(label, _)| *count.entry(label.clone()).or_default() += 1);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let number = |(label, may): (String, bool)| {
        if !may || count.get(&label).is_none_or(|count| *count < 2) {
            return label;
        }
        let number = met.entry(label.clone()).or_default();
        *number += 1;
        format!("{label}#{number}")
    };
    labels.into_iter().map(number).collect()
}

/// What a list holds, each card with its owner, and the card if it is one.
pub(crate) fn parts(program: &Program, state: &State, ty: Type, handle: i32) -> Vec<(String, Option<u16>)> {
    let element = ty.present().element();
    let elements = state.find_list(handle).unwrap_or_default().iter();
    if element.is_list() {
        return elements.flat_map(|inner| parts(program, state, element, *inner)).collect();
    }
    let part = |n: i32| match u16::try_from(n) {
        Ok(card) if element.is_card() => (card_text(program, card), Some(card)),
        _ => (plain_label(&program.checked, element, n), None),
    };
    elements.map(|n| part(*n)).collect()
}

/// The label of parts, with `hidden` for those that are not told.
pub(crate) fn joined<'p>(parts: impl IntoIterator<Item = (&'p str, bool)>) -> String {
    let told = parts.into_iter().map(|(part, told)| if told { part } else { HIDDEN });
    let told: Vec<&str> = told.collect();
    if told.is_empty() { EMPTY.to_owned() } else { told.join(" + ") }
}
