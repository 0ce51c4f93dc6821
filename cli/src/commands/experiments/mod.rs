//! Commands that play many games.

mod balance;
pub(in crate::commands) mod compare;
pub(in crate::commands) mod driver;
mod impact;
mod ladder;
mod levels;
pub(in crate::commands) mod merge;
mod pieces;
pub(in crate::commands) mod players;
pub(in crate::commands) mod report;
mod simulate;
pub(in crate::commands) mod solve;
mod sweep;
#[cfg(feature = "learn")]
pub(in crate::commands) mod train;
#[cfg(not(feature = "learn"))]
#[path = "untrained.rs"]
pub(in crate::commands) mod train;

use ludex_lab::shard::Piece;

use crate::args::{
    Experiment, ImpactArgs, LadderArgs, Numbers, ReportArgs, RunArgs, SimulateArgs, SweepArgs,
};
use crate::failure::{Failure, Outcome};
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

/// Runs an experiment, or reports the merged counts of its parts. Repeats it for each number of players.
pub fn run(mut experiment: Experiment, parts: Option<Piece>, out: &mut Out) -> Outcome {
    experiment.run_args().separate_values();
    let numbers = experiment.take_numbers().map_err(Failure::Usage)?;
    let Some(numbers) = numbers.filter(|numbers| numbers.first < numbers.last) else {
        experiment.run_args().players = numbers.map(|numbers| numbers.first);
        return once(&experiment, parts, out);
    };
    if experiment.is_single() {
        let message = "several numbers of players have several results; leave out --html, --csv, --log, --store and --shard";
        return Err(Failure::Usage(message.to_owned()));
    }
    fit(&experiment, numbers, out)?;
    let is_json = experiment.run_args().json;
    let mut code = 0;
    for players in numbers.all() {
        let before = if players == numbers.first { "[" } else { "," };
        if is_json || players > numbers.first {
            out.line(if is_json { before } else { "" })?;
        }
        experiment.run_args().players = Some(players);
        code = code.max(once(&experiment, None, out)?);
        if code == levels::STOPPED {
            break;
        }
    }
    if is_json {
        out.line("]")?;
    }
    out.flush()?;
    Ok(code)
}

/// Reports on a game with one number of players and one kind of bot.
pub fn report(mut args: ReportArgs, out: &mut Out) -> Outcome {
    args.run.separate_values();
    let refused = |why: &str| Err(Failure::Usage(why.to_owned()));
    args.run.players = match args.run.numbers {
        Some(Numbers { first, last }) if first < last => {
            return refused(
                "a report is on one number of players and compares it with the others: give one, such as --players 3",
            );
        }
        numbers => numbers.map(|numbers| numbers.first),
    };
    if args.run.bots.as_ref().is_some_and(|bots| bots.contains(',')) {
        return refused("a report has the same bot in all seats: give one, such as --bots search:50");
    }
    balance::run(&args, out)
}

/// Returns an error if a ruleset does not take one of the numbers of players.
fn fit(experiment: &Experiment, numbers: Numbers, out: &mut Out) -> Result<(), Failure> {
    let one = |ruleset: &str, run: &RunArgs, out: &mut Out| {
        Loaded::load(ruleset, &run.changes, out).map(|loaded| vec![loaded])
    };
    let rulesets = match experiment {
        Experiment::Compare(args) => compare::load(args, out)?.into(),
        Experiment::Simulate(SimulateArgs { ruleset, run, .. })
        | Experiment::Impact(ImpactArgs { ruleset, run, .. })
        | Experiment::Ladder(LadderArgs { ruleset, run, .. })
        | Experiment::Sweep(SweepArgs { ruleset, run, .. }) => one(ruleset, run, out)?,
    };
    rulesets.iter().try_for_each(|of| numbers.all().try_for_each(|n| of.players(Some(n)).map(drop)))
}

fn once(experiment: &Experiment, parts: Option<Piece>, out: &mut Out) -> Outcome {
    match experiment {
        Experiment::Simulate(args) => simulate::run(args, parts, out),
        Experiment::Compare(args) => compare::run(args, parts, out),
        Experiment::Impact(args) => impact::run(args, parts, out),
        Experiment::Ladder(args) => ladder::run(args, parts, out),
        Experiment::Sweep(args) => sweep::run(args, parts, out),
    }
}
