//! Experiments with card games: plays many games and reports results with confidence intervals.
//!
//! This crate uses only the public interface of `ludex` and contains no game-specific code. It reads no files
//! and no clock. The caller supplies the number of threads, receives progress, and may cancel a run. Results
//! do not depend on the number of threads, because all sums are integers.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod balance;
pub mod compare;
mod deciders;
mod decision_point;
pub mod estimate;
pub mod experiment;
pub mod game;
pub mod html;
pub mod impact;
pub mod ladder;
mod log;
pub mod names;
mod objective;
mod onlookers;
mod paired;
pub mod report;
pub mod rounded;
mod seeds;
pub mod shard;
pub mod simulate;
pub mod solve;
pub mod stats;
pub mod sweep;
mod table;

pub use experiment::{add_up, blocks, cells};
pub use objective::Objective;
pub use seeds::splitmix64;
