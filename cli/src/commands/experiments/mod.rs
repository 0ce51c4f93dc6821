//! Commands that play many games.

mod budget;
pub(in crate::commands) mod compare;
pub(in crate::commands) mod impact;
pub(in crate::commands) mod ladder;
pub(in crate::commands) mod levels;
pub(in crate::commands) mod merge;
mod pieces;
pub(in crate::commands) mod report;
pub(in crate::commands) mod simulate;
pub(in crate::commands) mod solve;
pub(in crate::commands) mod sweep;
pub(in crate::commands) mod train;
