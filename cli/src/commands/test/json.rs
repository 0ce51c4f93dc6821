//! `ludex test --json`: what came of the scenarios, as `docs/json.md` describes it.

use ludex::JSON_VERSION;
use ludex::scenarios::{
    Coverage, CoverageItem, CoverageKind, Report, ScenarioResult, ScenarioSummary, Summary,
};
use serde::Serialize;

use super::chosen;
use super::coverage::several;
use super::failures::FailureGroup;
use crate::args::{CoverageBy, TestArgs};
use crate::commands::experiments::report;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

/// What is printed.
#[derive(Serialize)]
struct PrintedTests<'t> {
    version: u32,
    /// The ruleset's id.
    ruleset: &'t str,
    /// What came of the scenarios; `null` where none were run.
    scenarios: Option<Summary>,
    /// Why scenarios fail, each cause with those that do.
    causes: Vec<Because>,
    /// What was covered, if that was asked for.
    coverage: Option<Covered<'t>>,
}

#[derive(Serialize)]
struct Because {
    cause: String,
    /// Their names.
    scenarios: Vec<String>,
}

#[derive(Serialize)]
struct Covered<'t> {
    by: &'static str,
    /// Scenarios or games.
    followed: u64,
    counts: Vec<Count>,
    items: &'t [CoverageItem],
}

#[derive(Serialize)]
struct Count {
    kind: &'static str,
    all: usize,
    came: usize,
}

/// Prints it; of scenarios those that are wanted.
pub fn print(
    args: &TestArgs,
    loaded: &Loaded,
    ran: Option<(&Report, &[FailureGroup<'_>])>,
    coverage: Option<&Coverage>,
    out: &mut Out,
) -> std::io::Result<()> {
    let groups = ran.map_or(&[][..], |(_, groups)| groups);
    let printed = PrintedTests {
        version: JSON_VERSION,
        ruleset: loaded.ruleset.id(),
        scenarios: ran.map(|(report, _)| summary(args, report)),
        causes: groups.iter().map(because).collect(),
        coverage: coverage.map(|coverage| covered(args, coverage)),
    };
    out.line(&report::json(&printed))
}

fn summary(args: &TestArgs, report: &Report) -> Summary {
    let mut summary = report.summary();
    let wanted = |result: &ScenarioResult| chosen(result, args.filter.as_deref());
    let is_wanted: Vec<bool> = report.results.iter().map(wanted).collect();
    let mut wanted = is_wanted.into_iter();
    summary.scenarios.retain(|_| wanted.next().unwrap_or(true));
    let count = |of: fn(&ScenarioSummary) -> bool| summary.scenarios.iter().filter(|one| of(one)).count();
    (summary.failed, summary.skipped) =
        (count(|one| one.failure.is_some()), count(|one| one.skipped.is_some()));
    summary.differ = count(|one| one.differs.is_some());
    summary.passed = summary.scenarios.len() - summary.failed - summary.skipped - summary.differ;
    summary
}

fn because(group: &FailureGroup<'_>) -> Because {
    let scenarios = group.members.iter().map(|(result, _)| result.name.clone()).collect();
    Because { cause: group.cause.text(), scenarios }
}

fn covered<'t>(args: &TestArgs, coverage: &'t Coverage) -> Covered<'t> {
    let by = match args.by {
        CoverageBy::Scenarios => "scenarios",
        CoverageBy::Games => "games",
    };
    let count = |kind: CoverageKind| {
        let (all, came) = coverage.count(kind);
        Count { kind: several(kind), all, came }
    };
    let counts = CoverageKind::ALL.into_iter().map(count).collect();
    Covered { by, followed: coverage.followed, counts, items: &coverage.items }
}
