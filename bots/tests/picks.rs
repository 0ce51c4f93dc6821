//! Random players take every combination of several picks with equal probability.

use std::collections::BTreeMap;

use ludex::{Amount, Branch, Game, Playout, Ruleset, Seat, Setup};
use ludex_bots::{BotSpec, Tools, decision_seed};
use ludex_grammar::render::{Style, render};

const HEAD: &str = "
format: 1
game: { id: picks, players: PLAYERS }
enums: { colour: [red, green, blue, black, white] }
spots: { place: { count: 5 } }
tables: { code: { red: 1, green: 2, blue: 3, black: 4, white: 5 } }
kinds: { stone: { fields: { bit: int } } }
zones: { bag: { holds: stone, sees: nobody }, hand: { per: player, holds: stone, sees: owner }, out: { per: player, holds: stone, sees: all } }
cards:
  a: { kind: stone, bit: 1 }
  b: { kind: stone, bit: 2 }
  c: { kind: stone, bit: 4 }
  d: { kind: stone, bit: 8 }
  e: { kind: stone, bit: 16 }
  coin: { kind: stone, bit: 100, copies: COINS }
state: { player: { n: int for game } }
score: { total: player.n + sum(bit of stone in player.out) }
";

fn setup(coins: u8, players: u8, text: &str) -> Setup {
    compiled(HEAD, (coins, players), text)
}

fn compiled(head: &str, (coins, players): (u8, u8), text: &str) -> Setup {
    let head = head.replace("COINS", &coins.to_string()).replace("PLAYERS", &players.to_string());
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), format!("{head}{text}"))]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset: Ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
    ruleset.setup(players, &[]).expect("it can be played")
}

/// Creates a game of one player who makes these picks from a hand with all stones.
fn picking(coins: u8, effect: &str) -> Setup {
    let turn = format!(
        "setup: move stone to seat(1).hand\nphases: {{ turn: {{ each: player, do: \"{effect}\" }} }}\n"
    );
    setup(coins, 1, &turn)
}

/// Computes the probability of each score if all decisions are random.
fn chances(branch: &Branch, chance: f64, into: &mut BTreeMap<i64, f64>) {
    if branch.deciding().is_none() {
        let score = branch.score(Seat::FIRST).expect("a seat").thousandths;
        *into.entry(score).or_default() += chance;
        return;
    }
    let weights: Vec<u64> = branch.weights().collect();
    let sum: u64 = weights.iter().sum();
    for (option, weight) in weights.iter().enumerate() {
        let next = branch.after(option, |_| panic!("nothing is left to chance")).expect("no rule fails");
        chances(&next, chance * *weight as f64 / sum as f64, into);
    }
}

/// Counts the combinations of picks from five different stones and some coins. All must be equally likely.
#[test]
fn every_combination_is_equally_likely() {
    let stones = |picks: &str| format!("if let cs = me {picks} as pick {{ move cs to me.out }}");
    let codes = |picks: &str, sort: &str, code: &str| {
        format!(
            "let cs = me chooses {picks} as pick\\nfor {sort} x in cs {{ set me.n = me.n * 10 + {code} }}"
        )
    };
    let cases = [
        (0, stones("chooses 3 stone in me.hand"), 10),
        (0, stones("chooses 1..3 stone in me.hand"), 25),
        (0, stones("chooses 0..2 stone in me.hand"), 16),
        (0, stones("chooses 0..count(stone in me.hand) stone in me.hand"), 32),
        (0, stones("chooses 7 stone in me.hand"), 1),
        (0, stones("may choose 2 stone in me.hand"), 11),
        (0, stones("may choose 2..3 stone in me.hand"), 21),
        (3, stones("chooses 3 stone in me.hand"), 26),
        (3, stones("chooses 0..count(stone in me.hand) stone in me.hand"), 128),
        (3, stones("may choose 2..4 stone in me.hand"), 1 + 16 + 26 + 30),
        (0, codes("2 number in 1..6", "number", "x"), 15),
        (0, codes("1..2 number in 1..6", "number", "x"), 21),
        (0, codes("3 colour", "colour", "code[x]"), 10),
        (0, codes("2..4 place", "place", "x.number"), 25),
    ];
    for (coins, effect, combinations) in cases {
        let first = Branch::first(&picking(coins, &effect), |_| panic!("nothing is left to chance"));
        let mut found = BTreeMap::new();
        chances(&first.expect("no rule fails"), 1.0, &mut found);
        assert_eq!(found.len(), combinations, "{effect}");
        let each = 1.0 / combinations as f64;
        assert!(found.values().all(|chance| (chance - each).abs() < 1e-12), "{effect}: {found:?}");
    }
}

