//! Passes of lowering change only speed and fuel: picks, ends and faults are the same with and without them.

use std::sync::Arc;

use ludex::{ApplyError, Chooser, FaultKind, Playout, Ruleset, Trace, Turn};
use ludex_run::lower::{Passes, lower_by};
use ludex_run::program::{Program, dump};
use ludex_tests::cases::cases;
use ludex_tests::inside::*;
use ludex_tests::rulesets::{compile_case, ruleset, shipped, spread};

/// A random game.
#[derive(Debug, PartialEq, Eq)]
struct Played {
    /// All observable events.
    events: String,
    /// Fuel, if the game ends without a fault.
    fuel: Option<u64>,
    /// True if the game used its whole budget.
    ran_out: bool,
}

fn played(playout: &mut Playout, seed: u64, trace: Option<&mut Trace>) -> Played {
    let (mut picks, mut choices) = (Vec::new(), Chooser::new(seed));
    let choose = |turn: Turn<'_>| {
        let index = choices.below(turn.options());
        picks.push((turn.seat(), turn.options(), index));
        index
    };
    let end = match trace {
        Some(trace) => playout.traced(seed, trace, choose),
        None => playout.play(seed, choose),
    };
    let ran_out = matches!(&end, Err(ApplyError::Fault(fault))
        if [FaultKind::TooLong, FaultKind::GameTooLong].contains(&fault.kind));
    let (end, is_over) = (format!("{end:?}"), end.is_ok());
    let state = playout.state();
    let fuel = is_over.then(|| state.fuel());
    Played { events: format!("{picks:?} {end} {:x}", state.table_hash()), fuel, ran_out }
}

fn lowered(ruleset: &Ruleset, players: u8, passes: Passes) -> Program {
    let options = ruleset.option_values(players, &[]).expect("the defaults fit");
    lower_by(ruleset.checked(), players, &options, passes).expect("it can be played")
}

/// Checks that passes do not change the game. Without an observer the machine uses fast paths, which must not
/// change the fuel either.
fn agree(name: &str, ruleset: &Ruleset, players: u8, games: u64) {
    let programs = [Passes::NONE, Passes::ALL].map(|passes| lowered(ruleset, players, passes));
    let setups = programs.map(|program| setup_of(ruleset, Arc::new(program)));
    let mut trace = Trace::new(&setups[1]);
    let [mut plain, mut fast] = setups.each_ref().map(Playout::new);
    for seed in (0..games).map(spread) {
        let found = played(&mut fast, seed, None);
        // without passes, a game that uses its whole budget takes long and ends earlier
        if found.ran_out {
            continue;
        }
        let expected = played(&mut plain, seed, None).events;
        assert_eq!(expected, found.events, "{name}, {players} players, seed {seed}");
        if found.fuel.is_none() {
            continue;
        }
        let followed = played(&mut fast, seed, Some(&mut trace));
        assert_eq!(followed, found, "{name}, {players} players, seed {seed}, followed");
    }
}

/// `just games-hash --check` plays 1,000,000 games.
#[test]
fn every_game_is_the_same_with_all_passes_and_without() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        let players = ruleset.checked().min_players..=ruleset.checked().max_players;
        players.for_each(|players| agree(&id, &ruleset, players, 8));
    }
}

/// Games made for the passes, those of other stages, and games with a rule that fails.
#[test]
fn every_case_is_the_same_with_all_passes_and_without() {
    for (kind, games) in [("passes", 4), ("program", 1), ("exec", 1), ("words", 1), ("faults", 1)] {
        for case in cases(kind) {
            let ruleset: Ruleset = compile_case(&case.files());
            agree(case.stem(), &ruleset, case.players(), games);
        }
    }
}

#[test]
fn a_case_of_a_pass_shows_the_pass() {
    let case = cases("passes").into_iter().find(|case| case.stem() == "algebra").expect("the case");
    let ruleset = compile_case(&case.files());
    let [plain, fast] =
        [Passes::NONE, Passes::ALL].map(|passes| dump(&lowered(&ruleset, case.players(), passes)));
    assert!(!plain.contains(": sets ") && fast.contains(": sets "), "{fast}");
}
