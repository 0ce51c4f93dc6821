//! What a viewer may see of a position.

use serde::Serialize;

use super::{CardId, DesignId, KindId, Named, PhaseId, Seat, Value, VarId, Viewer, ZoneAt};
use crate::explain::{self, player};
use crate::game::{self, Game, card_text, zone_label};
use crate::hir::{Holder, VarDef};
use crate::program::{NONE, Program};

/// A position as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// Whose view it is, if it is a seat's.
    pub seat: Option<Named<Seat>>,
    /// The active player.
    pub active: Option<Named<Seat>>,
    /// The phases that have begun, in the order of the ruleset.
    pub phases: Vec<PhaseView>,
    /// All zones, the players' and spots' each of its own.
    pub zones: Vec<ZoneView>,
    /// The variables that have a value that the viewer may know; all others are left out, and whether one has none or a secret one is not
    /// told.
    pub variables: Vec<VariableView>,
}

/// A phase and its latest iteration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PhaseView {
    /// The phase as the ruleset calls it.
    pub phase: Named<PhaseId>,
    /// The number of its iteration, from 1.
    pub number: i32,
}

/// A zone as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ZoneView {
    /// Which: `deck`, `blue.hand`, `column_1.lane`, `blue cape.under`.
    pub zone: Named<ZoneAt>,
    /// Nobody is shown what lies there, nor how much; `cards` is empty.
    pub concealed: bool,
    /// Its cards, the top one first; in a zone without order those that are not known come last.
    pub cards: Vec<CardView>,
}

/// A card as a viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardView {
    /// Which card it is, if the viewer knows.
    pub card: Option<Named<CardId>>,
    /// What is printed on it, if the viewer knows.
    pub design: Option<Named<DesignId>>,
    /// Its back: the kind …
    pub kind: Named<KindId>,
    /// … and whose it is.
    pub owner: Option<Named<Seat>>,
    /// It lies face up, in a zone where the viewer may look.
    pub up: bool,
}

/// A variable of the game, a player, a spot or a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariableView {
    /// The variable as the ruleset calls it.
    pub variable: Named<VarId>,
    /// Whose, if not the game's.
    pub of: Option<Value>,
    /// As it is now; never one that the viewer may not know.
    pub value: Value,
}

impl View {
    pub(super) fn new(game: &Game, viewer: Viewer) -> View {
        let program = game.program();
        let seen = match viewer.number(program.players) {
            Some(seat) => game.view(seat),
            None => game.open_view(),
        };
        View {
            seat: Some(seen.seat).filter(|seat| *seat < program.players).map(|seat| player(program, seat)),
            active: seen.active.map(|seat| player(program, seat)),
            phases: phases(program, &seen.cells),
            zones: seen.zones.iter().map(|zone| ZoneView::new(program, zone)).collect(),
            variables: variables(program, &seen.cells),
        }
    }
}

impl ZoneView {
    fn new(program: &Program, seen: &game::ZoneView) -> ZoneView {
        let zone = Named::new(ZoneAt(seen.zone), zone_label(program, seen.zone));
        let cards = seen.cards.iter().map(|card| CardView::new(program, card)).collect();
        ZoneView { zone, concealed: seen.concealed, cards }
    }
}

impl CardView {
    fn new(program: &Program, seen: &game::CardView) -> CardView {
        let checked = &program.checked;
        let design = |id: DesignId| Named::new(id, checked.designs[id.index()].name.clone());
        CardView {
            card: seen.card.map(|card| Named::new(CardId(card), card_text(program, card))),
            design: seen.design.map(design),
            kind: Named::new(seen.kind, checked.kinds[seen.kind.index()].name.clone()),
            owner: seen.owner.map(|seat| player(program, seat)),
            up: seen.up,
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
    for (id, def) in program.checked.vars.iter().enumerate().filter(|(_, def)| !def.ty.list) {
        let first = program.layout.vars[id] as usize;
        let end = program.layout.vars.get(id + 1).map_or(program.layout.phase_cells, |end| *end) as usize;
        let cells = cells[first..end].iter().enumerate().filter(|(_, cell)| **cell != NONE);
        views.extend(cells.map(|(index, cell)| VariableView {
            variable: Named::new(VarId::new(id), def.name.clone()),
            of: holder(program, def, index),
            value: explain::value(program, def.ty, *cell),
        }));
    }
    views
}

fn holder(program: &Program, def: &VarDef, index: usize) -> Option<Value> {
    match def.holder {
        Holder::Game => None,
        Holder::Player => Some(Value::Player(player(program, index as u8))),
        Holder::Spot(sort) => Some(explain::spot_value(program, sort, index as i32)),
        Holder::Kind(kind) => {
            let first = program.layout.kinds[kind.index()].0;
            Some(explain::card_value(program, first as u16 + index as u16))
        }
        Holder::Design(design) => {
            let card = program.layout.designs[design.index()].iter().nth(index)?;
            Some(explain::card_value(program, card as u16))
        }
    }
}
