//! The index of names: every place that names something, and where that is defined.

use std::fmt::Write;
use std::sync::Arc;

use ludex::resolve::{Definition, Index, Target, Use};
use ludex::{Ruleset, compile};
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;
use ludex_tests::cases::{each_case, snapshot};
use ludex_tests::rulesets::{files, ruleset, shipped};

/// What stands at a place.
fn said(sources: &Sources, place: Span) -> &str {
    &sources.get(place.file).text[place.start as usize..place.end as usize]
}

/// Where a place is, as an editor says it.
fn shown(sources: &Sources, place: Span) -> String {
    let (line, column) = sources.line_col(place);
    format!("{}:{line}:{column}", sources.get(place.file).name)
}

fn way(how: Use) -> &'static str {
    match how {
        Use::Reads => "reads",
        Use::Writes => "writes",
        Use::Names => "names",
        Use::Tells => "tells",
    }
}

fn listed(sources: &Sources, index: &Index, definition: &Definition) -> String {
    let place = shown(sources, definition.place);
    let mut lines = format!("{} {} {place}\n", definition.target.what(), definition.name);
    for one in index.references_of(definition.target) {
        let _ = writeln!(lines, "    {} {}", way(one.how), shown(sources, one.place));
    }
    lines
}

#[test]
fn every_name_leads_to_its_definition() {
    each_case("references", |case| {
        let compiled = compile(&case.files(), "");
        let drawn = render(&compiled.sources, &compiled.problems, Style::default());
        let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
        let (sources, index) = (&ruleset.sources, &ruleset.checked.index);
        let mut page = String::new();
        for (path, text) in case.files() {
            let _ = writeln!(page, "--- {path}\n{}\n", text.trim_end());
        }
        page.push_str("--- definitions and the places that use them\n");
        page.extend(index.definitions().iter().map(|definition| listed(sources, index, definition)));
        snapshot("references", case.stem(), &page);
    });
}

fn games() -> Vec<(String, Arc<Ruleset>)> {
    shipped().into_iter().map(|name| (name.clone(), ruleset(&name))).collect()
}

#[test]
fn what_stands_at_a_reference_is_the_name_of_its_definition() {
    for (game, ruleset) in games() {
        let (sources, index) = (&ruleset.sources, &ruleset.checked.index);
        for definition in index.definitions() {
            let found = index.definition_at(definition.place).expect("a definition");
            assert_eq!(
                (found.place, said(sources, found.place)),
                (definition.place, &*definition.name),
                "{game}"
            );
            assert_eq!(index.target_at(found.place.file, found.place.start), Some(found.target), "{game}");
        }
        for reference in index.references() {
            let definition = index.definition(reference.target).expect("a definition");
            let at = shown(sources, reference.place);
            assert_eq!(
                said(sources, reference.place),
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

/// What may have no reference: a card is in the game, an action is offered, a phase happens, texts may leave all of them out.
fn may_be_alone(target: Target) -> bool {
    match target {
        Target::EnumWord(..)
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

/// No game has a warning, so everything that wants to be used is: an enum perhaps by its words alone.
#[test]
fn what_is_not_told_as_unused_has_a_reference() {
    for (game, ruleset) in games() {
        let index = &ruleset.checked.index;
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

/// What a rename is not told of: seats and numbered spots have no definition of their own, and the sections `rules` and `terms`
/// of texts are named in prose. All else has every place in the index.
#[test]
fn a_game_in_which_every_name_is_another_is_the_same_game() {
    for (game, ruleset) in games() {
        let index = &ruleset.checked.index;
        let definitions = index.definitions().iter().map(|one| (one.place, one.target));
        let references = index.references().iter().map(|one| (one.place, one.target));
        let mut places: Vec<Span> = definitions.chain(references).map(|(place, _)| place).collect();
        places.sort();
        places.dedup();
        let renamed = |(path, text): (String, String)| {
            let shown = format!("rulesets/{game}/{path}");
            let inside = places.iter().filter(|place| ruleset.sources.get(place.file).name == shown);
            let text = inside.rev().fold(text, |mut text, place| {
                text.insert_str(place.end as usize, "_x");
                text
            });
            (path, text)
        };
        let files: Vec<_> = files(&game).into_iter().map(renamed).collect();
        let compiled = compile(&files, "");
        let drawn = render(&compiled.sources, &compiled.problems, Style::default());
        assert!(compiled.problems.is_empty(), "{game}: {drawn}");
        let again = compiled.ruleset.expect("no problems");
        assert_eq!(again.checked.index.references().len(), index.references().len(), "{game}");
    }
}
