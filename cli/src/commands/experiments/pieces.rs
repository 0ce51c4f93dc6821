//! Parts of experiments: printing one, and asking the same again with the counts of all.

use clap::Parser;
use ludex::Ruleset;
use ludex::bots::BotSpec;
use ludex_lab::report::{Changes, Made};
use ludex_lab::shard::{Counts, Piece, Run, Shard, merge_pieces};

use super::{compare, impact, ladder, report, sweep};
use crate::args::{Args, Command};
use crate::failure::{Failure, Outcome};
use crate::terminal::output::{Out, warn};

/// The run that was typed: what its parts have in common, resolved from the whole run and not from a part.
pub fn of(rulesets: &[&Ruleset], (players, changes): (u8, Changes), bots: &[BotSpec], made: Made) -> Run {
    let rules = rulesets.iter().map(|ruleset| format!("{:016x}", ruleset.fingerprint())).collect();
    let bots = bots.iter().map(ToString::to_string).collect();
    Run { command: typed(), rules, players, changes, bots, made }
}

/// Prints a part of a run with its counts; there are none if it was stopped.
pub fn print(shard: Shard, run: Run, counts: Option<(Counts, bool)>, out: &mut Out) -> Outcome {
    let Some((counts, whole)) = counts else {
        warn("stopped: a part that was not played to its end says nothing");
        return Ok(130);
    };
    let piece = Piece::new(shard, whole, run, counts);
    out.line(&report::json(&piece))?;
    out.flush()?;
    Ok(if whole { 0 } else { 1 })
}

/// What was typed, without what says which part it is, and where else its result goes.
fn typed() -> Vec<String> {
    let mut words = std::env::args().skip(1);
    let mut kept = vec!["ludex".to_owned()];
    while let Some(word) = words.next() {
        match word.split_once('=').map_or(word.as_str(), |(flag, _)| flag) {
            "--shard" | "--jobs" => {
                if !word.contains('=') {
                    words.next();
                }
            }
            _ => kept.push(word),
        }
    }
    kept
}

/// Whether the parts are of this run.
///
/// # Errors
/// Rules, weights or the program have changed since.
pub fn fits(piece: &Piece, run: &Run) -> Result<(), Failure> {
    let Some((what, then, now)) = piece.run.differs(run) else { return Ok(()) };
    Err(Failure::Problem(format!(
        "the parts are not of the run that is asked for here: {what} {then} in the parts, {now} here"
    )))
}

/// Parts that say they are of one experiment, and have counted another.
pub fn other(experiment: &str) -> Failure {
    Failure::Problem(format!("the parts have not counted what `ludex {experiment}` counts"))
}

/// Puts parts together and prints what a single run would have printed.
pub fn merge(pieces: Vec<(String, Piece)>, out: &mut Out) -> Outcome {
    let piece = merge_pieces(pieces).map_err(|error| Failure::Problem(error.to_string()))?;
    let of = piece.run.command.join(" ");
    let problem = |why: &str| Failure::Problem(format!("the parts are of `{of}`: {why}"));
    let args = Args::try_parse_from(&piece.run.command).map_err(|error| problem(&error.to_string()))?;
    if let Command::Ladder(mut args) = args.command {
        (args.run.json, args.run.no_timing) = (true, true);
        ladder::merged(&args, piece, out)
    } else if let Command::Impact(mut args) = args.command {
        (args.run.json, args.run.no_timing) = (true, true);
        impact::merged(&args, piece, out)
    } else if let Command::Sweep(mut args) = args.command {
        (args.run.json, args.run.no_timing) = (true, true);
        sweep::merged(&args, piece, out)
    } else if let Command::Compare(mut args) = args.command {
        (args.run.json, args.run.no_timing) = (true, true);
        compare::merged(&args, piece, out)
    } else {
        Err(problem("that is no experiment with parts"))
    }
}
