//! Ludex: card games written as data, checked like a program and played at speed.
//!
//! No stage that is denied `wildcard_enum_match_arm` has a catch-all over an enum: who adds an expression, a statement or an
//! instruction is told by the compiler of every place that it concerns.

#[deny(clippy::wildcard_enum_match_arm)]
pub mod belief;
pub mod check;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod exec;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod explain;
pub mod game;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod hir;
pub mod ids;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod language;
pub mod load;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod lower;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod model;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod numbers;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod program;
pub mod scenario;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod state;
#[deny(clippy::wildcard_enum_match_arm)]
pub mod types;

pub use game::{Game, Playout, Ruleset, compile};
