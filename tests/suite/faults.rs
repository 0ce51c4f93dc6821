//! Games that fail are over and keep their history; each kind has a case (`golden/play.rs`).

use ludex_tests::inside::*;
use std::collections::BTreeSet;

use ludex_run::exec::FaultKind;
use ludex_tests::cases::{cases, files_below, here, read};
use ludex_tests::faults::ended;

/// Reads the kinds from the snapshots, because some games use their whole budget.
#[test]
fn every_sort_of_fault_has_a_case() {
    let snapshots = files_below(&here().join("snapshots/faults"));
    let texts: Vec<String> = snapshots.iter().map(|path| read(path)).collect();
    let played = texts.iter().filter_map(|text| text.split_once("\n--- played\n"));
    let kinds = played.filter_map(|(_, end)| end.lines().next()?.split(": ").nth(1));
    let found: BTreeSet<&str> = kinds.collect();
    // one kind occurs only in simulations: see `games`
    let all = FaultKind::ALL.iter().filter(|kind| **kind != FaultKind::EndlessGame);
    let lacking: Vec<_> = all.filter(|kind| !found.contains(format!("{kind:?}").as_str())).collect();
    assert!(lacking.is_empty(), "no case ends with {lacking:?}");
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

#[test]
fn an_instruction_that_fails_writes_nothing() {
    let case = cases("faults").into_iter().find(|case| case.stem() == "failing-in-a-sum").expect("the case");
    let (game, _) = ended(&case);
    assert!(game.fault().is_some());
    assert_eq!(game.score(0).total.to_string(), "5");
}
