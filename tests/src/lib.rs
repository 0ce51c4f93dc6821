//! Shared code of the tests: cases from files, snapshots, shipped rulesets, games as text.
//!
//! The file `README.md` above this folder describes how to add a case.

pub mod baseline;
pub mod bots;
pub mod cases;
pub mod context;
pub mod courses;
pub mod cuts;
pub mod editor;
pub mod faults;
pub mod generate;
pub mod inside;
pub mod invariants;
pub mod large;
pub mod measure;
pub mod mutants;
pub mod naive;
pub mod peers;
pub mod program;
pub mod promises;
pub mod rulesets;
pub mod session;
pub mod transcript;
pub mod tries;
pub mod twin;
pub mod worlds;
