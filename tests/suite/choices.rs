//! Decisions of inactive players, several picks, and information visible to one player.

use ludex::Seat;
use ludex_tests::inside::*;

use ludex::why::{Reason, Wanted, WhyNot, why_not};
use ludex::{Game, Ruleset, Viewer};
use ludex_check::ids::{ActionId, WindowId};
use ludex_grammar::render::{Style, render};
use ludex_run::play::{Line, card_text, find_zone, seat_label};
use ludex_run::program::NONE;

const HEAD: &str = "
format: 1
game: { id: table, players: 3, seats: [ann, bob, cid] }
";

fn ruleset(text: &str) -> Ruleset {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), format!("{HEAD}{text}"))]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    assert!(compiled.problems.is_empty(), "{drawn}");
    compiled.ruleset.expect("no problems")
}

fn game(text: &str) -> Game {
    let game = new_game(&ruleset(text), 3, 1);
    assert!(game.fault().is_none(), "{:?}", game.fault());
    game
}

/// Undo gives no advantage if no card was shown and no random number was drawn.
#[test]
fn choices_that_reveal_nothing_are_known() {
    let mut game = game(
        "
kinds: { coin: { fields: { value: int } } }
cards: { penny: { kind: coin, value: 1 }, crown: { kind: coin, value: 5 } }
zones: { deck: { holds: coin, sees: nobody, ordered: true }, table: { holds: coin, sees: all } }
setup: |
  move coin to deck
  shuffle deck
phases:
  turn:
    active: seat(1)
    do: |
      let a = me chooses number in 1..3 as first
      let b = me chooses number in 1..3 as second
      draw 1 from deck to table
      let c = me chooses number in 1..3 as third
      let d = chance chooses number in 1..6
      let e = me chooses number in 1..3 as fourth
      set me.points = a + b + c + d + e
state: { player: { points: int for game } }
score: { total: player.points + sum(value of coin in table) }
",
    );
    let reveals = |game: &Game| {
        (0..=game.choices()).map(|since| !game.host().reveals_nothing(since)).collect::<Vec<_>>()
    };
    assert_eq!(reveals(&game), [false]);
    game.apply(0).unwrap();
    assert_eq!(reveals(&game), [false, false]);
    game.apply(0).unwrap();
    assert_eq!(reveals(&game), [true, true, false], "a card was shown");
    game.apply(0).unwrap();
    assert_eq!(reveals(&game), [true, true, true, false], "a die was thrown");
    let hash = game.host().hash();
    let mut few = game.clone().keeping(1);
    few.undo();
    let mut all = game.clone();
    all.undo();
    assert_eq!((few.host().hash(), few.host().reveals_nothing(0)), (all.host().hash(), false));
    few.apply(0).unwrap();
    assert_eq!(few.host().hash(), hash);
    game.apply(0).unwrap();
    assert!(game.is_over() && !game.host().reveals_nothing(3), "the end shows everything");
}

/// Formats the acting player, the decision and the options.
fn asked(game: &Game) -> String {
    let Some(decision) = game.decision() else { return "nothing".to_owned() };
    let who = seat_label(&game.program().checked, decision.player);
    format!("{who} {}: {}", decision.name, decision.labels().join(", "))
}

fn pick(game: &mut Game, label: &str) {
    let option = game.decision().and_then(|decision| decision.find(label));
    let option = option.unwrap_or_else(|| panic!("`{label}` is not offered: {}", asked(game)));
    game.apply(option).unwrap_or_else(|e| panic!("{e:?}"));
}

fn cards(game: &Game, zone: &str) -> String {
    let zone = find_zone(game.program(), zone).expect("a zone");
    let names: Vec<String> =
        game.state().cards_in(zone).map(|card| card_text(game.program(), card)).collect();
    names.join(" ")
}

