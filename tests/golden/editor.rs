//! Answers of the language server at the marked positions of a case.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludex_lsp::Server;
use ludex_tests::cases::{Case, snapshot};
use ludex_tests::editor::{Memory, RESULTS, ROOT, findings_with_games, marked};
use serde_json::{Value, json};

/// Maximum number of completion items in a snapshot.
const ITEMS: usize = 14;

/// Token types, in the order that the server announces.
const COLOURS: [&str; 9] =
    ["variable", "parameter", "property", "function", "enumMember", "enum", "class", "event", "namespace"];

/// `cases/lsp`: `# file: PATH` begins a file; each `¦` is a cursor and is removed from the text. The snapshot
/// shows the information at each cursor. `# rename: NAME` renames the item at the first cursor; `# tokens:
/// all` shows the token types and the code lenses; `# hints: all` the inlay hints; `# edits: all` the result
/// of each fix, and for pairs of cursors the actions for a selection; `# play: N` plays N random games first;
/// `# coverage: all` shows the coverage of stored results (files `.ludex/*.json`), and `# coverage: hints`
/// reports it as diagnostics.
pub fn answers(case: &Case) {
    let (files, cursors) = marked(&case.files());
    let mut server = Server::new(Memory(files.clone()));
    let games = case.note("play").map_or(0, |games| games.parse::<u32>().expect("a number"));
    let asked =
        json!({ "initializationOptions": { "randomGames": games, "coverage": case.note("coverage") } });
    server.request("initialize", asked).expect("a server");
    let files: Vec<(String, String)> =
        files.into_iter().filter(|(path, _)| !path.starts_with(RESULTS)).collect();
    for (path, text) in &files {
        let opened = json!({ "textDocument": { "uri": format!("{ROOT}/{path}"), "text": text } });
        server.notify("textDocument/didOpen", opened).expect("it is open");
    }
    let mut page = format!("{}\n", case.text.trim_end());
    for note in findings_with_games(&mut server, 7) {
        for found in note.params["diagnostics"].as_array().into_iter().flatten() {
            let _ = writeln!(
                page,
                "--- {} {}",
                name(&note.params["uri"]),
                found["code"].as_str().unwrap_or_default()
            );
            let _ = writeln!(
                page,
                "{}\n{}",
                under(&files, &note.params["uri"], &found["range"]),
                found["message"].as_str().unwrap_or_default()
            );
            let asked = json!({ "textDocument": { "uri": note.params["uri"] }, "range": found["range"] });
            let actions = server.request("textDocument/codeAction", asked).expect("actions");
            for action in actions.as_array().into_iter().flatten() {
                let preferred = if action["isPreferred"] == true { " (preferred)" } else { "" };
                let _ = writeln!(page, "fix: {}{preferred}", action["title"].as_str().unwrap_or_default());
                if case.note("edits").is_some() {
                    page += &changed(&files, &action["edit"]);
                }
            }
        }
    }
    if case.note("tokens").is_some() {
        for (path, text) in &files {
            page += &coloured(&mut server, path, text);
        }
    }
    if case.note("coverage") == Some("all") {
        for (path, text) in &files {
            page += &margin(&mut server, path, text);
        }
    }
    if case.note("hints").is_some() {
        for (path, text) in &files {
            page += &hinted(&mut server, path, text);
        }
    }
    if case.note("edits").is_some() {
        for pair in cursors.chunks_exact(2) {
            let range = json!({ "start": pair[0].1, "end": pair[1].1 });
            let _ = writeln!(
                page,
                "--- selected\n{}",
                under(&files, &json!(format!("{ROOT}/{}", pair[0].0)), &range)
            );
            page += &edits(&mut server, &files, &pair[0].0, &range);
        }
    }
    for (path, position) in cursors.iter().filter(|_| case.note("edits").is_none()) {
        let uri = format!("{ROOT}/{path}");
        let asked = json!({ "textDocument": { "uri": uri }, "position": position });
        let _ = writeln!(page, "--- {path}:{}:{}", place(position).0 + 1, place(position).1 + 1);
        let mut ask = |method: &str| server.request(&format!("textDocument/{method}"), asked.clone());
        let completion = ask("completion").expect("completion");
        let items = completion.as_array().cloned().unwrap_or_default();
        let mut items: Vec<&Value> = items.iter().collect();
        items.sort_by_key(|item| item["sortText"].as_str());
        for item in items.iter().take(ITEMS) {
            let text = item["textEdit"]["newText"].as_str().unwrap_or_default().replace('\n', "⏎");
            let _ = writeln!(
                page,
                "  {} [{}] {text}",
                item["label"].as_str().unwrap_or_default(),
                item["detail"].as_str().unwrap_or_default()
            );
        }
        if items.len() > ITEMS {
            let _ = writeln!(page, "  and {} more", items.len() - ITEMS);
        }
        let hover = ask("hover").expect("hover");
        if let Some(text) = hover["contents"]["value"].as_str() {
            page.extend(text.lines().map(|line| format!("  | {line}\n")));
        }
        let definition = ask("definition").expect("definition");
        if !definition.is_null() {
            let _ = writeln!(page, "  defined at {}", shown(&definition));
        }
        let references = ask("references").expect("references");
        let places: Vec<String> = references.as_array().into_iter().flatten().map(shown).collect();
        if !places.is_empty() {
            let _ = writeln!(page, "  at {}", places.join(", "));
        }
    }
    if let (Some(new), Some((path, position))) = (case.note("rename"), cursors.first()) {
        let asked = json!({ "textDocument": { "uri": format!("{ROOT}/{path}") }, "position": position, "newName": new });
        let _ = writeln!(page, "--- renamed");
        match server.request("textDocument/rename", asked) {
            Ok(edit) => page += &renamed(&files, &edit["changes"]),
            Err(failed) => page += &format!("{}\n", failed.message),
        }
    }
    snapshot("lsp", case.stem(), &page);
}

