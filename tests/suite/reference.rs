//! The language reference is correct: its examples compile, and its tables equal those of the checker.

use ludex_tests::inside::*;
use std::collections::BTreeSet;

use ludex::compile;
use ludex::scenarios::run_all;
use ludex_check::language::{Fixed, Fold, Function, GAME, ListOf, Member, MemberOwner, Noun, TypeWord, Verb};
use ludex_check::load::scenario;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Severity;
use ludex_grammar::render::{Style, render};
use ludex_grammar::span::FileId;
use ludex_grammar::words::{Keyword, Status, is_reserved, reserved};
use ludex_grammar::{parse, yaml::Text};
use ludex_tests::cases::{project, read};
use ludex_tests::context::in_context;
use ludex_tests::rulesets::ruleset;

fn reference() -> String {
    read(&project().join("grammar/README.md"))
}

/// Returns the fenced examples of a language.
fn examples(language: &str) -> Vec<String> {
    let text = reference();
    let opening = format!("```{language}\n");
    let parts = text.split(opening.as_str()).skip(1);
    parts.map(|rest| rest.split("\n```").next().unwrap_or("").to_owned() + "\n").collect()
}

fn must_compile(text: &str, example: &str) {
    let compiled = compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let errors: Vec<_> =
        compiled.problems.iter().filter(|p| p.severity() == Severity::Error).cloned().collect();
    let drawn = render(&compiled.sources, &errors, Style::default());
    assert!(errors.is_empty(), "this example of the reference is wrong:\n{example}\n{drawn}");
    let ruleset = compiled.ruleset.expect("no errors");
    ruleset.program(2, &[]).unwrap_or_else(|e| panic!("{e}\n{example}"));
}

#[test]
fn every_example_of_a_ruleset_compiles() {
    must_compile(&in_context(""), "the context alone");
    let examples = examples("yaml");
    assert!(examples.len() >= 4, "the reference has examples");
    for example in examples {
        let is_whole = example.starts_with("format: 1");
        let text = if is_whole { example.clone() } else { in_context(&example) };
        must_compile(&text, &example);
    }
}

#[test]
fn every_example_of_an_overlay_applies() {
    let examples = examples("overlay");
    assert!(!examples.is_empty(), "the reference has examples of overlays");
    for example in examples {
        let overlay = [("example.yaml".to_owned(), example.clone())];
        let compiled = ludex::Compile::new(&kabale()).overlays(&overlay).compile();
        let drawn = render(&compiled.sources, &compiled.problems, Style::default());
        assert!(compiled.ruleset.is_some(), "this example of the reference is wrong:\n{example}\n{drawn}");
    }
}

#[test]
fn every_example_of_a_scenario_passes() {
    let files: Vec<_> =
        examples("scenario").into_iter().map(|text| ("scenarios/a.yaml".to_owned(), text)).collect();
    assert!(!files.is_empty(), "the reference has examples of scenarios");
    let report = run_all(&ruleset("kabale"), &files, "");
    assert!(report.is_good(), "{:?} {:#?}", report.problems, report.results);
}

/// The tables contain every key and step of scenarios, and no other.
#[test]
fn the_tables_of_scenarios_are_those_of_the_reader() {
    let named = |head: &str| -> BTreeSet<String> {
        let forms = table(head).into_iter().flat_map(|row| code(&cell(&row, 0)));
        forms.map(|form| form.split(':').next().unwrap_or_default().to_owned()).collect()
    };
    let all = |words: &[&str]| -> BTreeSet<String> { words.iter().map(|word| (*word).to_owned()).collect() };
    assert_eq!(named("key"), all(&scenario::KEYS.names()));
    assert_eq!(named("step"), all(&scenario::STEPS.names()));
}

fn kabale() -> Vec<(String, String)> {
    ludex_tests::rulesets::files("kabale")
}

#[test]
fn every_example_of_an_effect_compiles() {
    let examples = examples("effect");
    assert!(!examples.is_empty(), "the reference has examples of effects");
    for example in examples {
        let body: String = example.lines().map(|line| format!("      {line}\n")).collect();
        let turn =
            format!("phases:\n  round:\n    repeat: rounds\n  turn:\n    active: starter\n    do: |\n{body}");
        must_compile(&in_context(&turn), &example);
    }
}

/// Returns the lines of the table whose head begins with `| word |`.
fn table(word: &str) -> Vec<String> {
    let text = reference();
    let head = format!("| {word} |");
    let lines = text.lines().skip_while(|line| !line.starts_with(&head)).skip(2);
    let rows: Vec<String> = lines.take_while(|line| line.starts_with('|')).map(str::to_owned).collect();
    assert!(!rows.is_empty(), "no table `{word}`");
    rows
}

