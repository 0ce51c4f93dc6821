//! Programs, their execution, and games in progress. Internal: only the crate `ludex` is a stable API.
//!
//! From a checked tree to a game: [`lower`] makes a [`program`], [`exec`] runs it on a [`state`], [`belief`]
//! follows what each seat can rule out, [`ruleset`] holds the compiled rules, and [`play`] games with their
//! history and views. They are one crate, so that a playout crosses no crate boundary.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(
    missing_docs,
    reason = "only for the public API; other items have a doc comment only if it says more than the name"
)]

pub mod belief;
pub mod exec;
pub mod lower;
#[warn(missing_docs)]
pub mod play;
pub mod program;
#[warn(missing_docs)]
pub mod ruleset;
pub mod state;
