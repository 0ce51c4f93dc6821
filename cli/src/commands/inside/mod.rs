//! Commands that tell what happens inside a game while it is played.

pub mod profile;
pub mod trace;
