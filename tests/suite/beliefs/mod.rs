//! Beliefs after cards moved out of sight, compared with a list of all worlds that agree with the
//! observations of the seat, in small games.

mod marks;
mod passed;
mod stories;

use ludex::Seat;
use ludex_tests::inside::*;
use std::collections::BTreeSet;

use ludex::{Game, Ruleset};
use ludex_grammar::render::{Style, render};
use ludex_run::play::{card_text, find_zone};

const TABLE: &str = "
format: 1
game: { id: table, players: 3, seats: [ann, bob, cid] }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  bag:  { holds: face, sees: nobody }
  hand: { per: player, holds: face, sees: owner }
  pile: { holds: face, sees: all }
  row:  { holds: face, sees: by_face }
messages: { names: { card: face } }
cards:
  ace: { kind: face, copies: 2, value: 1 }
  king: { kind: face, value: 13 }
  queen: { kind: face, value: 12 }
  jack: { kind: face, value: 11 }
procedures:
  look: |
    let n = seat(1) chooses number in 1..2 as look
    if n == 3 { move row to bag face up }
phases: { turn: { active: seat(1), do: do look() } }
score: { total: sum(value of pile) }
";

const SEATS: [&str; 3] = ["ann", "bob", "cid"];
const ZONES: [&str; 7] = ["deck", "bag", "ann.hand", "bob.hand", "cid.hand", "pile", "row"];
const DECK: usize = 0;
const ROW: usize = 6;

fn after(effect: &str) -> Game {
    let lines: String = effect.lines().map(|line| format!("  {}\n", line.trim())).collect();
    let text = format!("{TABLE}setup: |\n  move face to bag\n{lines}");
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    let ruleset: Ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{drawn}"));
    let game = new_game(&ruleset, 3, 1);
    assert!(game.fault().is_none(), "{effect}: {:?}", game.fault());
    game
}

/// A world: the printed cards of each zone, in the order of the card list if the zone has no order.
type World = Vec<Vec<char>>;

fn letter(game: &Game, card: u16) -> char {
    card_text(game.program(), card).chars().next().expect("a name")
}

fn world(game: &Game) -> World {
    let zone = |name: &&str| {
        let zone = find_zone(game.program(), name).expect("a zone");
        sorted(name, game.state().cards_in(zone).map(|card| letter(game, card)).collect())
    };
    ZONES.iter().map(zone).collect()
}

fn sorted(zone: &str, mut cards: Vec<char>) -> Vec<char> {
    if zone != "deck" {
        cards.sort_unstable();
    }
    cards
}

/// Returns all worlds that the classes of positions allow: a candidate at each position, without repeated
/// cards.
fn allowed(game: &Game, seat: u8) -> BTreeSet<World> {
    let mut places = Vec::new();
    for (z, name) in ZONES.iter().enumerate() {
        let zone = find_zone(game.program(), name).expect("a zone");
        places.extend(game.state().cards_in(zone).map(|card| (z, game.candidates(seat, card))));
    }
    let mut worlds = BTreeSet::new();
    assign(game, &places, &mut Vec::new(), &mut worlds);
    worlds
}

fn assign(game: &Game, places: &[(usize, Vec<u16>)], taken: &mut Vec<u16>, worlds: &mut BTreeSet<World>) {
    let Some((_, candidates)) = places.get(taken.len()) else {
        let mut world = vec![Vec::new(); ZONES.len()];
        for ((zone, _), card) in places.iter().zip(taken.iter()) {
            world[*zone].push(letter(game, *card));
        }
        worlds.insert(world.into_iter().zip(ZONES).map(|(cards, zone)| sorted(zone, cards)).collect());
        return;
    };
    for card in candidates {
        if !taken.contains(card) {
            taken.push(*card);
            assign(game, places, taken, worlds);
            taken.pop();
        }
    }
}

fn dealt(game: &Game, seat: u8, times: u64) -> BTreeSet<World> {
    (0..times).map(|seed| world(&game.determinize(Seat(seat), seed).expect("a deal"))).collect()
}

