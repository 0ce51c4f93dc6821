//! Command-line program of Ludex.
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

use std::process::ExitCode;

use clap::Parser;

/// The compiler allocates many small objects on several threads, which is slow with most system allocators.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    ExitCode::from(panic_report::guarded(&words, || {
        let args = args::Args::parse();
        let mut out = terminal::output::Out::new(args.color);
        let result = commands::run(args.command, &mut out).and_then(|code| Ok(out.flush().map(|()| code)?));
        result.unwrap_or_else(|failure| failure.report())
    }))
}
