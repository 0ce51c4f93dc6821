//! The order of options reveals no information about cards unknown to the acting player.

use ludex::Seat;
use ludex::Viewer;
use ludex_tests::inside::*;
use std::collections::BTreeMap;

use ludex::Ruleset;
use ludex_tests::rulesets::compile_case;

const KINDS: &str = "
format: 1
game: { id: covered, players: 2, seats: [left, right] }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
  pile: { holds: face, sees: all }
state: { game: { total: int for game } }
score: { total: total }
cards:
  one: { kind: face, value: 1 }
  two: { kind: face, value: 2 }
  three: { kind: face, copies: 3, value: 3 }
setup: |
  move face to deck
  shuffle deck
  move deck to seat(2).hand
";

fn ruleset(rest: &str) -> Ruleset {
    compile_case(&[("ruleset.yaml".to_owned(), format!("{KINDS}{rest}"))])
}

/// Counts how often each card is the first option, over many seeds; there are always `options` of them.
fn firsts(ruleset: &Ruleset, options: usize) -> BTreeMap<String, u32> {
    let mut firsts = BTreeMap::new();
    for seed in 0..600 {
        let mut game = new_game(ruleset, 2, seed);
        assert_eq!(game.decision().expect("a decision").len(), options);
        game.apply(0).expect("the first option");
        let top = game
            .view(Seat(0))
            .zones
            .iter()
            .find_map(|zone| Some(zone.cards.iter().find(|c| c.up)?.design.as_ref()?.id));
        let design = &ruleset.checked().designs[top.expect("a card in the pile").index()];
        *firsts.entry(design.name.clone()).or_insert(0) += 1;
    }
    firsts
}

/// Checks that each of five cards is the first about equally often; three of them are copies.
fn evenly(firsts: &BTreeMap<String, u32>) {
    for (card, expected) in [("one", 120), ("two", 120), ("three", 360)] {
        let found = firsts.get(card).copied().unwrap_or(0);
        assert!(found.abs_diff(expected) < 60, "{card} is first {found} times of 600: {firsts:?}");
    }
}

#[test]
fn a_covered_hand_is_offered_in_no_order() {
    evenly(&firsts(
        &ruleset(
            "
phases:
  turn:
    active: seat(1)
    do: |
      if any(face in me.left.hand) {
        let taken = me chooses face in me.left.hand as take
        move taken to pile face up
      }
      end game
",
        ),
        5,
    ));
}

#[test]
fn targets_of_actions_in_a_covered_hand_are_offered_in_no_order() {
    evenly(&firsts(
        &ruleset(
            "
actions:
  steps:
    take:
      with: { what: face in me.left.hand }
      do: |
        move what to pile face up
        end game
phases:
  turn:
    active: seat(1)
    do: |
      me chooses one of steps as step
",
        ),
        5,
    ));
}

/// With several picks, each pick offers all remaining cards, so the number of options reveals no information.
#[test]
fn several_covered_cards_are_picked_in_any_order() {
    let ruleset = ruleset(
        "
phases:
  turn:
    active: seat(1)
    do: |
      if any(face in me.left.hand) {
        let taken = me chooses 2 face in me.left.hand as take
        move taken to pile face up
      }
      if any(face in me.left.hand) {
        let more = me chooses 1..3 face in me.left.hand as more
        move more to pile face up
      }
      end game
",
    );
    for seed in 0..50 {
        let mut game = new_game(&ruleset, 2, seed);
        for (options, take) in [(5, 4), (4, 0), (3, 2), (3, 0), (2, 0)] {
            assert_eq!(game.decision().expect("a decision").len(), options);
            let other = game.determinize(Seat(0), seed).expect("a deal");
            assert_eq!(other.decision().expect("a decision").len(), options, "in another deal");
            game.apply(take).expect("an option");
        }
        assert!(game.is_over());
    }
}

/// Known cards come first and keep their order; piles keep their order.
#[test]
fn known_cards_and_piles_keep_their_order() {
    let ruleset = ruleset(
        "
phases:
  turn:
    active: seat(1)
    do: |
      show one to me
      move two to pile face up
      if any(face in me.left.hand) {
        let first_one = me chooses face in me.left.hand as take
        move first_one to pile
      }
      move me.left.hand to deck
      if any(face in deck) {
        let next_one = me chooses face in deck as take_next
        move next_one to pile
      }
      end game
",
    );
    for seed in 0..20 {
        let mut game = new_game(&ruleset, 2, seed);
        assert_eq!(game.decision().expect("a decision").labels()[0], "one");
        game.apply(0).expect("an option");
        let deck: Vec<_> = game.view(Viewer::Open).zones[0]
            .cards
            .iter()
            .filter_map(|c| Some(c.card.as_ref()?.id.0))
            .collect();
        let offered: Vec<_> = game.state().options().iter().map(|c| *c as u16).collect();
        assert_eq!(offered, deck, "seed {seed}");
    }
}
