//! Stable names for options, players, spots, cards and zones, as used in saves, scenarios and scripts.

pub mod lists;

use std::collections::BTreeMap;

use super::values::place;
use crate::exec::{About, DONE, Fault, action_of, targets_of};
use crate::program::{ChoiceKind, ChoiceOp, NONE, Program};
use crate::state::{State, Status};
use ludex_check::hir::{Checked, Holder, Repeat};
use ludex_check::ids::{MAX_TARGETS, SpotId, TableId, WindowId};
use ludex_check::language::Function;
use ludex_check::types::{Base, Type};

/// Returns a player's label: as declared, otherwise `seat_2`.
pub fn seat_label(checked: &Checked, player: u8) -> String {
    checked
        .seats
        .get(usize::from(player))
        .cloned()
        .unwrap_or_else(|| format!("seat_{}", u16::from(player) + 1))
}

/// Describes the failure of a rule in one sentence, with the names of missing items.
pub fn fault_message(checked: &Checked, fault: &Fault) -> String {
    match fault.about {
        None => fault.kind.message().to_owned(),
        Some(About::Repeats(phase)) => {
            let phase = &checked.phases[phase.index()];
            let why = match (&phase.until, &phase.repeat) {
                (Some(_), _) => "its `until` never holds",
                (None, Repeat::While(_)) => "its `while` always holds",
                (None, _) => "nothing ends it",
            };
            format!(
                "{}: the phase `{}` is repeated again and again, and {why}",
                fault.kind.message(),
                phase.name
            )
        }
        Some(About::Row(table, key)) => no_row(checked, table, key),
        Some(About::Full(zone, most)) => {
            let zone = &checked.zones[zone.index()].name;
            format!("`{zone}` is full: it holds {most} card{} at most", if most == 1 { "" } else { "s" })
        }
        Some(About::Number(spot, number, count)) => {
            let what = spot.map_or(Function::Seat.name(), |spot| checked.spots[spot.index()].name.as_str());
            match count {
                0 => format!("there is no `{what}`"),
                _ => format!("there is no `{what}` {number}: they are counted from 1 to {count}"),
            }
        }
    }
}

fn no_row(checked: &Checked, table: TableId, key: i32) -> String {
    let table = &checked.tables[table.index()];
    let words = checked.words_of(table.key.base());
    let word = words.and_then(|words| words.get(usize::try_from(key).ok()?));
    let key = match word {
        Some(word) => format!("`{word}`"),
        None if key == NONE => "a missing value".to_owned(),
        None => key.to_string(),
    };
    format!("the table `{}` has no row for {key}", table.name)
}

/// Returns a spot's label: its name if it has one, otherwise `column_2`.
pub fn spot_label(checked: &Checked, spot: SpotId, index: i32) -> String {
    let spot = &checked.spots[spot.index()];
    let word = usize::try_from(index).ok().and_then(|index| spot.words.get(index));
    word.cloned().unwrap_or_else(|| format!("{}_{}", spot.name, index + 1))
}

/// Returns a card's label with its owner: `blue king`; without an owner: `temple`.
pub fn card_text(program: &Program, card: u16) -> String {
    let c = usize::from(card);
    let name = &program.checked.designs[program.layout.design[c] as usize].name;
    match u8::try_from(program.layout.owner[c]) {
        Ok(owner) => format!("{} {name}", seat_label(&program.checked, owner)),
        Err(_) => name.clone(),
    }
}

/// Returns the label of a zone: `goal_deck`, `blue.hand`, `column_1.lane`, `blue cape.under`. The key of a
/// keyed zone comes last: `tokens.silk`.
pub fn zone_label(program: &Program, zone: u16) -> String {
    let info = &program.layout.zones[usize::from(zone)];
    let def = &program.checked.zones[info.def.index()];
    let holder = match def.holder {
        Holder::Game => String::new(),
        Holder::Player => seat_label(&program.checked, info.holder as u8) + ".",
        Holder::Spot(spot) => spot_label(&program.checked, spot, info.holder) + ".",
        Holder::Kind(_) | Holder::Design(_) => card_text(program, info.holder as u16) + ".",
    };
    let key = def.per.map(|per| format!(".{}", plain_label(&program.checked, per.ty(), info.key)));
    format!("{holder}{}{}", def.name, key.unwrap_or_default())
}

