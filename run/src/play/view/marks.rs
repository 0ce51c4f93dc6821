//! Marks of cards, and designs of unknown cards that follow by elimination.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::values::{self, Named, Value};
use super::View;
use crate::belief::Beliefs;
use crate::program::{NONE, Program};
use crate::state::{State, Status};
use ludex_check::ids::VarId;

/// A variable of a card that lasts as long as the card lies in its zone.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct MarkView {
    /// Name of the variable.
    pub variable: Named<VarId>,
    /// Key of the value; absent for a variable without keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Value>,
    /// Value of the variable.
    pub value: Value,
}

impl View {
    /// Adds the designs of unknown cards for which all other designs can be ruled out.
    pub(in crate::play) fn conclude(mut self, program: &Program, state: &State, beliefs: &Beliefs) -> View {
        let Some(seat) = self.seat.as_ref().map(|seat| seat.id.0) else { return self };
        let mut only = beliefs.only(program, state, seat);
        for zone in &mut self.zones {
            let at = zone.zone.id.0;
            let remembered =
                program.layout.zones[usize::from(at)].hides.covered && state.status() != Status::Over;
            // in a zone without order, entries do not correspond to single cards
            if remembered || zone.concealed || !program.layout.zones[usize::from(at)].ordered {
                continue;
            }
            for (card, view) in
                state.cards_in(at).zip(&mut zone.cards).filter(|(_, view)| view.card.is_none())
            {
                let design = only(card);
                view.only = design.map(|id| Named::new(id, program.checked.designs[id.index()].name.clone()));
            }
        }
        self
    }
}

pub(super) fn marks(
    program: &Program,
    state: &State,
    (card, zone): (u16, u16),
    eyes: Option<u8>,
) -> Vec<MarkView> {
    let first = program.layout.kinds[usize::from(program.layout.kind[usize::from(card)])].0 as usize;
    let at = usize::from(card) - first;
    let mut views = Vec::new();
    for id in program.marks(card, zone) {
        let def = &program.checked.vars[id.index()];
        for (key, cells) in program.layout.blocks(id.index()).enumerate() {
            let value = state.cells[cells.start + at];
            let hidden = |seat: u8| {
                def.ty.is_card() && u16::try_from(value).is_ok_and(|card| !state.knows(seat, card))
            };
            if value != NONE && !eyes.is_some_and(hidden) {
                views.push(MarkView {
                    variable: Named::new(id, def.name.clone()),
                    key: def.per.map(|per| values::key(program, per, key as i32)),
                    value: values::value(program, def.ty, value),
                });
            }
        }
    }
    views
}
