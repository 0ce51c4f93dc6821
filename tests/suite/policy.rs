//! Trained policies: no feature depends on hidden information, and training is deterministic on all machines.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex::{Game, Playout, Seat, Setup, compile};
use ludex_bots::policy::{Policy, PolicySpec, WeightsLoader};
use ludex_bots::{BotSpec, Tools, decision_seed};
use ludex_lab::blocks::Control;
use ludex_learn::train::{Plan, Trained, train};
use ludex_learn::{Encoder, Encoding, Feature, HIDDEN, Memory, Weights, policy};
use ludex_run::play::PlayoutInternals;
use ludex_tests::bots::asked_twice;
use ludex_tests::cases::{Case, files_below, project, read};
use ludex_tests::rulesets::{Picks, ruleset, shipped, spread};

/// Maximum number of choices of a game that are compared.
const CHOICES: usize = 300;

/// Returns the features of a decision: the position first, then the options.
fn rows(encoding: &Encoding) -> Vec<Vec<Feature>> {
    std::iter::once(encoding.position()).chain(encoding.options()).map(<[Feature]>::to_vec).collect()
}

/// Returns the position features of a game with all cards open, from the viewpoint of a seat.
fn open(encoder: &Encoder, game: &Game, seat: Seat, memory: &Memory) -> Vec<Feature> {
    let (mut playout, mut encoding) = (Playout::from(game), Encoding::default());
    let mut first = true;
    let _ = playout.play(1, |turn| {
        if std::mem::take(&mut first) {
            encoder.encode_open(turn, seat, memory, &mut encoding);
        }
        usize::MAX
    });
    encoding.position().to_vec()
}

/// Returns, for the decisions of random games: their number, the differences of features after a
/// determinization, and the number of differences with open cards.
fn dealt_anew(setup: &Setup, seeds: u64) -> (usize, Vec<String>, usize) {
    let encoder = Encoder::new(setup).unwrap_or_else(|error| panic!("{}: {error}", setup.ruleset().id()));
    let (mut asked, mut differ, mut control) = (0, Vec::new(), 0);
    for seed in 0..seeds {
        let (mut game, mut picks) = (Game::new(setup, spread(seed)), Picks(seed));
        let (mut memory, mut one, mut other) = (Memory::default(), Encoding::default(), Encoding::default());
        while let Some(seat) = game.deciding().filter(|_| game.choices() < CHOICES) {
            let at = game.choices();
            encoder.remember(game.perspective(seat), 0, &mut memory);
            if let Some(dealt) =
                game.determinize(seat, spread(seed ^ at as u64)).filter(|_| game.options() > 1)
            {
                encoder.encode_for(game.perspective(seat), &memory, &mut one);
                let mut of_deal = Memory::default();
                encoder.remember(dealt.perspective(seat), 0, &mut of_deal);
                encoder.encode_for(dealt.perspective(seat), &of_deal, &mut other);
                asked += 1;
                if rows(&one) != rows(&other) {
                    differ.push(format!("{}, seed {seed}, choice {at}", setup.ruleset().id()));
                }
                let all_open = [&game, &dealt].map(|game| open(&encoder, game, seat, &memory));
                control += usize::from(all_open[0] != all_open[1]);
            }
            if game.apply(picks.below(game.options())).is_err() {
                break;
            }
        }
    }
    (asked, differ, control)
}

/// The games with trained policies, and one with hands that only others see; with a number of choices that each
/// random game exceeds.
fn games_to_encode() -> impl Iterator<Item = (String, usize)> {
    shipped().into_iter().map(|id| (id, 30)).chain([("fireworks".to_owned(), 6)])
}

#[test]
fn no_row_tells_what_a_seat_cannot_know() {
    for (id, least) in games_to_encode() {
        let ruleset = ruleset(&id);
        for players in [*ruleset.players().start(), *ruleset.players().end()] {
            let (asked, differ, control) = dealt_anew(&ruleset.setup(players, &[]).expect("a setup"), 1);
            assert!(
                asked > least && differ.is_empty(),
                "{id}, {players}: {} of {asked}: {differ:#?}",
                differ.len()
            );
            // features with open cards do differ, so a leak would be detected
            assert!(2 * control > asked, "{id}, {players}: {control} of {asked}");
        }
    }
}

