//! `ludex table import`: changes the files of a ruleset to the values of a table.
//!
//! A table is imported as a whole or not at all. Every mistake is reported with its cell. Errors that only
//! appear in another file or in a variant are located by applying the changes one at a time.

use std::collections::BTreeSet;
use std::path::Path;

use ludex::JSON_VERSION;
use ludex::fs::Files;
use ludex::schema::modeline;
use ludex_spreadsheet::{Cell, Row};
use serde_json::json;

use super::checked::CheckedImport;
use super::columns::{self, IGNORED};
use super::edit::{Edits, Wanted};
use super::given::{self, Given};
use super::sheet::{self, Column, Sheet};
use super::{Known, fields, values};
use crate::args::{Changes, ImportArgs};
use crate::commands::check::{fix, is_code};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, Reference, plural};
use crate::terminal::input::Keyboard;
use crate::terminal::output::{Out, clean, warn};

/// Reason why a new card can't have the placeholder of a value that only the file holds.
const NO_VALUE: &str =
    "this is a placeholder for a value in the file; a new card needs its own value or an empty cell";

pub fn run(args: &ImportArgs, out: &mut Out) -> Outcome {
    let bytes = given::bytes(&args.file).map_err(Failure::Problem)?;
    imported(args, given::table(&args.file, &bytes, args.sheet.as_deref())?, out)
}

/// Imports a table that was read.
pub fn imported(args: &ImportArgs, mut given: Given, out: &mut Out) -> Outcome {
    let reference = Reference::find(&args.ruleset)?;
    if let Some(why) = fix::refusal(&reference, "`table import`") {
        return Err(Failure::Usage(why));
    }
    let _alone = if args.diff { None } else { reference.folder().map(files::lock).transpose()? };
    let loaded = Loaded::from_reference(reference, &Changes::default(), out)?;
    let own = fields(&loaded.ruleset)?;
    let others = own.iter().map(Column::name).chain(args.ignore.iter().cloned());
    let others: Vec<String> = others.chain(columns::remembered(&loaded.files)).collect();
    given.name_usual(&loaded.language(None)?, &others);
    let (old, begun, texts) = with_languages(&loaded, &given, args);
    let sheet = Sheet::read(&begun, &own, &texts);
    let sheet = sheet.ok_or_else(|| Failure::Usage(format!("{} has no cards", loaded.ruleset.id())))?;
    let named = given.make_ids(&sheet);
    given.notes.iter().for_each(|note| warn(&format!("note: {note}")));
    named?;
    let Some(matched) = columns::matched((&begun, &sheet), &given, args, out)? else {
        out.line("nothing is written")?;
        return Ok(1);
    };
    let ignored = given.head.iter().zip(&matched.columns).filter(|(_, column)| column.is_none());
    let ignored: Vec<String> =
        ignored.map(|(name, _)| name).filter(|name| !name.is_empty()).cloned().collect();
    given.name_columns(&sheet, &matched.columns);
    let (mut asked, mut refused) = asked(&Known::of(&loaded.ruleset)?, &sheet, &given, &matched.columns);
    let left: Vec<&sheet::Row> = sheet.rows.iter().filter(|row| !asked.ids.contains(&row.id)).collect();
    if args.delete {
        refuse_empty(&asked, &given)?;
        asked.changes.extend(left.iter().map(|row| CellChange::gone(row)));
    }
    let mut edits = edited((&begun, &sheet), &given, &asked, &mut refused);
    refuse(refused)?;
    if let Some(names) = &matched.remembered {
        edits.set_line(IGNORED, json!(names).to_string());
    }
    let new = match edits.is_empty() {
        true => None,
        false => Some(edits.made().map_err(|why| Failure::Problem(format!("{}: {why}", given.name)))?),
    };
    let mut nowhere = Out::nowhere();
    let told = if args.json { &mut nowhere } else { &mut *out };
    if let Some(new) = &new {
        let checked =
            CheckedImport { loaded: &loaded, begun: &begun, sheet: &sheet, given: &given, asked: &asked };
        checked.refuse_errors(new)?;
        if args.delete && !left.is_empty() && !may_delete(args, &given, &left, told)? {
            told.line("nothing is written")?;
            return Ok(1);
        }
        fix::write(&loaded.reference, (&old, new), args.diff, told)?;
    } else {
        told.line("nothing is changed: the files already match the table")?;
    }
    if args.json {
        let changed = fix::changed(&old, new.as_ref().unwrap_or(&old)).into_iter().map(|((path, _), _)| path);
        let ids: Vec<&String> = left.iter().map(|row| &row.id).collect();
        let (deleted, kept) = if args.delete { (ids, Vec::new()) } else { (Vec::new(), ids) };
        out.json(&json!({
            "version": JSON_VERSION,
            "ruleset": loaded.ruleset.id(),
            "written": !args.diff,
            "files": changed.collect::<Vec<_>>(),
            "ignored": ignored,
            "without_row": kept,
            "deleted": deleted,
        }))?;
    } else if !args.delete && !left.is_empty() {
        let (given, names) = (&given.name, names(&left));
        warn(&format!("note: {given} has no row for {names}; --delete deletes such cards"));
    }
    Ok(0)
}

