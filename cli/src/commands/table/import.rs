//! `ludex table import`: changes the files of a ruleset to the values of a table.
//!
//! A table is imported as a whole or not at all. Every mistake is reported with its cell. Errors that only
//! appear in another file or in a variant are located by applying the changes one at a time.

use std::collections::BTreeSet;
use std::path::Path;

use ludex::JSON_VERSION;
use ludex::diagnostics::{Code, Severity, closest};
use ludex::fs::Files;
use ludex::schema::modeline;
use serde_json::json;

use super::edit::{Edits, Wanted};
use super::given::{self, Given};
use super::sheet::{self, ByteRange, Column, Sheet};
use super::{fields, made};
use crate::args::Changes;
use crate::commands::check::{examined, fix, is_code};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, Reference};
use crate::terminal::input::{Ask, Input, Keyboard};
use crate::terminal::output::{Out, clean, warn};

pub struct ImportOptions<'a> {
    pub ignore: &'a [String],
    pub diff: bool,
    pub json: bool,
}

/// Maximum number of changes applied one at a time to locate an error.
const MAX_TRIES: usize = 200;

/// Reason why a new card can't have the placeholder of a value that only the file holds.
const NO_VALUE: &str =
    "this is a placeholder for a value in the file; a new card needs its own value or an empty cell";

pub fn run(word: &str, file: &Path, how: &ImportOptions<'_>, out: &mut Out) -> Outcome {
    let reference = Reference::find(word)?;
    if let Some(why) = fix::refusal(&reference, "`table import`") {
        return Err(Failure::Usage(why));
    }
    let _alone = if how.diff { None } else { reference.folder().map(files::lock).transpose()? };
    let loaded = Loaded::from_reference(reference, &Changes::default(), out)?;
    let given = given::read(file)?;
    let (old, begun, texts) = with_languages(&loaded, &given, how);
    let sheet = Sheet::read(&begun, &fields(&loaded.ruleset)?, &texts);
    let sheet = sheet.ok_or_else(|| Failure::Usage(format!("{} has no cards", loaded.ruleset.id())))?;
    let Some(columns) = columns(&sheet, &given, (file, how), out)? else {
        out.line("nothing is written")?;
        return Ok(1);
    };
    let (asked, mut refused) = asked(&made(&loaded.ruleset)?, &sheet, &given, &columns);
    let edits = edited((&begun, &sheet), &given, &asked, &mut refused);
    refuse(refused)?;
    let new = match edits.is_empty() {
        true => None,
        false => Some(edits.made().map_err(|why| Failure::Problem(format!("{}: {why}", given.name)))?),
    };
    let mut nowhere = Out::nowhere();
    let told = if how.json { &mut nowhere } else { &mut *out };
    if let Some(new) = &new {
        let checked =
            CheckedImport { loaded: &loaded, begun: &begun, sheet: &sheet, given: &given, asked: &asked };
        checked.refuse_errors(new)?;
        fix::write(&loaded.reference, (&old, new), how.diff, told)?;
    } else {
        told.line("nothing is changed: the files already match the table")?;
    }
    let has_row = |id: &String| asked.ids.contains(id);
    let left: Vec<&String> = sheet.rows.iter().map(|row| &row.id).filter(|id| !has_row(id)).collect();
    if how.json {
        let changed = fix::changed(&old, new.as_ref().unwrap_or(&old)).into_iter().map(|((path, _), _)| path);
        let ignored = given.head.iter().zip(&columns).filter(|(_, column)| column.is_none());
        out.json(&json!({
            "version": JSON_VERSION,
            "ruleset": loaded.ruleset.id(),
            "written": !how.diff,
            "files": changed.collect::<Vec<_>>(),
            "ignored": ignored.map(|(name, _)| name).filter(|name| !name.is_empty()).collect::<Vec<_>>(),
            "without_row": left,
        }))?;
        return Ok(0);
    }
    if !left.is_empty() {
        let cards = left.iter().map(|id| clean(id)).collect::<Vec<_>>().join(", ");
        warn(&format!("note: {} has no row for {cards}; such cards stay as they are", given.name));
    }
    Ok(0)
}

/// Returns the unchanged files of the ruleset, and the files with a new one for each language that only the
/// table has. Also returns the text columns of the table.
fn with_languages(loaded: &Loaded, given: &Given, how: &ImportOptions<'_>) -> (Files, Files, Vec<Column>) {
    let (mut old, mut begun) = (loaded.files.clone(), loaded.files.clone());
    let mut known: BTreeSet<String> = sheet::languages(&begun).into_iter().map(|(_, name)| name).collect();
    let main = sheet::main_of(&begun).map_or_else(String::new, |main| begun[main].1.clone());
    let mut texts = Vec::new();
    let wanted = given.head.iter().filter(|name| !how.ignore.contains(name));
    for column in wanted.filter_map(|name| Column::text(name)) {
        let Column::Text { language, .. } = &column else { continue };
        let is_folder = matches!(loaded.reference, Reference::Folder(_));
        if !known.contains(language) && is_folder && is_code(language) {
            let path = format!("text/{language}.yaml");
            old.push((path.clone(), String::new()));
            begun.push((path.clone(), modeline::line_beside(&main, &path).unwrap_or_default()));
            known.insert(language.clone());
        }
        if known.contains(language) && !texts.contains(&column) {
            texts.push(column);
        }
    }
    (old, begun, texts)
}

