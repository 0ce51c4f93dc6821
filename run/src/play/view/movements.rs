//! Movements of cards, as a viewer saw them.
//!
//! The order of the moves of hidden cards may depend on what they are: an effect may list them by design.
//! Moves are therefore grouped by their zones, and groups that do not depend on each other are sorted by
//! zone. In a group, cards that the viewer knew come first, in their order; the others follow by their backs.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::super::Move;
use super::super::label::zone_label;
use super::super::session::PastMove;
use super::super::values::{Named, Value, back, card};
use crate::program::Program;
use ludex_check::ids::ZoneAt;

/// Cards that moved from one zone to another.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Movement {
    /// Number of choices made before: 0 in the set-up, 1 in the effects of the first choice.
    pub choice: usize,
    /// Zone that the cards left; `null` if they were in none, or if the viewer did not see it.
    pub from: Option<Named<ZoneAt>>,
    /// Zone that the cards entered; `null` if it is none, or if the viewer does not see it.
    pub to: Option<Named<ZoneAt>>,
    /// The cards; by their backs those that the viewer did not know afterwards.
    pub cards: Vec<Value>,
}

/// Moves that do not depend on each other: no zone is both left and entered. 0 is a zone that the viewer did
/// not see.
#[derive(Default)]
struct Round<'m> {
    left: BTreeSet<u16>,
    entered: BTreeSet<u16>,
    groups: BTreeMap<(u16, u16), Vec<&'m Move>>,
}

impl Movement {
    /// Converts the moves after one choice for a viewer; `None` sees everything.
    pub(in crate::play) fn all(program: &Program, moves: &[PastMove], viewer: Option<u8>) -> Vec<Movement> {
        let choice = moves.first().map_or(0, |moved| moved.choice);
        let mut rounds = vec![Round::default()];
        for PastMove { moved, .. } in moves {
            let zone = |end: usize, zone: ZoneAt| {
                if viewer.is_none_or(|seat| moved.seen[end].contains(seat)) { zone.0 } else { 0 }
            };
            let (from, to) = (zone(0, moved.from), zone(1, moved.to));
            if (from, to) == (0, 0) {
                continue;
            }
            if rounds.last().is_some_and(|round| round.entered.contains(&from) || round.left.contains(&to)) {
                rounds.push(Round::default());
            }
            if let Some(round) = rounds.last_mut() {
                round.left.extend(Some(from).filter(|zone| *zone > 0));
                round.entered.extend(Some(to).filter(|zone| *zone > 0));
                round.groups.entry((from, to)).or_default().push(moved);
            }
        }
        let groups = rounds.into_iter().flat_map(|round| round.groups);
        groups.map(|(zones, moves)| Self::new(program, choice, zones, (&moves, viewer))).collect()
    }

    fn new(
        program: &Program,
        choice: usize,
        (from, to): (u16, u16),
        (moves, viewer): (&[&Move], Option<u8>),
    ) -> Movement {
        let zone = |zone: u16| (zone > 0).then(|| Named::new(ZoneAt(zone), zone_label(program, zone)));
        let is_known = |moved: &&&Move| viewer.is_none_or(|seat| moved.known.contains(seat));
        let (known, mut hidden): (Vec<&&Move>, Vec<&&Move>) = moves.iter().partition(is_known);
        let layout = &program.layout;
        let looks = |moved: &&&Move| (layout.kind[moved.card.index()], layout.owner[moved.card.index()]);
        hidden.sort_by_key(looks);
        let hidden = hidden.into_iter().map(|moved| back(program, moved.card.0, None));
        let cards = known.into_iter().map(|moved| card(program, moved.card.0)).chain(hidden);
        Movement { choice, from: zone(from), to: zone(to), cards: cards.collect() }
    }
}
