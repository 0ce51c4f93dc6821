//! `docs/ruleset-in-one-page.md` is correct, short and complete: its examples are playable rulesets without a
//! warning, its commands run, its errors are those reported, and it contains every word and key of the
//! language.

use std::collections::BTreeSet;

use ludex::analysis::language;
use ludex::compile;
use ludex::scenarios::run_all;
use ludex::schema::schema;
use ludex_check::language::{Fixed, GAME, Noun, TypeWord};
use ludex_grammar::codes::Code;
use ludex_grammar::parse;
use ludex_grammar::span::FileId;
use ludex_grammar::words::{Keyword, Status};
use ludex_grammar::yaml::Text;
use ludex_tests::cases::{project, read};
use ludex_tests::session::{Folder, run};
use serde_json::Value;

use super::guide::{clean, plays};

const MOST_WORDS: usize = 6_000;

/// Number of examples that are whole games; one is a file of scenarios and one a variant, both for the game
/// before them.
const GAMES: usize = 8;

fn page() -> String {
    read(&project().join("docs/ruleset-in-one-page.md"))
}

/// Returns the examples in order: title, language of the block, text.
fn examples() -> Vec<(String, String, String)> {
    let page = page();
    let parts = page.split("\n### Example ").skip(1);
    parts
        .map(|part| {
            let (title, rest) = part.split_once('\n').expect("a title");
            let (language, rest) =
                rest.split_once("```").and_then(|(_, r)| r.split_once('\n')).expect("a block");
            let text = rest.split("\n```").next().unwrap_or_default();
            (title.to_owned(), language.to_owned(), text.to_owned() + "\n")
        })
        .collect()
}

/// Returns the examples in this language.
fn of_language(language: &str) -> Vec<(String, String)> {
    let all = examples().into_iter().filter(|(_, written, _)| written == language);
    all.map(|(title, _, text)| (title, text)).collect()
}

/// Returns the game to which scenarios, variant and errors refer.
fn market() -> Vec<(String, String)> {
    let (_, text) = of_language("yaml").pop().expect("games");
    vec![("ruleset.yaml".to_owned(), text)]
}

fn variant() -> (String, String) {
    ("variants/rich.yaml".to_owned(), of_language("overlay").pop().expect("a variant").1)
}

#[test]
fn there_are_ten_examples() {
    let numbers: Vec<String> =
        examples().iter().map(|(title, ..)| title.split(':').next().unwrap_or_default().to_owned()).collect();
    let wanted: Vec<String> = (1..=10).map(|number| number.to_string()).collect();
    assert_eq!(numbers, wanted);
    let counts = ["yaml", "scenario", "overlay"].map(|language| of_language(language).len());
    assert_eq!(counts, [GAMES, 1, 1]);
    // the only other block contains commands
    assert_eq!(page().matches("\n```").count(), 2 * (GAMES + 3));
}

#[test]
fn every_game_is_without_a_warning_and_can_be_played() {
    for (title, text) in of_language("yaml") {
        let files = vec![("ruleset.yaml".to_owned(), text)];
        plays(&title, &clean(&title, &files, &[]));
    }
}

#[test]
fn the_variant_is_without_a_warning_and_can_be_played() {
    plays("the variant", &clean("the variant", &market(), &[variant()]));
}

#[test]
fn the_scenarios_pass() {
    let (_, text) = of_language("scenario").pop().expect("scenarios");
    let report = run_all(&clean("the market", &market(), &[]), &[("scenarios/a.yaml".to_owned(), text)], "");
    assert!(report.is_good() && report.results.len() > 1, "{:?} {:#?}", report.problems, report.results);
}

/// Counts words separated by blanks.
#[test]
fn the_page_is_short() {
    let words = page().split_whitespace().count();
    assert!(words <= MOST_WORDS, "{words} words");
}

/// Returns the words in code blocks and inline code.
fn words_in_code() -> BTreeSet<String> {
    let page = page();
    let code = page.split("\n```").enumerate().flat_map(|(i, part)| match i % 2 {
        0 => part.split('`').skip(1).step_by(2).collect(),
        _ => vec![part],
    });
    let words = code.flat_map(|code| code.split(|c: char| !c.is_ascii_lowercase() && c != '_'));
    words.map(str::to_owned).collect()
}

fn unnamed<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let named = words_in_code();
    words.filter(|word| !named.contains(*word)).collect()
}

#[test]
fn every_word_of_the_language_is_named() {
    let table = language().map(|entry| entry.word);
    let fixed = [Fixed::WORDS, Noun::WORDS, TypeWord::WORDS, &[GAME]].into_iter().flatten().copied();
    let keywords = Keyword::ALL.iter().filter(|keyword| keyword.status() != Status::BeforeTypes);
    let lists = fixed.chain(keywords.map(|keyword| keyword.word()));
    assert_eq!(unnamed(table.chain(lists)), Vec::<&str>::new());
}

