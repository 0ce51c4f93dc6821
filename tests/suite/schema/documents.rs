//! Printed JSON documents conform to their published schemas.

use ludex_tests::cases::{project, read};
use ludex_tests::session::{Folder, run};
use serde_json::Value;

use super::Validator;

/// Schemas, and commands that print such a document.
const PRINTED: &[(&str, &str)] = &[
    ("check", "check kabale --json"),
    ("compare", "compare kuhn kuhn --bots random --games 64 --detail --json"),
    ("diff", "diff kabale --variant neutral_names --json"),
    ("give", "impact kabale --overlay mod.yaml --give seat=1 --bots random --games 40 --json"),
    ("impact", "impact kuhn --bots random --games 40 --json"),
    ("ladder", "ladder kuhn --bots greedy:1 --games 8 --json"),
    ("list", "list --json"),
    ("profile", "profile kuhn --games 5 --json"),
    ("simulate", "simulate kuhn --games 40 --detail --json"),
    ("simulate", "simulate euchre --games 8 --bots greedy:1,random --rotate --json"),
    ("solve", "solve kuhn --json"),
    ("sweep", "sweep kabale --vary options.rounds=1..2 --bots random --games 20 --json"),
    ("test", "test kuhn --coverage --json"),
    ("trace", "trace kabale --scenario KX-01 --json"),
];

const MOD: &str =
    "variant: { id: strong, of: kabale, title: { en: Strong } }\ncards: { king: { value: 21 } }\n";

fn validator(name: &str) -> Validator {
    let text = read(&project().join(format!("editors/schema/json/{name}.json")));
    Validator::new(serde_json::from_str(&text).expect("JSON"))
}

#[test]
fn what_commands_print_is_as_its_schema_says() {
    let folder = Folder::new("documents");
    folder.write("mod.yaml", MOD.as_bytes());
    for (name, command) in PRINTED {
        let ran = run(&folder, &command.split(' ').collect::<Vec<_>>(), "");
        let document: Value = serde_json::from_str(&ran.out)
            .unwrap_or_else(|error| panic!("{command}: {error}\n{}{}", ran.out, ran.err));
        let validator = validator(name);
        assert!(validator.accepts(&document), "{command}: {}", ran.out);
        for key in document.as_object().expect("a map").keys() {
            let mut without = document.clone();
            without.as_object_mut().expect("a map").remove(key);
            let mut other = document.clone();
            other[key] = Value::from(vec![Value::from(vec![true])]);
            assert!(!validator.accepts(&other), "{command}: `{key}` may be anything");
            // keys that depend on an option are not required
            let may_lack = ["jobs", "elapsed_s", "decisions_per_s", "games_per_s", "fingerprint"];
            assert!(
                may_lack.contains(&key.as_str()) || !validator.accepts(&without),
                "{command}: without `{key}`"
            );
        }
    }
}
