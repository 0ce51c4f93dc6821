//! An editor's session with the program through standard input and output, with one request for each of the
//! twelve points of `docs/editors.md`. Requests and answers are in `snapshots/editor/twelve.snap`.

use std::fmt::Write as _;

use ludex_tests::cases::{cases, snapshot};
use ludex_tests::editor::CURSOR;
use ludex_tests::session::{Folder, run};
use serde_json::{Value, json};

use super::Editor;

/// Maximum number of list entries in the record.
const SHOWN: usize = 6;

/// A recorded session.
struct Recorded {
    editor: Editor,
    uri: String,
    /// Current text of the open file.
    text: String,
    page: String,
}

impl Recorded {
    fn title(&mut self, title: &str) {
        let _ = writeln!(self.page, "\n## {title}");
    }

    /// Records a message, with `/game` for the folder, and the beginning of long lists.
    fn note(&mut self, mark: char, what: &str, value: &Value) {
        let mut value = value.clone();
        let left = value.as_array().map_or(0, |all| all.len().saturating_sub(SHOWN));
        if let Some(all) = value.as_array_mut() {
            all.truncate(SHOWN);
        }
        let text = value.to_string().replace(self.uri.trim_end_matches("/ruleset.yaml"), "/game");
        let more = if left > 0 { format!(" and {left} more") } else { String::new() };
        let _ = writeln!(self.page, "{mark} {what} {text}{more}");
    }

    fn document(&self) -> Value {
        json!({ "uri": self.uri })
    }

    /// Returns the position of the cursor in a piece of the text.
    fn place(&self, piece: &str) -> Value {
        let plain = piece.replace(CURSOR, "");
        let at = self.text.find(&plain).unwrap_or_else(|| panic!("{plain} is in the text"));
        let before = &self.text[..at + piece.find(CURSOR).expect("a cursor")];
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
        json!({ "line": line, "character": column })
    }

    /// Sends a request and records both messages.
    fn ask(&mut self, method: &str, more: Value) -> Value {
        let mut params = json!({ "textDocument": self.document() });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.note('>', method, &more);
        self.editor.ask(&format!("textDocument/{method}"), params)
    }

    fn ask_and_note(&mut self, method: &str, more: Value) -> Value {
        let answer = self.ask(method, more);
        self.note('<', method, &answer);
        answer
    }

    /// Replaces a text and returns the diagnostics of the file.
    fn types(&mut self, old: &str, new: &str, is_wrong: bool) -> Value {
        assert_eq!(self.text.matches(old).count(), 1, "{old}");
        self.text = self.text.replacen(old, new, 1);
        self.note('>', "types", &json!(format!("{old} => {new}")));
        let changes = json!([{ "text": self.text }]);
        self.editor.notify(
            "textDocument/didChange",
            json!({ "textDocument": self.document(), "contentChanges": changes }),
        );
        let uri = self.uri.clone();
        let told = self.editor.until(|message| {
            let found = &message["params"]["diagnostics"];
            message["params"]["uri"] == uri.as_str()
                && list(found).any(|one| one["severity"] == 1) == is_wrong
        });
        told["params"]["diagnostics"].clone()
    }

