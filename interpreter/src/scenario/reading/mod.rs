//! Reads and checks scenarios without playing them.

pub(in crate::scenario) mod found;
pub(in crate::scenario) mod index;
pub(in crate::scenario) mod labels;
pub(in crate::scenario) mod problems;
pub(in crate::scenario) mod rules;
pub(in crate::scenario) mod together;
