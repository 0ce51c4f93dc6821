//! Checks renames before an editor applies them.
//!
//! The changed texts must have the same problems, the same uses of the name, and passing scenarios. The index
//! knows the locations of a name. It doesn't know composed names (keys of templates), paths of `allow:`, and
//! labels that exist only in a running game. In addition, another definition can capture a new name. So the
//! result is compiled and its scenarios run.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{FileId, Span};

use super::{Analysis, is_of_word};
use crate::scenario::{Outcome, run_chosen};

/// A range in a text: path, first byte, byte after the last.
type Edit = (String, usize, usize);

impl Analysis {
    /// Checks the result of writing `name` at these [locations](Self::places_of) of one name. The file and
    /// the byte are those of one of them.
    ///
    /// # Errors
    ///
    /// The first problem found, as a clause for the end of a sentence.
    pub fn check_rename(
        &self,
        (file, byte): (FileId, usize),
        places: &[Span],
        name: &str,
    ) -> Result<(), String> {
        let edits: BTreeSet<Edit> = places.iter().filter_map(|place| self.edit(*place)).collect();
        let (Some((path, start, end)), Some(_)) = (edits.first(), self.name_of(file)) else {
            return Err("nothing is named here".to_owned());
        };
        let text = self.files.iter().find(|(known, _)| known == path).map_or("", |(_, text)| text);
        let old = text[*start..*end].to_owned();
        let now = self.edited(&edits, name);
        let after = Analysis::new(&now, &self.shown);
        if let Some(problem) = self.new_problem(&after) {
            return Err(format!("{} ({})", problem.message, after.sources.place(problem.primary.span)));
        }
        if after.uses(self.moved((file, byte), &edits, name)) != edits.len() {
            return Err(format!("`{name}` has another meaning at one of its places"));
        }
        let scenarios = [old.as_str(), name];
        let broken =
            || after.failing(&scenarios).into_iter().find(|one| !self.failing(&scenarios).contains(one));
        match broken() {
            Some((file, scenario)) => Err(format!("the scenario `{scenario}` in {file} would fail")),
            None => Ok(()),
        }
    }

    /// Returns the path of a file as it was given.
    fn name_of(&self, file: FileId) -> Option<&str> {
        let (_, source) = self.sources.iter().find(|(id, _)| *id == file)?;
        source.name.strip_prefix(self.shown.as_str())
    }

    /// Returns the range of a span in the files as they were given.
    fn edit(&self, place: Span) -> Option<Edit> {
        let (path, start, end) = (self.name_of(place.file)?, place.start as usize, place.end as usize);
        let (_, text) = self.files.iter().find(|(known, _)| known == path)?;
        text.get(start..end).map(|_| (path.to_owned(), start, end))
    }

    fn edited(&self, edits: &BTreeSet<Edit>, name: &str) -> Vec<(String, String)> {
        let mut files: BTreeMap<String, String> = self.files.iter().cloned().collect();
        for (path, start, end) in edits.iter().rev() {
            if let Some(text) = files.get_mut(path) {
                text.replace_range(*start..*end, name);
            }
        }
        files.into_iter().collect()
    }

    /// Returns the file of a byte offset, and the offset after the edits.
    fn moved(&self, (file, byte): (FileId, usize), edits: &BTreeSet<Edit>, name: &str) -> (String, usize) {
        let path = self.name_of(file).unwrap_or_default().to_owned();
        // the start of the edit that contains the byte doesn't move
        let before = edits.iter().filter(|(other, _, end)| *other == path && *end < byte);
        let (added, taken) =
            before.fold((0, 0), |(added, taken), (_, start, end)| (added + name.len(), taken + end - start));
        let own = edits.iter().find(|(other, start, end)| *other == path && *start <= byte && byte <= *end);
        let byte = own.map_or(byte, |(_, start, _)| *start);
        (path, byte + added - taken)
    }

    /// Returns the number of uses of the name at a byte offset.
    fn uses(&self, (path, byte): (String, usize)) -> usize {
        let Some(file) = self.file(&path) else { return 0 };
        let places: BTreeSet<Edit> =
            self.places_of(file, byte).into_iter().filter_map(|place| self.edit(place)).collect();
        places.len()
    }

    /// Returns a problem of the changed texts whose code occurs more often than before.
    fn new_problem<'a>(&self, after: &'a Analysis) -> Option<&'a Diagnostic> {
        let count = |problems: &[Diagnostic]| {
            let mut count: BTreeMap<Code, usize> = BTreeMap::new();
            problems.iter().for_each(|problem| *count.entry(problem.code).or_default() += 1);
            count
        };
        let before = count(&self.problems);
        let more =
            count(&after.problems).into_iter().filter(|(code, many)| before.get(code).unwrap_or(&0) < many);
        let more: BTreeSet<Code> = more.map(|(code, _)| code).collect();
        let known = |problem: &Diagnostic| self.problems.iter().any(|one| one.message == problem.message);
        let new = || after.problems.iter().filter(|problem| more.contains(&problem.code));
        new().find(|problem| !known(problem)).or_else(|| new().next())
    }

    /// Returns the failing scenarios, as file and name, in files that contain one of some words.
    fn failing(&self, words: &[&str]) -> BTreeSet<(String, String)> {
        let Some(ruleset) = &self.ruleset else { return BTreeSet::new() };
        let named: BTreeSet<String> = self
            .files
            .iter()
            .filter(|(_, text)| words.iter().any(|word| has_word(text, word)))
            .map(|(path, _)| format!("{}{path}", self.shown))
            .collect();
        let report = run_chosen(ruleset, &self.files, &self.shown, |file, _| named.contains(file));
        let failed = report.results.into_iter().filter(|result| matches!(result.outcome, Outcome::Failed(_)));
        failed.map(|result| (result.file, result.name)).collect()
    }
}

/// Returns true if a text contains a word, also as a part of an id (`column` of `column_2`).
fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(|c: char| c != '_' && is_of_word(c)))
}
