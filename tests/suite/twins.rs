//! Games written by hand play like the interpreted ones: the same options, picks and scores from the same seeds.

use std::ops::RangeInclusive;

use ludex_tests::rulesets::{ruleset, spread};
use ludex_tests::twin::Twin;
use ludex_tests::twin::citadels::Citadels;
use ludex_tests::twin::compare::Pair;
use ludex_tests::twin::kabale::Kabale;

/// Games for each number of players.
const GAMES: u64 = 300;

/// Plays so many games with each number of players on both sides and compares every decision and the scores.
fn same_games<T: Twin>(id: &str, players: RangeInclusive<u8>, games: u64) {
    let ruleset = ruleset(id);
    for players in players {
        let program = ruleset.program(players, &[]).expect("a game for so many players");
        let mut pair = Pair::<T>::new(&program);
        for game in 0..games {
            if let Err(difference) = pair.compare(spread(game)) {
                panic!("game {game}: {difference}");
            }
        }
    }
}

#[test]
fn kabale_by_hand_plays_like_the_ruleset() {
    same_games::<Kabale>("kabale", 2..=6, GAMES);
}

#[test]
fn citadels_by_hand_plays_like_the_ruleset() {
    same_games::<Citadels>("citadels", 2..=7, GAMES);
}
