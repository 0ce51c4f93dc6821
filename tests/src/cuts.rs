//! Removes one character from a file that is open in an editor, and sends all requests.
//!
//! The server must answer every request, with valid positions and applicable edits. Its answers must equal
//! those of a new server.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ludex_lsp::{Failed, Server};
use serde_json::{Value, json};

use crate::editor::{Memory, ROOT, all_findings, byte};
use crate::rulesets::Picks;

/// Files of a ruleset: path and text.
pub type Files = Vec<(String, String)>;

/// Requests about a position.
pub const AT: [&str; 7] =
    ["completion", "hover", "definition", "references", "documentHighlight", "prepareRename", "rename"];

/// Requests about a file.
pub const IN: [&str; 6] =
    ["documentSymbol", "semanticTokens/full", "codeLens", "formatting", "inlayHint", "codeAction"];

/// Error code of the protocol for a valid request that can't be done.
const REFUSED: i32 = -32803;

/// Types of files, by the beginning of their path; all others are rules.
const SORTS: [&str; 5] = ["text/", "scenarios/", "variants/", "layout", ""];

/// A removed character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// Path of the file.
    pub path: String,
    /// Byte offset of the character.
    pub at: usize,
}

impl Cut {
    /// Draws a character from a file of the type `sort`, if there is one.
    pub fn any(files: &[(String, String)], sort: usize, picks: &mut Picks) -> Option<Cut> {
        let sort_of = |path: &str| SORTS.iter().position(|begin| path.starts_with(begin));
        let sort = Some(sort % SORTS.len());
        let of_it = files.iter().filter(|(path, text)| sort_of(path) == sort && !text.is_empty());
        let of_it: Vec<_> = of_it.collect();
        let (path, text) = of_it.get(picks.below(of_it.len()))?;
        Some(Cut { path: path.clone(), at: border(text, picks.below(text.len())) })
    }

    /// Returns the files without the character.
    pub fn apply(&self, files: &[(String, String)]) -> Files {
        let mut files = files.to_vec();
        let text = files.iter_mut().find(|(path, _)| *path == self.path).map(|(_, text)| text);
        text.expect("a file of the ruleset").remove(self.at);
        files
    }

    /// Checks all answers.
    ///
    /// # Errors
    ///
    /// The first problem, with its request.
    pub fn holds(&self, files: &[(String, String)], picks: &mut Picks) -> Result<(), String> {
        let now = self.apply(files);
        let old = text_of(files, &self.path);
        let elsewhere = picks.below(text_of(&now, &self.path).len() + 1);
        let mut typed = Server::new(Memory(files.to_vec()));
        open(&mut typed, &self.path, old);
        let told = answers(&mut typed, self, elsewhere, files);
        told.map_err(|wrong| format!("before the change: {wrong}"))?;
        change(&mut typed, &self.path, text_of(&now, &self.path));
        let changed = answers(&mut typed, self, elsewhere, &now)?;
        let mut fresh = Server::new(Memory(files.to_vec()));
        open(&mut fresh, &self.path, text_of(&now, &self.path));
        let anew = answers(&mut fresh, self, elsewhere, &now)?;
        let differs = changed.iter().zip(&anew).find(|(changed, anew)| changed != anew);
        match differs {
            None if changed.len() == anew.len() => Ok(()),
            None => Err("not as many answers as of a new server".to_owned()),
            Some(((request, changed), (_, anew))) => {
                Err(format!("{request}: {changed}\na new server says: {anew}"))
            }
        }
    }
}

fn text_of<'f>(files: &'f [(String, String)], path: &str) -> &'f str {
    files.iter().find(|(known, _)| known == path).map_or("", |(_, text)| text)
}

fn uri(path: &str) -> String {
    format!("{ROOT}/{path}")
}

fn open(server: &mut Server<Memory>, path: &str, text: &str) {
    let opened = json!({ "textDocument": { "uri": uri(path), "text": text } });
    server.notify("textDocument/didOpen", opened).expect("it is open");
}

fn change(server: &mut Server<Memory>, path: &str, text: &str) {
    let changed = json!({ "textDocument": { "uri": uri(path) }, "contentChanges": [{ "text": text }] });
    server.notify("textDocument/didChange", changed).expect("it is changed");
}

/// Returns the last character boundary at or before a byte.
fn border(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Returns the position of a byte in UTF-16 units, computed independently of the server.
pub fn position(text: &str, byte: usize) -> Value {
    let before = &text[..border(text, byte)];
    let line = before.matches('\n').count();
    let last = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[last..].encode_utf16().count() })
}

/// A request with its answer.
type Answer = (String, Value);

