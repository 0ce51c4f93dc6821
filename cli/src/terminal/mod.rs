//! The terminal: input, output and progress.

pub(crate) mod input;
pub(crate) mod markdown;
pub(crate) mod output;
pub(crate) mod progress;
