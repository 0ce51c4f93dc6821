//! Overlays: variants that a ruleset brings (`variants/*.yaml`), and those of others.

pub use crate::load::overlay::{Header, Unknown, header, is_file, resolve, shipped, with_those_before};

use super::diagnostics::Sources;

/// A ruleset with overlays applied, as YAML in which each change names its file. Files and overlays are given as for
/// [`compile_with`](super::compile_with); `shown` makes of a path what is shown of it.
pub fn resolved(
    files: &[(String, String)],
    overlays: &[(String, String)],
    shown: impl Fn(&str) -> String,
) -> String {
    let mut sources = Sources::new();
    let files: Vec<_> =
        files.iter().map(|(path, text)| (path.clone(), sources.add(shown(path), text.as_str()))).collect();
    let overlays: Vec<_> =
        overlays.iter().map(|(name, text)| sources.add(name.as_str(), text.as_str())).collect();
    crate::load::resolved::print(&sources, &files, &overlays)
}
