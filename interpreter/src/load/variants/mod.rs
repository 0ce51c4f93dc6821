//! What is made of a ruleset and its overlays.

pub mod both;
pub mod rename;
pub mod resolved;
pub mod stale;
