//! Compares the lengths of playouts of bots with real games: detects impossible determinizations with endless
//! play.
//!
//! `just tries [--games N] [--every N]` plays N (20) random games of each game in `tests/editions/1` and
//! `tests/cases/games` with its fewest and its most players. At every Nth (7th) decision it plays random
//! playouts for the acting player: from determinizations that ignore the sampled statistics, and as bots do.
//! The Markdown table contains the decisions of the longest real game and of the longest playout, and the
//! share of playouts over three times as long as the longest real game, or endless. The exit code is 1 if a
//! playout of bots is too long.

use std::process::ExitCode;

use clap::Parser;
use ludex::compile;
use ludex_tests::cases::{Case, files_below, here, read};
use ludex_tests::tries::{Tried, lengths};

#[derive(Parser)]
pub struct Arguments {
    /// Number of random games of each game
    #[arg(long, default_value_t = 20)]
    games: u64,
    /// Number of decisions between two measured positions
    #[arg(long, default_value_t = 7)]
    every: usize,
}

pub fn run(asked: Arguments) -> ExitCode {
    println!(
        "| game | players | longest game | longest try | too long, % | no end, % | of bots | too long, % | no end, % |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut fine = true;
    for folder in ["editions/1", "cases/games"] {
        let folder = here().join(folder);
        for path in files_below(&folder).iter().filter(|path| path.parent() == Some(folder.as_path())) {
            let case = Case { name: path.display().to_string(), text: read(path) };
            let Some(ruleset) = compile(&case.files()).into_ruleset().ok() else { continue };
            let mut counts = vec![*ruleset.players().start(), *ruleset.players().end()];
            counts.dedup();
            for setup in counts.into_iter().filter_map(|players| ruleset.setup(players, &[]).ok()) {
                let found = lengths(&setup, asked.games, asked.every);
                fine &= found.bots.too_long == 0;
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                println!(
                    "| {name} | {} | {} | {} | {} |",
                    setup.players(),
                    found.game,
                    format_row(found.any),
                    format_row(found.bots)
                );
            }
        }
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn format_row(tried: Tried) -> String {
    let part = |n: usize| 100.0 * n as f64 / tried.tries.max(1) as f64;
    format!("{} | {:.2} | {:.2}", tried.longest, part(tried.too_long), part(tried.endless))
}
