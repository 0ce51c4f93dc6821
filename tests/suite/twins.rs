//! Games written by hand play like the interpreted ones: the same options, picks and scores from the same seeds.

use std::ops::RangeInclusive;

use ludex::Ruleset;
use ludex_tests::rulesets::{ruleset, spread};
use ludex_tests::twin::Twin;
use ludex_tests::twin::citadels::Citadels;
use ludex_tests::twin::compare::Pair;
use ludex_tests::twin::kabale::Kabale;

/// Number of games for each number of players.
const GAMES: u64 = 300;

/// Plays games with each number of players on both sides, and compares every decision and the scores.
fn same_games<T: Twin>(id: &str, players: RangeInclusive<u8>, games: u64) {
    let ruleset = ruleset(id);
    for players in players {
        same_game::<T>(&ruleset, players, &[], games);
    }
}

/// Compares games with options that the twin supports.
fn same_game<T: Twin>(ruleset: &Ruleset, players: u8, options: &[(String, String)], games: u64) {
    let setup = ruleset.setup(players, options).expect("a game for so many players");
    let mut twin = T::new(players);
    for (option, value) in options {
        assert!(twin.set(option, value), "the twin knows no {option}");
    }
    let mut pair = Pair::with(&setup, twin);
    for game in 0..games {
        if let Err(difference) = pair.compare(spread(game)) {
            panic!("game {game} with {options:?}: {difference}");
        }
    }
}

#[test]
fn kabale_by_hand_plays_like_the_ruleset() {
    same_games::<Kabale>("kabale", 2..=6, GAMES);
}

/// Returns the first game in which a twin without the options differs from the ruleset with them.
fn first_difference(ruleset: &Ruleset, players: u8, options: &[(String, String)]) -> Option<u64> {
    let setup = ruleset.setup(players, options).expect("a game for so many players");
    let mut pair = Pair::<Kabale>::new(&setup);
    (0..3 * GAMES).find(|game| pair.compare(spread(*game)).is_err())
}

fn option((name, value): (&str, &str)) -> Vec<(String, String)> {
    vec![(name.to_owned(), value.to_owned())]
}

/// The former default readings, one by one and together, and the counting of late Magicians.
#[test]
fn kabale_by_hand_knows_other_readings() {
    let ruleset = ruleset("kabale");
    let earlier = [
        ("value_floor", "true"),
        ("empty_cape_stays", "false"),
        ("double_on_cape", "hidden"),
        ("ties_count", "valued"),
        ("explorer_alone", "stays"),
        ("hidden_card_counts", "false"),
        ("beggar_bars", "only_doubles"),
    ];
    let late = ("late_magician_counts", "true");
    for reading in earlier.into_iter().chain([late]) {
        // all other columns are closed soonest if there is only one
        let players = if reading.0 == "explorer_alone" { 2 } else { 5 };
        let game = first_difference(&ruleset, players, &option(reading));
        let game = game.unwrap_or_else(|| panic!("no game comes to {reading:?}"));
        same_game::<Kabale>(&ruleset, players, &option(reading), game + 1);
    }
    // random play never leaves a hand short, and the side of won objectives does not affect the game
    let all = earlier.into_iter().chain([("refill", "up_to_three"), ("won_lie", "face_up")]);
    let all: Vec<_> = all.flat_map(option).collect();
    // a Double without value under a Cape in a column with a Beggar is too rare for this test
    let any_double = option(("beggar_bars", "any_double"));
    for players in 2..=6 {
        same_game::<Kabale>(&ruleset, players, &all, GAMES / 3);
        same_game::<Kabale>(&ruleset, players, &any_double, GAMES / 3);
    }
}

#[test]
fn citadels_by_hand_plays_like_the_ruleset() {
    same_games::<Citadels>("citadels", 2..=7, GAMES);
}
