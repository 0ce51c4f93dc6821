//! Explanations: their values are those of the machine, and equal for a seat in every position of its
//! information set.

use ludex::Game;
use ludex::Viewer;
use ludex::why::{self, Explanation, Reason, Subject, Target, Wanted, WhyNot};
use ludex::{Value, ZoneAt};
use ludex_check::ids::{ActionId, CardId, DesignId, PropertyId, Seat, SpotAt, SpotId, VarId, WindowId};
use ludex_run::program::NONE;
use ludex_tests::inside::*;
use ludex_tests::rulesets::{Picks, ruleset, shipped};

use crate::games::new_game;

/// Visits positions of random games of every shipped ruleset with some number of players: every `step`th, and
/// the end.
fn positions(step: usize, mut each: impl FnMut(&Game, &mut Picks)) {
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked().min_players..=ruleset.checked().max_players {
            let mut game = new_game(&ruleset, players, 11 + u64::from(players));
            let mut picks = Picks(u64::from(players));
            while let Some(decision) = game.decision() {
                let pick = picks.below(decision.len());
                game.apply(pick).expect("no fault");
                if game.choices().is_multiple_of(step) || game.is_over() {
                    each(&game, &mut picks);
                }
            }
        }
    }
}

/// Returns a value as a cell of the machine; `None` if it is hidden.
fn cell(value: &Value) -> Option<i32> {
    Some(match value {
        Value::Hidden | Value::Unseen { .. } => return None,
        Value::Nothing => NONE,
        Value::Int(n) => *n,
        Value::Decimal(amount) => i32::try_from(amount.thousandths).expect("a cell"),
        Value::Bool(truth) => i32::from(*truth),
        Value::Word(word) => word.id.1,
        Value::Player(player) => i32::from(player.id.number()),
        Value::Spot(spot) => i32::from(SpotAt::number(spot.id)),
        Value::Zone(zone) => i32::from(zone.id.0),
        Value::Card(card) => i32::from(card.id.0),
        Value::Design(_) | Value::List(_) => panic!("no value of an expression"),
        Value::Fault(message) => panic!("{message}"),
    })
}

fn cards(game: &Game) -> impl Iterator<Item = u16> + use<> {
    0..game.program().layout.cards() as u16
}

fn properties_of(game: &Game, card: u16) -> Vec<PropertyId> {
    let kind = game.program().layout.kind[usize::from(card)];
    let properties = game.program().checked.properties.iter().enumerate();
    properties.filter(|(_, p)| p.kind.0 == kind).map(|(i, _)| PropertyId(i as _)).collect()
}

/// Checks that an explained value equals that of the machine. Returns true if it is not hidden.
fn agrees(game: &Game, told: &Explanation, engine: i64) -> bool {
    let Some(thousandths) = told.value.thousandths() else {
        assert!(matches!(told.value, Value::Hidden), "{told:?}");
        return false;
    };
    assert_eq!(thousandths, engine, "{} after {} choices: {told:#?}", game.ruleset().id(), game.choices());
    true
}

/// Compares all scores and properties. Returns how many were visible.
fn all_agree(game: &Game, viewer: Viewer) -> [usize; 2] {
    let [mut told, mut hidden] = [0, 0];
    let mut count = |is_told: bool| if is_told { told += 1 } else { hidden += 1 };
    for player in 0..game.players() {
        let score = game.score(player);
        count(agrees(
            game,
            &why::score(game, viewer, Seat(player)).expect("a seat"),
            score.total.thousandths,
        ));
        for (i, (_, amount)) in score.lines.iter().enumerate() {
            let line = why::line(game, viewer, i, Seat(player)).expect("a line");
            count(agrees(game, &line, amount.thousandths));
        }
    }
    let winners: Vec<Seat> = game.host().winners().iter().map(|winner| winner.id).collect();
    for player in (0..game.players()).map(Seat) {
        let won = why::won(game, viewer, player).expect("a seat");
        let told = matches!(won.value, Value::Bool(_));
        assert!(!told || won.value == Value::Bool(winners.contains(&player)), "{winners:?}: {won:#?}");
        count(told);
    }
    for card in cards(game) {
        for property in properties_of(game, card) {
            let value = why::property(game, viewer, property, CardId(card)).expect("it has it");
            match game.property(property, card) {
                Err(fault) => {
                    let fault = Value::Fault(fault.message().to_owned());
                    assert!(value.value == fault || (viewer != Viewer::Open && value.value == Value::Hidden));
                }
                Ok(engine) => {
                    let told = cell(&value.value);
                    assert!(told.is_none_or(|told| told == engine), "{engine}: {value:#?}");
                    count(told.is_some());
                }
            }
        }
    }
    [told, hidden]
}

