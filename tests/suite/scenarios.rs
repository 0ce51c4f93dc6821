//! Every numbered rule of a shipped game is proved by a scenario, and all scenarios pass.

use std::fmt::Write;

use ludex::scenario::{Outcome, Report, rule_ids, rules_named, run_all};
use ludex_tests::cases::{project, read};
use ludex_tests::rulesets::{files, ruleset, shipped};

fn report(id: &str) -> Report {
    let scenarios: Vec<_> =
        files(id).into_iter().filter(|(path, _)| path.starts_with("scenarios/")).collect();
    assert!(!scenarios.is_empty(), "{id} has no scenarios");
    run_all(&ruleset(id), &scenarios, &format!("rulesets/{id}/"))
}

#[test]
fn every_scenario_of_a_shipped_game_passes() {
    for id in shipped() {
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

#[test]
fn every_numbered_rule_is_named_by_a_scenario() {
    for id in shipped() {
        let rules = rule_ids(&read(&project().join("rulesets").join(&id).join("RULES.md")));
        let named = rules_named(&report(&id).results);
        assert!(rules.len() > 10, "{id}: the rules have numbers");
        let unproved: Vec<_> = rules.difference(&named).collect();
        assert!(unproved.is_empty(), "{id}: no scenario for {unproved:?}");
        let unknown: Vec<_> = named.difference(&rules).collect();
        assert!(unknown.is_empty(), "{id}: scenarios name rules that there are not: {unknown:?}");
    }
}
