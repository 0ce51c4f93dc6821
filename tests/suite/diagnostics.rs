//! The codes and their pages, and texts of extreme length. Each message has cases (`golden/diagnostics.rs`).

use ludex::compile;
use ludex_grammar::codes::Code;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::snapshot;

/// Codes that no text of a ruleset can cause; other tests cause them.
const NOT_BY_TEXT: &[Code] = &[Code::NotUtf8, Code::FileTooLarge];

#[test]
fn every_code_has_a_case() {
    let names: Vec<String> =
        ludex_tests::cases::cases("diagnostics").into_iter().map(|case| case.name).collect();
    let lacking = Code::ALL.iter().filter(|code| !NOT_BY_TEXT.contains(code));
    let lacking: Vec<_> =
        lacking.filter(|code| !names.iter().any(|name| name.starts_with(code.as_str()))).collect();
    assert!(lacking.is_empty(), "no case in cases/diagnostics: {lacking:?}");
}

#[test]
fn every_code_has_a_page_with_an_example() {
    for code in Code::ALL {
        let page = code.page();
        assert!(page.starts_with(&format!("# {code}: ")), "{code}: the title");
        for part in ["## Problem", "## Why", "## Example", "## Fix", "```"] {
            assert!(page.contains(part), "{code}: the page lacks {part}");
        }
    }
}

#[test]
fn a_large_text_is_refused_at_once() {
    let head = "format: 1\ngame: { id: big, players: 1 }\n";
    for filler in ["# a comment\n", "x: y\n", "[", "a"] {
        let text = format!("{head}{}", filler.repeat((100 << 20) / filler.len()));
        let begun = std::time::Instant::now();
        let compiled = compile(&[("ruleset.yaml".to_owned(), text)]);
        let took = begun.elapsed();
        // reading such a text would take much longer
        assert!(took.as_secs_f64() < 5.0, "{filler:?} took {took:?}");
        assert_eq!(compiled.problems.first().map(|p| p.code), Some(Code::FileTooLarge), "{filler:?}");
    }
}

/// Messages about texts that are too long for a case file.
#[test]
fn texts_beyond_all_measure_are_refused_with_a_message() {
    let head = "format: 1\ngame: { id: deep, players: 1 }\n";
    let made = [
        ("yaml_10000_deep", format!("{head}setup: {}", "[".repeat(10_000))),
        ("blocks_6000_deep", format!("{head}setup: |\n  {}", "if true { ".repeat(6_000))),
        ("queries_3000_deep", format!("{head}functions:\n  f: {}\n", "count(card in ".repeat(3_000))),
        (
            "brackets_10000_deep",
            format!("{head}functions:\n  f: {}1{}\n", "(".repeat(10_000), ")".repeat(10_000)),
        ),
        ("not_10000_deep", format!("{head}functions:\n  f: {} true\n", "not ".repeat(10_000))),
        ("sum_of_10000", format!("{head}functions:\n  f: 1{}\n", " + 1".repeat(10_000))),
        ("effect_of_100_kilobytes", format!("{head}setup: |\n{}", "  end game\n".repeat(10_000))),
    ];
    for (name, text) in made {
        let begun = std::time::Instant::now();
        let compiled = compile(&[("ruleset.yaml".to_owned(), text)]);
        assert!(begun.elapsed().as_secs() < 2, "{name} took {:?}", begun.elapsed());
        assert!(compiled.ruleset.is_none(), "{name} is refused");
        snapshot("limits_made", name, &render(&compiled.sources, &compiled.problems, Style::default()));
    }
}
