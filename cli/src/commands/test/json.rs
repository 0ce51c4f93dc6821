//! The results of scenarios as JSON (`docs/json.md`).

use ludex::diagnostics::Severity;
use ludex::scenarios::{Coverage, Report, ScenarioResult, Summary};
use serde::Serialize;

use super::{chosen, coverage, junit, nothing};
use crate::args::TestArgs;
use crate::failure::Outcome;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

/// What is printed.
#[derive(Serialize)]
struct Results {
    #[serde(flatten)]
    results: Summary,
    /// If it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<Coverage>,
}

/// Prints what the filter leaves, and writes the files that are asked for; exit code 1 if something fails.
pub fn tell(args: &TestArgs, loaded: &Loaded, ran: (Report, Option<Coverage>), out: &mut Out) -> Outcome {
    let (mut report, coverage) = ran;
    report.results.retain(|result| chosen(result, args.filter.as_deref()));
    if args.filter.is_some() && report.results.is_empty() {
        return nothing(args, loaded, out);
    }
    let wanted: Vec<&ScenarioResult> = report.results.iter().collect();
    junit(args, loaded, &report, &wanted)?;
    coverage.iter().try_for_each(|coverage| coverage::put(args, coverage))?;
    let results = report.summary();
    let errors = report.problems.iter().any(|problem| problem.severity() == Severity::Error);
    let failed = results.failed > 0 || errors;
    out.json(&Results { results, coverage })?;
    Ok(u8::from(failed))
}
