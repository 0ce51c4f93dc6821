//! Games that all players win or lose together: no bot is worse than random players, and players who don't
//! see their own cards learn to give clues and to trust them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex::{Game, Seat, Setup};
use ludex_bots::policy::PolicySpec;
use ludex_bots::{BotSpec, Tools};
use ludex_lab::blocks::Control;
use ludex_learn::policy;
use ludex_learn::train::{Plan, train};
use ludex_tests::bots::{asked_twice, bot, play};
use ludex_tests::cases::{Case, files_below, project, read};
use ludex_tests::rulesets::{all_shipped, ruleset, spread};

/// Returns the mean result of a team of equal bots: its score, and a point more for a victory.
fn result(setup: &Setup, spec: &BotSpec, games: u64) -> f64 {
    let players = usize::from(setup.players());
    let mut bots: Vec<_> = (0..players).map(|_| spec.build(&Tools::default())).collect();
    let one = |seed: u64| value(&play(setup, &mut bots, spread(seed), usize::MAX));
    (0..games).map(one).sum::<f64>() / games as f64
}

fn value(game: &Game) -> f64 {
    let score = game.host().score(Seat::FIRST).map_or(0, |score| score.total.thousandths);
    score as f64 / 1000.0 + if game.host().winners().is_empty() { 0.0 } else { 1.0 }
}

/// Returns true if in each of some random games all players won or none did.
fn is_shared(setup: &Setup) -> bool {
    let mut bots: Vec<_> = (0..setup.players()).map(|_| bot("random")).collect();
    (0..8).all(|seed| {
        let won = play(setup, &mut bots, seed, 2_000).host().winners().len();
        won == 0 || won == usize::from(setup.players())
    })
}

fn trained(setup: &Setup, games: u64) -> BotSpec {
    let control = Control { threads: 1, stop: &AtomicBool::new(false), done: &|_| {} };
    let plan = Plan { setup, games, seed: 1, from: None, entropy: 100 };
    let weights = train(&plan, &control).expect("features that can be told apart").weights;
    BotSpec::Policy(PolicySpec::new(policy(Arc::new(weights))))
}

/// Returns the setups of all co-operative games, with the fewest players.
fn shared_games() -> Vec<(String, Setup)> {
    let cases = files_below(&project().join("tests/cases/games")).into_iter().filter_map(|path| {
        let case = Case { name: path.display().to_string(), text: read(&path) };
        Some((case.name.clone(), ludex::compile(&case.files()).into_ruleset().ok()?))
    });
    let of_id = |id: String| (id.clone(), ruleset(&id));
    let games = all_shipped().into_iter().map(of_id).chain(cases);
    let setups =
        games.map(|(name, ruleset)| (name, ruleset.setup(*ruleset.players().start(), &[]).expect("a setup")));
    setups.filter(|(_, setup)| setup.players() > 1 && is_shared(setup)).collect()
}

#[test]
fn no_bot_is_worse_than_random_players() {
    let games = shared_games();
    assert!(games.len() >= 3, "{:?}", games.iter().map(|(name, _)| name).collect::<Vec<_>>());
    for (name, setup) in games {
        let random = result(&setup, &BotSpec::Random, 40);
        let search = result(&setup, &"search:20".parse().expect("a bot"), 4);
        let policy = result(&setup, &trained(&setup, 200), 40);
        // random players win one of forty games of night post, by chance more or less often
        assert!(search.min(policy) > random - 0.06, "{name}: {random}, {search}, {policy}");
    }
}

/// Without knowledge of what the cards in hand can be, and of what a clue tells, both score nothing.
#[test]
fn players_who_see_only_the_hands_of_others_score() {
    let setup = ruleset("fireworks").setup(2, &[]).expect("a setup");
    let policy = result(&setup, &trained(&setup, 640), 20);
    assert!(policy > 2.0, "{policy}");
    let search = result(&setup, &"search:60".parse().expect("a bot"), 2);
    assert!(search > 2.0, "{search}");
}

#[test]
fn a_search_for_a_hand_that_others_see_knows_only_its_own_view() {
    let setup = ruleset("fireworks").setup(3, &[]).expect("a setup");
    let (asked, differ) = asked_twice(&setup, &"search:20".parse().expect("a bot"), 4, 2);
    assert!(asked >= 5 && differ.is_empty(), "{} of {asked}: {differ:#?}", differ.len());
}
