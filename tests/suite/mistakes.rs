//! Sixty mistakes typed through the language server (`cases/mistakes/GAME.yaml`): the diagnostic marks the
//! word, and a quick fix offers the intended text. They differ from those of `cases/typos`, for which the
//! messages were optimised.
//!
//! A mistake is a text of the file with `[-old text-]{+typed text+}` (`typed`), the marked word if it is not
//! the typed text (`under`), and the result of the fix if it is not the old text (`fix`; `none`: no fix is
//! possible).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludex_lsp::Server;
use ludex_tests::cases::cases;
use ludex_tests::editor::{Memory, ROOT, all_findings, byte, edited};
use ludex_tests::rulesets;
use serde::Deserialize;
use serde_json::{Value, json};

/// Number of mistakes, and percentage that must have the right fix.
const ALL: usize = 60;
const RIGHT: usize = 90;

#[derive(Deserialize)]
struct Entry {
    typed: String,
    under: Option<String>,
    fix: Option<String>,
}

/// A text with a mistake.
struct Mistake {
    text: String,
    /// Byte range of the mistake.
    wrong: (usize, usize),
    /// Expected result of the fix, if a fix is possible.
    right: Option<String>,
}

impl Entry {
    fn parts(&self) -> Option<(&str, &str, &str, &str)> {
        let (before, rest) = self.typed.split_once("[-")?;
        let (old, rest) = rest.split_once("-]{+")?;
        let (new, after) = rest.split_once("+}")?;
        Some((before, old, new, after))
    }

    fn made(&self, text: &str) -> Mistake {
        let (before, old, new, after) = self.parts().unwrap_or_else(|| panic!("no mistake: {}", self.typed));
        let stood = format!("{before}{old}{after}");
        assert_eq!(text.matches(&stood).count(), 1, "this should be there once: {stood:?}");
        let at = text.find(&stood).expect("it is there");
        let typed = format!("{before}{new}{after}");
        let wrong = match &self.under {
            Some(under) => (typed.find(under).expect("the word is in the text"), under.len()),
            // for missing text, the range extends from the word before to the word after
            None if new.is_empty() => {
                (before.trim_end().len(), typed.len() - after.trim_start().len() - before.trim_end().len())
            }
            None => (before.len(), new.len()),
        };
        let right = match self.fix.as_deref() {
            Some("none") => None,
            Some(fix) => Some(text.replacen(&stood, fix, 1)),
            None => Some(text.to_owned()),
        };
        Mistake {
            text: text.replacen(&stood, &typed, 1),
            wrong: (at + wrong.0, at + wrong.0 + wrong.1),
            right,
        }
    }
}

/// Diagnostics of a mistake.
#[derive(Default)]
struct Told {
    under: bool,
    fixed: bool,
    page: String,
}

#[test]
fn sixty_mistakes_are_told_under_the_word_with_the_fix() {
    let (mut all, mut under, mut right) = (0, 0, 0);
    let mut report = String::new();
    for case in cases("mistakes") {
        let files = rulesets::files(case.stem());
        let mut server = Server::new(Memory(files.clone()));
        server
            .request("initialize", json!({ "initializationOptions": { "randomGames": 0 } }))
            .expect("an answer");
        let table: BTreeMap<String, Vec<Entry>> = serde_yaml::from_str(&case.text).expect("lists by file");
        for (path, entries) in table {
            let (_, text) = files.iter().find(|(known, _)| *known == path).expect("a file");
            for entry in entries {
                let told = try_mistake(&mut server, &files, (&path, text), &entry);
                all += 1;
                under += usize::from(told.under);
                right += usize::from(told.fixed);
                if !told.under || !told.fixed {
                    let _ = writeln!(report, "=== {} {path}: {:?}: {}", case.stem(), entry.typed, told.page);
                }
            }
        }
    }
    let figures = format!("{under} of {all} mistakes are told under the word, {right} have the right fix");
    println!("{report}{figures}");
    assert_eq!(all, ALL);
    assert_eq!(under, all, "{report}{figures}");
    assert!(right * 100 >= all * RIGHT, "{report}{figures}");
}

/// Types a mistake, checks the diagnostics and fixes, and reverts it.
fn try_mistake(
    server: &mut Server<Memory>,
    files: &[(String, String)],
    (path, text): (&str, &str),
    entry: &Entry,
) -> Told {
    let uri = format!("{ROOT}/{path}");
    let mistake = entry.made(text);
    let document = json!({ "uri": uri, "text": text });
    server.notify("textDocument/didOpen", json!({ "textDocument": document })).expect("it is open");
    let change = json!({ "textDocument": { "uri": uri }, "contentChanges": [{ "text": mistake.text }] });
    server.notify("textDocument/didChange", change).expect("it is typed");
    let notes = all_findings(server);
    let own = notes.iter().find(|note| note.params["uri"] == uri.as_str());
    let found: Vec<&Value> =
        own.into_iter().filter_map(|note| note.params["diagnostics"].as_array()).flatten().collect();
    let is_under = |found: &&Value| touches(&mistake, &found["range"]);
    let mut told = Told { under: found.first().is_some_and(is_under), ..Told::default() };
    let shown: Vec<String> =
        found.iter().map(|found| format!("{} {}", found["range"], found["message"])).collect();
    let mut titles = Vec::new();
    if let Some(first) = found.first() {
        let asked = json!({ "textDocument": { "uri": uri }, "range": first["range"], "context": { "diagnostics": [first] } });
        let actions = server.request("textDocument/codeAction", asked).expect("an answer");
        let now: Vec<(String, String)> = files
            .iter()
            .map(|(known, text)| {
                (known.clone(), if known == path { mistake.text.clone() } else { text.clone() })
            })
            .collect();
        let fixes = actions.as_array().into_iter().flatten().filter(|action| action["kind"] == "quickfix");
        for action in fixes {
            let after = edited(&now, &action["edit"]);
            let (_, after) = after.iter().find(|(known, _)| known == path).expect("the file");
            titles.push(action["title"].to_string());
            told.fixed |= mistake.right.as_ref().is_some_and(|right| bare(right) == bare(after));
        }
    }
    told.page = format!("under {}, fixed {}: {shown:?}, offered {titles:?}", told.under, told.fixed);
    server.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } })).expect("it is closed");
    told
}

/// Removes blanks from a text.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Returns true if a range of at most two lines contains or touches a byte of the mistake.
fn touches(mistake: &Mistake, range: &Value) -> bool {
    let (start, end) = (byte(&mistake.text, &range["start"]), byte(&mistake.text, &range["end"]));
    let lines = mistake.text.get(start..end).map_or(0, |text| text.matches('\n').count());
    start <= mistake.wrong.1 && mistake.wrong.0 <= end && lines <= 1
}
