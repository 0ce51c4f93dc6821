//! Positions of cards on a viewer's table, which tell equal cards apart.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::label::zone_label;
use super::super::values::{Named, Value};
use super::{Choice, cards_seen, knows_host};
use crate::program::Program;
use crate::state::State;
use ludex_check::ids::{CardId, ZoneAt};

/// Position of a card that the viewer sees.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct CardAt {
    /// Zone of the card.
    pub zone: Named<ZoneAt>,
    /// Position in the `cards` of that zone in the view, from 1.
    pub place: u16,
}

/// Positions of all cards that a viewer sees: zone and place by card, zone 0 for the others.
pub(super) struct Positions<'p> {
    program: &'p Program,
    by_card: Vec<(u16, u16)>,
}

impl<'p> Positions<'p> {
    pub fn new(program: &'p Program, state: &State, eyes: Option<u8>) -> Self {
        let mut by_card = vec![(0, 0); program.layout.cards()];
        for zone in 1..program.layout.zones.len() as u16 {
            let cards =
                cards_seen(program, state, eyes, zone).filter(|_| knows_host(program, state, eyes, zone));
            let known = (1..).zip(cards.unwrap_or_default()).filter(|(_, seen)| seen.known);
            known.for_each(|(place, seen)| by_card[usize::from(seen.card)] = (zone, place));
        }
        Self { program, by_card }
    }

    /// Returns a position for each value of an option, or nothing if no value is a visible card.
    pub fn of_choice(&self, choice: &Choice) -> Vec<Option<CardAt>> {
        match choice {
            Choice::Pick(Value::List(values)) | Choice::Action { targets: values, .. } => self.locate(values),
            Choice::Pick(value) => self.locate(std::slice::from_ref(value)),
            Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => Vec::new(),
        }
    }

    /// Returns a position for each value, or nothing if no value is a visible card.
    pub fn locate(&self, values: &[Value]) -> Vec<Option<CardAt>> {
        let at = |value: &Value| if let Value::Card(card) = value { self.of_card(card.id) } else { None };
        let at: Vec<Option<CardAt>> = values.iter().map(at).collect();
        if at.iter().all(Option::is_none) { Vec::new() } else { at }
    }

    fn of_card(&self, card: CardId) -> Option<CardAt> {
        let (zone, place) = *self.by_card.get(card.index()).filter(|(zone, _)| *zone > 0)?;
        Some(CardAt { zone: Named::new(ZoneAt(zone), zone_label(self.program, zone)), place })
    }
}