/// Returns the inline code of a text.
fn code(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn cell(row: &str, column: usize) -> String {
    row.split('|').nth(column + 1).unwrap_or("").to_owned()
}

#[test]
fn every_form_of_the_tables_can_be_read() {
    let placeholders = [
        ("EXPR", "1"),
        ("TARGET", "a.b"),
        ("COND", "x"),
        ("repeat N", "repeat 3"),
        ("where …", "where x"),
        ("{ … }", "{ stop }"),
        ("product(… of …)", "product(a of card in deck)"),
        ("highest(… of …)", "highest(a of card in deck)"),
        ("lowest(… of …)", "lowest(a of card in deck)"),
        ("distinct(… of …)", "distinct(a of card in deck)"),
        ("(Q)", "(card in deck)"),
        ("is not …", "c is not king"),
        ("else if COND { stop }", ""),
    ];
    let filled =
        |text: &str| placeholders.iter().fold(text.to_owned(), |text, (word, by)| text.replace(word, by));
    for row in table("statement") {
        for form in code(&cell(&row, 0)) {
            let text = filled(&form);
            let mut problems = Vec::new();
            let tree = parse::effect(&Text::plain(text.as_str(), FileId(0), 0), &mut problems);
            assert!(tree.is_some(), "`{form}` read as `{text}`: {problems:?}");
        }
    }
    for row in table("expression") {
        for form in code(&cell(&row, 0)) {
            let text = filled(&form);
            let mut problems = Vec::new();
            let tree = parse::expr(&Text::plain(text.as_str(), FileId(0), 0), &mut problems);
            assert!(tree.is_some(), "`{form}` read as `{text}`: {problems:?}");
        }
    }
}

#[test]
fn the_table_of_verbs_is_that_of_the_checker() {
    let named: BTreeSet<String> = table("verb")
        .iter()
        .flat_map(|row| code(&cell(row, 0)))
        .map(|form| form.split(' ').next().unwrap_or("").to_owned())
        .collect();
    let known: BTreeSet<String> = Verb::ALL.iter().map(|verb| verb.name().to_owned()).collect();
    assert_eq!(named, known);
    for verb in Verb::ALL {
        assert!(verb.form().starts_with(verb.name()) && !verb.summary().is_empty());
        assert_eq!(Verb::find(verb.name()), Some(*verb));
    }
}

#[test]
fn the_table_of_functions_is_that_of_the_checker() {
    let mut named = BTreeSet::new();
    for row in table("expression") {
        for form in code(&cell(&row, 0)) {
            if let Some((word, _)) =
                form.split_once('(').filter(|(word, _)| word.bytes().all(|b| b.is_ascii_lowercase()))
            {
                named.insert(word.to_owned());
            }
        }
    }
    assert!(named.remove("column"), "the example of a spot by its number");
    let functions = Function::ALL.iter().map(|f| f.name()).chain(ListOf::ALL.iter().map(|f| f.name()));
    let known: BTreeSet<String> =
        functions.chain(Fold::ALL.iter().map(|f| f.name())).map(str::to_owned).collect();
    assert_eq!(named, known);
}

/// Returns the words in quotes in a grammar, without symbols.
fn quoted_words(grammar: &str) -> BTreeSet<&str> {
    let lines = grammar.lines().map(|line| line.split("//").next().unwrap_or(""));
    let quoted = lines.flat_map(|line| line.split('"').skip(1).step_by(2));
    quoted.filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase())).collect()
}

#[test]
fn the_words_of_the_grammar_are_those_of_the_table() {
    let grammar = read(&project().join("grammar/effect.pest"));
    let keywords = Keyword::ALL.iter().filter(|keyword| keyword.status() != Status::BeforeTypes);
    assert_eq!(quoted_words(&grammar), keywords.map(|keyword| keyword.word()).collect());
}

/// Verbs, functions and nouns are names in the grammar.
#[test]
fn the_words_of_the_table_fit_the_grammar() {
    let names = Verb::ALL.iter().map(|row| row.name()).chain(Function::ALL.iter().map(|row| row.name()));
    let names =
        names.chain(Fold::ALL.iter().map(|row| row.name())).chain(Member::ALL.iter().map(|m| m.name()));
    let fixed = [Fixed::WORDS, Noun::WORDS, TypeWord::WORDS, &[GAME]].into_iter().flatten().copied();
    let taken: Vec<&str> = names.chain(fixed).filter(|word| is_reserved(word)).collect();
    assert!(taken.is_empty(), "{taken:?}");
}

