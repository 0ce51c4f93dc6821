//! Secrecy in the rules of Kabale & Hiebe; the other invariants of section 10 are in
//! `cases/invariants/kabale.yaml`.

use ludex::Game;
use ludex_run::play::{card_text, find_zone};
use ludex_tests::inside::*;
use ludex_tests::rulesets::{Picks, ruleset};

use crate::games::new_game;

const SEATS: [&str; 6] = ["blue", "white", "red", "yellow", "green", "black"];

/// Returns the cards of a zone with this label.
fn cards(game: &Game, zone: &str) -> Vec<u16> {
    let zone = find_zone(game.program(), zone).unwrap_or_else(|| panic!("no zone {zone}"));
    game.state().cards_in(zone).collect()
}

/// Checks that no player knows a card of another hand or of any reserve.
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

#[test]
fn hands_and_reserves_stay_secret() {
    let ruleset = ruleset("kabale");
    for players in 2..=6u8 {
        for seed in 0..2 {
            let mut game = new_game(&ruleset, players, seed);
            let mut picks = Picks(seed + 100);
            while let Some(decision) = game.decision() {
                if decision.name == "place_card" {
                    assert_eq!(decision.len(), 3, "K-10: three cards to choose from");
                    assert_eq!(game.deciding(), game.active().map(|seat| seat.id));
                }
                let pick = picks.below(decision.len());
                game.apply(pick).expect("a legal option");
                hands_and_reserves_are_secret(&game);
            }
            let best = (0..players).map(|seat| game.score(seat).total).max();
            assert!(game.winners().iter().all(|seat| Some(game.score(*seat).total) == best));
        }
    }
}
