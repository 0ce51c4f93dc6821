//! Loading: the files of a ruleset become one [`RawRuleset`], every section read, no name resolved.
//!
//! All problems of all files are collected in one run. A part that can't be read is left out, or stands in
//! the product with a harmless placeholder where leaving it out would only cause errors about its name
//! elsewhere; either way there is an error, so that such a ruleset is never played.

pub mod both;
mod cards;
mod definitions;
mod game;
mod kinds;
mod layout;
mod names;
pub mod overlay;
mod phases;
pub mod raw;
mod reader;
mod rename;
pub mod resolved;
pub mod scenario;
mod sections;
mod stale;
#[cfg(test)]
mod tests;
mod texts;

use ludex_grammar::diagnostic::{Diagnostic, in_order};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};
use ludex_grammar::yaml::Node;

use raw::RawRuleset;
use reader::Reader;
pub use sections::is_ignored;

/// Reads a ruleset from its files.
///
/// Each file is given by its path relative to the ruleset's root, with forward slashes, and the number of
/// its text in `sources`. A ruleset of a single file is just `ruleset.yaml`. Scenarios, variants, hidden
/// files and files that aren't YAML are passed over; one that looks like a part of the ruleset but is none ([`is_ignored`]) is a warning. Without any file, the one problem has the place of a file
/// 0 that `sources` may not have.
pub fn load(sources: &Sources, files: &[(String, FileId)], problems: &mut Vec<Diagnostic>) -> RawRuleset {
    load_with(sources, files, &[], problems)
}

/// The sections of a ruleset with its overlays applied, in the order in which they are read, and the texts of each
/// language; each node keeps the place it comes from.
pub fn resolved(sources: &Sources, files: &[(String, FileId)], overlays: &[FileId]) -> Resolved {
    let mut problems = Vec::new();
    let mut reader = Reader::new(&mut problems);
    let mut found = sections::gather(sources, files, &mut reader);
    overlay::apply(sources, files, overlays, &mut found, &mut reader);
    let sections = found.sections.into_iter().map(|s| (s.name, s.at, s.content)).collect();
    Resolved { sections, texts: found.texts }
}

/// A ruleset as it is after its overlays.
pub struct Resolved {
    /// Name, key or beginning of its file, content.
    pub sections: Vec<(&'static str, Span, Node)>,
    /// Language, key or beginning of its file, content.
    pub texts: Vec<(String, Span, Node)>,
}

/// Reads a ruleset with overlays on it, in order.
pub fn load_with(
    sources: &Sources,
    files: &[(String, FileId)],
    overlays: &[FileId],
    problems: &mut Vec<Diagnostic>,
) -> RawRuleset {
    let before = problems.len();
    let mut reader = Reader::new(problems);
    let mut found = sections::gather(sources, files, &mut reader);
    // what can't be read can't be patched
    if !reader.unreadable {
        overlay::apply(sources, files, overlays, &mut found, &mut reader);
    }
    let mut ruleset = RawRuleset { overlays: overlays.to_vec(), ..RawRuleset::default() };
    for section in &found.sections {
        (section.read)(&mut reader, &mut ruleset, section.at, &section.content);
    }
    for (language, at, node) in &found.texts {
        ruleset.texts.push(texts::texts(&mut reader, language, *at, node));
    }
    ruleset.lost = std::mem::take(&mut reader.lost);
    ruleset.removed = std::mem::take(&mut reader.removed);
    ruleset.patched = std::mem::take(&mut reader.patched);
    ruleset.holes = std::mem::take(&mut reader.holes);
    ruleset.unreadable = reader.unreadable;
    in_order(&mut problems[before..]);
    ruleset
}
