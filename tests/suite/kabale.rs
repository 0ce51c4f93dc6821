//! What the rules of Kabale & Hiebe promise of every position (section 10 of its specification).

use ludex::Game;
use ludex::game::{card_text, find_zone};
use ludex_tests::rulesets::{Picks, ruleset};

use crate::games::new_game;

const SEATS: [&str; 6] = ["blue", "white", "red", "yellow", "green", "black"];

/// The cards of a zone, by its label.
fn cards(game: &Game, zone: &str) -> Vec<u16> {
    let zone = find_zone(game.program(), zone).unwrap_or_else(|| panic!("no zone {zone}"));
    game.state().cards_in(zone).collect()
}

fn count(game: &Game, zone: &str) -> usize {
    cards(game, zone).len()
}

fn columns(game: &Game) -> impl Iterator<Item = String> {
    (1..=game.players()).map(|n| format!("column_{n}"))
}

/// Every seat owns exactly 25 cards; 36 objectives are somewhere.
fn all_cards_are_there(game: &Game) {
    let mut owned = vec![0; usize::from(game.players())];
    for seat in SEATS.iter().take(owned.len()) {
        for zone in ["reserve", "hand", "discard"] {
            let of_seat = cards(game, &format!("{seat}.{zone}")).into_iter();
            of_seat.for_each(|card| owned[owner(game, card)] += 1);
        }
        let worn = cards(game, &format!("{seat} cape.under"));
        worn.into_iter().for_each(|card| owned[owner(game, card)] += 1);
        assert!(count(game, &format!("{seat}.hand")) <= 3, "{seat}'s hand");
    }
    for column in columns(game) {
        let lane = cards(game, &format!("{column}.lane")).into_iter();
        lane.for_each(|card| owned[owner(game, card)] += 1);
    }
    assert!(owned.iter().all(|n| *n == 25), "{owned:?}");
    let shared = ["goal_deck", "box", "out"].map(|zone| count(game, zone)).iter().sum::<usize>();
    let won = SEATS.iter().take(owned.len()).map(|seat| count(game, &format!("{seat}.won"))).sum::<usize>();
    let goals = columns(game).map(|column| count(game, &format!("{column}.goal"))).sum::<usize>();
    assert_eq!(shared + won + goals, 36);
}

fn owner(game: &Game, card: u16) -> usize {
    game.program().layout.owner[usize::from(card)] as usize
}

/// Nobody knows a card of another hand, or of any reserve.
fn hands_and_reserves_are_secret(game: &Game) {
    for (seat, name) in SEATS.iter().enumerate().take(usize::from(game.players())) {
        for other in 0..game.players() {
            let known =
                |zone: &str| cards(game, zone).into_iter().find(|card| game.state().knows(other, *card));
            let in_reserve = known(&format!("{name}.reserve"));
            assert_eq!(in_reserve.map(|card| card_text(game.program(), card)), None, "seat {other}");
            if usize::from(other) != seat {
                let in_hand = known(&format!("{name}.hand"));
                assert_eq!(in_hand.map(|card| card_text(game.program(), card)), None, "seat {other}");
            }
        }
    }
}

/// Between turns, in a lane: every card but the bottom one is face up.
fn lanes_are_open_but_for_their_last_card(game: &Game) {
    for column in columns(game) {
        let view = game.view(0);
        let zone = find_zone(game.program(), &format!("{column}.lane")).expect("a lane");
        let lane = view.zones.iter().find(|z| z.zone == zone).expect("a lane");
        if let Some((last, above)) = lane.cards.split_last() {
            assert!(above.iter().all(|card| card.up), "{column}: under a face-down card nothing lies");
            let name = last.card.map(|card| card_text(game.program(), card)).unwrap_or_default();
            assert!(!last.up || name.ends_with("assassin"), "{column}: {name} lies face up at the bottom");
        }
    }
}

#[test]
fn the_promises_of_the_rules_hold_after_every_choice() {
    let ruleset = ruleset("kabale");
    for players in 2..=6u8 {
        for seed in 0..2 {
            let mut game = new_game(&ruleset, players, seed);
            let mut picks = Picks(seed + 100);
            while let Some(decision) = game.decision() {
                if decision.name == "place_card" {
                    assert_eq!(decision.len(), 3, "K-10: three cards to choose from");
                    assert_eq!(Some(decision.player), game.active());
                    lanes_are_open_but_for_their_last_card(&game);
                    let open = columns(&game).any(|column| count(&game, &format!("{column}.goal")) == 1);
                    assert!(open, "while a round runs there is an objective");
                }
                let pick = picks.below(decision.len());
                game.apply(pick).expect("a legal option");
                all_cards_are_there(&game);
                hands_and_reserves_are_secret(&game);
                assert!(game.choices() <= 324 * usize::from(players), "at most 54n picks a round");
            }
            at_the_end(&game);
        }
    }
}

fn at_the_end(game: &Game) {
    assert_eq!(count(game, "goal_deck"), 0);
    assert!(columns(game).all(|column| count(game, &format!("{column}.goal")) == 0));
    let players = usize::from(game.players());
    let won: usize = SEATS.iter().take(players).map(|seat| count(game, &format!("{seat}.won"))).sum();
    let removed = if players == 2 { 6 } else { 0 };
    assert_eq!(won + count(game, "out"), players * 6 + removed, "one objective for each column and round");
    let most = [60, 72, 90, 102, 108][players - 2];
    for seat in 0..game.players() {
        let total = game.score(seat).total.thousandths;
        assert!((0..=most * 1000).contains(&total), "{total} thousandths with {players} players");
    }
    let best = (0..game.players()).map(|seat| game.score(seat).total).max();
    assert!(game.winners().iter().all(|seat| Some(game.score(*seat).total) == best));
}
