//! Changed files and lines between two versions of a ruleset.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use ludex::fs::Files;
use similar::{DiffTag, TextDiff};

use crate::sources::rulesets::Reference;
use crate::sources::watched::Texts;

/// Time limit for comparing two texts; after it, unchanged lines may count as changed.
const LONGEST: Duration = Duration::from_millis(40);

#[derive(Debug, Default, PartialEq, Eq)]
pub struct TextEdits {
    /// Displayed names of the files, in order.
    pub files: Vec<String>,
    /// Changed ranges: the file, and its new line numbers, from 1.
    pub lines: Vec<(String, RangeInclusive<u32>)>,
}

impl TextEdits {
    /// Returns the differences; a removed file has no lines.
    pub fn between(before: &Texts, now: &Texts, reference: &Reference) -> TextEdits {
        let mut change = TextEdits::default();
        let shown = |path: &str| match reference {
            Reference::File(_) | Reference::Stdin => reference.shown(),
            Reference::Folder(_)
            | Reference::Shipped(_)
            | Reference::Archive(_)
            | Reference::Revision { .. } => {
                format!("{}{path}", reference.prefix())
            }
        };
        change.add(&before.files, &now.files, shown);
        change.add(&before.overlays, &now.overlays, str::to_owned);
        if before.rules != now.rules {
            change.files.push(shown("RULES.md"));
        }
        change.files.sort();
        change.files.dedup();
        change
    }

    fn add(&mut self, before: &Files, now: &Files, shown: impl Fn(&str) -> String) {
        let by_path = |files: &Files| -> BTreeMap<String, String> { files.iter().cloned().collect() };
        let (before, now) = (by_path(before), by_path(now));
        for (path, text) in &now {
            match before.get(path) {
                Some(old) if old == text => continue,
                Some(old) => self.lines.extend(lines(old, text).map(|lines| (shown(path), lines))),
                None => self.lines.push((shown(path), 1..=u32::MAX)),
            }
            self.files.push(shown(path));
        }
        self.files.extend(before.keys().filter(|path| !now.contains_key(*path)).map(|path| shown(path)));
    }
}

/// Returns the changed lines of the new text. For removed lines, returns the lines around the place.
fn lines(old: &str, new: &str) -> impl Iterator<Item = RangeInclusive<u32>> {
    let ops = TextDiff::configure().timeout(LONGEST).diff_lines(old, new).ops().to_vec();
    let number = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    ops.into_iter().filter_map(move |op| {
        let range = op.new_range();
        match op.tag() {
            DiffTag::Equal => None,
            DiffTag::Delete => Some(number(range.start).max(1)..=number(range.start + 1)),
            DiffTag::Insert | DiffTag::Replace => Some(number(range.start + 1)..=number(range.end)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_that_changed() {
        let changed = |old: &str, new: &str| lines(old, new).collect::<Vec<_>>();
        assert_eq!(changed("a\nb\nc\n", "a\nx\nc\n"), [2..=2]);
        assert_eq!(changed("a\nb\nc\n", "a\nc\n"), [1..=2]);
        assert_eq!(changed("a\n", "a\nb\nc\n"), [2..=3]);
        assert_eq!(changed("a\n", "a\n"), []);
    }

    #[test]
    fn files_come_and_go() {
        let texts = |files: &[(&str, &str)]| Texts {
            files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect(),
            ..Texts::default()
        };
        let (old, new) =
            (texts(&[("a.yaml", "x\n"), ("b.yaml", "y\n")]), texts(&[("b.yaml", "z\n"), ("c.yaml", "")]));
        let change = TextEdits::between(&old, &new, &Reference::Folder("game".into()));
        assert_eq!(change.files, ["game/a.yaml", "game/b.yaml", "game/c.yaml"]);
        assert_eq!(
            change.lines,
            [("game/b.yaml".to_owned(), 1..=1), ("game/c.yaml".to_owned(), 1..=u32::MAX)]
        );
    }
}
