//! Hands that all players see except their owner, with marks that exclude cards. The belief of each seat is
//! compared with a list of all possible worlds, determinizations are uniform, and marks change nothing for
//! players who see the card.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ludex::{Game, Seat};
use ludex_run::play::{card_text, find_zone};
use ludex_tests::cases::{Case, here, read};
use ludex_tests::inside::*;
use ludex_tests::rulesets::Picks;

const TABLE: &str = "
format: 1
game: { id: fan, players: 3, seats: [ann, bob, cid] }
enums: { colour: [red, blue, green] }
kinds:
  face:
    fields: { colour: colour }
    state: { told: colour? for fan }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  fan:  { per: player, holds: face, sees: others, ordered: true }
  pile: { holds: face, sees: all }
cards:
  ace: { kind: face, colour: red }
  king: { kind: face, colour: red }
  queen: { kind: face, colour: blue }
  jack: { kind: face, colour: blue }
  ten: { kind: face, colour: green }
procedures:
  clue:
    with: { p: player, what: colour }
    do: |
      for face c in p.fan {
        if c.colour == what {
          set c.told = what
          exclude face where colour != what from c
        } else { exclude face where colour == what from c }
      }
  look: |
    if let n = seat(1) chooses number in 1..2 as look { if n == 3 { move face to pile } }
phases: { turn: { active: seat(1), do: do look() } }
score: { total: count(face in player.fan where told exists) }
layout: { cards: { face: [told] } }
";

const IDS: [(char, &str, &str); 5] = [
    ('a', "ace", "red"),
    ('k', "king", "red"),
    ('q', "queen", "blue"),
    ('j', "jack", "blue"),
    ('t', "ten", "green"),
];

/// Returns the game after the cards were put into zones in this order, and some clues.
fn after(hands: &[Vec<usize>; 4], clues: &[(usize, &str)]) -> Game {
    let mut lines = String::new();
    let zone = |at: usize| if at == 3 { "deck".to_owned() } else { format!("seat({}).fan", at + 1) };
    for (at, cards) in hands.iter().enumerate() {
        for card in cards {
            let _ = writeln!(lines, "  move {} to {}", IDS[*card].1, zone(at));
        }
    }
    for (player, colour) in clues {
        let _ = writeln!(lines, "  do clue(seat({}), {colour})", player + 1);
    }
    let text = format!("{TABLE}setup: |\n{lines}");
    let ruleset = ludex::compile(&[("ruleset.yaml".to_owned(), text)]).into_ruleset();
    let game = new_game(&ruleset.unwrap_or_else(|problems| panic!("{problems}")), 3, 1);
    assert!(game.fault().is_none(), "{:?}", game.fault());
    game
}

/// The cards of each zone, in order.
type World = Vec<Vec<char>>;

fn zones(game: &Game) -> Vec<Vec<u16>> {
    let names = ["ann.fan", "bob.fan", "cid.fan", "deck"];
    let zone = |name: &&str| find_zone(game.program(), name).expect("a zone");
    names.iter().map(|name| game.state().cards_in(zone(name)).collect()).collect()
}

fn letter(game: &Game, card: u16) -> char {
    let name = card_text(game.program(), card);
    IDS.iter().find(|(_, id, _)| *id == name).expect("a card").0
}

fn world(game: &Game) -> World {
    let cards = |zone: Vec<u16>| zone.into_iter().map(|card| letter(game, card)).collect();
    zones(game).into_iter().map(cards).collect()
}

