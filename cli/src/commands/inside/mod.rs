//! Commands that show the execution of a game.

pub mod profile;
pub mod trace;
