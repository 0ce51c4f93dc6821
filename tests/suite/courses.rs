//! Random games of each shipped ruleset have the stored hashes, with all passes of lowering and without.

use ludex_run::lower::Passes;
use ludex_tests::cases::snapshot;
use ludex_tests::courses::{MOST_ROWS, Setting, all, course, on_all_cores, share, together, with_variants};
use ludex_tests::inside::*;
use ludex_tests::rulesets::{ruleset, shipped};

/// Every fifth of all settings is played. Five has no common factor with the numbers of option values.
const EVERY: usize = 5;

/// After a change of a rule, the snapshot shows the affected rulesets.
#[test]
fn games_take_the_course_that_is_stored() {
    let mut lines = String::new();
    for id in shipped() {
        let rulesets = with_variants(&id);
        let settings: Vec<Setting<'_>> = all(&rulesets).into_iter().step_by(EVERY).collect();
        let games = settings.len() as u64;
        let hashes = [Passes::NONE, Passes::ALL]
            .map(|passes| on_all_cores(&settings, games, |setting, games| setting.hash(games, passes)));
        let differ = (0..settings.len()).find(|at| hashes[0][*at] != hashes[1][*at]);
        assert_eq!(differ.map(|at| settings[at].to_string()), None, "with all passes it is another game");
        let hash = together(hashes[0].iter().copied());
        lines += &format!("{id}: {hash:016x} of {games} games\n");
    }
    snapshot("courses", "shipped", &lines);
}

#[test]
fn another_pick_is_another_course() {
    let ruleset = ruleset("kabale");
    let setup = ruleset.setup(2, &[]).expect("it compiles");
    let mut playout = (ludex::Playout::new(&setup), unit(&setup));
    let courses: Vec<u64> = (0..20).map(|seed| course(&mut playout, seed)).collect();
    assert!((1..20).all(|i| !courses[..i].contains(&courses[i])), "{courses:x?}");
    assert_eq!(courses[7], course(&mut playout, 7), "the same game has the same course");
}

#[test]
fn every_value_of_every_option_is_played() {
    for id in shipped() {
        let rulesets = with_variants(&id);
        let settings = all(&rulesets);
        for (i, option) in rulesets[0].1.checked().options.iter().enumerate() {
            let played = |value: i32| settings.iter().any(|s| s.variant.is_none() && s.options[i] == value);
            let wide = i64::from(option.max) - i64::from(option.min) >= MOST_ROWS;
            let near = |value: i32| !wide || value == option.min || value == option.max;
            assert!((option.min..=option.max).filter(|v| near(*v)).all(played), "{id}: {}", option.name);
        }
    }
}

#[test]
fn games_are_shared_out_to_the_last() {
    for games in [0, 1, 10, 11, 1_000] {
        assert_eq!((0..11).map(|at| share(games, 11, at)).sum::<u64>(), games);
    }
}
