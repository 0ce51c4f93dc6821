//! The optimiser changes nothing but speed: the same picks, ends and faults with its passes and without, and in both forms of a program the same fuel.

use ludex_tests::inside::*;

use ludex::machinery::lower::{Passes, lower_by};
use ludex::machinery::program::{Program, dump};
use ludex::{Playout, Ruleset};
use ludex_tests::cases::cases;
use ludex_tests::rulesets::{compile_case, ruleset, shipped, spread};

/// All that can be told of a random game, and its fuel if it came to an end.
fn played(playout: &mut Playout, seed: u64) -> (String, Option<u64>) {
    let mut picks = Vec::new();
    let end = playout.picks(seed, |pick| picks.push((pick.player, pick.options, pick.index)));
    let end = format!("{end:?}");
    let state = playout.state();
    (format!("{picks:?} {end} {:x}", state.table_hash()), end.starts_with("Ok").then(|| state.fuel()))
}

fn lowered(ruleset: &Ruleset, players: u8, passes: Passes) -> Program {
    let options = ruleset.option_values(players, &[]).expect("the defaults fit");
    lower_by(ruleset.checked(), players, &options, passes).expect("it can be played")
}

fn agree(ruleset: &Ruleset, players: u8, games: u64) {
    let programs = [Passes::NONE, Passes::TREE, Passes::ALL].map(|passes| lowered(ruleset, players, passes));
    let [mut plain, mut tree, mut fast] = programs.map(|program| playout(ruleset, program));
    for seed in (0..games).map(spread) {
        let found = played(&mut fast, seed);
        assert_eq!(played(&mut tree, seed), found, "{players} players, seed {seed}");
        assert_eq!(played(&mut plain, seed).0, found.0, "{players} players, seed {seed}");
    }
}

#[test]
fn every_game_is_the_same_with_all_passes_and_without() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        let players = ruleset.checked().min_players..=ruleset.checked().max_players;
        players.for_each(|players| agree(&ruleset, players, 20));
    }
}

/// Games made for the passes, those of other stages, and those in which a rule fails.
#[test]
fn every_case_is_the_same_with_all_passes_and_without() {
    for (kind, games) in
        [("optimise", 10), ("linear", 10), ("program", 2), ("exec", 2), ("words", 2), ("faults", 1)]
    {
        for case in cases(kind) {
            let ruleset: Ruleset = compile_case(&case.files());
            agree(&ruleset, case.players(), games);
        }
    }
}

#[test]
fn a_case_of_a_pass_shows_the_pass() {
    let case = cases("optimise").into_iter().find(|case| case.stem() == "invariants").expect("the case");
    let ruleset = compile_case(&case.files());
    let [plain, fast] =
        [Passes::NONE, Passes::ALL].map(|passes| dump(&lowered(&ruleset, case.players(), passes)));
    assert!(!plain.contains("kept(") && fast.contains("kept("), "{fast}");
}
