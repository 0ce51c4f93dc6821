//! What may stand at a place.

use std::collections::BTreeSet;

use ludex::analysis::{self, Candidate, Entry};
use serde_json::{Value, json};

use super::hover::group;
use crate::game::Place;

/// Words that begin a statement and are no verbs, each with the text that goes in; `$1` is where one goes on.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("let", "let ${1:name} = $0", "a name for a value"),
    ("set", "set ${1:variable} = $0", "another value for a variable"),
    ("if", "if ${1:condition} {\n  $0\n}", "what is done if a condition holds"),
    ("if let", "if let ${1:name} = ${2:value} {\n  $0\n}", "what is done if a value is there"),
    ("for", "for ${1:player p} {\n  $0\n}", "what is done for each"),
    ("while", "while ${1:condition} {\n  $0\n}", "what is done as long as a condition holds"),
    ("while let", "while let ${1:name} = ${2:value} {\n  $0\n}", "what is done as long as a value is there"),
    ("repeat", "repeat ${1:2} {\n  $0\n}", "what is done so many times"),
    (
        "any player",
        "any player ${1:p} may choose ${2:card c in p.hand} as ${3:answer} {\n  $0\n}",
        "who of several answers first",
    ),
    (
        "each player",
        "each player ${1:p} chooses ${2:card c in p.hand} as ${3:bid} {\n  $0\n}",
        "all decide before anything comes of it",
    ),
    ("stop", "stop", "the effect is over"),
    ("give", "give $0", "a procedure or function is over, with a value"),
];

/// All that may stand there: in effects and expressions names and words of the language, elsewhere keys and the words that are known.
pub fn completion(at: &Place<'_>) -> Vec<Value> {
    let there = at.known.at(at.file, at.byte);
    let mut items: Vec<Value> = Vec::new();
    let member = at.before().trim_end().ends_with(['.', '?']);
    if !there.names.is_empty() {
        let wanted = there.expected.as_deref();
        items.extend(there.names.iter().map(|name| of_name(at, name, wanted)));
        if !member && begins_statement(at.before()) {
            items.extend(statements(at));
        }
    }
    if items.is_empty() {
        let known = at.known.known_at(at.file, at.byte);
        items.extend(known.words.iter().map(|word| of_word(at, word, known.keys)));
    }
    if items.is_empty() && at.path.starts_with("text/") {
        items.extend(texts(at).iter().map(|word| of_word(at, word, true)));
    }
    items
}

/// What a group of texts can be about: the names of the ruleset that are of its sort.
fn texts(at: &Place<'_>) -> Vec<String> {
    let Some(key) = outer_key(at) else { return Vec::new() };
    let definitions = at.known.definitions();
    let names: BTreeSet<String> =
        definitions.filter(|found| group(found.what) == Some(key)).map(|found| found.name).collect();
    names.into_iter().collect()
}

/// The key below which a place stands: on its line, or on the nearest line above that begins further left.
fn outer_key<'a>(at: &'a Place<'_>) -> Option<&'a str> {
    let before = at.before();
    if let Some((key, _)) = before.trim_start().split_once(": {") {
        return Some(key);
    }
    let indent = before.len() - before.trim_start().len();
    let above = &at.text.text[..at.word().0];
    let outer = |line: &&str| !line.trim().is_empty() && line.len() - line.trim_start().len() < indent;
    let line = above.lines().rev().skip(1).find(outer)?;
    Some(line.trim_start().split_once(':')?.0)
}

/// Whether a statement may begin behind this part of a line.
fn begins_statement(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with(['{', ';', '|'])
        || before.ends_with("do:")
        || before.ends_with("setup:")
}

fn of_name(at: &Place<'_>, name: &Candidate, wanted: Option<&str>) -> Value {
    let row = analysis::language().find(|row| row.word == name.name && name.what.starts_with(row.what));
    let detail = name.ty.clone().unwrap_or_else(|| name.what.to_owned());
    // what has the type that is wanted comes first
    let first = if name.fits && wanted.is_some() { 0 } else { 1 };
    let near = match name.what {
        "local" => 0,
        "function of the language" => 3,
        "card" => 2,
        _ => 1,
    };
    let call = row.is_some_and(|row| row.what == "function") || name.what == "function";
    let text = if call && !has_bracket(at) { format!("{}($0)", name.name) } else { name.name.clone() };
    let documentation = row.map(|row| format!("```ludex\n{}\n```\n{}", row.form, row.summary));
    item(
        at,
        (&name.name, kind(name.what)),
        &detail,
        (&text, documentation),
        &format!("{first}{near}{}", name.name),
    )
}

fn has_bracket(at: &Place<'_>) -> bool {
    at.text.text[at.word().1..].starts_with('(')
}

/// What begins a statement: verbs with their forms, and the words that steer.
fn statements(at: &Place<'_>) -> Vec<Value> {
    let indent: String = at.before().chars().take_while(|c| c.is_whitespace()).collect();
    let verb = |row: Entry| {
        let documentation = Some(format!("```ludex\n{}\n```\n{}", row.form, row.summary));
        item(
            at,
            (row.word, 14),
            "verb",
            (&format!("{} $0", row.word), documentation),
            &format!("1{}", row.word),
        )
    };
    let verbs = analysis::language().filter(|row| row.what == "verb").map(verb);
    let words = STATEMENTS.iter().map(|(word, text, about)| {
        let text = text.replace('\n', &format!("\n{indent}"));
        item(at, (word, 14), about, (&text, None), &format!("1{word}"))
    });
    verbs.chain(words).collect()
}

/// A key, an id or a word.
fn of_word(at: &Place<'_>, word: &str, key: bool) -> Value {
    let behind = &at.text.text[at.word().1..];
    let text = if key && !behind.starts_with(':') { format!("{word}: ") } else { word.to_owned() };
    item(at, (word, 10), "", (&text, None), &format!("0{word}"))
}

fn item(
    at: &Place<'_>,
    (label, kind): (&str, u8),
    detail: &str,
    (text, documentation): (&str, Option<String>),
    order: &str,
) -> Value {
    let snippet = text.contains('$');
    let documentation = documentation.map(|value| json!({ "kind": "markdown", "value": value }));
    json!({
        "label": label,
        "kind": kind,
        "detail": detail,
        "documentation": documentation,
        "sortText": order,
        "insertTextFormat": if snippet { 2 } else { 1 },
        "textEdit": { "range": at.range(at.word()), "newText": text },
    })
}

/// The protocol's number for a sort of thing.
fn kind(what: &str) -> u8 {
    match what {
        "function" | "function of the language" | "procedure" => 3,
        "local" | "variable" | "option" => 6,
        "field" | "property" | "member of the language" => 5,
        "enum" => 13,
        "word" | "card" => 20,
        "kind" => 7,
        _ => 18,
    }
}
