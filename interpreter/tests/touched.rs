//! The scenarios of a ruleset as a set: those that a change of some lines affects, and equal results of every
//! runner.

use std::ops::RangeInclusive;

use ludex::scenarios::ScenarioSet;
use ludex::{Compile, Ruleset, Workers, one_by_one};

const RULESET: &str = "format: 1
game: { id: tiny, players: 2 }
kinds: { coin: { fields: { value: int } } }
zones: { purse: { holds: coin, sees: all } }
setup: move coin to purse
functions:
  twice: { with: { n: int }, is: 2 * n }
  thrice: { with: { n: int }, is: n + twice(n) }
cards:
  penny: { kind: coin, value: 1 }
  crown:
    kind: coin
    value: 5
    on taken: for player p { set p.gold = p.gold + thrice(self.value) }
events: { taken: { card: coin } }
state: { player: { gold: int for game } }
phases:
  turn:
    each: player
    do: |
      let n = me chooses number in 1..3 as size
      set me.gold = me.gold + n
score: { total: player.gold }
";
const SCENARIOS: &str = "defaults: { seed: 1 }
scenarios:
  - name: a crown
    expect: any(crown in purse)
  - name: a penny
    expect: any(penny in purse)
  - name: a size
    play: [{ asks: size }]
";

fn files() -> [(String, String); 2] {
    [("ruleset.yaml", RULESET), ("scenarios/a.yaml", SCENARIOS)]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
}

fn ruleset() -> Ruleset {
    let compiled = Compile::new(&files()).shown("tiny/").compile();
    compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

fn about(file: &str, lines: RangeInclusive<u32>) -> (Vec<String>, Vec<String>) {
    let ruleset = ruleset();
    let all = ScenarioSet::read(&ruleset, &files(), "tiny/", &one_by_one);
    let found = all.touched(&[(file.to_owned(), lines)]);
    (found.names.into_iter().collect(), found.scenarios.into_iter().map(|(_, name)| name).collect())
}

#[test]
fn what_uses_a_function_changes_with_it() {
    let (names, scenarios) = about("tiny/ruleset.yaml", 7..=7);
    assert_eq!(names, ["crown", "thrice", "twice"]);
    assert_eq!(scenarios, ["a crown"]);
}

#[test]
fn a_card_is_the_lines_up_to_the_next() {
    assert_eq!(about("tiny/ruleset.yaml", 10..=10).1, ["a penny"]);
    assert_eq!(about("tiny/ruleset.yaml", 13..=13).1, ["a crown"]);
}

#[test]
fn scenarios_change_themselves() {
    assert_eq!(about("tiny/scenarios/a.yaml", 6..=6), (vec![], vec!["a penny".to_owned()]));
    assert_eq!(about("tiny/scenarios/a.yaml", 1..=1).1.len(), 3);
    assert_eq!(about("tiny/other.yaml", 1..=9).1.len(), 0);
}

#[test]
fn results_come_in_order_whoever_works() {
    let backwards = |count: usize, job: &(dyn Fn(usize) + Sync)| (0..count).rev().for_each(job);
    let lazy = |count: usize, job: &(dyn Fn(usize) + Sync)| job(count - 1);
    let workers: [Workers<'_>; 3] = [&one_by_one, &backwards, &lazy];
    let ruleset = ruleset();
    for workers in workers {
        let report = ScenarioSet::read(&ruleset, &files(), "tiny/", workers).run(|_, _| true);
        let names: Vec<&str> = report.results.iter().map(|result| result.name.as_str()).collect();
        assert_eq!((names, report.passed()), (vec!["a crown", "a penny", "a size"], 3));
    }
}
