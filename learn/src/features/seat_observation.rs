//! The observation of a position by one seat: the only access of features to a position.

use ludex_run::program::{NONE, Program};
use ludex_run::state::{State, Status};

/// A position with its viewer.
#[derive(Clone, Copy)]
pub(super) struct SeatObservation<'a> {
    pub program: &'a Program,
    pub state: &'a State,
    /// The viewer, from whom other players are counted.
    pub seat: u8,
    /// True if all cards and variables are visible.
    pub open: bool,
    /// For each card, true if the seat knows it in its current zone.
    known: &'a [bool],
}

impl<'a> SeatObservation<'a> {
    /// Creates the observation of a seat, and determines once which cards it knows.
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

    /// Returns true if the seat knows a card in its current zone.
    pub fn knows(&self, card: u16) -> bool {
        self.known[usize::from(card)]
    }

    /// Returns true if a zone conceals its cards and their number.
    pub fn hides(&self, zone: u16) -> bool {
        let concealed = self.program.layout.zones[usize::from(zone)].hides.concealed;
        concealed && !self.open && self.state.status() != Status::Over
    }

    /// Returns the number of seats from the viewer clockwise to a player.
    pub fn relation(&self, player: i32) -> Option<u32> {
        let players = i32::from(self.program.players);
        let is_one = (0..players).contains(&player);
        is_one.then(|| ((player - i32::from(self.seat) + players) % players) as u32)
    }

    /// Returns true if a variable of `holder` is visible. With `owner_sees`, only its owner sees it.
    pub fn sees_cell(&self, owner_sees: bool, holder: usize) -> bool {
        self.open || !owner_sees || holder == usize::from(self.seat)
    }

    /// Returns the card that a cell holds, if the seat knows it.
    pub fn known_card(&self, cell: i32) -> Option<u16> {
        let card = u16::try_from(cell).ok().filter(|card| usize::from(*card) < self.state.cards.len());
        card.filter(|card| cell != NONE && self.knows(*card))
    }
}
