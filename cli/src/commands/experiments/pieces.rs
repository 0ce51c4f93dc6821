//! Parts of experiments: printing one, and asking the same again with the counts of all.

use clap::Parser;
use ludex::Ruleset;
use ludex_lab::shard::{Counts, Piece, Shard, merge_pieces};

use super::{compare, impact, ladder, report, sweep};
use crate::args::{Args, Command};
use crate::failure::{Failure, Outcome};
use crate::terminal::output::{Out, warn};

/// Prints a part of the experiment that was typed, which has counted so much of these rulesets. Nothing was counted where it was stopped.
pub fn print(shard: Shard, rulesets: &[&Ruleset], counts: Option<(Counts, bool)>, out: &mut Out) -> Outcome {
    let Some((counts, whole)) = counts else {
        warn("stopped: a part that was not played to its end says nothing");
        return Ok(130);
    };
    let piece = Piece::new(shard, whole, (typed(), rules(rulesets)), counts);
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

fn rules(rulesets: &[&Ruleset]) -> Vec<String> {
    rulesets.iter().map(|ruleset| format!("{:016x}", ruleset.fingerprint())).collect()
}

/// Whether these are the rules of the parts.
///
/// # Errors
/// They have changed since.
pub fn fits(piece: &Piece, rulesets: &[&Ruleset]) -> Result<(), Failure> {
    let (now, then) = (rules(rulesets), &piece.rules);
    if now == *then {
        return Ok(());
    }
    let (now, then) = (now.join(","), then.join(","));
    Err(Failure::Problem(format!("the parts were played with the rules {then}; these are now {now}")))
}

/// Parts that say they are of one experiment, and have counted another.
pub fn other(experiment: &str) -> Failure {
    Failure::Problem(format!("the parts have not counted what `ludex {experiment}` counts"))
}

/// Puts parts together and prints what a single run would have printed.
pub fn merge(pieces: Vec<(String, Piece)>, out: &mut Out) -> Outcome {
    let piece = merge_pieces(pieces).map_err(|error| Failure::Problem(error.to_string()))?;
    let of = piece.command.join(" ");
    let problem = |why: &str| Failure::Problem(format!("the parts are of `{of}`: {why}"));
    let args = Args::try_parse_from(&piece.command).map_err(|error| problem(&error.to_string()))?;
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
