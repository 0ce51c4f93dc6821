//! Scenario files.

use ludex_grammar::source::Sources;
use ludex_grammar::yaml;

use super::show;
use ludex_check::load::scenario::{RawScenario, Step, scenarios};

fn read(text: &str) -> (Vec<RawScenario>, Vec<String>) {
    let mut sources = Sources::new();
    let file = sources.add("scenarios/a.yaml", text);
    let mut problems = Vec::new();
    let node = yaml::parse(file, text, &mut problems).unwrap();
    let list = scenarios(file, &node, &mut problems);
    let shown = show(&sources, &problems);
    (list, shown)
}

fn problems_in(scenario: &str) -> Vec<String> {
    read(&format!("scenarios:\n  - name: a\n{scenario}")).1
}

fn strings(list: &[ludex_grammar::span::Spanned<String>]) -> Vec<&str> {
    list.iter().map(|item| item.value.as_str()).collect()
}

#[test]
fn everything() {
    let (list, problems) = read(
        "defaults: { players: 4, seed: 1, options: { late: true, rounds: 3 } }
scenarios:
  - name: KX-01 tie
    rules: [K-61, KX-01]
    players: 2
    options: { late: false }
    given:
      zones: { column_1.lane: [blue king up, white troubadour down], goal_deck: [] }
      rest: { influence: reserve, objective: box }
      set: set round = 2
      stack: { goal_deck: [king] }
      phase: turn
    play:
      - do: king
      - do: [3, true]
      - who: blue
      - asks: cape_hide
      - offers: [king, storm, decline]
      - expect: blue.gold == 2
      - expect: [1 == 1, 2 == 2]
      - over: true
      - view: { seat: blue, zone: column_1.lane, shows: [king up, hidden] }
      - winners: [blue, red]
      - stack: { goal_deck: [king, storm], blue.deck: [] }
    forced: asked
    expect: [blue.gold == 2]
  - name: second
    run: stop
",
    );
    assert_eq!(problems, Vec::<String>::new());
    let [first, second] = list.as_slice() else { panic!("two scenarios") };
    assert_eq!(first.name.value, "KX-01 tie");
    assert_eq!(strings(&first.rules), ["K-61", "KX-01"]);
    assert_eq!((first.players.as_ref().unwrap().value, first.seed.as_ref().unwrap().value), (2, 1));
    let options: Vec<_> = first.options.iter().map(|(name, value)| (&*name.value, &*value.value)).collect();
    assert_eq!(options, [("late", "false"), ("rounds", "3")]);
    let zones = &first.given.zones;
    assert_eq!(zones[0].zone.value, "column_1.lane");
    assert_eq!(strings(&zones[0].cards), ["blue king up", "white troubadour down"]);
    assert!(zones[1].cards.is_empty());
    assert_eq!(first.given.rest[1].zone.value, "box");
    assert_eq!(first.given.set.len(), 1);
    assert_eq!(strings(&first.given.stack[0].cards), ["king"]);
    assert_eq!((first.asks_forced, second.asks_forced), (true, false));
    assert_eq!(first.given.phase.as_ref().unwrap().value, "turn");
    assert_eq!(first.expect.len(), 1);
    assert_eq!((second.players.as_ref().unwrap().value, second.options.len()), (4, 2));
    assert!(second.run.is_some());
    steps(first);
}

fn steps(scenario: &RawScenario) {
    let steps: Vec<_> = scenario.play.iter().map(|step| &step.value).collect();
    assert!(matches!(steps[0], Step::Do(labels) if strings(labels) == ["king"]));
    assert!(matches!(steps[1], Step::Do(labels) if strings(labels) == ["3", "true"]));
    assert!(matches!(steps[2], Step::Who(seat) if seat.value == "blue"));
    assert!(matches!(steps[3], Step::Asks(label) if label.value == "cape_hide"));
    assert!(matches!(steps[4], Step::Offers(labels) if labels.len() == 3));
    assert!(matches!(steps[5], Step::Expect(list) if list.len() == 1));
    assert!(matches!(steps[6], Step::Expect(list) if list.len() == 2));
    assert!(matches!(steps[7], Step::Over(true)));
    let Step::View { seat, zone, shows, among: None } = steps[8] else { panic!("a view") };
    assert_eq!((seat.value.as_str(), zone.value.as_str()), ("blue", "column_1.lane"));
    assert_eq!(strings(shows), ["king up", "hidden"]);
    assert!(matches!(steps[9], Step::Winners(names) if strings(names) == ["blue", "red"]));
    let Step::Stack(stacks) = steps[10] else { panic!("a stack") };
    assert_eq!(strings(&stacks[0].cards), ["king", "storm"]);
    assert!(stacks[1].zone.value == "blue.deck" && stacks[1].cards.is_empty());
}

#[test]
fn problems_of_files() {
    assert_eq!(read("").1, ["W0802 at : there is no scenario in this file"]);
    assert_eq!(read("scenarios:\n").1, ["W0802 at : there is no scenario in this file"]);
    assert_eq!(read("defaults: {}\n").1, ["E0202 at : a file of scenarios needs `scenarios`"]);
    assert_eq!(
        read("scenario: []\nscenarios: []\n").1,
        ["E0201 at scenario: `scenario` is not a key of a file of scenarios (did you mean `scenarios`?)"]
    );
    assert_eq!(
        read("defaults: { sed: 1 }\nscenarios: []\n").1,
        ["E0201 at sed: `sed` is not a key of the defaults (did you mean `seed`?)"]
    );
    assert_eq!(
        read("scenarios: [{}, { name: a }, { name: a }]\n").1,
        ["E0202 at : a scenario needs `name`", "E0205 at a: duplicate entry `a`",]
    );
}

#[test]
fn problems_of_scenarios() {
    assert_eq!(
        problems_in("    players: 17\n    seed: -1\n"),
        [
            "E0207 at 17: the number of players must be in 1..16, found 17",
            "E0207 at -1: the seed must be in 0..9223372036854775807, found -1",
        ]
    );
    assert_eq!(
        problems_in("    given: { phase: turn, zone: {} }\n    run: stop\n"),
        [
            "E0201 at zone: `zone` is not a key of the position (did you mean `zones`?)",
            "E0203 at stop: play starts at the phase `turn` or after `run`, not both",
        ]
    );
    assert_eq!(
        problems_in(
            "    play: [{ doo: king }, { do: a, who: b }, king, { over: 1 }, { view: { seat: b } }]\n"
        ),
        [
            "E0201 at doo: `doo` is not a key of a step (did you mean `do`?)",
            "E0203 at { do: a, who: b }: expected a step with one key, as in `do: ace` \
             (each is a step of its own: `- do: a`, `- who: b`)",
            "E0203 at king: expected a step with one key, as in `do: ace` (write `do: king`)",
            "E0203 at 1: expected `true` or `false`, found the number 1",
            "E0202 at view: a view needs `zone`",
            "E0202 at view: a view needs `shows`",
        ]
    );
    assert_eq!(
        problems_in("    given: { zones: { lane: king } }\n    rules: K-1\n"),
        [
            "E0203 at K-1: expected the rules as a list, found `K-1` (write `[K-1]`)",
            "E0203 at king: expected the cards as a list, found `king` (write `[king]`)",
        ]
    );
}
