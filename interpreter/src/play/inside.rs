//! Internals of the public types, for tests and tools of this project.
#![allow(missing_docs, reason = "each gives what it is called after")]

use std::sync::Arc;

use super::{Game, Playout, Setup, Turn};
use crate::compile::Ruleset;
use crate::exec;
use crate::program::Program;
use crate::state::{Generator, State, Status};
use ludex_check::ids;

use super::view::cells_seen;

pub use super::knowledge::{Dealer, Eyes, Sight, mix};
pub use super::label::{card_text, find_zone, seat_label, spot_label, value_label, zone_label};
pub use super::memory::{Memory, Pick};
pub use super::session::{Chosen, Line, Noted, Standings, cards};
pub use super::view::perspective::inside::InPerspective;

/// Creates the setup of a program that was compiled from its ruleset in another way.
pub fn setup_of(ruleset: &Ruleset, program: Arc<Program>) -> Setup {
    Setup::of(ruleset, program)
}

/// Access to the program and the position of a game.
pub trait InGame {
    fn program(&self) -> &Arc<Program>;
    fn state(&self) -> &State;
    fn lines(&self) -> &[Line];
    fn asked(&self) -> Option<ids::DecisionId>;
    fn candidates(&self, seat: u8, card: u16) -> Vec<u16>;
    fn property(&self, property: ids::PropertyId, card: u16) -> Result<i32, exec::FaultKind>;
}

impl InGame for Game {
    fn program(&self) -> &Arc<Program> {
        Game::program(self)
    }

    fn state(&self) -> &State {
        Game::state(self)
    }

    fn lines(&self) -> &[Line] {
        Game::lines(self)
    }

    fn asked(&self) -> Option<ids::DecisionId> {
        let Status::Waiting { choice, .. } = Game::state(self).status() else { return None };
        Some(Game::program(self).choices[choice.0 as usize].decision)
    }

    fn candidates(&self, seat: u8, card: u16) -> Vec<u16> {
        Game::candidates(self, seat, card)
    }

    fn property(&self, property: ids::PropertyId, card: u16) -> Result<i32, exec::FaultKind> {
        let (mut state, mut work) = (Game::state(self).clone(), exec::Workspace::default());
        let mut nobody = exec::Nobody;
        exec::Machine::new(Game::program(self), &mut state, &mut work, &mut nobody)
            .property_of(property, card)
    }
}

/// Access to the current position of a playout.
pub trait InPlayout {
    fn state(&self) -> &State;
}

impl InPlayout for Playout {
    fn state(&self) -> &State {
        Playout::state(self)
    }
}

/// Access to the position of a decision in a playout.
pub trait InTurn<'a> {
    fn state(self) -> &'a State;
}

impl<'a> InTurn<'a> for Turn<'a> {
    fn state(self) -> &'a State {
        self.position()
    }
}

/// Returns the generator of a [`Chooser`](super::Chooser).
pub fn random_choices(seed: u64) -> Generator {
    super::Chooser::new(seed).into_generator()
}

/// Returns all variables, as visible to a seat, or unrestricted.
pub fn view_cells(game: &Game, seat: Option<u8>) -> Vec<i32> {
    seat.map_or_else(|| game.state().cells.clone(), |seat| cells_seen(game.program(), game.state(), seat))
}

/// Access to the program of a setup.
pub trait InSetup {
    fn program(&self) -> &Arc<Program>;
}

impl InSetup for Setup {
    fn program(&self) -> &Arc<Program> {
        Setup::program(self)
    }
}

/// IDs created from numbers, without a check that they exist.
pub trait Unchecked {
    /// The stored form of the ID.
    type Number;

    fn unchecked(number: Self::Number) -> Self;
    fn number(self) -> Self::Number;
}

macro_rules! unchecked {
    ($($id:ident($number:ty);)*) => {$(
        impl Unchecked for ids::$id {
            type Number = $number;

            fn unchecked(number: $number) -> Self {
                Self(number)
            }

            fn number(self) -> $number {
                self.0
            }
        }
    )*};
}

unchecked! {
    EnumId(u16); KindId(u16); DesignId(u32); SpotId(u16); ZoneId(u16); VarId(u16); PropertyId(u16); FieldId(u16);
    MessageId(u16); WindowId(u16); PhaseId(u16); DecisionId(u16); Seat(u8); CardId(u16); ZoneAt(u16);
}

impl Unchecked for ids::SpotAt {
    type Number = (ids::SpotId, u16);

    fn unchecked((sort, number): Self::Number) -> Self {
        Self { sort, number }
    }

    fn number(self) -> Self::Number {
        (self.sort, self.number)
    }
}

impl Unchecked for ids::ActionId {
    type Number = (ids::WindowId, u16);

    fn unchecked((window, number): Self::Number) -> Self {
        Self { window, number }
    }

    fn number(self) -> Self::Number {
        (self.window, self.number)
    }
}
