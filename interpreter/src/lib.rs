//! Ludex: card games written as data, checked like a program and played at speed.
//!
//! No stage has a catch-all over an enum, but where a reason is given: who adds an expression, a statement or an
//! instruction is told by the compiler of every place that it concerns.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod belief;
pub mod check;
pub mod exec;
pub mod explain;
pub mod game;
pub mod hir;
pub mod ids;
pub mod language;
pub mod load;
pub mod lower;
pub mod model;
pub mod numbers;
pub mod program;
pub mod resolve;
pub mod scenario;
pub mod state;
pub mod types;

pub use game::{Game, Playout, Ruleset, compile};
