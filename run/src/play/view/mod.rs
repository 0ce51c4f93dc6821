//! Views: the table, the decision and the log as visible to a viewer.

mod at_once;
mod decision;
mod lines;
mod marks;
mod movements;
mod observation;
pub(crate) mod perspective;
mod picks;
mod positions;
mod table;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use super::label::{card_text, zone_label};
use super::values::{self, Named, Value, player};
use crate::program::{NONE, Program};
use crate::state::State;
use ludex_check::hir::{Holder, VarDef};
use ludex_check::ids::{CardId, DesignId, KindId, PhaseId, Seat, VarId, ZoneAt, ZoneId};

pub use decision::{Choice, Decision, OptionView, Several, Unasked};
pub use lines::{Chose, Fact, LogEntry, Moved, SheetRow, SheetScore};
pub use marks::MarkView;
use marks::marks;
pub use movements::Movement;
pub use observation::{Ending, JSON_VERSION, Observation};
pub use perspective::Perspective;
pub use picks::PicksView;
pub use positions::CardAt;
pub(super) use table::{CardSeen, cards_seen, cells_seen};

/// The recipient of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A player, who sees and remembers cards. A seat that is not in the game sees public information.
    Seat(Seat),
    /// Public information only.
    Public,
    /// All cards: for games that are over, games between programs, and the host of the table.
    Open,
}

impl Viewer {
    /// Returns the number of the viewer, or `None` if they see all cards. The public has a number that no
    /// seat has.
    #[doc(hidden)]
    pub fn number(self, players: u8) -> Option<u8> {
        match self {
            Self::Seat(seat) => Some(seat.0.min(players)),
            Self::Public => Some(players),
            Self::Open => None,
        }
    }
}

impl From<Seat> for Viewer {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// A position as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct View {
    /// Seat of the viewer; `null` for a viewer without a seat.
    pub seat: Option<Named<Seat>>,
    /// Active player; `null` without one.
    pub active: Option<Named<Seat>>,
    /// Phases that have begun, in the order of the ruleset.
    pub phases: Vec<PhaseView>,
    /// All zones.
    pub zones: Vec<ZoneView>,
    /// Variables with a value that the viewer may know. Missing ones have no value or a secret one.
    pub variables: Vec<VariableView>,
}

/// A phase and its latest iteration.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct PhaseView {
    /// Name of the phase.
    pub phase: Named<PhaseId>,
    /// Number of its iteration, from 1.
    pub number: i32,
}

/// A zone as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct ZoneView {
    /// Label of the zone: `deck`, `blue.hand`, `column_1.lane`, `blue cape.under`.
    pub zone: Named<ZoneAt>,
    /// True if the content of the zone and its size are hidden; then `cards` is empty. Zones that no player sees are concealed, and zones of a card that the viewer does not know. [`CardView::holds`] has the content of the latter.
    pub concealed: bool,
    /// Cards of the zone, from the top; in a zone without order, unknown cards come last.
    pub cards: Vec<CardView>,
}

/// A card as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct CardView {
    /// Label of the card; `null` if the viewer doesn't know it.
    pub card: Option<Named<CardId>>,
    /// ID of the card in the ruleset; `null` if the viewer doesn't know it.
    pub design: Option<Named<DesignId>>,
    /// Kind of the card, which is its back.
    pub kind: Named<KindId>,
    /// Owner of the card.
    pub owner: Option<Named<Seat>>,
    /// True if it is face up in a zone that the viewer sees.
    pub up: bool,
    /// Design of an unknown card in an ordered zone, if the viewer can rule out all others; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Named<DesignId>>,
    /// Variables that all players see, even on an unknown card; absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkView>,
    /// Contents of the zones of an unknown card; absent if they are empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<HeldView>,
}

/// Contents of a zone of a card that the viewer does not know.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct HeldView {
    /// Zone as the ruleset calls it.
    pub zone: Named<ZoneId>,
    /// Cards in the zone.
    pub cards: Vec<CardView>,
}

/// A variable of the game, a player, a spot or a card.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct VariableView {
    /// Name of the variable.
    pub variable: Named<VarId>,
    /// Holder of the variable; `null` for the game.
    pub of: Option<Value>,
    /// Key of the value, for a variable with keys (`int per suit`); otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Value>,
    /// The value.
    pub value: Value,
}

impl View {
    pub(super) fn new(program: &Program, state: &State, viewer: Viewer) -> View {
        let eyes = viewer.number(program.players);
        let cells = match eyes {
            Some(seat) => Cow::Owned(cells_seen(program, state, seat)),
            None => Cow::Borrowed(&state.cells),
        };
        let zones =
            (1..program.layout.zones.len() as u16).map(|zone| ZoneView::new(program, state, eyes, zone));
        View {
            seat: eyes.filter(|seat| *seat < program.players).map(|seat| player(program, seat)),
            active: state.active().map(|seat| player(program, seat)),
            phases: phases(program, &cells),
            zones: zones.collect(),
            variables: variables(program, &cells),
        }
    }
}

