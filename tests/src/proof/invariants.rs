//! Checks the invariants of every position in thousands of games.
//!
//! `just invariants [--games N]` plays N (1,000) random games of every shipped game with every number of
//! players. After every choice, it checks `invariants::hold_always` and all promises of the game
//! (`cases/invariants`), also at events between decisions. At every 50th choice and at the end of every 10th
//! game it checks `invariants::hold_sometimes` (links, copies, record and replay, every option taken and
//! undone, redealing for every seat). At the 50th choice of every 50th game, redealt games are played to
//! their end. The exit code is 1 if an invariant failed.

use ludex_tests::inside::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use ludex::Ruleset;
use ludex_tests::invariants::{cards_in_play, hold_always, hold_sometimes, redealt_games_end};
use ludex_tests::promises::{Promises, Watch};
use ludex_tests::rulesets::{Picks, ruleset, shipped, spread};
use ludex_tests::transcript::MOST_CHOICES;

pub fn run(words: Vec<String>) -> ExitCode {
    let args = words;
    let games: u64 = match args.as_slice() {
        [] => 1_000,
        [key, n] if key == "--games" && n.parse::<u64>().is_ok() => n.parse().unwrap_or(0),
        _ => {
            eprintln!("usage: invariants [--games N]");
            return ExitCode::from(2);
        }
    };
    println!(
        "{:<14} {:>7} {:>9} {:>7} {:>10} {:>11} {:>8}",
        "ruleset", "players", "promises", "games", "positions", "violations", "seconds"
    );
    let mut violations = 0;
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked().min_players..=ruleset.checked().max_players {
            violations += many(&ruleset, players, games);
        }
    }
    println!("{violations} violations");
    if violations > 0 { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// Plays games with one number of players on all cores. Returns the number of violations.
fn many(ruleset: &Ruleset, players: u8, games: u64) -> u64 {
    let began = Instant::now();
    let promises = Promises::load(ruleset, players);
    let [next, positions, violations] = [const { AtomicU64::new(0) }; 3];
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                break;
            }
            let mut seen = 0;
            let played = catch_unwind(AssertUnwindSafe(|| one(ruleset, &promises, number, &mut seen)));
            positions.fetch_add(seen, Ordering::Relaxed);
            if played.is_err() {
                // the panic has printed the details
                eprintln!("{}, {players} players, game {number}, choice {seen}", ruleset.id());
                violations.fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let violations = violations.into_inner();
    println!(
        "{:<14} {players:>7} {:>9} {games:>7} {:>10} {violations:>11} {:>8.1}",
        ruleset.id(),
        promises.count(),
        positions.into_inner(),
        began.elapsed().as_secs_f64()
    );
    violations
}

/// Plays one game; `seen` counts its positions.
fn one(ruleset: &Ruleset, promises: &Promises, number: u64, seen: &mut u64) {
    let mut game = promises.new_game(ruleset, spread(number));
    let (mut picks, mut watch) = (Picks(number), Watch::new(promises));
    let cards = cards_in_play(&game);
    loop {
        hold_always(&game);
        watch.check_next(&game).unwrap_or_else(|broken| panic!("{broken}"));
        assert_eq!(cards_in_play(&game), cards, "no card comes or goes");
        *seen += 1;
        let choices = game.choices();
        if (game.is_over() && number.is_multiple_of(10)) || choices % 50 == 49 {
            hold_sometimes(&game, &mut picks);
        }
        if choices == 50 && number.is_multiple_of(50) {
            redealt_games_end(&game, &mut picks);
        }
        let Some(decision) = game.decision() else { break };
        let pick = picks.below(decision.len());
        assert!(choices < MOST_CHOICES, "the game does not end");
        game.apply(pick).unwrap_or_else(|e| panic!("{e:?}"));
    }
}
