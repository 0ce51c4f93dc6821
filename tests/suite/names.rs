//! Variants that change only texts: the same game with other names.

use ludex::Compile;
use ludex_tests::inside::*;

use ludex::Ruleset;
use ludex_run::program::dump;
use ludex_tests::rulesets::{all_shipped, files, ruleset, words_only};

/// Minimum length of a distinctive word in a title.
const TELLING: usize = 5;

/// Returns the variants of a game that change only texts, with their rulesets.
fn renamed(id: &str) -> Vec<(String, Ruleset)> {
    let files = files(id);
    let variants = files.iter().filter(|(path, text)| path.starts_with("variants/") && words_only(text));
    let compiled = variants.map(|variant| {
        let compiled = Compile::new(&files).overlays(std::slice::from_ref(variant)).compile();
        (variant.0.clone(), compiled.ruleset.unwrap_or_else(|| panic!("{id}: {:?}", compiled.problems)))
    });
    compiled.collect()
}

/// Returns the literal parts of all texts in a language, without placeholders.
fn literal_texts(ruleset: &Ruleset, language: &str) -> Vec<(String, String)> {
    let texts = &ruleset.checked().texts.languages[language].texts;
    let all = texts.iter().flat_map(|(key, text)| {
        let cases = text.cases.iter().map(|(_, said)| said).chain([&text.last]);
        cases.map(move |said| (key.to_string(), &**said))
    });
    let without_facts = |text: &str| {
        let parts = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after));
        parts.collect::<Vec<_>>().join(" ")
    };
    all.map(|(key, said)| (key, without_facts(said))).collect()
}

/// Returns true if a text contains a name, with or without the ending of a plural or a case.
fn has(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let rest = &text[at + name.len()..];
        let ends = ["", "s", "n", "en", "es"].iter().any(|ending| {
            let after = rest.strip_prefix(ending);
            after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        });
        ends && !before.is_some_and(char::is_alphanumeric)
    })
}

fn name(ruleset: &Ruleset, language: &str, key: &str) -> String {
    let texts = &ruleset.checked().texts.languages[language].texts;
    texts.get(key).map(|text| text.last.to_string()).unwrap_or_default()
}

/// Returns each changed name of the game and its cards.
fn old_names(before: &Ruleset, after: &Ruleset, language: &str) -> Vec<String> {
    let title = name(before, language, "game.title");
    assert_ne!(title, name(after, language, "game.title"), "{language}: the game keeps its title");
    let words = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= TELLING && word.starts_with(char::is_uppercase));
    let designs = before.checked().designs.iter().map(|design| format!("cards.{}.name", design.name));
    let cards = designs.map(|key| (name(before, language, &key), name(after, language, &key)));
    let cards = cards.filter(|(before, after)| before != after).map(|(before, _)| before);
    words.map(str::to_owned).chain([title.to_owned()]).chain(cards).collect()
}

#[test]
fn with_other_names_no_text_has_an_old_one() {
    for id in all_shipped() {
        let base = ruleset(&id);
        let variants = renamed(&id);
        let published = base.checked().rights.as_ref().is_some_and(|rights| rights.names.is_some());
        assert!(!published || !variants.is_empty(), "{id} can't be played without its published names");
        for (variant, other) in variants {
            assert_eq!(
                other.checked().rights.as_ref().and_then(|rights| rights.names.as_ref()),
                None,
                "{variant}"
            );
            for language in base.languages() {
                let old = old_names(&base, &other, language);
                assert!(old.len() >= 4, "{id} {language}: only {old:?} have other names");
                let left = literal_texts(&other, language).into_iter().filter_map(|(key, text)| {
                    let name = old.iter().find(|name| has(&text, name))?;
                    Some(format!("{key} has `{name}`: {text}"))
                });
                let left: Vec<String> = left.collect();
                assert!(left.is_empty(), "{id} {variant} {language}:\n{}", left.join("\n"));
            }
        }
    }
}

/// A missing translation is a warning of `check`, and no shipped game has one.
#[test]
fn every_shipped_game_is_told_in_three_languages() {
    for id in all_shipped() {
        assert_eq!(ruleset(&id).languages().collect::<Vec<_>>(), ["de", "en", "fr"], "{id}");
    }
}

#[test]
fn other_names_do_not_change_the_game() {
    for id in all_shipped() {
        let base = ruleset(&id);
        let players = base.checked().min_players;
        let listing = |ruleset: &Ruleset| dump(&ruleset.program(players, &[]).expect("fewest players"));
        for (variant, other) in renamed(&id) {
            assert_eq!(listing(&base), listing(&other), "{variant}");
        }
    }
}
