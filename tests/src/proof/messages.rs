//! Prints the answers of the language server, for comparison with another build: `just wasm` sends the same
//! requests to the one that runs in a page.
//!
//! `proof messages` prints a line of JSON for each message: its case, the message as text, and the answers as
//! texts. After each notification come the diagnostics, with `null` as the message. The cases are those of
//! `cases/lsp`, with all requests at each cursor, and recorded editor sessions.

use std::process::ExitCode;

use ludex_lsp_web::Door;
use ludex_tests::cases::{cases, files_below, here, read};
use ludex_tests::cuts::{AT, IN};
use ludex_tests::editor::{ROOT, marked};
use ludex_tests::rulesets::files;
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
    ExitCode::SUCCESS
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

    fn message(&mut self, message: &Value) {
        let text = message.to_string();
        let says = self.door.take(&text);
        println!("{}", json!({ "case": self.case, "take": text, "says": says }));
        while message.get("id").is_none() && self.door.has_news() {
            println!("{}", json!({ "case": self.case, "take": null, "says": self.door.findings() }));
        }
    }
}
