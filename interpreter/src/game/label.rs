//! Stable names for options, players, spots, cards and zones: what saves, scenarios and scripts use.

use crate::exec::{DONE, action_of, targets_of};
use crate::hir::{Checked, Holder};
use crate::ids::{SpotId, WindowId, ZoneId};
use crate::program::{ChoiceKind, ChoiceOp, NONE, Program};
use crate::state::{State, Status};
use crate::types::{Base, Type};

/// A player's id: as declared, else `seat_2`.
pub fn seat_label(checked: &Checked, player: u8) -> String {
    checked.seats.get(usize::from(player)).cloned().unwrap_or_else(|| format!("seat_{}", player + 1))
}

/// A spot's label: `column_2`.
pub fn spot_label(checked: &Checked, spot: SpotId, index: i32) -> String {
    format!("{}_{}", checked.spots[spot.index()].name, index + 1)
}

/// A card with its owner: `blue king`; without an owner: `temple`.
pub fn card_text(program: &Program, card: u16) -> String {
    let c = usize::from(card);
    let name = &program.checked.designs[program.layout.design[c] as usize].name;
    match u8::try_from(program.layout.owner[c]) {
        Ok(owner) => format!("{} {name}", seat_label(&program.checked, owner)),
        Err(_) => name.clone(),
    }
}

/// A zone of one holder: `goal_deck`, `blue.hand`, `column_1.lane`, `blue cape.under`.
pub fn zone_label(program: &Program, zone: u16) -> String {
    let info = &program.layout.zones[usize::from(zone)];
    let def = &program.checked.zones[info.def.index()];
    match def.holder {
        Holder::Game => def.name.clone(),
        Holder::Player => format!("{}.{}", seat_label(&program.checked, info.holder as u8), def.name),
        Holder::Spot(spot) => format!("{}.{}", spot_label(&program.checked, spot, info.holder), def.name),
        Holder::Kind(_) | Holder::Design(_) => {
            format!("{}.{}", card_text(program, info.holder as u16), def.name)
        }
    }
}

/// The zone with a label.
pub fn find_zone(program: &Program, label: &str) -> Option<u16> {
    let name = label.rsplit('.').next().unwrap_or(label);
    let def = program.checked.zones.iter().position(|z| z.name == name)?;
    let (base, count) = program.layout.zone_range[ZoneId::new(def).index()];
    (base..base + count).find(|zone| zone_label(program, *zone) == label)
}

/// The label of an option of the decision that is waited for.
pub fn option_label(program: &Program, state: &State, index: usize) -> String {
    let (Status::Waiting { choice, .. }, Some(&value)) = (state.status(), state.options().get(index)) else {
        return String::new();
    };
    value_label(program, state, &program.choices[choice.0 as usize], value)
}

fn value_label(program: &Program, state: &State, choice: &ChoiceOp, value: i32) -> String {
    let checked = &program.checked;
    match (value, choice.kind) {
        (NONE, _) => "decline".to_owned(),
        (DONE, _) => "done".to_owned(),
        (value, ChoiceKind::YesNo) => if value == 1 { "yes" } else { "no" }.to_owned(),
        (value, ChoiceKind::Modes(_)) => choice.modes.get(value as usize).cloned().unwrap_or_default(),
        (value, ChoiceKind::Window(window)) => action_label(program, window, value),
        (value, ChoiceKind::List(_)) if choice.ty.is_card() => card_label(program, state, value),
        (value, ChoiceKind::List(_)) => plain_label(checked, choice.ty, value),
    }
}

/// A value that is no card.
fn plain_label(checked: &Checked, ty: Type, value: i32) -> String {
    match ty.base {
        Base::Player => seat_label(checked, value as u8),
        Base::Spot(spot) => spot_label(checked, spot, value),
        Base::Enum(id) => checked.enums[id.index()].values.get(value as usize).cloned().unwrap_or_default(),
        Base::Bool => (value != 0).to_string(),
        _ => value.to_string(),
    }
}

/// `take_gold`, `build temple`, `destroy blue palace`.
fn action_label(program: &Program, window: WindowId, value: i32) -> String {
    let index = action_of(value);
    let action = &program.windows[window.index()][index];
    let mut label = program.checked.windows[window.index()].actions[index].name.clone();
    for ((_, ty), target) in action.targets.iter().zip(targets_of(value, action.targets.len())) {
        label.push(' ');
        label.push_str(&if ty.is_card() {
            card_text(program, target as u16)
        } else {
            plain_label(&program.checked, *ty, target)
        });
    }
    label
}

/// The card's id if that says enough among the options; else with its owner; else with a number.
fn card_label(program: &Program, state: &State, value: i32) -> String {
    let layout = &program.layout;
    let cards: Vec<usize> = state.options().iter().filter(|v| **v >= 0).map(|v| *v as usize).collect();
    let c = value as usize;
    let alike: Vec<usize> = cards.iter().copied().filter(|o| layout.design[*o] == layout.design[c]).collect();
    let name = &program.checked.designs[layout.design[c] as usize].name;
    if alike.len() < 2 {
        return name.clone();
    }
    let text = card_text(program, value as u16);
    let same: Vec<usize> = alike.into_iter().filter(|o| layout.owner[*o] == layout.owner[c]).collect();
    if same.len() < 2 {
        return text;
    }
    let number = same.iter().position(|o| *o == c).map_or(1, |i| i + 1);
    format!("{text}#{number}")
}
