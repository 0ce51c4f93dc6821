//! The language server and the table of a web page, message by message.

use ludex_web::Door;
use serde_json::{Value, json};

#[test]
fn a_game_in_memory_is_asked_about() {
    let mut door = Door::new();
    let text = "format: 1\ngame: { id: demo, players: 2 }\nscroe: 1\n";
    let files = json!({ "root": "web:/demo", "files": { "ruleset.yaml": text } });
    assert!(door.take(&json!({ "method": "ludex/files", "params": files }).to_string()).is_empty());
    let asked = json!({ "id": 1, "method": "textDocument/documentSymbol", "params": { "textDocument": { "uri": "web:/demo/ruleset.yaml" } } });
    assert_eq!(door.take(&asked.to_string()), [r#"{"id":1,"jsonrpc":"2.0","result":[]}"#]);
    assert!(door.has_news());
    assert!(door.findings()[0].contains("did you mean `score`?"));
    let elsewhere = json!({ "id": 2, "method": "textDocument/codeLens", "params": { "textDocument": { "uri": "web:/other/a.yaml" } } });
    assert_eq!(door.take(&elsewhere.to_string()), [r#"{"id":2,"jsonrpc":"2.0","result":null}"#]);
}

/// A game with one choice for each player.
const GAME: &str = "format: 1\ngame: { id: demo, players: 2 }\nstate: { player: { n: int for game } }\n\
    phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\\nset me.n = n\" } }\n\
    score: { total: player.n }\n";

fn asked(door: &mut Door, method: &str, params: Value) -> Value {
    let answer = door.take(&json!({ "id": 1, "method": method, "params": params }).to_string());
    serde_json::from_str(&answer[0]).expect("JSON")
}

#[test]
fn a_game_in_memory_is_played_tested_and_simulated() {
    let mut door = Door::new();
    let root = "web:/demo";
    let files = json!({ "root": root, "files": { "ruleset.yaml": GAME } });
    door.take(&json!({ "method": "ludex/files", "params": files }).to_string());
    let rules = asked(&mut door, "ludex/rules", json!({ "root": root }));
    assert_eq!(rules["result"]["players"], json!({ "least": 2, "most": 2, "usual": 2 }));
    let begin = json!({ "root": root, "seats": ["human", "random"], "seed": 3 });
    let view = asked(&mut door, "ludex/begin", begin)["result"].clone();
    assert_eq!((&view["bot"], &view["over"]), (&json!(false), &json!(false)));
    let choice = |version: &Value| json!({ "address": "seat/1/choose", "fields": { "version": version.to_string(), "option": "2" } });
    let chosen = asked(&mut door, "ludex/table", choice(&view["version"]))["result"].clone();
    assert_eq!(chosen["bot"], true);
    // a second click does nothing
    let again = asked(&mut door, "ludex/table", choice(&view["version"]))["result"].clone();
    assert_eq!(again["choices"], chosen["choices"]);
    let undone = asked(&mut door, "ludex/table", json!({ "address": "seat/1/undo" }))["result"].clone();
    assert_eq!(undone["choices"], 0);
    asked(&mut door, "ludex/table", choice(&undone["version"]));
    assert_eq!(asked(&mut door, "ludex/wake", json!({}))["result"]["over"], true);
    let record = asked(&mut door, "ludex/record", json!({}))["result"].clone();
    assert_eq!(record["choices"][0], "3");
    let scenario = "scenarios: [{ name: one, given: {}, expect: seat_1.score == 1 }]\n";
    let report = asked(&mut door, "ludex/scenarios", json!({ "root": root, "text": scenario }));
    assert_eq!(report["result"]["failed"], 1);
    let report = asked(&mut door, "ludex/simulate", json!({ "root": root, "games": 20, "seed": 1 }));
    assert_eq!(report["result"]["finished"], 20);
}

#[test]
fn cards_have_the_frames_of_the_ruleset() {
    let mut door = Door::new();
    let root = "web:/demo";
    let cards = "kinds: { sloop: { fields: { cost: int } } }\nzones: { sea: { holds: sloop, sees: all } }\n\
        setup: move card to sea\ncards: { brig: { kind: sloop, cost: 7 } }\n\
        layout: { faces: { sloop: { frame: frames/own.svg } } }\n";
    let frame = "<svg xmlns='http://www.w3.org/2000/svg' width='63mm' height='88mm' viewBox='0 0 63 88'>\
        <rect id='cost' x='5' y='5' width='9' height='9' fill='#abcdef'/></svg>";
    let files = json!({ "ruleset.yaml": format!("{GAME}{cards}"), "frames/own.svg": frame });
    let files = json!({ "root": root, "files": files });
    door.take(&json!({ "method": "ludex/files", "params": files }).to_string());
    let begun = asked(&mut door, "ludex/begin", json!({ "root": root, "seats": ["human"], "seed": 3 }));
    assert_eq!(begun["error"], Value::Null);
    let card = asked(&mut door, "ludex/card", json!({ "design": "brig" }))["result"].clone();
    assert!(card.as_str().is_some_and(|card| card.contains("fill=\"#abcdef\">7</text>")), "{card}");
}

#[test]
fn rules_with_errors_are_not_played() {
    let mut door = Door::new();
    let files = json!({ "root": "web:/demo", "files": { "ruleset.yaml": "format: 1\n" } });
    door.take(&json!({ "method": "ludex/files", "params": files }).to_string());
    let root = json!({ "root": "web:/demo" });
    let rules = asked(&mut door, "ludex/rules", root.clone())["result"].clone();
    assert_eq!((rules["problems"].as_u64(), &rules["title"]), (Some(1), &Value::Null));
    assert_eq!(asked(&mut door, "ludex/begin", root)["error"]["message"], "the rules have errors");
    assert_eq!(asked(&mut door, "ludex/begin", json!({}))["error"]["code"], -32602);
    assert_eq!(asked(&mut door, "ludex/wake", json!({}))["error"]["message"], "no game has begun");
}

#[test]
fn what_is_no_message_has_an_answer_that_says_so() {
    let mut door = Door::new();
    assert!(door.take("{")[0].contains("-32700"));
    assert!(door.take(r#"{"id":1,"method":"nothing"}"#)[0].contains("-32601"));
    assert!(door.take(r#"{"id":1,"result":null}"#).is_empty());
    assert!(door.take(r#"{"method":"ludex/files","params":7}"#).is_empty());
    assert!(door.take("7").is_empty());
}
