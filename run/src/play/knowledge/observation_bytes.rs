//! Observations of a seat as bytes, for comparison. Copies of a card are indistinguishable, so cards are
//! written as design and owner.

use super::super::label::shown_labels;
use super::super::session::{Chosen, Line, ObservedChoice};
use super::super::view::{CardSeen, cards_seen, cells_seen};
use crate::exec::action_of;
use crate::program::{ChoiceKind, NONE, Program};
use crate::state::{State, Status};
use ludex_check::hir::Holder;
use ludex_check::ids::KindId;
use ludex_check::types::Type;

/// A sequence of numbers and words, each part preceded by its length.
#[derive(Debug, Default)]
pub(in crate::play) struct ObservationBytes {
    pub bytes: Vec<u8>,
}

/// Placeholder for an unknown card.
const HIDDEN: i32 = NONE + 1;

impl ObservationBytes {
    pub fn number(&mut self, n: i32) {
        self.bytes.extend(n.to_le_bytes());
    }

    fn word(&mut self, word: &str) {
        self.number(word.len() as i32);
        self.bytes.extend(word.as_bytes());
    }

    fn numbers(&mut self, numbers: &[i32]) {
        self.number(numbers.len() as i32);
        numbers.iter().for_each(|n| self.number(*n));
    }

    /// Adds the disclosure of another player's choice.
    pub fn add_choice(&mut self, program: &Program, told: &ObservedChoice) {
        self.number(i32::from(told.seat.0));
        self.word(&told.decision);
        match (told.card, &told.pick) {
            (Some(card), _) => self.numbers(&design_of(program, i32::from(card.0))),
            (None, Some(label)) => self.word(label),
            (None, None) => self.number(HIDDEN),
        }
    }

    /// Adds log lines, with the facts that the seat knew at the time.
    pub fn log(&mut self, program: &Program, log: &[Line], seat: u8) {
        self.number(log.len() as i32);
        for line in log {
            match line {
                Line::Said { message, facts } => {
                    self.number(message.index() as i32);
                    let params = &program.checked.messages[message.index()].params;
                    for ((_, ty), fact) in params.iter().zip(facts) {
                        let value = value_of(program, *ty, fact.value);
                        self.numbers(&if fact.known.contains(seat) { value } else { vec![HIDDEN] });
                    }
                }
                Line::Began { phase, number, active, .. } => {
                    self.numbers(&[-1, phase.index() as i32, *number, active.map_or(-1, i32::from)]);
                }
                Line::Chose(chosen) => self.chosen(program, chosen, seat),
                Line::Scored(row) => {
                    self.numbers(&[-2, row.number]);
                    self.numbers(&row.totals);
                }
            }
        }
    }