fn names(rows: &[&sheet::Row]) -> String {
    rows.iter().map(|row| clean(&row.id)).collect::<Vec<_>>().join(", ")
}

/// Rejects a table without rows, which would delete all cards.
fn refuse_empty(asked: &Wishes<'_>, given: &Given) -> Result<(), Failure> {
    match asked.ids.is_empty() {
        true => Err(Failure::Problem(format!("{} has no rows; --delete would delete all cards", given.name))),
        false => Ok(()),
    }
}

/// Asks whether cards may be deleted, unless the answer was given before or nothing is written.
fn may_delete(
    args: &ImportArgs,
    given: &Given,
    left: &[&sheet::Row],
    out: &mut Out,
) -> Result<bool, Failure> {
    if args.yes || args.diff {
        return Ok(true);
    }
    let cards = plural(left.len(), "card");
    let told = format!("{} has no row for {cards}: {}", given.name, names(left));
    if !Keyboard::is_editing() || args.file == Path::new("-") || args.json {
        return Err(Failure::Usage(format!(
            "{told}\n       to delete them without a question: --delete --yes"
        )));
    }
    out.line(&told)?;
    columns::agreed("delete them? [y/N] ", out)
}

/// Returns the unchanged files of the ruleset, and the files with a new one for each language that only the
/// table has. Also returns the text columns of the table.
fn with_languages(loaded: &Loaded, given: &Given, args: &ImportArgs) -> (Files, Files, Vec<Column>) {
    let (mut old, mut begun) = (loaded.files.clone(), loaded.files.clone());
    let mut known: BTreeSet<String> = sheet::languages(&begun).into_iter().map(|(_, name)| name).collect();
    let main = sheet::main_of(&begun).map_or_else(String::new, |main| begun[main].1.clone());
    let mut texts = Vec::new();
    let wanted = given.head.iter().filter(|name| !args.ignore.contains(name));
    for column in wanted.filter_map(|name| Column::text(name)) {
        let Column::Text { language, .. } = &column else { continue };
        if !known.contains(language) && is_code(language) {
            // a single file has all its texts in it
            if !loaded.reference.is_single() {
                let path = format!("text/{language}.yaml");
                old.push((path.clone(), String::new()));
                begun.push((path.clone(), modeline::line_beside(&main, &path).unwrap_or_default()));
            }
            known.insert(language.clone());
        }
        if known.contains(language) && !texts.contains(&column) {
            texts.push(column);
        }
    }
    (old, begun, texts)
}

/// Changes requested by a table, and the IDs of its rows.
pub struct Wishes<'a> {
    pub changes: Vec<CellChange<'a>>,
    ids: BTreeSet<String>,
}

pub struct CellChange<'a> {
    /// Number of the row; 0 for a card without a row.
    pub row: usize,
    column: String,
    id: String,
    pub wanted: Wanted<'a>,
}

impl<'a> CellChange<'a> {
    fn gone(row: &'a sheet::Row) -> Self {
        CellChange { row: 0, column: "id".to_owned(), id: row.id.clone(), wanted: Wanted::Gone { row } }
    }

    pub fn place(&self, given: &Given) -> String {
        match self.row {
            0 => format!("{}, no row for `{}`", given.name, clean(&self.id)),
            row => given.cell(row, &self.column, &self.id),
        }
    }
}

