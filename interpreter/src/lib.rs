//! Ludex: card games written as data, checked like a program and played at speed.

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
pub mod scenario;
pub mod state;
pub mod types;

pub use game::{Game, Playout, Ruleset, compile};
