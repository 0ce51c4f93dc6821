//! Prints a round: as text, or as one line of JSON.

use std::io::IsTerminal;

use ludex::Compiled;
use ludex::JSON_VERSION;
use ludex::analysis::Problem;
use ludex::diagnostics::{Severity, Style, render};
use ludex::scenarios::Report;
use schemars::JsonSchema;
use serde::Serialize;

use super::edits::TextEdits;
use super::found::{Failing, Found, Ran};
use crate::commands::check::{human, problems};
use crate::failure::Failure;
use crate::sources::rulesets::{Loaded, Reference, plural};
use crate::terminal::output::{BOLD, GREEN, Out, RED, clean};

/// Maximum number of listed items.
const MOST: usize = 10;
const NAMES: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchOutput {
    /// The check and the scenarios.
    All,
    /// Scenarios without the check.
    Scenarios,
    /// One line of JSON per round.
    Json,
}

/// A round of checks.
#[derive(JsonSchema, Serialize)]
pub struct CheckRound<'a> {
    /// Version of the document: 1.
    version: u32,
    /// Number of the round, from 1. A round without readable files has the number of the one before.
    round: usize,
    /// Changed files; empty at the beginning.
    changed: &'a [String],
    /// Reason why the files can't be read; `null` if they can.
    unreadable: Option<&'a str>,
    /// All problems, as in a check.
    problems: &'a [Problem],
    /// Problems that the round before didn't have. A problem that moved to another line is the same.
    new: Vec<&'a Problem>,
    /// Problems of the round before that are gone.
    gone: Vec<&'a Problem>,
    /// Results of the scenarios; `null` if there are errors.
    scenarios: Option<Scenarios<'a>>,
    /// Elapsed times in milliseconds: `check` and `scenarios`.
    milliseconds: Milliseconds,
}

/// Results of the scenarios.
#[derive(JsonSchema, Serialize)]
struct Scenarios<'a> {
    /// Number of scenarios that passed.
    passed: usize,
    /// Number of scenarios that failed.
    failed: usize,
    /// Number of scenarios that were run first, because they name a changed item.
    first: usize,
    /// Names by which these were selected: changed items, and cards and functions that use them.
    names: Vec<&'a str>,
    /// All scenarios that fail.
    failing: Vec<&'a Failing>,
    /// Scenarios that fail and didn't in their last run.
    fails_now: Vec<&'a Failing>,
    /// Names of scenarios that pass and didn't in their last run.
    passes_now: Vec<&'a str>,
}

/// Elapsed times in milliseconds.
#[derive(Default, JsonSchema, Serialize)]
struct Milliseconds {
    /// Time of the check, in milliseconds.
    check: u64,
    /// Time of the scenarios, in milliseconds.
    scenarios: u64,
}

impl WatchOutput {
    fn is_for_people(self) -> bool {
        self != Self::Json
    }

    /// Prints the heading of a round; clears the screen of a terminal first.
    pub fn heading(self, files: &[String], out: &mut Out) -> Result<(), Failure> {
        if !self.is_for_people() {
            return Ok(());
        }
        out.measure();
        if std::io::stdout().is_terminal() {
            out.clear()?
        } else {
            out.line("")?
        }
        if files.is_empty() {
            return Ok(());
        }
        let files: Vec<String> = files.iter().map(|file| clean(file)).collect();
        Ok(out.wrapped(&out.paint(BOLD, &shortened(&files, NAMES)), 2)?)
    }

    /// Prints the results of the check and the differences.
    pub fn checked(
        self,
        reference: &Reference,
        (checked, variants): (&[Compiled], usize),
        (before, found): (Option<&Found>, &Found),
        out: &mut Out,
    ) -> Result<(), Failure> {
        match self {
            Self::Json => return Ok(()),
            Self::All => human(reference, checked, variants, out)?,
            Self::Scenarios if problems(checked).any(|problem| problem.severity() == Severity::Error) => {
                human(reference, checked, variants, out)?;
            }
            Self::Scenarios => return Ok(()),
        }
        let Some(before) = before else { return Ok(()) };
        let line = |problem: &&Problem| {
            let code = if problem.code.is_empty() { String::new() } else { format!("[{}]", problem.code) };
            let range = &problem.range;
            let place = format!("{}:{}:{}", clean(&range.file), range.line, range.column);
            format!("{}{code} {place}: {}", problem.severity, clean(&problem.message))
        };
        let (mut new, gone) = (found.without(before), before.without(found));
        if new.len() == found.problems.len() {
            // the full list above already contains them
            new.clear();
        }
        list("new", RED, &new.iter().map(line).collect::<Vec<_>>(), out)?;
        list("gone", GREEN, &gone.iter().map(line).collect::<Vec<_>>(), out)
    }

