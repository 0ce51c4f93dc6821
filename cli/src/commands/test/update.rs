//! `ludex test --update`: changes the expectations of failing scenarios to the actual values. Keeps comments
//! and layout.
//!
//! The required changes come with the failures. They are applied only if the scenario then passes, and are
//! shown before anything is written.

use std::collections::BTreeSet;

use ludex::fs::Files;
use ludex::scenarios::{Outcome as Went, Report, ScenarioResult, run_all};

use super::{failures, matches_filter};
use crate::args::TestArgs;
use crate::commands::check::fix::{self, Changes};
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::input::{Ask, Input, Keyboard};
use crate::terminal::output::{BOLD, DIM, Out};

/// Maximum number of rounds to find scenarios that pass after their update.
const ROUNDS: usize = 10;

/// Identifies a scenario in each round by file and name.
type Key = (String, String);

/// Shows the changes, asks for confirmation, and writes them. The exit code is 1 if a scenario still fails.
pub fn run(args: &TestArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    if let Some(why) = fix::refusal(&loaded.reference, "`--update`") {
        return Err(Failure::Usage(why));
    }
    let _alone = loaded.reference.folder().map(files::lock).transpose()?;
    let report = ran(loaded, &loaded.files).ok_or_else(unreadable)?;
    // overlays don't change the expectations of base-game scenarios
    let is_wanted =
        |result: &&ScenarioResult| result.is_own && matches_filter(result, args.filter.as_deref());
    let wanted: Vec<&ScenarioResult> = report.results.iter().filter(is_wanted).collect();
    let failed: BTreeSet<Key> = wanted.iter().filter(|result| result.fails()).map(|one| key(one)).collect();
    let updated = updated(loaded, &report, &failed)?;
    let stays = |result: &&ScenarioResult| !updated.scenarios.contains(&key(result));
    let rest: Vec<&ScenarioResult> = wanted.into_iter().filter(stays).collect();
    let changed = fix::changed(&loaded.files, &updated.files);
    fix::show(&loaded.reference, &changed, out)?;
    failures::print_groups(&report, &failures::grouped(&report, &rest), out)?;
    let left = failed.len() - updated.scenarios.len();
    summary(&updated, changed.len(), left, out)?;
    if !changed.is_empty() {
        if !agreed(args, out)? {
            out.line("nothing is written")?;
            return Ok(1);
        }
        fix::put(&loaded.reference, &changed)?;
        out.line(&format!("{} written", plural(changed.len(), "file")))?;
    }
    Ok(u8::from(left > 0))
}

/// Files with updated scenarios, and the keys of these scenarios.
struct Updated {
    files: Files,
    scenarios: BTreeSet<Key>,
}

/// Updates the failing scenarios that pass after their update.
fn updated(loaded: &Loaded, report: &Report, failed: &BTreeSet<Key>) -> Result<Updated, Failure> {
    let mut scenarios = failed.clone();
    for _ in 0..ROUNDS {
        let (changes, said) = changes(loaded, report, &scenarios);
        scenarios = said;
        let files = fix::with_changes(&loaded.files, &changes);
        let again = ran(loaded, &files).ok_or_else(unreadable)?;
        let pass: BTreeSet<Key> =
            again.results.iter().filter(|one| one.outcome == Went::Passed).map(key).collect();
        let before = scenarios.len();
        scenarios.retain(|scenario| pass.contains(scenario));
        if scenarios.len() == before {
            return Ok(Updated { files, scenarios });
        }
    }
    Ok(Updated { files: loaded.files.clone(), scenarios: BTreeSet::new() })
}

/// Returns the changes to some scenarios by file, and the scenarios that can be updated.
fn changes(loaded: &Loaded, report: &Report, scenarios: &BTreeSet<Key>) -> (Changes, BTreeSet<Key>) {
    let (mut changes, mut said) = (Changes::new(), BTreeSet::new());
    let wanted = report.results.iter().filter(|result| scenarios.contains(&key(result)));
    for (result, first) in wanted.filter_map(|result| Some((result, failure(result)?))) {
        let all = std::iter::once(first).chain(&result.more);
        let all: Vec<_> = all.map(|failure| failure.difference.as_ref().map(|one| &one.update)).collect();
        let number =
            loaded.files.iter().position(|(path, _)| fix::shown(&loaded.reference, path) == result.file);
        // all failures of a scenario must have an update
        let Some(number) = number.filter(|_| all.iter().all(|one| one.is_some_and(|one| !one.is_empty())))
        else {
            continue;
        };
        said.insert(key(result));
        changes.extend(all.into_iter().flatten().flatten().map(|change| (number, change.clone())));
    }
    (fix::without_overlaps(changes), said)
}

fn failure(result: &ScenarioResult) -> Option<&ludex::scenarios::Failure> {
    match &result.outcome {
        Went::Failed(failure) => Some(failure),
        Went::Passed | Went::DoesNotApply(_) => None,
    }
}

fn key(result: &ScenarioResult) -> Key {
    (result.file.clone(), result.name.clone())
}

fn ran(loaded: &Loaded, files: &Files) -> Option<Report> {
    let ruleset = loaded.reference.compile(files, &loaded.overlays).ruleset?;
    Some(run_all(&ruleset, files, &loaded.reference.prefix()))
}

/// Creates the error for a ruleset that no longer compiles. It compiled before, and only scenarios have
/// changed since.
fn unreadable() -> Failure {
    Failure::Problem("the ruleset can't be read any more".to_owned())
}

fn summary(updated: &Updated, files: usize, left: usize, out: &mut Out) -> std::io::Result<()> {
    let scenarios = updated.scenarios.len();
    let would = match scenarios {
        0 => "no scenario can be updated".to_owned(),
        n => format!("{} would say what is so, in {}", plural(n, "scenario"), plural(files, "file")),
    };
    let rest = match left {
        n if n > 0 && scenarios > 0 => &format!("; {n} can't be updated"),
        _ => "",
    };
    let none = scenarios == 0 && left == 0;
    out.line(
        &out.paint(
            BOLD,
            &if none { "nothing to update: no scenario fails".to_owned() } else { would + rest },
        ),
    )
}

/// Returns true if the changes may be written; asks the user unless `--yes` is set.
fn agreed(args: &TestArgs, out: &mut Out) -> Result<bool, Failure> {
    if args.yes {
        return Ok(true);
    }
    if !Keyboard::is_editing() {
        out.line(&out.paint(DIM, "--yes writes it; a terminal asks first"))?;
        return Ok(false);
    }
    out.line("Check that the new expectations match the intended rules.")?;
    out.flush()?;
    let input = Keyboard::new().next(Ask { prompt: "write them? [y/N] ", seat: 0, names: Vec::new() });
    Ok(matches!(input, Input::Line(line) if matches!(line.to_lowercase().as_str(), "y" | "yes")))
}
