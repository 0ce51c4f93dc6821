//! Statements that give a local another value, as `set` does: such trees are made by hand, of a checked ruleset in which some `let`
//! takes the local of another.

use ludex_grammar::source::Sources;

use super::changes::Effects;
use super::expr::Reader;
use super::leaks::Elsewhere;
use super::stmt::Walk;
use super::values;
use crate::check::check;
use crate::hir::{Stmt, StmtKind};
use crate::ids::LocalId;
use crate::load::load;

const RULESET: &str = "
format: 1
game: { id: demo, players: 2 }
kinds: { face: { fields: { value: int } } }
zones: { deck: { holds: face, sees: nobody, ordered: true } }
messages: { worth: { n: int } }
state: { game: { going: bool for game } }
cards: { king: { kind: face, copies: 4, value: 9 } }
phases: { turn: { active: seat(1), do: stop } }
setup: |
";

/// How often a set-up tells of something hidden, if each of these `let` gives its value to the local of that one, by their numbers
/// in the order of the text.
fn told(setup: &str, same: &[(usize, usize)]) -> usize {
    let mut sources = Sources::new();
    let lines: Vec<String> = setup.lines().map(|line| format!("  {line}\n")).collect();
    let file = sources.add("ruleset.yaml", format!("{RULESET}{}", lines.concat()));
    let mut problems = Vec::new();
    let raw = load(&sources, &[("ruleset.yaml".to_owned(), file)], &mut problems);
    let checked = check(&raw, &mut problems);
    let Some(mut checked) = checked else { panic!("{problems:?}") };
    let mut stmts = std::mem::take(&mut checked.setup.stmts);
    let mut locals = Vec::new();
    assigned(&mut stmts, &mut |local| locals.push(*local));
    let mut numbers = 0..;
    assigned(&mut stmts, &mut |local| {
        let this = numbers.next();
        let other = same.iter().find(|(number, _)| Some(*number) == this);
        *local = other.map_or(*local, |(_, other)| locals[*other]);
    });
    let values = values(&checked, &[]);
    let (effects, known) = (Effects::of(&checked, &checked.calls()), Elsewhere::default());
    let mut walk = Walk::new(Reader::new(&checked, &values), &known, &effects);
    walk.body(&mut stmts);
    walk.leaks.len()
}

/// Each local that a `let` gives a value, in the order of the text.
fn assigned(stmts: &mut [Stmt], visit: &mut impl FnMut(&mut LocalId)) {
    for stmt in stmts {
        if let StmtKind::Let(local, _) = &mut stmt.kind {
            visit(local);
        }
        stmt.kind.blocks_mut().into_iter().for_each(|(_, block)| assigned(block, visit));
    }
}

#[test]
fn a_round_tells_what_the_one_before_has_taken() {
    let setup = "let n = 1
repeat 2 {
  say worth(n)
  let _m = deck.top?.value default 0
}";
    assert_eq!(told(setup, &[]), 0);
    assert_eq!(told(setup, &[(1, 0)]), 1);
}

#[test]
fn a_secret_goes_through_as_many_rounds_as_there_are_locals() {
    let setup = "let a = 1
let b = 2
let c = 3
repeat 9 {
  repeat 2 { say worth(a) }
  let _a = b
  let _b = c
  let _c = deck.top?.value default 0
}";
    assert_eq!(told(setup, &[]), 0);
    assert_eq!(told(setup, &[(3, 0), (4, 1), (5, 2)]), 1);
}

#[test]
fn after_a_block_that_perhaps_ran_a_local_has_either_value() {
    let secret = "let _m = deck.top?.value default 0";
    for test in ["if going", "if not going { stop } else", "while going", "for player", "seat(1) may go"] {
        let taken = format!("let n = 1\n{test} {{\nset going = false\n{secret} }}\nsay worth(n)");
        assert_eq!(told(&taken, &[(1, 0)]), 1, "{test}");
    }
    for test in ["if going", "while going", "for player", "seat(1) may go"] {
        let left = format!("let n = 1\n{secret}\n{test} {{\nset going = false\nlet _a = 2 }}\nsay worth(n)");
        assert_eq!(told(&left, &[(1, 0), (2, 0)]), 1, "{test}");
    }
    assert_eq!(told(&format!("let n = 1\n{secret}\nlet _a = 2\nsay worth(n)"), &[(1, 0), (2, 0)]), 0);
}

#[test]
fn what_a_test_asks_for_is_shown_only_while_it_is_the_same() {
    let setup = "let n = deck.top
if n exists { show n to player } else { let _m = deck.bottom }
say worth(n?.value default 0)";
    assert_eq!(told(setup, &[]), 0);
    assert_eq!(told(setup, &[(1, 0)]), 1);
}