#[test]
fn who_sees_all_is_told_what_the_engine_computes() {
    let mut values = 0;
    positions(7, |game, _| {
        let [told, hidden] = all_agree(game, Viewer::Open);
        assert_eq!(hidden, 0, "nothing is hidden from who sees all");
        values += told;
    });
    assert!(values > 50_000, "{values}");
}

#[test]
fn what_a_seat_is_told_is_what_the_engine_computes() {
    let [mut told, mut hidden] = [0, 0];
    positions(31, |game, picks| {
        let seat = picks.below(usize::from(game.players())) as u8;
        let [some, others] = all_agree(game, Seat(seat).into());
        told += some;
        hidden += others;
    });
    assert!(told > 3_000 && hidden > 1_000, "{told} told, {hidden} hidden");
}

/// Returns the explanations of everything that a seat can ask about a position.
pub(crate) fn everything(game: &Game, seat: u8) -> Vec<Explanation> {
    let (program, viewer) = (game.program(), Viewer::from(Seat(seat)));
    let mut all: Vec<Explanation> = Vec::new();
    all.extend((0..game.players()).map(|player| why::score(game, viewer, Seat(player)).expect("a seat")));
    all.extend((0..game.players()).map(|player| why::won(game, viewer, Seat(player)).expect("a seat")));
    all.extend(cards(game).filter_map(|card| why::card(game, viewer, CardId(card))));
    all.extend(
        (1..program.layout.zones.len() as u16).filter_map(|zone| why::zone(game, viewer, ZoneAt(zone))),
    );
    for (spot, count) in program.layout.spots.iter().enumerate() {
        let sort = SpotId(spot as _);
        all.extend((0..*count).filter_map(|number| why::spot(game, viewer, SpotAt { sort, number })));
    }
    all.extend((0..program.checked.vars.len()).flat_map(|var| why::variable(game, viewer, VarId(var as _))));
    all.extend((1..6).flat_map(|number| why::amount(game, viewer, number * 2_000)));
    all
}

/// Returns all requests that are possible at a decision.
fn wishes(game: &Game) -> Vec<Wanted> {
    let checked = &game.program().checked;
    let mut things: Vec<Target> =
        (0..checked.designs.len()).map(|d| Target::Design(DesignId(d as _))).collect();
    things.extend(cards(game).map(|card| Target::Card(CardId(card))));
    things.extend((0..game.players()).map(|seat| Target::Seat(Seat(seat))));
    for (spot, count) in game.program().layout.spots.iter().enumerate() {
        things.extend((0..*count).map(|number| Target::Spot(SpotAt { sort: SpotId(spot as _), number })));
    }
    things.extend((0..4).map(Target::Number));
    let mut wishes: Vec<Wanted> = things.iter().map(|thing| Wanted::Thing(*thing)).collect();
    for (w, window) in checked.windows.iter().enumerate() {
        for action in 0..window.actions.len() {
            let action = ActionId { window: WindowId(w as _), number: action as _ };
            wishes.push(Wanted::Action(action, Vec::new()));
            wishes.extend(things.iter().map(|thing| Wanted::Action(action, vec![*thing])));
        }
    }
    wishes
        .extend(["draw_four", "search", "look", "fear", "decline"].map(|mode| Wanted::Mode(mode.to_owned())));
    wishes
}

#[test]
fn a_seat_is_told_the_same_in_every_deal_that_it_cannot_tell_apart() {
    let [mut deals, mut different] = [0, 0];
    positions(53, |game, picks| {
        let seat = picks.below(usize::from(game.players())) as u8;
        let Some(other) = game.determinize(Seat(seat), picks.below(1 << 30) as u64) else { return };
        different += usize::from(game.view(Viewer::Open) != other.view(Viewer::Open));
        for (told, otherwise) in everything(game, seat).into_iter().zip(everything(&other, seat)) {
            assert_eq!(told, otherwise, "{} tells seat {seat} apart what it can't see", game.ruleset().id());
        }
        deals += 1;
    });
    assert!(deals > 60 && different > 40, "{deals} deals, {different} of them others");
}

