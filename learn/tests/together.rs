//! Co-operative games: training aims at the score even if random play always loses it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludex_bots::BotSpec;
use ludex_bots::policy::PolicySpec;
use ludex_lab::blocks::Control;
use ludex_learn::policy;
use ludex_learn::train::{Plan, measure_team, train};

/// Each choice lights a lantern, does nothing, or uses up the only match, which loses everything. Idle
/// players live equally long.
const LANTERNS: &str = "\
format: 1
game: { id: lanterns, players: 2 }
state: { game: { lit: int for game, matches: int = 1 for game } }
phases:
  round:
    until: round.number == 8
    phases:
      turn:
        each: player
        do: |
          let n = me chooses number in 1..4 as move
          if n == 2 { set lit = lit + 1 }
          if n > 2 { set matches = matches - 1 }
          if matches == 0 { end game }
score: { total: if matches > 0 then lit else 0 }
";

#[test]
fn a_team_learns_to_score_where_random_players_always_lose() {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), LANTERNS.to_owned())]);
    let ruleset = compiled.into_ruleset().expect("no errors");
    let setup = ruleset.setup(2, &[]).expect("a setup");
    let stop = AtomicBool::new(false);
    let control = Control { threads: 1, stop: &stop, done: &|_| {} };
    let plan = Plan { setup: &setup, games: 2_000, seed: 1, from: None, entropy: 100 };
    let trained = train(&plan, &control).expect("a training");
    assert!(!trained.weights.ends().parted);
    let learned = BotSpec::Policy(PolicySpec::new(policy(Arc::new(trained.weights))));
    let score =
        |bot: &BotSpec, games: u64| measure_team(&setup, (bot, games), 5, &control).expect("a score").score;
    let random = score(&BotSpec::Random, 200);
    assert!(random < 1.0, "{random}");
    let learned = score(&learned, 40);
    assert!(learned > 12.0, "{learned}");
}
