//! Every message, beside the text that causes it, and its place.
//!
//! A case says where each of its problems is: `# ^ E0301` under a line points at a column of the line above;
//! `# ^word E0301` at the end of a line points at the first such text of the line itself (`_` may stand
//! for a space).

use std::fmt::Write;

use ludex::compile;
use ludex_grammar::codes::Code;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::{each_case, snapshot};

/// A problem's file, line, column and code.
type Place = (String, u32, u32, String);

#[test]
fn every_problem_is_found_where_the_case_says_and_reads_well() {
    each_case("diagnostics", |case| {
        let files = case.files();
        let compiled = compile(&files, "");
        let drawn = render(&compiled.sources, &compiled.problems, Style::default());
        let found = compiled.problems.iter().map(|problem| {
            let span = problem.primary.span;
            let (line, column) = compiled.sources.line_col(span);
            (compiled.sources.get(span.file).name.clone(), line, column, problem.code.to_string())
        });
        let mut found: Vec<Place> = found.collect();
        found.sort();
        snapshot("diagnostics", case.stem(), &page(&files, &drawn));
        assert_eq!(expected(&files), found, "{}\n{drawn}", case.name);
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

/// The places that the comments of a case name.
fn expected(files: &[(String, String)]) -> Vec<Place> {
    let mut places = Vec::new();
    for (path, text) in files {
        let mut above = 0;
        for (line, number) in text.lines().zip(1..) {
            let Some((before, mark)) = line.split_once("# ^") else {
                above = number;
                continue;
            };
            let mut add = |line, column: usize, code: &str| {
                places.push((path.clone(), line, column as u32 + 1, code.to_owned()));
            };
            if let Some(codes) = mark.strip_prefix(' ') {
                let column = before.chars().count() + "# ".len();
                codes.split_whitespace().for_each(|code| add(above, column, code));
                continue;
            }
            above = number;
            let mut words = mark.split_whitespace();
            while let (Some(word), Some(code)) = (words.next(), words.next()) {
                let word = word.trim_start_matches('^').replace('_', " ");
                let at = before.find(&word).or_else(|| before.find(&word.replace(' ', "_")));
                let at = at.unwrap_or_else(|| panic!("{path}:{number}: no {word}"));
                add(number, before[..at].chars().count(), code);
            }
        }
    }
    places.sort();
    places
}

/// Codes that no ruleset can cause by its text alone; the tests beside each cause them.
const NOT_BY_TEXT: &[Code] = &[Code::NotUtf8, Code::FileTooLarge];

#[test]
fn every_code_has_a_case() {
    let names: Vec<String> = ludex_tests::cases::cases("diagnostics").into_iter().map(|case| case.name).collect();
    let lacking = Code::ALL.iter().filter(|code| !NOT_BY_TEXT.contains(code));
    let lacking: Vec<_> = lacking.filter(|code| !names.iter().any(|name| name.starts_with(code.as_str()))).collect();
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
        ("blocks_10000_deep", format!("{head}setup: |\n  {}", "if true { ".repeat(10_000))),
        ("brackets_10000_deep", format!("{head}functions:\n  f: {}1{}\n", "(".repeat(10_000), ")".repeat(10_000))),
        ("not_10000_deep", format!("{head}functions:\n  f: {} true\n", "not ".repeat(10_000))),
        ("sum_of_20000", format!("{head}functions:\n  f: 1{}\n", " + 1".repeat(20_000))),
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
