//! Code completion.

use std::collections::BTreeSet;

use ludex::analysis::{self, Candidate, Entry, NameKind, PhrasePosition};
use serde_json::{Value, json};

use super::hover::group;
use super::words::is_behind;
use crate::game::Place;

/// Returns the completions: names and words of the language in effects and expressions, keys and known words
/// elsewhere.
pub fn completion(at: &Place<'_>) -> Vec<Value> {
    if let Some(kind) = called(at) {
        return definitions(at, kind);
    }
    let there = at.known.at(at.file, at.byte);
    let mut items: Vec<Value> = Vec::new();
    let member = at.before().trim_end().ends_with(['.', '?']);
    if !there.names.is_empty() {
        let wanted = there.expected.as_deref();
        items.extend(there.names.iter().map(|name| of_name(at, name, wanted)));
        if !member && begins_statement(at.before()) {
            items.extend(verbs(at));
            items.extend(phrases(at, PhrasePosition::First));
        } else if !member {
            let behind = is_behind(at.before());
            items.extend(phrases(at, if behind { PhrasePosition::Behind } else { PhrasePosition::Before }));
        }
    }
    if items.is_empty() {
        let known = at.known.known_at(at.file, at.byte);
        items.extend(known.words.iter().map(|word| of_word(at, word, known.keys)));
        items.extend(around_type(at, &known));
    }
    if items.is_empty() && at.path.starts_with("text/") {
        items.extend(text_names(at).iter().map(|word| of_word(at, word, true)));
    }
    items
}

/// Returns the kind of definition that the previous word calls by name.
fn called(at: &Place<'_>) -> Option<NameKind> {
    let before = at.before();
    let word = before.trim_end();
    let start = word.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |place| place + 1);
    let kind = match &word[start..] {
        "do" => NameKind::Procedure,
        "emit" => NameKind::Event,
        "say" => NameKind::Message,
        "run" => NameKind::Steps,
        _ => return None,
    };
    (word.len() < before.len() && !at.path.starts_with("text/")).then_some(kind)
}

/// Returns calls of all definitions of a kind in the ruleset.
fn definitions(at: &Place<'_>, kind: NameKind) -> Vec<Value> {
    let found = at.known.definitions().filter(|found| found.kind == kind);
    let names: BTreeSet<String> = found.map(|found| found.name).collect();
    let call = |name: &String| if has_bracket(at) { name.clone() } else { format!("{name}($0)") };
    names
        .iter()
        .map(|name| item(at, (name, item_kind(kind)), kind.name(), (&call(name), None), &format!("0{name}")))
        .collect()
}

/// Returns the words before and after a type, at a type or directly next to one.
fn around_type(at: &Place<'_>, known: &analysis::Known) -> Vec<Value> {
    let is_type =
        |words: &[String]| ["int", "bool", "player"].iter().all(|ty| words.iter().any(|word| word == ty));
    // only event arguments can be declared as changeable
    let before_type = || if is_in_events(at) { phrases(at, PhrasePosition::BeforeType) } else { Vec::new() };
    if is_type(&known.words) {
        return before_type();
    }
    let (start, end) = at.word();
    let text = &at.text.text;
    let type_at = |byte: usize| is_type(&at.known.known_at(at.file, byte).words);
    let before = text[..start].trim_end_matches(' ');
    let behind = text[end..].trim_start_matches(' ');
    let mut items = Vec::new();
    if before.len() < start && before.ends_with(|c: char| c.is_alphanumeric() || "_?".contains(c)) {
        let cut = before.trim_end_matches('?').len();
        items.extend(if type_at(cut) { phrases(at, PhrasePosition::BehindType) } else { Vec::new() });
    }
    if items.is_empty() && behind.len() < text.len() - end && type_at(text.len() - behind.len()) {
        items.extend(before_type());
    }
    items
}

/// Returns true if the location is in the section of events.
fn is_in_events(at: &Place<'_>) -> bool {
    let above = &at.text.text[..at.word().1];
    let is_key = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric());
    at.path == "events.yaml"
        || above.lines().rev().find(is_key).is_some_and(|line| line.starts_with("events:"))
}

