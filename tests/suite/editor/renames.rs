//! Renames: each is refused, or leaves a ruleset without a problem whose scenarios pass.

use ludex::Compile;
use ludex::analysis::{Analysis, Definition, NameKind};
use ludex::scenarios::run_all;
use ludex_lsp::Server;
use ludex_tests::cuts::position;
use ludex_tests::editor::{Memory, edited};
use ludex_tests::rulesets::{Picks, files, shipped};
use serde_json::json;

use super::uri;

/// Number of renamed items in each shipped game.
const NAMES: usize = 3;

/// The new name.
const NEW: &str = "another_name_of_it";

type Files = Vec<(String, String)>;

/// A game opened in an editor.
struct Edited {
    files: Files,
    analysis: Analysis,
    server: Server<Memory>,
}

impl Edited {
    fn new(files: Files) -> Edited {
        let analysis = Analysis::new(&files, "");
        assert!(analysis.problems().is_empty());
        let server = Server::new(Memory(files.clone()));
        Edited { files, analysis, server }
    }

    /// Returns every definition except locals.
    fn names(&self) -> Vec<Definition> {
        self.analysis.definitions().filter(|found| found.kind != NameKind::Local).collect()
    }

    fn name(&self, what: &str, name: &str) -> Definition {
        let found = self.names().into_iter().find(|found| found.kind.name() == what && found.name == name);
        found.unwrap_or_else(|| panic!("no {what} `{name}`"))
    }

    /// Returns the files after a rename, or the reason for its refusal.
    fn renamed(&mut self, found: &Definition) -> Result<Files, String> {
        let path = self.analysis.sources().get(found.place.file).name.clone();
        let Some((_, text)) = self.files.iter().find(|(known, _)| *known == path) else {
            return Err("in a library".to_owned());
        };
        let place = position(text, found.place.start as usize);
        let opened = json!({ "textDocument": { "uri": uri(&path), "text": text } });
        self.server.notify("textDocument/didOpen", opened).expect("it is open");
        let asked = json!({ "textDocument": { "uri": uri(&path) }, "position": place, "newName": NEW });
        let edit = self.server.request("textDocument/rename", asked).map_err(|refused| refused.message)?;
        let now = edited(&self.files, &edit);
        let what = format!("{} {}", found.kind, found.name);
        let problems = Analysis::new(&now, "").problems();
        assert!(problems.is_empty(), "{what}: {problems:#?}");
        let ruleset = Compile::new(&now).compile().ruleset.expect("no problems");
        let report = run_all(&ruleset, &now, "");
        assert!(report.is_good(), "{what}: {} scenarios fail", report.failed());
        Ok(now)
    }
}

/// Renames some items of each game, or as many as `LUDEX_RENAMES`: `just renames` tries all.
#[test]
fn a_rename_is_refused_or_right() {
    let most = std::env::var("LUDEX_RENAMES").ok().and_then(|most| most.parse().ok()).unwrap_or(NAMES);
    let (mut picks, mut changed) = (Picks(7), 0);
    for id in shipped() {
        let mut game = Edited::new(files(&id));
        let names = game.names();
        for number in 0..most.min(names.len()) {
            let at = if most < names.len() { picks.below(names.len()) } else { number };
            changed += usize::from(game.renamed(&names[at]).is_ok());
        }
    }
    assert!(changed > shipped().len(), "{changed} names could be changed");
}

/// Cases that once left a ruleset with problems or failing scenarios.
#[test]
fn names_that_stand_where_no_index_knows_them() {
    let once = [
        ("fireworks", "field", "colour"),
        ("fireworks", "field", "rank"),
        ("fireworks", "enum", "colour"),
        ("fireworks", "card", "blue_1"),
        ("citadels", "action", "murder"),
        ("kabale", "spot", "column"),
        ("scopa", "function", "sweep"),
    ];
    for (id, what, name) in once {
        let mut game = Edited::new(files(id));
        let found = game.name(what, name);
        if let Err(why) = game.renamed(&found) {
            assert!(!why.contains("``"), "{why}");
        }
    }
}

#[test]
fn a_variant_that_no_scenario_names_is_renamed_too() {
    let scenarios = |(path, _): &(String, String)| !path.starts_with("scenarios/");
    let mut game = Edited::new(files("rummy").into_iter().filter(scenarios).collect());
    let goal = game.name("option", "goal");
    let now = game.renamed(&goal).expect("it can be renamed");
    let variant = |(path, text): &&(String, String)| path.starts_with("variants/") && text.contains(NEW);
    assert!(now.iter().any(|file| variant(&file)));
}

#[test]
fn a_card_that_a_variant_removes_is_renamed_there() {
    let rules = "format: 1\ngame: { id: pond, players: 1 }\nkinds: { fish: { fields: { weight: int } } }\n\
        zones: { water: { holds: fish, sees: all } }\ncards: { carp: { kind: fish, weight: 4 }, pike: { kind: fish, weight: 7 } }\n\
        setup: move fish to water\nphases: { day: { repeat: 2 } }\nscore: { total: sum(weight of fish in water) }\n";
    let variant = "variant: { id: few, of: pond }\ncards: { pike: remove }\n";
    let given = [("ruleset.yaml", rules), ("variants/few.yaml", variant)];
    let given = given.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec();
    let mut game = Edited::new(given);
    let pike = game.name("card", "pike");
    let now = game.renamed(&pike).expect("it can be renamed");
    assert_eq!(now[1].1, variant.replace("pike", NEW));
}
