//! Loading and checking of rulesets. Internal: only the crate `ludex` is a stable API.
//!
//! From texts to a checked tree: [`load`] reads sections and shapes, [`resolve`] finds names, [`check`] types
//! the rules into [`hir`] and reports problems. The other modules hold words, ids and semantics that all
//! stages share.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "items have a doc comment only if it says more than the name")]

pub mod acts;
pub mod check;
pub mod fault;
pub mod foreign;
pub mod hir;
pub mod ids;
pub mod jobs;
pub mod language;
pub mod load;
pub mod model;
pub mod numbers;
pub mod operators;
pub mod plurals;
pub mod resolve;
pub mod types;
