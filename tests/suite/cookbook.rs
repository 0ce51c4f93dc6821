//! `docs/cookbook.md` is true: it has 26 recipes, each a ruleset of less than 40 lines without a warning,
//! which random players play to an end, also with its variant, and whose scenarios pass. The page is the
//! source.

use ludex::scenarios::run_all;
use ludex_tests::cases::{project, read};

use super::guide::{clean, plays};

const RECIPES: usize = 28;

const MOST_LINES: usize = 39;

/// What stands on the page of one game.
struct Recipe {
    title: String,
    ruleset: String,
    variant: Option<String>,
    scenarios: String,
}

/// The one block of this language.
fn block(recipe: &str, language: &str) -> Option<String> {
    let (_, rest) = recipe.split_once(&format!("\n```{language}\n"))?;
    let (text, after) = rest.split_once("\n```\n")?;
    assert!(!after.contains(&format!("\n```{language}\n")), "one block of {language}: {text}");
    Some(format!("{text}\n"))
}

fn recipes() -> Vec<Recipe> {
    let page = read(&project().join("docs/cookbook.md"));
    let recipes = page.split("\n## ").skip(1).map(|recipe| {
        let title = recipe.lines().next().unwrap_or_default().to_owned();
        let ruleset = block(recipe, "yaml").unwrap_or_else(|| panic!("{title}: a ruleset"));
        let scenarios = block(recipe, "scenario").unwrap_or_else(|| panic!("{title}: scenarios"));
        Recipe { title, ruleset, variant: block(recipe, "overlay"), scenarios }
    });
    recipes.collect()
}

#[test]
fn they_are_numbered_and_short() {
    let recipes = recipes();
    assert_eq!(recipes.len(), RECIPES);
    for (number, recipe) in (1..).zip(&recipes) {
        assert!(recipe.title.starts_with(&format!("{number}. ")), "{number}: {}", recipe.title);
        let lines = recipe.ruleset.lines().count();
        assert!(lines <= MOST_LINES, "{}: {lines} lines", recipe.title);
    }
}

#[test]
fn each_is_without_a_warning_and_is_played_to_an_end() {
    for Recipe { title, ruleset, variant, .. } in recipes() {
        let files = vec![("ruleset.yaml".to_owned(), ruleset)];
        plays(&title, &clean(&title, &files, &[]));
        if let Some(variant) = variant {
            plays(&title, &clean(&title, &files, &[("variants/a.yaml".to_owned(), variant)]));
        }
    }
}

#[test]
fn the_scenarios_of_each_pass() {
    for Recipe { title, ruleset, scenarios, .. } in recipes() {
        let game = clean(&title, &vec![("ruleset.yaml".to_owned(), ruleset)], &[]);
        let report = run_all(&game, &[("scenarios/a.yaml".to_owned(), scenarios)], "");
        assert!(
            report.is_good() && report.problems.is_empty(),
            "{title}: {:?} {:#?}",
            report.problems,
            report.results
        );
        assert!(!report.results.is_empty(), "{title}");
    }
}