/// Compares the short forms of a zone in all determinizations of a seat.
#[track_caller]
fn deals(effect: &str, seat: u8, zone: &str, expected: &str) {
    let game = after(effect);
    let at = ZONES.iter().position(|name| *name == zone).expect("a zone");
    let all = dealt(&game, seat, 400);
    let found: BTreeSet<String> = all.iter().map(|world| world[at].iter().collect()).collect();
    let found: Vec<String> = found.into_iter().collect();
    assert_eq!(
        found.join(" "),
        expected,
        "{zone} dealt anew for {}, after\n{effect}",
        SEATS[usize::from(seat)]
    );
}

const ANN: u8 = 0;
const BOB: u8 = 1;
const CID: u8 = 2;

/// A packet of king, queen and jack that Ann has seen; the aces are in the bag.
const PACKET: &str = "
    move king to row face down
    move queen to row face down
    move jack to row face down
    show row to seat(1)
";

#[test]
fn a_packet_that_was_passed_on_is_among_those_who_had_it() {
    let passed = format!("{PACKET} move queen to seat(2).hand");
    deals(&passed, ANN, "bob.hand", "j k q");
    deals(&passed, ANN, "bag", "aa");
    deals(&passed, CID, "bob.hand", "a j k q");
    let twice = format!("{passed}\n show row to seat(2)\n move jack to seat(3).hand");
    deals(&twice, ANN, "cid.hand", "j k q");
    deals(&twice, BOB, "cid.hand", "j k");
    deals(&twice, BOB, "bag", "aa");
    deals(&twice, CID, "bob.hand", "a k q");
}

#[test]
fn one_that_shows_up_leaves_the_others_among_the_rest() {
    let passed = format!("{PACKET} move queen to seat(2).hand\n move jack to seat(3).hand");
    deals(&format!("{passed}\n move seat(3).hand to pile"), ANN, "bob.hand", "k q");
    deals(&format!("{passed}\n show row to seat(1)"), ANN, "bob.hand", "j q");
    deals(&format!("{passed}\n show row to seat(1)\n show seat(2).hand to seat(1)"), ANN, "cid.hand", "j");
}

#[test]
fn one_that_is_named_openly_lies_nowhere_else() {
    let passed = format!("{PACKET} move queen to seat(2).hand\n move jack to seat(3).hand");
    deals(&passed, ANN, "bob.hand", "j k q");
    deals(&format!("{passed}\n say names(jack)"), ANN, "bob.hand", "j k q");
    deals(&format!("{passed}\n say names(jack) openly"), ANN, "bob.hand", "k q");
}

#[test]
fn a_card_put_among_unknown_ones_is_one_of_them() {
    let hand = "
        move king to seat(2).hand
        show king to seat(1)
        move queen to seat(2).hand
    ";
    let given = format!("{hand} move queen to seat(3).hand");
    deals(&given, ANN, "bob.hand", "a j k q");
    let game = after(&given);
    let with_king = |world: &World| world[3].contains(&'k') || world[4].contains(&'k');
    assert!(dealt(&game, ANN, 200).iter().all(with_king), "Bob or Cid has the king");
}

#[test]
fn what_all_can_conclude_is_ruled_out() {
    let hands = "
        move king to seat(2).hand
        move queen to seat(2).hand
        move jack to seat(3).hand
        exclude ace from seat(2).hand
    ";
    deals(hands, ANN, "bob.hand", "jk jq kq");
    deals(hands, ANN, "cid.hand", "a j k q");
    // a card that arrives later may be one
    deals(&format!("{hands}\n move ace[1] to seat(2).hand"), ANN, "bob.hand", "ajk ajq akq jkq");
    // false statements are not believed
    deals(&format!("{hands}\n exclude jack from seat(3).hand"), ANN, "cid.hand", "a j k q");
}

#[test]
fn what_was_shuffled_is_among_what_was_shuffled() {
    let deck = "
        move king to pile
        move queen to pile
        move pile to deck
        shuffle deck
        draw 1 from deck to seat(2).hand
    ";
    deals(deck, CID, "bob.hand", "k q");
    deals(deck, BOB, "deck", "k");
}

