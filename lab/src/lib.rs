//! Experiments with games: over the library's face only, without input or output.

pub mod solve;
