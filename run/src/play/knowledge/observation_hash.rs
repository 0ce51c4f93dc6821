//! Hashes of observations: viewers with the same observation get the same number.
//!
//! A search stores its statistics under these numbers, so they must not depend on information that the viewer
//! cannot know. An unseen card contributes its back and its position, and copies of a card are equal. Locals
//! of running effects are omitted, because they may hold another seat's choice. Distinguishable positions may
//! have the same number if only locals differ, or (rarely) by collision. This makes a search weaker, but
//! never incorrect.

use core::ops::Range;

use crate::exec::{DONE, action_of, targets_of};
use crate::program::{ChoiceKind, NONE, Program};
use crate::state::{NO_CARD, SeatSet, State, Status};
use ludex_check::hir::{Holder, VarDef};
use ludex_check::ids::{WindowId, ZoneId};
use ludex_check::types::Type;

use super::super::label::sees_targets;

/// Viewer whose observation is hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewpoint {
    /// A single seat.
    Seat(u8),
    /// The information common to all seats.
    All,
}

/// Tables derived from a program for hashing.
#[derive(Debug)]
pub struct ObservationHasher {
    /// For each card: its design and its owner.
    face: Vec<u64>,
    /// For each card: hash of its kind and owner.
    back: Vec<u64>,
    /// For each zone: hash of its definition and holder.
    zone: Vec<u64>,
    /// For each zone: the card that has it, or `NO_CARD`. Empty if no card has a zone.
    hosts: Vec<u16>,
    /// For each zone: how its cards are hashed.
    look: Vec<ZoneHashing>,
    /// The zones with an order.
    ordered: Vec<u16>,
    /// For each kind: its first card, and the variables of its cards.
    card_vars: Vec<(usize, Vec<Column>)>,
    /// Variables that are hashed by viewer: hidden values and cards.
    vars: Vec<Column>,
    /// The cells hashed by value: other variables, and iteration counts.
    plain: Vec<Range<usize>>,
    /// For each cell, a distinct weight.
    weights: Vec<u64>,
    all: SeatSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ZoneHashing {
    Never,
    InOrder,
    Mixed,
}

/// The cells of a variable.
#[derive(Debug, Clone, Copy)]
struct Column {
    start: usize,
    end: usize,
    sort: ColumnKind,
    /// The zone that it lasts for, where all players see it.
    zone: Option<ZoneId>,
}

#[derive(Debug, Clone, Copy)]
enum ColumnKind {
    Plain,
    /// A card, hashed by its position.
    Placed,
    /// A variable that only its player sees.
    Secret,
}

/// Mixes another number into a hash.
pub fn mix(hash: u64, n: u64) -> u64 {
    let product = (hash ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product ^ (product >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

fn to_bits(n: i32) -> u64 {
    u64::from(n.cast_unsigned())
}

impl ObservationHasher {
    /// Creates the tables for a program.
    pub fn new(program: &Program) -> Self {
        let layout = &program.layout;
        let cards = 0..layout.cards();
        let face = |card: usize| mix(mix(1, u64::from(layout.design[card])), to_bits(layout.owner[card]));
        let back = |card: usize| mix(mix(2, u64::from(layout.kind[card])), to_bits(layout.owner[card]));
        let zone = |info: &crate::program::ZoneInfo| {
            let holder = if info.on_card { face(info.holder as usize) } else { to_bits(info.holder) };
            let zone = mix(mix(3, info.def.index() as u64), holder);
            if info.key == NONE { zone } else { mix(zone, to_bits(info.key)) }
        };
        let host = |info: &crate::program::ZoneInfo| if info.on_card { info.holder as u16 } else { NO_CARD };
        let of_cards = layout.zones.iter().filter(|_| !layout.on_cards.is_empty());
        let look = |info: &crate::program::ZoneInfo| match (info.hides.concealed, info.ordered) {
            (true, _) => ZoneHashing::Never,
            (false, true) => ZoneHashing::InOrder,
            (false, false) => ZoneHashing::Mixed,
        };
        let look: Vec<ZoneHashing> = layout.zones.iter().map(look).collect();
        let ordered = (1..look.len()).filter(|zone| look[*zone] == ZoneHashing::InOrder);
        let columns = columns(program);
        let of_kind = |kind: usize| {
            let own = columns.iter().filter(|(holder, _)| *holder == Some(kind));
            (layout.kinds[kind].0 as usize, own.map(|(_, column)| *column).collect())
        };
        let start = layout.phase_cells as usize;
        let vars = columns.iter().filter(|(kind, _)| kind.is_none()).map(|(_, column)| *column);
        let (plain, vars): (Vec<Column>, Vec<Column>) =
            vars.partition(|column| matches!(column.sort, ColumnKind::Plain));
        let counts = start..start + program.phases.len();
        let plain: Vec<Range<usize>> =
            plain.iter().map(|column| column.start..column.end).chain([counts]).collect();
        Self {
            face: cards.clone().map(face).collect(),
            back: cards.map(back).collect(),
            zone: layout.zones.iter().map(zone).collect(),
            hosts: of_cards.map(host).collect(),
            ordered: ordered.map(|zone| zone as u16).collect(),
            look,
            card_vars: (0..layout.kinds.len()).map(of_kind).collect(),
            vars,
            plain: joined(plain),
            weights: (0..layout.cells.len()).map(|at| mix(6, at as u64)).collect(),
            all: SeatSet((1u32 << program.players.min(16)).wrapping_sub(1) as u16),
        }
    }

    fn mask(&self, eyes: Viewpoint) -> SeatSet {
        match eyes {
            Viewpoint::Seat(seat) => SeatSet::one(i32::from(seat)),
            Viewpoint::All => self.all,
        }
    }

    /// Returns the hash of the position and the pending decision as observed by `eyes`, without the options.
    pub fn position(&self, program: &Program, state: &State, eyes: Viewpoint) -> u64 {
        let mask = self.mask(eyes);
        let mut hash = mix(4, to_bits(state.me));
        if let Status::Waiting { choice, player, .. } = state.status() {
            hash = mix(hash, (u64::from(choice.0) << 32) | to_bits(player));
        }
        for frame in &state.frames {
            hash = mix(hash, u64::from(frame.pc));
        }
        hash = self.mixed_zones(program, state, mask, hash);
        hash = self.ordered_zones(program, state, mask, hash);
        for column in &self.vars {
            for at in column.start..column.end {
                hash = mix(hash, self.cell(state, column, at, eyes, mask));
            }
        }
        mix(hash, self.plain_cells(state))
    }

    /// Returns the hash of a zone, and true if it is a zone of a card that is not seen. Such a zone has no
    /// order among others, and contributes the back of the card.
    fn zone(&self, state: &State, zone: usize, mask: SeatSet) -> (u64, bool) {
        let host =
            self.hosts.get(zone).filter(|host| **host != NO_CARD && !sees(state, usize::from(**host), mask));
        match host {
            Some(host) => (mix(8, self.back[usize::from(*host)]), true),
            None => (self.zone[zone], false),
        }
    }

    /// Hashes cells as a sum of products: no step depends on the previous one, and games have hundreds of
    /// cells.
    fn plain_cells(&self, state: &State) -> u64 {
        let ranges = self.plain.iter();
        let cells =
            ranges.flat_map(|range| state.cells[range.clone()].iter().zip(&self.weights[range.clone()]));
        cells.fold(0, |sum: u64, (value, weight)| sum.wrapping_add(to_bits(*value).wrapping_mul(*weight)))
    }

    /// Hashes the cards of zones without a visible order, as a sum.
    fn mixed_zones(&self, program: &Program, state: &State, mask: SeatSet, hash: u64) -> u64 {
        let mut sum = 0u64;
        for (card, lies) in state.cards.iter().enumerate() {
            let zone = usize::from(lies.zone);
            if zone != 0 && self.look[zone] == ZoneHashing::Mixed {
                let place = self.zone(state, zone, mask).0;
                sum = sum.wrapping_add(mix(place, self.seen_card(program, state, card, mask)));
            }
        }
        mix(hash, sum)
    }

    fn ordered_zones(&self, program: &Program, state: &State, mask: SeatSet, mut hash: u64) -> u64 {
        let mut on_unseen = 0u64;
        for zone in &self.ordered {
            if state.zones[usize::from(*zone)].size == 0 {
                continue;
            }
            let seen = |card: u16| self.seen_card(program, state, usize::from(card), mask);
            let cards = (0..).zip(state.cards_in(*zone).map(seen));
            let sum = cards.fold(0, |sum: u64, (place, card)| sum.wrapping_add(mix(place, card)));
            match self.zone(state, usize::from(*zone), mask) {
                (zone, true) => on_unseen = on_unseen.wrapping_add(mix(zone, sum)),
                (zone, false) => hash = mix(mix(hash, zone), sum),
            }
        }
        if on_unseen == 0 { hash } else { mix(hash, on_unseen) }
    }

    fn seen_card(&self, program: &Program, state: &State, card: usize, mask: SeatSet) -> u64 {
        self.card(program, state, card, (sees(state, card, mask), mask))
    }

    /// Hashes a card in its zone. Its variables are included if it is visible.
    fn card(&self, program: &Program, state: &State, card: usize, (seen, mask): (bool, SeatSet)) -> u64 {
        let (first, vars) = &self.card_vars[usize::from(program.layout.kind[card])];
        let zone = program.layout.zones[usize::from(state.cards[card].zone)].def;
        // the face of an unseen card would distinguish it from others
        let back = if seen { self.face[card] ^ u64::from(state.cards[card].up) } else { self.back[card] };
        let shown = vars.iter().filter(|column| seen || column.zone == Some(zone));
        shown.fold(back, |hash, column| {
            mix(hash, self.cell(state, column, column.start + card - first, Viewpoint::All, mask))
        })
    }

    fn cell(&self, state: &State, column: &Column, at: usize, eyes: Viewpoint, mask: SeatSet) -> u64 {
        let value = state.cells[at];
        match (column.sort, usize::try_from(value)) {
            (ColumnKind::Placed, Ok(card)) => self.placed(state, card, mask),
            (ColumnKind::Secret, _) if eyes != Viewpoint::Seat((at - column.start) as u8) => {
                u64::from(value != NONE)
            }
            (ColumnKind::Plain | ColumnKind::Placed | ColumnKind::Secret, _) => to_bits(value),
        }
    }

    fn placed(&self, state: &State, card: usize, mask: SeatSet) -> u64 {
        let zone = self.zone(state, usize::from(state.cards[card].zone), mask).0;
        mix(zone, if sees(state, card, mask) { self.face[card] } else { self.back[card] })
    }

    /// Returns the hash of an option as observed by the acting player.
    pub fn option(&self, program: &Program, state: &State, option: i32) -> u64 {
        let Status::Waiting { choice, player, .. } = state.status() else { return 0 };
        let (hash, mask) = (mix(5, u64::from(choice.0)), SeatSet::one(player));
        let op = &program.choices[choice.0 as usize];
        match op.kind {
            _ if option == NONE || option == DONE => mix(hash, to_bits(option)),
            ChoiceKind::List(_) if op.ty.is_list() => {
                mix(hash, self.list(program, state, (op.ty, option), mask))
            }
            ChoiceKind::List(_) if op.ty.is_card() => {
                mix(hash, self.pick(program, state, option as usize, (false, mask)))
            }
            ChoiceKind::List(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => mix(hash, to_bits(option)),
            ChoiceKind::Window(window) => mix(hash, self.action(program, state, (window, option), mask)),
        }
    }

    fn action(
        &self,
        program: &Program,
        state: &State,
        (window, option): (WindowId, i32),
        mask: SeatSet,
    ) -> u64 {
        let index = action_of(option);
        let targets = &program.windows[window.index()][index].targets;
        let named = sees_targets(program, window, option, |card| !sees(state, usize::from(card), mask));
        let each = targets.iter().zip(targets_of(option, targets.len())).zip(named);
        each.fold(index as u64, |hash, (((_, ty), value), named)| {
            let card = || self.pick(program, state, value as usize, (named, mask));
            mix(hash, if ty.is_card() { card() } else { to_bits(value) })
        })
    }

    /// Hashes a list that can be chosen: each of its cards like a card that can be chosen alone.
    fn list(&self, program: &Program, state: &State, (ty, list): (Type, i32), mask: SeatSet) -> u64 {
        let element = ty.present().element();
        state.find_list(list).unwrap_or_default().iter().fold(7, |hash, n| {
            mix(
                hash,
                match (element.is_list(), element.is_card()) {
                    (true, _) => self.list(program, state, (element, *n), mask),
                    (false, true) => self.pick(program, state, *n as usize, (false, mask)),
                    (false, false) => to_bits(*n),
                },
            )
        })
    }

    /// Hashes a card that can be chosen, and its zone. An unseen card contributes its back, or only its face
    /// if it is listed by name.
    fn pick(&self, program: &Program, state: &State, card: usize, (named, mask): (bool, SeatSet)) -> u64 {
        let seen = sees(state, card, mask);
        if named && !seen {
            return self.face[card];
        }
        let zone = usize::from(state.cards[card].zone);
        let place = self.zone(state, zone, mask).0;
        let hash = mix(place, self.card(program, state, card, (seen, mask)));
        if self.look[zone] == ZoneHashing::InOrder { mix(hash, place_in_zone(state, card)) } else { hash }
    }
}

fn sees(state: &State, card: usize, mask: SeatSet) -> bool {
    state.cards[card].known.and(mask) == mask
}

/// Returns the number of cards before a card.
fn place_in_zone(state: &State, card: usize) -> u64 {
    let (mut at, mut before) = (state.cards[card].prev, 0);
    while at != NO_CARD {
        before += 1;
        at = state.cards[usize::from(at)].prev;
    }
    before
}

/// Joins adjacent ranges of an ascending sequence.
fn joined(ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            Some(_) | None => all.push(range),
        }
    }
    all
}

/// Returns the cells of each variable, with the kind whose cards have it, if any.
fn columns(program: &Program) -> Vec<(Option<usize>, Column)> {
    let layout = &program.layout;
    let vars = program.checked.vars.iter().enumerate();
    let blocks = |(v, var): (usize, &VarDef)| {
        let kind = match var.holder {
            Holder::Kind(kind) => Some(kind.index()),
            Holder::Game | Holder::Player | Holder::Spot(_) | Holder::Design(_) => None,
        };
        let (sort, zone) = (sort(var), var.lifetime.zone());
        let column =
            move |cells: Range<usize>| (kind, Column { start: cells.start, end: cells.end, sort, zone });
        layout.blocks(v).map(column)
    };
    vars.flat_map(blocks).collect()
}

fn sort(var: &VarDef) -> ColumnKind {
    match (var.owner_sees, var.ty.is_card()) {
        (true, _) => ColumnKind::Secret,
        (false, true) => ColumnKind::Placed,
        (false, false) => ColumnKind::Plain,
    }
}