/// Ann is active, and Bob has a window. The hands are parameters.
fn bobs_window(hands: &str) -> Game {
    let text = "
kinds: { face: { fields: { value: int } } }
zones: { hand: { per: player, holds: face, sees: owner }, pile: { holds: face, sees: all }, deck: { holds: face, sees: nobody, ordered: true } }
state: { game: { who: player? for game, heard: player? for game }, player: { points: int for game } }
events: { thrown: { card: face } }
cards:
  ace: { kind: face, value: 1, on thrown: set heard = me }
  king: { kind: face, value: 13, on thrown: set heard = me }
  queen: { kind: face, value: 12, on thrown: set heard = me }
  jack: { kind: face, value: 11, on thrown: set heard = me }
setup: |
  move face to deck
HANDS
procedures: { noted: set who = me }
actions:
  replies:
    throw:
      with: { c: face in me.hand where it.value > me.points }
      do: |
        move c to pile
        emit thrown(c)
        set me.points = me.points + 1
        do noted()
        let more = me chooses number in 1..2 as more
        set me.points = me.points + more
    pass_on: { do: stop }
phases:
  turn:
    each: player
    do: |
      let foe = me.left
      foe chooses one of replies as reply
      set me.points = me.points + 10
      let last = me chooses number in 1..2 as last
      set me.points = me.points + last
score: { total: player.points + (if who == player then 100 else 0) + (if heard == player then 1000 else 0) }
";
    let lines: String = hands.lines().map(|line| format!("  {}\n", line.trim())).collect();
    game(&text.replace("HANDS\n", &lines))
}

/// In two worlds that differ only in the active player's hidden cards, the acting player has the same
/// options.
#[test]
fn a_window_offers_what_belongs_to_who_chooses() {
    let one = bobs_window("move ace to seat(1).hand\n move king to seat(2).hand");
    let two =
        bobs_window("move queen to seat(1).hand\n move jack to seat(1).hand\n move king to seat(2).hand");
    assert_eq!(asked(&one), "bob reply: throw king, pass_on");
    assert_eq!(asked(&two), asked(&one));
    let mut three = bobs_window("move king to seat(1).hand\n move ace to seat(2).hand");
    assert_eq!(asked(&three), "bob reply: throw ace, pass_on");
    pick(&mut three, "throw ace");
    assert_eq!([cards(&three, "ann.hand"), cards(&three, "pile")], ["king", "ace"]);
}

#[test]
fn who_chose_an_action_is_me_until_it_ends() {
    let mut game = bobs_window("move ace to seat(1).hand\n move king to seat(2).hand");
    pick(&mut game, "throw king");
    assert_eq!(asked(&game), "bob more: 1, 2");
    pick(&mut game, "2");
    assert_eq!(asked(&game), "ann last: 1, 2");
    pick(&mut game, "1");
    let scores: Vec<String> = (0..3).map(|seat| game.score(seat).total.to_string()).collect();
    // Bob's points, his choice in a procedure, and the reaction to his event; Ann's points are counted after
    // the window
    assert_eq!(scores, ["11", "1103", "0"]);
}

#[test]
fn options_of_another_are_listed_anew_for_him() {
    let game =
        bobs_window("move ace to seat(1).hand\n move king to seat(2).hand\n move queen to seat(2).hand");
    for seed in 0..20 {
        let other = game.determinize(Seat(0), seed).expect("a deal");
        let held =
            cards(&other, "bob.hand").split(' ').map(|card| format!("throw {card}")).collect::<Vec<_>>();
        assert_eq!(asked(&other), format!("bob reply: {}, pass_on", held.join(", ")));
    }
}

const PICKS: &str = "
kinds: { face: {} }
zones: { hand: { per: player, holds: face, sees: owner }, pile: { holds: face, sees: all } }
cards: { ace: { kind: face }, king: { kind: face }, queen: { kind: face } }
state: { player: { points: int for game } }
score: { total: player.points }
";

/// Ann holds some of the three cards and chooses; afterwards she has a point for each.
fn picks(held: &str, choice: &str) -> Game {
    game(&format!(
        "{PICKS}
setup: |
  move face to pile
  {held}
phases:
  turn:
    active: seat(1)
    do: |
      let cs = {choice}
      set me.points = count(cs) + 10
      let last = me chooses number in 1..2 as last
      set me.points = me.points + 100 * last
"
    ))
}

