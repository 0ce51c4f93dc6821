//! `ludex trace`: the execution of a choice in a saved game or a scenario.

use std::ops::RangeInclusive;
use std::path::Path;

use ludex::JSON_VERSION;
use ludex::scenarios::{FailureMessage, ScenarioTrace};
use ludex::traces::{self, Traced};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::TraceArgs;
use crate::commands::replay;
use crate::commands::test::failures;
use crate::failure::{Failure, Outcome};
use crate::game::position::no_position;
use crate::game::save::{OverlayVersion, Save};
use crate::game::traced::{Detail, heading, print};
use crate::sources::rulesets::{Loaded, shipped};
use crate::terminal::input::{Ask, Input, Keyboard};
use crate::terminal::output::{DIM, Out, RED, clean};

/// JSON output of `ludex trace`.
#[derive(JsonSchema, Serialize)]
pub struct Printed<'t> {
    /// Version of the document: 1.
    version: u32,
    /// ID of the ruleset.
    ruleset: &'t str,
    /// Name of the scenario; `null` for a saved game.
    scenario: Option<&'t str>,
    /// Requested choices with their events.
    choices: &'t [&'t Traced],
    /// Reason why the scenario fails; `null` if it passes.
    failure: Option<FailureMessage>,
}

struct Tracing {
    ruleset: String,
    scenario: Option<ScenarioTrace>,
    steps: Vec<Traced>,
}

pub fn run(args: &TraceArgs, out: &mut Out) -> Outcome {
    let steps_one_by_one = args.at.is_none() && args.from.is_none() && args.to.is_none();
    let tracing = match &args.scenario {
        Some(name) => of_scenario(args, name, out)?,
        None => of_save(args, out)?,
    };
    let failed = tracing.scenario.as_ref().is_some_and(|scenario| scenario.failure.is_some());
    let shown = wanted(args, &tracing)?;
    if args.json {
        let (ruleset, scenario) = (tracing.ruleset.as_str(), tracing.scenario.as_ref());
        let failure = scenario.and_then(ScenarioTrace::failure_message);
        let scenario = scenario.map(|scenario| scenario.name.as_str());
        let printed = Printed { version: JSON_VERSION, ruleset, scenario, choices: &shown, failure };
        out.line(&serde_json::to_string_pretty(&printed).map_err(std::io::Error::from)?)?;
    } else if steps_one_by_one && Keyboard::is_editing() && tracing.steps.len() > 1 {
        step_through(args, &tracing, out)?;
    } else {
        for (i, traced) in shown.iter().enumerate() {
            if i > 0 {
                out.line("")?;
            }
            print(traced, detail(args), None, out)?;
        }
        tell_failure(&tracing, out)?;
    }
    Ok(u8::from(failed))
}

fn detail(args: &TraceArgs) -> Detail {
    if args.brief { Detail::Events } else { Detail::All }
}

fn of_scenario(args: &TraceArgs, name: &str, out: &mut Out) -> Result<Tracing, Failure> {
    let loaded = Loaded::load(&args.what, &args.changes, out)?;
    let (files, shown) = (&loaded.files, loaded.reference.prefix());
    let mut traced = ludex::scenarios::trace(&loaded.ruleset, files, &shown, (None, name))
        .map_err(|problem| no_position(&loaded, name, problem, out))?;
    let steps = std::mem::take(&mut traced.steps);
    Ok(Tracing { ruleset: loaded.ruleset.id().to_owned(), scenario: Some(traced), steps })
}

fn of_save(args: &TraceArgs, out: &mut Out) -> Result<Tracing, Failure> {
    let file = Path::new(&args.what);
    if file.is_dir() || !file.exists() && shipped().contains(&args.what.as_str()) {
        let game = clean(&args.what);
        return Err(Failure::Usage(format!(
            "{game} is a ruleset: name one of its scenarios with --scenario, or a saved game instead"
        )));
    }
    if !args.changes.variants.is_empty() || !args.changes.overlays.is_empty() {
        let why =
            "a saved game has its variants and overlays with it: --variant and --overlay go with --scenario";
        return Err(Failure::Usage(why.to_owned()));
    }
    let save = Save::read(file).map_err(Failure::Problem)?;
    let how = "say where it is with --ruleset";
    let loaded = save.load(args.ruleset.as_deref(), OverlayVersion::Saved, (file, how), out)?;
    let game = replay::replayed(file, &loaded, &save, out)?;
    if !game.is_over() && !args.reveal {
        return Err(Failure::Usage(format!(
            "the game in {} is not over, and a trace reveals hidden information: --reveal shows it",
            file.display()
        )));
    }
    let range = range(args, game.choices())?;
    let steps = traces::game(&game, *range.start(), *range.end());
    Ok(Tracing { ruleset: loaded.ruleset.id().to_owned(), scenario: None, steps })
}

