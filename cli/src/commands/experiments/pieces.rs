//! Parts of experiments: prints a part, or merges all parts and repeats the command.

use clap::Parser;
use ludex_lab::shard::{Counts, Piece, Run, Shard, merge_pieces};

use super::report;
use crate::args::{Args, Command};
use crate::failure::{Failure, Outcome};
use crate::terminal::output::{Out, warn};

/// Prints a part of a run with its counts, which are `None` if the run was interrupted.
pub fn print(shard: Shard, run: Run, counts: Option<(Counts, bool)>, out: &mut Out) -> Outcome {
    let Some((counts, whole)) = counts else {
        warn("stopped: an incomplete part has no result");
        return Ok(130);
    };
    let piece = Piece::new(shard, whole, run, counts);
    out.line(&report::json(&piece))?;
    out.flush()?;
    Ok(if whole { 0 } else { 1 })
}

/// Returns the words of the command without `--shard` and `--jobs`.
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

/// Checks that the parts belong to this run.
///
/// # Errors
/// If the rules, the weights or the program have changed since.
pub fn fits(piece: &Piece, run: &Run) -> Result<(), Failure> {
    let Some((what, then, now)) = piece.run.differs(run) else { return Ok(()) };
    Err(Failure::Problem(format!("the parts belong to another run: {what} {then} in the parts, {now} here")))
}

/// Merges parts and prints the output of an equivalent single run.
pub fn merge(pieces: Vec<(String, Piece)>, out: &mut Out) -> Outcome {
    let piece = merge_pieces(pieces).map_err(|error| Failure::Problem(error.to_string()))?;
    let of = piece.run.command.join(" ");
    let problem = |why: &str| Failure::Problem(format!("the parts are of `{of}`: {why}"));
    let args = Args::try_parse_from(&piece.run.command).map_err(|error| problem(&error.to_string()))?;
    let Command::Experiment(mut experiment) = args.command else {
        return Err(problem("this experiment has no parts"));
    };
    let run = experiment.run_args();
    (run.json, run.no_timing) = (true, true);
    super::run(experiment, Some(piece), out)
}
