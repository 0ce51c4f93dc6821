//! Labels of options that are lists: their elements, joined by `+`.

use std::collections::{BTreeMap, BTreeSet};

use super::{HIDDEN, back, card_text, hidden_label, plain_label, value_label};
use crate::program::{ChoiceOp, Program};
use crate::state::State;
use ludex_check::types::Type;

/// The label of an empty list.
const EMPTY: &str = "none";

/// Formats lists.
struct ListLabels<'a, H> {
    program: &'a Program,
    state: &'a State,
    hidden: H,
    /// Designs with cards of several owners among the options. Their labels include the owner.
    shared: BTreeSet<u32>,
}

impl<H: Fn(u16) -> bool> ListLabels<'_, H> {
    /// Formats a list, including nested lists.
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

    /// Returns true if a list contains a hidden card.
    fn hides(&self, ty: Type, handle: i32) -> bool {
        cards(self.state, ty, handle).into_iter().any(|card| (self.hidden)(card))
    }
}

/// Returns the cards in a list, including nested lists.
pub fn cards(state: &State, ty: Type, handle: i32) -> Vec<u16> {
    let element = ty.present().element();
    let elements = state.find_list(handle).unwrap_or_default().iter();
    if element.is_list() {
        return elements.flat_map(|inner| cards(state, element, *inner)).collect();
    }
    elements.filter(|_| element.is_card()).filter_map(|card| u16::try_from(*card).ok()).collect()
}

/// Returns the labels of all options of a decision about lists. Equal labels are numbered unless they hide a
/// card.
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

/// Appends numbers to labels that occur more than once, if they may have one.
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

/// Returns the elements of a list, cards with their owners, and the card of each element that is one.
pub fn parts(program: &Program, state: &State, ty: Type, handle: i32) -> Vec<(String, Option<u16>)> {
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

/// Joins elements to a label, with `hidden` for those that are not disclosed.
pub fn joined<'p>(parts: impl IntoIterator<Item = (&'p str, bool)>) -> String {
    let told = parts.into_iter().map(|(part, told)| if told { part } else { HIDDEN });
    let told: Vec<&str> = told.collect();
    if told.is_empty() { EMPTY.to_owned() } else { told.join(" + ") }
}
