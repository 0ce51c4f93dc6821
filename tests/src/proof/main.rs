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

/// Proofs and measurements of Ludex. Each reads words of its own; the head of its file in `tests/src/proof` says which.
#[derive(Parser)]
#[command(name = "proof")]
enum Tool {
    /// How strong bots are: each pair against each other.
    Arena(Words),
    /// Any one character is taken out of a ruleset that an editor has open.
    Cuts(cuts::Arguments),
    /// What it costs to deal anew what a seat can't know.
    Deals(Words),
    /// One number for the picks and scores of very many random games.
    GamesHash(games_hash::Arguments),
    /// Plays generated rulesets lowered with passes and without.
    Generated(generated::Arguments),
    /// What must hold in every position of random games.
    Invariants(Words),
    /// What a ruleset of many cards costs.
    Large(Words),
    /// Puts the parts of an arena together.
    Merge {
        /// What an arena with `--shard` printed, all parts.
        #[arg(required = true)]
        files: Vec<String>,
    },
    /// What the language server answers, for the one in a page.
    Messages,
    /// Whether scenarios notice a change of the rules.
    Mutants(Words),
    /// What criterion measured of each part.
    Parts(Words),
    /// What each pass of lowering gains.
    Passes(passes::Arguments),
    /// Random games of one ruleset beside another engine.
    Peers(Words),
    /// Random mistakes in rulesets, scenarios and saves.
    Smoke(Words),
    /// Means of random play against published figures.
    Stats(Words),
    /// How long the tries of bots are beside real games.
    Tries(tries::Arguments),
    /// How fast the interpreter is beside games written by hand.
    Yardstick(Words),
}

/// What a tool reads itself.
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
