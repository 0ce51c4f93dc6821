//! Prints the results of `ludex test --json` (`docs/json.md`).

use ludex::JSON_VERSION;
use ludex::scenarios::{
    Coverage, CoverageItem, CoverageKind, Report, ScenarioResult, ScenarioSummary, Summary,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::coverage::several;
use super::failures::FailureGroup;
use super::matches_filter;
use crate::args::{CoverageBy, TestArgs};
use crate::commands::experiments::report;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

/// JSON output of `ludex test`.
#[derive(JsonSchema, Serialize)]
pub struct PrintedTests<'t> {
    /// Version of the document: 1.
    version: u32,
    /// ID of the ruleset.
    ruleset: &'t str,
    /// Results of the selected scenarios; `null` with `--by games`.
    scenarios: Option<Summary>,
    /// Causes of failures, the most frequent first.
    causes: Vec<CauseGroup>,
    /// Coverage; `null` without `--coverage`.
    coverage: Option<Covered<'t>>,
}

#[derive(JsonSchema, Serialize)]
struct CauseGroup {
    /// The cause, as a sentence.
    cause: String,
    /// Names of the failed scenarios.
    scenarios: Vec<String>,
}

#[derive(JsonSchema, Serialize)]
struct Covered<'t> {
    /// Runs that were counted: `scenarios` or `games`.
    by: &'static str,
    /// Number of scenarios or games.
    followed: u64,
    /// Totals for each kind of item.
    counts: Vec<Count>,
    /// All items with their counts.
    items: &'t [CoverageItem],
}

#[derive(JsonSchema, Serialize)]
struct Count {
    /// Kind of the items.
    kind: &'static str,
    /// Number of items of the kind.
    all: usize,
    /// Number of items that were reached.
    came: usize,
}

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
    let wanted = |result: &ScenarioResult| matches_filter(result, args.filter.as_deref());
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

fn because(group: &FailureGroup<'_>) -> CauseGroup {
    let scenarios = group.members.iter().map(|(result, _)| result.name.clone()).collect();
    CauseGroup { cause: group.cause.text(), scenarios }
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
