//! Who knows which card.
//!
//! A seat knows a card from the moment it could see it (by zone, face, or `show`) until the card is shuffled, or until its
//! owner moved one of several cards that the seat could not tell apart.

use super::State;
use crate::load::raw::Sees;
use crate::program::Layout;

/// A set of seats (at most 16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Seats(pub u16);

impl Seats {
    /// Everybody.
    pub const ALL: Seats = Seats(u16::MAX);

    /// One seat.
    pub fn one(seat: i32) -> Seats {
        if (0..16).contains(&seat) { Seats(1 << seat) } else { Seats(0) }
    }

    /// Whether a seat is among them.
    pub fn has(self, seat: u8) -> bool {
        seat < 16 && self.0 & (1 << seat) != 0
    }

    /// Both.
    pub fn with(self, other: Seats) -> Seats {
        Seats(self.0 | other.0)
    }

    /// Only those in both.
    pub fn and(self, other: Seats) -> Seats {
        Seats(self.0 & other.0)
    }
}

/// Who sees a card that lies in a zone.
pub(crate) fn seen_by(layout: &Layout, zone: u16, card: usize, up: bool) -> Seats {
    let info = &layout.zones[usize::from(zone)];
    let owner = || Seats::one(if info.player >= 0 { info.player } else { layout.owner[card] });
    match info.sees {
        Sees::All => Seats::ALL,
        Sees::Owner => owner(),
        Sees::Nobody => Seats::default(),
        Sees::ByFace if up => Seats::ALL,
        Sees::ByFace => owner(),
    }
}

impl State {
    /// A card leaves a zone without order for a place where it is not seen: whoever does not see either can't tell
    /// which card of the zone it was, and so no longer knows any of them.
    pub(crate) fn forget_after_choice(&mut self, layout: &Layout, card: u16, from: u16, seen_there: Seats) {
        let info = &layout.zones[usize::from(from)];
        if from == 0 || info.ordered || self.size[usize::from(from)] < 2 {
            return;
        }
        let mut at = self.head[usize::from(from)];
        while at != super::NO_CARD {
            let c = usize::from(at);
            let seen_here = seen_by(layout, from, c, self.up[c]);
            let keep = seen_here.with(seen_there);
            self.known[c] = self.known[c].and(keep);
            at = self.next[c];
        }
        let _ = card;
    }

    /// Seats learn a card.
    pub(crate) fn show(&mut self, card: u16, to: Seats) {
        let known = &mut self.known[usize::from(card)];
        *known = known.with(to);
    }

    /// Whether a seat knows which card this is.
    pub fn knows(&self, seat: u8, card: u16) -> bool {
        self.known[usize::from(card)].has(seat)
    }
}
