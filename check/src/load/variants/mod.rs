//! Results of applying overlays to a ruleset.

pub mod both;
pub mod rename;
pub mod resolved;
pub mod stale;
