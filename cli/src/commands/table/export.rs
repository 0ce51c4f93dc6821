//! `ludex table export`: writes the cards as a workbook or CSV.

use std::path::Path;

use ludex::fs::Files;
use ludex::{JSON_VERSION, Ruleset};
use ludex_spreadsheet::{Heading, to_csv, to_xlsx};
use serde_json::{Value, json};

use super::fields;
use super::sheet::{Cell, Column, Row, Sheet};
use crate::args::{Changes, ExportArgs, Separator};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{Out, clean};

pub fn run(args: &ExportArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &Changes::default(), out)?;
    let sheet = sheet_of(&loaded.files, &loaded.ruleset)?;
    let file = args.file.as_deref().filter(|file| *file != Path::new("-"));
    if file.is_some_and(is_workbook) && args.separator.is_some() {
        return Err(Failure::Usage("a workbook has no separator; leave out --separator".to_owned()));
    }
    let table = written(&sheet, file, args.separator)?;
    if let Some(file) = file {
        refuse_loss(file)?;
        files::write(file, &table).map_err(|error| files::unwritten(file, error))?;
    }
    match file {
        _ if args.json => out.json(&described(&loaded.ruleset, &sheet, file))?,
        None => out.text(&String::from_utf8_lossy(&table))?,
        Some(file) => out.line(&format!("{}: {}", file.display(), counted(&sheet)))?,
    }
    Ok(0)
}

/// Returns true if the path has the extension of a workbook.
fn is_workbook(path: &Path) -> bool {
    has_extension(path, "xlsx")
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(wanted))
}

/// Rejects a workbook with several sheets as the target: it is not only a table of cards.
fn refuse_loss(file: &Path) -> Result<(), Failure> {
    let sheets = match is_workbook(file) {
        true => std::fs::read(file).map(|bytes| ludex_spreadsheet::sheets(&bytes)).unwrap_or_default(),
        false => Vec::new(),
    };
    match sheets.len() {
        0 | 1 => Ok(()),
        _ => Err(Failure::Problem(format!(
            "{} has several sheets ({}), which would be lost; export to another file",
            file.display(),
            clean(&sheets.join(", "))
        ))),
    }
}

/// Formats the number of rows: `12 cards`, `2 cards and 1 template`.
fn counted(sheet: &Sheet) -> String {
    let templates = templates(sheet);
    let cards = plural(sheet.rows.len() - templates, "card");
    if templates == 0 { cards } else { format!("{cards} and {}", plural(templates, "template")) }
}

/// Returns the number of rows that are templates of cards.
fn templates(sheet: &Sheet) -> usize {
    sheet.rows.iter().filter(|row| row.is_template()).count()
}

/// Describes a table as JSON: its counts and columns, and its cells unless it was written to a file.
fn described(ruleset: &Ruleset, sheet: &Sheet, file: Option<&Path>) -> Value {
    let columns: Vec<String> = sheet.columns.iter().map(Column::name).collect();
    let cells = |row: &Row| row.cells.iter().map(|cell| cell.shown().to_owned()).collect::<Vec<_>>();
    json!({
        "version": JSON_VERSION,
        "ruleset": ruleset.id(),
        "file": file.map(|file| file.display().to_string()),
        "cards": sheet.rows.len() - templates(sheet),
        "templates": templates(sheet),
        "columns": columns,
        "rows": file.is_none().then(|| sheet.rows.iter().map(cells).collect::<Vec<_>>()),
    })
}

/// Returns the table of a ruleset, or an error if it has no cards.
fn sheet_of(files: &Files, ruleset: &Ruleset) -> Result<Sheet, Failure> {
    let sheet = Sheet::read(files, &fields(ruleset)?, &[]).filter(|sheet| sheet.cards.map.is_some());
    sheet.ok_or_else(|| Failure::Usage(format!("{} has no cards", ruleset.id())))
}

fn written(sheet: &Sheet, file: Option<&Path>, separator: Option<Separator>) -> Result<Vec<u8>, Failure> {
    let names: Vec<String> = sheet.columns.iter().map(Column::name).collect();
    let head: Vec<Heading<'_>> = std::iter::zip(&sheet.columns, &names)
        .map(|(column, name)| Heading { name, is_number: column.is_number() })
        .collect();
    let rows: Vec<Vec<&str>> =
        sheet.rows.iter().map(|row| row.cells.iter().map(Cell::shown).collect()).collect();
    let usual = match file {
        Some(file) if has_extension(file, "tsv") => Separator::Tab,
        Some(_) | None => Separator::Comma,
    };
    let written = match file.is_some_and(is_workbook) {
        true => to_xlsx(&head, &rows),
        false => to_csv(&head, &rows, byte(separator.unwrap_or(usual))).map(|text| marked(text, file)),
    };
    written.map_err(|error| Failure::Problem(format!("the table can't be written: {error}")))
}

/// Adds a byte order mark to a file with characters outside ASCII: Excel reads it as Windows-1252 without one.
fn marked(text: String, file: Option<&Path>) -> Vec<u8> {
    let mark = if file.is_some() && !text.is_ascii() { "\u{feff}" } else { "" };
    (mark.to_owned() + &text).into_bytes()
}

fn byte(separator: Separator) -> u8 {
    match separator {
        Separator::Comma => b',',
        Separator::Semicolon => b';',
        Separator::Tab => b'\t',
    }
}