/// Finds the zone with a label.
pub fn find_zone(program: &Program, label: &str) -> Option<u16> {
    let zones = program.checked.zones.iter().zip(&program.layout.zone_range);
    let named = zones.filter(|(def, _)| label.split('.').any(|word| word == def.name));
    let mut all = named.flat_map(|(_, (base, count))| *base..base + count);
    all.find(|zone| zone_label(program, *zone) == label)
}

/// Returns the label of an option of the pending decision.
pub fn option_label(program: &Program, state: &State, index: usize) -> String {
    let (Status::Waiting { choice, .. }, Some(&value)) = (state.status(), state.options().get(index)) else {
        return String::new();
    };
    let choice = &program.choices[choice.0 as usize];
    if choice.ty.is_list() && value >= 0 {
        return option_labels(program, state).swap_remove(index);
    }
    if let (ChoiceKind::Window(window), true) = (choice.kind, value >= 0) {
        let called = called(program, window, value);
        let same = |other: &&i32| **other >= 0 && self::called(program, window, **other) == called;
        let before = state.options()[..index].iter().filter(same).count();
        return nth(value_label(program, choice, value), before + 1);
    }
    if !is_card(choice, value) {
        return value_label(program, choice, value);
    }
    let (back, options) = (back(program, value), state.options());
    let others = options.iter().filter(|other| **other >= 0).map(|other| self::back(program, *other));
    let design = others.clone().filter(|other| other.0 == back.0).count();
    let owned = others.filter(|other| *other == back).count();
    let before = options[..index].iter().filter(|other| **other >= 0 && self::back(program, **other) == back);
    card_label(program, value, [design, owned, before.count() + 1])
}

/// Returns the labels of all options of the pending decision, equal to those of [`option_label`].
pub fn option_labels(program: &Program, state: &State) -> Vec<String> {
    labels(program, state, |_| false)
}

/// Returns the labels as visible to the acting player. Cards that the seat does not know are `hidden`, with
/// their position in an ordered zone, and do not affect other labels.
pub fn shown_labels(program: &Program, state: &State, seat: u8) -> Vec<String> {
    labels(program, state, |card| !state.knows(seat, card))
}

fn labels(program: &Program, state: &State, hidden: impl Fn(u16) -> bool) -> Vec<String> {
    let Status::Waiting { choice, .. } = state.status() else { return Vec::new() };
    let choice = &program.choices[choice.0 as usize];
    if choice.ty.is_list() {
        return lists::labels(program, state, choice, hidden);
    }
    let is_card = |value: i32| is_card(choice, value) && !hidden(value as u16);
    let (mut designs, mut owned, mut actions) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for value in state.options().iter().filter(|value| is_card(**value)) {
        let back = back(program, *value);
        *designs.entry(back.0).or_insert(0) += 1;
        owned.entry(back).or_insert((0, 0)).0 += 1;
    }
    let label = |value: &i32| {
        if let (ChoiceKind::Window(window), true) = (choice.kind, *value >= 0) {
            let sees = sees_targets(program, window, *value, &hidden);
            let number = match sees {
                [true, true, true] => actions.entry(called(program, window, *value)).or_insert(0),
                _ => &mut 0,
            };
            *number += 1;
            let targets =
                targets_of(*value, program.windows[window.index()][action_of(*value)].targets.len());
            let unseen = |i: usize| (!sees[i]).then(|| hidden_label(program, state, targets[i]));
            return nth(action_label(program, window, *value, std::array::from_fn(unseen)), *number);
        }
        if !is_card(*value) {
            return other_label((program, state), choice, *value);
        }
        let back = back(program, *value);
        let (same, number) = owned.entry(back).or_insert((1, 0));
        *number += 1;
        card_label(program, *value, [designs.get(&back.0).copied().unwrap_or(1), *same, *number])
    };
    state.options().iter().map(label).collect()
}

/// Returns the label of an option that is a hidden card, or not a card.
fn other_label((program, state): (&Program, &State), choice: &ChoiceOp, value: i32) -> String {
    if is_card(choice, value) {
        hidden_label(program, state, value)
    } else {
        value_label(program, choice, value)
    }
}

/// Returns true for each target of an action that may be disclosed. Cards listed by name are not secret, in
/// any zone.
pub(crate) fn sees_targets(
    program: &Program,
    window: WindowId,
    value: i32,
    hidden: impl Fn(u16) -> bool,
) -> [bool; MAX_TARGETS] {
    let targets = &program.windows[window.index()][action_of(value)].targets;
    let mut sees = [true; MAX_TARGETS];
    for ((sees, (list, ty)), target) in sees.iter_mut().zip(targets).zip(targets_of(value, targets.len())) {
        *sees = !ty.is_card() || program.lists_by_name(list.body) || !hidden(target as u16);
    }
    sees
}

