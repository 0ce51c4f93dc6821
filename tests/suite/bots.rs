//! Bots: their names, that they can play everything, that they get better with what they are given, and that they know no more than their seat.

use ludex::bots::{Bot, BotSpec, Tools, decision_seed};
use ludex::{Game, Ruleset, Seat, Setup, compile};
use ludex_tests::rulesets::{files, shipped, spread};

fn bot(word: &str) -> Box<dyn Bot> {
    word.parse::<BotSpec>().unwrap_or_else(|error| panic!("{error}")).build(&Tools::default())
}

fn setup(ruleset: &Ruleset, players: u8) -> Setup {
    ruleset.setup(players, &[]).expect("a setup")
}

fn written(text: &str, players: u8) -> Setup {
    let compiled = compile(&[("ruleset.yaml".to_owned(), text.to_owned())], "");
    setup(&compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}")), players)
}

/// Two hands of six; the higher card of two takes both, without a look at the other's.
const TRICKS: &str = "
format: 1
game: { id: tricks, players: 2 }
kinds: { rank: { fields: { value: int } } }
zones:
  deck: { holds: rank, sees: nobody, ordered: true }
  hand: { per: player, holds: rank, sees: owner }
  table: { per: player, holds: rank, sees: all }
  gone: { holds: rank, sees: all }
cards:
  one: { kind: rank, copies: 2, value: 1 }
  two: { kind: rank, copies: 2, value: 2 }
  three: { kind: rank, copies: 2, value: 3 }
  four: { kind: rank, copies: 2, value: 4 }
  five: { kind: rank, copies: 2, value: 5 }
  six: { kind: rank, copies: 2, value: 6 }
  seven: { kind: rank, copies: 2, value: 7 }
state: { player: { points: int for game } }
setup: |
  move rank to deck
  shuffle deck
  for player p { draw 5 from deck to p.hand }
phases:
  trick:
    repeat: 5
    do: |
      for player p {
        if any(card in p.hand) {
          let c = p chooses card in p.hand as lead
          move c to p.table
        }
      }
      let first = sum(value of seat(1).table)
      let second = sum(value of seat(2).table)
      if first > second { set seat(1).points = seat(1).points + first + second }
      if second > first { set seat(2).points = seat(2).points + first + second }
      move seat(1).table to gone
      move seat(2).table to gone
score: { total: player.points }
";

/// Plays a game, each seat with a bot of its own, and gives who won.
fn play(setup: &Setup, bots: &mut [Box<dyn Bot>], seed: u64) -> Game {
    let mut game = Game::new(setup, seed);
    bots.iter_mut().for_each(|bot| bot.begin());
    while let Some(seat) = game.deciding() {
        let seed = decision_seed(seed, seat, game.choices());
        let option = bots[seat.index()].choose(game.perspective(seat), seed);
        game.apply(option).expect("an option, and no rule fails");
    }
    game
}

/// What part of the games with two players one bot wins against another: the same seeds from both seats.
fn share(setup: &Setup, [one, other]: [&str; 2], seeds: u64) -> f64 {
    let mut won = 0.0;
    for seed in 0..seeds {
        for seat in 0..2 {
            let mut bots = vec![bot(one), bot(other)];
            bots.rotate_left(seat);
            let winners = play(setup, &mut bots, spread(seed)).winners();
            let wins = winners.iter().any(|winner| winner.id == Seat(seat as u8));
            won += if wins { 1.0 / winners.len() as f64 } else { 0.0 };
        }
    }
    won / (2 * seeds) as f64
}

#[test]
fn a_bot_is_asked_for_by_name() {
    for word in ["random", "greedy", "greedy:7"] {
        let spec: BotSpec = word.parse().expect("a bot");
        assert_eq!(spec.to_string(), word);
    }
    for word in
        ["", "Random", "greedy:", "greedy:0", "greedy:+3", "greedy:x", "random:3", "greedy:99999999999"]
    {
        let error = word.parse::<BotSpec>().expect_err("no bot").to_string();
        assert!(error.contains(&format!("`{word}`")) && error.contains("random, greedy"), "{error}");
    }
}

#[test]
fn looking_ahead_beats_chance() {
    let setup = written(TRICKS, 2);
    let share = share(&setup, ["greedy:40", "random"], 40);
    assert!(share > 0.6, "{share}");
}

#[test]
fn a_mirror_match_is_even_to_the_last_game() {
    let setup = written(TRICKS, 2);
    assert_eq!(share(&setup, ["greedy:3", "greedy:3"], 10), 0.5);
    assert_eq!(share(&setup, ["random", "random"], 10), 0.5);
}

#[test]
fn every_bot_plays_every_shipped_game() {
    for id in shipped() {
        let ruleset = compile(&files(&id), "").into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        for players in [*ruleset.players().start(), *ruleset.players().end()] {
            let setup = setup(&ruleset, players);
            let mut bots: Vec<_> = (0..players).map(|_| bot("random")).collect();
            bots[0] = bot("greedy:1");
            assert!(play(&setup, &mut bots, 1).is_over(), "{id}");
        }
    }
}
