//! Files for a language server, and cursors in them.

use std::collections::BTreeMap;

use ludex_lsp::{Disk, Notification, Server};
use serde_json::{Value, json};

/// Root URI of the files.
pub const ROOT: &str = "file:///games/case";

/// Folder of results.
pub const RESULTS: &str = ".ludex/";

/// Marks a cursor in a text; not part of the text.
pub const CURSOR: char = '¦';

/// The files of one game in memory.
pub struct Memory(pub Vec<(String, String)>);

impl Disk for Memory {
    fn root(&self, uri: &str) -> Option<String> {
        uri.starts_with(ROOT).then(|| ROOT.to_owned())
    }

    fn files(&self, _: &str) -> Vec<(String, String)> {
        self.0.iter().filter(|(path, _)| !path.starts_with(RESULTS)).cloned().collect()
    }

    fn library(&self, path: &str, _: &str) -> Option<String> {
        Some(format!("library:{path}"))
    }

    fn results(&self, _: &str) -> Vec<(String, String)> {
        let kept = self.0.iter().filter_map(|(path, text)| Some((path.strip_prefix(RESULTS)?, text)));
        kept.map(|(name, text)| (name.trim_end_matches(".json").to_owned(), text.clone())).collect()
    }
}

/// File and position of a cursor.
pub type Cursor = (String, Value);

/// Returns the files without cursor marks, and the positions of the cursors as an editor sends them.
pub fn marked(files: &[(String, String)]) -> (Vec<(String, String)>, Vec<Cursor>) {
    let mut cursors = Vec::new();
    for (path, text) in files {
        for (line, text) in text.lines().enumerate() {
            let mut column = 0;
            for c in text.chars() {
                if c == CURSOR {
                    cursors.push((path.clone(), json!({ "line": line, "character": column })));
                } else {
                    column += c.len_utf16();
                }
            }
        }
    }
    (files.iter().map(|(path, text)| (path.clone(), text.replace(CURSOR, ""))).collect(), cursors)
}

/// Returns the final diagnostics of each file.
pub fn all_findings(server: &mut Server<Memory>) -> Vec<Notification> {
    let mut last: BTreeMap<String, Notification> = BTreeMap::new();
    while server.has_news() {
        for note in server.findings() {
            last.insert(note.params["uri"].as_str().unwrap_or_default().to_owned(), note);
        }
    }
    last.into_values().collect()
}

/// Returns the diagnostics of each file after all random games, which run in steps of `choices`.
pub fn findings_with_games(server: &mut Server<Memory>, choices: u32) -> Vec<Notification> {
    let mut last = all_findings(server);
    while server.has_games() {
        for note in server.idle(choices) {
            last.retain(|before| before.params["uri"] != note.params["uri"]);
            last.push(note);
        }
    }
    last.sort_by_key(|note| note.params["uri"].to_string());
    last
}

/// Returns the byte offset of an editor's position.
pub fn byte(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().expect("a number") as usize;
    let line = text.split_inclusive('\n').take(number("line")).map(str::len).sum::<usize>();
    let mut units = 0;
    for (at, c) in text[line..].char_indices() {
        if units == number("character") {
            return line + at;
        }
        units += c.len_utf16();
        assert!(c != '\n', "{position} is behind the end of its line");
    }
    assert_eq!(units, number("character"), "{position} is no border of a character");
    text.len()
}

/// Applies a workspace edit, including created files.
pub fn edited(files: &[(String, String)], edit: &Value) -> Vec<(String, String)> {
    let path = |uri: &str| uri.strip_prefix(ROOT).unwrap_or(uri).trim_start_matches('/').to_owned();
    let mut files = files.to_vec();
    let mut changes: Vec<(String, &Value)> = Vec::new();
    for change in edit["documentChanges"].as_array().into_iter().flatten() {
        match change["kind"].as_str() {
            Some("create") => files.push((path(change["uri"].as_str().expect("an address")), String::new())),
            _ => changes
                .push((path(change["textDocument"]["uri"].as_str().expect("an address")), &change["edits"])),
        }
    }
    changes.extend(edit["changes"].as_object().into_iter().flatten().map(|(uri, edits)| (path(uri), edits)));
    for (path, edits) in changes {
        let (_, text) = files.iter_mut().find(|(known, _)| *known == path).expect("a file that is there");
        let place = |edit: &Value| (byte(text, &edit["range"]["start"]), byte(text, &edit["range"]["end"]));
        let mut edits: Vec<((usize, usize), &str)> = edits
            .as_array()
            .into_iter()
            .flatten()
            .map(|edit| (place(edit), edit["newText"].as_str().expect("a text")))
            .collect();
        edits.sort_unstable();
        for ((start, end), new) in edits.into_iter().rev() {
            text.replace_range(start..end, new);
        }
    }
    files
}
