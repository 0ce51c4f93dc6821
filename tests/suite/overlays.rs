//! The shipped variants: each is correct alone, and two together are correct or conflict because they change
//! the same item.

use ludex::{Compile, Ruleset};
use ludex_grammar::codes::Code;
use ludex_grammar::render::{Style, render};
use ludex_tests::courses::with_variants;
use ludex_tests::inside::RulesetInternals;
use ludex_tests::rulesets::{all_shipped, files, shipped};

/// Returns the variants of a game: path and text.
fn variants(id: &str) -> Vec<(String, String)> {
    files(id).into_iter().filter(|(path, _)| path.starts_with("variants/")).collect()
}

#[test]
fn each_variant_alone_is_clean() {
    assert!(shipped().iter().map(|id| variants(id).len()).sum::<usize>() >= 8);
    for id in all_shipped() {
        for variant in variants(&id) {
            let compiled = Compile::new(&files(&id)).overlays(std::slice::from_ref(&variant)).compile();
            let drawn = render(&compiled.sources, &compiled.problems, Style::default());
            assert!(compiled.problems.is_empty(), "{id} with {}:\n{drawn}", variant.0);
        }
    }
}

#[test]
fn two_variants_are_clean_together_or_change_the_same_thing() {
    for id in all_shipped() {
        let (files, variants) = (files(&id), variants(&id));
        for (i, a) in variants.iter().enumerate() {
            for b in &variants[i + 1..] {
                let compiled = Compile::new(&files).overlays(&[a.clone(), b.clone()]).compile();
                let conflict = compiled.problems.iter().any(|p| p.code == Code::PatchConflict);
                let drawn = render(&compiled.sources, &compiled.problems, Style::default());
                assert!(compiled.problems.is_empty() || conflict, "{id} with {} and {}:\n{drawn}", a.0, b.0);
            }
        }
    }
}

/// A variant reuses the texts that it does not change.
#[test]
fn a_variant_has_the_texts_that_it_has_when_all_is_read_anew() {
    for id in all_shipped() {
        let (together, anew) = (Compile::new(&files(&id)).compile_all(), with_variants(&id));
        assert_eq!(together.len(), anew.len(), "{id}");
        for (together, (variant, anew)) in together.iter().zip(&anew) {
            let together = together.ruleset.as_ref().unwrap_or_else(|| panic!("{id} with {variant:?}"));
            assert_eq!(all_texts(together), all_texts(anew), "{id} with {variant:?}");
        }
    }
}

/// Returns all texts for readers, by language and key.
fn all_texts(ruleset: &Ruleset) -> Vec<String> {
    let languages = ruleset.checked().texts.languages.iter();
    let texts = languages.flat_map(|(language, def)| {
        def.texts.iter().map(move |(key, text)| {
            let cases: Vec<_> = text.cases.iter().map(|(_, said)| said).collect();
            format!("{language} {key}: {cases:?} {} {:?} {:?}", text.last, text.facts, text.settings)
        })
    });
    let all: Vec<String> = texts.collect();
    assert!(!all.is_empty(), "{}", ruleset.id());
    all
}
