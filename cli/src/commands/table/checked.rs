//! Checks a table before its import: the ruleset with all changes, its variants and its scenarios.

use ludex::diagnostics::{Code, Severity};
use ludex::fs::Files;
use ludex::variants;
use ludex_spreadsheet::Row;

use super::edit::Edits;
use super::fields;
use super::given::Given;
use super::import::{Wishes, refuse};
use super::sheet::{ByteRange, Column, Sheet};
use crate::args::Changes;
use crate::commands::check::{examined, fix};
use crate::failure::Failure;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::clean;

/// Maximum number of changes applied one at a time to locate an error.
const MAX_TRIES: usize = 200;

/// A table to be checked before its import.
pub struct CheckedImport<'a> {
    pub loaded: &'a Loaded,
    pub begun: &'a Files,
    pub sheet: &'a Sheet,
    pub given: &'a Given,
    pub asked: &'a Wishes<'a>,
}

/// An error of a ruleset or of one of its variants.
struct FoundError {
    code: Code,
    message: String,
    file: String,
    /// Source location in messages.
    place: String,
    start: usize,
    end: usize,
    /// ID of the variant that has the error, if the ruleset without variants does not have it.
    variant: Option<String>,
}

impl FoundError {
    /// Returns the parts that stay the same when lines are added before the error.
    fn key(&self) -> (Code, &str, &str) {
        (self.code, &self.message, &self.file)
    }
}

impl CheckedImport<'_> {
    /// Returns the errors of some files, in all variants and scenarios.
    fn errors(&self, files: &Files) -> Result<Vec<FoundError>, Failure> {
        let (checked, count) = examined(&self.loaded.reference, files, &Changes::default(), None)?;
        let mut headers = variants::shipped(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        headers.sort_by(|(one, _), (other, _)| one.cmp(other));
        let ids: Vec<String> = headers.into_iter().map(|(_, header)| header.id).collect();
        let mut found = Vec::new();
        for (number, compiled) in checked.iter().enumerate() {
            let variant = number.checked_sub(1).and_then(|at| ids.get(at)).filter(|_| ids.len() == count);
            let errors = compiled.problems.iter().filter(|problem| problem.severity() == Severity::Error);
            found.extend(errors.map(|problem| FoundError {
                code: problem.code,
                message: problem.message.clone(),
                file: compiled.sources.get(problem.primary.span.file).name.clone(),
                place: compiled.sources.place(problem.primary.span),
                start: problem.primary.span.start as usize,
                end: problem.primary.span.end as usize,
                variant: variant.cloned(),
            }));
        }
        Ok(found)
    }

    /// Rejects the table if it causes errors that the files don't have without it. Reports each error with
    /// its cell.
    pub fn refuse_errors(&self, new: &Files) -> Result<(), Failure> {
        let mut errors = self.errors(new)?;
        if errors.is_empty() {
            return Ok(());
        }
        let before = self.errors(&self.loaded.files)?;
        errors.retain(|error| before.iter().all(|known| known.key() != error.key()));
        let texts: Vec<Column> = self.sheet.columns.clone();
        let sheet = Sheet::read(new, &fields(&self.loaded.ruleset)?, &texts);
        let mut cells: Vec<Option<(usize, String)>> =
            errors.iter().map(|error| self.cell(sheet.as_ref()?, new, error)).collect();
        self.try_each(&errors, &mut cells)?;
        let lines = errors.iter().zip(cells).map(|(error, cell)| {
            let (what, place) = (clean(&error.message), clean(&error.place));
            let mut details = vec![error.code.to_string()];
            if cell.is_some() && !self.is_card_file(&error.file) {
                details.push(format!("at {place}"));
            } else if let Some(variant) = &error.variant {
                details.push(format!("with the variant `{}`", clean(variant)));
            }
            let (row, at) = cell.unwrap_or((usize::MAX, place));
            (row, format!("{at}: {what} ({})", details.join(", ")))
        });
        refuse(lines.collect())
    }

    /// Returns true if the table has columns from this file.
    fn is_card_file(&self, name: &str) -> bool {
        let groups =
            std::iter::once(&self.sheet.cards).chain(self.sheet.texts.iter().map(|(_, group)| group));
        groups.into_iter().any(|group| fix::shown(&self.loaded.reference, &self.begun[group.file].0) == name)
    }

    fn cell(&self, sheet: &Sheet, files: &Files, error: &FoundError) -> Option<(usize, String)> {
        let file =
            files.iter().position(|(path, _)| fix::shown(&self.loaded.reference, path) == error.file)?;
        let (row, column) = sheet.cell_at(ByteRange { file, start: error.start, end: error.end })?;
        let ids = self.given.head.iter().position(|head| head == "id")?;
        let is_row = |given: &&Row| given.cells.get(ids).is_some_and(|id| id.text.trim() == row.id);
        let number = self.given.rows.iter().find(is_row)?.number;
        Some((number, self.given.cell(number, &column.name(), &row.id)))
    }

    /// Locates errors outside the cells: finds the cell whose change causes them on its own.
    fn try_each(&self, errors: &[FoundError], cells: &mut [Option<(usize, String)>]) -> Result<(), Failure> {
        for change in self.asked.changes.iter().take(MAX_TRIES) {
            if cells.iter().all(Option::is_some) {
                break;
            }
            let mut edits = Edits::new(self.begun, self.sheet);
            if edits.apply(&change.wanted).is_err() {
                continue;
            }
            let Ok(files) = edits.made() else { continue };
            let caused = self.errors(&files)?;
            for (error, cell) in errors.iter().zip(cells.iter_mut()).filter(|(_, cell)| cell.is_none()) {
                if caused.iter().any(|one| one.key() == error.key()) {
                    *cell = Some((change.row, change.place(self.given)));
                }
            }
        }
        Ok(())
    }
}
