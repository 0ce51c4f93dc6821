//! Where the value of a local of a running effect came from.

use crate::compile::Compile;
use std::sync::Arc;

use super::eval::Explainer;
use super::known::{Eyes, Val};
use crate::hir::StmtKind;
use crate::ids::{LocalId, PhaseId};
use crate::play::Game;
use crate::program::Program;
use crate::types::Type;

/// What the first player may know of the local of a `let` of the effect that waits, if all of them give their values to the same.
fn known(effect: &str, number: usize, same: bool) -> Val {
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
{}score: {{ total: 0 }}
",
        lines.concat()
    );
    let compiled = Compile::new(&[("ruleset.yaml".to_owned(), text)]).shown("demo/").compile();
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let game = Game::new(&ruleset.setup(2, &[]).expect("two can play"), 1);
    let mut changed = Program::clone(game.program());
    let checked = Arc::make_mut(&mut changed.checked);
    let lets = checked.phases[PhaseId(0).index()]
        .body
        .iter_mut()
        .filter_map(|stmt| if let StmtKind::Let(local, _) = &mut stmt.kind { Some(local) } else { None });
    let lets: Vec<&mut LocalId> = lets.collect();
    let local = *lets[number];
    lets.into_iter().filter(|_| same).for_each(|other| *other = local);
    let eyes = Eyes { program: &changed, state: game.state(), viewer: Some(0) };
    let mut explainer = Explainer::new(eyes, &ruleset.sources);
    assert!(explainer.waiting().is_some(), "somebody is asked");
    explainer.running_local(local, Type::INT)
}

#[test]
fn a_local_is_known_if_each_value_that_it_may_have_is() {
    let effect = "let n = 1
let _m = deck.top?.value default 0
me may go { set gone = n == 1 }";
    assert_eq!(known(effect, 0, false), Val::Is(1));
    assert_eq!(known(effect, 0, true), Val::Hidden);
}

#[test]
fn a_local_that_others_use_twice_is_followed_once() {
    let lets: Vec<String> = (1..30).map(|i| format!("let x{i} = max(x{0}, x{0})\n", i - 1)).collect();
    let effect = format!("let x0 = 7\n{}me may go {{ set gone = x29 == 7 }}", lets.concat());
    assert_eq!(known(&effect, 29, false), Val::Is(7));
}