fn points(game: &mut Game) -> String {
    pick(game, "1");
    game.score(0).total.to_string()
}

#[test]
fn several_picks_may_be_declined_at_the_first() {
    let choice = "me may choose 1..2 face in me.hand as drop";
    let mut some = picks("move face to seat(1).hand", choice);
    assert_eq!(asked(&some), "ann drop: ace, king, queen, decline");
    let mut none = some.clone();
    pick(&mut none, "decline");
    assert_eq!(points(&mut none), "110");
    pick(&mut some, "ace");
    assert_eq!(asked(&some), "ann drop: king, queen, done");
    pick(&mut some, "queen");
    assert_eq!(points(&mut some), "112");
    assert_eq!(points(&mut picks("move ace to seat(1).hand\n  move ace to pile", choice)), "110");
    let asked_anyway =
        picks("move ace to seat(1).hand\n  move ace to pile", &format!("{choice} always asked"));
    assert_eq!(asked(&asked_anyway), "ann drop: decline");
}

/// The number of picks is limited to the number of candidates.
#[test]
fn more_picks_than_candidates_are_all_of_them() {
    let mut one = picks("move ace to seat(1).hand", "me may choose 2 face in me.hand as drop");
    assert_eq!(asked(&one), "ann drop: ace, decline");
    pick(&mut one, "ace");
    assert_eq!(points(&mut one), "111");
    let text = format!(
        "{PICKS}
setup: |
  move face to pile
  move ace to seat(1).hand
phases:
  turn:
    active: seat(1)
    do: |
      if any(face in me.hand) {{
        let cs = me chooses 2 face in me.hand as drop
        set me.points = count(cs) + 10
      }}
      let last = me chooses number in 1..2 as last
      set me.points = me.points + 100 * last
"
    );
    assert_eq!(points(&mut game(&text)), "111");
}

#[test]
fn a_window_and_a_choice_of_blocks_may_be_declined() {
    let text = format!(
        "{PICKS}
actions: {{ moves: {{ earn: {{ when: me.points > 9, do: set me.points = 99 }} }} }}
setup: |
  move face to pile
  move ace to seat(1).hand
phases:
  turn:
    active: seat(1)
    do: |
      me may choose one of moves as early
      set me.points = 10
      me may choose one of moves as later secretly
      me may choose one as block secretly {{
        first_one {{ set me.points = 1 }}
        second when me.points == 99 {{ set me.points = 2 }}
      }}
      seat(2) may lift secretly {{ set me.points = me.points + 5 }}
      let last = me chooses number in 1..2 as last
      set me.points = me.points + 100 * last
"
    );
    let mut game = game(&text);
    assert_eq!(asked(&game), "ann later: earn, decline", "nobody is asked where nothing is legal");
    let mut other = game.clone();
    pick(&mut game, "decline");
    assert_eq!(asked(&game), "ann block: first_one, decline");
    pick(&mut game, "decline");
    pick(&mut game, "yes");
    assert_eq!(points(&mut game), "115");
    pick(&mut other, "earn");
    assert_eq!(asked(&other), "ann block: first_one, second, decline");
    pick(&mut other, "second");
    pick(&mut other, "no");
    assert_eq!(points(&mut other), "102");
}

/// Puts a card into a pile at a position that one player has chosen secretly.
fn tucked(place: &str) -> Game {
    let text = "
kinds: { face: {} }
zones: { deck: { holds: face, sees: nobody, ordered: true }, pile: { holds: face, sees: all } }
cards: { ace: { kind: face }, king: { kind: face }, queen: { kind: face } }
setup: |
  move ace to pile
  move king to deck
  move queen to deck
  show deck to player
state: { game: { rounds: int for game } }
phases:
  turn:
    active: seat(1)
    do: |
      let p = seat(2)
      let n = p chooses number in 1..count(deck) + 1 as place secretly
      if let c = first(pile) { move c to deck at place n unseen }
      let last = me chooses number in 1..2 as last
      set rounds = last
score: { total: rounds }
";
    let mut game = game(text);
    pick(&mut game, place);
    game
}

