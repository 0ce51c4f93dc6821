//! Compilation of texts into a playable ruleset, with diagnostics.

mod builder;
pub mod diagnostics;
mod driver;
pub mod format;
#[cfg(feature = "fs")]
pub mod fs;
#[cfg(feature = "unstable-internals")]
pub(crate) mod inside;
mod options;
mod ruleset;
pub mod schema;

pub use builder::{Compile, compile};
pub(crate) use driver::Parts;
pub use options::{SetupError, SetupErrorKind};
pub use ruleset::{Compiled, Problems, Ruleset};
