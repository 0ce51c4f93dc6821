//! `ludex table`: the cards of a ruleset as CSV, and what was changed there back into its files.

mod edit;
mod sheet;

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use ludex::diagnostics::{Severity, closest};
use ludex::fs::Files;
use ludex::{Compiled, JSON_VERSION, Ruleset};
use serde_json::{Value, json};

use super::check::fix;
use crate::args::{Changes, TableArgs, TableCommand};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, Reference, plural};
use crate::terminal::output::{Out, clean, warn};
use edit::Edits;
use sheet::{Column, Row, Sheet};

/// Most bytes of a table.
const MAX_TABLE: u64 = 32 << 20;

/// What a spreadsheet may put before all else.
const MARK: char = '\u{feff}';

/// Why a new card can't have what stands for a value that only the file holds.
const NO_VALUE: &str =
    "that stands for what is written in the file; a new card needs a value of its own here, or nothing";

pub fn run(args: &TableArgs, out: &mut Out) -> Outcome {
    match &args.what {
        TableCommand::Export { ruleset, file, json } => export(ruleset, file.as_deref(), *json, out),
        TableCommand::Import { ruleset, file, diff, json } => import(ruleset, file, (*diff, *json), out),
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
    let sheet = Sheet::of(files, &fields(ruleset)?);
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
    writer.write_record(&head).map_err(|error| failed(error.to_string()))?;
    for row in &sheet.rows {
        let cells = row.cells.iter().map(sheet::Cell::shown);
        writer.write_record(cells).map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| failed(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failed(error.to_string()))
}

/// A table as it was given.
struct Given {
    name: String,
    head: Vec<String>,
    /// The number of each row, from 1 with the head, and what it holds.
    rows: Vec<(usize, Vec<String>)>,
}

impl Given {
    /// `cards.csv, row 3, column value of king`
    fn cell(&self, row: usize, column: &str, id: &str) -> String {
        format!("{}, row {row}, column `{}` of `{}`", self.name, clean(column), clean(id))
    }
}

fn import(word: &str, file: &Path, (diff, as_json): (bool, bool), out: &mut Out) -> Outcome {
    let reference = Reference::find(word)?;
    if let Some(why) = fix::refusal(&reference, "`table import`") {
        return Err(Failure::Usage(why));
    }
    let _alone = if diff { None } else { reference.folder().map(files::lock).transpose()? };
    let loaded = Loaded::of(reference, &Changes::default(), out)?;
    let sheet = sheet_of(&loaded.files, &loaded.ruleset)?;
    let given = read(file)?;
    let columns = columns(&sheet, &given)?;
    let (files, left) = taken((&loaded.files, &made(&loaded.ruleset)?), &sheet, &given, &columns)?;
    let mut nowhere = Out::nowhere();
    let told = if as_json { &mut nowhere } else { &mut *out };
    if let Some(files) = &files {
        refuse_errors(&loaded, files, &given)?;
        fix::write(&loaded.reference, (&loaded.files, files), diff, told)?;
    } else {
        told.line("nothing is changed: the files say what the table says")?;
    }
    if as_json {
        let new = files.as_ref().unwrap_or(&loaded.files);
        let changed = fix::changed(&loaded.files, new).into_iter().map(|((path, _), _)| path);
        out.json(&json!({
            "version": JSON_VERSION,
            "ruleset": loaded.ruleset.id(),
            "written": !diff,
            "files": changed.collect::<Vec<_>>(),
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

fn read(file: &Path) -> Result<Given, Failure> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let failed = |why: String| Failure::Problem(format!("{name} {why}"));
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = match is_stdin {
        true => Box::new(std::io::stdin()),
        false => {
            Box::new(std::fs::File::open(file).map_err(|error| failed(format!("can't be read: {error}")))?)
        }
    };
    let read = source.take(MAX_TABLE + 1).read_to_end(&mut bytes);
    read.map_err(|error| failed(format!("can't be read: {error}")))?;
    if bytes.len() as u64 > MAX_TABLE {
        return Err(failed(format!("is larger than {} MiB", MAX_TABLE >> 20)));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| failed("is not UTF-8; save it as \"CSV UTF-8\"".to_owned()))?;
    let text = text.strip_prefix(MARK).unwrap_or(&text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(text))
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(|error| failed(format!("is no table: {error}")))?;
        rows.push((i + 1, record.iter().map(str::to_owned).collect::<Vec<_>>()));
    }
    rows.retain(|(_, cells)| cells.iter().any(|cell| !cell.is_empty()));
    if rows.is_empty() {
        return Err(failed("is empty; `ludex table export` writes a table".to_owned()));
    }
    let (_, head) = rows.remove(0);
    Ok(Given { name, head: head.iter().map(|cell| cell.trim().to_owned()).collect(), rows })
}

/// What parts the cells: that which the first line has most of.
fn separator(text: &str) -> u8 {
    let line = text.lines().next().unwrap_or_default();
    let count = |separator: &&u8| line.bytes().filter(|byte| byte == *separator).count();
    // of equal ones the last, which is the comma
    *b";\t,".iter().max_by_key(count).unwrap_or(&b',')
}

/// For each column of a table the one that it is.
fn columns(sheet: &Sheet, given: &Given) -> Result<Vec<usize>, Failure> {
    let names: Vec<String> = sheet.columns.iter().map(Column::name).collect();
    let mut columns = Vec::new();
    for name in &given.head {
        let Some(column) = names.iter().position(|known| known == name) else {
            let help = closest(name, names.iter().map(String::as_str));
            let help = help.map_or_else(
                || format!("there are {}", names.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            return Err(Failure::Usage(format!(
                "{} has a column `{}` that no card has; {help}",
                given.name,
                clean(name)
            )));
        };
        if columns.contains(&column) {
            return Err(Failure::Usage(format!("{} has the column `{name}` twice", given.name)));
        }
        columns.push(column);
    }
    if !columns.contains(&0) {
        return Err(Failure::Usage(format!("{} has no column `id`", given.name)));
    }
    Ok(columns)
}

/// The files as the table wants them, if that is another way than they are, and the cards that have no row.
fn taken(
    (files, made): (&Files, &BTreeSet<String>),
    sheet: &Sheet,
    given: &Given,
    columns: &[usize],
) -> Result<(Option<Files>, Vec<String>), Failure> {
    let mut edits = Edits::new(files, sheet);
    let mut known = BTreeSet::new();
    let mut refused = Vec::new();
    let ids = columns.iter().position(|column| *column == 0).unwrap_or_default();
    for (number, cells) in &given.rows {
        let id = cells.get(ids).map_or("", |id| id.trim());
        let place = |column: &str| given.cell(*number, column, id);
        let row = sheet.rows.iter().find(|row| row.id == id);
        if let (None, Some(why)) = (row, not_new(sheet, made, id)) {
            refused.push(format!("{}: {why}", place("id")));
        } else if row.is_none() && !is_id(id) {
            refused.push(format!("{}: an id is a word of small letters, digits and _", place("id")));
        } else if !known.insert(id.to_owned()) {
            refused.push(format!("{}: there is a row for it above", place("id")));
        } else if let Some(extra) =
            cells.get(columns.len()..).and_then(|rest| rest.iter().find(|cell| !cell.is_empty()))
        {
            refused.push(format!("{}: `{}` stands behind the last column", place("id"), clean(extra)));
        } else {
            let found = match row {
                Some(row) => changed(&mut edits, (row, sheet), columns, cells),
                None => added(&mut edits, id, sheet, columns, cells),
            };
            refused.extend(found.into_iter().map(|(column, why)| format!("{}: {why}", place(&column))));
        }
    }
    if !refused.is_empty() {
        return Err(Failure::Problem(refused.join("\n       ")));
    }
    let left = sheet.rows.iter().filter(|row| !known.contains(&row.id)).map(|row| row.id.clone()).collect();
    Ok(((!edits.is_empty()).then(|| edits.made()), left))
}

/// Why an id that has no row in the files is that of no new card.
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

/// Changes a card to what its row says; gives the columns whose values can't be taken, and why.
fn changed(
    edits: &mut Edits<'_>,
    (row, sheet): (&Row, &Sheet),
    columns: &[usize],
    cells: &[String],
) -> Vec<(String, String)> {
    let mut refused = Vec::new();
    for (column, value) in columns.iter().zip(cells) {
        if row.cells[*column].shown() == value {
            continue;
        }
        if let Err(why) = edits.set(row, *column, value) {
            refused.push((sheet.columns[*column].name(), why));
        }
    }
    refused
}

fn added(
    edits: &mut Edits<'_>,
    id: &str,
    sheet: &Sheet,
    columns: &[usize],
    cells: &[String],
) -> Vec<(String, String)> {
    let foreign = columns.iter().zip(cells).filter(|(_, value)| *value == sheet::ELSEWHERE);
    let refused: Vec<_> =
        foreign.map(|(column, _)| (sheet.columns[*column].name(), NO_VALUE.to_owned())).collect();
    if !refused.is_empty() {
        return refused;
    }
    let mut values = vec![String::new(); sheet.columns.len()];
    columns.iter().zip(cells).for_each(|(column, value)| values[*column].clone_from(value));
    edits.add(id, &values).err().map(|why| ("kind".to_owned(), why)).into_iter().collect()
}

fn is_id(word: &str) -> bool {
    let letter = |c: char| c.is_ascii_lowercase() || c == '_';
    word.starts_with(letter) && word.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// What would be wrong then, each with the cell that says so.
fn refuse_errors(loaded: &Loaded, files: &Files, given: &Given) -> Result<(), Failure> {
    let Compiled { sources, problems, ruleset } = loaded.reference.compile(files, &Files::new());
    let errors: Vec<_> = problems.iter().filter(|problem| problem.severity() == Severity::Error).collect();
    if ruleset.is_some() && errors.is_empty() {
        return Ok(());
    }
    let sheet = Sheet::of(files, &fields(&loaded.ruleset)?);
    let said = errors.iter().map(|problem| {
        let span = problem.primary.span;
        let name = &sources.get(span.file).name;
        let file = files.iter().position(|(path, _)| name.ends_with(path.as_str()));
        let found = sheet.as_ref().zip(file).and_then(|(sheet, file)| {
            let (row, column) = sheet.cell_at(file, (span.start as usize, span.end as usize))?;
            let ids = given.head.iter().position(|head| head == "id")?;
            let (number, _) =
                given.rows.iter().find(|(_, cells)| cells.get(ids).is_some_and(|id| id.trim() == row.id))?;
            Some(given.cell(*number, &column.name(), &row.id))
        });
        let place = found.unwrap_or_else(|| sources.place(span));
        format!("{place}: {} ({})", clean(&problem.message), problem.code)
    });
    let said: Vec<String> = said.collect();
    Err(Failure::Problem(format!("{}\n       nothing is written", said.join("\n       "))))
}
