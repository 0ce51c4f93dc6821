//! What a seat is shown, as bytes to compare. Of copies of a card, which nobody can tell apart, it does not matter which it is: a card
//! is written as its design and its owner.

use super::label::shown_labels;
use super::log::LogEntry;
use super::told::Told;
use super::view;
use crate::hir::Holder;
use crate::program::{NONE, Program};
use crate::state::{State, Status};
use crate::types::Type;

/// Numbers and words one after another, each part with its length before it.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub bytes: Vec<u8>,
}

/// A card that is not known.
const HIDDEN: i32 = NONE + 1;

impl Seen {
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

    /// What is told of another's pick.
    pub fn told(&mut self, program: &Program, told: &Told) {
        self.number(i32::from(told.player));
        self.word(&told.decision);
        match (told.card, &told.pick) {
            (Some(card), _) => self.numbers(&design_of(program, i32::from(card))),
            (None, Some(label)) => self.word(label),
            (None, None) => self.number(HIDDEN),
        }
    }

    /// Lines of the log, as the seat knew what they say when it was said.
    pub fn log(&mut self, program: &Program, log: &[LogEntry], seat: u8) {
        self.number(log.len() as i32);
        for entry in log {
            match entry {
                LogEntry::Said { message, facts } => {
                    self.number(message.index() as i32);
                    let params = &program.checked.messages[message.index()].params;
                    for ((_, ty), fact) in params.iter().zip(facts) {
                        let value = value_of(program, *ty, fact.value);
                        self.numbers(&if fact.known.has(seat) { value } else { vec![HIDDEN] });
                    }
                }
                LogEntry::Began { phase, number, active } => {
                    self.numbers(&[-1, phase.index() as i32, *number, active.map_or(-1, i32::from)]);
                }
            }
        }
    }

    /// The table.
    pub fn view(&mut self, program: &Program, state: &State, seat: u8) {
        let view = view::view(program, state, seat);
        self.number(view.active.map_or(-1, i32::from));
        let mut zones: Vec<Vec<i32>> =
            view.zones.iter().map(|zone| zone_of(program, zone, &view.cells)).collect();
        // those that lie on copies of a card come in any order
        zones.sort_unstable();
        zones.iter().for_each(|zone| self.numbers(zone));
        for (v, var) in program.checked.vars.iter().enumerate() {
            if !matches!(var.holder, Holder::Kind(_)) {
                let cells = &view.cells[cells_of(program, v)];
                cells.iter().for_each(|cell| self.numbers(&value_of(program, var.ty, *cell)));
            }
        }
        self.numbers(&view.cells[program.layout.phase_cells as usize..]);
    }

    /// What there is to decide.
    pub fn options(&mut self, program: &Program, state: &State, seat: u8) {
        if let Status::Waiting { choice, .. } = state.status() {
            self.number(choice.0 as i32);
        }
        shown_labels(program, state, seat).iter().for_each(|label| self.word(label));
    }
}

/// Where the cells of a variable stand.
fn cells_of(program: &Program, var: usize) -> std::ops::Range<usize> {
    let layout = &program.layout;
    let end = layout.vars.get(var + 1).map_or(layout.phase_cells, |at| *at);
    layout.vars[var] as usize..end as usize
}

fn design_of(program: &Program, card: i32) -> Vec<i32> {
    let Ok(card) = usize::try_from(card) else { return vec![card] };
    vec![program.layout.design[card] as i32, program.layout.owner[card]]
}

fn value_of(program: &Program, ty: Type, value: i32) -> Vec<i32> {
    if ty.is_card() { design_of(program, value) } else { vec![value] }
}

/// A zone: which, whose, and its cards, each with its variables.
fn zone_of(program: &Program, seen: &view::ZoneView, cells: &[i32]) -> Vec<i32> {
    let info = &program.layout.zones[usize::from(seen.zone)];
    let holder = if info.on_card { design_of(program, info.holder) } else { vec![info.holder] };
    let mut cards: Vec<Vec<i32>> = seen.cards.iter().map(|card| card_of(program, card, cells)).collect();
    if !info.ordered {
        cards.sort_unstable();
    }
    let mut zone = vec![info.def.index() as i32, i32::from(seen.concealed)];
    zone.extend(holder);
    zone.extend(cards.into_iter().flatten());
    zone
}

fn card_of(program: &Program, seen: &view::CardView, cells: &[i32]) -> Vec<i32> {
    let mut card = vec![seen.kind.index() as i32, seen.owner.map_or(-1, i32::from), i32::from(seen.up)];
    let Some(known) = seen.card else {
        card.push(HIDDEN);
        return card;
    };
    card.extend(design_of(program, i32::from(known)));
    for (v, var) in program.checked.vars.iter().enumerate() {
        if var.holder == Holder::Kind(seen.kind) {
            let first = program.layout.kinds[seen.kind.index()].0 as usize;
            let at = cells_of(program, v).start + usize::from(known) - first;
            card.extend(value_of(program, var.ty, cells[at]));
        }
    }
    card
}
