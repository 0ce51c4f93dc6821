//! Problems of a ruleset as SARIF 2.1.0 (OASIS), for code hosting services.
//!
//! Columns count characters. File names are relative to the working directory, as hosting services expect.

use std::fmt::Write as _;

use ludex::Compiled;
use ludex::analysis::{Problem, Range, Replacement};
use ludex::diagnostics::Code;
use ludex::fs::ReadError;
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Creates the SARIF log from the compiled and checked rulesets.
pub fn log(checked: &[Compiled]) -> Value {
    let all = checked.iter().flat_map(|one| one.problems.iter().map(move |found| (one, found)));
    let mut codes: Vec<Code> = all.clone().map(|(_, found)| found.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results = all.map(|(one, found)| {
        let index = codes.binary_search(&found.code).unwrap_or_default();
        result(&Problem::new(&one.sources, found), index)
    });
    let results: Vec<Value> = results.collect();
    run(codes.iter().map(|code| rule(*code)).collect(), results, json!({ "executionSuccessful": true }))
}

/// Creates the SARIF log for a ruleset that can't be read: a notification with a location and without a code.
pub fn unreadable(error: &ReadError) -> Value {
    let problem = Problem::unreadable("", &error.path, &error.message);
    let told = json!({
        "level": "error",
        "message": { "text": error.to_string() },
        "locations": [{ "physicalLocation": place(&problem.range) }],
    });
    let invocation = json!({ "executionSuccessful": false, "toolExecutionNotifications": [told] });
    run(Vec::new(), Vec::new(), invocation)
}

fn run(rules: Vec<Value>, results: Vec<Value>, invocation: Value) -> Value {
    let driver = json!({
        "name": "Ludex",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    });
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": results,
        }],
    })
}

/// Describes a diagnostic code with its page.
fn rule(code: Code) -> Value {
    let page = code.page();
    let what = page.split("\n## ").find_map(|part| part.strip_prefix("What\n")).unwrap_or_default().trim();
    json!({
        "id": code.as_str(),
        "name": format!("{code:?}"),
        "shortDescription": { "text": code.summary() },
        "fullDescription": { "text": what },
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": { "level": level(code.severity() == ludex::diagnostics::Severity::Error) },
    })
}

fn level(error: bool) -> &'static str {
    if error { "error" } else { "warning" }
}

fn result(problem: &Problem, index: usize) -> Value {
    let mut text = problem.message.clone();
    if let Some(help) = &problem.help {
        let _ = write!(text, ": {help}");
    }
    let others = problem.labels.iter().filter(|label| !label.primary);
    let related = others.enumerate().map(|(number, label)| {
        json!({
            "id": number,
            "message": { "text": label.text },
            "physicalLocation": place(&label.range),
        })
    });
    let mut result = json!({
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": level(problem.severity == "error"),
        "message": { "text": text },
        "locations": [{ "physicalLocation": place(&problem.range) }],
        "relatedLocations": related.collect::<Vec<_>>(),
    });
    let fixes = fixes(&problem.suggestions);
    if !fixes.is_empty() {
        result["fixes"] = Value::Array(fixes);
    }
    result
}

/// Groups suggestions into fixes: all safe suggestions form one fix, every other suggestion is its own.
fn fixes(suggestions: &[Replacement]) -> Vec<Value> {
    let (safe, others): (Vec<_>, Vec<_>) = suggestions.iter().partition(|suggestion| suggestion.safe);
    let safe = (!safe.is_empty()).then(|| fix(&safe, "the only possible fix"));
    let others = others.iter().map(|one| fix(&[*one], "a possible fix"));
    safe.into_iter().chain(others).collect()
}

fn fix(replacements: &[&Replacement], what: &str) -> Value {
    let words: Vec<String> = replacements.iter().map(|one| format!("`{}`", one.text.trim_end())).collect();
    let change = |one: &&Replacement| {
        json!({
            "artifactLocation": artifact(&one.range.file),
            "replacements": [{ "deletedRegion": region(&one.range), "insertedContent": { "text": one.text } }],
        })
    };
    json!({
        "description": { "text": format!("{}: {what}", words.join(", ")) },
        "artifactChanges": replacements.iter().map(change).collect::<Vec<_>>(),
    })
}

