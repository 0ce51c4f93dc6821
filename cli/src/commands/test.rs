//! `ludex test`: runs the scenarios of a ruleset.

mod causes;
mod coverage;
mod junit;
mod stored;

use ludex::diagnostics::{Severity, Style, render};
use ludex::scenarios::{Coverage, Outcome as Went, Report, ScenarioResult, run_all, run_covered};

use crate::args::{CoverageBy, TestArgs};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::results::Store;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, DIM, GREEN, Out, RED, clean};

/// Runs what the filter leaves; exit code 1 if something fails.
pub fn run(args: &TestArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    for path in args.junit.iter().chain(&args.lcov) {
        files::may_write(path).map_err(|error| files::unwritten(path, error))?;
    }
    if args.by == CoverageBy::Games {
        if args.junit.is_some() {
            return Err(Failure::Usage("--junit tells of scenarios, and --by games runs none".to_owned()));
        }
        return coverage::by_games(args, &loaded, out);
    }
    let store = Store::open(args.store, &loaded, "test")?;
    let (report, covered) = ran(args, &loaded);
    let wanted: Vec<&ScenarioResult> =
        report.results.iter().filter(|r| chosen(r, args.filter.as_deref())).collect();
    let failed = wanted.iter().filter(|r| r.outcome != Went::Passed).count();
    out.text(&render(&report.sources, &report.problems, Style { color: out.color, width: out.width }))?;
    for result in &wanted {
        failure(&report, result, out)?;
    }
    if let (Some(store), Some(coverage)) = (store, &covered) {
        store.keep(&stored::json(&loaded, &report, coverage))?;
    }
    let errors = report.problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
    if wanted.is_empty() && errors == 0 {
        return nothing(args, &loaded, out);
    }
    causes::tell(&loaded, &report, &wanted, out)?;
    summary(&loaded, &wanted, failed, errors, out)?;
    if let Some(coverage) = covered.as_ref().filter(|_| args.coverage) {
        coverage::tell(args, coverage, out)?;
    }
    if let Some(path) = &args.junit {
        let text = junit::text(loaded.ruleset.id(), &report, &wanted);
        files::write(path, &text).map_err(|error| files::unwritten(path, error))?;
    }
    Ok(u8::from(failed > 0 || errors > 0))
}

/// What came of all scenarios, and if it is asked for what they cover.
fn ran(args: &TestArgs, loaded: &Loaded) -> (Report, Option<Coverage>) {
    let (ruleset, files, shown) = (&loaded.ruleset, &loaded.files, loaded.reference.prefix());
    if !args.coverage && !args.store {
        return (run_all(ruleset, files, &shown), None);
    }
    let (report, coverage) = run_covered(ruleset, files, &shown);
    (report, Some(coverage))
}

/// Whether the filter's text is in the name, the file, a rule or a variant; without regard to case.
fn chosen(result: &ScenarioResult, filter: Option<&str>) -> bool {
    let Some(wanted) = filter.map(str::to_lowercase) else { return true };
    let texts = [&result.name, &result.file].into_iter().chain(&result.rules).chain(&result.variants);
    texts.into_iter().any(|text| text.to_lowercase().contains(&wanted))
}

/// `place: name (with its variants): what differed`, then what was found.
fn failure(report: &Report, result: &ScenarioResult, out: &mut Out) -> std::io::Result<()> {
    let Went::Failed(failure) = &result.outcome else { return Ok(()) };
    let place = report.sources.place(failure.span);
    let (failed, name) = (out.paint(RED.bold(), "failed"), out.paint(BOLD, &clean(&result.name)));
    let with = if result.variants.is_empty() {
        String::new()
    } else {
        format!(" (with {})", clean(&result.variants.join(", ")))
    };
    out.line(&format!("{failed} {place}: {name}{with}: {}", clean(&failure.message)))?;
    failure.detail.iter().try_for_each(|line| out.line(&out.paint(DIM, &format!("    {}", clean(line)))))
}

/// A filter that fits nothing is probably a slip; a ruleset without scenarios is not wrong.
fn nothing(args: &TestArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    match &args.filter {
        Some(filter) => Err(Failure::Usage(format!(
            "no scenario of {} has `{filter}` in its name, file, rules or variants",
            loaded.ruleset.id()
        ))),
        None => {
            out.line(&format!("{}: no scenarios (they stand in scenarios/*.yaml)", loaded.ruleset.id()))?;
            Ok(0)
        }
    }
}

fn summary(
    loaded: &Loaded,
    run: &[&ScenarioResult],
    failed: usize,
    unreadable: usize,
    out: &mut Out,
) -> std::io::Result<()> {
    let style = if failed + unreadable == 0 { GREEN } else { RED };
    let passed = format!("{} passed", plural(run.len() - failed, "scenario"));
    let varied = run.iter().filter(|r| r.outcome == Went::Passed && !r.variants.is_empty()).count();
    let with = if varied > 0 { format!(" ({varied} with variants)") } else { String::new() };
    let bad = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    let unread = if unreadable > 0 {
        format!(", {} (not all could be run)", plural(unreadable, "problem"))
    } else {
        String::new()
    };
    out.line(&format!(
        "{}: {}",
        out.paint(BOLD, loaded.ruleset.id()),
        out.paint(style, &(passed + &with + &bad + &unread))
    ))
}
