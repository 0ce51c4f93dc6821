//! Every numbered rule and every variant of a shipped game is tested by a scenario, and all scenarios pass.

use ludex_tests::inside::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::OnceLock;

use ludex::scenarios::{
    CoverageItem, Outcome, Report, position, rule_ids, rules_named, run_all, run_covered,
};
use ludex_check::hir::OptionDef;
use ludex_check::load::overlay;
use ludex_check::types::Base;
use ludex_tests::cases::of_game;
use ludex_tests::rulesets::{all_shipped, files, place, ruleset, shipped, words_only};

/// Runs the scenarios of all shipped games once for all tests.
fn report(id: &str) -> &'static Report {
    static REPORTS: OnceLock<BTreeMap<String, Report>> = OnceLock::new();
    let run = |id: String| {
        let report = run_all(&ruleset(&id), &scenarios(&id), &format!("{}/", place(&id)));
        (id, report)
    };
    &REPORTS.get_or_init(|| all_shipped().into_iter().map(run).collect())[id]
}

fn scenarios(id: &str) -> Vec<(String, String)> {
    let files: Vec<_> = files(id).into_iter().filter(|(path, _)| path.starts_with("scenarios/")).collect();
    assert!(
        !files.is_empty(),
        "{}/scenarios/*.yaml are lacking: each shipped game has some (tests/README.md, \"A new game\")",
        place(id)
    );
    files
}

/// Returns the scenarios about the game without variants.
fn without_variants(files: Vec<(String, String)>) -> Vec<(String, String)> {
    let emptied = |text: String| {
        let mut parts = text.split("variants: [");
        let first = parts.next().unwrap_or_default().to_owned();
        let rest = parts.map(|part| part.split_once(']').map_or(part, |(_, after)| after));
        rest.fold(first, |text, after| text + "variants: []" + after)
    };
    files.into_iter().map(|(path, text)| (path, emptied(text))).collect()
}

#[test]
fn every_variant_has_a_scenario_that_fails_without_it() {
    for id in all_shipped() {
        let with = report(&id);
        let without = run_all(&ruleset(&id), &without_variants(scenarios(&id)), "");
        assert_eq!(with.results.len(), without.results.len());
        let mut proved = BTreeSet::new();
        for (with, without) in with.results.iter().zip(&without.results) {
            assert!(without.variants.is_empty(), "{}", with.name);
            if let ([variant], Outcome::Failed(_)) = (with.variants.as_slice(), &without.outcome) {
                proved.insert(variant.clone());
            }
        }
        // no scenario can detect changes of texts (`names.rs` tests them)
        let variants = files(&id).into_iter().filter_map(|(path, text)| {
            let changes = path.starts_with("variants/") && !words_only(&text);
            changes.then(|| overlay::header(&text).expect("a header").id)
        });
        let unproved: Vec<String> = variants.filter(|variant| !proved.contains(variant)).collect();
        assert!(unproved.is_empty(), "{id}: no scenario shows what these variants change: {unproved:?}");
    }
}

#[test]
fn every_scenario_of_a_shipped_game_passes() {
    for id in all_shipped() {
        let report = report(&id);
        let mut text = String::new();
        for problem in &report.problems {
            let _ = writeln!(text, "{}: {}", report.sources.place(problem.primary.span), problem.message);
        }
        for result in &report.results {
            if let Outcome::Failed(failure) = &result.outcome {
                let place = report.sources.place(failure.span);
                let _ = writeln!(text, "{place}: {}: {} {:?}", result.name, failure.message, failure.detail);
            }
        }
        assert!(
            report.is_good() && text.is_empty(),
            "{id}: {} of {} pass\n{text}",
            report.passed(),
            report.results.len()
        );
    }
}

