//! `cases/diagnostics`: every message with its source text and location.
//!
//! Marks in a case list the locations of its problems: `# ^ E0301` marks a column of the line above; `# ^word
//! E0301` at the end of a line marks the first occurrence of the text in that line (`_` stands for a space),
//! `# ^@3 E0301` a column. The marks are removed before the text is read.

use ludex::Compile;
use std::fmt::Write;

use ludex::Compiled;
use ludex::scenarios::check_all;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::{Case, snapshot};

/// File, line, column and code of a problem.
type Place = (String, u32, u32, String);

/// Checks that a run with jobs in reverse order finds the same problems as a sequential run.
fn in_any_order(files: &[(String, String)], rules: Option<&str>) {
    let backwards = |count: usize, job: &(dyn Fn(usize) + Sync)| (0..count).rev().for_each(job);
    let drawn = |one: &Compiled| render(&one.sources, &one.problems, Style::default());
    let together: Vec<_> =
        Compile::new(files).rules(rules).workers(&backwards).compile_and_check().iter().map(drawn).collect();
    let alone = Compile::new(files).compile_all();
    let scenarios = alone[0].ruleset.as_ref().map(|ruleset| check_all(ruleset, files, rules, ""));
    let scenarios = scenarios.map(|(sources, problems)| render(&sources, &problems, Style::default()));
    let one_by_one: Vec<_> = alone.iter().map(drawn).chain(scenarios).collect();
    assert_eq!(together, one_by_one);
}

/// Checks that every problem is at its mark, and prints the messages.
pub fn messages(case: &Case) {
    let (files, mut expected) = unmarked(&case.files());
    let (overlays, on_overlays) = unmarked(&case.overlays());
    expected.extend(on_overlays);
    expected.sort();
    let mut compiled = Compile::new(&files).overlays(&overlays).compile();
    let rules = files.iter().find(|(path, _)| path == "RULES.md").map(|(_, text)| text.as_str());
    if overlays.is_empty() {
        in_any_order(&files, rules);
    }
    if let Some(ruleset) = &compiled.ruleset {
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
}

/// Formats the source with the messages.
fn page(files: &[(String, String)], drawn: &str) -> String {
    let mut page = String::new();
    for (path, text) in files {
        let _ = writeln!(page, "--- {path}\n{}", text.trim_end());
    }
    let _ = write!(page, "\n--- messages\n{drawn}");
    page
}

/// Returns the files of a case without its marks, and the marked locations.
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

/// Returns the column of a mark in its line: `@3`, or the first occurrence of a text.
fn column(line: &str, mark: &str) -> Option<u32> {
    let mark = mark.trim_start_matches('^');
    if let Some(column) = mark.strip_prefix('@') {
        return column.parse().ok();
    }
    let spaced = mark.replace('_', " ");
    let at = line.find(&spaced).or_else(|| line.find(mark))?;
    Some(line[..at].chars().count() as u32 + 1)
}
