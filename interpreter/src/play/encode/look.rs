//! What one seat may know of a position: the one place that the rows are read through.

use crate::program::{NONE, Program};
use crate::state::{State, Status, seen_by};

/// A position, and whose eyes look at it.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    /// Who looks, and from where other players are counted.
    pub seat: u8,
    /// All cards and variables are open.
    pub open: bool,
}

impl Look<'_> {
    /// Whether the seat knows a card where it lies.
    pub fn knows(&self, card: u16) -> bool {
        if self.open {
            return true;
        }
        let lies = self.state.cards[usize::from(card)];
        let info = &self.program.layout.zones[usize::from(lies.zone)];
        let may_look = || seen_by(&self.program.layout, lies.zone, usize::from(card), lies.up).has(self.seat);
        lies.known.has(self.seat) && !self.hides(lies.zone) && (!info.covered || may_look())
    }

    /// Whether nobody is shown what lies in a zone, nor how much.
    pub fn hides(&self, zone: u16) -> bool {
        let concealed = self.program.layout.zones[usize::from(zone)].concealed;
        concealed && !self.open && self.state.status() != Status::Over
    }

    /// How many seats further clockwise a player sits.
    pub fn relation(&self, player: i32) -> Option<u32> {
        let players = i32::from(self.program.players);
        let is_one = (0..players).contains(&player);
        is_one.then(|| ((player - i32::from(self.seat) + players) % players) as u32)
    }

    /// What a player alone sees is open to no other one.
    pub fn sees_cell(&self, owner_sees: bool, holder: usize) -> bool {
        self.open || !owner_sees || holder == usize::from(self.seat)
    }

    /// The card that a cell holds, if the seat knows it.
    pub fn known_card(&self, cell: i32) -> Option<u16> {
        let card = u16::try_from(cell).ok().filter(|card| usize::from(*card) < self.state.cards.len());
        card.filter(|card| cell != NONE && self.knows(*card))
    }
}