#[test]
fn why_something_cannot_be_chosen_tells_nothing_hidden() {
    let mut refused = 0;
    positions(37, |game, picks| {
        let Some(decision) = game.decision() else { return };
        let seat = decision.player;
        let Some(other) = game.determinize(Seat(seat), picks.below(1 << 30) as u64) else { return };
        for wanted in wishes(game) {
            let told = why::why_not(game, Seat(seat), &wanted);
            assert_eq!(told, why::why_not(&other, Seat(seat), &wanted), "{wanted:?}");
            refused += usize::from(matches!(told, WhyNot::Refused(_)));
        }
    });
    assert!(refused > 3_000, "{refused}");
}

/// Each option is explained as offered, and other values are not.
#[test]
fn what_is_offered_is_told_so() {
    positions(17, |game, _| {
        let Some(decision) = game.decision() else { return };
        let (seat, labels) = (decision.player, decision.labels());
        let mut offered = vec![false; labels.len()];
        for wanted in wishes(game) {
            match why::why_not(game, Seat(seat), &wanted) {
                WhyNot::Offered(options) => options.into_iter().for_each(|option| offered[option] = true),
                WhyNot::Refused(ways) => {
                    for way in ways {
                        assert!(
                            !matches!(way.reason, Reason::Fault(_)),
                            "{wanted:?} at {}: {way:#?}",
                            decision.name
                        );
                    }
                }
                WhyNot::Over | WhyNot::Waits { .. } | WhyNot::Elsewhere { .. } => {}
            }
        }
        let about_actions = labels.len() > 1 && offered.iter().any(|told| *told);
        if about_actions && decision.name == "action" {
            assert!(offered.iter().all(|told| *told), "{}: {labels:?} {offered:?}", game.ruleset().id());
        }
    });
}

/// A game whose guards, scores and properties depend on others' hands, face-down cards and secret choices.
const SECRETS: &str = "
format: 1
game: { id: secrets, players: 2, seats: [ann, bob] }
kinds:
  face:
    fields: { value: int }
    state: { marked: bool for game }
    properties:
      worth: { base: self.value, stages: [near] }
    in_play: [row]
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
  row:  { holds: face, sees: by_face, ordered: true }
  vault: { per: player, holds: face, sees: all, concealed: true }
state:
  game: { secret: face? for game, rounds: int for game }
  player: { gold: int for game }
cards:
  ace: { kind: face, copies: 4, value: 1 }
  king: { kind: face, copies: 4, value: 13, modify worth: { stage: near, of: face in row where it != self, add: 2 } }
  queen: { kind: face, copies: 4, value: 12 }
functions:
  best: { with: { who: player }, is: highest(value of face in who.hand) default 0 }
  whole: sum(value of face)
  risky: 12 div sum(value of face in seat(2).hand where value > 100)
setup: |
  move face to deck
  shuffle deck
  draw 2 from deck to seat(1).hand
  draw 3 from deck to seat(2).hand
  draw 1 from deck to seat(1).vault
  let down = first(face in deck)
  if down exists { move down to row face down }
  let open = first(face in deck)
  if open exists { move open to row face up }
  set seat(1).gold = 2
actions:
  moves:
    beat:   { when: best(me) > best(me.left), do: set rounds = rounds + 1 }
    rich:   { when: me.gold >= 3 and best(me) > best(me.left), do: set rounds = rounds + 1 }
    poor:   { when: best(me) > best(me.left) and me.gold >= 3, do: set rounds = rounds + 1 }
    stored: { when: any(face in me.vault where value == 13), do: set rounds = rounds + 1 }
    down:   { when: any(face in row where it is king and it is not face up), do: set rounds = rounds + 1 }
    all:    { when: whole() == 1, do: set rounds = rounds + 1 }
    fails:  { when: count(face in seat(2).hand) == 9 and risky() > 1, do: set rounds = rounds + 1 }
    play:
      with: { plan: face in me.hand where value > best(me.left) }
      do: move plan to row face down
    take:
      with: { plan: face in me.left.hand }
      do: move plan to me.hand
    show:
      with: { plan: face in me.hand where value > 20 }
      do: move plan to row face up
    pass: { do: set rounds = rounds + 1 }
    stay: { do: set rounds = rounds + 1 }
