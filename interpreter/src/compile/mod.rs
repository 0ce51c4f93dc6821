//! Compilation of texts into a playable ruleset, with diagnostics.

mod builder;
pub mod diagnostics;
pub mod format;
#[cfg(feature = "fs")]
pub mod fs;
pub mod schema;

pub use builder::{Compile, compile};
