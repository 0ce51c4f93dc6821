//! The public interface of the library: its JSON form contains no information hidden from the viewer.

mod absent;
mod foreign;
mod handles;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use ludex::{Choice, Decision, Game, Observation, Ruleset, Seat, Setup, Viewer, compile};
use ludex_tests::cases::{project, read, snapshot};
use ludex_tests::rulesets::{Picks, files, shipped, spread};
use serde_json::Value;

fn ruleset(id: &str) -> Ruleset {
    compile(&files(id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

/// Visits some positions of each shipped game, with the minimum and maximum number of players, and the end of
/// each game.
fn positions(mut each: impl FnMut(&Game)) {
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in [*ruleset.players().start(), *ruleset.players().end()] {
            let setup = ruleset.setup(players, &[]).expect("a setup");
            let mut picks = Picks(u64::from(players));
            let mut game = Game::new(&setup, spread(u64::from(players)));
            while !game.is_over() {
                if game.choices().is_multiple_of(7) {
                    each(&game);
                }
                game.apply(picks.below(game.options())).expect("no rule fails");
            }
            each(&game);
        }
    }
}

fn json(observation: &Observation) -> Value {
    serde_json::to_value(observation).expect("JSON")
}

#[test]
fn a_seat_is_shown_the_same_in_every_deal_that_it_cannot_tell_apart() {
    let mut pairs = 0;
    positions(|game| {
        for seat in game.setup().seats() {
            let Some(other) = game.determinize(seat.id, pairs) else { continue };
            let (shown, otherwise) = (game.observe(seat.id, 0), other.observe(seat.id, 0));
            // in another determinization the other seats may have other scores, and so another winner
            if shown.end.is_none() {
                assert_eq!(shown, otherwise, "{} in {}", seat.name, shown.ruleset);
            }
            pairs += 1;
        }
    });
    assert!(pairs > 300, "{pairs}");
}

#[test]
fn only_who_decides_is_told_the_options() {
    positions(|game| {
        let Some(decision) = game.host().decision() else { return };
        assert_eq!(decision.options.len(), game.options());
        let seats = game.setup().seats().filter(|seat| *seat != decision.seat);
        let others = seats.map(|seat| Viewer::Seat(seat.id)).chain([Viewer::Public]);
        for viewer in others {
            let told = game.decision_for(viewer).expect("the same decision");
            assert_eq!((&told.seat, &told.name, told.options.len()), (&decision.seat, &decision.name, 0));
        }
    });
}

/// A game in which one player takes cards from another without seeing them.
fn blind() -> Game {
    let text = "
format: 1
game: { id: blind, players: 2, seats: [ann, bob] }
kinds: { face: { fields: { value: int }, state: { marked: bool for game } } }
zones:
  hand: { per: player, holds: face, sees: owner }
  pile: { holds: face, sees: all, ordered: true }
state: { game: { left: int for game }, player: { plan: { is: int = 2 for game, sees: owner, in: 0..5 } } }
messages: { took: { by: player, which: face }, shows: { which: face } }
cards: { ace: { kind: face, copies: 2, value: 1 }, king: { kind: face, value: 13 } }
setup: move face to seat(2).hand
phases:
  turn:
    active: seat(1)
    repeat: 2
    do: |
      let c = me may choose face in seat(2).hand as take
      if c exists {
        say took(me, c)
        move c to pile face up
        set c.marked = true
        set left = count(seat(2).hand)
        say shows(c)
      }
score: { total: left }
";
    Game::new(&setup(text, 2), 1)
}

/// An unknown card is an option named by its back, regardless of its label in a record.
#[test]
fn an_option_that_the_seat_does_not_know_has_no_name() {
    let game = blind();
    let told: Decision = game.host().decision().expect("a decision");
    let open = game.decision_for(Viewer::Open).expect("a decision");
    let labels: Vec<&str> = told.options.iter().map(|option| option.label.as_str()).collect();
    assert_eq!(labels, ["hidden", "hidden", "hidden", "decline"]);
    let covered = |option: &ludex::OptionView| matches!(&option.choice, Choice::Pick(ludex::Value::Unseen { kind, owner: None, place: None }) if kind.name == "face");
    assert_eq!(told.options[3].choice, Choice::Decline);
    assert!(told.options[..3].iter().all(covered), "{told:?}");
    let mut labels: Vec<&str> = open.options.iter().map(|option| option.label.as_str()).collect();
    assert_eq!(labels, game.host().labels());
    labels.sort_unstable();
    assert_eq!(labels, ["ace#1", "ace#2", "decline", "king"]);
}

/// The former orientation of a card in a hand or deck would identify it.
#[test]
fn how_a_card_lies_is_told_to_whoever_may_look() {
    let text = "
format: 1
game: { id: lies, players: 2 }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody }
  hand: { per: player, holds: face, sees: owner }
  row: { holds: face, sees: by_face }
cards: { low: { kind: face, copies: 2, value: 1 }, high: { kind: face, copies: 2, value: 9 } }
setup: |
  move low[1] to seat(1).hand face up
  move high[1] to seat(1).hand face down
  move low[2] to deck face up
  move high[2] to row face up
phases:
  turn:
    active: seat(1)
    do: |
      me may sure { end game }
score: { total: 0 }
";
    let game = Game::new(&setup(text, 2), 1);
    let up = |viewer: Viewer| -> Vec<String> {
        let zones = game.view(viewer).zones.into_iter();
        let ups = zones.filter(|zone| zone.cards.iter().any(|card| card.up));
        ups.map(|zone| zone.zone.name).collect()
    };
    assert_eq!(up(Viewer::Seat(Seat(0))), ["seat_1.hand", "row"]);
    assert_eq!(up(Viewer::Seat(Seat(1))), ["row"]);
    assert_eq!(up(Viewer::Public), ["row"]);
}

/// Returns all keys of a value, except those of `lines`, which are names of the ruleset.
fn keys(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            if key != "lines" {
                keys(value, found);
            }
        }),
        Value::Array(all) => all.iter().for_each(|value| keys(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Parts of the page about the library; other tests compare the rest with the output of commands.
const DOCUMENTS: [&str; 4] = ["An observation\n", "Places\n", "A record\n", "A report of scenarios\n"];

/// Returns the first column of the tables in these parts of the page.
fn documented() -> BTreeSet<String> {
    let page = read(&project().join("docs/json.md"));
    let parts = page.split("\n## ").filter(|part| DOCUMENTS.iter().any(|title| part.starts_with(title)));
    let cells = parts.flat_map(str::lines).filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    cells.map(|(key, _)| key.to_owned()).collect()
}

fn scenarios(id: &str) -> ludex::scenarios::Report {
    let mut files = files(id);
    let broken =
        "scenarios:\n  - { name: off, expect: [1 + 1 == 3] }\n  - { name: worse, expect: [1 == ] }\n";
    files.push(("scenarios/off.yaml".to_owned(), broken.to_owned()));
    ludex::scenarios::run_all(&ruleset(id), &files, "")
}

#[test]
fn the_page_of_the_json_form_has_the_keys_that_there_are() {
    let mut found = BTreeSet::new();
    positions(|game| {
        for viewer in game.setup().seats().map(|seat| Viewer::Seat(seat.id)).chain([Viewer::Public]) {
            keys(&json(&game.observe(viewer, 0)), &mut found);
        }
        keys(&serde_json::to_value(game.host().record()).expect("JSON"), &mut found);
    });
    let paired = Game::new(&worth().setup().in_streams(), 1);
    keys(&serde_json::to_value(paired.host().record()).expect("JSON"), &mut found);
    let mut lists = worth();
    (0..2).for_each(|_| lists.apply(0).expect("an option"));
    for game in [worth(), lists, failed()] {
        keys(&json(&game.observe(Viewer::Open, 0)), &mut found);
    }
    keys(&json(&fan().observe(Seat::FIRST, 0)), &mut found);
    let summary = scenarios(&shipped()[0]).summary();
    keys(&serde_json::to_value(summary).expect("JSON"), &mut found);
    let documented = documented();
    let unsaid: Vec<_> = found.iter().filter(|key| !documented.contains(*key)).collect();
    assert!(unsaid.is_empty(), "not in docs/json.md: {unsaid:?}");
}

fn setup(text: &str, players: u8) -> Setup {
    let compiled = compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(players, &[]).expect("a setup")
}

/// A game with features that shipped games lack: a decimal, a number to choose, a list, a missing choice, a
/// question, a variable with keys.
fn worth() -> Game {
    let text = "
format: 1
game: { id: worth, players: 1 }
state: { game: { share: decimal for game, size: int for game, sure: bool for game, used: int per 1..2 for game } }
messages: { went: { part: decimal, yes: bool, number: int } }
score: { total: share }
setup: |
  set share = 2.5
  say went(share, sure, size)
phases:
  turn:
    active: seat(1)
    do: |
      me may sure { set sure = true }
      let n = me may choose number in 1..3 as size
      if n exists { set size = n }
      me may choose list m in [[1, 2], [3]] as sizes
";
    Game::new(&setup(text, 1), 1)
}

/// A hand that its owner does not see, with a mark, a coin on a card, and a position with only one possible
/// card.
fn fan() -> Game {
    let text = "
format: 1
game: { id: fan, players: 1 }
kinds: { face: { fields: { value: int }, state: { told: int for fan } }, coin: {} }
zones: { fan: { per: player, holds: face, sees: others, ordered: true }, on: { per: face, holds: coin, sees: all } }
cards: { ace: { kind: face, value: 1 }, king: { kind: face, value: 13 }, cent: { kind: coin } }
score: { total: count(face in player.fan) }
setup: |
  move face to seat(1).fan
  set ace.told = 1
  move cent to ace.on
  exclude king from ace
phases:
  turn:
    active: seat(1)
    do: |
      if let c = me chooses face in me.fan as pick { set c.told = 2 }
";
    Game::new(&setup(text, 1), 1)
}

/// Creates a game in which a rule fails immediately.
fn failed() -> Game {
    let text = "
format: 1
game: { id: failed, players: 1 }
state: { game: { n: int for game } }
phases: { turn: { do: set n = 1 div n } }
score: { total: n }
";
    let game = Game::new(&setup(text, 1), 1);
    let fault = game.fault().expect("a fault");
    assert_eq!(fault.to_string(), "ruleset.yaml:5:23: division by zero");
    game
}

/// A whole observation of a seat in the middle of a game.
#[test]
fn an_observation_as_json() {
    let mut game = blind();
    game.apply(2).expect("an option");
    for (name, viewer) in [("ann", Viewer::Seat(Seat(0))), ("bob", Viewer::Seat(Seat(1)))] {
        let text = serde_json::to_string_pretty(&game.observe(viewer, 0)).expect("JSON");
        snapshot("face", name, &text);
    }
    let ended = serde_json::to_string_pretty(&failed().observe(Viewer::Public, 0)).expect("JSON");
    snapshot("face", "failed", &ended);
}

#[test]
fn every_error_is_one() {
    fn is_error<E: Error + Send + Sync + 'static>() {}
    is_error::<ludex::Problems>();
    is_error::<ludex::SetupError>();
    is_error::<ludex::ApplyError>();
    is_error::<ludex::RecordError>();
    is_error::<ludex::Fault>();
    is_error::<ludex::fs::ReadError>();
    is_error::<ludex::variants::Unknown>();
    is_error::<ludex::scenarios::NoPosition>();
}

#[test]
fn a_folder_is_a_ruleset() {
    let folder = project().join("rulesets").join(&shipped()[0]);
    let compiled = ludex::Compile::folder(&folder).expect("a folder").compile();
    assert!(!compiled.has_errors());
    assert_eq!(compiled.ruleset.expect("no errors").id(), shipped()[0]);
    let error = ludex::Compile::folder(folder.join("nowhere")).err().expect("no folder");
    assert!(error.to_string().ends_with("does not exist"), "{error}");
}

/// Creates a setup for three players, or the maximum.
fn small_table(ruleset: &Ruleset) -> Setup {
    let players = ruleset.players();
    ruleset.setup(3.clamp(*players.start(), *players.end()), &[]).expect("a setup")
}

/// The movements of a game lead from the first position to the last.
#[test]
fn the_moves_of_a_game_lead_from_the_first_position_to_the_last() {
    for id in shipped() {
        let setup = small_table(&ruleset(&id));
        let mut picks = Picks(5);
        let mut game = Game::new(&setup, 5);
        let mut lies = lying(&game);
        assert!(!game.host().moves().is_empty(), "{id}: something is dealt");
        while !game.is_over() {
            game.apply(picks.below(game.options())).expect("no rule fails");
            game.host().moves().iter().for_each(|moved| {
                assert_eq!(lies.insert(moved.card, moved.to), Some(moved.from), "{id}");
            });
            assert_eq!(lies, lying(&game), "{id}");
        }
        assert!(game.undo() && game.host().moves().is_empty());
    }
}

fn lying(game: &Game) -> BTreeMap<ludex::CardId, ludex::ZoneAt> {
    let zones = game.view(Viewer::Open).zones.into_iter();
    let cards = zones.flat_map(|zone| zone.cards.into_iter().map(move |card| (card.card, zone.zone.id)));
    cards.map(|(card, zone)| (card.expect("every card is open").id, zone)).collect()
}

/// A playout and a game with the same seed and choices have equal ends.
#[test]
fn a_playout_ends_as_the_game_does() {
    for id in shipped() {
        let setup = small_table(&ruleset(&id));
        for seed in 0..5 {
            let (mut game, mut chooser) = (Game::new(&setup, seed), ludex::Chooser::new(seed));
            while !game.is_over() {
                game.apply(game.draw(&mut chooser)).expect("no rule fails");
            }
            let mut playout = ludex::Playout::new(&setup);
            let end = playout.random(seed).expect("no rule fails");
            let scores = setup.seats().filter_map(|seat| end.score(seat.id)).collect();
            assert_eq!(game.host().scores(), Some(scores), "{id}");
            assert_eq!(game.begun().collect::<Vec<_>>(), end.phases(), "{id}");
            assert_eq!(game.ended_at(), end.ended_at(), "{id}");
            let place = end.ended_at().map(|span| setup.ruleset().sources().slice(span).to_owned());
            assert!(place.is_none_or(|text| text == "end game"), "{id}");
        }
    }
}

#[test]
fn a_game_tells_which_statement_ended_it() {
    let game = |effect: &str| {
        let text = format!(
            "format: 1\ngame: {{ id: ends, players: 1 }}\nstate: {{ game: {{ n: int for game }} }}\nphases: {{ turn: {{ do: \"{effect}\" }} }}\nscore: {{ total: n }}\n"
        );
        let ruleset = compile(&[("ruleset.yaml".into(), text)]).into_ruleset();
        let setup = ruleset.unwrap_or_else(|problems| panic!("{problems}")).setup(1, &[]).expect("a setup");
        let game = Game::new(&setup, 1);
        assert!(game.is_over());
        game.ended_at().map(|span| setup.ruleset().sources().slice(span).to_owned())
    };
    assert_eq!(game("end game").as_deref(), Some("end game"));
    assert_eq!(game("set n = 1"), None);
}