fn seen(game: &Game, seat: u8, zone: &str) -> String {
    let number = find_zone(game.program(), zone).expect("a zone");
    let cards = game.view(Seat(seat)).zones[usize::from(number) - 1].cards.clone();
    let name = |card: Option<ludex::Named<ludex::CardId>>| card.map_or("?".to_owned(), |card| card.name);
    cards.into_iter().map(|card| name(card.card)).collect::<Vec<_>>().join(" ")
}

/// Worlds that differ only in the position look the same to all except the player who chose it.
#[test]
fn a_place_that_was_chosen_secretly_is_known_to_who_chose_it() {
    let worlds = ["1", "2", "3"].map(tucked);
    for (game, deck) in worlds.iter().zip(["ace king queen", "king ace queen", "king queen ace"]) {
        assert_eq!(cards(game, "deck"), deck);
        assert_eq!(seen(game, 1, "deck"), deck, "Bob has chosen the place");
        for seat in [0, 2] {
            assert_eq!(seen(game, seat, "deck"), "? ? ?");
            assert_eq!(game.view(Seat(seat)).zones, worlds[0].view(Seat(seat)).zones.clone());
        }
    }
    let deals = |game: &Game, seat: u8| {
        let mut orders: Vec<String> =
            (0..60).map(|seed| cards(&game.determinize(Seat(seat), seed).expect("a deal"), "deck")).collect();
        orders.sort();
        orders.dedup();
        orders
    };
    for game in &worlds {
        assert_eq!(deals(game, 0), ["ace king queen", "king ace queen", "king queen ace"]);
        assert_eq!(deals(game, 1), [cards(game, "deck")]);
    }
}

fn bidding(bid: &str, plan: &str) -> Game {
    let text = "
enums: { plan: [attack, defend, wait] }
messages: { planned: { player: player, plan: plan?, bid: int }, shown: { plan: plan? } }
state:
  player:
    plan: { is: plan? for game, sees: owner }
    bid: { is: int = 0 for game, sees: owner, in: 0..5 }
    open: plan? for game
phases:
  turn:
    active: seat(2)
    do: |
      let b = me chooses number in 0..5 as bid secretly
      set me.bid = b
      let x = me chooses plan as plan secretly
      set me.plan = x
      say planned(me, me.plan, me.bid)
      let n = seat(1) chooses number in 1..2 as go_on
      set me.open = me.plan
      if me.open == wait and n == 1 { end game }
      say shown(me.plan) openly
      let last = me chooses number in 1..2 as last
      if last == 2 { end game }
score: { total: player.bid }
";
    let mut game = game(text);
    pick(&mut game, bid);
    pick(&mut game, plan);
    game
}