phases:
  turn:
    each: player
    do: me chooses one of moves as act
score: { total: sum(worth of face in row) + player.gold, lines: { vault: count(player.vault), hand: best(player) } }
";

fn secrets(seed: u64) -> Game {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), SECRETS.to_owned())]);
    let problems: Vec<String> =
        compiled.problems.iter().map(|p| format!("{:?} {}", p.primary.span, p.message)).collect();
    new_game(&compiled.ruleset.unwrap_or_else(|| panic!("{problems:#?}")), 2, seed)
}

/// Formats the reasons against an action of the game of secrets.
fn against(game: &Game, name: &str) -> String {
    let action = game.setup().rules().actions().find(|action| action.name == name).expect("an action").id;
    let told = why::why_not(game, Seat::FIRST, &Wanted::Action(action, Vec::new()));
    serde_json::to_string(&told).expect("JSON")
}

/// Counts hidden reasons; they are the same in another position of the information set.
fn hidden_alike(game: &Game, other: &Game) -> usize {
    for (told, otherwise) in everything(game, 0).into_iter().zip(everything(other, 0)) {
        assert_eq!(told, otherwise);
    }
    let labels = |game: &Game| game.decision().map(|decision| decision.labels());
    if labels(game) != labels(other) {
        // the offered options show the seat that this is not the true position
        return 0;
    }
    let told = |wanted: &Wanted| {
        let told = why::why_not(game, Seat(0), wanted);
        assert_eq!(told, why::why_not(other, Seat(0), wanted), "{wanted:?}");
        serde_json::to_string(&told).expect("JSON").contains("hidden")
    };
    wishes(game).iter().filter(|wanted| told(wanted)).count()
}

#[test]
fn nothing_that_decides_a_guard_in_secret_is_told() {
    let mut hidden = 0;
    for seed in 0..60 {
        let game = secrets(seed);
        let [told, untold] = all_agree(&game, Seat(0).into());
        assert!(told > 0 && untold > 0);
        hidden += (0..8)
            .filter_map(|deal| Some(hidden_alike(&game, &game.determinize(Seat(0), 8 * seed + deal)?)))
            .sum::<usize>();
        for action in ["beat", "stored", "down", "play"] {
            let told = against(&game, action);
            assert!(told.contains("offered") || told.contains("hidden"), "{action}: {told}");
        }
    }
    assert!(hidden > 100, "{hidden}");
}

#[test]
fn what_is_known_beside_something_hidden_is_told() {
    let game = secrets(3);
    for action in ["rich", "poor"] {
        let told = against(&game, action);
        assert!(told.contains("me.gold >= 3") && told.contains("\"int\":2"), "{told}");
        assert!(!told.contains("hidden"), "{told}");
    }
    let all = against(&game, "all");
    assert!(
        all.contains("\"int\":104") && !all.contains("hidden"),
        "what is printed on all cards is known: {all}"
    );
    assert!(against(&game, "show").contains("value > 20"));
    assert!(!against(&game, "fails").contains("fault"), "what is not reached does not fail");
}

#[test]
fn a_score_that_depends_on_hidden_cards_is_hidden_in_parts() {
    let game = secrets(3);
    let own = why::score(&game, Seat(0), Seat(0)).expect("a seat");
    assert_eq!(own.value, Value::Hidden, "{own:#?}");
    let known = |name: &str| {
        own.children
            .iter()
            .any(|part| matches!(&part.what, Subject::Variable { variable, .. } if variable.name == name))
    };
    assert!(known("gold"), "{own:#?}");
    assert_eq!(
        why::line(&game, Seat(0), 0, Seat(0)).expect("a line").value,
        Value::Hidden,
        "a concealed zone"
    );
    assert!(
        why::line(&game, Seat(0), 1, Seat(0)).expect("a line").value.thousandths().is_some(),
        "one's own hand"
    );
    assert_eq!(why::line(&game, Seat(0), 1, Seat(1)).expect("a line").value, Value::Hidden, "another's hand");
    all_agree(&game, Viewer::Open);
}

