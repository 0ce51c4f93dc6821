//! The terminal: what is typed, what is written, and how far long work has come.

pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod progress;
