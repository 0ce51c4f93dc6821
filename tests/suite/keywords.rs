//! The keywords in `effect.pest` and the word lists of the TextMate grammars are generated from the tables of
//! the language by `just keywords`; a test compares them.

use std::fmt::Write as _;
use std::fs;

use fancy_regex::{Captures, Regex};
use ludex_check::language::{Fixed, Fold, Function, ListOf, Noun, Verb, VerbClauses};
use ludex_grammar::words::{Keyword, Role, Status, reserved};
use ludex_tests::cases::{project, read};

/// The start of the generated section of the grammar.
const SECTION: &str = "// ---- keywords";
/// Ranges of first letters that group reserved words: testing the first letter rules out most words.
const GROUPS: &[(char, char)] = &[('a', 'e'), ('f', 'm'), ('n', 'r'), ('s', 'w')];

/// Compares a file with its expected content, or writes it.
fn holds(path: &str, expected: impl Fn(&str) -> String) {
    let place = project().join(path);
    let text = read(&place);
    let expected = expected(&text);
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&place, &expected).expect("the file can be written");
    }
    assert_eq!(text, expected, "{path} differs from the tables: run `just keywords`");
}

/// Orders words for a pattern in which the first match counts.
fn longest_first<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let mut words: Vec<&str> = words.collect();
    words.sort_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    words
}

fn with_keywords(grammar: &str) -> String {
    let at = grammar.find(SECTION).expect("a section of keywords");
    let head = grammar[at..].lines().next().expect("its head");
    let mut text = format!("{}{head}\n\nreserved = {{\n", &grammar[..at]);
    for (i, (from, to)) in GROUPS.iter().enumerate() {
        let words = longest_first(reserved().filter(|word| word.starts_with(|c| (*from..=*to).contains(&c))));
        let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let bar = if i == 0 { ' ' } else { '|' };
        let _ = writeln!(text, "  {bar} &('{from}'..'{to}') ~ ({})", words.join(" | "));
    }
    text.push_str("}\n\n");
    let read = Keyword::ALL.iter().filter(|keyword| keyword.status() != Status::BeforeTypes);
    for word in read.map(|keyword| keyword.word()) {
        let _ = writeln!(text, "{:<12} = @{{ \"{word}\" ~ !letter }}", format!("kw_{word}"));
    }
    text
}

#[test]
fn the_grammar_has_the_keywords_of_the_table() {
    holds("grammar/effect.pest", with_keywords);
    let groups =
        |word: &&str| GROUPS.iter().any(|(from, to)| word.starts_with(|c| (*from..=*to).contains(&c)));
    assert!(reserved().all(|word| groups(&word)), "a reserved word is in no group");
}

fn with_role(role: Role) -> Vec<&'static str> {
    let words = Keyword::ALL.iter().filter(|keyword| keyword.status() == Status::Reserved(role));
    words.map(|keyword| keyword.word()).collect()
}

fn functions() -> Vec<&'static str> {
    let words = Function::ALL.iter().map(|function| function.name());
    let words = words.chain(Fold::ALL.iter().map(|fold| fold.name()));
    words.chain(ListOf::ALL.iter().map(|list| list.name())).collect()
}

fn verbs(is_wanted: impl Fn(Verb) -> bool) -> Vec<&'static str> {
    Verb::ALL.iter().filter(|verb| is_wanted(**verb)).map(|verb| verb.name()).collect()
}

/// Replaces each list of words in a text. The pattern has a capture before the list and one after it.
fn with_list(text: &str, pattern: &str, mut words: Vec<&str>) -> String {
    let pattern = Regex::new(pattern).expect("a pattern");
    assert!(pattern.is_match(text).expect("a match that ends"), "no list like {pattern}");
    words.sort_unstable();
    let list = |found: &Captures<'_, str>| format!("{}{}{}", &found[1], words.join("|"), &found[2]);
    pattern.replace_all(text, list).into_owned()
}

/// Returns the words that end the verb or noun before them, because they can't start an operand.
fn ends_operands() -> Vec<&'static str> {
    let begins = ["not", "true", "false", "nothing", "if", "other"];
    reserved().filter(|word| !begins.contains(word)).collect()
}

#[test]
fn effects_are_coloured_by_the_tables() {
    let lists = [
        ("control", with_role(Role::Control)),
        ("logic", with_role(Role::Logic)),
        ("constant", with_role(Role::Constant)),
        ("joining", with_role(Role::Joining)),
        ("verb", verbs(|_| true)),
        ("function", functions()),
        ("fixed", Fixed::WORDS.to_vec()),
        ("noun", Noun::WORDS.to_vec()),
    ];
    holds("editors/vscode/syntaxes/effect.tmLanguage.json", |text| {
        let in_rule = |text: String, (rule, words): &(&str, Vec<&str>)| {
            let rule = format!(r#"(?s)("{rule}": \{{.{{0,80}}?"match": "\\\\b\(\?:)[a-z|]+(\))"#);
            with_list(&text, &rule, words.clone())
        };
        let text = lists.iter().fold(text.to_owned(), in_rule);
        let text = with_list(&text, r"(\|other\)\\\\b\|\(\?!\(\?:)[a-z|]+(\))", ends_operands());
        let adverbs = ["at", "face", "openly", "unseen", "above", "below"];
        with_list(
            &text,
            r"(\(\?:in\|where\)\\\\b\|\(\?!\(\?:)[a-z|]+(\))",
            reserved().chain(adverbs).collect(),
        )
    });
}

#[test]
fn effects_below_keys_of_any_name_are_known_by_the_tables() {
    holds("editors/vscode/syntaxes/block.tmLanguage.json", |text| {
        let is_called = |verb: Verb| verb.form().contains("(…)");
        let is_to = |verb: Verb| verb.takes().contains(&VerbClauses::To);
        let is_plain = |verb| !is_called(verb) && !is_to(verb) && verb != Verb::End;
        let text = with_list(text, r"(\(\?:)[a-z|]+(\)\[ \\\\t\]\+\[a-z_\]\+\\\\\()", verbs(is_called));
        let text = with_list(&text, r"(\(\?:)[a-z|]+(\)\[ \\\\t\]\.\*\[ \\\\t\]to)", verbs(is_to));
        let plain = r"(\(\?:)[a-z|]+(\)\[ \\\\t\]\+\[a-z_\]\[0-9a-z_\.\\\\\[\\\\\]\]\*\(\?:\[ \\\\t\]\|\$\))";
        let text = with_list(&text, plain, verbs(is_plain));
        with_list(&text, r"(\(\?:)[a-z|]+(\)\\\\\(\|)", functions())
    });
}
