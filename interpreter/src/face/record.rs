//! A game as data: ruleset, options, seed and choices.

pub use crate::game::{Record, RecordError};