/// Formats the tokens of a file with their types, and the code lenses.
fn coloured(server: &mut Server<Memory>, path: &str, text: &str) -> String {
    let about = json!({ "textDocument": { "uri": format!("{ROOT}/{path}") } });
    let tokens = server.request("textDocument/semanticTokens/full", about.clone()).expect("tokens");
    let numbers: Vec<usize> = tokens["data"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| one.as_u64().unwrap_or_default() as usize)
        .collect();
    let (mut page, mut line, mut column) = (format!("--- {path} in colours\n"), 0, 0);
    for token in numbers.chunks_exact(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let units: Vec<u16> = text.lines().nth(line).unwrap_or_default().encode_utf16().collect();
        let name = String::from_utf16_lossy(&units[column..column + token[2]]);
        let what = COLOURS[token[3]];
        let _ = writeln!(
            page,
            "  {}:{} {name} {what}{}",
            line + 1,
            column + 1,
            if token[4] == 1 { ", defined" } else { "" }
        );
    }
    let lenses = server.request("textDocument/codeLens", about).expect("lenses");
    for lens in lenses.as_array().into_iter().flatten() {
        let (line, _) = place(&lens["range"]["start"]);
        let _ = writeln!(
            page,
            "  above line {}: {} {}",
            line + 1,
            lens["command"]["title"].as_str().unwrap_or_default(),
            lens["command"]["arguments"]
        );
    }
    page
}

/// Formats the coverage of the lines of a file: `+` covered, `~` partly covered, `-` not covered.
fn margin(server: &mut Server<Memory>, path: &str, text: &str) -> String {
    let asked = json!({ "textDocument": { "uri": format!("{ROOT}/{path}") } });
    let covered = server.request("ludex/coverage", asked).expect("coverage");
    let of = |number: usize| covered["lines"].as_array()?.iter().find(|line| line["line"] == number);
    let mut page =
        format!("--- {path} covered by {} scenarios, stale: {}\n", covered["scenarios"], covered["stale"]);
    for (number, text) in text.lines().enumerate() {
        let Some(line) = of(number) else { continue };
        let mark = match line["state"].as_str() {
            Some("covered") => '+',
            Some("partly") => '~',
            _ => '-',
        };
        let _ = writeln!(page, "{mark} {text}    {} {}", line["count"], line["missed"]);
    }
    page
}

/// Formats the lines of a file with inlay hints in `‹›`, and their tooltips.
fn hinted(server: &mut Server<Memory>, path: &str, text: &str) -> String {
    let asked = json!({ "textDocument": { "uri": format!("{ROOT}/{path}") } });
    let hints = server.request("textDocument/inlayHint", asked).expect("hints");
    let mut lines: BTreeMap<u64, (String, Vec<String>)> = BTreeMap::new();
    for hint in hints.as_array().into_iter().flatten().rev() {
        let (line, column) = place(&hint["position"]);
        let (now, said) = lines
            .entry(line)
            .or_insert_with(|| (text.lines().nth(line as usize).unwrap_or_default().to_owned(), Vec::new()));
        let units: Vec<u16> = now.encode_utf16().collect();
        let (before, behind) = units.split_at(column as usize);
        let space = if hint["paddingLeft"] == true { " " } else { "" };
        let label = hint["label"].as_str().unwrap_or_default();
        *now = format!(
            "{}{space}‹{label}›{}",
            String::from_utf16_lossy(before),
            String::from_utf16_lossy(behind)
        );
        said.extend(hint["tooltip"].as_str().map(|text| text.replace('\n', " | ")));
    }
    let mut page = String::new();
    for (line, (text, said)) in lines {
        let _ = writeln!(page, "--- {path}:{} with hints\n{}", line + 1, text.trim());
        page.extend(said.into_iter().rev().map(|text| format!("  | {text}\n")));
    }
    page
}

