//! `cases/naive`: a carelessly written game plays like its careful twin.

use ludex::scenarios::run_all;
use ludex::{Playout, Ruleset};
use ludex_tests::inside::Picked;
use ludex_tests::naive::pairs;
use ludex_tests::rulesets::spread;

/// Number of compared games of each.
const GAMES: u64 = 200;

/// Returns the acting player, the number of options and the pick of each decision, and the end of the game.
fn played(ruleset: &Ruleset, players: u8) -> Vec<String> {
    let setup = ruleset.setup(players, &[]).expect("it can be played");
    let mut playout = Playout::new(&setup);
    let game = |seed| {
        let mut picks = Vec::new();
        let end = playout.picks(spread(seed), |pick| picks.push((pick.player, pick.options, pick.index)));
        format!("{picks:?} {:?}", end.expect("no rule fails"))
    };
    (0..GAMES).map(game).collect()
}

#[test]
fn each_plays_the_games_of_its_careful_twin() {
    let pairs = pairs();
    assert!(pairs.len() >= 3);
    for pair in pairs {
        let (naive, careful) = (played(&pair.naive, pair.players), played(&pair.careful, pair.players));
        assert!(naive.iter().zip(&careful).all(|(a, b)| a == b), "{}", pair.name);
    }
}

#[test]
fn each_passes_the_scenarios_of_its_careful_twin() {
    for pair in pairs() {
        let scenarios: Vec<_> =
            pair.files.iter().filter(|(path, _)| path.starts_with("scenarios/")).cloned().collect();
        let report = run_all(&pair.naive, &scenarios, "");
        assert!(report.is_good(), "{}: {:?} {:#?}", pair.name, report.problems, report.results);
        assert!(report.results.len() > 2, "{} has scenarios", pair.name);
    }
}