/// Returns the requested range of choices within 0 to `last`.
fn range(args: &TraceArgs, last: usize) -> Result<RangeInclusive<usize>, Failure> {
    let from = args.at.or(args.from).unwrap_or(0);
    let to = args.at.or(args.to).unwrap_or(last);
    let beyond = [("--at", args.at), ("--from", args.from), ("--to", args.to)];
    if let Some((flag, n)) = beyond.into_iter().find_map(|(flag, n)| Some((flag, n.filter(|n| *n > last)?))) {
        return Err(Failure::Usage(format!(
            "{flag} {n}: the choices have the numbers 1 to {last}, and 0 is what came before"
        )));
    }
    if from > to {
        return Err(Failure::Usage(format!("--from {from} lies behind --to {to}")));
    }
    Ok(from..=to)
}

/// Returns the steps within the requested range.
fn wanted<'t>(args: &TraceArgs, tracing: &'t Tracing) -> Result<Vec<&'t Traced>, Failure> {
    let last = tracing.steps.last().map_or(0, |step| step.number);
    let range = range(args, last)?;
    Ok(tracing.steps.iter().filter(|step| range.contains(&step.number)).collect())
}

fn tell_failure(tracing: &Tracing, out: &mut Out) -> std::io::Result<()> {
    let Some((scenario, told)) =
        tracing.scenario.as_ref().and_then(|one| Some((one, one.failure_message()?)))
    else {
        return Ok(());
    };
    let place = told.place.map(|place| format!("{}:{}:{}: ", place.file, place.line, place.column));
    let name = clean(&scenario.name);
    let why = clean(&format!("{}{}", place.unwrap_or_default(), told.message));
    out.wrapped(&format!("{} {name}: {why}", out.paint(RED.bold(), "failed")), 2)?;
    scenario.failure.iter().try_for_each(|failure| failures::lines(failure, out))
}

/// Shows one step at a time, at the user's request. Begins at the failure of a scenario, if any.
fn step_through(args: &TraceArgs, tracing: &Tracing, out: &mut Out) -> Result<(), Failure> {
    let fails = tracing.scenario.as_ref().is_some_and(|scenario| scenario.failure.is_some());
    let steps = &tracing.steps;
    let mut at = if fails { steps.len() - 1 } else { usize::from(steps[0].number == 0) };
    let mut keyboard = Keyboard::new();
    show(args, tracing, at, out)?;
    loop {
        out.line(&out.paint(DIM, &help(steps, at)))?;
        out.flush()?;
        let Input::Line(line) = keyboard.next(Ask { prompt: "> ", seat: 0, names: Vec::new() }) else {
            return Ok(());
        };
        let number = || line.parse().ok().and_then(|n: usize| steps.iter().position(|step| step.number == n));
        let next = match line.as_str() {
            "q" => return Ok(()),
            "n" | "" => Some(at + 1).filter(|next| *next < steps.len()),
            "p" => at.checked_sub(1),
            _ => number(),
        };
        match next {
            Some(next) => at = next,
            None => {
                out.line("there is no such choice")?;
                continue;
            }
        }
        show(args, tracing, at, out)?;
    }
}

fn show(args: &TraceArgs, tracing: &Tracing, at: usize, out: &mut Out) -> std::io::Result<()> {
    print(&tracing.steps[at], detail(args), None, out)?;
    if at + 1 == tracing.steps.len() { tell_failure(tracing, out) } else { Ok(()) }
}

fn help(steps: &[Traced], at: usize) -> String {
    let (first, last) = (steps[0].number, steps[steps.len() - 1].number);
    let next = steps.get(at + 1).map(|step| format!("n: {}; ", heading(step))).unwrap_or_default();
    format!("{next}p: back; {first} to {last}: that one; q: end")
}