#[test]
fn nor_in_the_games_that_others_wrote() {
    let (mut all, mut seen) = (0, 0);
    for path in files_below(&project().join("tests/editions/1")) {
        let game = Case { name: path.display().to_string(), text: read(&path) };
        let compiled = compile(&game.files());
        let Ok(ruleset) = compiled.into_ruleset() else { continue };
        let (asked, differ, control) =
            dealt_anew(&ruleset.setup(*ruleset.players().start(), &[]).expect("a setup"), 3);
        assert!(differ.is_empty(), "{}: {} of {asked}: {differ:#?}", path.display(), differ.len());
        (all, seen) = (all + asked, seen + control);
    }
    assert!(all > 300 && seen > 100, "{seen} of {all}");
}

/// The player who always takes the higher of two open cards wins.
const TAKE: &str = "
format: 1
game: { id: take, players: 2 }
kinds: { rank: { fields: { value: int } } }
zones:
  deck: { holds: rank, sees: nobody, ordered: true }
  row: { holds: rank, sees: all }
  won: { per: player, holds: rank, sees: all }
cards:
  one: { kind: rank, copies: 4, value: 1 }
  two: { kind: rank, copies: 4, value: 2 }
  five: { kind: rank, copies: 4, value: 5 }
  nine: { kind: rank, copies: 4, value: 9 }
setup: |
  move rank to deck
  shuffle deck
  draw 3 from deck to row
phases:
  round:
    repeat: 6
    phases:
      turn:
        each: player
        do: |
          if let c = me chooses card in row as take {
            move c to me.won
            draw 1 from deck to row
          }
score: { total: sum(value of player.won) }
";

fn learnt(setup: &Setup, games: u64, threads: u64, from: Option<&Weights>) -> Trained {
    let control = Control { threads, stop: &AtomicBool::new(false), done: &|_| {} };
    train(&Plan { setup, games, seed: 3, from, entropy: 100 }, &control).expect("rows that can be told apart")
}

fn written(text: &str) -> Setup {
    let compiled = compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}")).setup(2, &[]).expect("a setup")
}

fn won(setup: &Setup, spec: &BotSpec, games: u64) -> f64 {
    let mut won = 0.0;
    for seed in 0..games {
        let seat = (seed % 2) as usize;
        let mut bots = vec![spec.build(&Tools::default()), BotSpec::Random.build(&Tools::default())];
        bots.rotate_left(seat);
        let game = ludex_tests::bots::play(setup, &mut bots, spread(seed), usize::MAX);
        won += ludex_tests::bots::won(&game, game.setup().seat(seat as u8).expect("it plays"));
    }
    won / games as f64
}

#[test]
fn what_was_learnt_is_the_same_on_any_number_of_threads_and_plays_better() {
    let setup = written(TAKE);
    let one = learnt(&setup, 1_500, 1, None);
    let three = learnt(&setup, 1_500, 3, None);
    assert!(one.weights == three.weights && one.failed == 0 && !one.stopped);
    assert_eq!(Weights::read(&one.weights.bytes()), Ok(one.weights.clone()));
    let with = |weights: &Weights| BotSpec::Policy(PolicySpec::new(policy(Arc::new(weights.clone()))));
    let share = won(&setup, &with(&one.weights), 200);
    assert!(share > 0.85, "{share}");
    let more = learnt(&setup, 64, 2, Some(&one.weights));
    assert_eq!(more.weights.about().games, 1_564);
    assert!(won(&setup, &with(&more.weights), 200) > 0.8);
}

/// Returns the number of units of the value network that are active in a tenth of the positions of random
/// games.
fn living(setup: &Setup, weights: &Weights) -> usize {
    let (encoder, [_, judge]) = (Encoder::new(setup).expect("rows that can be told apart"), weights.learnt());
    let of_key: BTreeMap<u64, &[f32; HIDDEN]> = judge.rows.iter().map(|(key, row)| (*key, row)).collect();
    let (mut playout, mut encoding, mut picks) = (Playout::new(setup), Encoding::default(), Picks(7));
    let (mut above, mut positions) = ([0; HIDDEN], 0);
    for seed in 0..10 {
        let played = playout.play(spread(seed), |turn| {
            encoder.encode_open(turn, turn.seat(), &Memory::default(), &mut encoding);
            let mut units = judge.bias;
            for (row, value) in encoding.position() {
                let of_row = of_key.get(&encoder.keys()[*row as usize]).map_or(&[0.0; HIDDEN], |row| *row);
                units
                    .iter_mut()
                    .zip(of_row)
                    .for_each(|(unit, weight)| *unit += f32::from(*value) * weight / 64.0);
            }
            above.iter_mut().zip(units).for_each(|(above, unit)| *above += usize::from(unit > 0.0));
            positions += 1;
            picks.below(turn.options())
        });
        played.expect("no rule fails");
    }
    above.iter().filter(|above| **above * 10 >= positions).count()
}