/// Creates a game whose score is `expression`, with these functions.
fn score_of(functions: &str, expression: &str) -> Game {
    let text = format!(
        "format: 1\ngame: {{ id: sum, players: 1 }}\nfunctions:\n{functions}\nphases:\n  turn: {{ active: seat(1), do: \"let _n = me chooses number in 1..2 as n\" }}\nscore: {{ total: \"{expression}\" }}\n"
    );
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    new_game(&compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems)), 1, 1)
}

/// Values computed on a small stack are also explained on it, and too deep or too long expressions end with a
/// fault.
#[test]
fn deep_and_long_expressions_end() {
    let chain = |n: usize| {
        let links = (1..n).map(|i| {
            format!("  f{i}: {{ with: {{ n: int }}, is: 'if n > 0 then 1 + f{}(n) else n' }}\n", i - 1)
        });
        format!("  f0: {{ with: {{ n: int }}, is: n }}\n{}", links.collect::<String>())
    };
    let deep = score_of(&chain(80), "f79(1)");
    let told = why::score(&deep, Viewer::Open, Seat(0)).expect("a seat");
    assert_eq!(told.value.thousandths(), Some(deep.score(0).total.thousandths), "{:?}", told.value);
    let deeper = score_of(&chain(1_900), "f1899(1)");
    assert!(matches!(why::score(&deeper, Viewer::Open, Seat(0)).expect("a seat").value, Value::Fault(_)));
    let long = score_of(
        "  f: sum(sum(sum(1 of number in 1..1000) of number in 1..1000) of number in 1..1000)",
        "f()",
    );
    assert!(matches!(why::score(&long, Viewer::Open, Seat(0)).expect("a seat").value, Value::Fault(_)));
}

#[test]
fn properties_of_properties_end() {
    let link = |i: usize| {
        let before =
            if i == 0 { "1".to_owned() } else { format!("count(face c in row where c.p{} > 0)", i - 1) };
        format!("      p{i}: {{ base: '{before}', stages: [one] }}\n")
    };
    let properties: String = (0..150).map(link).collect();
    let text = format!(
        "format: 1\ngame: {{ id: sum, players: 1 }}\nkinds:\n  face:\n    in_play: [row]\n    properties:\n{properties}\nzones: {{ row: {{ holds: face, sees: all }} }}\ncards: {{ ace: {{ kind: face }} }}\nsetup: move face to row\nphases:\n  turn: {{ active: seat(1), do: \"let _n = me chooses number in 1..2 as n\" }}\nscore: {{ total: 0 }}\n"
    );
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    let game = new_game(&compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems)), 1, 1);
    for viewer in [Viewer::Open, Viewer::from(Seat(0))] {
        for (property, told) in [(149, false), (20, true)] {
            let value =
                why::property(&game, viewer, PropertyId(property), CardId(0)).expect("it has it").value;
            assert_eq!(value == Value::Int(1), told, "{property}: {value:?}");
            assert!(told || matches!(value, Value::Fault(_)), "{value:?}");
        }
    }
}

/// In the values for the text of an option `me` is the player who chooses, whoever is active.
#[test]
fn the_values_of_an_option_are_those_of_the_player_who_chooses() {
    let rules = "
format: 1
game: { id: prices, players: 2 }
state: { player: { gold: int = 9 for game } }
setup: set seat(2).gold = 4
actions:
  acts: { pay: { shows: { left: me.gold - 1 }, do: set me.gold = me.gold - 1 }, wait: { do: set me.gold = 0 } }
phases:
  bids: { do: 'for player p { p chooses one of acts as act }' }
  rest: { active: seat(1), do: 'me.left chooses one of acts as act' }
score: { total: player.gold }
";
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), rules.to_owned())]);
    let ruleset = compiled.into_ruleset().expect("no errors");
    let mut game = Game::new(&ruleset.setup(2, &[]).expect("a setup"), 1);
    for (seat, left) in [(Seat(0), 8), (Seat(1), 3), (Seat(1), 2)] {
        assert_eq!(game.deciding(), Some(seat));
        assert_eq!(why::option_facts(&game, seat, 0), [("left".to_owned(), Value::Int(left))]);
        game.apply(0).expect("an option");
    }
}
