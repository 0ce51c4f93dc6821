//! Results of applying overlays to a ruleset.

pub mod merged;
pub mod rename;
pub mod resolved;
pub mod stale;