    /// Prints the results of the scenarios affected by the change.
    pub fn first(self, ran: &Ran, before: Option<&Ran>, out: &mut Out) -> Result<(), Failure> {
        if !self.is_for_people() || ran.first == 0 {
            return Ok(());
        }
        let names: Vec<String> = ran.names.iter().map(|name| clean(name)).collect();
        let about =
            if names.is_empty() { String::new() } else { format!(" about {}", shortened(&names, NAMES)) };
        let failed = ran.failing().count();
        let result = match failed {
            0 => "passed".to_owned(),
            n => format!("{} passed, {n} failed", ran.first - n),
        };
        out.wrapped(&format!("first {}{about}: {result}", plural(ran.first, "scenario")), 2)?;
        list("fails now", RED, &ran.fails_now(before).map(line_of).collect::<Vec<_>>(), out)
    }

    /// Prints the results of all scenarios, without repeating those of [`first`](Self::first).
    pub fn ran(
        self,
        loaded: &Loaded,
        rest: &Report,
        ran: &Ran,
        before: Option<&Ran>,
        out: &mut Out,
    ) -> Result<(), Failure> {
        if !self.is_for_people() {
            return Ok(());
        }
        if self == Self::Scenarios {
            out.text(&render(&rest.sources, &rest.problems, Style { color: out.color, width: out.width }))?;
        }
        let is_rest = |failing: &&Failing| {
            rest.results
                .iter()
                .any(|result| result.file == failing.file && clean(&result.name) == failing.name)
        };
        let label = if before.is_some() { "fails now" } else { "fails" };
        list(label, RED, &ran.fails_now(before).filter(is_rest).map(line_of).collect::<Vec<_>>(), out)?;
        list("passes now", GREEN, &ran.passes_now(before).map(clean).collect::<Vec<_>>(), out)?;
        let failed = ran.failing().count();
        let passed = format!("{} passed", plural(ran.results.len() - failed, "scenario"));
        let result = if failed > 0 { format!("{passed}, {failed} failed") } else { passed };
        let style = if failed > 0 { RED } else { GREEN };
        let game = out.paint(BOLD, loaded.ruleset.id());
        Ok(out.line(&format!("{game}: {}", out.paint(style, &result)))?)
    }

    pub fn whole(
        self,
        round: usize,
        change: &TextEdits,
        (before, found): (Option<&Found>, &Found),
        out: &mut Out,
    ) -> Result<(), Failure> {
        if self.is_for_people() {
            return Ok(());
        }
        let nothing = Found::default();
        let before = before.unwrap_or(&nothing);
        let was = before.ran.as_ref();
        let scenarios = found.ran.as_ref().map(|ran| Scenarios {
            passed: ran.results.len() - ran.failing().count(),
            failed: ran.failing().count(),
            first: ran.first,
            names: ran.names.iter().map(String::as_str).collect(),
            failing: ran.failing().collect(),
            fails_now: ran.fails_now(was).collect(),
            passes_now: ran.passes_now(was).collect(),
        });
        let took = found.ran.as_ref().map(|ran| ran.took).unwrap_or_default();
        let told = CheckRound {
            version: JSON_VERSION,
            round,
            changed: if round > 1 { &change.files } else { &[] },
            unreadable: None,
            problems: &found.problems,
            new: found.without(before),
            gone: before.without(found),
            scenarios,
            milliseconds: Milliseconds {
                check: found.took.as_millis() as u64,
                scenarios: took.as_millis() as u64,
            },
        };
        json(&told, out)
    }

    /// Reports the reason why there is nothing to check.
    pub fn unreadable(self, round: usize, why: &str, out: &mut Out) -> Result<(), Failure> {
        let why = clean(why);
        if self.is_for_people() {
            self.heading(&[], out)?;
            return Ok(out.wrapped(&format!("{}: {why}", out.paint(RED, "error")), 2)?);
        }
        let told = CheckRound {
            version: JSON_VERSION,
            round,
            changed: &[],
            unreadable: Some(&why),
            problems: &[],
            new: Vec::new(),
            gone: Vec::new(),
            scenarios: None,
            milliseconds: Milliseconds::default(),
        };
        json(&told, out)
    }
}

fn json(told: &CheckRound<'_>, out: &mut Out) -> Result<(), Failure> {
    Ok(out.line(&serde_json::to_string(told).map_err(std::io::Error::other)?)?)
}

fn line_of(failing: &Failing) -> String {
    format!("{}: {}: {}", clean(&failing.place), failing.name, failing.message)
}

/// Prints the first items, one per line, and the number of the others.
fn list(label: &str, style: anstyle::Style, lines: &[String], out: &mut Out) -> Result<(), Failure> {
    let label = out.paint(style, label);
    for line in lines.iter().take(MOST) {
        out.line(&format!("{label} {line}"))?;
    }
    if lines.len() > MOST {
        out.line(&format!("{label} {} more", lines.len() - MOST))?;
    }
    Ok(())
}

/// Joins the first names, and the number of the others.
fn shortened(names: &[String], most: usize) -> String {
    let some = names.iter().take(most).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}
