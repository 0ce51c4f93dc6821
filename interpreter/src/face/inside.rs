//! What stands behind the values of the face, for tests and tools of this project.

use std::sync::Arc;

use super::{Game, Ruleset, Setup};
use crate::game;
use crate::program;

/// The game behind one of the face.
pub fn game_of(game: &Game) -> &game::Game {
    &game.game
}

/// The ruleset behind one of the face.
pub fn ruleset_of(ruleset: &Ruleset) -> &Arc<game::Ruleset> {
    &ruleset.0
}

/// What the machine runs: compiled for the players and options of a setup.
pub fn program_of(setup: &Setup) -> &Arc<program::Program> {
    &setup.program
}
