//! Picks in the log: each pick that no message names has its own line, with the information that the reader
//! has.

use ludex::{Choice, Chose, Game, LogEntry, Ruleset, Seat, Value, Viewer};
use ludex_tests::rulesets::{all_shipped, files};

/// A game of two players with hands of three cards; `EFFECT` is a player's turn.
const TABLE: &str = "
format: 1
game: { id: picks, players: 2, seats: [ada, bo] }
kinds: { face: { fields: { value: int, sort: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  market: { holds: face, sees: all }
  hand: { per: player, holds: face, sees: owner }
  table: { per: player, holds: face, sees: all }
  aside: { per: player, holds: face, sees: owner }
messages:
  plays: { player: player, card: face }
  worth: { player: player, number: int }
  noted: { player: player }
state:
  game: { turns: int for game, last: face? for game }
score: { total: 0 }
cards: { one: { kind: face, value: 1, sort: 1 }, two: { kind: face, value: 2, sort: 1 }, three: { kind: face, value: 3, sort: 1 },
  four: { kind: face, value: 4, sort: 2 }, five: { kind: face, value: 5, sort: 2 }, six: { kind: face, value: 6, sort: 2 } }
procedures:
  tell: { with: { player: player, card: face }, do: \"say plays(player, card)\" }
  pick: { with: { player: player }, gives: face?, do: \"if let c = player chooses face in player.hand as play { give c }\" }
setup: |
  move face to deck
  for player p { draw 3 from deck to p.hand }
phases:
  round:
    until: turns >= TURNS
    phases:
      turn:
        each: player
        until: turns >= TURNS
        do: |
          set turns = turns + 1
          if any(face in me.hand) {
            EFFECT
          }
LAYOUT
";

fn ruleset(effect: &str, turns: usize, layout: &str) -> Ruleset {
    let effect = effect.replace('\n', "\n            ");
    let text =
        TABLE.replace("EFFECT", &effect).replace("TURNS", &turns.to_string()).replace("LAYOUT", layout);
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

/// Plays a game with first options only.
fn played(effect: &str, turns: usize) -> Game {
    play(&ruleset(effect, turns, ""))
}

fn play(ruleset: &Ruleset) -> Game {
    let mut game = Game::new(&ruleset.setup(2, &[]).expect("a setup"), 1);
    while game.options() > 0 {
        game.apply(0).expect("no fault");
    }
    game
}

/// Formats the lines of a log briefly: for a pick the player, the value, whether it was moved and whether it
/// was forced.
fn lines(game: &Game, viewer: impl Into<Viewer>) -> Vec<String> {
    game.log(viewer, 0).iter().filter_map(line).collect()
}

fn line(entry: &LogEntry) -> Option<String> {
    match entry {
        LogEntry::Said { message, .. } => Some(message.name.clone()),
        LogEntry::Began { .. } | LogEntry::Scored(_) => None,
        LogEntry::Chose(chose) => Some(pick(chose)),
    }
}

fn pick(chose: &Chose) -> String {
    let what = match &chose.choice {
        Choice::Pick(Value::List(values)) => values.iter().map(word).collect::<Vec<_>>().join("+"),
        Choice::Pick(value) => word(value),
        Choice::Decline => "nothing".to_owned(),
        Choice::Answer(yes) => yes.to_string(),
        Choice::Mode(name) => name.clone(),
        Choice::Action { action, .. } => action.name.clone(),
        Choice::Done => "done".to_owned(),
    };
    let moved = chose.moved.as_ref().map_or(String::new(), |moved| format!(" to {}", moved.to.name));
    format!("{} {what}{moved}{}", chose.seat.name, if chose.forced { " forced" } else { "" })
}

fn word(value: &Value) -> String {
    match value {
        Value::Card(card) => card.name.clone(),
        Value::Unseen { .. } => "?".to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Player(player) => player.name.clone(),
        other => format!("{other:?}"),
    }
}

const PLAY: &str = "if let c = me chooses face in me.hand as play { move c to me.table }";

#[test]
fn a_pick_without_a_message_has_a_line_that_all_read() {
    let game = played(PLAY, 2);
    for viewer in [Viewer::Open, Viewer::Public, Seat::FIRST.into()] {
        assert_eq!(lines(&game, viewer), ["ada one to ada.table", "bo four to bo.table"]);
    }
}

#[test]
fn what_is_put_where_others_do_not_see_it_is_a_card() {
    let game = played("let c = me chooses face in me.hand as hide\nmove c to me.aside", 2);
    assert_eq!(lines(&game, Seat::FIRST), ["ada one to ada.aside", "bo ? to bo.aside"]);
    assert_eq!(lines(&game, Viewer::Public), ["ada ? to ada.aside", "bo ? to bo.aside"]);
}

#[test]
fn a_card_that_only_others_moved_is_not_told_of() {
    let effect = "let c = me chooses face in me.hand as think\nif let d = first(face in me.hand) { move d to me.table }";
    let game = played(effect, 1);
    assert_eq!(lines(&game, Viewer::Public), ["ada ?"]);
}

#[test]
fn the_last_card_is_played_under_a_heading_that_all_may_know() {
    let game = played(PLAY, 6);
    let told = lines(&game, Viewer::Public);
    assert_eq!(told[4..], ["ada three to ada.table forced", "bo six to bo.table forced"]);
}

#[test]
fn that_there_was_one_option_only_its_player_knows() {
    let effect =
        "if let c = me chooses face in me.hand where value == 1 or value == 4 as play { move c to me.table }";
    let game = played(effect, 2);
    let seats: Vec<Seat> = game.setup().seats().map(|seat| seat.id).collect();
    assert_eq!(lines(&game, seats[0]), ["ada one to ada.table forced", "bo four to bo.table"]);
    assert_eq!(lines(&game, seats[1]), ["ada one to ada.table", "bo four to bo.table forced"]);
    assert_eq!(lines(&game, Viewer::Public), ["ada one to ada.table", "bo four to bo.table"]);
}

/// Effects, and the log lines of a turn.
const NAMED: [(&str, &[&str]); 16] = [
    ("let c = me chooses face in me.hand as play\nmove c to me.table\nsay plays(me, c)", &["plays"]),
    // a local, a variable, a procedure, and a procedure that returns it
    (
        "let c = me chooses face in me.hand as play\nlet d = c\nmove c to me.table\nsay plays(me, d)",
        &["plays"],
    ),
    ("let c = me chooses face in me.hand as play\nmove c to me.table\ndo tell(me, c)", &["plays"]),
    ("let c = do pick(me)\nif c exists {\n  move c to me.table\n  say plays(me, c)\n}", &["plays"]),
    (
        "set last = me chooses face in me.hand as play openly\nif let c = last {\n  move c to me.table\n  say plays(me, c)\n}",
        &["plays"],
    ),
    // on another path
    (
        "let c = me chooses face in me.hand as play\nmove c to me.table\nif c.value > 3 { say plays(me, c) }",
        &["ada one to ada.table"],
    ),
    (
        "let c = me chooses face in me.hand as play\nmove c to me.table\nif c.value < 3 { say plays(me, c) }",
        &["plays"],
    ),
    // a number that no other card has identifies a card; another number does not
    ("let c = me chooses face in me.hand as play\nmove c to me.table\nsay worth(me, c.value)", &["worth"]),
    (
        "let c = me chooses face in me.hand as play\nmove c to me.table\nsay worth(me, c.sort)",
        &["ada one to ada.table", "worth"],
    ),
    // a message about another value
    (
        "let c = me chooses face in me.hand as play\nmove c to me.table\nsay noted(me)",
        &["ada one to ada.table", "noted"],
    ),
    // the line is at the position of the pick
    (
        "say noted(me)\nlet c = me chooses face in me.hand as play\nmove c to me.table\nsay noted(me)",
        &["noted", "ada one to ada.table", "noted"],
    ),
    // across another decision
    (
        "let c = me chooses face in me.hand as play\nlet n = me.left chooses number in 1..2 as answer\nmove c to me.table\nsay plays(me, c)",
        &["bo 1", "plays"],
    ),
    // several
    ("let cs = me chooses 2 face in me.hand as play\nmove cs to me.table", &["ada one+two to ada.table"]),
    // answers and blocks
    ("me may rest { say noted(me) }", &["noted"]),
    ("me may rest { set turns = turns }", &["ada true"]),
    ("me chooses one as way {\n  wait { say noted(me) }\n  go { set turns = turns }\n}", &["noted"]),
];

#[test]
fn a_message_of_the_same_effect_names_the_pick() {
    for (effect, expected) in NAMED {
        assert_eq!(lines(&played(effect, 1), Viewer::Public), expected, "{effect}");
    }
}

#[test]
fn a_secret_pick_has_a_line_where_others_see_the_cards() {
    let at_once = "each player p chooses face in p.hand as bid secretly { move it to p.table }";
    let game = played(
        &at_once.replace("chooses face in p.hand", "chooses face c in p.hand").replace("move it", "move c"),
        1,
    );
    assert_eq!(lines(&game, Viewer::Public), ["ada one to ada.table", "bo four to bo.table"]);
    let game = played("each player p chooses face c in p.hand as bid secretly { move c to p.aside }", 1);
    assert_eq!(lines(&game, Viewer::Public), Vec::<String>::new());
}

/// The block of a simultaneous choice runs for one player at a time; a message after it names the choices of
/// all.
#[test]
fn a_message_for_one_player_names_only_that_choice() {
    let said = "each player p chooses number n in 1..2 as bid { if p == me { say worth(p, n) } }";
    assert_eq!(lines(&played(said, 1), Viewer::Public), ["bo 1", "worth"]);
    let kept =
        "each player p chooses number n in 1..2 as bid { set turns = turns + n }\nsay worth(me, turns)";
    assert_eq!(lines(&played(kept, 1), Viewer::Public), ["worth"]);
}

const DEEDS: &str = "
actions:
  deed:
    show_off: { with: { c: face in me.hand }, do: move c to me.table }
    wait: { do: say noted(me) }
    think: { do: \"if turns < 0 { say noted(me) }\" }
";

#[test]
fn a_simultaneous_action_has_its_name() {
    let text = ruleset("each player p chooses one of deed as act { set turns = turns + 1 }", 1, DEEDS);
    let mut game = Game::new(&text.setup(2, &[]).expect("a setup"), 1);
    game.apply(4).expect("an option");
    game.apply(1).expect("an option");
    assert_eq!(lines(&game, Viewer::Public), ["ada think", "bo show_off to bo.table"]);
}

#[test]
fn the_layout_leaves_lines_out() {
    for layout in ["layout: { log: none }", "layout: { log: { play: none } }"] {
        assert_eq!(lines(&play(&ruleset(PLAY, 2, layout)), Viewer::Open), Vec::<String>::new(), "{layout}");
    }
    assert_eq!(ruleset(PLAY, 2, "").fingerprint(), ruleset(PLAY, 2, "layout: { log: none }").fingerprint());
}

/// Undo, and a replayed record, give the same log.
#[test]
fn the_same_choices_give_the_same_log() {
    for (effect, _) in NAMED {
        let whole = played(effect, 2);
        let mut game = whole.clone();
        while game.undo() {}
        while game.options() > 0 {
            game.apply(0).expect("no fault");
        }
        assert_eq!(lines(&game, Viewer::Open), lines(&whole, Viewer::Open), "{effect}");
        let again = Game::replay(game.setup().ruleset(), &whole.host().record()).expect("the same game");
        assert_eq!(lines(&again, Viewer::Open), lines(&whole, Viewer::Open), "{effect}");
    }
}

/// No line duplicates a message that names the same card in the same choice.
#[test]
fn no_shipped_game_says_a_pick_twice() {
    for id in all_shipped() {
        let ruleset =
            ludex::compile(&files(&id)).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let players = *ruleset.players().start();
        let mut game = Game::new(&ruleset.setup(players, &[]).expect("a setup"), 5);
        let mut picks = ludex::Chooser::new(5);
        while game.options() > 0 && game.choices() < 2_000 {
            let pick = picks.below(game.options());
            game.apply(pick).expect("no fault");
        }
        let log = game.log(Viewer::Open, 0);
        for pair in log.windows(2) {
            let LogEntry::Chose(Chose { choice: Choice::Pick(card @ Value::Card(_)), .. }) = &pair[0] else {
                continue;
            };
            let LogEntry::Said { facts, .. } = &pair[1] else { continue };
            assert!(facts.iter().all(|fact| fact.value != *card), "{id}: {pair:?}");
        }
    }
}
