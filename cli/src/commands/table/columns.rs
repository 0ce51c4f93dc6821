//! Matches the columns of a table to those of the cards.

use std::path::Path;

use ludex::diagnostics::closest;
use ludex::fs::Files;

use super::given::{Given, plain};
use super::sheet::{Column, Sheet};
use crate::args::ImportArgs;
use crate::failure::Failure;
use crate::terminal::input::{Ask, Input, Keyboard};
use crate::terminal::output::{Out, clean};

/// Beginning of the comment line with the names of ignored columns, which continues with a JSON list.
pub const IGNORED: &str = "# ludex table import ignores: ";

/// Usual names of columns in tables for other tools, and the ones they may mean.
const SYNONYMS: [(&str, &str); 11] = [
    ("amount", "copies"),
    ("card", "name"),
    ("count", "copies"),
    ("description", "text"),
    ("effect", "text"),
    ("number", "copies"),
    ("rules", "text"),
    ("subtitle", "short"),
    ("title", "name"),
    ("type", "kind"),
    ("key", "id"),
];

/// Columns of a table.
pub struct Matched {
    /// Column of the cards for each column of the table; `None` for ignored ones.
    pub columns: Vec<Option<usize>>,
    /// Names of columns that are ignored from now on, with the earlier ones; `None` if none were added.
    pub remembered: Option<Vec<String>>,
}

/// Returns the names of columns that earlier imports ignored.
pub fn remembered(files: &Files) -> Vec<String> {
    let mut lines = files.iter().flat_map(|(_, text)| text.lines());
    let line = lines.find_map(|line| line.strip_prefix(IGNORED));
    line.and_then(|names| serde_json::from_str(names).ok()).unwrap_or_default()
}

/// Matches the columns of the table. Returns `None` if the user cancels.
pub fn matched(
    (files, sheet): (&Files, &Sheet),
    given: &Given,
    args: &ImportArgs,
    out: &mut Out,
) -> Result<Option<Matched>, Failure> {
    refuse_absent(given, args)?;
    let names: Vec<String> = sheet.columns.iter().map(Column::name).collect();
    let mut remembered = remembered(files);
    let (mut columns, mut refused, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for (at, name) in given.head.iter().enumerate() {
        let is_ignored = args.ignore.contains(name);
        let column = if is_ignored { None } else { known(name, &names) };
        if column.is_some() && columns.contains(&column) {
            refused.push(format!(
                "{}, {}: there is a column `{}` before",
                given.name,
                given.title(at),
                clean(name)
            ));
        } else if column.is_none()
            && !is_ignored
            && !remembered.contains(name)
            && (!name.is_empty() || given.is_filled(at))
        {
            unknown.push((at, name));
        }
        columns.push(column);
    }
    if !columns.contains(&Some(0)) {
        refused.push(no_id(given));
    }
    if args.ignore_unknown && refused.is_empty() {
        let is_new = !unknown.is_empty();
        remembered.extend(unknown.into_iter().map(|(_, name)| name.clone()));
        return Ok(Some(Matched { columns, remembered: is_new.then_some(remembered) }));
    }
    let may_ask = Keyboard::is_editing() && args.file != Path::new("-") && !args.json;
    if refused.is_empty() && (unknown.is_empty() || may_ask) {
        let told = unknown_columns(given, &unknown, &names);
        told.iter().take_while(|_| !unknown.is_empty()).try_for_each(|line| out.line(line))?;
        let prompt =
            if unknown.len() == 1 { "import without it? [y/N] " } else { "import without them? [y/N] " };
        let agreed = unknown.is_empty() || agreed(prompt, out)?;
        return Ok(agreed.then_some(Matched { columns, remembered: None }));
    }
    if !unknown.is_empty() {
        refused.extend(unknown_columns(given, &unknown, &names));
        let each =
            unknown.iter().map(|(_, name)| format!(" --ignore \"{}\"", clean(name))).collect::<String>();
        refused.push(format!("to import the other columns: --ignore-unknown, or{each}"));
    }
    Err(Failure::Usage(refused.join("\n       ")))
}

/// Rejects names of columns to be ignored that the table does not have.
fn refuse_absent(given: &Given, args: &ImportArgs) -> Result<(), Failure> {
    let Some(absent) = args.ignore.iter().find(|name| !given.head.contains(name)) else { return Ok(()) };
    let near = closest(absent, given.head.iter().map(String::as_str));
    let help = near.map(|near| format!("; did you mean `{}`?", clean(near))).unwrap_or_default();
    Err(Failure::Usage(format!("{} has no column `{}`{help}", given.name, clean(absent))))
}

/// Returns the index of a name, also if its case or its spaces differ.
fn known(name: &str, names: &[String]) -> Option<usize> {
    let exact = names.iter().position(|known| known == name);
    exact.or_else(|| names.iter().position(|known| !name.is_empty() && plain(known) == plain(name)))
}

fn no_id(given: &Given) -> String {
    format!(
        "{}, row {}: there is no column `id` with a word for each card, such as `fire_ball`, and none with their names, such as `name`",
        given.name, given.first
    )
}

/// Lists all unknown columns with suggestions, and the known ones.
fn unknown_columns(given: &Given, unknown: &[(usize, &String)], names: &[String]) -> Vec<String> {
    let told = unknown.iter().map(|(at, name)| match meant(name, names) {
        _ if name.is_empty() => format!("{} without a name", given.title(*at)),
        Some(near) => format!("`{}` ({}; did you mean `{near}`?)", clean(name), given.title(*at)),
        None => format!("`{}` ({})", clean(name), given.title(*at)),
    });
    let told: Vec<String> = told.collect();
    vec![
        format!("{}, row {}: no card has {}", given.name, given.first, told.join(", ")),
        format!("the columns of the cards are {}", clean(&names.join(", "))),
    ]
}

/// Suggests a column name.
fn meant<'n>(name: &str, names: &'n [String]) -> Option<&'n str> {
    let plain = plain(name);
    let plain = plain.strip_prefix("card_").unwrap_or(&plain);
    let synonym = SYNONYMS.iter().find(|(word, _)| *word == plain.replace('_', ""));
    let word = synonym.map_or(plain, |(_, meant)| meant);
    let is_key = |known: &&String| known.split_once('.').is_some_and(|(_, key)| key == word);
    let text = names.iter().filter(is_key).min_by_key(|known| !known.starts_with("en."));
    let exact = || names.iter().find(|known| *known == word);
    let near = || closest(plain, names.iter().map(String::as_str));
    text.or_else(exact).map(String::as_str).or_else(near)
}

/// Asks a question that is answered with yes or no.
pub fn agreed(prompt: &'static str, out: &mut Out) -> Result<bool, Failure> {
    out.flush()?;
    let input = Keyboard::new().next(Ask { prompt, seat: 0, names: Vec::new() });
    Ok(matches!(input, Input::Line(line) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes")))
}
