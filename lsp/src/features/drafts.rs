//! Code generation: missing texts, scenarios for cards, functions for expressions.

use std::collections::BTreeMap;

use ludex::analysis::{NameKind, Rewritten};
use ludex::diagnostics::Code;
use serde_json::{Value, json};

use crate::game::Game;
use crate::protocol::{Range, TextEdit};

/// Maximum number of missing texts that are offered one by one.
const FEW: usize = 5;

/// Returns the code actions for a range of a file.
pub fn drafts(game: &Game, path: &str, range: Range) -> Vec<Value> {
    let mut drafts = missing_texts(game, path, range);
    drafts.extend(scenario(game, path, range));
    drafts.extend(function(game, path, range));
    drafts
}

/// Adds empty entries for the missing texts of a language, if the range has that diagnostic.
fn missing_texts(game: &Game, path: &str, range: Range) -> Vec<Value> {
    let known = game.rules();
    let told = known.diagnostics().iter().any(|problem| {
        let place = game.range(known, problem.primary.span);
        problem.code == Code::MissingText
            && place.is_some_and(|(file, place)| file == path && overlaps(place, range))
    });
    if !told {
        return Vec::new();
    }
    let own = path.strip_prefix("text/").and_then(|name| name.strip_suffix(".yaml"));
    let languages = known.languages();
    let asked = languages.into_iter().filter(|language| own.is_none_or(|own| own == *language));
    asked.flat_map(|language| texts_of_language(game, language)).collect()
}

fn texts_of_language(game: &Game, language: &str) -> Vec<Value> {
    let known = game.rules();
    let lacking = known.lacking_texts(language);
    let write = |title: String, keys: &[&str]| {
        Some(action(&title, "quickfix", &edit(game, &known.with_texts(language, keys)?)?))
    };
    let one = |key: &&str| write(format!("Write the text `{key}` in `{language}`"), &[key]);
    let mut actions: Vec<Value> =
        if lacking.len() <= FEW { lacking.iter().filter_map(one).collect() } else { Vec::new() };
    if lacking.len() > 1 {
        actions.extend(write(format!("Write the {} texts that `{language}` lacks", lacking.len()), &lacking));
    }
    actions
}

/// Creates a scenario for the card defined in the range.
fn scenario(game: &Game, path: &str, range: Range) -> Option<Value> {
    let known = game.rules();
    let file = known.file(path)?;
    let here = |place| game.range(known, place).is_some_and(|(_, place)| overlaps(place, range));
    let card = known
        .definitions()
        .find(|found| found.kind == NameKind::Design && found.place.file == file && here(found.place))?;
    let edit = edit(game, &known.with_scenario(&card.name)?)?;
    Some(action(&format!("Make a scenario for `{}`", card.name), "refactor", &edit))
}

/// Extracts the selected expression to a function.
fn function(game: &Game, path: &str, range: Range) -> Option<Value> {
    let known = game.rules();
    let (file, text) = (known.file(path)?, game.text(path)?);
    let place = game.bytes_of(text, range);
    if place.0 >= place.1 {
        return None;
    }
    let (name, new) = known.extracted(file, place)?;
    Some(action(&format!("Make it the function `{name}`"), "refactor.extract", &edit(game, &new)?))
}

fn overlaps(place: Range, range: Range) -> bool {
    place.start <= range.end && range.start <= place.end
}

fn action(title: &str, kind: &str, edit: &Value) -> Value {
    json!({ "title": title, "kind": kind, "edit": edit })
}

/// Converts new file contents to an edit with minimal changes that creates missing files. Returns `None` if a
/// single-file game would need another file.
fn edit(game: &Game, new: &Rewritten) -> Option<Value> {
    let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    let mut made = Vec::new();
    for (path, new) in new {
        if game.is_single() && !game.has(path) {
            return None;
        }
        let uri = game.uri(path);
        if !game.has(path) {
            made.push(json!({ "kind": "create", "uri": uri, "options": { "ignoreIfExists": true } }));
        }
        changes.insert(uri, vec![game.change(path, new)]);
    }
    if made.is_empty() {
        return Some(json!({ "changes": changes }));
    }
    made.extend(
        changes
            .into_iter()
            .map(|(uri, edits)| json!({ "textDocument": { "uri": uri, "version": null }, "edits": edits })),
    );
    Some(json!({ "documentChanges": made }))
}
