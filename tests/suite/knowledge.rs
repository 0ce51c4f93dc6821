//! Knowledge of cards after moves: each case is an effect, and the observations of zones by seats.

use ludex::Seat;
use ludex_tests::inside::*;

use ludex::{Game, Ruleset};
use ludex_grammar::render::{Style, render};
use ludex_run::play::{Line, card_text, find_zone};
use ludex_run::program::NONE;
use ludex_run::state::SeatSet;

const TABLE: &str = "
format: 1
game: { id: table, players: 3, seats: [ann, bob, cid] }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  bag:  { holds: face, sees: nobody }
  box:  { holds: face, sees: nobody }
  hand: { per: player, holds: face, sees: owner }
  row:  { holds: face, sees: by_face }
  pile: { holds: face, sees: all }
  kept: { per: player, holds: face, sees: by_face, covered: true }
state: { game: { meant: face? by name for game, lying: face? for game } }
messages: { named: { card: face by name }, played: { card: face }, maybe: { card: face? }, worth: { n: int } }
cards:
  ace: { kind: face, copies: 2, value: 1 }
  king: { kind: face, copies: 2, value: 13 }
  queen: { kind: face, copies: 2, value: 12 }
procedures:
  look: |
    let n = seat(1) chooses number in 1..2 as look
    if meant == lying and n == 1 { say played(ace[1]) }
phases: { turn: { active: seat(1), do: do look() } }
score: { total: 0 }
";

fn ruleset(effect: &str) -> Ruleset {
    let lines: String = effect.lines().map(|line| format!("  {}\n", line.trim())).collect();
    let text = format!("{TABLE}setup: |\n{lines}");
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"))
}

fn after(effect: &str) -> Game {
    let game = new_game(&ruleset(effect), 3, 1);
    assert!(game.fault().is_none(), "{effect}: {:?}", game.fault());
    game
}

/// Formats the cards of a zone as a seat sees them.
fn seen(game: &Game, seat: u8, zone: &str) -> String {
    let number = find_zone(game.program(), zone).unwrap_or_else(|| panic!("no zone {zone}"));
    let view = game.view(Seat(seat));
    let cards = view.zones[usize::from(number) - 1].cards.iter();
    let names: Vec<String> =
        cards.map(|c| c.card.as_ref().map_or("?".to_owned(), |card| card.name.clone())).collect();
    names.join(" ")
}

#[track_caller]
fn sees(effect: &str, expected: &[(u8, &str, &str)]) {
    let game = after(effect);
    for (seat, zone, cards) in expected {
        assert_eq!(seen(&game, *seat, zone), *cards, "{zone} for seat {seat} after\n{effect}");
    }
}

const ANN: u8 = 0;
const BOB: u8 = 1;
const CID: u8 = 2;

/// Bob has one of each, and a second ace; Cid has seen them.
const SEEN_HAND: &str = "
    move face to box
    move ace to seat(2).hand
    move king[1] to seat(2).hand
    move queen[1] to seat(2).hand
    show seat(2).hand to seat(3)
";

#[test]
fn what_lies_covered_is_shown_to_who_may_look_at_it_and_known_to_all_who_saw_it() {
    let effect = "move queen[1] to pile
        move queen[1] to seat(2).kept face down
        move ace[1] to seat(2).kept face up";
    sees(effect, &[(ANN, "bob.kept", "ace ?"), (BOB, "bob.kept", "ace queen"), (CID, "bob.kept", "ace ?")]);
    let game = after(effect);
    let kept = find_zone(game.program(), "bob.kept").expect("a zone");
    for card in game.state().cards_in(kept) {
        assert!(game.state().knows(ANN, card), "{}", card_text(game.program(), card));
    }
    let again = game.determinize(Seat(ANN), 1).expect("a deal");
    assert!(again.state().cards_in(kept).eq(game.state().cards_in(kept)), "a deal anew respects it");
}

#[test]
fn an_unseen_choice_leaves_a_whole_zone_in_doubt() {
    let effect = format!("{SEEN_HAND} move king[1] to seat(1).hand");
    sees(
        &effect,
        &[
            (CID, "bob.hand", "? ? ?"),
            (CID, "ann.hand", "?"),
            (ANN, "ann.hand", "king"),
            (BOB, "ann.hand", "king"),
        ],
    );
}

#[test]
fn a_card_that_leaves_face_up_leaves_no_doubt() {
    let row = "
        move face to box
        move ace[1] to row face up
        move king[1] to row face down
        show king[1] to seat(2)
    ";
    sees(
        &format!("{row} move ace[1] to bag face down"),
        &[(BOB, "row", "king"), (BOB, "bag", "ace"), (CID, "row", "?"), (CID, "bag", "ace")],
    );
}

