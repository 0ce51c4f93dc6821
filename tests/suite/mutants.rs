//! Mutants: listed explanations refer to existing mutants. Running the scenarios on all mutants takes
//! minutes: `just mutants`.

use std::collections::BTreeSet;

use ludex_tests::mutants::{Fate, MutantTrial, explained, mutants, rules};
use ludex_tests::rulesets::shipped;

#[test]
fn what_is_explained_is_a_mutant() {
    for game in shipped() {
        let known: BTreeSet<(String, String)> =
            mutants(&rules(&game)).into_iter().map(|mutant| (mutant.file, mutant.id)).collect();
        let unknown: Vec<_> = explained(&game).into_keys().filter(|key| !known.contains(key)).collect();
        assert!(unknown.is_empty(), "{game}: cases/mutants explains what is no mutant: {unknown:?}");
    }
}

/// Tests the mutants of the first rule, in the order of files, that all scenarios should detect.
#[test]
fn scenarios_notice_a_mutant() {
    let trial = MutantTrial::for_game("kabale");
    let all = mutants(trial.rules());
    let value =
        all.iter().find(|mutant| mutant.id.starts_with("king.value: ")).expect("the printed value of a card");
    assert!(matches!(trial.try_out(value), Fate::Noticed(_)), "{}", value.id);
    let word = all.iter().find(|mutant| mutant.id.ends_with("(nothing)")).expect("something left out");
    assert!(trial.try_out(word) != Fate::Panicked, "{}", word.id);
}
