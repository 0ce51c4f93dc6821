//! The commands, one file each.

pub mod about;
mod bot;
mod check;
mod diff;
mod doc;
mod experiments;
mod fmt;
mod inside;
mod lsp;
mod new;
mod packages;
mod play;
mod replay;
pub mod rules;
#[cfg(feature = "serve")]
mod serve;
pub mod show;
mod table;
mod test;
mod watch;

use crate::args::{Command, Experiment};
use crate::failure::Outcome;
use crate::terminal::output::Out;

pub fn run(command: Command, out: &mut Out) -> Outcome {
    out.verdict = matches!(
        command,
        Command::Bot(_)
            | Command::Check(_)
            | Command::Test(_)
            | Command::Trace(_)
            | Command::Experiment(Experiment::Simulate(_))
    );
    match command {
        Command::Play(args) => play::run(&args, out),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, out),
        Command::Experiment(experiment) => experiments::run(experiment, None, out),
        Command::Report(args) => experiments::report(args, out),
        Command::Merge(args) => experiments::merge::run(&args, out),
        Command::Solve(args) => experiments::solve::run(&args, out),
        Command::Train(args) => experiments::train::run(&args, out),
        Command::Bot(args) => bot::run(&args, out),
        Command::Check(args) => check::run(&args, out),
        Command::Test(args) => test::run(&args, out),
        Command::Watch(args) => watch::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Trace(args) => inside::trace::run(&args, out),
        Command::Profile(args) => inside::profile::run(&args, out),
        Command::Table(args) => table::run(&args, out),
        Command::Show(args) => show::run(&args, out),
        Command::Schema(args) => about::schema::run(&args, out),
        Command::Doc(args) => doc::run(&args, out),
        Command::Rules(args) => rules::run(&args, out),
        Command::Fmt { paths, check, diff, json } => fmt::run(&paths, (check, diff, json), out),
        Command::New(args) => new::run(&args, out),
        Command::Puzzle(args) => new::puzzle::run(&args, out),
        Command::Lsp { .. } => lsp::run(),
        Command::Diff(args) => diff::run(&args, out),
        Command::Pack(args) => packages::pack::run(&args, out),
        Command::Install(args) => packages::install::run(&args, out),
        Command::List(args) => packages::list::run(&args, out),
        Command::Remove(args) => packages::remove::run(&args, out),
        Command::Guide { page, words } => about::guide::run(page.as_deref(), &words, out),
        Command::Explain { code, json } => about::explain::run(&code, json, out),
        Command::Completions { shell } => about::completions::run(shell, out),
        Command::Man { command } => about::man::run(command.as_deref(), out),
    }
}