#[test]
fn a_card_is_swapped_out_of_sight_like_one_that_is_moved() {
    let effect = format!("{SEEN_HAND} move queen[2] to seat(1).hand\n swap king[1] with queen[2]");
    sees(
        &effect,
        &[
            (CID, "bob.hand", "? ? ? ?"),
            (CID, "ann.hand", "?"),
            (ANN, "bob.hand", "queen ? ? ?"),
            (ANN, "ann.hand", "king"),
            (BOB, "ann.hand", "king"),
        ],
    );
}

#[test]
fn unseen_among_leaves_only_those_in_doubt_that_could_have_moved() {
    let effect =
        format!("{SEEN_HAND} move king[1] to seat(1).hand unseen among face in seat(2).hand where value > 1");
    sees(
        &effect,
        &[(CID, "bob.hand", "ace ace ?"), (CID, "ann.hand", "?"), (BOB, "bob.hand", "ace ace queen")],
    );
}

#[test]
fn who_sees_the_card_arrive_keeps_what_lay_beside_it() {
    let clauses = ["", "unseen among seat(2).hand"];
    for clause in clauses {
        let effect =
            format!("{SEEN_HAND} show seat(2).hand to seat(1)\n move king[1] to seat(1).hand {clause}");
        sees(&effect, &[(ANN, "bob.hand", "ace ace queen"), (CID, "bob.hand", "? ? ?")]);
    }
}

#[test]
fn a_card_that_leaves_openly_is_the_one_that_was_known() {
    let hand = "
        move face to box
        move ace to seat(2).hand
        move king[1] to seat(2).hand
        show ace[1] to seat(3)
        show king[1] to seat(3)
    ";
    for copy in ["ace[1]", "ace[2]"] {
        let effect = format!("{hand} move {copy} to pile");
        sees(
            &effect,
            &[(CID, "bob.hand", "king ?"), (BOB, "bob.hand", "ace king"), (ANN, "bob.hand", "? ?")],
        );
    }
    let both = format!("{hand} show ace to seat(3)\n move ace[2] to pile");
    sees(&both, &[(CID, "bob.hand", "ace king")]);
    let all = format!("{hand} move seat(2).hand to pile");
    sees(&all, &[(CID, "pile", "ace ace king")]);
}

#[test]
fn copies_in_an_order_are_told_apart_by_their_places() {
    let effect = "
        move face to box
        move king[1] to deck
        move ace to deck
        show ace[1] to seat(2)
        move ace[2] to pile
    ";
    sees(effect, &[(BOB, "deck", "? ace")]);
}

#[test]
fn a_card_turned_up_counts_as_the_copy_that_was_known() {
    let row = "
        move face to box
        move ace to row face down
        move king[1] to row face down
        show ace[1] to seat(2)
    ";
    sees(&format!("{row} turn ace[2] face up"), &[(BOB, "row", "ace ? ?")]);
    sees(&format!("{row} turn ace face up"), &[(BOB, "row", "ace ace ?"), (ANN, "row", "ace ace ?")]);
}

/// Ace, king, queen, queen; Bob knows the first and the third.
const KNOWN_DECK: &str = "
    move face to box
    move ace[1] to deck
    move king[1] to deck
    move queen to deck
    show ace[1] to seat(2)
    show queen[1] to seat(2)
";

#[test]
fn a_search_that_all_can_follow_loosens_nothing() {
    sees(&format!("{KNOWN_DECK} move queen[2] to pile"), &[(BOB, "deck", "ace ? queen")]);
}

#[test]
fn a_search_unseen_loosens_what_lies_below_the_first_card_it_may_have_been() {
    let find = |what: &str, to: &str| format!("{KNOWN_DECK} move {what} to {to} unseen among face in deck");
    sees(&find("king[1]", "pile"), &[(BOB, "deck", "ace ? ?")]);
    sees(&find("ace[1]", "pile"), &[(BOB, "deck", "? queen ?")]);
    sees(&find("queen[1]", "pile"), &[(BOB, "deck", "ace ? ?")]);
    sees(&find("king[1]", "bag"), &[(BOB, "deck", "? ? ?"), (BOB, "bag", "?")]);
    // the moved card may be a copy above; impossible ones move up to an unknown position
    let copy = "move ace[2] to deck\n move ace[2] to pile unseen among deck";
    sees(&format!("{KNOWN_DECK} {copy}"), &[(BOB, "deck", "? ? ? ?")]);
    let others = "move king[1] to pile unseen among king in deck";
    sees(&format!("{KNOWN_DECK} {others}"), &[(BOB, "deck", "ace ? ?")]);
}

