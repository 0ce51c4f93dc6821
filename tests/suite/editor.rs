//! The language server: whatever is written half it answers, places are places, and a name can be changed everywhere.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use ludex::analysis::Analysis;
use ludex::diagnostics::Span;
use ludex_lsp::Server;
use ludex_tests::cases::{cases, files_below, here, read};
use ludex_tests::editor::{Memory, ROOT, all_findings, byte, edited};
use ludex_tests::program::ludex;
use ludex_tests::rulesets::{Picks, files, shipped};
use serde_json::{Value, json};

/// Characters that are taken out of each shipped game, and names that are changed in each.
const CUTS: usize = 4;
const NAMES: usize = 4;

fn uri(path: &str) -> String {
    format!("{ROOT}/{path}")
}

/// Where a byte is, in UTF-16, told apart from how the server does it.
fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count();
    let last = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[last..].encode_utf16().count() })
}

/// Every range of an answer lies in its file, on borders of characters.
fn ranges_are_places(answer: &Value, files: &[(String, String)], path: &str) {
    let own = answer["uri"].as_str().and_then(|uri| uri.strip_prefix(&format!("{ROOT}/"))).unwrap_or(path);
    if let Some(range) = answer.get("range") {
        let (_, text) = files.iter().find(|(known, _)| known == own).expect("a file of the game");
        assert!(byte(text, &range["start"]) <= byte(text, &range["end"]), "{range} of {own}");
    }
    let inner: Box<dyn Iterator<Item = &Value>> = match answer {
        Value::Array(all) => Box::new(all.iter()),
        Value::Object(all) => Box::new(all.values()),
        _ => return,
    };
    inner.for_each(|inner| ranges_are_places(inner, files, own));
}

#[test]
fn a_game_that_lacks_any_one_character_can_be_asked_about() {
    let mut picks = Picks(29);
    for id in shipped() {
        let whole = files(&id);
        for _ in 0..CUTS {
            let mut files = whole.clone();
            let at = picks.below(files.len());
            let (path, text) = &mut files[at];
            let cut = text.floor_char_boundary(picks.below(text.len()));
            text.remove(cut);
            let (path, text) = (path.clone(), text.clone());
            let mut server = Server::new(Memory(files.clone()));
            let opened = json!({ "textDocument": { "uri": uri(&path), "text": text } });
            server.notify("textDocument/didOpen", opened).expect("it is open");
            for note in all_findings(&mut server) {
                let told = note.params["uri"].as_str().and_then(|uri| uri.strip_prefix(&format!("{ROOT}/")));
                ranges_are_places(&note.params["diagnostics"], &files, told.expect("a file"));
            }
            let near = [cut, text.floor_char_boundary(cut.saturating_sub(3))];
            for byte in near.map(|byte| text.floor_char_boundary(byte.min(text.len()))) {
                let asked =
                    json!({ "textDocument": { "uri": uri(&path) }, "position": position(&text, byte) });
                for method in ["completion", "hover", "definition", "references", "documentHighlight"] {
                    let answer = server.request(&format!("textDocument/{method}"), asked.clone());
                    ranges_are_places(&answer.expect("an answer"), &files, &path);
                }
                let _ = server.request("textDocument/prepareRename", asked);
            }
        }
    }
}

#[test]
fn a_name_of_a_shipped_game_can_be_changed_everywhere() {
    let mut picks = Picks(7);
    let mut changed = 0;
    for id in shipped() {
        let files = files(&id);
        let analysis = Analysis::new(&files, "");
        let names: Vec<_> = analysis.definitions().filter(|found| found.what != "local").collect();
        let mut server = Server::new(Memory(files.clone()));
        for _ in 0..NAMES {
            let found = &names[picks.below(names.len())];
            let path = &analysis.sources().get(found.place.file).name;
            let (_, text) = files.iter().find(|(known, _)| known == path).expect("a file");
            let place = position(text, found.place.start as usize);
            let asked = json!({ "textDocument": { "uri": uri(path) }, "position": place, "newName": "another_name_of_it" });
            let opened = json!({ "textDocument": { "uri": uri(path), "text": text } });
            server.notify("textDocument/didOpen", opened).expect("it is open");
            let Ok(edit) = server.request("textDocument/rename", asked) else { continue };
            let now = edited(&files, &edit);
            let problems = Analysis::new(&now, "").problems();
            assert!(problems.is_empty(), "{id}: {} {}: {problems:#?}", found.what, found.name);
            changed += 1;
        }
    }
    assert!(changed > 2 * shipped().len(), "{changed} names could be changed");
}

