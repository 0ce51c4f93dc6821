//! Diagnostics by file.

use std::collections::BTreeMap;

use ludex::analysis::Analysis;
use ludex::diagnostics::{Code, Diagnostic, Severity};
use serde_json::{Value, json};

use crate::game::Game;
use crate::protocol::Range;
use crate::random::Play;

/// LSP severity of a hint.
const HINT: u8 = 4;

/// LSP tag for unused code, which editors fade.
const UNNECESSARY: u8 = 1;

/// Returns the diagnostics of each file of a game, including files without any.
pub fn by_file(game: &Game, known: &Analysis) -> BTreeMap<String, Vec<Value>> {
    let mut files: BTreeMap<String, Vec<Value>> =
        game.paths().map(|path| (game.uri(path), Vec::new())).collect();
    for problem in known.diagnostics() {
        // diagnostics without a file are shown in the file that every ruleset has
        let found = game.location(known, problem.primary.span).map(|place| (place.uri, json!(place.range)));
        let (uri, range) = found.unwrap_or_else(|| {
            let start = json!({ "line": 0, "character": 0 });
            (game.uri("ruleset.yaml"), json!({ "start": start, "end": start }))
        });
        files.entry(uri).or_default().push(diagnostic((game, known), problem, &range));
    }
    for (place, message) in game.play.iter().flat_map(Play::found) {
        // findings without a location can't be shown
        let Some(place) = game.location(known, *place) else { continue };
        files.entry(place.uri).or_default().push(hint(place.range, "random-play", message, &[]));
    }
    files
}

pub fn hint(range: Range, code: &str, message: &str, tags: &[u8]) -> Value {
    json!({ "range": range, "severity": HINT, "code": code, "source": "ludex", "message": message, "tags": tags })
}

/// Converts a diagnostic to LSP.
pub fn diagnostic((game, known): (&Game, &Analysis), problem: &Diagnostic, range: &Value) -> Value {
    let severity = match problem.severity() {
        Severity::Error => 1,
        Severity::Warning => 2,
    };
    let label = Some(&problem.primary.text).filter(|text| !text.is_empty());
    let said = [Some(&problem.message), label, problem.help.as_ref()];
    let message = said.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join("\n");
    let related = problem.others.iter().filter_map(|label| {
        Some(json!({ "location": game.location(known, label.span)?, "message": label.text }))
    });
    json!({
        "range": range,
        "severity": severity,
        "code": problem.code.as_str(),
        "source": "ludex",
        "message": message,
        "tags": if problem.code == Code::Unused { json!([UNNECESSARY]) } else { json!([]) },
        "relatedInformation": related.collect::<Vec<_>>(),
    })
}