fn place(range: &Range) -> Value {
    json!({ "artifactLocation": artifact(&range.file), "region": region(range) })
}

fn region(range: &Range) -> Value {
    json!({
        "startLine": range.line,
        "startColumn": range.column,
        "endLine": range.end_line,
        "endColumn": range.end_column,
    })
}

/// Returns a file as a URI, relative to the working directory or absolute as given.
fn artifact(file: &str) -> Value {
    let file = file.replace('\\', "/");
    let path = file.trim_start_matches("./");
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    match path.starts_with('/') || has_drive {
        true => json!({ "uri": format!("file:///{}", encoded(path.trim_start_matches('/'))) }),
        false => json!({ "uri": encoded(path), "uriBaseId": "%SRCROOT%" }),
    }
}

/// Percent-encodes all bytes of a path that are special in a URI.
fn encoded(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.' | b'~') {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What hosts of code refuse a file for if it is missing.
    const WANTED: &[&str] = &[
        "/version",
        "/$schema",
        "/runs/0/tool/driver/name",
        "/runs/0/tool/driver/semanticVersion",
        "/runs/0/tool/driver/rules/0/id",
        "/runs/0/tool/driver/rules/0/shortDescription/text",
        "/runs/0/tool/driver/rules/0/fullDescription/text",
        "/runs/0/tool/driver/rules/0/help/text",
        "/runs/0/results/0/ruleId",
        "/runs/0/results/0/message/text",
        "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri",
        "/runs/0/results/0/locations/0/physicalLocation/region/startLine",
        "/runs/0/results/0/locations/0/physicalLocation/region/endColumn",
    ];

    fn made(text: &str) -> Value {
        log(&[ludex::Compile::new(&[("ruleset.yaml".into(), text.into())]).shown("./a game/").compile()])
    }

    #[test]
    fn what_hosts_of_code_want_is_there() {
        let text = "format: 1\ngame: { id: pair, players: 2, playrs: 2 }\nkinds: { face: { fields: { value: int } } }\ncards: { king: { kind: face, valeu: 9 } }\n";
        let log = made(text);
        for pointer in WANTED {
            assert!(log.pointer(pointer).is_some_and(|value| !value.is_null()), "{pointer}: {log:#}");
        }
        let run = &log["runs"][0];
        for result in run["results"].as_array().expect("results") {
            let rule = result["ruleIndex"].as_u64().expect("a number") as usize;
            assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
            assert!(["error", "warning"].contains(&result["level"].as_str().expect("a level")));
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "a%20game/ruleset.yaml");
            let region = &place["region"];
            let at = |key: &str| region[key].as_u64().expect("a number");
            assert!(at("startLine") >= 1 && at("startColumn") >= 1);
            assert!((at("endLine"), at("endColumn")) >= (at("startLine"), at("startColumn")));
        }
    }

    /// A fix changes the file that it names, where it says.
    #[test]
    fn fixes_can_be_made() {
        let text = "format: 1\ngame: { id: pair, players: 2 }\nkinds: { face: { fields: { value: int } } }\ncards: { king: { kind: face, valeu: 9 } }\n";
        let log = made(text);
        let results = log["runs"][0]["results"].as_array().expect("results");
        let fixed = results.iter().find_map(|result| result.get("fixes")).expect("a fix");
        let change = &fixed[0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(change["insertedContent"]["text"], "value");
        let line =
            text.lines().nth(change["deletedRegion"]["startLine"].as_u64().expect("a line") as usize - 1);
        let at = |key: &str| change["deletedRegion"][key].as_u64().expect("a column") as usize - 1;
        assert_eq!(line.map(|line| &line[at("startColumn")..at("endColumn")]), Some("valeu"));
    }

    #[test]
    fn absolute_paths_are_uris_too() {
        assert_eq!(artifact("/tmp/é/cards.yaml")["uri"], "file:///tmp/%C3%A9/cards.yaml");
        assert_eq!(artifact(r"C:\games\cards.yaml")["uri"], "file:///C%3A/games/cards.yaml");
        assert_eq!(artifact("cards.yaml")["uriBaseId"], "%SRCROOT%");
    }
}
