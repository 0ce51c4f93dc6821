//! `parse(print(tree))` is the tree, and printing is canonical.

use crate::common::{Random, Trees, bare};
use ludex_grammar::span::FileId;
use ludex_grammar::yaml::Text;
use ludex_grammar::{parse, print};

fn text(value: &str) -> Text {
    Text::plain(value, FileId(0), 0)
}

fn read<T>(
    source: &str,
    read: impl Fn(&Text, &mut Vec<ludex_grammar::diagnostic::Diagnostic>) -> Option<T>,
) -> T {
    let mut problems = Vec::new();
    read(&text(source), &mut problems).unwrap_or_else(|| panic!("{source}\n{problems:#?}"))
}

#[test]
fn random_expressions_survive() {
    let mut trees = Trees(Random(1));
    for round in 0..30_000 {
        let tree = trees.expr(round % 5);
        let printed = print::expr(&tree);
        assert_eq!(bare(&read(&printed, parse::expr)), bare(&tree), "{printed}");
    }
}

#[test]
fn random_queries_survive() {
    let mut trees = Trees(Random(2));
    for round in 0..10_000 {
        let tree = trees.query(round % 4);
        let printed = print::query(&tree);
        assert_eq!(bare(&read(&printed, parse::query)), bare(&tree), "{printed}");
    }
}

#[test]
fn random_effects_survive() {
    let mut trees = Trees(Random(3));
    for round in 0..6_000 {
        let tree = trees.block(round % 4);
        let printed = print::block(&tree);
        let again = read(&printed, parse::effect);
        assert_eq!(bare(&again), bare(&tree), "{printed}");
        assert_eq!(print::block(&again), printed);
    }
}

#[test]
fn the_corpus_is_printed_canonically() {
    let source = include_str!("corpus.effect");
    let tree = read(source, parse::effect);
    let printed = print::block(&tree);
    let again = read(&printed, parse::effect);
    assert_eq!(bare(&again), bare(&tree));
    assert_eq!(print::block(&again), printed);
}

#[test]
fn parentheses_stand_only_where_needed() {
    let cases = [
        ("((a + b)) * c", "(a + b) * c"),
        ("a + (b * c)", "a + b * c"),
        ("a - (b - c)", "a - (b - c)"),
        ("not (a and b)", "not (a and b)"),
        ("(not a) and b", "not a and b"),
        ("(a.b).c", "a.b.c"),
        ("(x is king) and (y exists)", "x is king and y exists"),
        ("count((card in hand))", "count(card in hand)"),
        ("(a default b) == c", "a default b == c"),
        ("-(a)", "-a"),
        ("a == (b == c)", "a == (b == c)"),
        ("x is in (a + b)", "x is in a + b"),
        ("number in (1..n + 1)", "number in 1..n + 1"),
        ("if (a) then (b) else (c)", "if a then b else c"),
        ("card in (hand) where (it.late)", "card in hand where it.late"),
    ];
    for (source, expected) in cases {
        assert_eq!(print::expr(&read(source, parse::expr)), expected);
    }
}

#[test]
fn declarations_survive() {
    for source in [
        "int = 0 for game",
        "influence? for round",
        "list of card for turn",
        "bool = a and b for phase",
        "influence? by name for round",
        "card by name = c for game",
    ] {
        assert_eq!(print::var_decl(&read(source, parse::var_decl)), source);
    }
    for source in ["int", "list of card", "player?", "list of card?", "card? by name", "set of keyword"] {
        assert_eq!(print::type_expr(&read(source, parse::type_expr)), source);
    }
}