    /// Types a mistake, records the diagnostics and fixes, and reverts it.
    fn slips(&mut self, old: &str, new: &str) {
        let told = self.types(old, new, true);
        self.note('<', "publishDiagnostics", &told);
        let first = list(&told).find(|one| one["severity"] == 1).cloned().unwrap_or_default();
        assert!(first.is_object(), "{new} is told");
        let fixes =
            self.ask("codeAction", json!({ "range": first["range"], "context": { "diagnostics": [first] } }));
        let fixes: Vec<Value> =
            list(&fixes).map(|fix| json!({ "title": fix["title"], "edit": fix["edit"] })).collect();
        assert!(!fixes.is_empty(), "{new} can be mended");
        self.note('<', "codeAction", &json!(fixes));
        self.types(new, old, false);
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

#[test]
fn the_twelve_points_are_shown_by_a_recorded_session() {
    let case = cases("cli").into_iter().find(|case| case.stem() == "store").expect("a case");
    let folder = Folder::new("twelve");
    let files = case.files();
    files[1..].iter().for_each(|(path, text)| folder.write(path, text.as_bytes()));
    assert!(run(&folder, &["test", "tiles", "--store"], "").err.is_empty());
    let mut editor = Editor::start();
    let uri = format!("file://{}/tiles/ruleset.yaml", folder.path().display());
    editor.ask("initialize", json!({ "initializationOptions": { "randomGames": 20 } }));
    editor.notify("textDocument/didOpen", json!({ "textDocument": { "uri": uri, "text": files[1].1 } }));
    let mut session = Recorded { editor, uri, text: files[1].1.clone(), page: String::new() };
    let beside =
        session.editor.until(|told| told["params"]["diagnostics"].to_string().contains("random-play"));

    session.title("1 problems while typing, 5 their fixes");
    session.slips("emit laid(c, me)", "emit liad(c, me)");
    session.title("2 completion in a key");
    let typed = session.types("  fool: { kind: tile, value: 0 }", "  fool: { kind: tile, va }", true);
    assert!(typed[0].is_object());
    let place = session.place("  fool: { kind: tile, va¦ }");
    let items = session.ask("completion", json!({ "position": place }));
    noted(&mut session, &items);
    session.types("  fool: { kind: tile, va }", "  fool: { kind: tile, value: 0 }", false);
    session.title("2 completion in the text of an effect");
    session.types("set me.points = me.points + c.value\n", "set me.points = me.points + c.\n", true);
    let place = session.place("me.points + c.¦");
    let items = session.ask("completion", json!({ "position": place }));
    noted(&mut session, &items);
    session.types("set me.points = me.points + c.\n", "set me.points = me.points + c.value\n", false);
    session.title("3 hover");
    let place = session.place("emit la¦id(c, me)");
    session.ask_and_note("hover", json!({ "position": place }));
    session.title("4 definition, uses, another name in all files");
    session.ask_and_note("definition", json!({ "position": place }));
    session
        .ask_and_note("references", json!({ "position": place, "context": { "includeDeclaration": true } }));
    let card = session.place("  pa¦ge: { kind");
    let renamed = session.ask_and_note("rename", json!({ "position": card, "newName": "squire" }));
    assert_eq!(renamed["changes"].as_object().map(serde_json::Map::len), Some(2), "rules and scenarios");
    session.title("5 a scenario for a card, a function of what is selected");
    let drafts = session.ask(
        "codeAction",
        json!({ "range": { "start": card, "end": card }, "context": { "diagnostics": [] } }),
    );
    let draft = list(&drafts).find(|one| one["title"].to_string().contains("Make a scenario")).cloned();
    session.note('<', "codeAction", &draft.expect("a scenario is offered"));
    let (start, end) =
        (session.place("set me.points = ¦me.points + c.value"), session.place("me.points + c.value¦"));
    let drafts = session.ask(
        "codeAction",
        json!({ "range": { "start": start, "end": end }, "context": { "diagnostics": [] } }),
    );
    let draft = list(&drafts).find(|one| one["kind"] == "refactor.extract").cloned();
    session.note('<', "codeAction", &draft.expect("a function is offered"));
    session.title("6 colours of names in effects");
    let tokens = session.ask("semanticTokens/full", json!({}));
    let data: Vec<Value> =
        tokens["data"].as_array().expect("numbers").chunks(5).map(|token| json!(token)).collect();
    assert!(data.len() > 20);
    session.note('<', "semanticTokens/full", &json!(data));
    session.title("7 formatting");
    session.types("for player p { draw 1 from", "for player p {draw  1 from", false);
    session.ask_and_note("formatting", json!({ "options": { "tabSize": 2, "insertSpaces": true } }));
    session.types("for player p {draw  1 from", "for player p { draw 1 from", false);
    session.title("8 types and values between the lines");
    let all = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 60, "character": 0 } });
    session.ask_and_note("inlayHint", json!({ "range": all }));
    session.title("9 above each card");
    session.ask_and_note("codeLens", json!({}));
    session.title("10 run a scenario, play from here");
    let scenarios = json!({ "uri": session.uri.replace("ruleset.yaml", "scenarios/all.yaml") });
    let lenses = session.editor.ask("textDocument/codeLens", json!({ "textDocument": scenarios }));
    assert!(list(&lenses).any(|lens| lens["command"]["command"] == "ludex.play"));
    session.note('<', "codeLens", &lenses);
    session.title("11 coverage for the margin");
    let asked = json!({ "textDocument": session.document() });
    let covered = session.editor.ask("ludex/coverage", asked);
    assert!(covered["lines"].as_array().is_some_and(|lines| !lines.is_empty()));
    session.note('<', "ludex/coverage", &covered);
    session.title("12 broken YAML in plain words, with a repair");
    session.slips("king:\n    kind: tile\n    value: 9", "king:\n    kind: tile\n    value = 9");
    session.title("beside all that: random games");
    session.note('<', "publishDiagnostics", &beside["params"]["diagnostics"]);

    session.editor.ask("shutdown", Value::Null);
    session.editor.notify("exit", Value::Null);
    assert!(session.editor.child.wait().expect("it ends").success());
    snapshot("editor", "twelve", &session.page);
}

/// Records the first offered items.
fn noted(session: &mut Recorded, items: &Value) {
    let mut items: Vec<&Value> = list(items).collect();
    items.sort_by_key(|item| item["sortText"].as_str());
    assert!(!items.is_empty());
    let items: Vec<Value> = items
        .iter()
        .map(|item| json!({ "label": item["label"], "newText": item["textEdit"]["newText"] }))
        .collect();
    session.note('<', "completion", &json!(items));
}
