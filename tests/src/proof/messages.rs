//! Prints the answers of the language server, for comparison with another build: `just wasm` sends the same
//! requests to the one that runs in a page, and `just site-test` those of games in Chromium.
//!
//! `proof messages` prints a line of JSON for each message: its case, the message as text, and the answers as
//! texts. After each notification come the diagnostics, with `null` as the message. The cases are those of
//! `cases/lsp`, with all requests at each cursor, recorded editor sessions, and games that are played to their
//! end (`play GAME`).

use std::process::ExitCode;

use ludex_tests::cases::{cases, files_below, here, read};
use ludex_tests::cuts::{AT, IN};
use ludex_tests::editor::{ROOT, marked};
use ludex_tests::rulesets::files;
use ludex_web::Door;
use serde_json::{Value, json};

pub fn run() -> ExitCode {
    for case in cases("lsp") {
        let (files, cursors) = marked(&case.files());
        let mut told = Told::new(case.stem(), &files);
        for (path, text) in &files {
            let opened = json!({ "textDocument": { "uri": format!("{ROOT}/{path}"), "text": text } });
            told.message(&json!({ "method": "textDocument/didOpen", "params": opened }));
        }
        for (path, _) in &files {
            let asked = json!({ "textDocument": { "uri": format!("{ROOT}/{path}") } });
            IN.iter().for_each(|method| told.asked(method, &asked));
        }
        for (path, position) in &cursors {
            let document = json!({ "uri": format!("{ROOT}/{path}") });
            let asked = json!({ "textDocument": document, "position": position, "newName": "another_name" });
            AT.iter().for_each(|method| told.asked(method, &asked));
        }
    }
    for path in files_below(&here().join("sessions")) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut told = Told::new(&name, &files("kabale"));
        let text = read(&path).replace("file:///game\"", &format!("{ROOT}\""));
        for line in text.replace("file:///game/", &format!("{ROOT}/")).lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            told.message(&line["message"]);
        }
    }
    PLAYED.into_iter().for_each(played);
    ExitCode::SUCCESS
}

/// Games that are played to their end: with a deck, simultaneously, with texts and pictures.
const PLAYED: [&str; 3] = ["kuhn", "goofspiel", "king_commands"];

/// Plays a game against bots, and asks everything about it that a page asks. Reports of simulations are left
/// out: the last digit of their intervals depends on the machine.
fn played(game: &str) {
    let mut told = Told::new(&format!("play {game}"), &files(game));
    let seats = json!({ "root": ROOT, "seed": 7, "seats": ["human", "easy", "random"] });
    let mut view = told.result("ludex/begin", &seats);
    let mut draw = 0;
    while view["over"] == false {
        let observed = told.result("ludex/observe", &json!({ "seat": 0 }));
        let options = observed["decision"]["options"].as_array().map_or(0, Vec::len);
        view = if view["bot"] == true {
            told.result("ludex/wake", &json!({}))
        } else {
            draw += 1;
            let fields = json!({ "version": view["version"].to_string(), "option": (draw * 7 % options.max(1)).to_string() });
            told.result("ludex/table", &json!({ "address": "seat/1/choose", "fields": fields }))
        };
    }
    for seat in 0..2 {
        told.result("ludex/observe", &json!({ "seat": seat }));
    }
    told.result("ludex/record", &json!({}));
    told.result("ludex/scenarios", &json!({ "root": ROOT }));
}

/// A server with the number of its last request.
struct Told {
    case: String,
    door: Door,
    number: u64,
}

impl Told {
    fn new(case: &str, files: &[(String, String)]) -> Told {
        let mut told = Told { case: case.to_owned(), door: Door::new(), number: 0 };
        let files: serde_json::Map<String, Value> =
            files.iter().map(|(path, text)| (path.clone(), json!(text))).collect();
        told.message(&json!({ "method": "ludex/files", "params": { "root": ROOT, "files": files } }));
        told
    }

    fn asked(&mut self, method: &str, params: &Value) {
        self.number += 1;
        let method = format!("textDocument/{method}");
        self.message(&json!({ "id": self.number, "method": method, "params": params }));
    }

    /// Sends a request and returns its result.
    fn result(&mut self, method: &str, params: &Value) -> Value {
        self.number += 1;
        let says = self.message(&json!({ "id": self.number, "method": method, "params": params }));
        let answer: Value = says.first().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn message(&mut self, message: &Value) -> Vec<String> {
        let text = message.to_string();
        let says = self.door.take(&text);
        println!("{}", json!({ "case": self.case, "take": text, "says": says }));
        while message.get("id").is_none() && self.door.has_news() {
            println!("{}", json!({ "case": self.case, "take": null, "says": self.door.findings() }));
        }
        says
    }
}