/// Error messages with their row numbers.
pub type Refusals = Vec<(usize, String)>;

/// Rejects a table with errors, which are reported in the order of its rows.
pub fn refuse(mut refused: Refusals) -> Result<(), Failure> {
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
    known: &Known,
    sheet: &'a Sheet,
    given: &Given,
    columns: &[Option<usize>],
) -> (Wishes<'a>, Refusals) {
    let mut asked = Wishes { changes: Vec::new(), ids: BTreeSet::new() };
    let mut refused = Refusals::new();
    let ids = columns.iter().position(|column| *column == Some(0)).unwrap_or_default();
    for Row { number, cells } in &given.rows {
        let id = cells.get(ids).map_or("", |id| id.text.trim());
        let row = sheet.rows.iter().find(|row| row.id == id);
        let problem = cells.get(ids).and_then(Cell::problem).map(|problem| problem.to_string());
        let why = problem.or_else(|| wrong_id((sheet, row, &known.made), id));
        let why = why
            .or_else(|| (!asked.ids.insert(id.to_owned())).then(|| "there is a row for it above".to_owned()));
        if let Some(why) = why.or_else(|| beyond(cells, columns.len())) {
            refused.push((*number, format!("{}: {why}", given.cell(*number, "id", id))));
            continue;
        }
        let mut change = |column: String, wanted| {
            asked.changes.push(CellChange { row: *number, column, id: id.to_owned(), wanted });
        };
        let mut all = vec![String::new(); sheet.columns.len()];
        let cells = columns.iter().zip(cells).filter_map(|(column, cell)| Some(((*column)?, cell)));
        for (column, cell) in cells {
            let own = &sheet.columns[column];
            match new_value(own, cell, row.map(|row| row.cells[column].shown())) {
                Err(why) => {
                    refused.push((*number, format!("{}: {why}", given.cell(*number, &own.name(), id))))
                }
                Ok(None) => {}
                Ok(Some(value)) => match row {
                    Some(row) => change(own.name(), Wanted::Value { row, column, value }),
                    None => all[column] = value,
                },
            }
        }
        if row.is_none() {
            known.add_kind(sheet, &mut all);
            change("id".to_owned(), Wanted::Card { id: id.to_owned(), values: all });
        }
    }
    (asked, refused)
}

/// Returns the value of a cell, or `None` if the card has it. A value that did not change is right, whatever it
/// looks like.
fn new_value(column: &Column, cell: &Cell, present: Option<&str>) -> Result<Option<String>, String> {
    let text = values::trimmed(column, &cell.text);
    let is_read = !cell.text.is_empty() || cell.is_empty();
    if is_read && present == Some(text) {
        return Ok(None);
    }
    let value = values::read(column, cell)?;
    match present {
        None if value == sheet::ELSEWHERE => Err(NO_VALUE.to_owned()),
        Some(_) | None => Ok(Some(value).filter(|value| present != Some(value))),
    }
}

/// Returns the reason why a row can't have this ID, or `None`.
fn wrong_id(
    (sheet, row, made): (&Sheet, Option<&sheet::Row>, &BTreeSet<String>),
    id: &str,
) -> Option<String> {
    if row.is_some() {
        return None;
    }
    not_new(sheet, made, id).or_else(|| {
        if id.is_empty() {
            return Some("the row has no id".to_owned());
        }
        let near = given::plain(id);
        let help = if is_id(&near) { format!("; did you mean `{near}`?") } else { String::new() };
        (!is_id(id)).then(|| format!("an id is a word of small letters, digits and _{help}"))
    })
}

/// Returns the first cell after the named columns, as a reason, or `None`.
fn beyond(cells: &[Cell], named: usize) -> Option<String> {
    let more = cells.get(named..).unwrap_or_default();
    let at = more.iter().position(|cell| !cell.is_empty())?;
    let text = clean(&more[at].text);
    Some(format!("`{text}` is in column {}, after the last named column", named + at + 1))
}

/// Applies all valid changes; adds an error for each of the others.
fn edited<'a>(
    (files, sheet): (&'a Files, &'a Sheet),
    given: &Given,
    asked: &Wishes<'_>,
    refused: &mut Refusals,
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
