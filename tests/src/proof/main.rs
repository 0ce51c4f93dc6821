//! Tools for manual, nightly and CI runs: `cargo run --release -p ludex-tests -- TOOL …`, or `just TOOL …`.
#![allow(missing_docs)]

mod arena;
mod cuts;
mod deals;
mod games_hash;
mod generated;
mod invariants;
mod large;
mod messages;
mod mutants;
mod parts;
mod passes;
mod peers;
mod smoke;
mod stats;
mod tries;
mod yardstick;

use std::process::ExitCode;

use clap::{Args, Parser};

/// Proofs and measurements of Ludex. The head of each file in `tests/src/proof` describes its arguments.
#[derive(Parser)]
#[command(name = "proof")]
enum Tool {
    /// Play each pair of bots against each other.
    Arena(Words),
    /// Remove single characters from a ruleset that is open in an editor.
    Cuts(cuts::Arguments),
    /// Measure the cost of a determinization.
    Deals(Words),
    /// Print a hash of the picks and scores of many random games.
    GamesHash(games_hash::Arguments),
    /// Play generated rulesets with and without passes.
    Generated(generated::Arguments),
    /// Check the invariants of games in every position of random games.
    Invariants(Words),
    /// Measure the cost of a ruleset with many cards.
    Large(Words),
    /// Merge the parts of an arena.
    Merge {
        /// Outputs of an arena with `--shard`, all parts.
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// Print the answers of the language server, to compare them with those in a web page.
    Messages,
    /// Check that scenarios detect changes of the rules.
    Mutants(Words),
    /// Print the results of criterion for each part.
    Parts(Words),
    /// Measure the gain of each pass of lowering.
    Passes(passes::Arguments),
    /// Compare random games of a ruleset with another engine.
    Peers(Words),
    /// Try random mistakes in rulesets, scenarios and saves.
    Smoke(Words),
    /// Compare means of random play with published figures.
    Stats(Words),
    /// Compare the length of playouts with real games.
    Tries(tries::Arguments),
    /// Compare the interpreter with games written by hand.
    Yardstick(Words),
}

/// Arguments that a tool parses itself.
#[derive(Args)]
struct Words {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

fn main() -> ExitCode {
    match Tool::parse() {
        Tool::Arena(asked) => arena::run(asked.words),
        Tool::Cuts(asked) => cuts::run(asked),
        Tool::Deals(asked) => deals::run(asked.words),
        Tool::GamesHash(asked) => games_hash::run(asked),
        Tool::Generated(asked) => generated::run(asked),
        Tool::Invariants(asked) => invariants::run(asked.words),
        Tool::Large(asked) => large::run(asked.words),
        Tool::Merge { files } => arena::merge(&files),
        Tool::Messages => messages::run(),
        Tool::Mutants(asked) => mutants::run(asked.words),
        Tool::Parts(asked) => parts::run(asked.words),
        Tool::Passes(asked) => passes::run(asked),
        Tool::Peers(asked) => peers::run(asked.words),
        Tool::Smoke(asked) => smoke::run(asked.words),
        Tool::Stats(asked) => stats::run(asked.words),
        Tool::Tries(asked) => tries::run(asked),
        Tool::Yardstick(asked) => yardstick::run(asked.words),
    }
}
