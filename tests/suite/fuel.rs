//! The fuel costs of the reference.

use ludex::Playout;
use ludex_tests::inside::*;
use ludex_tests::rulesets::compile_case;

/// Sixteen cards are in the pile, four on the table; there are no decisions.
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

/// Returns the fuel of a game with this effect.
fn fuel(effect: &str) -> u64 {
    let rules = compile_case(&[("ruleset.yaml".to_owned(), ruleset(effect))]);
    let mut playout = Playout::new(&rules.setup(2, &[]).expect("it can be played"));
    playout.random(1).expect("no rule fails");
    playout.state().fuel()
}

/// Returns the additional cost of an effect.
fn cost(effect: &str) -> u64 {
    fuel(effect) - fuel("set total = 0")
}

#[test]
fn what_repeats_costs_what_the_reference_says() {
    let table = [
        // single statements are free
        ("set total = 1\nset total = 2", 0),
        ("say told(total)", 0),
        ("if total == 0 { set total = 1 }", 0),
        // a call
        ("do idle()", 1),
        // two iterations; the list of its loop, and four iterations
        ("repeat 2 { set total = 1 }", 2),
        ("for face f in table { set total = 1 }", 1 + 4),
        ("while total < 3 { set total = total + 1 }", 3),
    ];
    let found = table.map(|(effect, _)| (effect, cost(effect)));
    assert_eq!(found, table);
}

#[test]
fn elements_cost_what_the_reference_says() {
    let table = [
        // one for the list, and one for each 8 of its 16 elements; 4 elements are free
        ("set total = sum(value of face in pile)", 1 + 2),
        ("set total = sum(value of face in table)", 1),
        // a filter tests all of them
        ("set total = count(face in pile where value + total > 100)", 1 + 2),
        // the number of joined sets does not matter
        ("set total = count(face in pile where value == total or value == 9)", 1 + 2),
        // sets decide
        ("set total = count(face in table where value == 9)", 1),
        // the number of cards in a zone is stored
        ("set total = count(pile)", 0),
        // a list within the test of a filter is scanned for each candidate
        (
            "set total = count(face in pile where value + total > count(face in table where value + total > 5))",
            (1 + 2) + 16,
        ),
        ("shuffle pile", 1 + 2),
        ("move face in pile to table", 1 + 2),
        ("set total = worth(2)", (1 + 2) + 1),
    ];
    let found = table.map(|(effect, _)| (effect, cost(effect)));
    assert_eq!(found, table);
}

/// Returns an expression with 640 more parts.
fn many_parts() -> String {
    format!(" + (total{})", " + total".repeat(39)).repeat(16)
}

#[test]
fn what_is_large_costs_more_wherever_it_repeats() {
    let large = many_parts();
    let again = |effect: &str| {
        cost(&effect.replace("LARGE", &large)) as i64 - cost(&effect.replace("LARGE", "")) as i64
    };
    // one for each 64 parts, in each iteration or for each element; the phase has an iteration too
    for (effect, times) in [
        ("set total = 0LARGE", 1),
        ("repeat 2 { set total = 0LARGE }", 1 + 2),
        ("set total = sum(valueLARGE of face in table)", 1 + 4),
        ("set total = count(face in table where valueLARGE > 3)", 1 + 4),
    ] {
        let more = again(effect);
        assert!((times * 9..=times * 11).contains(&more), "{effect}: {more}");
    }
}
