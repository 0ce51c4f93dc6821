//! Suggestions of diagnostics as quick fixes.

use std::collections::BTreeMap;

use ludex::analysis::Analysis;
use ludex::diagnostics::{Applicability, Diagnostic, Suggestion};
use serde_json::{Value, json};

use super::diagnostics::diagnostic;
use super::drafts::drafts;
use crate::game::{Game, is_more};
use crate::protocol::{Range, TextEdit};

type About<'a> = (&'a Game, &'a Analysis);

/// Returns the code actions for diagnostics that overlap a range of a file.
pub fn actions(game: &Game, path: &str, range: Range) -> Vec<Value> {
    let mut actions = Vec::new();
    let known = if is_more(path) { game.whole() } else { game.rules() };
    let about = (game, known);
    let problems = known.diagnostics();
    for problem in problems {
        let Some((file, place)) = game.range(known, problem.primary.span) else { continue };
        if file == path && place.start <= range.end && range.start <= place.end {
            actions.extend(fixes(about, problem));
        }
    }
    let safe = ludex::diagnostics::fix::safe(problems);
    let here: Vec<&Suggestion> =
        safe.iter().filter(|one| game.range(known, one.span).is_some_and(|(file, _)| file == path)).collect();
    if here.len() > 1 {
        let edit = json!({ "changes": edits_of(about, &here) });
        actions.push(json!({ "title": "Fix all problems with a single possible fix", "kind": "source.fixAll.ludex", "edit": edit }));
    }
    actions.extend(drafts(game, path, range));
    actions
}

fn fixes(about: About<'_>, problem: &Diagnostic) -> Vec<Value> {
    let range = about.0.range(about.1, problem.primary.span).map_or(Value::Null, |(_, range)| json!(range));
    let found = diagnostic(about, problem, &range);
    let action = |title: String, of: &[&Suggestion], preferred: bool| {
        let edit = json!({ "changes": edits_of(about, of) });
        json!({ "title": title, "kind": "quickfix", "diagnostics": [found], "isPreferred": preferred, "edit": edit })
    };
    // safe suggestions apply together; others are alternatives
    let (safe, maybe): (Vec<_>, Vec<_>) =
        problem.suggestions.iter().partition(|one| one.applicability == Applicability::Safe);
    let mut actions = Vec::new();
    if !safe.is_empty() {
        actions.push(action(title(about, &safe), &safe, true));
    }
    actions.extend(maybe.into_iter().map(|one| action(title(about, &[one]), &[one], false)));
    actions
}

fn title((_, known): About<'_>, of: &[&Suggestion]) -> String {
    let blank = |one: &&Suggestion| has_same_words(known.sources().slice(one.span), &one.text);
    let one = match of {
        [one] => one,
        [first, ..] if of.iter().all(blank) => first,
        _ => return format!("Change {} places", of.len()),
    };
    let old = known.sources().slice(one.span);
    let short = |text: &str| {
        let line: Vec<&str> = text.split_whitespace().collect();
        let line = line.join(" ");
        let cut: String = line.chars().take(40).collect();
        if cut.len() < line.len() { format!("{cut}…") } else { cut }
    };
    match (old.trim().is_empty(), one.text.trim().is_empty()) {
        (true, true) if old.is_empty() => "Add a space".to_owned(),
        _ if has_same_words(old, &one.text) => {
            let indent = one.text.len() - one.text.trim_start_matches(' ').len();
            format!("Begin the line in column {}", indent + 1)
        }
        (true, _) => format!("Add `{}`", short(&one.text)),
        (false, true) => format!("Take out `{}`", short(old)),
        (false, false) => format!("Write `{}` instead of `{}`", short(&one.text), short(old)),
    }
}

/// Returns true if two texts differ only in white space.
fn has_same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

fn edits_of((game, known): About<'_>, of: &[&Suggestion]) -> BTreeMap<String, Vec<TextEdit>> {
    let mut edits: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for one in of {
        let Some((path, range)) = game.range(known, one.span) else { continue };
        // keep the line endings of the file
        let crlf =
            game.text(path).is_some_and(|text| text.text.lines().count() > 0 && text.text.contains("\r\n"));
        let text = if crlf { one.text.replace('\n', "\r\n") } else { one.text.clone() };
        edits.entry(game.uri(path)).or_default().push(TextEdit { range, new_text: text });
    }
    edits
}