/// 49 of 64; with initial weights as large as those of a policy it is 39.
#[test]
fn most_units_of_a_judge_live() {
    let setup = ruleset("king_commands").setup(2, &[]).expect("a setup");
    let living = living(&setup, &learnt(&setup, 128, 2, None).weights);
    assert!(living > 44, "{living}");
}

#[test]
fn a_policy_plays_as_it_was_asked_for() {
    let setup = written(TAKE);
    let weights = policy(Arc::new(learnt(&setup, 320, 1, None).weights));
    let mut find = |file: Option<&str>| match file {
        Some("none") => Err("none: there is no such file".to_owned()),
        Some(_) | None => Ok(Arc::clone(&weights)),
    };
    for word in [
        "policy",
        "policy:a/b.ldxp",
        "policy@0.5",
        "policy:x@y.ldxp",
        "policy:a.ldxp@2",
        "policy:a.ldxp@0.05",
        "search:200+policy",
        "search+policy:a/b.ldxp",
        "search:50ms+policy:x+y.ldxp",
    ] {
        assert_eq!(BotSpec::read(word, &mut find).map(|spec| spec.to_string()), Ok(word.to_owned()));
    }
    let refused =
        |word: &str, find: &mut WeightsLoader<'_>| BotSpec::read(word, find).expect_err("no bot").to_string();
    assert_eq!(refused("policy:none", &mut find), "none: there is no such file");
    assert!(refused("policies", &mut find).contains("no bot is called `policies`"));
    assert!(refused("policy:", &mut find).contains("no bot is called `policy:`"));
    assert_eq!(refused("search:20+policy:none", &mut find), "none: there is no such file");
    for word in ["search:20+", "search:20+random", "search:0+policy", "greedy+policy"] {
        assert!(BotSpec::read(word, &mut find).is_err_and(|error| !error.is_known()), "{word}");
    }
    assert!(refused("search:20+policy@0.5", &mut find).contains("has no temperature"));
    // with a temperature it varies, and the same seed gives the same choices
    let game = Game::new(&setup, 5);
    let seat = game.deciding().expect("a decision");
    let picks = |word: &str| -> Vec<usize> {
        let mut bot =
            BotSpec::read(word, &mut |_| Ok(Arc::clone(&weights))).expect("a bot").build(&Tools::default());
        (0..60).map(|n| bot.choose(game.perspective(seat), decision_seed(n, seat, 0))).collect()
    };
    assert!(picks("policy@100").iter().any(|pick| *pick != picks("policy@100")[0]));
    assert_eq!(picks("policy@1"), picks("policy@1"));
    assert!(picks("policy").iter().all(|pick| *pick == picks("policy")[0]));
}

/// Returns the weights shipped with a ruleset.
fn shipped_weights(id: &str, players: u8) -> Arc<dyn Policy> {
    let path = project().join(format!("rulesets/{id}/policy/{players}.ldxp"));
    policy(Arc::new(Weights::read(&std::fs::read(path).expect("weights")).expect("weights")))
}

/// Weights of other rules only cause a note, and some of them have no other test.
#[test]
fn weights_that_come_with_rulesets_fit_their_rules() {
    let mut found = 0;
    let files = files_below(&project().join("rulesets"));
    for path in files.iter().filter(|path| path.extension().is_some_and(|ending| ending == "ldxp")) {
        let weights = Weights::read(&std::fs::read(path).expect("a readable file"));
        let weights = weights.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let about = weights.about();
        let setup = ruleset(&about.ruleset).setup(about.players, &[]).expect("a setup");
        assert_eq!(about.differs(&setup), None, "{}", path.display());
        assert!(path.ends_with(format!("{}/policy/{}.ldxp", about.ruleset, about.players)));
        found += 1;
    }
    assert!(found > 2, "{found}");
}

