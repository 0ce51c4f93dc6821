//! Overlays: variants that a ruleset brings (`variants/*.yaml`), and those of others.

pub use crate::load::overlay::{Header, Unknown, header, is_file, resolve, shipped, with_those_before};
pub use crate::load::resolved::print as print_resolved;