    /// Adds a choice that no message reports.
    fn chosen(&mut self, program: &Program, chosen: &Chosen, seat: u8) {
        let Chosen { choice, player, value, picks, moved, forced } = chosen;
        let (from, to) = moved.map_or((-1, -1), |(from, to)| (i32::from(from), i32::from(to)));
        let option = match program.choices[choice.0 as usize].kind {
            ChoiceKind::Window(_) if *value >= 0 => action_of(*value) as i32,
            ChoiceKind::List(_) if !picks.is_empty() => NONE,
            ChoiceKind::Window(_) | ChoiceKind::List(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => *value,
        };
        self.numbers(&[
            -2,
            choice.0 as i32,
            i32::from(*player),
            option,
            from,
            to,
            i32::from(forced.contains(seat)),
        ]);
        for (ty, pick) in picks {
            let value = value_of(program, *ty, pick.value);
            self.numbers(&if pick.known.contains(seat) { value } else { vec![HIDDEN] });
        }
    }

    /// Adds the visible zones and variables.
    pub fn view(&mut self, program: &Program, state: &State, seat: u8) {
        let cells = cells_seen(program, state, seat);
        self.number(state.active().map_or(-1, i32::from));
        let zones = 1..program.layout.zones.len() as u16;
        let mut zones: Vec<Vec<i32>> =
            zones.map(|zone| zone_of(program, state, (zone, seat), &cells)).collect();
        // zones on copies of a card have no order
        zones.sort_unstable();
        zones.iter().for_each(|zone| self.numbers(zone));
        for (v, var) in program.checked.vars.iter().enumerate() {
            if !matches!(var.holder, Holder::Kind(_)) {
                let cells = &cells[cells_of(program, v)];
                cells.iter().for_each(|cell| self.numbers(&value_of(program, var.ty, *cell)));
            }
        }
        self.numbers(&cells[program.layout.phase_cells as usize..]);
    }

    /// Adds the pending decision.
    pub fn options(&mut self, program: &Program, state: &State, seat: u8) {
        if let Status::Waiting { choice, .. } = state.status() {
            self.number(choice.0 as i32);
        }
        shown_labels(program, state, seat).iter().for_each(|label| self.word(label));
    }
}

fn cells_of(program: &Program, var: usize) -> std::ops::Range<usize> {
    program.layout.cells_of(var)
}

fn design_of(program: &Program, card: i32) -> Vec<i32> {
    let Ok(card) = usize::try_from(card) else { return vec![card] };
    vec![program.layout.design[card] as i32, program.layout.owner[card]]
}

fn value_of(program: &Program, ty: Type, value: i32) -> Vec<i32> {
    if ty.is_card() { design_of(program, value) } else { vec![value] }
}

/// Returns the definition and the holder of a zone, and its cards with their variables. The cards in zones of
/// an unknown card follow that card.
fn zone_of(program: &Program, state: &State, (zone, seat): (u16, u8), cells: &[i32]) -> Vec<i32> {
    let info = &program.layout.zones[usize::from(zone)];
    if info.on_card && !state.shows(&program.layout, seat, info.holder as u16) {
        return vec![info.def.index() as i32, HIDDEN];
    }
    let holder = if info.on_card { design_of(program, info.holder) } else { vec![info.holder] };
    let (mut found, cards) = cards_of(program, state, (zone, seat), &|seen| {
        let mut card = card_of(program, state, (seen, zone), cells);
        if !seen.known {
            card.extend(held_by(program, state, (seen.card, seat), cells));
        }
        card
    });
    found.extend(holder);
    found.extend(Some(info.key).filter(|key| *key != NONE));
    found.extend(cards);
    found
}

/// Returns the definition of a zone and whether it is concealed, and its cards.
fn cards_of(
    program: &Program,
    state: &State,
    (zone, seat): (u16, u8),
    card: &dyn Fn(CardSeen) -> Vec<i32>,
) -> (Vec<i32>, Vec<i32>) {
    let info = &program.layout.zones[usize::from(zone)];
    let seen = cards_seen(program, state, Some(seat), zone);
    let found = vec![info.def.index() as i32, i32::from(seen.is_none())];
    let mut cards: Vec<Vec<i32>> = seen.unwrap_or_default().into_iter().map(card).collect();
    if !info.ordered {
        cards.sort_unstable();
    }
    (found, cards.concat())
}

/// Returns the cards in the zones of an unknown card.
fn held_by(program: &Program, state: &State, (card, seat): (u16, u8), cells: &[i32]) -> Vec<i32> {
    let zones = program.layout.card_zones.iter().filter_map(|by_card| by_card.get(usize::from(card)));
    let held = |zone: &u16| {
        let card = |seen| card_of(program, state, (seen, *zone), cells);
        let (found, cards) = cards_of(program, state, (*zone, seat), &card);
        if cards.is_empty() { Vec::new() } else { [found, cards].concat() }
    };
    zones.filter(|zone| **zone > 0).flat_map(held).collect()
}

fn card_of(program: &Program, state: &State, (seen, zone): (CardSeen, u16), cells: &[i32]) -> Vec<i32> {
    let (layout, c) = (&program.layout, usize::from(seen.card));
    let kind = KindId(layout.kind[c]);
    let owner = u8::try_from(layout.owner[c]).map_or(-1, i32::from);
    let mut card = vec![kind.index() as i32, owner, i32::from(seen.up)];
    if !seen.known {
        card.push(HIDDEN);
        for var in program.marks(seen.card, zone) {
            let at = c - layout.kinds[kind.index()].0 as usize;
            let values = layout.blocks(var.index()).map(|cells| state.cells[cells.start + at]);
            card.extend(
                values
                    .map(|value| if program.checked.vars[var.index()].ty.is_card() { HIDDEN } else { value }),
            );
        }
        return card;
    }
    card.extend(design_of(program, i32::from(seen.card)));
    for (v, var) in program.checked.vars.iter().enumerate() {
        if var.holder == Holder::Kind(kind) {
            let at = cells_of(program, v).start + c - layout.kinds[kind.index()].0 as usize;
            card.extend(value_of(program, var.ty, cells[at]));
        }
    }
    card
}
