//! Runs the scenarios of the base on both rulesets. Finds those with different results, and those that only
//! one side has.

use std::collections::{BTreeMap, BTreeSet};

use ludex::scenarios::{Outcome, Report, run_all};
use schemars::JsonSchema;
use serde::Serialize;

use crate::sources::rulesets::Loaded;

/// Results of the scenarios on both rulesets.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Scenarios {
    /// Number of scenarios with the same result.
    pub same: usize,
    /// Scenarios of the base with another result.
    pub changed: Vec<DifferingScenario>,
    /// Names of scenarios that only the variant has.
    pub added: Vec<String>,
    /// Names of scenarios that only the base has.
    pub removed: Vec<String>,
}

/// A scenario with different results.
#[derive(Debug, JsonSchema, Serialize)]
pub struct DifferingScenario {
    /// Name of the scenario.
    pub name: String,
    /// Source location: `file:line:column`.
    pub place: String,
    /// Reason why it fails on the base; `null` if it passes.
    pub was: Option<String>,
    /// Reason why it fails on the variant; `null` if it passes.
    pub is: Option<String>,
}

pub fn compared(base: &Loaded, variant: &Loaded) -> Scenarios {
    let [was, own] =
        [base, variant].map(|side| run_all(&side.ruleset, &side.files, &side.reference.prefix()));
    let is = run_all(&variant.ruleset, &base.files, &base.reference.prefix());
    let (before, after) = (went(&was), went(&is));
    let mut changed = Vec::new();
    for result in &was.results {
        let [one, other] =
            [&before, &after].map(|went| went.get(&(result.file.as_str(), result.name.as_str())));
        let (Some(one), Some(other)) = (one, other) else { continue };
        if one != other {
            let place = was.sources.place(result.span);
            let (was, is) = (one.map(str::to_owned), other.map(str::to_owned));
            changed.push(DifferingScenario { name: result.name.clone(), place, was, is });
        }
    }
    let names = |report: &Report| -> BTreeSet<String> {
        report.results.iter().map(|result| result.name.clone()).collect()
    };
    let (old, new) = (names(&was), names(&own));
    Scenarios {
        same: was.results.len() - changed.len(),
        changed,
        added: new.difference(&old).cloned().collect(),
        removed: old.difference(&new).cloned().collect(),
    }
}

/// Returns the failure of each scenario, or `None`, by file and name.
fn went(report: &Report) -> BTreeMap<(&str, &str), Option<&str>> {
    let why = |outcome| match outcome {
        &Outcome::Passed => None,
        Outcome::Failed(failure) | Outcome::DoesNotApply(failure) => Some(failure.message.as_str()),
    };
    let of = |result| -> ((&str, &str), Option<&str>) {
        let result: &ludex::scenarios::ScenarioResult = result;
        ((result.file.as_str(), result.name.as_str()), why(&result.outcome))
    };
    report.results.iter().map(of).collect()
}
