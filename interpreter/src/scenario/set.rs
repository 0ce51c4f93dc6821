//! The scenarios of a ruleset, read once, queried, and run in parts.

use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

use ludex_grammar::source::Sources;

use super::reading::found::{Found, find_by};
use super::touched::{self, Touched};
use super::{Report, Results, group, report};
use ludex_check::jobs::{Workers, map_parallel};
use ludex_check::load::scenario::RawScenario;
use ludex_run::ruleset::Ruleset;

/// The scenarios of a ruleset, read once, to be run in parts.
pub struct ScenarioSet<'r> {
    ruleset: &'r Ruleset,
    shown: String,
    found: Found,
    workers: Workers<'r>,
}

impl<'r> ScenarioSet<'r> {
    /// Reads the scenarios that [`run_all`](super::run_all) finds. `workers` may work in parallel without
    /// affecting the results.
    pub fn read(
        ruleset: &'r Ruleset,
        files: &[(String, String)],
        shown: &str,
        workers: Workers<'r>,
    ) -> ScenarioSet<'r> {
        let found = find_by(ruleset, files, shown, workers);
        ScenarioSet { ruleset, shown: shown.to_owned(), found, workers }
    }

    /// Finds the scenarios affected by changed lines. Each range has its file, as shown, and its current line
    /// numbers, counted from 1.
    ///
    /// The result decides which scenarios run first. It is a heuristic: other scenarios may fail because of
    /// the change, too.
    pub fn touched(&self, changed: &[(String, RangeInclusive<u32>)]) -> Touched {
        touched::touched(self.ruleset, &self.found, &self.shown, changed)
    }

    /// Runs the scenarios for which `chosen` returns true. Its arguments are the file, as shown, and the name
    /// of a scenario. Unreadable files are reported in any case.
    pub fn run(&self, chosen: impl Fn(&str, &str) -> bool) -> Report {
        let Found { sources, raw, problems } = &self.found;
        let is_chosen = |scenario: &&RawScenario| {
            let (file, name) = touched::key(sources, scenario);
            chosen(&file, &name)
        };
        let raw = raw.iter().filter(is_chosen).cloned().collect();
        let found = Found { sources: sources.clone(), raw, problems: problems.clone() };
        report(self.ruleset, found, |sources, groups| run_groups(sources, groups, self.workers))
    }
}

/// Runs the scenarios of all groups in parallel; those of one setting run sequentially.
fn run_groups(sources: &Sources, groups: &[RunGroup<'_>], workers: Workers<'_>) -> Vec<Results> {
    let parts = |(number, (ruleset, members)): (usize, &RunGroup<'_>)| {
        let parts = group::parts(ruleset, members.iter().copied().enumerate());
        parts.into_iter().map(move |part| (number, part)).collect::<Vec<_>>()
    };
    let parts: Vec<(usize, Vec<usize>)> = groups.iter().enumerate().flat_map(parts).collect();
    let done = map_parallel(workers, &parts, |(number, part)| {
        let (ruleset, members) = &groups[*number];
        let members: Vec<&RawScenario> = part.iter().map(|at| members[*at]).collect();
        // only the code that merges the parts locks each mutex, once
        Mutex::new(group::run(ruleset, sources, &members))
    });
    let mut results: Vec<Vec<Option<_>>> =
        groups.iter().map(|(_, members)| members.iter().map(|_| None).collect()).collect();
    for ((number, part), done) in parts.into_iter().zip(done) {
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        part.into_iter().zip(done).for_each(|(at, result)| results[number][at] = Some(result));
    }
    results.into_iter().map(|results| results.into_iter().flatten().collect()).collect()
}

/// A ruleset with variants, and the scenarios that test it.
pub(super) type RunGroup<'s> = (Ruleset, Vec<&'s RawScenario>);