/// Sends all requests near the cut and elsewhere in the file, and collects the final diagnostics.
fn answers(
    server: &mut Server<Memory>,
    cut: &Cut,
    elsewhere: usize,
    files: &[(String, String)],
) -> Result<Vec<Answer>, String> {
    let text = text_of(files, &cut.path);
    let document = json!({ "uri": uri(&cut.path) });
    let mut all = Vec::new();
    for at in [cut.at.min(text.len()), elsewhere] {
        let here = position(text, at);
        for method in AT {
            let asked = json!({ "textDocument": document, "position": here, "newName": "another_name" });
            all.push(answer(server, &format!("textDocument/{method}"), asked, (cut, files))?);
        }
        let range = json!({ "start": position(text, at.saturating_sub(20)), "end": position(text, (at + 20).min(text.len())) });
        for method in IN {
            let range = if method == "codeAction" { &range } else { &Value::Null };
            let asked = json!({ "textDocument": document, "range": range });
            all.push(answer(server, &format!("textDocument/{method}"), asked, (cut, files))?);
        }
    }
    all.push(answer(server, "workspace/symbol", json!({ "query": "ar" }), (cut, files))?);
    let told = catch_unwind(AssertUnwindSafe(|| all_findings(server)));
    for note in told.map_err(|_| "a panic while findings were told")? {
        let path = note.params["uri"].as_str().and_then(path_of).ok_or("findings of an unknown file")?;
        are_places(&note.params["diagnostics"], files, path)?;
        // empty diagnostics are sent only by servers that reported some before
        if note.params["diagnostics"] != json!([]) {
            all.push((format!("findings of {path}"), note.params));
        }
    }
    Ok(all)
}

fn answer(
    server: &mut Server<Memory>,
    method: &str,
    asked: Value,
    (cut, files): (&Cut, &[(String, String)]),
) -> Result<Answer, String> {
    let request = format!("{method} {asked}");
    let answer = catch_unwind(AssertUnwindSafe(|| server.request(method, asked)));
    let value = match answer.map_err(|_| format!("{request}: a panic"))? {
        Ok(value) => value,
        Err(Failed { code: REFUSED, message, .. }) => json!({ "refused": message }),
        Err(failed) => return Err(format!("{request}: {}", failed.message)),
    };
    let wrong = |why: String| format!("{request}: {why}");
    are_places(&value, files, &cut.path).map_err(wrong)?;
    if method.contains("semanticTokens") {
        are_tokens(&value["data"], text_of(files, &cut.path)).map_err(wrong)?;
    }
    Ok((request, value))
}

fn path_of(uri: &str) -> Option<&str> {
    uri.strip_prefix(ROOT)?.strip_prefix('/')
}

/// Checks that every range is in its file, on character boundaries, and that edits of one file don't overlap.
fn are_places(answer: &Value, files: &[(String, String)], path: &str) -> Result<(), String> {
    match answer {
        Value::Array(all) => {
            all.iter().try_for_each(|inner| are_places(inner, files, path))?;
            do_not_overlap(all, text_of(files, path))
        }
        Value::Object(all) => {
            let document = all.get("textDocument").and_then(|document| document.get("uri"));
            let own = all.get("uri").or(document).and_then(Value::as_str).and_then(path_of).unwrap_or(path);
            for (key, inner) in all {
                are_places(inner, files, path_of(key).unwrap_or(own))?;
            }
            let texts = text_of(files, own);
            for key in ["range", "selectionRange"] {
                all.get(key)
                    .filter(|range| range.is_object())
                    .map_or(Ok(()), |range| bytes(range, texts).map(drop))?;
            }
            all.get("position").filter(|at| at.is_object()).map_or(Ok(()), |at| place(at, texts).map(drop))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

/// Checks that the edits of a list don't overlap.
fn do_not_overlap(edits: &[Value], text: &str) -> Result<(), String> {
    let edits = edits.iter().filter(|edit| edit.get("newText").is_some());
    let ranges: Result<Vec<Range<usize>>, String> = edits.map(|edit| bytes(&edit["range"], text)).collect();
    let mut ranges = ranges?;
    ranges.sort_by_key(|range| (range.start, range.end));
    match ranges.windows(2).find(|pair| pair[1].start < pair[0].end) {
        Some(pair) => Err(format!("edits overlap: {pair:?}")),
        None => Ok(()),
    }
}

fn bytes(range: &Value, text: &str) -> Result<Range<usize>, String> {
    let (start, end) = (place(&range["start"], text)?, place(&range["end"], text)?);
    if start <= end { Ok(start..end) } else { Err(format!("{range} ends before it begins")) }
}

fn place(at: &Value, text: &str) -> Result<usize, String> {
    catch_unwind(|| byte(text, at)).map_err(|_| format!("{at} is no place"))
}

/// Checks that tokens are in order, each within its line.
fn are_tokens(data: &Value, text: &str) -> Result<(), String> {
    let numbers: Option<Vec<usize>> =
        data.as_array().map(|all| all.iter().filter_map(|one| Some(one.as_u64()? as usize)).collect());
    let lines: Vec<usize> = text.split('\n').map(|line| line.encode_utf16().count()).collect();
    let (mut line, mut column, mut end) = (0, 0, 0);
    for token in numbers.unwrap_or_default().chunks_exact(5) {
        if token[0] > 0 {
            (line, column, end) = (line + token[0], 0, 0);
        }
        column += token[1];
        if column < end || lines.get(line).is_none_or(|units| column + token[2] > *units) {
            return Err(format!("the token at {line}:{column} is none, or lies in another one"));
        }
        end = column + token[2];
    }
    Ok(())
}