#[test]
fn a_search_leaves_the_rest_in_its_order() {
    let deck = "
        move king to deck
        move queen to deck
        move jack to deck
        show deck to seat(1)
        move queen to seat(2).hand unseen among face in deck where value > 11
    ";
    deals(deck, ANN, "bob.hand", "k q");
    deals(deck, ANN, "deck", "kj qj");
}

#[test]
fn one_that_is_swapped_was_among_those_beside_it() {
    let swapped = format!("{PACKET} move ace[1] to seat(2).hand\n swap queen[1] with ace[1]");
    deals(&swapped, ANN, "bob.hand", "j k q");
    deals(&swapped, ANN, "row", "ajk ajq akq");
}

/// Two cards were taken from a packet, one of them after an ace was added: nine equally likely worlds.
#[test]
fn deals_are_even() {
    let taken = "move queen to seat(2).hand\n move ace[1] to row face down\n move jack to seat(3).hand";
    let game = after(&format!("{PACKET} {taken}"));
    let worlds: Vec<World> = allowed(&game, ANN).into_iter().collect();
    assert_eq!(worlds.len(), 9);
    let mut counts = vec![0i32; worlds.len()];
    for seed in 0..9 * 600 {
        let dealt = world(&game.determinize(Seat(ANN), seed << 8).expect("a deal"));
        counts[worlds.iter().position(|world| *world == dealt).expect("an allowed deal")] += 1;
    }
    // four standard errors
    assert!(counts.iter().all(|count| (count - 600).abs() < 92), "{counts:?}");
}

#[test]
fn one_that_is_turned_up_was_among_those_beside_it() {
    let row = format!("{PACKET} move queen to seat(2).hand\n move ace[1] to row face down");
    deals(&row, ANN, "row", "ajk ajq akq");
    deals(&format!("{row}\n turn jack face up"), ANN, "row", "ajk ajq");
    deals(&format!("{row}\n turn ace[1] face up"), ANN, "row", "ajk ajq akq");
}

/// Thousands of cards, all seats, and all kinds of hidden movements: the true world stays possible, and
/// neither tracking nor dealing takes long.
#[test]
fn many_cards_and_seats_stay_within_the_effort_of_a_choice() {
    let cards: String =
        (0..12_000).map(|i| format!("  c{i}: {{ kind: face, value: {} }}\n", i % 9)).collect();
    let text = format!(
        "
format: 1
game: {{ id: crowd, players: 16 }}
kinds: {{ face: {{ fields: {{ value: int }} }} }}
zones:
  deck: {{ holds: face, sees: nobody, ordered: true }}
  bag:  {{ holds: face, sees: nobody }}
  hand: {{ per: player, holds: face, sees: owner }}
  row:  {{ holds: face, sees: by_face }}
setup: |
  move face to deck
  for player p {{
    shuffle deck
    draw 600 from deck to p.hand
    draw 20 from p.hand to bag
    draw 40 from deck to row
    turn row face up
    turn row face down
    exclude face where value == p.seat from p.hand
    draw 20 from row to bag
  }}
phases:
  turn:
    active: seat(1)
    do: |
      let n = me chooses number in 1..2 as size
score: {{ total: sum(value of row) }}
cards:
  copy: {{ kind: face, copies: 5000, value: 1 }}
{cards}"
    );
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text)]);
    let ruleset = compiled.ruleset.unwrap_or_else(|| panic!("{:?}", compiled.problems));
    let game = new_game(&ruleset, 16, 1);
    assert!(game.fault().is_none(), "{:?}", game.fault());
    let all = game.program().layout.cards() as u16;
    for seat in [0, 7, 15] {
        for card in (0..all).step_by(1_999) {
            assert!(game.candidates(seat, card).contains(&card), "seat {seat}, card {card}");
        }
        let other = game.determinize(Seat(seat), 1).expect("a deal");
        assert_eq!(other.view(Seat(seat)), game.view(Seat(seat)));
    }
}
