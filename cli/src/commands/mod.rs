//! One file for each command.

mod check;
mod completions;
mod experiments;
mod explain;
mod fmt;
mod lsp;
mod man;
mod new;
mod play;
mod replay;
pub mod rules;
mod show;
mod table;
mod test;
mod watch;

use crate::args::Command;
use crate::failure::Outcome;
use crate::terminal::output::Out;

pub fn run(command: Command, out: &mut Out) -> Outcome {
    out.verdict = matches!(command, Command::Check(_) | Command::Test(_) | Command::Simulate(_));
    match command {
        Command::Play(args) => play::run(&args, out),
        Command::Simulate(args) => experiments::simulate::run(&args, out),
        Command::Compare(args) => experiments::compare::run(&args, out),
        Command::Impact(args) => experiments::impact::run(&args, out),
        Command::Ladder(args) => experiments::ladder::run(&args, out),
        Command::Sweep(args) => experiments::sweep::run(&args, out),
        Command::Merge(args) => experiments::merge::run(&args, out),
        Command::Solve(args) => experiments::solve::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Test(args) => test::run(&args, out),
        Command::Watch(args) => watch::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Table(args) => table::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Fmt { paths, check, diff } => fmt::run(&paths, check, diff, out),
        Command::New(args) => new::run(&args, out),
        Command::Lsp { .. } => lsp::run(),
        Command::Explain { code } => explain::run(&code, out),
        Command::Completions { shell } => completions::run(shell, out),
        Command::Man { command } => man::run(command.as_deref(), out),
    }
}
