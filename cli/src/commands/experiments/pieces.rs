//! Parts of experiments: printing one, and asking the same again with the counts of all.

use clap::Parser;
use ludex_lab::shard::{Counts, Piece, Run, Shard, merge_pieces};

use super::report;
use crate::args::{Args, Command};
use crate::failure::{Failure, Outcome};
use crate::terminal::output::{Out, warn};

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

/// The words of the command, without those that say which part of the run it is and on how many threads.
pub fn typed() -> Vec<String> {
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

/// Puts parts together and prints what a single run would have printed.
pub fn merge(pieces: Vec<(String, Piece)>, out: &mut Out) -> Outcome {
    let piece = merge_pieces(pieces).map_err(|error| Failure::Problem(error.to_string()))?;
    let of = piece.run.command.join(" ");
    let problem = |why: &str| Failure::Problem(format!("the parts are of `{of}`: {why}"));
    let args = Args::try_parse_from(&piece.run.command).map_err(|error| problem(&error.to_string()))?;
    let Command::Experiment(mut experiment) = args.command else {
        return Err(problem("that is no experiment with parts"));
    };
    let run = experiment.run_args();
    (run.json, run.no_timing) = (true, true);
    super::run(&experiment, Some(piece), out)
}
