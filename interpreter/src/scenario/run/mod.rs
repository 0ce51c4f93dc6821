//! Plays one scenario: its position, steps and expectations.

pub(in crate::scenario) mod expect;
pub(in crate::scenario) mod one;
pub(in crate::scenario) mod options;
pub(in crate::scenario) mod played;
pub(in crate::scenario) mod position;
pub(in crate::scenario) mod stacks;
pub(in crate::scenario) mod steps;
pub(in crate::scenario) mod summed;
pub(in crate::scenario) mod update;
pub(in crate::scenario) mod words;
