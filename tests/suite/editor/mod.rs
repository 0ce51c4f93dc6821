//! The language server: it answers requests about incomplete text, ranges are valid, and names can be renamed
//! everywhere.

mod renames;
mod twelve;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use ludex::analysis::Analysis;
use ludex::diagnostics::Span;
use ludex_grammar::words::Keyword;
use ludex_lsp::Server;
use ludex_tests::cases::{cases, files_below, here, read};
use ludex_tests::cuts::Cut;
use ludex_tests::editor::{Memory, ROOT, all_findings, byte, findings_with_games, marked};
use ludex_tests::program::ludex;
use ludex_tests::rulesets::{Picks, files, shipped};
use ludex_tests::session::{Folder, run};
use serde_json::{Value, json};

/// Number of characters that are removed from shipped games: one of each type of file.
const CUTS: usize = 5;

/// One in `SMALL` small rulesets of other tests loses a character.
const SMALL: usize = 4;

fn uri(path: &str) -> String {
    format!("{ROOT}/{path}")
}

#[test]
fn every_word_of_the_grammar_is_explained() {
    let explained: BTreeSet<&str> =
        ludex_lsp::explained().chain(ludex::analysis::language().map(|row| row.word)).collect();
    let all = Keyword::ALL.iter().map(|keyword| keyword.word());
    let lacking: Vec<&str> = all.filter(|word| !explained.contains(word)).collect();
    assert!(lacking.is_empty(), "words without a row: {lacking:?}");
}

/// Each character is from another kind of file than the previous one. `just cuts` removes any number of characters.
#[test]
fn a_game_that_lacks_any_one_character_is_answered_about() {
    let mut picks = Picks(29);
    for (sort, id) in shipped().iter().cycle().take(CUTS).enumerate() {
        let files = files(id);
        let Some(cut) = Cut::any(&files, sort, &mut picks) else { continue };
        cut.holds(&files, &mut picks).unwrap_or_else(|wrong| panic!("{id}: {cut:?}: {wrong}"));
    }
}

#[test]
fn a_small_ruleset_that_lacks_any_one_character_is_answered_about() {
    let mut picks = Picks(12);
    let all = ["analysis", "checked", "diagnostics", "lsp", "references"].into_iter().flat_map(cases);
    for (number, case) in all.enumerate().filter(|(number, _)| number % SMALL == 0) {
        let (files, _) = marked(&case.files());
        let Some(cut) =
            Cut::any(&files, number / SMALL, &mut picks).or_else(|| Cut::any(&files, 4, &mut picks))
        else {
            continue;
        };
        cut.holds(&files, &mut picks).unwrap_or_else(|wrong| panic!("{}: {cut:?}: {wrong}", case.name));
    }
}

/// The diagnostics of each page's mistake have the same byte ranges as in the terminal.
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

/// Runs the program itself, as an editor starts it.
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

