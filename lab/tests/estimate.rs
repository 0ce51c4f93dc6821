//! Estimates of the duration use fuel instead of time: they are deterministic, and larger for stronger bots.

use ludex::{Setup, compile};
use ludex_lab::estimate::Sample;

fn race(text: &str, fails: &str) -> Setup {
    let files = [("ruleset.yaml".to_owned(), text.to_owned())];
    let ruleset = compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[("fails".to_owned(), fails.to_owned())]).expect("a setup")
}

#[test]
fn who_thinks_more_takes_longer_and_as_long_each_time() {
    let setup = race(include_str!("race.yaml"), "false");
    let sample = Sample::new(&setup).expect("no rule fails");
    assert_eq!(Sample::new(&setup), Some(sample));
    let seconds = |word: &str, games| sample.seconds(&word.parse().expect("a bot"), games);
    let all = ["random", "greedy:4", "search:50", "search:200"].map(|word| seconds(word, 1_000));
    assert!(all[0] > 0.0 && all.windows(2).all(|two| two[0] < two[1]), "{all:?}");
    let of_twice = seconds("search:200", 2_000) / all[3];
    assert!((of_twice - 2.0).abs() < 1e-9, "{of_twice}");
}

#[test]
fn of_a_game_whose_rules_always_fail_nothing_is_known() {
    let text = include_str!("race.yaml");
    assert!(Sample::new(&race(text, "true")).is_some(), "some games go well");
    assert_eq!(Sample::new(&race(&text.replace("6 div (n - 1)", "6 div me.points"), "true")), None);
}
