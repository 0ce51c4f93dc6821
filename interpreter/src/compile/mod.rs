//! From texts to a ruleset that can be played, and what is wrong with it.

pub mod diagnostics;
mod driver;
#[cfg(feature = "fs")]
pub mod fs;
pub(crate) mod inside;
mod options;
mod ruleset;

pub(crate) use driver::Parts;
pub use driver::{compile, compile_all, compile_file, compile_with};
pub use options::{SetupError, SetupErrorKind};
pub use ruleset::{Compiled, Problems, Ruleset};
