//! The fingerprint of a ruleset depends on every key that affects the course of a game.

use super::{document, each_changed, read};
use ludex_tests::cases::here;
use serde_json::Value;

/// Parts that don't affect the course of a game: for people, for bots, or for the checker; also types that
/// follow from the body, defaults, and an empty list.
const UNPLAYED: [&str; 13] = [
    "/allow",
    "/bot",
    "/format",
    "/game/usual",
    "/layout",
    "/rights",
    "/statistics",
    "/text",
    "/use",
    "/actions/turn/take/shows",
    "/functions/double/gives",
    "/kinds/piece/state/seen/",
    "/procedures/take_some/gives",
];

/// Minimum number of changes that leave a correct ruleset, for the documents together.
const LEAST: usize = 100;

/// Changes that keep the numbers of parts: other links, another order.
const SAME_SIZE: [(&str, &str); 4] = [
    ("rome: [oslo], oslo: [bonn]", "rome: [oslo, bonn]"),
    ("names: [rome, oslo, bonn]", "names: [bonn, oslo, rome]"),
    ("suit: [heart, spade]", "suit: [spade, heart]"),
    ("seats: [blue, white, red]", "seats: [white, blue, red]"),
];

fn fingerprint(rules: &Value) -> Result<u64, String> {
    let text = serde_yaml::to_string(rules).expect("YAML");
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    compiled.ruleset.map(|ruleset| ruleset.fingerprint()).ok_or_else(|| format!("{:?}", compiled.problems))
}

#[test]
fn each_key_of_the_rules_changes_the_fingerprint() {
    let (mut same, mut changed) = (Vec::new(), Vec::new());
    for file in ["ruleset.yaml", "teams.yaml"] {
        let original = document(&read(&here().join("cases/schema").join(file))).expect("YAML");
        let before = fingerprint(&original).unwrap_or_else(|problems| panic!("{file}: {problems}"));
        each_changed(&original, &mut |what, document: &Value| {
            if UNPLAYED.iter().any(|part| what.starts_with(part)) || *document == original {
                return;
            }
            let Ok(after) = fingerprint(document) else { return };
            let list = if after == before { &mut same } else { &mut changed };
            list.push(format!("{file}: {what}"));
        });
    }
    assert!(changed.len() >= LEAST, "{} changes are tested: {changed:#?}", changed.len());
    assert!(same.is_empty(), "{}", same.join("\n"));
}

#[test]
fn changes_of_the_same_size_change_the_fingerprint() {
    let text = read(&here().join("cases/schema/ruleset.yaml"));
    let of = |text: &str| fingerprint(&document(text).expect("YAML")).unwrap_or_else(|told| panic!("{told}"));
    for (old, new) in SAME_SIZE {
        assert!(text.contains(old), "{old}");
        assert_ne!(of(&text.replace(old, new)), of(&text), "{new}");
    }
}