#[test]
fn a_search_with_a_policy_knows_no_more_than_its_seat() {
    let mut asked = 0;
    for (id, players) in [("king_commands", 2), ("citadels", 4)] {
        let setup = ruleset(id).setup(players, &[]).expect("a setup");
        let weights = shipped_weights(id, players);
        let spec = BotSpec::read("search:20+policy", &mut |_| Ok(Arc::clone(&weights))).expect("a bot");
        let (times, differ) = asked_twice(&setup, &spec, spread(3), 4);
        assert!(differ.is_empty(), "{differ:#?}");
        asked += times;
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn a_search_with_a_policy_stops_where_nothing_can_change_its_pick() {
    let setup = ruleset("king_commands").setup(2, &[]).expect("a setup");
    let weights = shipped_weights("king_commands", 2);
    let spec = BotSpec::read("search:100+policy", &mut |_| Ok(Arc::clone(&weights))).expect("a bot");
    let (mut bot, mut game) = (spec.build(&Tools::default()), Game::new(&setup, 3));
    let mut tries = Vec::new();
    while let Some(seat) = game.deciding().filter(|_| game.choices() < 40) {
        bot.begin();
        let option = bot.choose(game.perspective(seat), decision_seed(3, seat, game.choices()));
        tries.push(bot.rates().iter().map(|rate| rate.visits).sum::<u32>());
        game.apply(option).expect("no rule fails");
    }
    assert!(tries.iter().any(|tries| (1..100).contains(tries)), "{tries:?}");
}

/// Returns the number of games that one seat with the bot `one` wins against `others`, each seat in turn.
/// Shared victories count in part.
fn won_by_one((id, players): (&str, u8), games: u64, [one, others]: [&str; 2]) -> f64 {
    let setup = ruleset(id).setup(players, &[]).expect("a setup");
    let weights = shipped_weights(id, players);
    let bot = |word: &str| {
        let spec = BotSpec::read(word, &mut |_| Ok(Arc::clone(&weights))).expect("a bot");
        spec.build(&Tools::default())
    };
    let game = |seed| {
        let seat = (seed % u64::from(players)) as usize;
        let mut bots = vec![bot(one)];
        bots.resize_with(usize::from(players), || bot(others));
        bots.rotate_right(seat);
        let game = ludex_tests::bots::play(&setup, &mut bots, spread(seed), usize::MAX);
        ludex_tests::bots::won(&game, setup.seat(seat as u8).expect("it plays"))
    };
    (0..games).map(game).sum()
}

#[test]
fn a_policy_makes_a_search_stronger() {
    for (id, players, games, enough) in [("king_commands", 2, 16, 11.0), ("citadels", 4, 8, 3.0)] {
        let won = won_by_one((id, players), games, ["search:20+policy", "search:20"]);
        assert!(won > enough, "{id}: {won} of {games}");
    }
}

/// In The King Commands the value network misleads: without the fallback to the policy, a search of 100
/// iterations wins about a quarter of the games.
#[test]
fn a_search_is_not_weaker_than_the_policy_that_guides_it() {
    let won = won_by_one(("king_commands", 2), 24, ["search:100+policy", "policy"]);
    assert!(won > 8.5, "{won} of 24");
}

/// In a playout and in a game the same decision has the same features, including past picks.
#[test]
fn a_game_and_a_playout_have_the_same_rows() {
    for (id, least) in games_to_encode() {
        let ruleset = ruleset(&id);
        let setup = ruleset.setup(*ruleset.players().start(), &[]).expect("a setup");
        let encoder = Encoder::new(&setup).expect("rows that can be told apart");
        let (mut game, mut picks) = (Game::new(&setup, 9), Picks(9));
        let (mut of_playout, mut of_game) = (Memory::default(), Memory::default());
        let (mut one, mut other) = (Encoding::default(), Encoding::default());
        let _ = Playout::new(&setup).believing(9, &mut |turn| {
            let seat = turn.seat();
            encoder.remember(game.perspective(seat), 0, &mut of_game);
            encoder.encode(turn, &of_playout, &mut one);
            encoder.encode_for(game.perspective(seat), &of_game, &mut other);
            assert_eq!(rows(&one), rows(&other), "{id}, choice {}", game.choices());
            if game.choices() == CHOICES {
                return usize::MAX;
            }
            let option = picks.below(turn.options());
            encoder.note(turn, option, &mut of_playout);
            game.apply(option).expect("no rule fails");
            option
        });
        assert!(game.choices() > least, "{id}");
    }
}