/// What is told of each page's mistake stands under the same bytes as in the terminal.
#[test]
fn findings_of_all_diagnostics_stand_where_they_belong() {
    for case in cases("diagnostics").iter().filter(|case| case.overlays().is_empty()) {
        let files = case.files();
        let analysis = Analysis::new(&files, "");
        let mut server = Server::new(Memory(files.clone()));
        let opened = json!({ "textDocument": { "uri": uri(&files[0].0), "text": files[0].1 } });
        server.notify("textDocument/didOpen", opened).expect("it is open");
        let mut told: Vec<(String, Span)> = Vec::new();
        for note in all_findings(&mut server) {
            let path = note.params["uri"]
                .as_str()
                .and_then(|uri| uri.strip_prefix(&format!("{ROOT}/")))
                .expect("a file");
            let Some((_, text)) = files.iter().find(|(known, _)| known == path) else { continue };
            let Some(file) = analysis.file(path) else { continue };
            for found in note.params["diagnostics"].as_array().expect("findings") {
                let (start, end) = (byte(text, &found["range"]["start"]), byte(text, &found["range"]["end"]));
                told.push((found["code"].as_str().expect("a code").to_owned(), Span::new(file, start, end)));
            }
        }
        let name = |span: Span| analysis.sources().get(span.file).name.clone();
        let place = |span: Span| (name(span), span.start, span.end);
        let own = analysis.diagnostics().iter().filter(|problem| {
            files.iter().any(|(path, text)| {
                analysis
                    .sources()
                    .iter()
                    .any(|(id, source)| id == problem.primary.span.file && source.name == *path)
                    && text
                        .get(problem.primary.span.start as usize..problem.primary.span.end as usize)
                        .is_some()
            })
        });
        let mut wanted: Vec<_> =
            own.map(|problem| (problem.code.as_str().to_owned(), place(problem.primary.span))).collect();
        let mut told: Vec<_> = told.into_iter().map(|(code, span)| (code, place(span))).collect();
        wanted.sort();
        told.sort();
        assert_eq!(told, wanted, "{}", case.name);
    }
}

/// The program itself, as an editor starts it.
#[test]
fn an_editor_talks_to_the_program() {
    let mut child = Command::new(ludex())
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let folder = std::env::temp_dir().join("ludex nowhere – ß");
    let uri = format!("file://{}/a%20game.yaml", folder.display());
    let text = "format: 1\ngame: { id: demo, players: 2 }\nsetup: end gmae\n";
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": { "capabilities": {} } }),
        json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }),
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": { "uri": uri, "languageId": "yaml", "version": 1, "text": text } } }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/nothing", "params": {} }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": 7 }),
    ];
    let mut input = child.stdin.take().expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("it writes"));
    messages.iter().for_each(|message| send(&mut input, message));
    let mut answers = Vec::new();
    while answers.len() < 4 {
        answers.push(receive(&mut output).expect("an answer"));
    }
    let of = |id: u64| answers.iter().find(|answer| answer["id"] == id).expect("an answer to each");
    assert_eq!(of(1)["result"]["serverInfo"]["name"], "ludex");
    assert_eq!((&of(2)["error"]["code"], &of(3)["error"]["code"]), (&json!(-32601), &json!(-32602)));
    let told = answers
        .iter()
        .find(|answer| answer["method"] == "textDocument/publishDiagnostics")
        .expect("findings");
    let codes: Vec<&Value> =
        told["params"]["diagnostics"].as_array().expect("a list").iter().map(|one| &one["code"]).collect();
    assert!(!codes.is_empty() && told["params"]["uri"] == uri, "{told}");
    send(&mut input, &json!({ "jsonrpc": "2.0", "id": 9, "method": "shutdown" }));
    assert_eq!(receive(&mut output).expect("an answer")["id"], 9);
    send(&mut input, &json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert!(child.wait().expect("it ends").success());
}

fn send(input: &mut impl Write, message: &Value) {
    let text = message.to_string();
    write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
    input.flush().expect("it reads");
}

fn receive(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// What VS Code and Neovim really send, in their order: each request has an answer, and the mistake that is typed is told.
#[test]
fn recorded_sessions_of_editors_are_answered() {
    for path in files_below(&here().join("sessions")) {
        let files = files("kabale");
        let mut server = Server::new(Memory(files));
        let (mut answered, mut found) = (0, Vec::new());
        let text = read(&path)
            .replace("file:///game\"", &format!("{ROOT}\""))
            .replace("file:///game/", &format!("{ROOT}/"));
        for line in text.lines() {
            let message: Value = serde_json::from_str(line).expect("JSON");
            let message = &message["message"];
            let (method, params) =
                (message["method"].as_str().unwrap_or_default(), message["params"].clone());
            if message.get("id").is_none() {
                server.notify(method, params).expect("it is understood");
                let told = all_findings(&mut server);
                found.extend(
                    told.iter().filter_map(|note| note.params["diagnostics"].as_array()).map(Vec::len),
                );
            } else {
                match server.request(method, params) {
                    Ok(_) => answered += 1,
                    Err(failed) => assert_eq!(failed.code, -32601, "{method}: {}", failed.message),
                }
            }
        }
        assert!(answered > 3, "{}: {answered} answers", path.display());
        assert!(found.iter().any(|count| *count > 0), "{}: {found:?}", path.display());
    }
}
