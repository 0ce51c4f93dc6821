//! Every message, beside the text that causes it, and its place.
//!
//! A case says where each of its problems is: `# ^ E0301` under a line points at a column of the line above;
//! `# ^word E0301` at the end of a line points at the first such text of the line itself (`_` may stand
//! for a space), `# ^@3 E0301` at a column. The marks are taken out before the text is read.

use std::fmt::Write;

use ludex::compile;
use ludex::game::compile_with;
use ludex::scenario::check_all;
use ludex_grammar::codes::Code;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::{each_case, snapshot};

/// A problem's file, line, column and code.
type Place = (String, u32, u32, String);

#[test]
fn every_problem_is_found_where_the_case_says_and_reads_well() {
    each_case("diagnostics", |case| {
        let (files, mut expected) = unmarked(&case.files());
        let (overlays, on_overlays) = unmarked(&case.overlays());
        expected.extend(on_overlays);
        expected.sort();
        let mut compiled = compile_with(&files, &overlays, "");
        if let Some(ruleset) = &compiled.ruleset {
            let rules = files.iter().find(|(path, _)| path == "RULES.md").map(|(_, text)| text.as_str());
            let (sources, problems) = check_all(ruleset, &files, rules, "");
            compiled.sources = sources;
            compiled.problems.extend(problems);
        }
        let drawn = render(&compiled.sources, &compiled.problems, Style::default());
        let found = compiled.problems.iter().map(|problem| {
            let span = problem.primary.span;
            let (line, column) = compiled.sources.line_col(span);
            (compiled.sources.get(span.file).name.clone(), line, column, problem.code.to_string())
        });
        let mut found: Vec<Place> = found.collect();
        found.sort();
        snapshot("diagnostics", case.stem(), &page(&[files, overlays].concat(), &drawn));
        let lacking: Vec<_> = expected.iter().filter(|place| !found.contains(place)).collect();
        let surplus: Vec<_> = found.iter().filter(|place| !expected.contains(place)).collect();
        assert!(
            expected == found,
            "{}: expected but not found: {lacking:?}; found but not expected: {surplus:?}",
            case.name
        );
        let first = compiled.problems.first().map(|problem| problem.code.as_str());
        assert_eq!(first, case.name.split('-').next(), "{}: the first problem", case.name);
    });
}

/// Source and message together.
fn page(files: &[(String, String)], drawn: &str) -> String {
    let mut page = String::new();
    for (path, text) in files {
        let _ = writeln!(page, "--- {path}\n{}", text.trim_end());
    }
    let _ = write!(page, "\n--- messages\n{drawn}");
    page
}

/// The files of a case without its marks, and the places that the marks name.
fn unmarked(files: &[(String, String)]) -> (Vec<(String, String)>, Vec<Place>) {
    let mut places = Vec::new();
    let mut clean = Vec::new();
    for (path, text) in files {
        let mut lines: Vec<&str> = Vec::new();
        for line in text.lines() {
            let Some((before, mark)) = line.split_once("# ^") else {
                lines.push(line);
                continue;
            };
            if let Some(codes) = mark.strip_prefix(' ') {
                let column = before.chars().count() + "# ^".len();
                places.extend(
                    codes
                        .split_whitespace()
                        .map(|code| (path.clone(), lines.len() as u32, column as u32, code.to_owned())),
                );
                continue;
            }
            lines.push(before.trim_end());
            let words: Vec<&str> = mark.split_whitespace().collect();
            for pair in words.chunks(2) {
                let column =
                    column(before, pair[0]).unwrap_or_else(|| panic!("{path}: no {} in {line}", pair[0]));
                places.push((path.clone(), lines.len() as u32, column, pair[1].to_owned()));
            }
        }
        clean.push((path.clone(), lines.join("\n") + "\n"));
    }
    places.sort();
    (clean, places)
}

/// The column of a mark in its line: `@3`, or where a text stands first.
fn column(line: &str, mark: &str) -> Option<u32> {
    let mark = mark.trim_start_matches('^');
    if let Some(column) = mark.strip_prefix('@') {
        return column.parse().ok();
    }
    let spaced = mark.replace('_', " ");
    let at = line.find(&spaced).or_else(|| line.find(mark))?;
    Some(line[..at].chars().count() as u32 + 1)
}

/// Codes that no ruleset can cause by its text alone; the tests beside each cause them.
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
        for part in ["## What", "## Why", "## Example", "## Mend", "```"] {
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
        let compiled = compile(&[("ruleset.yaml".to_owned(), text)], "");
        let took = begun.elapsed();
        assert!(took.as_secs_f64() < 1.0, "{filler:?} took {took:?}");
        assert_eq!(compiled.problems.first().map(|p| p.code), Some(Code::FileTooLarge), "{filler:?}");
    }
}

/// Messages about texts too long to stand in a file.
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
        let compiled = compile(&[("ruleset.yaml".to_owned(), text)], "");
        assert!(begun.elapsed().as_secs() < 2, "{name} took {:?}", begun.elapsed());
        assert!(compiled.ruleset.is_none(), "{name} is refused");
        snapshot("limits_made", name, &render(&compiled.sources, &compiled.problems, Style::default()));
    }
}
