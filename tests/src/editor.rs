//! Files for a language server, and cursors in them.

use std::collections::BTreeMap;

use ludex_lsp::{Disk, Notification, Server};
use serde_json::{Value, json};

/// Where the files lie.
pub const ROOT: &str = "file:///games/case";

/// Where something is asked in a text; no part of it.
pub const CURSOR: char = '¦';

/// Files in memory, all of one game.
pub struct Memory(pub Vec<(String, String)>);

impl Disk for Memory {
    fn root(&self, uri: &str) -> Option<String> {
        uri.starts_with(ROOT).then(|| ROOT.to_owned())
    }

    fn files(&self, _: &str) -> Vec<(String, String)> {
        self.0.clone()
    }
}

/// A file in which something is asked, and where.
pub type Cursor = (String, Value);

/// The files without their cursors, and where these are, as an editor says it.
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

/// What is told of each file in the end.
pub fn all_findings(server: &mut Server<Memory>) -> Vec<Notification> {
    let mut last: BTreeMap<String, Notification> = BTreeMap::new();
    while server.has_news() {
        for note in server.findings() {
            last.insert(note.params["uri"].as_str().unwrap_or_default().to_owned(), note);
        }
    }
    last.into_values().collect()
}
