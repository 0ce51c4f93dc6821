//! Ludex in a web page: the language server, and games at a table.
//!
//! A worker passes each message of the protocol as JSON text, and gets the answers. A page has no disk: the
//! notification `ludex/files`, a message of our own, contains the files of a game. Its parameters are `{
//! "root": ADDRESS, "files": { PATH: TEXT } }`; it replaces the earlier files of the same folder. See
//! `editors/web/worker.js`. Further methods of our own play the games, run their scenarios and simulate them
//! ([`requests`]).

mod files;
mod requests;
mod seated;

use ludex_lsp::{Failed, Server};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use files::Files;
use requests::Requests;

/// Error code of JSON-RPC for invalid JSON.
const NO_JSON: i32 = -32700;

/// A language server that receives messages as texts.
#[wasm_bindgen]
pub struct Door {
    files: Files,
    server: Server<Files>,
    requests: Requests,
}

impl Default for Door {
    fn default() -> Door {
        let files = Files::default();
        Door { server: Server::new(files.clone()), requests: Requests::new(files.clone()), files }
    }
}

#[wasm_bindgen]
impl Door {
    /// Creates a server without open or known files.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Door {
        Door::default()
    }

    /// Processes a message as JSON text. Returns one answer to a request, and none to a notification.
    pub fn take(&mut self, message: &str) -> Vec<String> {
        let read: Result<Value, _> = serde_json::from_str(message);
        let answer = match read {
            Ok(message) => self.answer(message),
            Err(error) => Some(failed(Value::Null, NO_JSON, &error.to_string())),
        };
        answer.map(|answer| answer.to_string()).into_iter().collect()
    }

    /// Returns true if there are findings to send.
    #[wasm_bindgen(js_name = hasNews)]
    pub fn has_news(&self) -> bool {
        self.server.has_news()
    }

    /// Returns the next findings as notifications: first of the rules, in the next call of variants and
    /// scenarios. A worker calls this after 100 ms without a message, while [`has_news`](Self::has_news) is
    /// true.
    pub fn findings(&mut self) -> Vec<String> {
        let notes = self.server.findings().into_iter();
        let message =
            |(method, params): (&str, Value)| json!({ "jsonrpc": "2.0", "method": method, "params": params });
        notes.map(|note| message((note.method, note.params)).to_string()).collect()
    }
}

impl Door {
    fn result(&mut self, method: &str, params: Value) -> Result<Value, Failed> {
        let server = &mut self.server;
        let own = self.requests.answer(method, &params, &mut |root| server.rules(root));
        own.unwrap_or_else(|| self.server.request(method, params))
    }

    fn answer(&mut self, mut message: Value) -> Option<Value> {
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        let method = message["method"].as_str().unwrap_or_default();
        match message.get("id") {
            // an answer without a request
            Some(_) if method.is_empty() => None,
            Some(id) => Some(match self.result(method, params) {
                Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
                Err(refused) => failed(id.clone(), refused.code, &refused.message),
            }),
            None if method == "ludex/files" => {
                self.files.put(&params);
                // read the folder again
                let _ = self.server.notify("workspace/didChangeWatchedFiles", Value::Null);
                None
            }
            None => {
                // ignore invalid notifications
                let _ = self.server.notify(method, params);
                None
            }
        }
    }
}

fn failed(id: Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}