/// Malformed, too long or unexpected messages have an answer, and the server continues.
#[test]
fn messages_out_of_order_are_refused() {
    let mut child = Command::new(ludex())
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it reads");
    let mut output = BufReader::new(child.stdout.take().expect("it writes"));
    let mut ask = |text: &str| {
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        input.flush().expect("it reads");
        receive(&mut output).expect("an answer")
    };
    let mut code = |text: &str| ask(text)["error"]["code"].as_i64();
    assert_eq!(code("{ no JSON"), Some(-32700));
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":1,"method":"workspace/symbol","params":{"query":""}}"#),
        Some(-32002)
    );
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#), Some(-32002));
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":3,"method":"initialize","params":{"capabilities":{}}}"#), None);
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"capabilities":{}}}"#),
        Some(-32600)
    );
    assert_eq!(code(r#"[{"jsonrpc":"2.0","id":5,"method":"shutdown"}]"#), Some(-32600));
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":6,"method":"workspace/symbol","params":{"query":""}}"#), None);
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":7,"method":"shutdown"}"#), None);
    assert_eq!(
        code(r#"{"jsonrpc":"2.0","id":8,"method":"workspace/symbol","params":{"query":""}}"#),
        Some(-32600)
    );
    assert_eq!(code(r#"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#), Some(-32600));
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

/// Recorded messages of VS Code and Neovim, in order: each request has an answer, and the typed mistake is
/// reported.
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

/// Creates a server of a game in memory that plays random games, with one open file.
fn playing(files: &[(String, String)], games: u32) -> Server<Memory> {
    let mut server = Server::new(Memory(files.to_vec()));
    let asked = json!({ "initializationOptions": { "randomGames": games } });
    server.request("initialize", asked).expect("a server");
    let opened = json!({ "textDocument": { "uri": uri(&files[0].0), "text": files[0].1 } });
    server.notify("textDocument/didOpen", opened).expect("it is open");
    server
}

/// Random games find the same results in any number of steps; shipped games have no faults.
#[test]
fn random_games_find_the_same_however_they_are_cut() {
    let case = cases("lsp").into_iter().find(|case| case.stem() == "play").expect("a case");
    let found = |choices| findings_with_games(&mut playing(&case.files(), 20), choices);
    let whole = found(1_000_000);
    assert!(whole.iter().any(|note| note.params["diagnostics"].to_string().contains("random-play")));
    assert_eq!((found(1), found(7)), (whole.clone(), whole));
    for id in shipped() {
        let told = findings_with_games(&mut playing(&files(&id), 10), 1000);
        assert!(!format!("{told:?}").contains("a rule failed"), "{id}: {told:?}");
    }
}

/// Typing cancels the games, and a ruleset with errors has none.
#[test]
fn typing_ends_random_games() {
    let files = files("kabale");
    let mut server = playing(&files, 10);
    assert!(!server.has_games(), "nothing was told yet");
    all_findings(&mut server);
    assert!(server.has_games() && server.idle(20).is_empty() && server.has_games());
    for (text, games) in [("mistake: 1\n".to_owned(), false), (files[0].1.clone() + "# x\n", true)] {
        let changed =
            json!({ "textDocument": { "uri": uri(&files[0].0) }, "contentChanges": [{ "text": text }] });
        server.notify("textDocument/didChange", changed).expect("it is changed");
        assert!(!server.has_games() && server.idle(1000).is_empty());
        all_findings(&mut server);
        assert_eq!(server.has_games(), games);
    }
}

/// An editor receives the stored results of the program, marked as stale after a change of the rules; games
/// are played without delaying answers.
#[test]
fn an_editor_is_told_of_results_that_are_kept() {
    let case = cases("cli").into_iter().find(|case| case.stem() == "store").expect("a case");
    let folder = Folder::new("kept – ß");
    let files = case.files();
    files[1..].iter().for_each(|(path, text)| folder.write(path, text.as_bytes()));
    for command in ["test tiles", "simulate tiles", "impact tiles --bots random"] {
        let words: Vec<&str> = command.split(' ').chain(["--store"]).collect();
        let ran = run(&folder, &words, "");
        assert!(ran.err.is_empty(), "{command}: {}", ran.err);
    }
    let mut editor = Editor::start();
    let uri = format!("file://{}/tiles/ruleset.yaml", folder.path().display());
    let document = json!({ "textDocument": { "uri": uri, "text": files[1].1 } });
    editor.ask("initialize", json!({}));
    editor.notify("textDocument/didOpen", document.clone());
    let titles = |editor: &mut Editor| -> Vec<String> {
        let lenses = editor.ask("textDocument/codeLens", document.clone());
        let lenses = lenses.as_array().expect("lenses").clone();
        lenses.iter().map(|lens| lens["command"]["title"].as_str().expect("a title").to_owned()).collect()
    };
    let fresh = titles(&mut editor);
    for part in [
        "scenarios 1 of 1 · left a hand face up in ",
        " % of games · impact +",
        " ± ",
        " · never reached: line 15",
    ] {
        assert!(fresh[0].contains(part) && !fresh[0].contains("stale"), "{fresh:?}");
    }
    let covered = editor.ask("ludex/coverage", document.clone());
    let states: BTreeSet<&str> = covered["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["state"].as_str())
        .collect();
    assert_eq!((&covered["stale"], states.len()), (&json!(false), 3), "{covered}");
    let hint = editor.until(|told| told["params"]["diagnostics"].to_string().contains("random-play"));
    assert_eq!(hint["params"]["uri"], uri);
    let text = files[1].1.replace("value: 9", "value: 8");
    editor.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": uri }, "contentChanges": [{ "text": text }] }),
    );
    assert!(titles(&mut editor)[0].starts_with("stale: scenarios 1 of 1 · left a hand face up in"));
    assert_eq!(editor.ask("ludex/coverage", document.clone())["stale"], true);
    editor.ask("shutdown", Value::Null);
    editor.notify("exit", Value::Null);
    assert!(editor.child.wait().expect("it ends").success());
}

/// A client of the program.
struct Editor {
    child: Child,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Editor {
    fn start() -> Editor {
        let mut command = Command::new(ludex());
        let started = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("it writes"));
        Editor { child, output, asked: 0 }
    }

    fn send(&mut self, message: &Value) {
        send(self.child.stdin.as_mut().expect("it reads"), message);
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Returns the answer to a request, skipping notifications before it.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.until(|message| message["id"] == id)["result"].take()
    }

    /// Returns the first message that passes the test.
    fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = receive(&mut self.output).expect("a message");
            if wanted(&message) {
                return message;
            }
        }
    }
}
