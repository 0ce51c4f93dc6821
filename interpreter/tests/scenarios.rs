//! The scenario runner, with a small ruleset: messages and source locations.

use ludex::scenarios::{Failure, Outcome, Report, ScenarioResult, check_all, rule_ids, rules_named, run_all};
use ludex::{Compile, Ruleset, compile};
use ludex_grammar::fix::applied;

const RULESET: &str = "
format: 1
game: { id: pick, players: 2..3, seats: [blue, white, red] }
options:
  rounds: { type: int, default: 2, range: 1..4 }
kinds:
  suit: { per: player, fields: { value: decimal? } }
  token: {}
cards:
  king: { kind: suit, value: 9.5 }
  queen: { kind: suit, value: 8 }
  jack: { kind: suit }
  coin: { kind: token, copies: 2 }
zones:
  hand: { per: player, holds: suit, sees: owner }
  table: { per: player, holds: suit, sees: by_face, ordered: true }
  bank: { holds: token, sees: all, max: 2 }
  out: { holds: [suit, token], sees: all, ordered: true }
state: { player: { points: decimal for game } }
setup: |
  for player p { move suit where owner == p to p.hand }
  move token to bank
phases:
  round:
    repeat: rounds
    phases:
      turn:
        each: player
        do: |
          if any(suit in me.hand) {
            let played = me chooses suit in me.hand as play_card
            move played to me.table face up
            set me.points = me.points + (played.value default 0)
          }
score: { total: player.points }
";

fn ruleset() -> Ruleset {
    let compiled = Compile::new(&[("ruleset.yaml".to_owned(), RULESET.to_owned())]).shown("pick/").compile();
    compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems))
}

fn report(scenarios: &str) -> Report {
    let file = ("scenarios/a.yaml".to_owned(), format!("scenarios:\n{scenarios}"));
    let report = run_all(&ruleset(), &[file], "pick/");
    assert_eq!(report.problems, []);
    report
}

/// Returns the failures: the marked text, the message and the details of each.
fn failures(scenarios: &str) -> Vec<String> {
    let report = report(scenarios);
    let told = |result: &ScenarioResult| {
        let Outcome::Failed(failure) = &result.outcome else { return format!("{}: passed", result.name) };
        let place = report.sources.place(failure.span);
        let at = place.trim_start_matches("pick/scenarios/");
        let mut lines =
            vec![format!("{at} [{}] {}", report.sources.slice(failure.span).trim(), failure.message)];
        lines.extend(failure.lines());
        lines.join("; ")
    };
    report.results.iter().map(told).collect()
}

fn failure(scenario: &str) -> String {
    failures(&format!("  - name: a\n{scenario}")).join("\n")
}

fn passes(scenario: &str) {
    assert_eq!(failure(scenario), "a: passed");
}

#[test]
fn a_game_from_its_beginning() {
    passes(
        "    players: 3
    options: { rounds: 1 }
    play:
      - who: blue
      - asks: play_card
      - offers: [jack, blue queen, king]
      - offers_also: queen
      - never_offers: [white king, decline]
      - do: king
      - view: { seat: red, zone: blue.table, shows: [blue king up] }
      - view: { seat: red, zone: blue.hand, shows: [hidden, blue hidden] }
      - over: false
      - do: [white queen, king]
      - over: true
      - winners: [blue, red]
      - expect: blue.points == 9.5 and white.score == 8
    expect: [count(out) == 0]
",
    );
}

