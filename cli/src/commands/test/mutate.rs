//! `ludex test --mutate`: mutation testing. Changes the rules at one place at a time and reports changes that
//! no scenario detects.

use ludex::mutants::{Fate, Mutant, MutantTrial, mutants};
use ludex::{JSON_VERSION, map_parallel};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::TestArgs;
use crate::commands::check::fix;
use crate::commands::experiments::report;
use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::{BOLD, DIM, GREEN, Out, YELLOW, clean};
use crate::threads::workers;

/// JSON output of `ludex test --mutate`.
#[derive(JsonSchema, Serialize)]
pub struct PrintedMutants<'m> {
    /// Version of the document: 1.
    version: u32,
    /// ID of the ruleset.
    ruleset: &'m str,
    /// Number of scenarios that ran.
    scenarios: usize,
    /// Number of possible mutants.
    changes: usize,
    /// Number of mutants that were tried.
    tried: usize,
    /// Mutants that a scenario detects.
    killed: usize,
    /// Mutants that no scenario detects.
    survived: usize,
    /// Mutants that the checker rejects.
    refused: usize,
    /// The mutants, in the order of the files.
    mutants: Vec<Tried<'m>>,
}

/// A tested mutant.
#[derive(JsonSchema, Serialize)]
struct Tried<'m> {
    /// File, as shown in messages.
    file: String,
    /// Number of the line, from 1.
    line: usize,
    /// Number of the column, from 1.
    column: usize,
    /// Keys down to the location, the old and the new text.
    change: &'m str,
    /// `killed`, `survived` or `refused`. The detecting scenario is not named, because it depends on threads.
    fate: &'static str,
}

/// Tests the changes; the exit code is 1 if one goes undetected.
pub fn run(args: &TestArgs, loaded: &Loaded, out: &mut Out) -> Outcome {
    let unreadable = |_| Failure::Problem("the scenarios can't be read: `ludex test` says why".to_owned());
    let trial = MutantTrial::new(&loaded.files).map_err(unreadable)?;
    if trial.scenarios() == 0 {
        let id = loaded.ruleset.id();
        return Err(Failure::Problem(format!(
            "{id} has no scenario that passes, so nothing would notice a change"
        )));
    }
    let all = mutants(trial.rules());
    let chosen = spread(&all, args.mutants as usize);
    let fates = tried(&trial, &chosen, args.jobs);
    let count = |wanted: fn(Fate) -> bool| fates.iter().filter(|fate| wanted(**fate)).count();
    let printed = PrintedMutants {
        version: JSON_VERSION,
        ruleset: loaded.ruleset.id(),
        scenarios: trial.scenarios(),
        changes: all.len(),
        tried: chosen.len(),
        killed: count(|fate| matches!(fate, Fate::Noticed(_))),
        survived: count(|fate| fate == Fate::Survived),
        refused: count(|fate| fate == Fate::Refused),
        mutants: chosen.iter().zip(&fates).map(|(mutant, fate)| record(loaded, mutant, *fate)).collect(),
    };
    match args.json {
        true => out.line(&report::json(&printed))?,
        false => print(&printed, out)?,
    }
    Ok(u8::from(printed.survived > 0))
}

/// Selects at most `most` changes, evenly spread over the rules.
fn spread(all: &[Mutant], most: usize) -> Vec<&Mutant> {
    let n = most.min(all.len());
    (0..n).map(|i| &all[i * all.len() / n]).collect()
}

/// Returns the fate of each change in order, computed on `jobs` threads.
fn tried(trial: &MutantTrial, mutants: &[&Mutant], jobs: Option<u16>) -> Vec<Fate> {
    map_parallel(&workers(jobs), mutants, |mutant| trial.fate(mutant))
}

fn record<'m>(loaded: &Loaded, mutant: &'m Mutant, fate: Fate) -> Tried<'m> {
    let fate = match fate {
        Fate::Refused => "refused",
        Fate::Noticed(_) => "killed",
        Fate::Survived => "survived",
    };
    let file = fix::shown(&loaded.reference, &mutant.file);
    Tried { file, line: mutant.line, column: mutant.column, change: &mutant.id, fate }
}

fn print(printed: &PrintedMutants<'_>, out: &mut Out) -> std::io::Result<()> {
    for one in printed.mutants.iter().filter(|one| one.fate == "survived") {
        let place = clean(&format!("{}:{}:{}", one.file, one.line, one.column));
        let survived = out.paint(YELLOW, "survived");
        out.wrapped(&format!("{survived} {}  {}", clean(one.change), out.paint(DIM, &place)), 4)?;
    }
    let PrintedMutants { ruleset, scenarios, changes, tried, killed, survived, refused, .. } = printed;
    let of = if tried < changes {
        format!(" of {changes} (--mutants {changes} tries all)")
    } else {
        String::new()
    };
    let style = if *survived == 0 { GREEN } else { YELLOW };
    let fates = format!("{killed} killed, {survived} survived, {refused} refused by the checker");
    let by = plural(*scenarios, "scenario");
    out.wrapped(
        &format!(
            "{}: {} of one place{of}, by {by}: {}",
            out.paint(BOLD, ruleset),
            plural(*tried, "change"),
            out.paint(style, &fates)
        ),
        2,
    )?;
    if *survived > 0 {
        let why =
            "A surviving change is a rule that no scenario tests, or has the same meaning as the original.";
        out.wrapped(&out.paint(DIM, why), 2)?;
    }
    Ok(())
}
