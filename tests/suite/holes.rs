//! Rulesets with errors: tools can inspect the readable part, but no game can be played.

use ludex_check::check::{Analysis, Partial, analyse};
use ludex_check::load::load;
use ludex_grammar::source::Sources;

const HEAD: &str = "format: 1\ngame: { id: demo, players: 2 }\nkinds: { face: { fields: { value: int } } }\n";

/// Loads the files of a ruleset, given by path and text; the first is the main file.
fn partial(files: &[(&str, &str)]) -> (Sources, Partial) {
    let mut sources = Sources::new();
    let files: Vec<_> =
        files.iter().map(|(path, text)| ((*path).to_owned(), sources.add(*path, *text))).collect();
    let mut problems = Vec::new();
    let raw = load(&sources, &files, &mut problems);
    match analyse(&raw, &mut problems) {
        Analysis::Partial(partial) => (sources, partial),
        Analysis::Whole(_) => panic!("a ruleset with errors is not whole: {problems:?}"),
    }
}

fn holes<'s>(sources: &'s Sources, partial: &Partial) -> Vec<&'s str> {
    partial.holes().iter().map(|hole| sources.slice(hole.span).trim()).collect()
}

#[test]
fn cards_around_one_that_cannot_be_read_are_there() {
    let cards =
        "king: { kind: face, value: 9 }\nqueen: { kind: face value: 8 }\njack: { kind: face, value: 7 }\n";
    let (sources, partial) = partial(&[("ruleset.yaml", HEAD), ("cards.yaml", cards)]);
    let names: Vec<&str> = partial.readable().designs.iter().map(|design| design.name.as_str()).collect();
    assert_eq!(names, ["king", "jack"]);
    assert_eq!(holes(&sources, &partial), ["queen: { kind: face value: 8 }"]);
}

#[test]
fn an_effect_keeps_the_statements_that_can_be_read() {
    let effects = "procedures:\n  p: |\n    let a = 1\n    let b == 2\n    if true {\n      mvoe a b c\n      let c = 3\n    }\n";
    let (sources, partial) = partial(&[("ruleset.yaml", &format!("{HEAD}{effects}"))]);
    assert_eq!(holes(&sources, &partial), ["let b == 2", "mvoe a b c"]);
    assert_eq!(
        partial.readable().procedures[0].body.stmts.len(),
        2,
        "`let a`, and `if` with what can be read of it"
    );
}

#[test]
fn a_whole_ruleset_with_an_error_is_partial_without_holes() {
    let (_, partial) = partial(&[("ruleset.yaml", &format!("{HEAD}setup: do nothing_of_this_name()\n"))]);
    assert_eq!(partial.holes(), []);
    assert_eq!(partial.readable().kinds.len(), 1);
}
