//! `cases/cli`: sessions at the command line, with commands, typed input and all output.
//!
//! A case is a session in an empty folder. `$ ludex …` runs a command, with double quotes around arguments
//! with blanks; `< line` below it is typed; `$ cat PATH` prints a file that a command has made; `$ text PATH`
//! prints the texts of a page, without pictures; `$ edit PATH: OLD => NEW` changes a file at one place; `# file: PATH` begins a file that exists from the start (a
//! [workbook](super::workbook) if it ends in `.xlsx`, encoded if in `.utf16.csv` or `.latin1.csv`); `#
//! terminal: 40x20` sets the size of the terminal (default: 100 columns, unlimited height); `# drop: TEXT`
//! removes printed lines with that text (speeds); `# keys` shows only the keys of JSON output.

use std::fmt::Write as _;

use ludex_tests::cases::{Case, snapshot};
use ludex_tests::rulesets::all_shipped;
use ludex_tests::session::{Folder, run_in};
use serde_json::Value;

use crate::{pages, workbook};

/// Compares the session of a case with its snapshot.
pub fn printed(case: &Case) {
    snapshot("cli", case.stem(), &session(case));
}

/// Splits a command into arguments; a part in double quotes is one argument.
fn arguments(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (i, part) in command.split('"').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace()),
            _ => words.push(part),
        }
    }
    words
}

fn session(case: &Case) -> String {
    let folder = Folder::new(case.stem());
    let files = case.files();
    for (path, text) in &files[1..] {
        folder.write(path, &encoded(path, text));
    }
    let script = &files[0].1;
    let size = script.lines().find_map(|line| line.strip_prefix("# terminal: ")).map_or((100, None), size);
    let mut shown = String::new();
    let mut lines = script.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(path) = line.strip_prefix("$ cat ") {
            let text = std::fs::read_to_string(folder.path().join(path)).expect("a file that was made");
            let _ = writeln!(shown, "{line}\n{}", tidied(case, &text));
            continue;
        }
        if let Some(path) = line.strip_prefix("$ text ") {
            let page = std::fs::read_to_string(folder.path().join(path)).expect("a page that was made");
            let _ = writeln!(shown, "{line}\n{}", tidied(case, &pages::texts(&page)));
            continue;
        }
        if let Some(change) = line.strip_prefix("$ edit ") {
            edit(&folder, change);
            let _ = writeln!(shown, "{line}\n");
            continue;
        }
        let Some(command) = line.strip_prefix("$ ludex") else { continue };
        let mut typed = String::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('<')) {
            typed += line.trim_start_matches('<').trim_start();
            typed.push('\n');
        }
        let args = arguments(command);
        let ran = run_in(&folder, &args, &typed, size);
        let _ = writeln!(shown, "{line}");
        shown += &tidied(case, &ran.out);
        if !ran.err.is_empty() {
            let _ = writeln!(shown, "--- to standard error\n{}", tidied(case, &ran.err).trim_end());
        }
        let _ = writeln!(
            shown,
            "--- exit {}\n",
            ran.code.map_or("by a signal".to_owned(), |code| code.to_string())
        );
    }
    shown
}

/// Returns the bytes of a file by the end of its name.
fn encoded(path: &str, text: &str) -> Vec<u8> {
    let latin_1 = |c: char| u8::try_from(c).expect("a character of Latin-1");
    match path {
        _ if path.ends_with(".xlsx") => workbook::of_text(text),
        _ if path.ends_with(".utf16.csv") => {
            ['\u{feff}'].into_iter().chain(text.chars()).flat_map(utf_16).collect()
        }
        _ if path.ends_with(".latin1.csv") => text.chars().map(latin_1).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

fn utf_16(c: char) -> impl Iterator<Item = u8> {
    let units = c.encode_utf16(&mut [0; 2]).to_vec();
    units.into_iter().flat_map(u16::to_le_bytes)
}

fn edit(folder: &Folder, change: &str) {
    let (path, change) = change.split_once(": ").expect("PATH: OLD => NEW");
    let (old, new) = change.split_once(" => ").expect("PATH: OLD => NEW");
    let text = std::fs::read_to_string(folder.path().join(path)).expect("a file");
    assert_eq!(text.matches(old).count(), 1, "{path} should have this once: {old}");
    folder.write(path, text.replacen(old, new, 1).as_bytes());
}

fn size(text: &str) -> (usize, Option<usize>) {
    let (columns, lines) = text.split_once('x').expect("COLUMNSxLINES");
    (columns.parse().expect("columns"), Some(lines.parse().expect("lines")))
}

/// Returns the output without parts that differ from run to run.
fn tidied(case: &Case, text: &str) -> String {
    let only_keys = case.text.lines().any(|line| line == "# keys");
    if let (true, Ok(value)) = (only_keys, serde_json::from_str::<Value>(text)) {
        let mut keys = Vec::new();
        list_keys(&value, "", &mut keys);
        return keys.join("\n") + "\n";
    }
    let dropped: Vec<&str> = case.text.lines().filter_map(|line| line.strip_prefix("# drop: ")).collect();
    let kept = text.lines().filter(|line| !dropped.iter().any(|word| line.contains(word)));
    let text: String = kept.map(|line| format!("{}\n", line.trim_end())).collect();
    without_the_games(&text)
}

/// Replaces the list of shipped games by a mark, so that a new game changes no session.
fn without_the_games(text: &str) -> String {
    let ids = all_shipped();
    let text = text.replace(&ids.join(", "), "(the shipped games)");
    let is_one = |line: &str| {
        let id = line.strip_prefix("  ludex play ").and_then(|rest| rest.split_once("  "));
        id.is_some_and(|(id, _)| ids.iter().any(|known| known == id))
    };
    let mut lines: Vec<&str> =
        text.lines().map(|line| if is_one(line) { "  (each of the shipped games)" } else { line }).collect();
    lines.dedup_by(|next, line| next == line && line.starts_with("  (each"));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Collects keys as `seats[].wins: number`, each once.
fn list_keys(value: &Value, path: &str, keys: &mut Vec<String>) {
    let sort = match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| list_keys(value, &format!("{path}.{key}"), keys));
            return;
        }
        Value::Array(items) if !items.is_empty() => {
            items.iter().for_each(|item| list_keys(item, &format!("{path}[]"), keys));
            return;
        }
        Value::Array(_) => "empty list",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Bool(_) => "bool",
        Value::Null => "null",
    };
    let key = format!("{}: {sort}", path.trim_start_matches('.'));
    if !keys.contains(&key) {
        keys.push(key);
    }
}
