//! `ludex table`: the cards of a ruleset as CSV, and what was changed there back into its files.

mod edit;
mod given;
mod guard;
mod import;
mod sheet;

use std::collections::BTreeSet;
use std::path::Path;

use ludex::fs::Files;
use ludex::{JSON_VERSION, Ruleset};
use serde_json::{Value, json};

use crate::args::{Changes, TableArgs, TableCommand};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::Out;
use sheet::{Column, Row, Sheet};

pub fn run(args: &TableArgs, out: &mut Out) -> Outcome {
    match &args.what {
        TableCommand::Export { ruleset, file, json } => export(ruleset, file.as_deref(), *json, out),
        TableCommand::Import { ruleset, file, ignore, diff, json } => {
            import::run(ruleset, file, &import::How { ignore, diff: *diff, json: *json }, out)
        }
    }
}

fn export(word: &str, file: Option<&Path>, as_json: bool, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(word, &Changes::default(), out)?;
    let sheet = sheet_of(&loaded.files, &loaded.ruleset)?;
    let text = written(&sheet)?;
    let file = file.filter(|file| *file != Path::new("-"));
    if let Some(file) = file {
        files::write(file, &text).map_err(|error| files::unwritten(file, error))?;
    }
    match file {
        _ if as_json => out.json(&described(&loaded.ruleset, &sheet, file))?,
        None => out.text(&text)?,
        Some(file) => out.line(&format!("{}: {}", file.display(), counted(&sheet)))?,
    }
    Ok(0)
}

/// `12 cards`, `2 cards and 1 template`
fn counted(sheet: &Sheet) -> String {
    let templates = templates(sheet);
    let cards = plural(sheet.rows.len() - templates, "card");
    if templates == 0 { cards } else { format!("{cards} and {}", plural(templates, "template")) }
}

/// How many rows are templates of cards.
fn templates(sheet: &Sheet) -> usize {
    sheet.rows.iter().filter(|row| row.is_template()).count()
}

/// A table as JSON: its cells, or if it went into a file how much that holds.
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

/// The table of a ruleset that has cards.
fn sheet_of(files: &Files, ruleset: &Ruleset) -> Result<Sheet, Failure> {
    let sheet = Sheet::of(files, &fields(ruleset)?, &[]).filter(|sheet| sheet.cards.map.is_some());
    sheet.ok_or_else(|| Failure::Usage(format!("{} has no cards", ruleset.id())))
}

/// The printed fields of all kinds, each once.
fn fields(ruleset: &Ruleset) -> Result<Vec<String>, Failure> {
    let setup = crate::sources::rulesets::set_up(ruleset, *ruleset.players().start(), &[])?;
    let rules = setup.rules();
    let mut known = BTreeSet::new();
    let fields = rules.kinds().flat_map(|kind| rules.fields(kind.id)).map(|field| field.name.to_owned());
    Ok(fields.filter(|name| known.insert(name.clone())).collect())
}

/// The ids of all cards, also those that templates and libraries make.
fn made(ruleset: &Ruleset) -> Result<BTreeSet<String>, Failure> {
    let setup = crate::sources::rulesets::set_up(ruleset, *ruleset.players().start(), &[])?;
    Ok(setup.rules().designs().map(|design| design.name.to_owned()).collect())
}

fn written(sheet: &Sheet) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: String| Failure::Problem(format!("the table can't be written: {error}"));
    let head: Vec<String> = sheet.columns.iter().map(Column::name).collect();
    let head = std::iter::once(head.iter().map(String::as_str).collect::<Vec<_>>());
    let rows = sheet.rows.iter().map(|row| row.cells.iter().map(sheet::Cell::shown).collect());
    for row in head.chain(rows) {
        let cells: Vec<_> = row.into_iter().map(guard::written).collect();
        writer
            .write_record(cells.iter().map(|cell| cell.as_bytes()))
            .map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}