/// Formats the code actions for a range of a file, and the result of each.
fn edits(server: &mut Server<Memory>, files: &[(String, String)], path: &str, range: &Value) -> String {
    let asked = json!({ "textDocument": { "uri": format!("{ROOT}/{path}") }, "range": range });
    let actions = server.request("textDocument/codeAction", asked).expect("actions");
    let mut page = String::new();
    for action in actions.as_array().into_iter().flatten() {
        let _ = writeln!(
            page,
            "{}: {}",
            action["kind"].as_str().unwrap_or_default(),
            action["title"].as_str().unwrap_or_default()
        );
        page += &changed(files, &action["edit"]);
    }
    page
}

/// Formats the lines that an edit removes and inserts.
fn changed(files: &[(String, String)], edit: &Value) -> String {
    let mut page = String::new();
    for (path, new) in ludex_tests::editor::edited(files, edit) {
        let old = files.iter().find(|(known, _)| *known == path).map_or("", |(_, text)| text.as_str());
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let same = |a: &mut dyn Iterator<Item = (&&str, &&str)>| a.take_while(|(a, b)| a == b).count();
        let start = same(&mut old.iter().zip(&new));
        let end = same(&mut old[start..].iter().rev().zip(new[start..].iter().rev()));
        if old != new {
            let _ = writeln!(page, "  {path}:{}", start + 1);
        }
        page.extend(old[start..old.len() - end].iter().map(|line| format!("  - {line}\n")));
        page.extend(new[start..new.len() - end].iter().map(|line| format!("  + {line}\n")));
    }
    page
}

/// Formats the changed lines after a rename.
fn renamed(files: &[(String, String)], changes: &Value) -> String {
    let mut page = String::new();
    for (uri, edits) in changes.as_object().into_iter().flatten() {
        let path = uri.strip_prefix(ROOT).unwrap_or(uri).trim_start_matches('/');
        let text = files.iter().find(|(known, _)| known == path).map_or("", |(_, text)| text.as_str());
        let mut lines: BTreeMap<u64, String> = BTreeMap::new();
        let mut edits: Vec<&Value> = edits.as_array().into_iter().flatten().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse(place(&edit["range"]["start"])));
        for edit in edits {
            let ((line, from), (_, to)) = (place(&edit["range"]["start"]), place(&edit["range"]["end"]));
            let now = lines
                .entry(line)
                .or_insert_with(|| text.lines().nth(line as usize).unwrap_or_default().to_owned());
            let units: Vec<u16> = now.encode_utf16().collect();
            let part = |range: std::ops::Range<usize>| String::from_utf16_lossy(&units[range]);
            *now = part(0..from as usize)
                + edit["newText"].as_str().unwrap_or_default()
                + &part(to as usize..units.len());
        }
        lines.iter().for_each(|(line, text)| page += &format!("{path}:{}: {}\n", line + 1, text.trim()));
    }
    page
}

/// Formats a line with its marked range.
fn under(files: &[(String, String)], uri: &Value, range: &Value) -> String {
    let path = name(uri);
    let text = files.iter().find(|(known, _)| *known == path).map_or("", |(_, text)| text.as_str());
    let ((line, from), (end, to)) = (place(&range["start"]), place(&range["end"]));
    let text = text.lines().nth(line as usize).unwrap_or_default();
    let units = text.encode_utf16().count() as u64;
    let to = if end == line { to } else { units };
    format!("{text}\n{}{}", " ".repeat(from as usize), "^".repeat((to.max(from + 1) - from) as usize))
}

fn place(position: &Value) -> (u64, u64) {
    (position["line"].as_u64().unwrap_or_default(), position["character"].as_u64().unwrap_or_default())
}

fn name(uri: &Value) -> String {
    uri.as_str().and_then(|uri| uri.strip_prefix(ROOT)).unwrap_or_default().trim_start_matches('/').to_owned()
}

fn shown(location: &Value) -> String {
    let (line, column) = place(&location["range"]["start"]);
    format!("{}:{}:{}", name(&location["uri"]), line + 1, column + 1)
}