#[test]
fn a_position_and_an_effect() {
    passes(
        "    given:
      zones: { blue.table: [white king down, jack up], bank: [\"coin#2\"] }
      rest: { token: out }
      set: set blue.points = 3
    run: |
      let c = white may choose suit in blue.table as take
      if c exists { set white.points = 2 }
    play:
      - who: white
      - offers: [king, jack, decline]
      - do: white king
    expect:
      - white.points == 2 and blue.points == 3
      - king[white] is in blue.table and king[white] is face down and jack[blue] is face up
      - queen[blue] is in blue.hand and count(white.hand) == 2
      - count(bank) == 1 and count(out) == 1
",
    );
}

#[test]
fn a_phase_goes_on() {
    passes(
        "    given:
      zones: { blue.hand: [queen] }
      rest: { suit: out }
      phase: turn
    play:
      - who: white
      - do: king
      - offers: [queen, jack]
",
    );
}

#[test]
fn what_seats_are_told_of_picks() {
    passes(
        "    run: |
      show blue.hand to white
      if any(suit in blue.hand) {
        blue chooses suit in blue.hand as open
        blue chooses suit in blue.hand as secret secretly
        blue chooses one as way { left { stop } right { stop } }
      }
    play:
      - do: king
      - told: { seat: white, pick: king }
      - told: { seat: blue, pick: blue king }
      - do: queen
      - told: { seat: blue, pick: queen }
      - told: { seat: white, pick: hidden }
      - do: left
      - told: { seat: white, pick: left }
",
    );
    let told = failure(
        "    run: blue may choose suit in blue.hand as open
    play: [do: king, told: { seat: white, pick: hidden }, told: { seat: white, pick: king }]\n",
    );
    assert!(
        told.contains("white is told something else about `open`; expected: king; actual:   hidden"),
        "{told}"
    );
}

#[test]
fn a_position_may_begin_in_a_later_round() {
    passes(
        "    options: { rounds: 4 }
    given:
      set: set round.number = 4
      phase: turn
    play:
      - expect: round.number == 4
      - do: [king, king]
      - over: true
",
    );
    passes(
        "    options: { rounds: 3 }
    given:
      set: set round.number = 3
      phase: round
    play:
      - expect: round.number == 3
      - do: [king, king]
      - over: true
",
    );
    assert!(failure("    run: set round.number = 2\n").contains("this can't be set"));
}

#[test]
fn the_rest_of_a_kind_is_what_lies_nowhere_too() {
    let text = RULESET.replace("  move token to bank\n", "");
    let ruleset = compile(&[("ruleset.yaml".to_owned(), text)]).ruleset.expect("no errors");
    let run = |scenario: &str| {
        let file = ("scenarios/a.yaml".to_owned(), format!("scenarios:\n  - name: a\n{scenario}"));
        run_all(&ruleset, &[file], "").results.remove(0).outcome
    };
    let given = "    given: { zones: { bank: [coin] }, rest: { token: out } }\n";
    assert_eq!(run(&format!("{given}    expect: count(bank) == 1 and count(out) == 1\n")), Outcome::Passed);
}

#[test]
fn a_position_by_default() {
    let file = "defaults:
  given: { zones: { blue.table: [king up], white.table: [king up] }, rest: { suit: out }, set: set blue.points = 3, phase: turn }
scenarios:
  - name: all of it
    play: [offers: [queen, jack], expect: blue.points == 3]
  - name: a zone replaced, an effect after it
    given: { zones: { blue.table: [queen up] }, set: set blue.points = blue.points + 1 }
    play: [offers: [king, jack], expect: blue.points == 4 and count(white.table) == 1]
  - name: an effect runs
    run: set blue.points = blue.points * 2
    expect: blue.points == 6
";
    let report = run_all(&ruleset(), &[("scenarios/a.yaml".to_owned(), file.to_owned())], "");
    assert_eq!(report.problems, []);
    assert_eq!(report.passed(), 3, "{:?}", report.results);
}

#[test]
fn a_decision_taken_without_asking_is_told() {
    let one = "    given: { zones: { blue.hand: [king] }, rest: { suit: out }, phase: turn }\n";
    let taken = "`play_card` was decided automatically: `blue king` was its only option";
    let told = failure(&format!("{one}    play: [who: blue]\n"));
    assert!(told.contains(taken), "{told}");
    let file = format!("scenarios:\n  - name: a\n{one}    play: [do: blue king]\n");
    let named = run_all(&ruleset(), &[("scenarios/a.yaml".to_owned(), file)], "pick/");
    let told: Vec<_> = named.problems.iter().map(|problem| problem.message.as_str()).collect();
    assert!(named.is_good(), "{:?}", named.results);
    assert_eq!(told, ["`blue king` was taken automatically: it was the only option"]);
    let told = failure(&format!("{one}    play: [do: king, do: blue king]\n"));
    assert!(!told.contains(taken), "{told}");
}

#[test]
fn a_false_expectation_shows_both_sides() {
    assert_eq!(
        failure(
            "    play: [do: king]\n    expect:\n      - players == 2 and blue.points == 2 * count(white.hand)\n"
        ),
        "a.yaml:5:26 [blue.points == 2 * count(white.hand)] `blue.points == 2 * count(white.hand)` does not hold; \
         expected: blue.points == 2 * count(white.hand); actual:   `blue.points` is 9.5, `2 * count(white.hand)` is 6"
    );
    assert_eq!(
        failure("    expect:\n      - king[white] is in blue.hand\n"),
        "a.yaml:4:9 [king[white] is in blue.hand] `king[white] is in blue.hand` does not hold; \
         expected: king[white] is in blue.hand; actual:   `king[white]` is white king (face down in white.hand)"
    );
}

#[test]
fn wrong_steps() {
    let told = failures(
        "  - name: a
    play: [do: quen]
  - name: b
    play: [who: white]
  - name: c
    play: [asks: play_cards]
  - name: d
    play: [offers: [jack, king, king]]
  - name: e
    play: [over: true]
  - name: f
    play:
      - view: { seat: white, zone: blue.hand, shows: [blue king] }
  - name: g
    play: [winners: [white]]
  - name: h
    given: { set: set blue.points = 1 }
    play: [do: king]
  - name: i
    play: [who: red]
  - name: j
    play:
      - view: { seat: white, zone: blue.hand, shows: [hidden, hidden, hidden], among: [king, queen] }
  - name: k
    play: [offers_also: [king, decline]]
  - name: l
    play: [never_offers: [decline, blue queen]]
  - name: m
    play: [do: king, told: { seat: white, pick: king }]
  - name: n
    play: [told: { seat: white, pick: king }]
  - name: o
    play: [do: king, told: { seat: blue, pick: hidden }]
",
    );
    let expected = [
        "a.yaml:3:16 [quen] `quen` is not among the options of `play_card`; did you mean `queen`?; blue decides",
        "a.yaml:5:17 [white] blue decides, not white; expected: white; actual:   blue",
        "a.yaml:7:18 [play_cards] `play_card` is asked, not `play_cards`, which nothing asks; expected: play_cards; actual:   play_card; did you mean `play_card`?",
        "a.yaml:9:12 [offers: [jack, king, king]] `play_card` offers something else; expected: jack, king, king; actual:   king, queen, jack; not offered: king; offered too: queen",
        "a.yaml:11:12 [over: true] the game is not over; expected: over: true; actual:   over: false; blue is asked `play_card`",
        "a.yaml:14:9 [view: { seat: white, zone: blue.hand, shows: [blue king] }] white sees something else in blue.hand; expected: blue king; actual:   blue hidden, blue hidden, blue hidden",
        "a.yaml:16:12 [winners: [white]] others would win; expected: white; actual:   blue, white; blue has 0; white has 0",
        "a.yaml:19:16 [king] no decision is pending: `given` has no `phase`; say where play goes on: `given: { …, phase: turn }`",
        "a.yaml:21:17 [red] no player is called `red`; this scenario has 2 players, and `red` is seat 3: say `players: 3` in it",
        "a.yaml:24:9 [view: { seat: white, zone: blue.hand, shows: [hidden, hidden, hidden], among: [king, queen] }] the possible hidden cards of white in blue.hand are different; expected: king, queen; actual:   blue king, blue queen, blue jack",
        "a.yaml:26:12 [offers_also: [king, decline]] `play_card` does not offer all of these; expected: among others king, decline; actual:   king, queen, jack; not offered: decline",
        "a.yaml:28:36 [blue queen] `play_card` offers `queen`",
        "a.yaml:30:22 [told: { seat: white, pick: king }] white is told something else about `play_card`; expected: king; actual:   hidden",
        "a.yaml:32:12 [told: { seat: white, pick: king }] no option was chosen yet",
        "a.yaml:34:22 [told: { seat: blue, pick: hidden }] blue is told something else about `play_card`; expected: hidden; actual:   king",
    ];
    assert_eq!(told, expected);
}

#[test]
fn wrong_positions() {
    let told = failures(
        "  - name: a
    given: { zones: { blue.table: [kign up] } }
  - name: b
    given: { zones: { blue.tabel: [king up] } }
  - name: c
    given: { zones: { out: [king] } }
  - name: d
    given: { zones: { blue.hand: [king] } }
  - name: e
    given: { zones: { bank: [king], blue.hand: [king] } }
  - name: f
    given: { zones: { out: [coin, \"coin#3\"] } }
  - name: g
    given: { zones: { out: [coin, coin, coin] } }
  - name: h
    given: { zones: { blue.table: [king, blue king] } }
  - name: i
    given: { zones: { blue.hand: [] }, rest: { suit: hand } }
  - name: j
    given: { phase: turns }
  - name: k
    given: { zones: { bank: [coin, coin, coin] } }
",
    );
    let expected = [
        "a.yaml:3:36 [kign up] there is no card `kign`; did you mean `king`?",
        "a.yaml:5:23 [blue.tabel] there is no zone `blue.tabel`; did you mean `blue.table`?",
        "a.yaml:7:29 [king] the owner of king is missing: write it like `blue king`",
        "a.yaml:9:23 [blue.hand] blue queen lies in blue.hand and is not listed; say where it goes: `rest: { suit: ZONE }`",
        "a.yaml:11:30 [king] the owner of king is missing: write it like `blue king`",
        "a.yaml:13:36 [coin#3] there is no copy 3 of coin: there are 2",
        "a.yaml:15:41 [coin] coin is listed already 2 times, and there are no more",
        "a.yaml:17:42 [blue king] blue king is listed already",
        "a.yaml:19:23 [blue.hand] blue king lies in blue.hand and is not listed, and blue.hand holds only what is listed; \
         `rest: { KIND: below ZONE }` puts them below those that are listed",
        "a.yaml:21:21 [turns] there is no phase `turns`; did you mean `turn`?",
        "a.yaml:23:23 [bank] bank holds at most 2",
    ];
    assert_eq!(told.len(), expected.len());
    for (told, expected) in told.iter().zip(expected) {
        assert_eq!(told, expected);
    }
}

#[test]
fn wrong_settings_and_expressions() {
    let told = failures(
        "  - name: a
    players: 4
  - name: b
    options: { round: 1 }
  - name: c
    options: { rounds: 9 }
  - name: d
    expect: [blue.pints == 1]
  - name: e
    run: set blue.points = queen
  - name: f
    expect: [red.points == 0]
",
    );
    let starts = [
        "a.yaml:3:14 [4] pick is for 2 to 3 players, not 4",
        "a.yaml:5:16 [round] pick has no option `round`; did you mean `rounds`?",
        "a.yaml:7:24 [9] option `rounds` can't be `9`; allowed: 1 to 4",
        "a.yaml:9:19 [pints] ",
        "a.yaml:11:28 [queen] ",
        "a.yaml:13:14 [red.points == 0] `red.points == 0` has no value: there is no `seat` 3: they are counted from 1 to 2",
    ];
    assert_eq!(told.len(), starts.len());
    for (told, start) in told.iter().zip(starts) {
        assert!(told.starts_with(start), "{told}");
    }
}

/// Returns the scenarios after `--update`: expectations that do not hold have the actual values.
fn updated(scenarios: &str) -> String {
    let report = report(scenarios);
    let failures = report.results.iter().flat_map(|result| {
        let first: Option<&Failure> = match &result.outcome {
            Outcome::Failed(failure) => Some(failure),
            Outcome::Passed | Outcome::DoesNotApply(_) => None,
        };
        first.into_iter().chain(&result.more)
    });
    let updates = failures.filter_map(|failure| failure.difference.as_ref());
    let mut changes: Vec<_> = updates.flat_map(|difference| difference.update.clone()).collect();
    changes.sort_by_key(|change| change.span);
    let text = applied(&report.sources.get(report.results[0].span.file).text, &changes);
    text.trim_start_matches("scenarios:\n").to_owned()
}

#[test]
fn expectations_say_what_is_so() {
    let was = "  - name: a
    play:
      - who: white   # not he
      - asks: draw_cards
      - offers: [king, queen, 'ace', \"jack\", coin]
      - offers:
          # all of them
          - king
          - ace   # none
          - coin
      - over: true
      - do: king
      - told: { seat: blue, pick: hidden }
      - winners: [white]
      - view: { seat: white, zone: blue.table, shows: [hidden, queen up, jack up] }
      - view: { seat: blue, zone: blue.table, shows: [] }
    expect:
      - 1 == blue.points and not king[blue] is in blue.table   # the end
      - count(blue.hand) == 3
      - jack[blue] is in out
";
    let is = was.replace("who: white", "who: blue").replace("draw_cards", "play_card");
    let is = is.replace("[king, queen, 'ace', \"jack\", coin]", "[king, queen, \"jack\"]");
    let is = is.replace("- ace   # none", "- queen   # none").replace("- coin\n", "- jack\n");
    let is = is.replace("over: true", "over: false").replace("pick: hidden", "pick: king");
    let is = is
        .replace("winners: [white]", "winners: [blue]")
        .replace("[hidden, queen up, jack up]", "[blue king up]");
    let is = is.replace("shows: []", "shows: [blue king up]").replace("1 == blue", "9.5 == blue");
    let is =
        is.replace("not king", "king").replace("== 3", "== 2").replace("jack[blue] is", "not jack[blue] is");
    assert_eq!(updated(was), is);
    assert_eq!(failures(&is), ["a: passed"]);
}

#[test]
fn limits_and_choices_are_for_a_person_to_change() {
    let text = "  - name: a\n    play:\n      - offers_also: [ace]\n      - never_offers: [king]\n      - do: ace\n    expect: blue.points < 0\n";
    assert_eq!(updated(text), text);
    let more = report(text).results[0].more.iter().map(|failure| failure.message.clone()).collect::<Vec<_>>();
    assert_eq!(more, ["`play_card` offers `king`", "`ace` is not among the options of `play_card`"]);
}

/// All settings share one check of the ruleset, but not the additions of their scenarios.
#[test]
fn a_decision_of_one_setting_is_unknown_in_another() {
    let file = "scenarios:
  - name: two
    players: 2
    run: let played = blue may choose suit in blue.hand as own_card
    play: [asks: own_card, do: king]
    expect: count(blue.hand) == 3
  - name: three
    players: 3
    play: [asks: own_card]
";
    let files = [("scenarios/a.yaml".to_owned(), file.to_owned())];
    let (sources, problems) = check_all(&ruleset(), &files, None, "");
    let told: Vec<_> = problems.iter().map(|p| (sources.place(p.primary.span), p.message.as_str())).collect();
    assert_eq!(told, [("scenarios/a.yaml:9:18".to_owned(), "there is no decision `own_card`")]);
}

#[test]
fn a_failed_rule_is_told_with_its_place() {
    let told = failure("    run: repeat 5 { draw 1 from out to blue.hand }\n    play: [do: king]\n");
    assert!(told.starts_with("a.yaml:4:16 [king] no decision is pending"), "{told}");
    let told = failure("    run: |\n      let n = 2000000000\n      set blue.points = n * n\n");
    assert!(
        told.contains(
            "a rule failed: a number became too large; pick/scenarios/a.yaml:5:7: `set blue.points"
        ),
        "{told}"
    );
}

#[test]
fn unreadable_files_are_problems() {
    let file = ("scenarios/a.yaml".to_owned(), "scenarios:\n  - run: stop\n".to_owned());
    let report = run_all(&ruleset(), &[file], "");
    assert_eq!((report.results.len(), report.is_good()), (0, false));
    assert_eq!(report.sources.place(report.problems[0].primary.span), "scenarios/a.yaml:2:5");
}

#[test]
fn rules() {
    let text = "# K-99\n- **K-01** one, see K-02\n- T-10 ten\n* **K-21 Explorer**\n| **KX-01** tie | K-03 |\n## E-01 First\nK-44 in a\n  \
                K-45 line\n**K-77** bold\n- K-1 no\n- KKX-05\n- KKKK-05\n- X-06\n";
    let ids: Vec<String> = rule_ids(text).into_iter().collect();
    assert_eq!(ids, ["E-01", "K-01", "K-21", "K-77", "K-99", "KKX-05", "KX-01", "T-10", "X-06"]);
    let report = report("  - { name: a, rules: [K-01, K-02] }\n  - { name: b, rules: [K-02] }\n");
    assert_eq!(rules_named(&report.results).into_iter().collect::<Vec<_>>(), ["K-01", "K-02"]);
}
