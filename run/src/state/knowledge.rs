//! Knowledge of cards: the seats that can identify each card.
//!
//! A seat knows a card as soon as it can see it (by zone, face, or `show`). It forgets the card if it is
//! shuffled, or if one of several cards moves and the seat cannot see which. Copies of a design (of one
//! owner) in one zone without order are interchangeable for all players: only the number of known copies
//! matters.

use super::{CardPlace, NO_CARD, State, Status};
use crate::program::Layout;
use ludex_check::model::Sees;

/// A set of seats (at most 16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SeatSet(pub u16);

impl SeatSet {
    pub const ALL: SeatSet = SeatSet(u16::MAX);

    pub fn one(seat: i32) -> SeatSet {
        if (0..16).contains(&seat) { SeatSet(1 << seat) } else { SeatSet(0) }
    }

    pub fn contains(self, seat: u8) -> bool {
        seat < 16 && self.0 & (1 << seat) != 0
    }

    /// Returns the union of two sets.
    pub fn with(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// Returns the intersection of two sets.
    pub fn and(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & other.0)
    }
}

#[inline(always)]
pub fn seen_by(layout: &Layout, zone: u16, card: usize, up: bool) -> SeatSet {
    let info = &layout.zones[usize::from(zone)];
    let of_owner = || info.seen_by(SeatSet::one(layout.owner[card]).0, up, layout.seats());
    SeatSet(info.seen[usize::from(up)].unwrap_or_else(of_owner))
}

/// Returns true if two cards are copies of one design and of one owner.
pub fn are_copies(layout: &Layout, a: u16, b: u16) -> bool {
    let (a, b) = (usize::from(a), usize::from(b));
    layout.design[a] == layout.design[b] && layout.owner[a] == layout.owner[b]
}

impl State {
    /// Returns true if the current view of a seat shows which card this is: the seat knows the card, the zone
    /// is not concealed, and if the zone is covered, the seat may look at its cards. A player has to remember
    /// a card that they saw earlier and may no longer look at.
    pub fn shows(&self, layout: &Layout, seat: u8, card: u16) -> bool {
        let lies = &self.cards[usize::from(card)];
        let zone = &layout.zones[usize::from(lies.zone)];
        let may_look = || seen_by(layout, lies.zone, usize::from(card), lies.up).contains(seat);
        let is_shown = || !zone.hides.concealed && (!zone.hides.covered || may_look());
        lies.known.contains(seat) && (self.status() == Status::Over || is_shown())
    }

    /// Called before a card leaves a zone without order. Seats that see the card in neither zone cannot
    /// identify it, so they no longer know any card of the zone. Returns the number of cards visited.
    pub(super) fn forget_after_choice(&mut self, layout: &Layout, card: u16, seen_there: SeatSet) -> usize {
        let from = self.cards[usize::from(card)].zone;
        if seen_there == SeatSet::ALL || layout.zones[usize::from(from)].sees == Sees::All {
            return 0;
        }
        let seen =
            seen_there.with(seen_by(layout, from, usize::from(card), self.cards[usize::from(card)].up));
        let mut at = self.zones[usize::from(from)].head;
        while at != NO_CARD {
            let c = usize::from(at);
            let seen_here = seen_by(layout, from, c, self.cards[c].up);
            self.cards[c].known = self.cards[c].known.and(seen_here.with(seen));
            at = self.cards[c].next;
        }
        self.count(from)
    }