/// Maps the columns of the table to columns of the sheet; ignored columns map to `None`. Returns `None` if
/// the user cancels.
fn columns(
    sheet: &Sheet,
    given: &Given,
    (file, how): (&Path, &ImportOptions<'_>),
    out: &mut Out,
) -> Result<Option<Vec<Option<usize>>>, Failure> {
    let names: Vec<String> = sheet.columns.iter().map(Column::name).collect();
    if let Some(absent) = how.ignore.iter().find(|name| !given.head.contains(name)) {
        let near = closest(absent, given.head.iter().map(String::as_str));
        let help = near.map(|near| format!("; did you mean `{}`?", clean(near))).unwrap_or_default();
        return Err(Failure::Usage(format!("{} has no column `{}`{help}", given.name, clean(absent))));
    }
    let (mut columns, mut refused, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for (at, name) in given.head.iter().enumerate() {
        let column = names.iter().position(|known| known == name).filter(|_| !how.ignore.contains(name));
        if column.is_some() && columns.contains(&column) {
            refused.push(format!("{}: there is a column `{}` before", given.title(at), clean(name)));
        } else if column.is_none() && name.is_empty() && given.is_filled(at) {
            refused.push(format!("{}: the column has no name", given.title(at)));
        } else if column.is_none() && !name.is_empty() && !how.ignore.contains(name) {
            unknown.push((at, name));
        }
        columns.push(column);
    }
    if !columns.contains(&Some(0)) {
        refused.push(format!("{}, row {}: there is no column `id`", given.name, given.first));
    }
    let told = unknown.iter().map(|(at, name)| {
        format!("{}: no card has `{}`; {}", given.title(*at), clean(name), meant(name, &names))
    });
    let may_ask = Keyboard::is_editing() && file != Path::new("-") && !how.json;
    if refused.is_empty() && (unknown.is_empty() || may_ask) {
        told.map(|line| clean(&line)).try_for_each(|line| out.line(&line))?;
        return Ok((unknown.is_empty() || agreed(unknown.len(), out)?).then_some(columns));
    }
    refused.extend(told);
    if !unknown.is_empty() {
        let words =
            unknown.iter().map(|(_, name)| format!(" --ignore \"{}\"", clean(name))).collect::<String>();
        refused.push(format!("to import the other columns:{words}"));
    }
    Err(Failure::Usage(refused.join("\n       ")))
}

/// Suggests a column name.
fn meant(name: &str, names: &[String]) -> String {
    let texts = names.iter().filter(|known| known.split_once('.').is_some_and(|(_, key)| key == name));
    let text = texts.min_by_key(|known| !known.starts_with("en."));
    let near = text.map(String::as_str).or_else(|| closest(name, names.iter().map(String::as_str)));
    near.map_or_else(|| format!("there are {}", names.join(", ")), |near| format!("did you mean `{near}`?"))
}

/// Asks whether to continue without some columns.
fn agreed(columns: usize, out: &mut Out) -> Result<bool, Failure> {
    out.flush()?;
    let prompt = if columns == 1 { "import without it? [y/N] " } else { "import without them? [y/N] " };
    let input = Keyboard::new().next(Ask { prompt, seat: 0, names: Vec::new() });
    Ok(matches!(input, Input::Line(line) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes")))
}

/// Changes requested by a table, and the IDs of its rows.
struct Wishes<'a> {
    changes: Vec<CellChange<'a>>,
    ids: BTreeSet<String>,
}

struct CellChange<'a> {
    row: usize,
    column: String,
    id: String,
    wanted: Wanted<'a>,
}

impl CellChange<'_> {
    fn place(&self, given: &Given) -> String {
        given.cell(self.row, &self.column, &self.id)
    }
}

/// Error messages with their row numbers.
type Refused = Vec<(usize, String)>;

/// Rejects a table with errors, which are reported in the order of its rows.
fn refuse(mut refused: Refused) -> Result<(), Failure> {
    refused.sort_by_key(|(row, _)| *row);
    match refused.is_empty() {
        true => Ok(()),
        false => {
            let lines: Vec<String> = refused.into_iter().map(|(_, line)| line).collect();
            Err(Failure::Problem(format!("{}\n       nothing is written", lines.join("\n       "))))
        }
    }
}

/// Collects the changes that a table requests, and its errors.
fn asked<'a>(
    made: &BTreeSet<String>,
    sheet: &'a Sheet,
    given: &Given,
    columns: &[Option<usize>],
) -> (Wishes<'a>, Refused) {
    let mut asked = Wishes { changes: Vec::new(), ids: BTreeSet::new() };
    let mut refused = Refused::new();
    let ids = columns.iter().position(|column| *column == Some(0)).unwrap_or_default();
    for (number, cells) in &given.rows {
        let id = cells.get(ids).map_or("", |id| id.trim());
        let place = |column: &str| given.cell(*number, column, id);
        let row = sheet.rows.iter().find(|row| row.id == id);
        let beyond = cells.get(columns.len()..).unwrap_or_default().iter().position(|cell| !cell.is_empty());
        let why = if let (None, Some(why)) = (row, not_new(sheet, made, id)) {
            Some(why)
        } else if id.is_empty() {
            Some("the row has no id".to_owned())
        } else if row.is_none() && !is_id(id) {
            Some("an id is a word of small letters, digits and _".to_owned())
        } else if !asked.ids.insert(id.to_owned()) {
            Some("there is a row for it above".to_owned())
        } else {
            beyond.map(|at| {
                let cell = clean(&cells[columns.len() + at]);
                format!("`{cell}` is in column {}, after the last named column", columns.len() + at + 1)
            })
        };
        if let Some(why) = why {
            refused.push((*number, format!("{}: {why}", place("id"))));
            continue;
        }
        let values = columns.iter().zip(cells).filter_map(|(column, value)| Some(((*column)?, value)));
        let values = values.map(|(column, value)| (column, trimmed(&sheet.columns[column], value)));
        let change = |column: usize, wanted| CellChange {
            row: *number,
            column: sheet.columns[column].name(),
            id: id.to_owned(),
            wanted,
        };
        if let Some(row) = row {
            let differs = values.filter(|(column, value)| row.cells[*column].shown() != *value);
            asked.changes.extend(differs.map(|(column, value)| {
                change(column, Wanted::Value { row, column, value: value.to_owned() })
            }));
            continue;
        }
        let mut all = vec![String::new(); sheet.columns.len()];
        for (column, value) in values {
            if value == sheet::ELSEWHERE {
                refused.push((*number, format!("{}: {NO_VALUE}", place(&sheet.columns[column].name()))));
            }
            value.clone_into(&mut all[column]);
        }
        asked.changes.push(change(0, Wanted::Card { id: id.to_owned(), values: all }));
    }
    (asked, refused)
}

