//! Two worlds that differ only in what a seat can't know: its options and the log as it reads it are the same, and stay so with the same
//! choices until something is revealed.

use ludex::{Decision, Fact, Game, LogEntry, Ruleset, Seat, Value, why};
use ludex_grammar::codes::Code;
use ludex_tests::cases::{Case, here, read};
use ludex_tests::rulesets::{classics, files, shipped};
use ludex_tests::worlds::{EFFECTS, Eye, FANS, Found, Leak, SHOWN, TABLE, Test, fans, telling};

/// Pairs of worlds for each game.
const PAIRS: usize = 300;
/// Positions that are compared in each pair.
const POSITIONS: usize = 10;

/// What must follow from what a seat knows.
#[derive(PartialEq, Debug)]
struct Follows {
    /// The decision, with its options if it is the seat's.
    decision: Option<Decision>,
    /// What it is told with it.
    facts: Vec<Fact>,
    /// What is computed for its table.
    computed: Vec<Vec<Value>>,
    /// New lines of the log.
    log: Vec<LogEntry>,
}

fn follows(game: &Game, eye: Eye) -> Follows {
    let (decision, facts) = (game.decision_for(eye.seat), why::decision_facts(game, eye.seat));
    Follows { decision, facts, computed: why::computed(game, eye.seat), log: game.log(eye.seat, eye.read) }
}

fn compiled(files: &[(String, String)]) -> Ruleset {
    ludex::compile(files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

/// Pairs in games of all numbers of players, one after another.
fn pairs(ruleset: &Ruleset, most: usize) -> Result<Found, Leak<Follows>> {
    let sizes: Vec<u8> = ruleset.players().collect();
    let begin = |seed: u64| {
        let players = sizes[seed as usize % sizes.len()];
        Game::new(&ruleset.setup(players, &[]).expect("a setup"), seed)
    };
    Test { begin, world: |game, _: Seat| game, look: follows, positions: POSITIONS }.pairs(most, 7)
}

#[test]
fn what_a_seat_cannot_know_changes_nothing_that_it_is_shown() {
    let (mut all, mut different) = (0, 0);
    for id in shipped() {
        let found = pairs(&compiled(&files(&id)), PAIRS).unwrap_or_else(|leak| panic!("{id}: {leak:?}"));
        (all, different) = (all + found.pairs, different + found.different);
        // the others' games ended
        let whole = found.pairs - found.short;
        assert!(10 * whole > 8 * found.pairs && found.compared >= POSITIONS * whole, "{id}: {found:?}");
    }
    assert!(different * 2 > all, "in most worlds something lies elsewhere: {different} of {all}");
}

/// Of the classics, whose games are short.
#[test]
fn nor_does_it_in_a_classic() {
    for id in classics() {
        let found = pairs(&compiled(&files(&id)), PAIRS / 5).unwrap_or_else(|leak| panic!("{id}: {leak:?}"));
        assert!(found.pairs > 0, "{id}: {found:?}");
    }
}

/// Who may answer what is cast is asked whatever he holds; actions of cards in hands are offered to nobody else.
#[test]
fn nor_do_actions_of_cards_in_hands() {
    let path = here().join("cases/games/duel.yaml");
    let case = Case { name: "duel".to_owned(), text: read(&path) };
    let found = pairs(&compiled(&case.files()), PAIRS / 5).unwrap_or_else(|leak| panic!("{leak:?}"));
    assert!(found.different * 2 > found.pairs, "{found:?}");
}

#[test]
fn a_planted_leak_is_found() {
    for (effect, leaks) in EFFECTS {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), TABLE.replace("EFFECT", effect))]);
        assert_eq!(pairs(&ruleset, 60).is_err(), leaks, "{effect}");
    }
    for (effect, leaks) in FANS {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), fans(effect))]);
        assert_eq!(pairs(&ruleset, 60).is_err(), leaks, "{effect}");
    }
}

#[test]
fn what_all_were_shown_before_tells_nobody_more() {
    for (shows, tells) in SHOWN {
        let ruleset = compiled(&[("ruleset.yaml".to_owned(), telling(shows, tells))]);
        let found = pairs(&ruleset, 40).unwrap_or_else(|leak| panic!("{shows}; {tells}: {leak:?}"));
        assert!(found.different > 20, "{shows}: {found:?}");
        // nobody may say it unless it was shown
        let problems =
            ludex::compile(&[("ruleset.yaml".to_owned(), telling("say passed(me)", tells))]).problems;
        let hidden =
            problems.iter().any(|problem| problem.code == Code::HiddenFact) || tells == "say worth(n)";
        assert!(hidden, "{tells}: {problems:?}");
    }
}
