//! Checks of texts and layout against the ruleset.

pub(in crate::check) mod coverage;
mod faces;
pub(in crate::check) mod keys;
mod languages;
pub(in crate::check) mod layout;
mod missing;
pub(in crate::check) mod offered;
mod printed;
pub(in crate::check) mod unknown_texts;
mod unsaid;