#[test]
fn nobody_loses_track_of_a_zone_that_moves_as_a_whole() {
    let bag = "
        move face to box
        move king to bag
        move ace[1] to bag
        show bag to seat(2)
    ";
    sees(
        &format!("{bag} move bag to seat(1).hand"),
        &[(BOB, "ann.hand", "ace king king"), (CID, "ann.hand", "? ? ?")],
    );
    sees(
        &format!("{bag} move (king in bag) to seat(1).hand"),
        &[(BOB, "ann.hand", "? ?"), (BOB, "bag", "?")],
    );
    sees(&format!("{bag} move bag to deck"), &[(BOB, "deck", "? ? ?")]);
}

/// A card name always denotes the same card; a card variable denotes the card at a position.
#[test]
fn a_card_by_name_is_the_same_however_cards_are_dealt() {
    let game = after("move face to bag\n set meant = king[1]\n set lying = king[1]");
    let [meant, lying] = ["meant", "lying"].map(|name| {
        let var = game.program().checked.vars.iter().position(|v| v.name == name).expect("a variable");
        game.program().layout.vars[var] as usize
    });
    let (name, king) = (game.cells(None)[meant], game.cells(None)[lying]);
    assert_eq!(game.program().layout.design[king as usize] as i32, name);
    assert_eq!([game.cells(Some(CID))[meant], game.cells(Some(CID))[lying]], [name, NONE]);
    let deals: Vec<Vec<i32>> =
        (0..20).map(|seed| game.determinize(Seat(CID), seed).expect("a deal").cells(None)).collect();
    assert!(deals.iter().all(|cells| cells[meant] == name), "the name stays");
    assert!(deals.iter().any(|cells| cells[lying] != king), "the place gets another card");
}

/// The same holds for a local with such a value, while a decision is pending.
#[test]
fn a_local_by_name_is_the_same_however_cards_are_dealt() {
    let text = TABLE.replace("  look: |\n", "  look: |\n    let here = meant\n    let there = lying\n").replace(
        "if meant == lying and n == 1 { say played(ace[1]) }",
        "if here == meant and n == 1 { say named(king[1]) }\n    if there == lying { say played(ace[1]) }",
    );
    let text = format!("{text}setup: |\n  move face to bag\n  set meant = king[1]\n  set lying = king[1]\n");
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
    let game = new_game(&ruleset, 3, 1);
    for seed in 0..20 {
        let mut other = game.determinize(Seat(CID), seed).expect("a deal");
        other.apply(0).expect("an option");
        assert_eq!(count_messages(&other), 2, "both locals are still what they were read from");
    }
}

fn count_messages(game: &Game) -> usize {
    game.lines().iter().filter(|entry| matches!(entry, Line::Said { .. })).count()
}

#[test]
fn a_message_names_a_card_to_all_only_by_name() {
    let game = after("move face to bag\n say named(king[1])\n say played(king[1])");
    let known: Vec<SeatSet> = game
        .lines()
        .iter()
        .filter_map(|entry| match entry {
            Line::Said { facts, .. } => facts.first().map(|fact| fact.known),
            Line::Began { .. } | Line::Chose(_) | Line::Scored(_) => None,
        })
        .collect();
    assert_eq!(known, [SeatSet::ALL, SeatSet::default()]);
}

/// All players know the card in an open message, wherever it is. From a number computed from a card they
/// learn only the number.
#[test]
fn a_card_that_is_named_openly_is_known_to_all() {
    let held = "move face to box\n move king[1] to seat(2).hand\n move queen[1] to seat(2).hand";
    let after = |say: &str| format!("{held}\n {say}");
    sees(&after("say played(king[1])"), &[(ANN, "bob.hand", "? ?"), (BOB, "bob.hand", "king queen")]);
    sees(&after("say played(king[1]) openly"), &[(ANN, "bob.hand", "king ?"), (CID, "bob.hand", "king ?")]);
    // a name follows no card
    sees(&after("say named(king[1]) openly"), &[(ANN, "bob.hand", "? ?")]);
    let first = "let x = first(face in seat(2).hand)";
    sees(&after(&format!("{first}\n say maybe(x) openly")), &[(CID, "bob.hand", "king ?")]);
    sees(&after("say worth(sum(value of face in seat(2).hand)) openly"), &[(ANN, "bob.hand", "? ?")]);
}

#[test]
fn a_card_that_is_not_there_is_named_openly_without_a_fault() {
    let game = after("move face to box\n say maybe(deck.top) openly\n say maybe(nothing) openly");
    assert_eq!(count_messages(&game), 2);
}
