//! Hashes of many random games: detect whether a change affects any game.
//!
//! `just games-hash [--games N] [--form plain|all] [--check]` plays N (1,000,000) random games of all shipped
//! rulesets, alone and with each variant, for each number of players, with default options and with rows of
//! other values. It prints a hash for each ruleset and one for all. They depend on every pick, score and
//! fault, but not on the machine or its number of cores. `--form plain` plays unoptimised programs, `--form
//! all` (the default) uses all passes. `--check` plays both, prints each setting with a differing game, and
//! exits with 1 if any game differs.

use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, ValueEnum};
use ludex_run::lower::Passes;
use ludex_tests::courses::{Setting, all, on_all_cores, share, together, with_variants};
use ludex_tests::rulesets::shipped;

#[derive(Args)]
pub struct Arguments {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: u64,
    /// Passes of lowering
    #[arg(long, value_enum, default_value_t = Form::All)]
    form: Form,
    /// Play both forms, and report each setting in which a game differs
    #[arg(long)]
    check: bool,
}

/// A form of a program.
#[derive(Clone, Copy, ValueEnum)]
enum Form {
    /// Without passes.
    Plain,
    /// With all passes.
    All,
}

pub fn run(asked: Arguments) -> ExitCode {
    let began = Instant::now();
    let rulesets: Vec<_> = shipped().iter().map(|id| with_variants(id)).collect();
    let settings: Vec<Setting<'_>> = rulesets.iter().flat_map(|ruleset| all(ruleset)).collect();
    let differ = if asked.check { compare(&settings, asked.games) } else { 0 };
    if !asked.check {
        print(&settings, &asked);
    }
    println!("{} games, {} settings, {:.0} s", asked.games, settings.len(), began.elapsed().as_secs_f64());
    if differ > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// Prints a hash for each ruleset and one for all.
fn print(settings: &[Setting<'_>], asked: &Arguments) {
    let passes = match asked.form {
        Form::Plain => Passes::NONE,
        Form::All => Passes::ALL,
    };
    let hashes = on_all_cores(settings, asked.games, |setting, games| setting.hash(games, passes));
    let played: Vec<_> = settings.iter().zip(hashes).enumerate().collect();
    for of_one in played.chunk_by(|(_, (a, _)), (_, (b, _))| a.ruleset.id() == b.ruleset.id()) {
        let games: u64 = of_one.iter().map(|(at, _)| share(asked.games, settings.len(), *at)).sum();
        let hash = together(of_one.iter().map(|(_, (_, hash))| *hash));
        println!("{:<14} {games:>9} games  {hash:016x}", of_one[0].1.0.ruleset.id());
    }
    let all = together(played.iter().map(|(_, (_, hash))| *hash));
    println!("{:<14} {:>9} games  {all:016x}", "all", asked.games);
}

/// Returns the number of settings with a game that differs with all passes.
fn compare(settings: &[Setting<'_>], games: u64) -> usize {
    let parted = on_all_cores(settings, games, |setting, games| setting.parts(games));
    let parted = settings.iter().zip(parted).filter_map(|(setting, game)| Some((setting, game?)));
    let told = parted.inspect(|(setting, game)| println!("{setting}: game {game} is another one"));
    let differ = told.count();
    println!("{differ} settings differ");
    differ
}