/// Two worlds that differ in Bob's secret choice: Ann's observation and options are the same.
#[test]
fn what_its_player_alone_sees_is_told_to_nobody_else() {
    let [one, two] = [bidding("5", "attack"), bidding("2", "wait")];
    for seat in [0, 2] {
        assert_eq!(one.view(Seat(seat)), two.view(Seat(seat)));
    }
    let cell = |game: &Game, name: &str| {
        let var = game.program().checked.vars.iter().position(|v| v.name == name).expect("a variable");
        game.program().layout.vars[var] as usize + 1
    };
    let (plan, bid) = (cell(&one, "plan"), cell(&one, "bid"));
    assert_eq!([one.cells(Some(0))[plan], one.cells(Some(0))[bid]], [NONE, NONE]);
    assert_eq!([one.cells(Some(1))[plan], one.cells(Some(1))[bid]], [0, 5]);
    assert_eq!(one.cells(None)[bid], 5);
    let dealt = |game: &Game, seat: u8, at: usize| {
        let mut values: Vec<i32> = (0..100)
            .map(|seed| game.determinize(Seat(seat), seed).expect("a deal").cells(None)[at])
            .collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    for game in [&one, &two] {
        assert_eq!(dealt(game, 0, plan), [0, 1, 2]);
        assert_eq!(dealt(game, 0, bid), [0, 1, 2, 3, 4, 5]);
        assert_eq!(dealt(game, 0, plan + 1), [NONE], "everybody knows who has no plan yet");
    }
    assert_eq!([dealt(&one, 1, plan), dealt(&one, 1, bid)], [[0], [5]]);
}

#[test]
fn a_line_of_the_log_tells_it_to_its_player_and_one_said_openly_to_all() {
    let mut game = bidding("5", "attack");
    let known = |game: &Game| {
        let entry = game.lines().iter().rev().find(|entry| matches!(entry, Line::Said { .. }));
        let Some(Line::Said { facts, .. }) = entry else { panic!("nothing was said") };
        facts
            .iter()
            .map(|fact| (0..3).filter(|seat| fact.known.contains(*seat)).collect())
            .collect::<Vec<Vec<u8>>>()
    };
    assert_eq!(known(&game), [vec![0, 1, 2], vec![1], vec![1]]);
    pick(&mut game, "1");
    assert_eq!(known(&game), [vec![0, 1, 2]], "what is said openly is told to all");
    let open = game.program().checked.vars.iter().position(|v| v.name == "open").expect("a variable");
    assert_eq!(game.cells(Some(0))[game.program().layout.vars[open] as usize + 1], 0);
}

/// The reasons against an action are those of the asked player.
#[test]
fn what_stands_against_an_action_is_told_of_who_chooses() {
    let game = bobs_window("move king to seat(1).hand");
    let window = game.program().checked.windows.iter().position(|w| w.name == "replies").expect("a window");
    let wanted = Wanted::Action(ActionId { window: WindowId(window as u16), number: 0 }, Vec::new());
    let WhyNot::Refused(ways) = why_not(&game, Seat(1), &wanted) else { panic!("Bob has nothing to throw") };
    let Reason::Nothing { candidates, .. } = &ways[0].reason else { panic!("{:?}", ways[0].reason) };
    assert!(candidates.is_empty(), "Ann's hand is none of Bob's: {candidates:?}");
}

/// A guard that reads information visible only to another player reveals nothing about it.
#[test]
fn what_another_alone_sees_is_hidden_in_what_stands_against_an_action() {
    let text = "
enums: { plan: [attack, wait] }
state: { player: { plan: { is: plan for game, sees: owner }, points: int for game } }
actions:
  replies:
    block: { when: me.right.plan == attack, do: set me.points = 1 }
    pass_on: { do: set me.points = 2 }
phases:
  turn:
    active: seat(1)
    do: |
      let x = me chooses plan as plan secretly
      set me.plan = x
      me.left chooses one of replies as reply openly
score: { total: player.points }
";
    let mut game = game(text);
    pick(&mut game, "wait");
    let wanted = Wanted::Action(ActionId { window: WindowId(0), number: 0 }, Vec::new());
    let WhyNot::Refused(ways) = why_not(&game, Seat(1), &wanted) else { panic!("Ann waits") };
    assert!(matches!(ways[0].reason, Reason::Hidden(_)), "{:?}", ways[0].reason);
}

/// For a player in a simultaneous decision, the others' picks are sampled uniformly, whatever they are.
#[test]
fn picks_that_are_made_at_once_are_dealt_anew_evenly() {
    let mut game = game(
        "kinds: { face: { fields: { value: int } } }
zones: { hand: { per: player, holds: face, sees: all }, table: { per: player, holds: face, sees: all } }
cards:
  a: { kind: face, copies: 3, value: 1 }
  b: { kind: face, copies: 3, value: 2 }
  c: { kind: face, copies: 3, value: 4 }
  d: { kind: face, copies: 3, value: 8 }
setup: |
  for player p { move [a[p.seat], b[p.seat], c[p.seat], d[p.seat]] to p.hand }
phases:
  turn:
    active: seat(1)
    do: |
      each player p chooses 2 face f in p.hand as bid { move f to p.table }
score: { total: sum(value of face in player.table) }
",
    );
    pick(&mut game, "a");
    pick(&mut game, "b");
    assert_eq!(asked(&game), "bob bid: a, b, c");
    let mut dealt = std::collections::BTreeMap::new();
    for seed in 0..600 {
        let mut deal = game.determinize(Seat(1), seed).expect("a deal");
        for label in ["a", "c", "c", "d"] {
            pick(&mut deal, label);
        }
        *dealt.entry(deal.score(0).total.thousandths / 1000).or_insert(0) += 1;
        assert_eq!(deal.score(1).total.thousandths, 5_000, "one's own picks");
    }
    assert_eq!(dealt.keys().copied().collect::<Vec<_>>(), [3, 5, 6, 9, 10, 12]);
    assert!(dealt.values().all(|n| (70..=130).contains(n)), "{dealt:?}");
    let own = game.determinize(Seat(0), 1).expect("a deal");
    assert_eq!(asked(&own), asked(&game));

    // the others learn nothing before all have decided
    let cid = Seat(2);
    let told = |game: &Game, seat: Seat| game.observed_choice(seat).expect("a choice").pick;
    assert_eq!((told(&game, cid), told(&game, Seat(0))), (None, Some("b".to_owned())));
    for label in ["a", "c", "c", "d"] {
        assert!(game.revealed_choices(cid).is_empty());
        pick(&mut game, label);
    }
    assert_eq!(told(&game, Seat(0)).as_deref(), Some("d"));
    let all: Vec<_> = game.revealed_choices(Seat(0)).into_iter().filter_map(|told| told.pick).collect();
    assert_eq!(all, ["a", "b", "a", "c", "c"]);
    assert!(game.undo() && game.observed_choice(Seat(0)).is_some_and(|told| told.pick.is_none()));
}

/// Equal cards are distinguished by their position; a choice of several shows the picks and the remaining
/// number; all see who has decided simultaneously, and nothing else.
#[test]
fn a_decision_tells_which_copy_what_is_picked_and_who_else_decides() {
    let mut game = game(
        "kinds: { face: {} }
zones: { hand: { per: player, holds: face, sees: owner }, shelf: { per: player, holds: face, sees: all } }
cards: { a: { kind: face, copies: 6 }, b: { kind: face, copies: 3 } }
setup: |
  for player p {
    move [a[p.seat], b[p.seat]] to p.hand
    move a[p.seat + 3] to p.shelf
  }
phases:
  turn:
    active: seat(1)
    do: |
      each player p chooses 2..3 face c where c.holder == p as bid secretly { move c to p.left.shelf }
score: { total: 0 }
",
    );
    let json = |game: &Game, viewer: Viewer| {
        serde_json::to_value(game.decision_for(viewer)).expect("a value").to_string()
    };
    let seat = |n: u8| Viewer::Seat(Seat(n));
    let places = |game: &Game, n: u8| -> Vec<String> {
        let decision = game.decision_for(seat(n)).expect("a decision");
        let at = decision.options.iter().flat_map(|option| &option.at).flatten();
        at.map(|at| format!("{} {}", at.zone.name, at.place)).collect()
    };
    assert_eq!(places(&game, 0), ["ann.hand 1", "ann.shelf 1"], "the last one alone is too few");
    let decision = game.decision_for(seat(0)).expect("a decision");
    let picks = decision.picks.as_ref().expect("several");
    assert_eq!((picks.picked.len(), picks.least, picks.most, picks.set), (0, 2, 3, true));

    pick(&mut game, "a#1");
    let decision = game.decision_for(seat(0)).expect("a decision");
    let picks = decision.picks.as_ref().expect("several");
    assert_eq!(picks.picked.len(), 1);
    let at = picks.at[0].as_ref().expect("an own card");
    assert_eq!((at.zone.name.as_str(), at.place), ("ann.hand", 1));

    // the others see which players have decided, but not the picks
    let names =
        |seats: &[ludex::Named<Seat>]| seats.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(" ");
    let before = json(&game, seat(2));
    pick(&mut game, "a");
    assert_eq!(json(&game, seat(2)), before);
    pick(&mut game, "done");
    let decision = game.decision_for(Viewer::Public).expect("a decision");
    assert_eq!((names(&decision.chosen), names(&decision.waiting)), ("ann".to_owned(), "bob cid".to_owned()));
    assert!(decision.picks.is_none() && decision.options.is_empty());
}
