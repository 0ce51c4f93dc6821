//! Experiments with card games written as data: many games are played, and what they say is told with intervals.
//!
//! This crate sees the face of `ludex` only, and knows no game. It reads no file and no clock: whoever calls it says how many threads there
//! are, hears of progress, and may stop a run. No result depends on the number of threads, for what is summed up are whole numbers.

#![deny(clippy::wildcard_enum_match_arm)]

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
