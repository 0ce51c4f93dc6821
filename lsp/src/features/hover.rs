//! Hover texts.

use ludex::analysis::{self, Entry, NameKind, PhrasePosition, Word};
use ludex::diagnostics::FileId;
use ludex::yaml::{self, Node};
use serde_json::{Value, json};

use super::completion::markdown;
use super::words;
use crate::game::{Game, Place};

/// Returns the explanation of the word at a location as Markdown.
pub fn hover(at: &Place<'_>) -> Option<Value> {
    let there = at.known.at(at.file, at.byte);
    let (start, end) = at.word();
    let written = &at.text.text[start..end];
    let mut parts = Vec::new();
    match &there.word {
        Some(word) => parts.extend(ruleset_word(at, word, written)),
        None => parts.extend(language_word(at, written, !there.names.is_empty())),
    }
    if let Some((span, ty)) = &there.expression {
        let text = at.known.sources().slice(*span);
        let one = text.lines().next().unwrap_or_default();
        let more = if one.len() < text.len() { " …" } else { "" };
        parts.insert(0, format!("```ludex\n{one}{more}: {ty}\n```"));
    }
    if parts.is_empty() {
        return None;
    }
    let contents = json!({ "kind": "markdown", "value": parts.join("\n\n") });
    Some(json!({ "contents": contents, "range": at.range((start, end)) }))
}

/// Describes a name of the ruleset: its kind, the comment at its definition, and its display names.
fn ruleset_word(at: &Place<'_>, word: &Word, written: &str) -> Vec<String> {
    let game = at.game;
    let name = word.definition.as_ref().map_or(written, |found| found.name.as_str());
    let mut parts = vec![format!("{} **{name}**", word.kind)];
    let Some(definition) = &word.definition else { return parts };
    if let Some((path, range)) = game.range(at.known, definition.place) {
        let text = game.text(path).map_or("", |text| text.text.as_str());
        let line = text.lines().nth(range.start.line as usize).unwrap_or_default();
        if let Some((_, comment)) = line.split_once(" # ") {
            parts.push(comment.trim().to_owned());
        }
        if word.kind != NameKind::Local {
            parts.push(format!("```yaml\n{}\n```", line.trim()));
        }
    }
    parts.extend(names_in_languages(game, word.kind, name));
    parts
}

fn language_word(at: &Place<'_>, written: &str, in_effect: bool) -> Vec<String> {
    let member = at.before().trim_end().ends_with(['.', '?']);
    let mut rows: Vec<Entry> = analysis::language()
        .filter(|row| row.word == written && (row.kind == NameKind::LanguageMember) == member)
        .collect();
    // a verb starts a statement, a function precedes a bracket
    if !member {
        let called = at.text.text[at.word().1..].starts_with('(');
        rows.retain(|row| (row.kind == NameKind::LanguageFunction) == called);
    }
    let phrase = words::there(at).filter(|phrase| {
        let of_types = matches!(phrase.stands, PhrasePosition::BeforeType | PhrasePosition::BehindType);
        rows.is_empty() && !member && (in_effect || of_types && at.before().contains(':'))
    });
    let phrase = phrase.map(|phrase| markdown(phrase.form, phrase.about));
    rows.iter().map(|row| markdown(row.form, row.summary)).chain(phrase).collect()
}

/// Returns the section of a text file for items of a kind.
pub fn group(kind: NameKind) -> Option<&'static str> {
    Some(match kind {
        NameKind::Design => "cards",
        NameKind::Zone => "zones",
        NameKind::Kind => "kinds",
        NameKind::Phase => "phases",
        NameKind::Option => "options",
        NameKind::Field => "fields",
        NameKind::Var => "state",
        NameKind::Spot | NameKind::SpotWord => "spots",
        NameKind::Action => "actions",
        NameKind::Message => "messages",
        _ => return None,
    })
}

/// Returns the display name and explanation in each language.
fn names_in_languages(game: &Game, kind: NameKind, name: &str) -> Vec<String> {
    let Some(group) = group(kind) else { return Vec::new() };
    let said = game.paths().filter_map(|path| {
        let language = path.strip_prefix("text/")?.strip_suffix(".yaml")?;
        let root = yaml::parse(FileId(0), &game.text(path)?.text, &mut Vec::new())?;
        let node = root.get(group)?.get(name)?;
        let name = node.as_str().or_else(|| node.get("name").and_then(Node::as_str))?;
        let text = node.get("text").map(alternatives).unwrap_or_default();
        Some(format!("*{language}*: **{name}** {text}").trim_end().to_owned())
    });
    said.collect()
}

/// Returns a text, or its alternatives separated by slashes.
fn alternatives(node: &Node) -> String {
    match node.as_list() {
        Some(all) => {
            let texts =
                all.iter().filter_map(|one| one.as_str().or_else(|| one.get("text").and_then(Node::as_str)));
            texts.collect::<Vec<_>>().join(" / ")
        }
        None => node.as_str().unwrap_or_default().to_owned(),
    }
}
