//! One file for each command.

mod check;
mod compare;
mod completions;
mod explain;
mod impact;
mod ladder;
mod merge;
mod play;
mod replay;
mod report;
pub mod rules;
mod show;
mod simulate;
mod solve;
mod sweep;
mod test;

use crate::args::Command;
use crate::failure::Outcome;
use crate::output::Out;

pub fn run(command: Command, out: &mut Out) -> Outcome {
    out.verdict = matches!(command, Command::Check(_) | Command::Test(_) | Command::Simulate(_));
    match command {
        Command::Play(args) => play::run(&args, out),
        Command::Simulate(args) => simulate::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Impact(args) => impact::run(&args, out),
        Command::Ladder(args) => ladder::run(&args, out),
        Command::Sweep(args) => sweep::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Solve(args) => solve::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Test(args) => test::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Explain { code } => explain::run(&code, out),
        Command::Completions { shell } => completions::run(shell, out),
    }
}
