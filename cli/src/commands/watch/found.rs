//! Results of a round, and differences to the previous round.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ludex::Compiled;
use ludex::analysis::Problem;
use ludex::scenarios::{Outcome as Went, Report, ScenarioResult};
use schemars::JsonSchema;
use serde::Serialize;

use crate::terminal::output::clean;

#[derive(Default)]
pub struct Found {
    pub problems: Vec<Problem>,
    /// Results of the scenarios; `None` if the ruleset has errors.
    pub ran: Option<Ran>,
    pub took: Duration,
}

#[derive(Default)]
pub struct Ran {
    /// Names used to select the scenarios that ran first.
    pub names: BTreeSet<String>,
    /// Number of scenarios that ran first.
    pub first: usize,
    /// Failure of each scenario, or `None`, by file and name.
    pub results: BTreeMap<(String, String), Option<Failing>>,
    pub took: Duration,
}

/// A scenario that fails.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Failing {
    /// File of the scenario.
    pub file: String,
    /// Name of the scenario.
    pub name: String,
    /// Source location of the failed expectation: `file:line:column`.
    pub place: String,
    /// Reason for the failure, as one sentence.
    pub message: String,
}

/// Identifies a problem independently of its line number.
fn key(problem: &Problem) -> (&str, &str, &str) {
    (problem.code, &problem.range.file, &problem.message)
}

impl Found {
    /// Collects the problems of a check.
    pub fn from_checks(checked: &[Compiled], took: Duration) -> Found {
        let of_one = |one: &Compiled| -> Vec<Problem> {
            one.problems.iter().map(|problem| Problem::new(&one.sources, problem)).collect()
        };
        Found { problems: checked.iter().flat_map(of_one).collect(), ran: None, took }
    }

    /// Returns the problems that `other` does not have.
    pub fn without(&self, other: &Found) -> Vec<&Problem> {
        let mut left: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
        other.problems.iter().for_each(|problem| *left.entry(key(problem)).or_default() += 1);
        let mut new = Vec::new();
        for problem in &self.problems {
            match left.get_mut(&key(problem)) {
                Some(n) if *n > 0 => *n -= 1,
                Some(_) | None => new.push(problem),
            }
        }
        new
    }
}

impl Ran {
    pub fn add(&mut self, report: &Report, wanted: impl Fn(&ScenarioResult) -> bool) {
        for result in report.results.iter().filter(|result| wanted(result)) {
            let failing = match &result.outcome {
                Went::DoesNotApply(_) => continue,
                Went::Passed => None,
                Went::Failed(failure) => Some(Failing {
                    file: result.file.clone(),
                    name: clean(&result.name),
                    place: report.sources.place(failure.span),
                    message: clean(&failure.message),
                }),
            };
            self.results.insert((result.file.clone(), result.name.clone()), failing);
        }
    }

    pub fn failing(&self) -> impl Iterator<Item = &Failing> {
        self.results.values().flatten()
    }

    /// Returns scenarios that fail now and passed or did not exist before.
    pub fn fails_now<'r>(&'r self, before: Option<&'r Ran>) -> impl Iterator<Item = &'r Failing> {
        let failed = move |key: &(String, String)| {
            before.and_then(|before| before.results.get(key)).is_some_and(Option::is_some)
        };
        self.results.iter().filter(move |(key, _)| !failed(key)).filter_map(|(_, failing)| failing.as_ref())
    }

    /// Returns the names of scenarios that pass now and failed before.
    pub fn passes_now<'r>(&'r self, before: Option<&'r Ran>) -> impl Iterator<Item = &'r str> {
        let failed = before.into_iter().flat_map(|before| &before.results).filter(|(_, was)| was.is_some());
        let passes = |key: &(String, String)| self.results.get(key).is_some_and(Option::is_none);
        failed.filter(move |(key, _)| passes(key)).map(|((_, name), _)| name.as_str())
    }
}
