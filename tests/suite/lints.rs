//! Heuristic lints report nothing in correct rulesets that were written earlier or for another purpose.

use ludex::Compile;
use ludex_grammar::codes::Code;
use ludex_grammar::render::{Style, render};
use ludex_tests::cases::{Case, cases, files_below, here, project};
use ludex_tests::rulesets::files_of;

/// Folders of playable rulesets.
const PLAYED: &[&str] = &["rulesets", "cli/templates", "tests/peers/games"];

/// Folders of cases about other subjects.
const CASES: &[&str] = &[
    "words",
    "exec",
    "naive",
    "careful",
    "checked",
    "program",
    "passes",
    "faults",
    "solve",
    "references",
    "mutated",
];

/// Correct findings in cases: zones that are filled only by scenarios, or never.
const TRUE: &[(&str, Code)] = &[
    ("words/product.yaml", Code::NothingArrives),
    ("words/locals.yaml", Code::NothingArrives),
    ("words/marks.yaml", Code::NothingArrives),
    ("words/teams.yaml", Code::NothingArrives),
    ("checked/facts-that-last.yaml", Code::NothingArrives),
    ("program/locals-and-giving.yaml", Code::NothingArrives),
    ("checked/names-and-types.yaml", Code::TestAlwaysKnown),
    ("checked/layout.yaml", Code::NothingArrives),
    ("checked/names-and-types.yaml", Code::NothingArrives),
    ("program/scans.yaml", Code::NothingArrives),
    ("passes/values-without-a-set.yaml", Code::NothingArrives),
    ("faults/exponential-membership.yaml", Code::NothingArrives),
    ("faults/exponential-filters.yaml", Code::TestAlwaysKnown),
    ("faults/too-many-ties.yaml", Code::TestAlwaysKnown),
    ("words/told-with.yaml", Code::TestAlwaysKnown),
    ("exec/filters.yaml", Code::TestAlwaysKnown),
    ("passes/algebra-fails.yaml", Code::TestAlwaysKnown),
];

/// Name and files of a ruleset.
type Named = (String, Vec<(String, String)>);

fn played() -> Vec<Named> {
    let mut found = Vec::new();
    for folder in PLAYED {
        let all = files_below(&project().join(folder));
        for main in all.iter().filter(|path| path.ends_with("ruleset.yaml")) {
            let folder = main.parent().expect("a folder");
            found.push((folder.display().to_string(), files_of(folder)));
        }
    }
    found
}

fn of_cases() -> Vec<Named> {
    let named = |folder: &str, case: Case| (format!("{folder}/{}", case.name), case.files());
    CASES.iter().flat_map(|folder| cases(folder).into_iter().map(move |case| named(folder, case))).collect()
}

#[test]
fn rulesets_that_are_played_have_no_warning_with_any_variant() {
    let all = played();
    assert!(all.len() >= 10, "{} rulesets", all.len());
    for (name, files) in all {
        for one in Compile::new(&files).compile_all() {
            let drawn = render(&one.sources, &one.problems, Style::default());
            assert!(one.problems.is_empty(), "{name}:\n{drawn}");
        }
    }
}

/// Cases are minimal: they lack texts and uses, but a heuristic lint must not report an error in them.
#[test]
fn cases_of_other_things_have_no_warning_that_is_a_guess() {
    let guesses =
        [Code::TestAlwaysKnown, Code::IdleAllow, Code::NothingArrives, Code::NoOrder, Code::NumbersDiffer];
    let all = of_cases();
    assert!(all.len() >= 100 && here().exists(), "{} cases", all.len());
    let mut alarms = String::new();
    for (name, files) in all {
        let compiled = ludex::compile(&files);
        let is_true = |code: Code| TRUE.iter().any(|(case, known)| name.ends_with(case) && *known == code);
        let wrong = |code: Code| guesses.contains(&code) && !is_true(code);
        let wrong: Vec<_> = compiled.problems.iter().filter(|p| wrong(p.code)).cloned().collect();
        if !wrong.is_empty() {
            alarms += &format!("{name}:\n{}\n", render(&compiled.sources, &wrong, Style::default()));
        }
    }
    assert!(alarms.is_empty(), "{alarms}");
}
