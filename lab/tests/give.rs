//! Experiments in which only one player has changed cards: the small game of impacts with overlays.

use std::sync::atomic::AtomicBool;

use ludex::variants::{PerPlayerOverlay, PerPlayerOverlayError};
use ludex::{Compile, Game, Ruleset, Setup, Viewer};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::RunConfig;
use ludex_lab::impact::{GivePlan, GiveReport, give};
use ludex_lab::report::Changes;

/// Returns the game with these sections as an overlay.
fn changed(sections: &str) -> Ruleset {
    let text = include_str!("half.yaml").replace("POINTS", "1");
    let overlay = format!("variant: {{ id: changed, of: half }}\n{sections}\n");
    let files = [("ruleset.yaml".to_owned(), text)];
    let compiled = Compile::new(&files).overlays(&[("changed.yaml".to_owned(), overlay)]).compile();
    compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"))
}

fn worlds(ruleset: &Ruleset, seat: u8) -> (PerPlayerOverlay, [Setup; 2]) {
    let given = PerPlayerOverlay::new(ruleset).expect("it can be given");
    let worlds = given.worlds(2, &[], ruleset.seat(seat).expect("a seat")).expect("two worlds");
    (given, worlds)
}

fn report(ruleset: &Ruleset, seat: u8, bots: BotSpec, pairs: u64, threads: u64) -> GiveReport {
    let (given, worlds) = worlds(ruleset, seat);
    let seat = ruleset.seat(seat).expect("a seat");
    let run = RunConfig { bots: vec![bots], ..RunConfig::new(4) };
    let named = ruleset.setup(2, &[]).expect("a setup");
    let plan = GivePlan { given: &given, named: &named, worlds: &worlds, seat, pairs, run };
    let played = give(&plan, &Control { threads, stop: &AtomicBool::new(false), done: &|_| {} });
    assert!(!played.is_stopped() && played.sums.failed == 0);
    GiveReport::new(&plan, Changes::default(), &played, None)
}

#[test]
fn a_card_that_is_changed_for_one_player_shows_what_the_change_is_worth() {
    let strong = changed("cards: { crown: { value: 50 } }");
    for seat in 0..2 {
        // it is in hand in two of five games, and then wins where the die would have decided
        let report = report(&strong, seat, BotSpec::Random, 1000, 2);
        assert!(report.ci95[0] < 20.0 && 20.0 < report.ci95[1] && report.ci95[0] > 15.0, "{report:?}");
        assert_eq!(
            (report.times, report.seat, &report.given[..]),
            (1000, seat + 1, &["crown".to_owned()][..])
        );
    }
}

#[test]
fn threads_change_nothing() {
    let strong = changed("cards: { crown: { value: 3 }, first: { value: 2 } }");
    for bots in [BotSpec::Random, BotSpec::Greedy { deals: 2 }] {
        let json =
            |threads| serde_json::to_string(&report(&strong, 0, bots.clone(), 30, threads)).expect("JSON");
        assert_eq!(json(1), json(3));
    }
}

/// Returns the points of all tiles of a seat that are in a zone, in ascending order.
fn tiles(setup: &Setup, seat: u8) -> Vec<String> {
    let game = Game::new(setup, 1);
    let rules = setup.rules();
    let value = rules.kinds().find(|kind| kind.name == "tile").expect("tiles").id;
    let value = rules.fields(value).next().expect("their value").id;
    let view = game.view(Viewer::Open);
    let cards = view.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.card.as_ref());
    let own = cards.filter_map(|card| rules.card(card.id)).filter(|card| card.owner == setup.seat(seat));
    let mut points: Vec<String> =
        own.filter_map(|card| Some(format!("{:?}", rules.printed(value, card.design)?))).collect();
    points.sort();
    points
}

#[test]
fn nobody_else_has_the_changed_cards() {
    let more = changed("cards: { crown: { value: 7, copies: 3 } }");
    let (_, [without, with]) = worlds(&more, 1);
    let plain = tiles(&without, 0);
    assert_eq!(plain.len(), 5);
    assert!(tiles(&without, 1) == plain && tiles(&with, 0) == plain);
    let given = tiles(&with, 1);
    assert_eq!(given.len(), 7);
    assert_eq!(given.iter().filter(|points| !plain.contains(points)).count(), 3, "{given:?}");
}

#[test]
fn what_one_player_can_not_have_is_refused() {
    let why = |sections: &str| PerPlayerOverlay::new(&changed(sections)).expect_err("it is refused");
    assert!(matches!(why("zones: { hand: { sees: all } }"), PerPlayerOverlayError::Section("zones")));
    assert!(matches!(
        why("text: { en: { cards: { crown: { name: Crown } } } }"),
        PerPlayerOverlayError::Nothing
    ));
    assert!(
        matches!(why("cards: { fifth: { kind: tile, value: 1 } }"), PerPlayerOverlayError::Added(card) if card == "fifth")
    );
    assert!(
        matches!(why("cards: { first: remove }"), PerPlayerOverlayError::Removed(card) if card == "first")
    );
    assert!(
        matches!(why("cards: { coin: { copies: 2 } }"), PerPlayerOverlayError::Shared(card) if card == "coin")
    );
    assert!(
        matches!(why("cards: { judge: { value: 2 } }"), PerPlayerOverlayError::Named(card) if card == "judge")
    );
}
