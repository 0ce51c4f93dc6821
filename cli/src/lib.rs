//! The command `ludex`, for the program and for the Python package.
//!
//! Internal to Ludex: only the crate `ludex` has a stable API.
//!
//! Exit codes:
//! - 0: success
//! - 1: a problem in the ruleset, game or save
//! - 2: an invalid command line
//! - 70: a bug in Ludex
//! - 130: Ctrl-C, SIGTERM or SIGHUP

#![deny(clippy::wildcard_enum_match_arm)]

mod args;
mod commands;
pub mod embedded;
mod exec;
mod experiment;
mod failure;
mod files;
mod game;
mod log_file;
mod names;
#[cfg(test)]
mod pages;
mod panic_report;
mod sources;
mod terminal;
mod threads;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

pub use sources::rulesets::shipped;

/// Maximum number of commands that are named for an unknown flag.
const FEW: usize = 6;

/// Runs the command given by `words`, of which the first is the name of the program. Returns the exit code. Ends
/// the process if `words` are invalid or ask for help.
pub fn main_with(words: Vec<OsString>) -> u8 {
    let shown: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let code = panic_report::guarded(&shown, || {
        let args = args::Args::try_parse_from(words).unwrap_or_else(|error| with_commands(error).exit());
        let mut out = terminal::output::Out::new(args.color);
        let result = commands::run(args.command, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
        result.unwrap_or_else(|failure| failure.report())
    });
    exec::kill_all();
    code
}

/// Names the commands that have a flag which is unknown here, if they are few. Replaces the advice on values that
/// begin with dashes, which no command takes.
fn with_commands(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg).cloned() else { return error };
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    error.remove(ContextKind::Suggested);
    let program = args::Args::command();
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|arg| arg.get_long().is_some_and(|long| flag == format!("--{long}")))
    };
    let having: Vec<&str> = program.get_subcommands().filter(has).map(clap::Command::get_name).collect();
    if (1..=FEW).contains(&having.len()) {
        let tip = format!("{flag} is a flag of: {}", having.join(", "));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
