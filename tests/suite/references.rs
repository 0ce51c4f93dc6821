//! The index of names: every use of a name, and its definition.

use ludex::Compile;
use ludex_tests::inside::*;
use std::collections::BTreeSet;

use ludex::Ruleset;
use ludex::scenarios;
use ludex_check::load::overlay;
use ludex_check::resolve::{Reference, Target};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};
use ludex_tests::rulesets::{files, shipped};

/// Returns the text at a location.
fn text_at(sources: &Sources, place: Span) -> &str {
    &sources.get(place.file).text[place.start as usize..place.end as usize]
}

/// Formats a location as in an editor.
fn shown(sources: &Sources, place: Span) -> String {
    let (line, column) = sources.line_col(place);
    format!("{}:{line}:{column}", sources.get(place.file).name)
}

/// A game, with at most one of its variants: its name, files and overlays.
struct Shipped {
    name: String,
    files: Vec<(String, String)>,
    overlays: Vec<(String, String)>,
}

impl Shipped {
    fn compiled(&self) -> Ruleset {
        let compiled = Compile::new(&self.files).overlays(&self.overlays).compile();
        let drawn = render(&compiled.sources, &compiled.problems, Style::default());
        assert!(compiled.problems.is_empty(), "{}: {drawn}", self.name);
        compiled.ruleset.expect("no problems")
    }
}

/// Returns every shipped game, alone and with each of its variants (including those that the variant
/// extends).
fn games() -> Vec<Shipped> {
    let mut games = Vec::new();
    for id in shipped() {
        let files = files(&id);
        let variants = files.iter().map(|(path, _)| path.clone()).filter(|path| overlay::is_file(path));
        for variant in variants {
            let on = overlay::with_those_before(&files, &variant);
            let overlays = files.iter().filter(|(path, _)| on.contains(path)).cloned().collect();
            games.push(Shipped { name: format!("{id} with {variant}"), files: files.clone(), overlays });
        }
        games.push(Shipped { name: id, files, overlays: Vec::new() });
    }
    games
}

#[test]
fn what_stands_at_a_reference_is_the_name_of_its_definition() {
    for game in games() {
        let (ruleset, game) = (game.compiled(), &game.name);
        let (sources, index) = (ruleset.sources(), &ruleset.checked().index);
        for definition in index.definitions() {
            let found = index.definition_at(definition.place).expect("a definition");
            assert_eq!(
                (found.place, text_at(sources, found.place)),
                (definition.place, &*definition.name),
                "{game}"
            );
            assert_eq!(index.target_at(found.place.file, found.place.start), Some(found.target), "{game}");
        }
        for reference in index.references() {
            let definition = index.definition(reference.target).expect("a definition");
            let at = shown(sources, reference.place);
            assert_eq!(
                text_at(sources, reference.place),
                definition.name,
                "{game}: {at} is {:?}",
                reference.target
            );
            let last = reference.place.end - 1;
            let target = index.target_at(reference.place.file, last).expect("a target");
            assert_eq!(index.definition(target).expect("a definition").name, definition.name, "{game}: {at}");
        }
    }
}

/// Also in scenarios: of every game, with all variants that its scenarios name.
#[test]
fn what_stands_at_a_reference_in_a_scenario_is_the_name_of_its_definition() {
    for id in shipped() {
        let game = Shipped { name: id.clone(), files: files(&id), overlays: Vec::new() };
        let ruleset = game.compiled();
        let (sources, indices) = scenarios::indices(&ruleset, &game.files, "");
        let is_scenario = |place: Span| sources.get(place.file).name.contains("scenarios/");
        let mut seen = BTreeSet::new();
        for index in &indices {
            let own = |one: &&Reference| is_scenario(one.place);
            for one in index.references().iter().filter(own) {
                let definition = index.definition(one.target).expect("a definition");
                let at = shown(&sources, one.place);
                assert_eq!(text_at(&sources, one.place), definition.name, "{id}: {at} is {:?}", one.target);
                seen.insert(one.target.kind().name());
            }
        }
        let every = ["card", "kind", "phase", "seat", "zone", "decision", "variable"];
        let missing: Vec<&&str> = every.iter().filter(|what| !seen.contains(*what)).collect();
        let no_seats = ruleset.checked().index.definition(Target::Seat(0)).is_none();
        assert!(
            missing.iter().all(|what| **what == "seat" && no_seats),
            "{id}: no scenario names a {missing:?}"
        );
    }
}

/// Returns true for targets that need no reference: cards in the game, offered actions, phases, and texts.
fn may_be_alone(target: Target) -> bool {
    match target {
        Target::Seat(_)
        | Target::ScoreLine(_)
        | Target::EnumWord(..)
        | Target::SpotWord(..)
        | Target::Stage(..)
        | Target::Design(_)
        | Target::Action(..)
        | Target::Phase(_)
        | Target::Decision(_)
        | Target::Mode(_)
        | Target::Local(_) => true,
        Target::Option(_)
        | Target::Enum(_)
        | Target::Kind(_)
        | Target::Field(_)
        | Target::Property(_)
        | Target::Spot(_)
        | Target::Zone(_)
        | Target::Var(_)
        | Target::Table(_)
        | Target::Event(_)
        | Target::Message(_)
        | Target::Steps(_)
        | Target::Function(_)
        | Target::Procedure(_)
        | Target::Window(_) => false,
    }
}

/// No shipped game has warnings, so every definition that must be used is used, enums at least by their
/// words.
#[test]
fn what_is_not_told_as_unused_has_a_reference() {
    for game in games() {
        let (ruleset, game) = (game.compiled(), &game.name);
        let index = &ruleset.checked().index;
        let used = |target| index.references_of(target).next().is_some();
        for definition in index.definitions().iter().filter(|one| !may_be_alone(one.target)) {
            let by_words = match definition.target {
                Target::Enum(id) => (0..u16::MAX)
                    .map(|i| Target::EnumWord(id, i))
                    .take_while(|word| index.definition(*word).is_some())
                    .any(used),
                _ => false,
            };
            assert!(used(definition.target) || by_words, "{game}: {definition:?}");
        }
    }
}

/// An editor can rename every use of a name without changing the game. Only the placeholders of texts that an
/// overlay replaces (`rename`) are lost.
#[test]
fn a_game_in_which_every_name_is_another_is_the_same_game() {
    let is_rename = |(_, text): &(String, String)| text.contains("rename:");
    for game in games().into_iter().filter(|game| !game.overlays.iter().any(is_rename)) {
        let ruleset = game.compiled();
        let index = &ruleset.checked().index;
        let definitions = index.definitions().iter().map(|one| one.place);
        let mut places: Vec<Span> =
            definitions.chain(index.references().iter().map(|one| one.place)).collect();
        places.sort();
        places.dedup();
        let renamed = |(path, text): &(String, String), overlay: bool| {
            let is_overlay = |file: FileId| usize::from(file.0) >= game.files.len();
            let here =
                |file: FileId| ruleset.sources().get(file).name == *path && is_overlay(file) == overlay;
            let inside = places.iter().filter(|place| here(place.file));
            let text = inside.rev().fold(text.clone(), |mut text, place| {
                text.insert_str(place.end as usize, "_x");
                text
            });
            (path.clone(), text)
        };
        let files = game.files.iter().map(|file| renamed(file, false)).collect();
        let overlays = game.overlays.iter().map(|file| renamed(file, true)).collect();
        let again = Shipped { name: game.name.clone(), files, overlays }.compiled();
        let (before, after) = (index.references().len(), again.checked().index.references().len());
        assert_eq!(before, after, "{}", game.name);
    }
}
