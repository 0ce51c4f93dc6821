//! Incremental reading of texts: unchanged texts of a language are copied from the previous reading.

use ludex_grammar::span::Spanned;
use ludex_grammar::yaml::Node;

use super::super::raw::{RawText, RawTexts, SharedText};
use super::super::reader::Entry;
use super::MAX_TEXTS;

/// Maximum number of removed texts that are skipped.
const AHEAD: usize = 8;

/// The rest of the previous texts, in source order. They had no problems.
#[derive(Default)]
pub(super) struct Earlier<'k> {
    entries: &'k [(SharedText, RawText)],
    keys: &'k [SharedText],
}

impl<'k> Earlier<'k> {
    pub fn new(texts: &'k RawTexts) -> Self {
        Self { entries: &texts.entries, keys: &texts.keys }
    }

    /// Copies the texts below a path, if they exist and the limit allows it. Returns true on success.
    pub fn take(&mut self, path: &str, texts: &mut RawTexts) -> bool {
        let (entries, keys) = self.pass(path);
        // an entry with a text has a key
        if entries.is_empty() || keys.is_empty() || texts.entries.len() + entries.len() > MAX_TEXTS {
            return false;
        }
        texts.entries.extend_from_slice(entries);
        texts.keys.extend_from_slice(keys);
        true
    }

    /// Skips the texts below a path and returns them.
    pub fn pass(&mut self, path: &str) -> (&'k [(SharedText, RawText)], &'k [SharedText]) {
        (below(&mut self.entries, path, |(key, _)| key), below(&mut self.keys, path, |key| key))
    }
}

fn below<'k, T>(left: &mut &'k [T], path: &str, key: impl Fn(&T) -> &SharedText) -> &'k [T] {
    let is_below = |item: &T| {
        key(item).value.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let from = left.iter().take(AHEAD).position(is_below).unwrap_or(0);
    let len = left[from..].iter().take_while(|item| is_below(item)).count();
    let (found, rest) = left[from..].split_at(len);
    if len > 0 {
        *left = rest;
    }
    found
}

/// Returns the old value of a key. Maps keep their order when patched, so earlier entries are dropped from
/// the search.
pub(super) fn under<'o>(old: &mut &'o [Entry], key: &Spanned<String>) -> Option<&'o Node> {
    let at = old.iter().take(AHEAD).position(|(known, _)| known == key)?;
    let (_, node) = &old[at];
    *old = &old[at + 1..];
    Some(node)
}