/// Collects every key and every fixed word of a schema.
fn collect(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            for (key, below) in map {
                match (key.as_str(), below) {
                    ("properties", Value::Object(keys)) => {
                        into.extend(keys.keys().cloned());
                        keys.values().for_each(|below| collect(below, into));
                    }
                    ("enum", Value::Array(words)) => {
                        into.extend(words.iter().filter_map(|word| word.as_str().map(str::to_owned)));
                    }
                    _ => collect(below, into),
                }
            }
        }
        Value::Array(all) => all.iter().for_each(|below| collect(below, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Names of colours are too many for the page, and well known.
const COLOURS: [&str; 12] =
    ["red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey", "black", "white"];

#[test]
fn every_key_of_the_files_is_named() {
    let mut keys = BTreeSet::new();
    for name in ["ruleset", "overlay", "scenario"] {
        let schema = schema(name).expect("a schema");
        collect(&serde_json::to_value(schema).expect("JSON"), &mut keys);
    }
    assert!(keys.len() > 100, "{keys:?}");
    // codes are keys of `allow`
    let is_code = |key: &str| key.parse::<Code>().is_ok();
    let keys = keys.iter().map(String::as_str).filter(|key| !COLOURS.contains(key) && !is_code(key));
    assert_eq!(unnamed(keys), Vec::<&str>::new());
}

/// Returns the rows of the table of errors: code, wrong text, correct text.
fn errors() -> Vec<[String; 3]> {
    let page = page();
    let rows = page.lines().skip_while(|line| !line.starts_with("| code |")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|row| {
            let cells: Vec<&str> = row.split(" | ").map(|cell| cell.trim_matches(['|', ' ', '`'])).collect();
            [0, 1, 2].map(|i| cells[i].to_owned())
        })
        .collect()
}

/// Returns the codes for a turn in the market that starts with this effect, except unused locals. The market
/// has no texts, because its questions need none.
fn codes_of(effect: &str) -> Vec<String> {
    let mut files = market();
    let (rules, _) = files[0].1.split_once("\ntext:\n").expect("texts at the end");
    let (before, after) =
        rules.split_once("          while me.moves > 0 {\n").expect("the turn of the market");
    files[0].1 = format!("{before}          {effect}\n          while me.moves > 0 {{\n{after}\n");
    let told = compile(&files).problems.into_iter().map(|problem| problem.code);
    told.filter(|code| *code != Code::Unused).map(|code| code.to_string()).collect()
}

#[test]
fn the_frequent_errors_are_told_and_their_mends_are_none() {
    let errors = errors();
    assert_eq!(errors.len(), 10);
    for [code, wrong, right] in errors {
        assert_eq!(codes_of(&wrong), [code], "{wrong}");
        assert_eq!(codes_of(&right), Vec::<String>::new(), "{right}");
    }
}

#[test]
fn every_command_runs() {
    let folder = Folder::new("one-page");
    folder.write("my-game/ruleset.yaml", market()[0].1.as_bytes());
    folder.write(&format!("my-game/{}", variant().0), variant().1.as_bytes());
    folder.write("my-game/scenarios/market.yaml", of_language("scenario")[0].1.as_bytes());
    let page = page();
    let block = page.split("```sh\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("commands");
    assert!(block.lines().count() > 10);
    for line in block.lines() {
        let command = line.split('#').next().unwrap_or_default().trim();
        // a name in quotes is one word
        let parts = command.split('"').enumerate();
        let words: Vec<&str> = parts
            .flat_map(|(i, part)| if i % 2 == 0 { part.split_whitespace().collect() } else { vec![part] })
            .collect();
        let ran = run(&folder, &words[1..], "q\n");
        assert_eq!((words[0], ran.code), ("ludex", Some(0)), "{command}: {}{}", ran.out, ran.err);
    }
}

/// Returns the inline code on the sheet, except keys of files.
fn said_on_the_sheet() -> Vec<String> {
    let sheet = read(&project().join("docs/cheat-sheet.md"));
    let rows = sheet.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
    let codes =
        rows.flat_map(|(_, said)| said.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    let is_key = |code: &str| code.starts_with("sees:") || code.starts_with("state:");
    codes.filter(|code| !is_key(code) && !["owner", "nobody"].contains(&code.as_str())).collect()
}

#[test]
fn all_that_the_sheet_says_can_be_read() {
    let said = said_on_the_sheet();
    assert!(said.len() > 50, "{}", said.len());
    for code in said {
        let text = Text::plain(code.as_str(), FileId(0), 0);
        let (mut effect, mut query, mut value) = (Vec::new(), Vec::new(), Vec::new());
        parse::effect(&text, &mut effect);
        parse::query(&text, &mut query);
        parse::expr(&text, &mut value);
        assert!(effect.is_empty() || query.is_empty() || value.is_empty(), "{code}: {effect:?}");
    }
}