/// Every procedure, phase, action, reaction and conditional block runs in a passing scenario; every card
/// moves, and every message is sent.
#[test]
fn scenarios_come_to_all_there_is() {
    for id in shipped() {
        let (_, coverage) = run_covered(&ruleset(&id), &scenarios(&id), "");
        let place = |item: &CoverageItem| item.place.as_ref().map(|at| format!("{}:{}", at.file, at.line));
        let missed: Vec<_> = coverage.missed().map(|item| (item.kind, place(item), &item.name)).collect();
        assert!(missed.is_empty(), "{id}: no scenario comes to {missed:?}");
    }
}

#[test]
fn every_numbered_rule_is_named_by_a_scenario() {
    for id in all_shipped() {
        let rules = rule_ids(&of_game(&format!("{}/RULES.md", place(&id))));
        let named = rules_named(&report(&id).results);
        assert!(!rules.is_empty(), "{id}: the rules have numbers");
        let unproved: Vec<_> = rules.difference(&named).collect();
        assert!(unproved.is_empty(), "{id}: no scenario for {unproved:?}");
        let unknown: Vec<_> = named.difference(&rules).collect();
        assert!(unknown.is_empty(), "{id}: scenarios name rules that there are not: {unknown:?}");
    }
}

#[test]
fn readme_and_rules_tell_of_every_option_and_variant() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        let variants = files(&id).into_iter().filter(|(path, _)| path.starts_with("variants/"));
        let variants = variants.map(|(_, text)| overlay::header(&text).expect("a header").id);
        let options = ruleset.checked().options.iter().map(|option| option.name.clone());
        let names: Vec<String> = options.chain(variants).collect();
        for page in ["README.md", "RULES.md"] {
            let text = of_game(&format!("{}/{page}", place(&id)));
            let lacking: Vec<_> = names.iter().filter(|name| !text.contains(&format!("`{name}`"))).collect();
            assert!(lacking.is_empty(), "{id}/{page} says nothing of {lacking:?}");
        }
    }
}

#[test]
fn every_option_is_proved_with_another_value_than_its_default() {
    for id in all_shipped() {
        let ruleset = ruleset(&id);
        let scenarios = scenarios(&id);
        let given = scenarios.iter().flat_map(|(_, text)| text.lines());
        let given = given.filter_map(|line| line.trim().strip_prefix("options: {")?.split_once('}'));
        let given: BTreeSet<&str> = given.flat_map(|(inside, _)| inside.split(',')).map(str::trim).collect();
        let default = |option: &OptionDef| match option.ty.base() {
            Base::Bool => (option.default == 1).to_string(),
            Base::Enum(id) => ruleset.checked().enums[id.index()].values[option.default as usize].clone(),
            _ => option.default.to_string(),
        };
        let proved = |option: &&OptionDef| {
            given.iter().any(|pair| {
                let value = pair.split_once(": ").filter(|(name, _)| *name == option.name);
                value.is_some_and(|(_, value)| value != default(option))
            })
        };
        let unproved: Vec<_> =
            ruleset.checked().options.iter().filter(|o| !proved(o)).map(|o| &o.name).collect();
        assert!(unproved.is_empty(), "{id}: no scenario sets {unproved:?}");
    }
}

/// The part of a scenario that a save contains leads to the same position: the scenario alone, with the
/// defaults of its file.
#[test]
fn a_scenario_alone_leads_to_the_same_position() {
    for id in all_shipped() {
        let (ruleset, files) = (ruleset(&id), scenarios(&id));
        for result in &report(&id).results {
            // its own file is sufficient, and faster to read than all files
            let own: Vec<_> =
                files.iter().filter(|(path, _)| result.file.ends_with(path.as_str())).cloned().collect();
            let name = &result.name;
            let found = position(&ruleset, &own, "", name).unwrap_or_else(|why| panic!("{id}: {why}"));
            let alone = vec![("scenarios/alone.yaml".to_owned(), found.text.clone())];
            let again = position(&ruleset, &alone, "", name);
            let again = again.unwrap_or_else(|why| panic!("{id}: {name}: {why}\n{}", found.text));
            assert_eq!(again.game.host().hash(), found.game.host().hash(), "{id}: {name}");
            assert_eq!((again.goes_on, again.variants), (found.goes_on, found.variants), "{id}: {name}");
        }
    }
}
