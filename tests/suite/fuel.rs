//! What a rule costs is what the reference says, whatever form of the program plays it.

use ludex::machinery::lower::{Passes, lower_by};
use ludex_tests::inside::*;
use ludex_tests::rulesets::compile_case;

/// Sixteen cards lie in the pile, four on the table; nobody decides anything.
fn ruleset(effect: &str) -> String {
    let effect: String = effect.lines().map(|line| format!("      {line}\n")).collect();
    format!(
        "format: 1
game: {{ id: fuel, players: 2 }}
kinds: {{ face: {{ fields: {{ value: int }} }} }}
zones:
  pile: {{ holds: face, sees: all, ordered: true }}
  table: {{ holds: face, sees: all }}
state: {{ game: {{ total: int for game }} }}
cards: {{ low: {{ kind: face, copies: 10, value: 1 }}, high: {{ kind: face, copies: 10, value: 9 }} }}
messages: {{ told: {{ n: int }} }}
procedures: {{ idle: {{ do: set total = 0 }} }}
functions: {{ worth: {{ with: {{ n: int }}, is: sum(value + n of face in pile) + sum(value - n of face in table) }} }}
setup: |
  move face to pile
  draw 4 from pile to table
phases:
  turn:
    do: |
{effect}score: {{ total: total }}
"
    )
}

/// The fuel of a game with this effect, in both forms of the program.
fn fuel(effect: &str) -> u64 {
    let rules = compile_case(&[("ruleset.yaml".to_owned(), ruleset(effect))]);
    let both = [Passes::NONE, Passes::ALL].map(|passes| {
        let program = lower_by(rules.checked(), 2, &[], passes).expect("it can be played");
        let mut playout = playout(&rules, program);
        playout.random(1).expect("no rule fails");
        playout.state().fuel()
    });
    assert_eq!(both[0], both[1], "{effect}");
    both[0]
}

#[test]
fn effects_cost_what_the_reference_says() {
    let nothing = fuel("set total = 0") - 1;
    let table = [
        // a step each
        ("set total = 1\nset total = 2", 2),
        ("say told(total)", 1),
        ("if total == 0 { set total = 1 }", 2),
        ("if total == 1 { set total = 2 }", 1),
        // the call, the step in it, and the return
        ("do idle()", 3),
    ];
    let found = table.map(|(effect, _)| (effect, fuel(effect) - nothing));
    assert_eq!(found, table);
}

#[test]
fn lists_and_calls_cost_what_the_reference_says() {
    let nothing = fuel("set total = 0") - 1;
    let table = [
        // one for the step, one for the list, and one for each 8 of its 16 elements, of its 4 nothing
        ("set total = sum(value of face in pile)", 1 + 1 + 2),
        ("set total = sum(value of face in table)", 1 + 1),
        // a filter looks at all of them
        ("set total = count(face in pile where value + total > 100)", 1 + 1 + 2),
        // the same where sets are joined
        ("set total = count(face in pile where value == total or value == 9)", 1 + 1 + 2),
        // sets decide
        ("set total = count(face in table where value == 9)", 1 + 1),
        // how many cards lie in a zone is known
        ("set total = count(pile)", 1),
        // the beginning with its list, four rounds of a test, a step and a way back, and the last test
        ("for face f in table { set total = 1 }", 1 + 1 + 4 * 3 + 1),
        ("repeat 2 { set total = 1 }", 1 + 2 * 3 + 1),
        ("shuffle pile", 1 + 1 + 2),
        ("move face in pile to table", 1 + 1 + 2),
        ("set total = worth(2)", 1 + (1 + 2) + 1),
    ];
    let found = table.map(|(effect, _)| (effect, fuel(effect) - nothing));
    assert_eq!(found, table);
}
