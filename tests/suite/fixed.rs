//! Values fixed before a game equal those computed by the machine, in every form of the program: values of
//! players and options that are not covered by the laws of operators (see `laws.rs`), and combinations.

use ludex_tests::inside::*;
use std::sync::Arc;

use ludex::{Playout, Ruleset};
use ludex_run::lower::{Passes, lower, lower_by};
use ludex_tests::rulesets::compile_case;

/// Expressions of `a` and `b`, their type, and the conversion of their value to a number.
const EXPRESSIONS: &[(&str, &str, &str)] = &[
    ("a", "decimal", "n"),
    ("-a", "decimal", "n"),
    ("a * 0.5", "decimal", "n"),
    ("a + 0.001", "decimal", "n"),
    ("if a > b then a else b + 1", "int", "n"),
    ("if a > b then a else nothing", "int?", "n default 77"),
    ("if a > b then a else nothing", "decimal?", "n default 77"),
    ("if a == b then 0.5 else a", "decimal", "n"),
    ("pay[a]", "int", "n"),
    ("pay[pay[a]]", "int", "n"),
    ("seat(a + players)", "player", "n.seat"),
    ("if a > b then seat(a) else nothing", "player?", "if n exists then n.seat else 77"),
    ("column(a - b)", "column", "n.number"),
    ("if a > b then column(b) else nothing", "column?", "if n exists then n.number else 77"),
    ("a < b", "bool", "if n then 1 else 0"),
    ("a <= b", "bool", "if n then 1 else 0"),
    ("a == b", "bool", "if n then 1 else 0"),
    ("a != b", "bool", "if n then 1 else 0"),
    ("not a > b", "bool", "if n then 1 else 0"),
    ("a > 1 and b > 1", "bool", "if n then 1 else 0"),
    ("a > 1 and 12 div b > 1", "bool", "if n then 1 else 0"),
    ("a > 1 or 12 div b > 1", "bool", "if n then 1 else 0"),
    ("seat(a) == seat(b)", "bool", "if n then 1 else 0"),
];

/// A missing row, ±1, 0, the numbers of seats and columns, one more, and the limits.
const VALUES: &[i32] = &[-i32::MAX, -2_147_484, -3, -1, 0, 1, 2, 3, 4, 5, 6, 2_147_483, 2_147_484, i32::MAX];

/// Four columns, two to three players, a table of three rows; `n` has its value before the game or gets it in
/// the set-up.
fn ruleset(expression: &str, ty: &str, counted: &str, is_first: bool) -> String {
    let placed = |a: &str, b: &str| -> String {
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        let parts = expression.split_inclusive(word);
        let one = |part: &str| {
            let name = part.trim_end_matches(word);
            let rest = &part[name.len()..];
            match name {
                "a" => format!("{a}{rest}"),
                "b" => format!("{b}{rest}"),
                _ => part.to_owned(),
            }
        };
        parts.map(one).collect()
    };
    let optional = format!("{}?", ty.trim_end_matches('?'));
    let (state, setup) = if is_first {
        (format!("n: {ty} = {} for game", placed("one", "two")), "set x = 0".to_owned())
    } else {
        let value = placed("x", "y");
        (format!("n: {optional} for game"), format!("set x = one\n  set y = two\n  set n = {value}"))
    };
    let counted = match ty.ends_with('?') || is_first {
        true => counted.to_owned(),
        false => format!("if n exists then {counted} else 99"),
    };
    let option = "{ type: int, range: -2147483647..2147483647, default: 1 }";
    format!(
        "format: 1
game: {{ id: fixed, players: 2..3 }}
options: {{ one: {option}, two: {option} }}
spots: {{ column: {{ count: players + 1 }} }}
tables: {{ pay: {{ -1: 2, 1: 3, 3: -1 }} }}
state:
  game:
    {state}
    x: int for game
    y: int for game
setup: |
  {setup}
score:
  total: {counted}
"
    )
}

/// Returns the score of a game without choices, if it exists.
fn score(rules: &Ruleset, players: u8, options: &[i32], passes: Passes) -> Option<i32> {
    let program = lower_by(rules.checked(), players, options, passes).ok()?;
    let setup = setup_of(rules, Arc::new(program));
    let mut playout = Playout::new(&setup);
    let end = playout.random(1).ok()?;
    Some(cells(&setup, end)[0])
}

#[test]
fn what_is_fixed_before_a_game_is_what_the_machine_computes() {
    let mut computed = 0;
    for (expression, ty, counted) in EXPRESSIONS {
        let rules = |is_first| {
            compile_case(&[("ruleset.yaml".to_owned(), ruleset(expression, ty, counted, is_first))])
        };
        let (first, played) = (rules(true), rules(false));
        for players in [2, 3] {
            for options in VALUES.iter().flat_map(|a| VALUES.iter().map(|b| [*a, *b])) {
                let fixed = score(&first, players, &options, Passes::ALL);
                let said = format!("{expression} as {ty} with {options:?} and {players} players");
                assert_eq!(fixed, score(&played, players, &options, Passes::NONE), "{said}");
                assert_eq!(fixed, score(&played, players, &options, Passes::ALL), "{said}");
                computed += usize::from(fixed.is_some());
            }
        }
    }
    assert!(computed > 3_000, "only {computed} have a value");
}

/// The message names the location and the number of players.
#[test]
fn what_cannot_be_fixed_is_said_with_its_place() {
    let rules = compile_case(&[("ruleset.yaml".to_owned(), ruleset("seat(a)", "player", "n.seat", true))]);
    let message = |players: u8| {
        let options = [("one".to_owned(), "3".to_owned())];
        rules.program(players, &options).err().map(|error| error.message)
    };
    assert_eq!(message(3), None);
    assert_eq!(
        message(2).as_deref(),
        Some("fixed: ruleset.yaml:8:17: with 2 players there is no seat 3: they are counted from 1 to 2")
    );
    assert!(lower(rules.checked(), 2, &[3, 1]).is_err());
}