/// Returns the statistic of Pearson's chi-squared test for equally likely outcomes, minus its mean, in
/// standard deviations.
fn deviation(found: &BTreeMap<i64, u32>, outcomes: u32) -> f64 {
    let all: u32 = found.values().sum();
    let each = f64::from(all) / f64::from(outcomes);
    let missing = f64::from(outcomes - found.len() as u32) * each;
    let statistic = found.values().map(|n| (f64::from(*n) - each).powi(2) / each).sum::<f64>() + missing;
    let freedom = f64::from(outcomes - 1);
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

fn counted(scores: impl Iterator<Item = Amount>) -> BTreeMap<i64, u32> {
    let mut found = BTreeMap::new();
    scores.for_each(|score| *found.entry(score.thousandths).or_default() += 1);
    found
}

const GAMES: u64 = 6_000;

fn played(setup: &Setup) -> BTreeMap<i64, u32> {
    let mut playout = Playout::new(setup);
    counted((0..GAMES).map(|seed| {
        let end = playout.random(seed).expect("no rule fails");
        end.score(Seat::FIRST).expect("a seat")
    }))
}

fn in_streams(setup: &Setup) -> BTreeMap<i64, u32> {
    let mut playout = Playout::new(setup);
    counted((0..GAMES).map(|seed| {
        let end = playout.restricted(seed, |_, _| {}).expect("no rule fails");
        end.score(Seat::FIRST).expect("a seat")
    }))
}

fn by_bot(setup: &Setup, bot: &str) -> impl Iterator<Item = Game> {
    let mut bot = bot.parse::<BotSpec>().expect("a bot").build(&Tools::default());
    let setup = setup.clone();
    (0..GAMES).map(move |seed| {
        let mut game = Game::new(&setup, seed);
        while let Some(seat) = game.deciding() {
            let option = bot.choose(game.perspective(seat), decision_seed(seed, seat, game.choices()));
            game.apply(option).expect("an option");
        }
        game
    })
}

fn score(game: &Game) -> Amount {
    game.host().scores().expect("it is over")[0]
}

/// Covers games, bots and paired worlds.
#[test]
fn random_players_take_each_combination_as_often() {
    let cases = [
        (0, "if let cs = me chooses 3 stone in me.hand as pick { move cs to me.out }", 10),
        (3, "if let cs = me chooses 1..3 stone in me.hand as pick { move cs to me.out }", 6 + 16 + 26),
    ];
    for (coins, effect, combinations) in cases {
        let setup = picking(coins, effect);
        let ways: [(&str, BTreeMap<i64, u32>); 3] = [
            ("playouts", played(&setup)),
            ("streams", in_streams(&setup)),
            ("the random bot", counted(by_bot(&setup, "random").map(|game| score(&game)))),
        ];
        for (who, found) in ways {
            let off = deviation(&found, combinations);
            assert!(off < 4.0, "{who}: {off:.1} standard deviations off in `{effect}`: {found:?}");
        }
    }
}

/// Covers picks among unknown cards, alone or together with known ones.
#[test]
fn cards_that_are_unknown_are_picked_as_often() {
    let cases = [
        ("move stone to bag", "2 stone in bag", 10),
        ("move stone to bag", "1..3 stone in bag", 25),
        ("move stone to bag\\nmove a to seat(1).hand\\nmove b to seat(1).hand", "3 stone", 10),
        ("move stone to bag\\nmove a to seat(1).hand\\nmove b to seat(1).hand", "0..4 stone", 31),
    ];
    for (begin, picks, combinations) in cases {
        let turn = format!(
            "setup: \"{begin}\"\nphases: {{ turn: {{ each: player, do: \"if let cs = me chooses {picks} as pick {{ move cs to me.out }}\" }} }}\n"
        );
        let setup = setup(0, 1, &turn);
        for (who, found) in [("playouts", played(&setup)), ("streams", in_streams(&setup))] {
            let off = deviation(&found, combinations);
            assert!(off < 4.0, "{who}: {off:.1} standard deviations off in `{picks}`: {found:?}");
        }
    }
}

/// Covers the determinization of secret picks.
#[test]
fn secret_picks_are_guessed_as_often() {
    let turn = "
setup: |
  move stone to seat(1).hand
  move e to seat(2).hand
phases:
  turn:
    do: |
      each player p chooses 0..2 stone cs in p.hand as pick secretly { move cs to p.out }
";
    let setup = setup(0, 2, turn);
    let mut game = Game::new(&setup, 1);
    while game.deciding() == Some(Seat::FIRST) {
        game.apply(0).expect("an option");
    }
    let deals = (0..GAMES).map(|seed| {
        let seat = game.deciding().expect("the second seat decides");
        let mut deal = game.perspective(seat).deal(seed).expect("a deal");
        while !deal.is_over() {
            deal.apply(0).expect("an option");
        }
        score(&deal)
    });
    let found = counted(deals);
    let off = deviation(&found, 11);
    assert!(off < 4.0, "{off:.1} standard deviations off: {found:?}");
}

/// A bot without a preference takes each combination equally often. (`search` has a preference here: if all
/// ends are equal, it prefers the option followed by the most decisions.)
#[test]
fn a_bot_without_a_preference_takes_each_combination_as_often() {
    let text = "
setup: move stone to seat(1).hand
phases:
  turn:
    each: player
    do: |
      if let cs = me chooses 3 stone in me.hand as pick { move cs to me.out }
statistics: { picked: sum(bit of stone in player.out) }
";
    let head = HEAD.replace("player.n + sum(bit of stone in player.out)", "player.n");
    let setup = compiled(&head, (0, 1), text);
    let picked = |game: Game| game.host().statistics().expect("no rule fails")[0];
    let found = counted(by_bot(&setup, "greedy:1").map(picked));
    let off = deviation(&found, 10);
    assert!(off < 4.0, "{off:.1} standard deviations off: {found:?}");
}

/// With very many candidates the weights are approximated: each position is picked in about half of the
/// games.
#[test]
fn large_numbers_of_candidates_are_picked_evenly() {
    let text = "
format: 1
game: { id: many, players: 1 }
state: { game: { low: int for game, high: int for game } }
phases:
  turn:
    each: player
    do: |
      let ns = me chooses 0..1000 number in 1..1000 as pick
      set low = count(number in ns where it <= 500)
      set high = count(ns) - low
score: { total: low }
statistics: { first: low, last: high }
";
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
    let mut playout = Playout::new(&ruleset.setup(1, &[]).expect("it can be played"));
    let mut all = Vec::new();
    for seed in 0..3 {
        playout.random(seed).expect("no rule fails");
        playout.statistics(&mut all).expect("no rule fails");
        assert!(all.iter().all(|half| (200_000..300_000).contains(&half.thousandths)), "{all:?}");
    }
}
