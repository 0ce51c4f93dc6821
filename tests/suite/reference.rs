//! The language reference is true: its examples compile, and its tables are those of the checker.

use std::collections::BTreeSet;

use ludex::compile;
use ludex::language::{Function, Member, OfFunction, On, Verb};
use ludex_grammar::diagnostic::Severity;
use ludex_grammar::render::{Style, render};
use ludex_grammar::span::FileId;
use ludex_grammar::{parse, yaml::Text};
use ludex_tests::cases::{here, project, read};

fn reference() -> String {
    read(&project().join("grammar/README.md"))
}

/// The fenced examples of a language.
fn examples(language: &str) -> Vec<String> {
    let text = reference();
    let opening = format!("```{language}\n");
    let parts = text.split(opening.as_str()).skip(1);
    parts.map(|rest| rest.split("\n```").next().unwrap_or("").to_owned() + "\n").collect()
}

/// The sections of a ruleset: name, and entries with their texts (the first is what stands before all entries).
fn sections(text: &str) -> Vec<(String, Vec<String>)> {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.split_inclusive('\n').filter(|line| !line.starts_with('#')) {
        let word = line.starts_with(|c: char| c.is_ascii_lowercase()).then(|| line.split(':').next().unwrap_or(""));
        match (word, sections.last_mut()) {
            (Some(word), _) => sections.push((word.to_owned(), vec![line.to_owned()])),
            (None, Some((_, entries))) if line.starts_with("  ") && !line.starts_with("   ") => entries.push(line.to_owned()),
            (None, Some((_, entries))) => entries.last_mut().expect("a first entry").push_str(line),
            (None, None) => {}
        }
    }
    sections
}

/// Sections whose entries each stand for themselves.
const OF_ENTRIES: &[&str] = &["kinds", "zones", "cards", "spots", "options", "enums", "functions", "procedures", "state"];

/// An example with the sections around it that it does not have itself.
fn in_context(example: &str) -> String {
    let context = read(&here().join("cases/reference/context.yaml"));
    let mut all = sections(&context);
    for (name, entries) in sections(example) {
        match all.iter_mut().find(|(other, _)| *other == name) {
            Some((_, around)) if OF_ENTRIES.contains(&name.as_str()) => put_over(around, entries),
            Some((_, around)) => *around = entries,
            None => all.push((name, entries)),
        }
    }
    all.into_iter().flat_map(|(_, entries)| entries).collect()
}

fn put_over(around: &mut Vec<String>, entries: Vec<String>) {
    let key = |entry: &str| entry.split(':').next().unwrap_or("").to_owned();
    for entry in entries.into_iter().skip(1) {
        match around.iter().skip(1).position(|other| key(other) == key(&entry)) {
            Some(i) => around[i + 1] = entry,
            None => around.push(entry),
        }
    }
}

fn must_compile(text: &str, example: &str) {
    let compiled = compile(&[("ruleset.yaml".to_owned(), text.to_owned())], "");
    let errors: Vec<_> = compiled.problems.iter().filter(|p| p.severity() == Severity::Error).cloned().collect();
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
        must_compile(&in_context(&example), &example);
    }
}

#[test]
fn every_example_of_an_effect_compiles() {
    let examples = examples("effect");
    assert!(!examples.is_empty(), "the reference has examples of effects");
    for example in examples {
        let body: String = example.lines().map(|line| format!("      {line}\n")).collect();
        let turn = format!("phases:\n  round:\n    repeat: rounds\n  turn:\n    active: starter\n    do: |\n{body}");
        must_compile(&in_context(&turn), &example);
    }
}

/// The lines of the table whose head begins with `| word |`.
fn table(word: &str) -> Vec<String> {
    let text = reference();
    let head = format!("| {word} |");
    let lines = text.lines().skip_while(|line| !line.starts_with(&head)).skip(2);
    let rows: Vec<String> = lines.take_while(|line| line.starts_with('|')).map(str::to_owned).collect();
    assert!(!rows.is_empty(), "no table `{word}`");
    rows
}

/// The pieces of code in a text.
fn code(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn cell(row: &str, column: usize) -> String {
    row.split('|').nth(column + 1).unwrap_or("").to_owned()
}

#[test]
fn every_form_of_the_tables_can_be_read() {
    let placeholders = [
        ("EXPR", "1"), ("TARGET", "a.b"), ("COND", "x"), ("repeat N", "repeat 3"), ("where …", "where x"), ("{ … }", "{ stop }"),
        ("highest(… of …)", "highest(a of card in deck)"), ("lowest(… of …)", "lowest(a of card in deck)"),
        ("distinct(… of …)", "distinct(a of card in deck)"), ("(Q)", "(card in deck)"), ("is not …", "c is not king"),
        ("else if COND { stop }", ""),
    ];
    let filled = |text: &str| placeholders.iter().fold(text.to_owned(), |text, (word, by)| text.replace(word, by));
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
            if let Some((word, _)) = form.split_once('(').filter(|(word, _)| word.bytes().all(|b| b.is_ascii_lowercase())) {
                named.insert(word.to_owned());
            }
        }
    }
    assert!(named.remove("column"), "the example of a spot by its number");
    let functions = Function::ALL.iter().map(|f| f.name());
    let known: BTreeSet<String> = functions.chain(OfFunction::ALL.iter().map(|f| f.name())).map(str::to_owned).collect();
    assert_eq!(named, known);
}

#[test]
fn the_table_of_members_is_that_of_the_checker() {
    let sorts = [("card", On::Card), ("player", On::Player), ("spot", On::Spot), ("zone", On::Zone), ("phase", On::Phase)];
    let rows = table("of");
    assert_eq!(rows.len(), sorts.len());
    for (row, (word, sort)) in rows.iter().zip(sorts) {
        assert_eq!(cell(row, 0).trim(), word);
        let outside: String = outside_parentheses(&cell(row, 1));
        let named: BTreeSet<String> = code(&outside).into_iter().map(|m| m.trim_end_matches('?').to_owned()).collect();
        let of_sort = Member::ALL.iter().filter(|member| member.on() == sort);
        let known: BTreeSet<String> = of_sort.map(|member| member.name().to_owned()).collect();
        assert_eq!(named, known, "members of a {word}");
    }
}

/// Remarks in parentheses name other things.
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

/// Each message's page shows an example that is wrong and one that is right; the parts can at least be told apart.
#[test]
fn pages_of_messages_mark_what_is_wrong() {
    for code in ludex_grammar::codes::Code::ALL {
        let page = code.page();
        let (wrong, right) = page.split_once("## Mend").unwrap_or_else(|| panic!("{code}: no mend"));
        assert!(wrong.contains("```") && right.contains("```"), "{code}: an example and its mend");
    }
}
