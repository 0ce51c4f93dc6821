//! `ludex diff`: readable differences between two rulesets.

mod games;
mod rules;
mod scenarios;
mod tell;

use std::time::Instant;

use ludex_lab::compare::{ComparePlan, CompareReport, Played};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::DiffArgs;
use crate::commands::experiments::compare::{self, Comparison};
use crate::commands::experiments::driver::{Done, ExperimentCommand, play_and_report};
use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

/// Version of the JSON document.
const VERSION: u32 = 1;

/// Differences between two rulesets.
#[derive(Debug, JsonSchema, Serialize)]
pub struct Difference {
    /// Version of the document: 1.
    version: u32,
    /// The base, as typed.
    base: String,
    /// The variant, as typed.
    variant: String,
    /// Differences of the files: rules, then texts.
    changes: Vec<rules::Differing>,
    /// Scenarios of the base, run on both.
    scenarios: scenarios::Scenarios,
    /// The saved games (`--game`), replayed on both.
    games: Vec<games::Played>,
    /// The comparison of `--games`; `null` without it.
    wins: Option<CompareReport>,
}

impl Difference {
    fn is_none(&self) -> bool {
        let games = self.games.iter().all(games::Played::is_same);
        self.changes.is_empty() && self.scenarios.changed.is_empty() && games
    }
}

/// Prints the differences. The exit code is 1 if they exist and the user asked for it, or if a rule failed in
/// a game.
pub fn run(args: &DiffArgs, out: &mut Out) -> Outcome {
    let sides = compare::sides::Sides {
        base: &args.base,
        variant: args.variant.as_deref(),
        changes: &args.changes,
        is_unchanged: args.changes.words().is_empty(),
    };
    let (base, variant) = compare::sides::load(&sides, out)?;
    let saves = games::read(&args.saves)?;
    let compared = args.compare();
    let of_sides = |args| Comparison { args, sides: [&base, &variant], given: Vec::new() };
    let asked = compared.as_ref().map(of_sides);
    let played = asked.as_ref().map(played).transpose()?;
    let difference = Difference {
        version: VERSION,
        base: shown(&base),
        variant: shown(&variant),
        changes: rules::changes(&base, &variant),
        scenarios: scenarios::compared(&base, &variant),
        games: games::compared(&saves, &base, &variant),
        wins: played.as_ref().map(|played| played.report.clone()),
    };
    if args.json {
        let text =
            serde_json::to_string_pretty(&difference).map_err(|error| Failure::Problem(error.to_string()))?;
        out.line(&text)?;
    } else {
        let seats = played.as_ref().map(|played| played.seats.clone()).unwrap_or_default();
        tell::print(&difference, &seats, args.markdown, out)?;
    }
    let failed = asked.iter().zip(&played).map(|(asked, played)| {
        let Compared { plan, games, report, .. } = played;
        asked.verdict(&Done { plan, played: games, report })
    });
    Ok(failed.max().unwrap_or(0).max(u8::from(args.exit_code && !difference.is_none())))
}

/// Paired games of the two rulesets.
struct Compared {
    plan: ComparePlan,
    games: Played,
    report: CompareReport,
    seats: Vec<String>,
}

fn played(asked: &Comparison<'_>) -> Result<Compared, Failure> {
    let plan = asked.plan()?;
    let (games, report, _) = play_and_report(asked, &asked.request()?, &plan, (None, Instant::now()))?;
    let seats = asked.seats(&report, &plan)?;
    Ok(Compared { plan, games, report, seats })
}

/// Returns a side as typed on the command line.
fn shown(loaded: &Loaded) -> String {
    format!("{}{}", loaded.reference.shown(), loaded.changes.words())
}
