//! Ludex: card games written as data, checked like a program and played at speed.
//!
//! Without a stated reason, no stage has a catch-all pattern over an enum. The compiler therefore points to
//! all places that a new expression, statement or instruction affects.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(
    missing_docs,
    reason = "only for the public API; other items have a doc comment only if it says more than the name"
)]

#[warn(missing_docs)]
pub mod analysis;
mod api;
#[warn(missing_docs)]
mod compile;
mod explain;
mod scenario;
mod trace;

pub use api::*;
