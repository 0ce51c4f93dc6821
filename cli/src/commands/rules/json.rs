//! Rules of a game as JSON (`docs/json.md`).

use std::borrow::Cow;

use ludex::{JSON_VERSION, WordsOf};
use serde_json::{Value, json};

use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;
use ludex_table::words::Words;

/// Prints the contents of `ludex rules`; with `full`, also the page of numbered rules.
pub fn print(loaded: &Loaded, words: &Words<'_>, full: bool, out: &mut Out) -> Outcome {
    let page = match full {
        true => loaded.reference.rules().map_err(|e| Failure::Problem(e.to_string()))?,
        false => None,
    };
    let missing = full && page.is_none();
    let mut told = json!({
        "version": JSON_VERSION,
        "ruleset": loaded.ruleset.id(),
        "language": words.language,
        "title": text(words, "game.title"),
        "author": text(words, "game.author"),
        "players": { "fewest": loaded.ruleset.players().start(), "most": loaded.ruleset.players().end() },
        "sections": words.entries("rules").into_iter().map(|section| {
            let key = format!("rules.{section}");
            json!({ "section": section, "heading": text(words, &format!("{key}.name")), "text": text(words, &key) })
        }).collect::<Vec<_>>(),
        "terms": words.entries("terms").into_iter().map(|term| {
            let key = format!("terms.{term}");
            json!({ "term": term, "name": text(words, &key), "text": text(words, &format!("{key}.text")) })
        }).collect::<Vec<_>>(),
        "rights": rights(words),
    });
    if full {
        told["page"] = json!(page);
    }
    out.json(&told)?;
    Ok(u8::from(missing))
}

/// Returns a text unchanged from the ruleset.
fn text(words: &Words<'_>, key: &str) -> Option<String> {
    words.setup.text(words.language, key).map(Cow::into_owned)
}

fn rights(words: &Words<'_>) -> Value {
    let Some(rights) = words.setup.ruleset().rights() else { return Value::Null };
    json!({
        "names": rights.names,
        "words": rights.words.map(|words| match words {
            WordsOf::Own => "own",
            WordsOf::Printed => "printed",
        }),
        "official": rights.official,
        "licence": rights.licence,
        "contact": rights.contact,
    })
}
