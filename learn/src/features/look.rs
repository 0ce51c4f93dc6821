//! What one seat may know of a position: the one place that the rows are read through.

use ludex::machinery::program::{NONE, Program};
use ludex::machinery::state::{State, Status};

/// A position, and whose eyes look at it.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    /// Who looks, and from where other players are counted.
    pub seat: u8,
    /// All cards and variables are open.
    pub open: bool,
    /// Of each card whether the seat knows it where it lies.
    known: &'a [bool],
}

impl<'a> Look<'a> {
    /// A position, for a seat; what it knows is found out once.
    pub fn new(
        (program, state): (&'a Program, &'a State),
        (seat, open): (u8, bool),
        room: &'a mut Vec<bool>,
    ) -> Self {
        room.clear();
        let layout = &program.layout;
        let look = Self { program, state, seat, open, known: &[] };
        let cards = 0..state.cards.len() as u16;
        room.extend(cards.map(|card| open || state.shows(layout, seat, card)));
        Self { known: room, ..look }
    }

    /// Whether the seat knows a card where it lies.
    pub fn knows(&self, card: u16) -> bool {
        self.known[usize::from(card)]
    }

    /// Whether nobody is shown what lies in a zone, nor how much.
    pub fn hides(&self, zone: u16) -> bool {
        let concealed = self.program.layout.zones[usize::from(zone)].hides.concealed;
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
