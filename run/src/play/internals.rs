//! Internals of the public types, for the other crates of this project.
//!
//! They are traits, so that embedders, who depend on `ludex` alone, can't reach the position through a game.
#![allow(missing_docs, reason = "the names state the results")]

use std::sync::Arc;

use super::{ApplyError, Game, GameEnd, Playout, Setup, Turn};
use crate::belief::Beliefs;
use crate::exec;
use crate::program::{ChoiceId, Program};
use crate::ruleset::Ruleset;
use crate::state::{Generator, Stacks, State};
use ludex_check::ids::{PropertyId, Seat};

use super::view::cells_seen;

pub use super::knowledge::{Determinizer, ObservationHasher, Viewpoint, mix};
pub use super::label::{card_text, find_zone, seat_label, spot_label, value_label, zone_label};
pub use super::memory::{Memory, Pick};
pub use super::session::{Chosen, GameRecorder, Line, RecordedFact, Standings, cards};
pub use super::view::perspective::internals::PerspectiveInternals;

/// Creates the setup of a program that was compiled from its ruleset in another way.
pub fn setup_of(ruleset: &Ruleset, program: Arc<Program>) -> Setup {
    Setup::new(ruleset, program)
}

/// Access to the program and the position of a game.
#[doc(hidden)]
pub trait GameInternals {
    fn program(&self) -> &Arc<Program>;
    fn state(&self) -> &State;
    fn lines(&self) -> &[Line];
    /// Returns the acting player, and the decision.
    fn asked(&self) -> Option<(Seat, ChoiceId)>;
    /// Returns the number of further values of the same choice that were chosen automatically with the last
    /// one, because each was the only option left.
    fn taken_of(&self, asked: Option<(Seat, ChoiceId)>) -> usize;
    /// Returns the candidates of a pending choice of several, and the position in which all of them are
    /// options.
    fn all_picks(&self) -> Option<(exec::AllPicks, State)>;
    fn candidates(&self, seat: u8, card: u16) -> Vec<u16>;
    fn property(&self, property: PropertyId, card: u16) -> Result<i32, exec::FaultKind>;
    /// Returns the seed of all random events.
    fn seed(&self) -> u64;
    /// Returns the failure of a rule, if there was one.
    fn raised(&self) -> Option<exec::Fault>;
    /// Creates a game before the set-up.
    fn unplayed(setup: &Setup, seed: u64) -> Self;
    /// Creates a game that has run the set-up, but no phase.
    fn set_up(setup: &Setup, seed: u64) -> Self;
    /// Returns the shuffles that are fixed in advance.
    fn stacks(&mut self) -> &mut Option<Box<Stacks>>;
    /// Changes the position directly, and resets the beliefs of all seats.
    fn put_position<T, E>(&mut self, change: impl FnOnce(&mut State) -> Result<T, E>) -> Result<T, E>;
    /// Runs the machine on the position, with the log and the beliefs as observers.
    fn with_machine(
        &mut self,
        body: impl FnOnce(&mut exec::Machine<'_, GameRecorder<'_>>) -> Result<(), exec::Fault>,
    );
}

impl GameInternals for Game {
    fn program(&self) -> &Arc<Program> {
        Game::program(self)
    }

    fn state(&self) -> &State {
        Game::state(self)
    }

    fn lines(&self) -> &[Line] {
        Game::lines(self)
    }

    fn asked(&self) -> Option<(Seat, ChoiceId)> {
        Game::asked(self)
    }

    fn taken_of(&self, asked: Option<(Seat, ChoiceId)>) -> usize {
        Game::taken_of(self, asked)
    }

    fn all_picks(&self) -> Option<(exec::AllPicks, State)> {
        Game::all_picks(self)
    }

    fn candidates(&self, seat: u8, card: u16) -> Vec<u16> {
        Game::candidates(self, seat, card)
    }

    fn property(&self, property: PropertyId, card: u16) -> Result<i32, exec::FaultKind> {
        let (mut state, mut work) = (Game::state(self).clone(), exec::Workspace::default());
        let mut nobody = exec::NoObserver;
        exec::Machine::new(Game::program(self), &mut state, &mut work, &mut nobody)
            .property_of(property, card)
    }

    fn seed(&self) -> u64 {
        Game::seed(self)
    }

    fn raised(&self) -> Option<exec::Fault> {
        Game::raised(self)
    }

    fn unplayed(setup: &Setup, seed: u64) -> Self {
        Game::unplayed(setup, seed)
    }

    fn set_up(setup: &Setup, seed: u64) -> Self {
        Game::set_up(setup, seed)
    }

    fn stacks(&mut self) -> &mut Option<Box<Stacks>> {
        Game::stacks(self)
    }

    fn put_position<T, E>(&mut self, change: impl FnOnce(&mut State) -> Result<T, E>) -> Result<T, E> {
        Game::put_position(self, change)
    }

    fn with_machine(
        &mut self,
        body: impl FnOnce(&mut exec::Machine<'_, GameRecorder<'_>>) -> Result<(), exec::Fault>,
    ) {
        Game::with_machine(self, body);
    }
}

/// Access to the current position of a playout.
#[doc(hidden)]
pub trait PlayoutInternals {
    fn state(&self) -> &State;
    /// Plays a game, in which each turn has the beliefs of all seats.
    fn believing(
        &mut self,
        seed: u64,
        choose: &mut dyn FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError>;
}

impl PlayoutInternals for Playout {
    fn state(&self) -> &State {
        Playout::state(self)
    }

    fn believing(
        &mut self,
        seed: u64,
        choose: &mut dyn FnMut(Turn<'_>) -> usize,
    ) -> Result<&GameEnd, ApplyError> {
        Playout::believing(self, seed, choose)
    }
}

/// Access to the position of a decision in a playout.
#[doc(hidden)]
pub trait TurnInternals<'a> {
    fn state(self) -> &'a State;
    /// Returns the beliefs of all seats, if the playout follows them.
    fn beliefs(self) -> Option<&'a Beliefs>;
}

impl<'a> TurnInternals<'a> for Turn<'a> {
    fn state(self) -> &'a State {
        self.position()
    }

    fn beliefs(self) -> Option<&'a Beliefs> {
        Turn::beliefs(self)
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
#[doc(hidden)]
pub trait SetupInternals {
    fn program(&self) -> &Arc<Program>;
}

impl SetupInternals for Setup {
    fn program(&self) -> &Arc<Program> {
        Setup::program(self)
    }
}
