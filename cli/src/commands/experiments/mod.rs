//! Commands that play many games.

pub(in crate::commands) mod balance;
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

use crate::args::Experiment;
use crate::failure::Outcome;
use crate::terminal::output::Out;

/// Runs an experiment, or reports the merged counts of its parts.
pub fn run(experiment: &Experiment, parts: Option<Piece>, out: &mut Out) -> Outcome {
    match experiment {
        Experiment::Simulate(args) => simulate::run(args, parts, out),
        Experiment::Compare(args) => compare::run(args, parts, out),
        Experiment::Impact(args) => impact::run(args, parts, out),
        Experiment::Ladder(args) => ladder::run(args, parts, out),
        Experiment::Sweep(args) => sweep::run(args, parts, out),
    }
}