#[test]
fn the_words_that_can_not_be_names_are_listed() {
    let text = reference();
    let (_, rest) = text.split_once("These words can't be names").expect("the list");
    let (table, _) = rest.split_once("\n\nAll other words").expect("the end of the list");
    let listed: BTreeSet<&str> = table.split('`').skip(1).step_by(2).collect();
    let types = TypeWord::WORDS.iter().filter(|word| **word != TypeWord::Zone.name());
    let built_in = types.chain(Fixed::WORDS).chain(Noun::WORDS).copied().chain([GAME]);
    assert_eq!(listed, reserved().chain(built_in).collect());
}

#[test]
fn the_table_of_members_is_that_of_the_checker() {
    let sorts = [
        ("card", MemberOwner::Card),
        ("player", MemberOwner::Player),
        ("spot", MemberOwner::Spot),
        ("direction", MemberOwner::Word),
        ("zone", MemberOwner::Zone),
        ("phase", MemberOwner::Phase),
    ];
    let rows = table("of");
    assert_eq!(rows.len(), sorts.len());
    for (row, (word, sort)) in rows.iter().zip(sorts) {
        assert_eq!(cell(row, 0).trim(), word);
        let outside: String = outside_parentheses(&cell(row, 1));
        let named: BTreeSet<String> =
            code(&outside).into_iter().map(|m| m.trim_end_matches('?').to_owned()).collect();
        let of_sort = Member::ALL.iter().filter(|member| member.on() == sort);
        let known: BTreeSet<String> = of_sort.map(|member| member.name().to_owned()).collect();
        assert_eq!(named, known, "members of a {word}");
    }
}

/// Removes remarks in parentheses, which name other items.
fn outside_parentheses(text: &str) -> String {
    let mut depth = 0;
    let mut out = String::new();
    for c in text.chars() {
        depth += i32::from(c == '(');
        if depth == 0 {
            out.push(c);
        }
        depth -= i32::from(c == ')');
    }
    out
}

/// Codes whose example is not a single file: too large, not a text, or several files.
const OF_FILES: &[Code] = &[
    Code::YamlTooDeep,
    Code::FileTooLarge,
    Code::NotUtf8,
    Code::EffectTooDeep,
    Code::DuplicateSection,
    Code::PatchMatchesNothing,
    Code::PatchConflict,
    Code::WrongGame,
    Code::VariantOrder,
    Code::StaleText,
    Code::RenamedAlike,
    Code::BadScenario,
    Code::EmptyScenario,
    Code::UnknownRule,
    Code::IgnoredFile,
    Code::IdleScenario,
];

/// The example on the page of a code causes that code, and its fix is correct (the game around the examples
/// has unused definitions and lacks texts).
#[test]
fn the_example_of_each_message_is_an_example_of_it_and_its_mend_is_none() {
    let mut failed = Vec::new();
    for code in Code::ALL.iter().filter(|code| !OF_FILES.contains(code)) {
        let page = code.page();
        let (wrong, right) = page.split_once("## Fix").unwrap_or_else(|| panic!("{code}: no fix"));
        for (text, wanted) in [(wrong, true), (right, false)] {
            let block = fenced(text).unwrap_or_else(|| panic!("{code}: an example and a mend"));
            let found = codes_of(&block);
            if !wanted && code.severity() == Severity::Warning {
                continue;
            }
            let errors = found.iter().any(|c| c.severity() == Severity::Error);
            if found.contains(code) != wanted || (!wanted && errors) {
                failed
                    .push(format!("{code} {}: {found:?}\n{block}", if wanted { "example" } else { "mend" }));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns the first fenced example of a text.
fn fenced(text: &str) -> Option<String> {
    let block = text.split("```yaml\n").nth(1)?.split("\n```").next()?;
    Some(block.to_owned() + "\n")
}

/// Returns the codes of the problems of an example, inserted into the game around it.
fn codes_of(example: &str) -> Vec<Code> {
    let indented =
        |by: usize| -> String { example.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect() };
    let first = example.lines().find(|line| !line.starts_with('#')).unwrap_or("");
    let section = match first.split([':', ' ']).next().unwrap_or("") {
        "do" => {
            format!("phases:\n  round:\n    repeat: rounds\n  turn:\n    active: starter\n{}", indented(4))
        }
        "on" => format!("cards:\n  king:\n    kind: influence\n    value: 20\n{}", indented(4)),
        "king" | "queen" => format!("cards:\n{}", indented(2)),
        _ => example.to_owned(),
    };
    let files = match example.lines().next().and_then(|line| line.strip_prefix("# text/")) {
        Some(name) => {
            vec![("ruleset.yaml".to_owned(), in_context("")), (format!("text/{name}"), example.to_owned())]
        }
        None => vec![("ruleset.yaml".to_owned(), in_context(&section))],
    };
    compile(&files).problems.iter().map(|problem| problem.code).collect()
}