/// Returns all worlds in which `may` allows each card at its position, without repeated cards.
fn worlds(sizes: &[usize], may: impl Fn(usize, usize, char) -> bool) -> BTreeSet<World> {
    let places: Vec<(usize, usize)> =
        sizes.iter().enumerate().flat_map(|(zone, size)| (0..*size).map(move |n| (zone, n))).collect();
    let mut all = vec![Vec::new()];
    for (zone, n) in &places {
        let longer = |begun: &Vec<char>| {
            let fits = |letter: &char| !begun.contains(letter) && may(*zone, *n, *letter);
            let letters: Vec<char> = IDS.iter().map(|(letter, ..)| *letter).filter(fits).collect();
            let begun = begun.clone();
            letters
                .into_iter()
                .map(move |letter| begun.iter().copied().chain([letter]).collect())
                .collect::<Vec<Vec<char>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let by_zone = |letters: Vec<char>| {
        let mut world = vec![Vec::new(); sizes.len()];
        places.iter().zip(letters).for_each(|((zone, _), letter)| world[*zone].push(letter));
        world
    };
    all.into_iter().map(by_zone).collect()
}

fn colour(letter: char) -> &'static str {
    IDS.iter().find(|(known, ..)| *known == letter).expect("a card").2
}

/// Random hands and clues: no possible card is ruled out, no impossible one is dealt, and all are dealt
/// uniformly.
#[test]
fn each_place_of_an_own_hand_is_what_clues_leave() {
    let mut uneven = 0;
    for number in 0..120 {
        let mut picks = Picks(number);
        let mut hands: [Vec<usize>; 4] = Default::default();
        let mut left: Vec<usize> = (0..IDS.len()).collect();
        while !left.is_empty() {
            let card = left.remove(picks.below(left.len()));
            hands[picks.below(4)].push(card);
        }
        let colours = ["red", "blue", "green"];
        let clues: Vec<(usize, &str)> =
            (0..picks.below(4)).map(|_| (picks.below(3), colours[picks.below(3)])).collect();
        let game = after(&hands, &clues);
        let truth = world(&game);
        let sizes: Vec<usize> = truth.iter().map(Vec::len).collect();
        for seat in 0..3u8 {
            let own = usize::from(seat);
            let fits = |zone: usize, n: usize, letter: char| {
                let told = clues.iter().filter(|(player, _)| *player == zone);
                let mut told = told.map(|(_, colour)| *colour);
                match zone {
                    3 => true,
                    zone if zone == own => {
                        told.all(|of| (colour(letter) == of) == (colour(truth[zone][n]) == of))
                    }
                    zone => letter == truth[zone][n],
                }
            };
            let exact = worlds(&sizes, fits);
            let places = zones(&game);
            let candidates: Vec<Vec<Vec<char>>> = places
                .iter()
                .map(|zone| {
                    let those = |card: &u16| game.candidates(seat, *card).into_iter();
                    zone.iter().map(|card| those(card).map(|card| letter(&game, card)).collect()).collect()
                })
                .collect();
            let allowed = worlds(&sizes, |zone, n, letter| candidates[zone][n].contains(&letter));
            assert_eq!(allowed, exact, "seat {seat} of {truth:?} after {clues:?}");
            let mut counts: BTreeMap<World, i64> = exact.iter().map(|world| (world.clone(), 0)).collect();
            let deals = 20 * exact.len() as u64;
            for seed in 0..deals {
                let dealt = game.determinize(Seat(seat), seed << 8).expect("a deal");
                assert_eq!(dealt.view(Seat(seat)), game.view(Seat(seat)));
                *counts.get_mut(&world(&dealt)).unwrap_or_else(|| panic!("{:?} is dealt", world(&dealt))) +=
                    1;
            }
            // six standard errors of 20
            uneven += usize::from(counts.values().any(|count| (count - 20).abs() > 27));
        }
    }
    assert_eq!(uneven, 0, "hands of which some world comes too often or too seldom");
}

/// A position with only one possible card shows that card to players who do not know it, and all see the mark
/// there.
#[test]
fn what_a_place_can_only_be_is_shown() {
    let game = after(&[vec![4, 0], vec![1], vec![], vec![2, 3]], &[(0, "green"), (1, "red")]);
    let view = |seat: u8| game.view(Seat(seat));
    let fan = |seat: u8, of: &str| {
        let zone = view(seat).zones.into_iter().find(|zone| zone.zone.name == of).expect("a zone");
        let card = |card: ludex::CardView| {
            let name =
                card.card.map(|card| card.name).or(card.only.map(|only| format!("only {}", only.name)));
            (name, card.marks.into_iter().map(|mark| mark.variable.name).collect::<Vec<_>>())
        };
        zone.cards.into_iter().map(card).collect::<Vec<_>>()
    };
    let told = || vec!["told".to_owned()];
    assert_eq!(fan(0, "ann.fan"), [(Some("only ten".to_owned()), told()), (None, Vec::new())]);
    assert_eq!(fan(1, "ann.fan"), [(Some("ten".to_owned()), told()), (Some("ace".to_owned()), Vec::new())]);
    // the ace is in Ann's hand, so Bob's red card is the king
    assert_eq!(fan(1, "bob.fan"), [(Some("only king".to_owned()), told())]);
}

/// Random games of fireworks: each determinization has the same observation for the seat and agrees with the
/// clues, and undo restores the position.
#[test]
fn a_whole_game_dealt_anew_looks_the_same_to_each_seat() {
    let text = read(&here().join("cases/games/fireworks.yaml"));
    let case = Case { name: "fireworks".to_owned(), text };
    let ruleset =
        ludex::compile(&case.files()).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    for seed in 0..12u64 {
        let mut picks = Picks(seed);
        let mut game = new_game(&ruleset, 2 + (seed % 4) as u8, seed);
        while !game.is_over() {
            let before: Vec<_> = (0..game.players()).map(|seat| game.view(Seat(seat))).collect();
            game.apply(picks.below(game.options())).expect("no fault");
            if game.choices().is_multiple_of(7) {
                let after = game.view(Seat::FIRST);
                let redone = game.clone();
                assert!(game.undo());
                let again: Vec<_> = (0..game.players()).map(|seat| game.view(Seat(seat))).collect();
                assert_eq!(again, before, "taken back");
                game = redone;
                assert_eq!(game.view(Seat::FIRST), after);
            }
            for seat in 0..game.players() {
                let seat = Seat(seat);
                let dealt = game.determinize(seat, seed).expect("a deal");
                assert_eq!(dealt.view(seat), game.view(seat), "after {} choices", game.choices());
                assert_eq!(dealt.decision_for(seat), game.decision_for(seat));
                for zone in dealt.view(ludex::Viewer::Open).zones {
                    for card in &zone.cards {
                        let printed = card.design.as_ref().map_or("", |design| &design.name);
                        for mark in &card.marks {
                            let told = match &mark.value {
                                ludex::Value::Word(word) => word.name.clone(),
                                value => format!("_{}", value.thousandths().expect("a number") / 1000),
                            };
                            assert!(printed.contains(&told), "{printed} was told to be {told}");
                        }
                    }
                }
            }
        }
        assert!(game.fault().is_none());
    }
}