impl ZoneView {
    fn new(program: &Program, state: &State, eyes: Option<u8>, zone: u16) -> ZoneView {
        let cards = cards_seen(program, state, eyes, zone).filter(|_| knows_host(program, state, eyes, zone));
        let (concealed, cards) = (cards.is_none(), cards.unwrap_or_default());
        let view = |seen: CardSeen| {
            let mut view = CardView::new(program, state, (seen, zone), eyes);
            if !seen.known {
                view.holds = held(program, state, seen.card, eyes);
            }
            view
        };
        ZoneView {
            zone: Named::new(ZoneAt(zone), zone_label(program, zone)),
            concealed,
            cards: cards.into_iter().map(view).collect(),
        }
    }
}

/// Returns true unless the zone belongs to a card that the viewer does not know.
fn knows_host(program: &Program, state: &State, eyes: Option<u8>, zone: u16) -> bool {
    let info = &program.layout.zones[usize::from(zone)];
    !info.on_card || eyes.is_none_or(|seat| state.shows(&program.layout, seat, info.holder as u16))
}

fn held(program: &Program, state: &State, card: u16, eyes: Option<u8>) -> Vec<HeldView> {
    let layout = &program.layout;
    let zones = layout.card_zones.iter().filter_map(|by_card| by_card.get(usize::from(card)).copied());
    let held = |zone: u16| {
        let cards = cards_seen(program, state, eyes, zone)?;
        let def = layout.zones[usize::from(zone)].def;
        let cards = cards.into_iter().map(|seen| CardView::new(program, state, (seen, zone), eyes));
        Some(HeldView {
            zone: Named::new(def, program.checked.zones[def.index()].name.clone()),
            cards: cards.collect(),
        })
    };
    zones.filter(|zone| *zone > 0).filter_map(held).filter(|held| !held.cards.is_empty()).collect()
}

impl CardView {
    fn new(program: &Program, state: &State, (seen, zone): (CardSeen, u16), eyes: Option<u8>) -> CardView {
        let (checked, layout, c) = (&program.checked, &program.layout, usize::from(seen.card));
        let (design, kind) = (DesignId(layout.design[c]), KindId(layout.kind[c]));
        let named = || Named::new(design, checked.designs[design.index()].name.clone());
        CardView {
            card: seen.known.then(|| Named::new(CardId(seen.card), card_text(program, seen.card))),
            design: seen.known.then(named),
            kind: Named::new(kind, checked.kinds[kind.index()].name.clone()),
            owner: u8::try_from(layout.owner[c]).ok().map(|seat| player(program, seat)),
            up: seen.up,
            only: None,
            marks: marks(program, state, (seen.card, zone), eyes),
            holds: Vec::new(),
        }
    }
}

fn phases(program: &Program, cells: &[i32]) -> Vec<PhaseView> {
    let all = program.checked.phases.iter().zip(&program.phases).enumerate();
    let begun = all.map(|(id, (def, phase))| PhaseView {
        phase: Named::new(PhaseId::new(id), def.name.clone()),
        number: cells.get(phase.counter as usize).copied().unwrap_or(0),
    });
    begun.filter(|phase| phase.number > 0).collect()
}

fn variables(program: &Program, cells: &[i32]) -> Vec<VariableView> {
    let mut views = Vec::new();
    let shown =
        |(id, def): &(usize, &VarDef)| !def.ty.is_list() && !program.checked.is_internal(VarId::new(*id));
    for (id, def) in program.checked.vars.iter().enumerate().filter(shown) {
        let block = program.layout.block(id).max(1);
        let cells = &cells[program.layout.cells_of(id)];
        let cells = cells.iter().enumerate().filter(|(_, cell)| **cell != NONE);
        views.extend(cells.map(|(index, cell)| VariableView {
            variable: Named::new(VarId::new(id), def.name.clone()),
            of: holder(program, def, index % block),
            key: def.per.map(|key| values::key(program, key, (index / block) as i32)),
            value: values::value(program, def.ty, *cell),
        }));
    }
    views
}

fn holder(program: &Program, def: &VarDef, index: usize) -> Option<Value> {
    match def.holder {
        Holder::Game => None,
        Holder::Player => Some(Value::Player(player(program, index as u8))),
        Holder::Spot(sort) => Some(values::spot(program, sort, index as i32)),
        Holder::Kind(kind) => {
            let first = program.layout.kinds[kind.index()].0;
            Some(values::card(program, first as u16 + index as u16))
        }
        Holder::Design(design) => {
            let card = program.layout.designs[design.index()].iter().nth(index)?;
            Some(values::card(program, card as u16))
        }
    }
}