/// Trims a cell, unless its column holds texts.
fn trimmed<'v>(column: &Column, value: &'v str) -> &'v str {
    if matches!(column, Column::Text { .. }) { value } else { value.trim() }
}

/// Applies all valid changes; adds an error for each of the others.
fn edited<'a>(
    (files, sheet): (&'a Files, &'a Sheet),
    given: &Given,
    asked: &Wishes<'_>,
    refused: &mut Refused,
) -> Edits<'a> {
    let mut edits = Edits::new(files, sheet);
    for change in &asked.changes {
        if let Err((column, why)) = edits.apply(&change.wanted) {
            refused.push((change.row, format!("{}: {why}", given.cell(change.row, &column, &change.id))));
        }
    }
    edits
}

/// Returns the reason why an ID without a row in the files can't be a new card, or `None`.
fn not_new(sheet: &Sheet, made: &BTreeSet<String>, id: &str) -> Option<String> {
    if sheet::is_template(id) {
        return Some("a new template is written in the file, with its variables".to_owned());
    }
    let template = sheet.rows.iter().find(|row| row.may_make(id)).filter(|_| made.contains(id))?;
    Some(format!(
        "the template `{}` makes this card; change its row, or this card in a variant",
        clean(&template.id)
    ))
}

fn is_id(word: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c == '_';
    word.starts_with(letter) && word.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// A table to be checked before its import.
struct CheckedImport<'a> {
    loaded: &'a Loaded,
    begun: &'a Files,
    sheet: &'a Sheet,
    given: &'a Given,
    asked: &'a Wishes<'a>,
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
        let (checked, _) = examined(&self.loaded.reference, files, &Changes::default(), None)?;
        let mut found = Vec::new();
        for compiled in &checked {
            let errors = compiled.problems.iter().filter(|problem| problem.severity() == Severity::Error);
            found.extend(errors.map(|problem| FoundError {
                code: problem.code,
                message: problem.message.clone(),
                file: compiled.sources.get(problem.primary.span.file).name.clone(),
                place: compiled.sources.place(problem.primary.span),
                start: problem.primary.span.start as usize,
                end: problem.primary.span.end as usize,
            }));
        }
        Ok(found)
    }

    /// Rejects the table if it causes errors that the files don't have without it. Reports each error with
    /// its cell.
    fn refuse_errors(&self, new: &Files) -> Result<(), Failure> {
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
            match cell {
                Some((row, cell)) if self.is_card_file(&error.file) => {
                    (row, format!("{cell}: {what} ({})", error.code))
                }
                Some((row, cell)) => (row, format!("{cell}: {what} ({}, at {place})", error.code)),
                None => (usize::MAX, format!("{place}: {what} ({})", error.code)),
            }
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
        let is_row = |cells: &Vec<String>| cells.get(ids).is_some_and(|id| id.trim() == row.id);
        let (number, _) = self.given.rows.iter().find(|(_, cells)| is_row(cells))?;
        Some((*number, self.given.cell(*number, &column.name(), &row.id)))
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
