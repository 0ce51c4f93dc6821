//! `ludex test`: runs the scenarios of a ruleset.

mod causes;
mod coverage;
pub mod failures;
mod html;
pub mod json;
mod junit;
pub mod mutate;
mod separates;
pub mod stored;
mod update;

use ludex::diagnostics::{Severity, Style, render};
use ludex::scenarios::{Coverage, Outcome as Went, Report, ScenarioResult, run_all, run_covered};

use super::watch;
use crate::args::{CoverageBy, TestArgs};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::results::Store;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, GREEN, Out, RED};

/// Runs the scenarios that match the filter. The exit code is 1 if any fails, except for scenarios of the
/// base game whose results overlays change.
pub fn run(args: &TestArgs, out: &mut Out) -> Outcome {
    if args.watch {
        return watch::scenarios(&args.ruleset, &args.changes, args.filter.as_deref(), out);
    }
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    for path in args.junit.iter().chain(&args.lcov).chain(&args.html) {
        files::may_write(path).map_err(|error| files::unwritten(path, error))?;
    }
    if args.mutate {
        return mutate::run(args, &loaded, out);
    }
    if args.update {
        return update::run(args, &loaded, out);
    }
    if args.by == CoverageBy::Games {
        if args.junit.is_some() {
            return Err(Failure::Usage("--junit reports scenarios, and --by games runs none".to_owned()));
        }
        return coverage::by_games(args, &loaded, out);
    }
    scenarios(args, &loaded, out)
}

/// Runs the scenarios, reports the results, and writes the requested files.
fn scenarios(args: &TestArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    let store = Store::open(args.store, loaded, "test")?;
    let (report, found) = ran(args, loaded);
    if let (Some(store), Some(coverage)) = (store, &found) {
        store.keep(&stored::json(loaded, &report, coverage))?;
    }
    let covered = found.filter(|_| args.coverage);
    let wanted: Vec<&ScenarioResult> =
        report.results.iter().filter(|r| matches_filter(r, args.filter.as_deref())).collect();
    let own: Vec<&ScenarioResult> = wanted.iter().copied().filter(|result| result.is_own).collect();
    let failed = wanted.iter().filter(|result| result.fails()).count();
    let errors = report.problems.iter().filter(|problem| problem.severity() == Severity::Error).count();
    if args.json {
        let groups = failures::grouped(&report, &own);
        json::print(args, loaded, Some((&report, &groups)), covered.as_ref(), out)?;
    } else {
        out.text(&render(&report.sources, &report.problems, Style { color: out.color, width: out.width }))?;
        if wanted.is_empty() && errors == 0 {
            return nothing(args, loaded, out);
        }
        failures::print_groups(&report, &failures::grouped(&report, &own), out)?;
        failures::tell_apart(&report, &wanted, out)?;
        causes::print(loaded, &report, &wanted, args.filter.is_some(), out)?;
        summary(loaded, &wanted, failed, errors, out)?;
        covered.iter().try_for_each(|coverage| coverage::print(args, coverage, out))?;
    }
    covered.iter().try_for_each(|coverage| coverage::write(args, loaded, coverage))?;
    if let Some(path) = &args.junit {
        let text = junit::text(loaded.ruleset.id(), &report, &wanted);
        files::write(path, &text).map_err(|error| files::unwritten(path, error))?;
    }
    Ok(u8::from(failed > 0 || errors > 0))
}

/// Runs all scenarios, and measures their coverage if requested.
fn ran(args: &TestArgs, loaded: &Loaded) -> (Report, Option<Coverage>) {
    let (ruleset, files, shown) = (&loaded.ruleset, &loaded.files, loaded.reference.prefix());
    if !args.coverage && !args.store {
        return (run_all(ruleset, files, &shown), None);
    }
    let (report, coverage) = run_covered(ruleset, files, &shown);
    (report, Some(coverage))
}

/// Returns true if the name, the file, a rule or a variant contains the filter's text, ignoring case.
pub fn matches_filter(result: &ScenarioResult, filter: Option<&str>) -> bool {
    let Some(wanted) = filter.map(str::to_lowercase) else { return true };
    let texts = [&result.name, &result.file].into_iter().chain(&result.rules).chain(&result.variants);
    texts.into_iter().any(|text| text.to_lowercase().contains(&wanted))
}

/// Handles an empty selection. A filter without matches is an error; a ruleset without scenarios is not.
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
    let skipped = run.iter().filter(|r| matches!(r.outcome, Went::DoesNotApply(_))).count();
    let differ = run.iter().filter(|result| result.differs()).count();
    let passed = format!("{} passed", plural(run.len() - failed - skipped - differ, "scenario"));
    let varied = run.iter().filter(|r| r.outcome == Went::Passed && !r.variants.is_empty()).count();
    let with = if varied > 0 { format!(" ({varied} with variants)") } else { String::new() };
    let bad = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    let apart = match skipped {
        0 => "",
        1 => ", 1 does not apply",
        n => &format!(", {n} do not apply"),
    };
    let unread = if unreadable > 0 {
        format!(", {} (not all could be run)", plural(unreadable, "problem"))
    } else {
        String::new()
    };
    out.line(&format!(
        "{}: {}",
        out.paint(BOLD, loaded.ruleset.id()),
        out.paint(style, &(passed + &with + &bad + apart + &unread))
    ))
}