/// Returns the action, and the identity of its targets in labels: design and owner for cards.
fn called(program: &Program, window: WindowId, value: i32) -> (usize, [(u32, i32); MAX_TARGETS]) {
    let index = action_of(value);
    let targets = &program.windows[window.index()][index].targets;
    let mut called = [(0, 0); MAX_TARGETS];
    for ((called, (_, ty)), target) in called.iter_mut().zip(targets).zip(targets_of(value, targets.len())) {
        *called = if ty.is_card() { back(program, target) } else { (0, target) };
    }
    (index, called)
}

/// Returns a label, with a number from the second of several equal ones on.
fn nth(label: String, number: usize) -> String {
    if number < 2 { label } else { format!("{label}#{number}") }
}

fn is_card(choice: &ChoiceOp, value: i32) -> bool {
    value >= 0 && matches!(choice.kind, ChoiceKind::List(_)) && choice.ty.is_card()
}

/// Returns the design and the owner of a card.
fn back(program: &Program, card: i32) -> (u32, i32) {
    let card = card as usize;
    (program.layout.design[card], program.layout.owner[card])
}

/// Returns the label of an option that is not a card.
pub fn value_label(program: &Program, choice: &ChoiceOp, value: i32) -> String {
    let checked = &program.checked;
    match (value, choice.kind) {
        (NONE, _) => "decline".to_owned(),
        (DONE, _) => "done".to_owned(),
        (value, ChoiceKind::YesNo) => if value == 1 { "yes" } else { "no" }.to_owned(),
        (value, ChoiceKind::Modes(_)) => choice.modes.get(value as usize).cloned().unwrap_or_default(),
        (value, ChoiceKind::Window(window)) => action_label(program, window, value, Default::default()),
        (value, ChoiceKind::List(_)) => plain_label(checked, choice.ty, value),
    }
}

fn plain_label(checked: &Checked, ty: Type, value: i32) -> String {
    match ty.base() {
        Base::Player => seat_label(checked, value as u8),
        Base::Spot(spot) => spot_label(checked, spot, value),
        Base::Enum(id) => checked.enums[id.index()].values.get(value as usize).cloned().unwrap_or_default(),
        Base::Name(_) => checked.designs[value as usize].name.clone(),
        Base::Bool => (value != 0).to_string(),
        Base::Int
        | Base::Decimal
        | Base::Card
        | Base::Kind(_)
        | Base::Design(_)
        | Base::Zone
        | Base::Nothing
        | Base::Unknown => value.to_string(),
    }
}

/// Label of a card that the reader does not know.
pub const HIDDEN: &str = "hidden";

/// Returns the label of a card that the reader does not know. In an ordered zone it includes the position:
/// `hidden 2`.
fn hidden_label(program: &Program, state: &State, card: i32) -> String {
    let place = u16::try_from(card).ok().and_then(|card| place(program, state, card));
    place.map_or_else(|| HIDDEN.to_owned(), |place| format!("{HIDDEN} {place}"))
}

/// Returns the label of an action: `take_gold`, `build temple`, `destroy blue palace`. Labels in `unseen`
/// replace targets that the reader does not see: `build hidden 2`.
pub(crate) fn action_label(
    program: &Program,
    window: WindowId,
    value: i32,
    unseen: [Option<String>; MAX_TARGETS],
) -> String {
    let index = action_of(value);
    let action = &program.windows[window.index()][index];
    let mut label = program.checked.windows[window.index()].actions[index].name.clone();
    let targets = targets_of(value, action.targets.len()).into_iter().zip(unseen);
    for ((_, ty), (target, unseen)) in action.targets.iter().zip(targets) {
        label.push(' ');
        label.push_str(&if let Some(unseen) = unseen {
            unseen
        } else if ty.is_card() {
            card_text(program, target as u16)
        } else {
            plain_label(&program.checked, *ty, target)
        });
    }
    label
}

/// Returns the card's name if it is unique among the options, otherwise with its owner, otherwise also with a
/// number. The array holds the number of options with this design, the number with this owner, and the number
/// of this one among them.
fn card_label(program: &Program, value: i32, [design, owned, number]: [usize; 3]) -> String {
    match (design, owned) {
        (0 | 1, _) => program.checked.designs[back(program, value).0 as usize].name.clone(),
        (_, 0 | 1) => card_text(program, value as u16),
        _ => format!("{}#{number}", card_text(program, value as u16)),
    }
}