    /// Called when seats learn a card of a zone without order because it leaves or is turned up. A seat that
    /// knows a copy of it there forgets that copy: it does not know one more. Copies are adjacent in such a
    /// zone. Returns the number of cards visited.
    pub(super) fn count_known_copy(&mut self, layout: &Layout, card: u16, seen: SeatSet) -> usize {
        let c = usize::from(card);
        let mut learning = SeatSet(seen.0 & !self.cards[c].known.0);
        if learning.0 == 0 {
            return 0;
        }
        let mut visited = 0;
        let after = |lies: &CardPlace| lies.next;
        let before = |lies: &CardPlace| lies.prev;
        for beside in [after as fn(&CardPlace) -> u16, before] {
            let mut at = beside(&self.cards[c]);
            while learning.0 != 0 && at != NO_CARD && are_copies(layout, at, card) {
                let o = usize::from(at);
                let seen_here = seen_by(layout, self.cards[o].zone, o, self.cards[o].up);
                let counted = learning.0 & self.cards[o].known.0 & !seen_here.0;
                self.cards[o].known.0 &= !counted;
                learning.0 &= !counted;
                at = beside(&self.cards[o]);
                visited += 1;
            }
        }
        visited
    }

    /// Called before a card moves to another zone, for seats to which each card of `among` (sorted) may be
    /// the moving one. Only cards in its zone count, because all players see the source zone. Seats that do
    /// not see the arrival no longer know any of them. In an ordered zone the cards close up after it. Seats
    /// that do not know its old position forget the cards from the first possible position on. If several
    /// copies are possible, the topmost moves.
    pub(crate) fn forget_among(&mut self, layout: &Layout, card: u16, seen_there: SeatSet, among: &[i32]) {
        let from = self.cards[usize::from(card)].zone;
        let ordered = layout.zones[usize::from(from)].ordered;
        let unseeing = !seen_there.0;
        let mut wondering = seen_there.0;
        let mut lost = 0;
        let mut at = self.zones[usize::from(from)].head;
        while at != NO_CARD {
            let c = usize::from(at);
            let possible = at == card || among.binary_search(&i32::from(at)).is_ok();
            if !ordered {
                lost = if possible { unseeing } else { 0 };
            } else if at == card {
                lost |= unseeing | wondering & !self.cards[c].known.0;
                wondering = 0;
            } else if possible {
                let might_be = if are_copies(layout, at, card) { u16::MAX } else { !self.cards[c].known.0 };
                lost |= unseeing | wondering & might_be;
            }
            let seen_here = seen_by(layout, from, c, self.cards[c].up);
            self.cards[c].known.0 &= !lost | seen_here.0;
            if possible {
                self.loses_marks(layout, at);
            }
            at = self.cards[c].next;
        }
    }

    /// Called before a card moves to a zone. If that has another name than the current zone, resets the
    /// variables that last for a zone. Returns the number of these.
    #[inline(always)]
    pub(super) fn ends_marks(&mut self, layout: &Layout, card: u16, to: u16) -> usize {
        if layout.marks.is_empty() {
            return 0;
        }
        let from = self.cards[usize::from(card)].zone;
        let [from, to] = [from, to].map(|zone| layout.zones[usize::from(zone)].def);
        if from == to { 0 } else { self.unmark(layout, card) }
    }

    /// Called when seats that do not see a card can no longer distinguish it from others of its zone. Resets
    /// the marks, which are visible to all and would identify the card.
    #[inline(always)]
    pub(super) fn loses_marks(&mut self, layout: &Layout, card: u16) {
        if layout.marks.is_empty() {
            return;
        }
        let lies = &self.cards[usize::from(card)];
        if seen_by(layout, lies.zone, usize::from(card), lies.up) != SeatSet::ALL {
            self.unmark(layout, card);
        }
    }

    #[inline(never)]
    fn unmark(&mut self, layout: &Layout, card: u16) -> usize {
        let kind = usize::from(layout.kind[usize::from(card)]);
        let at = usize::from(card) - layout.kinds[kind].0 as usize;
        let firsts = &layout.marks[kind];
        for first in firsts {
            let cell = *first as usize + at;
            if self.cells[cell] != layout.cells[cell] {
                self.write(cell, layout.cells[cell]);
            }
        }
        firsts.len()
    }

    /// Makes seats know a card.
    pub fn show(&mut self, card: u16, to: SeatSet) {
        let known = &mut self.cards[usize::from(card)].known;
        *known = known.with(to);
    }

    pub fn knows(&self, seat: u8, card: u16) -> bool {
        self.cards[usize::from(card)].known.contains(seat)
    }
}