/// Returns the names in the ruleset that match the surrounding section of a text file.
fn text_names(at: &Place<'_>) -> Vec<String> {
    let Some(key) = outer_key(at) else { return Vec::new() };
    let definitions = at.known.definitions();
    let names: BTreeSet<String> =
        definitions.filter(|found| group(found.kind) == Some(key)).map(|found| found.name).collect();
    names.into_iter().collect()
}

/// Returns the key above: on the same line, or on the nearest line above with less indentation.
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

/// Returns true if a statement may start after this part of a line.
fn begins_statement(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with(['{', ';', '|'])
        || before.ends_with("do:")
        || before.ends_with("setup:")
}

fn of_name(at: &Place<'_>, name: &Candidate, wanted: Option<&str>) -> Value {
    let row = analysis::language().find(|row| row.word == name.name && row.kind == name.kind);
    let detail = name.ty.clone().unwrap_or_else(|| name.kind.to_string());
    // names of the expected type come first
    let first = if name.fits && wanted.is_some() { 0 } else { 1 };
    let near = match name.kind {
        NameKind::Local => 0,
        NameKind::LanguageFunction => 3,
        NameKind::Design => 2,
        _ => 1,
    };
    let call = matches!(name.kind, NameKind::LanguageFunction | NameKind::Function);
    let text = if call && !has_bracket(at) { format!("{}($0)", name.name) } else { name.name.clone() };
    let documentation = row.map(|row| markdown(row.form, row.summary));
    item(
        at,
        (&name.name, item_kind(name.kind)),
        &detail,
        (&text, documentation),
        &format!("{first}{near}{}", name.name),
    )
}

fn has_bracket(at: &Place<'_>) -> bool {
    at.text.text[at.word().1..].starts_with('(')
}

fn verbs(at: &Place<'_>) -> impl Iterator<Item = Value> {
    let verb = |row: Entry| {
        let text = format!("{} $0", row.word);
        item(
            at,
            (row.word, 14),
            "verb",
            (&text, Some(markdown(row.form, row.summary))),
            &format!("1{}", row.word),
        )
    };
    analysis::language().filter(|row| row.kind == NameKind::Verb).map(verb)
}

/// Returns the words of the language that are neither verbs nor functions and fit the position.
fn phrases(at: &Place<'_>, stands: PhrasePosition) -> Vec<Value> {
    let indent: String = at.before().chars().take_while(|c| c.is_whitespace()).collect();
    // after a value, no other words can follow
    let order = match stands {
        PhrasePosition::Behind | PhrasePosition::BeforeType | PhrasePosition::BehindType => "0",
        PhrasePosition::First => "1",
        PhrasePosition::Before => "2",
    };
    let may_stand = analysis::phrases().filter(|phrase| phrase.stands == stands);
    let phrase = may_stand.map(|phrase| {
        let text = phrase.snippet.replace('\n', &format!("\n{indent}"));
        let label = (phrase.words, 14);
        item(
            at,
            label,
            "",
            (&text, Some(markdown(phrase.form, phrase.about))),
            &format!("{order}{}", phrase.words),
        )
    });
    phrase.collect()
}

/// Formats syntax and explanation as Markdown.
pub fn markdown(form: &str, about: &str) -> String {
    format!("```ludex\n{form}\n```\n{about}")
}

/// Creates an item for a key, an ID or a word.
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

/// Returns the `CompletionItemKind` of LSP.
fn item_kind(kind: NameKind) -> u8 {
    match kind {
        NameKind::Function | NameKind::LanguageFunction | NameKind::Procedure => 3,
        NameKind::Local | NameKind::Var | NameKind::Option => 6,
        NameKind::Field | NameKind::Property | NameKind::LanguageMember => 5,
        NameKind::Enum => 13,
        NameKind::EnumWord | NameKind::Design => 20,
        NameKind::Kind => 7,
        _ => 18,
    }
}
