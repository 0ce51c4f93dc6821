//! Games that fail are over and keep their history; each kind has a case (`golden/play.rs`).

use ludex_tests::inside::*;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use ludex::{Game, Playout};
use ludex_run::exec::FaultKind;
use ludex_tests::cases::cases;
use ludex_tests::faults::ended;

/// Plays the games of all cases once for all tests, because some use their whole budget.
fn all_ended() -> &'static [(String, Game)] {
    static ENDED: OnceLock<Vec<(String, Game)>> = OnceLock::new();
    ENDED
        .get_or_init(|| cases("faults").into_iter().map(|case| (case.name.clone(), ended(&case).0)).collect())
}

#[test]
fn every_sort_of_fault_has_a_case() {
    let faults: Vec<_> = all_ended().iter().filter_map(|(_, game)| game.fault()).collect();
    let found: BTreeSet<&str> = faults.iter().map(|fault| fault.kind.code()).collect();
    // one kind occurs only in simulations: see `games`
    let all = FaultKind::ALL.iter().filter(|kind| **kind != FaultKind::EndlessGame);
    assert_eq!(found, all.map(|kind| kind.code()).collect());
}

/// After a fault there is no decision and no further choice; the last choice can be undone.
#[test]
fn a_game_that_failed_is_over_and_can_be_taken_back() {
    let case = cases("faults").into_iter().find(|case| case.stem() == "division-by-zero").expect("the case");
    let (mut game, _) = ended(&case);
    assert!(game.is_over() && game.decision().is_none() && game.apply(0).is_err());
    assert!(game.undo());
    assert!(game.fault().is_none());
    let three = game.decision().and_then(|d| d.find("3")).expect("an option");
    game.apply(three).expect("12 div 3");
    assert_eq!(game.score(0).total.to_string(), "4");
}

/// Observation must not change the result.
#[test]
fn a_game_with_a_log_fails_where_one_without_fails() {
    for (name, game) in all_ended() {
        if game.choices() > 0 {
            continue;
        }
        let unwatched = Playout::new(game.setup()).random(1).err();
        assert_eq!(game.fault().map(|f| f.kind), unwatched.map(|f| f.kind), "{name}");
    }
}

#[test]
fn an_instruction_that_fails_writes_nothing() {
    let case = cases("faults").into_iter().find(|case| case.stem() == "failing-in-a-sum").expect("the case");
    let (game, _) = ended(&case);
    assert!(game.fault().is_some());
    assert_eq!(game.score(0).total.to_string(), "5");
}
