//! Knowledge of the locals of an effect that waits for a decision.

use ludex::why::decision_facts;
use ludex::{Compile, Game, Value};

/// Returns the value of `n` that the first player sees at the first decision of the effect.
fn known(effect: &str) -> Value {
    let lines: Vec<String> = effect.lines().map(|line| format!("      {line}\n")).collect();
    let text = format!(
        "
format: 1
game: {{ id: demo, players: 2 }}
kinds: {{ face: {{ fields: {{ value: int }} }} }}
zones: {{ deck: {{ holds: face, sees: nobody, ordered: true }} }}
state: {{ game: {{ gone: bool for game }} }}
cards: {{ king: {{ kind: face, copies: 4, value: 9 }} }}
phases:
  turn:
    active: seat(1)
    do: |
{}      me may go(n: n) {{ set gone = true }}
score: {{ total: 0 }}
",
        lines.concat()
    );
    let compiled = Compile::new(&[("ruleset.yaml".to_owned(), text)]).shown("demo/").compile();
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let game = Game::new(&ruleset.setup(2, &[]).expect("two can play"), 1);
    let facts = decision_facts(&game, game.deciding().expect("somebody is asked"));
    let [fact] = facts.as_slice() else { panic!("one fact") };
    fact.value.clone()
}

#[test]
fn a_local_is_known_if_each_value_that_it_may_have_is() {
    assert_eq!(known("let n = 1"), Value::Int(1));
    assert_eq!(known("let n = 1\nif gone { set n = (deck.top?.value default 0) }"), Value::Hidden);
}

#[test]
fn a_local_that_others_use_twice_is_followed_once() {
    let lets: Vec<String> = (1..30).map(|i| format!("let x{i} = max(x{0}, x{0})\n", i - 1)).collect();
    assert_eq!(known(&format!("let x0 = 7\n{}let n = x29", lets.concat())), Value::Int(7));
}
