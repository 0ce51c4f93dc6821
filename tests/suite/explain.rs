//! Explanations: their values are those of the engine, and a seat is told the same in every deal that it can't tell apart.

use ludex::Game;
use ludex::explain::{self, Explanation, Target, Value, Wanted, WhyNot};
use ludex::ids::{DesignId, PropertyId, SpotId, VarId, WindowId};
use ludex::program::NONE;
use ludex_tests::rulesets::{Picks, ruleset, shipped};

use crate::games::new_game;

/// Positions of random games of every shipped ruleset with some number of players: every `step`th, and the end.
fn positions(step: usize, mut each: impl FnMut(&Game, &mut Picks)) {
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked.min_players..=ruleset.checked.max_players {
            let mut game = new_game(&ruleset, players, 11 + u64::from(players));
            let mut picks = Picks(u64::from(players));
            while let Some(decision) = game.decision() {
                let pick = picks.below(decision.len());
                game.apply(pick).expect("no fault");
                if game.choices() % step == 0 || game.is_over() {
                    each(&game, &mut picks);
                }
            }
        }
    }
}

/// A value as a cell of the engine; nothing if it is hidden.
fn cell(value: &Value) -> Option<i32> {
    Some(match value {
        Value::Hidden | Value::Unseen { .. } => return None,
        Value::Nothing => NONE,
        Value::Int(n) => *n,
        Value::Decimal(amount) => i32::try_from(amount.thousandths).expect("a cell"),
        Value::Bool(truth) => i32::from(*truth),
        Value::Word(word) => word.id.1,
        Value::Player(player) => i32::from(player.id),
        Value::Spot(spot) => spot.id.1,
        Value::Zone(zone) => i32::from(zone.id),
        Value::Card(card) => i32::from(card.id),
        Value::Design(_) => panic!("no value of an expression"),
        Value::Fault(message) => panic!("{message}"),
    })
}

fn cards(game: &Game) -> impl Iterator<Item = u16> + use<> {
    0..game.program().layout.cards() as u16
}

fn properties_of(game: &Game, card: u16) -> Vec<PropertyId> {
    let kind = game.program().layout.kind[usize::from(card)];
    let properties = game.program().checked.properties.iter().enumerate();
    properties.filter(|(_, p)| p.kind.0 == kind).map(|(i, _)| PropertyId::new(i)).collect()
}

/// What is told of a value must be what the engine computes; gives whether it is told.
fn agrees(game: &Game, told: &Explanation, engine: i64) -> bool {
    let Some(thousandths) = told.value.thousandths() else {
        assert!(matches!(told.value, Value::Hidden), "{told:?}");
        return false;
    };
    assert_eq!(thousandths, engine, "{} after {} choices: {told:#?}", game.ruleset().id(), game.choices());
    true
}

/// Compares all scores and properties; gives how many were told.
fn all_agree(game: &Game, viewer: Option<u8>) -> [usize; 2] {
    let [mut told, mut hidden] = [0, 0];
    let mut count = |is_told: bool| if is_told { told += 1 } else { hidden += 1 };
    for player in 0..game.players() {
        let score = game.score(player);
        count(agrees(game, &explain::score(game, viewer, player), score.total.thousandths));
        for (i, (_, amount)) in score.lines.iter().enumerate() {
            let line = explain::line(game, viewer, i, player).expect("a line");
            count(agrees(game, &line, amount.thousandths));
        }
    }
    for card in cards(game) {
        for property in properties_of(game, card) {
            let value = explain::property(game, viewer, property, card);
            match game.property(property, card) {
                Err(fault) => {
                    let fault = Value::Fault(fault.message().to_owned());
                    assert!(value.value == fault || (viewer.is_some() && value.value == Value::Hidden));
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
        let [told, hidden] = all_agree(game, None);
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
        let [some, others] = all_agree(game, Some(seat));
        told += some;
        hidden += others;
    });
    assert!(told > 3_000 && hidden > 1_000, "{told} told, {hidden} hidden");
}

/// Everything that a seat can ask about a position.
fn everything(game: &Game, seat: u8) -> Vec<Explanation> {
    let (program, viewer) = (game.program(), Some(seat));
    let mut all: Vec<Explanation> = Vec::new();
    all.extend((0..game.players()).map(|player| explain::score(game, viewer, player)));
    all.extend(cards(game).map(|card| explain::card(game, viewer, card)));
    all.extend((1..program.layout.zones.len() as u16).map(|zone| explain::zone(game, viewer, zone)));
    for (spot, count) in program.layout.spots.iter().enumerate() {
        all.extend((0..i32::from(*count)).map(|i| explain::spot(game, viewer, SpotId::new(spot), i)));
    }
    all.extend(
        (0..program.checked.vars.len()).flat_map(|var| explain::variable(game, viewer, VarId::new(var))),
    );
    all.extend((0..40).flat_map(|number| explain::number(game, viewer, number * 500)));
    all
}

/// Everything that may be asked for at a decision.
fn wishes(game: &Game) -> Vec<Wanted> {
    let checked = &game.program().checked;
    let mut things: Vec<Target> = (0..checked.designs.len()).map(|d| Target::Design(DesignId::new(d))).collect();
    things.extend(cards(game).map(Target::Card));
    things.extend((0..game.players()).map(Target::Seat));
    for (spot, count) in game.program().layout.spots.iter().enumerate() {
        things.extend((0..i32::from(*count)).map(|i| Target::Spot(SpotId::new(spot), i)));
    }
    things.extend((0..4).map(Target::Number));
    let mut wishes: Vec<Wanted> = things.iter().map(|thing| Wanted::Thing(*thing)).collect();
    for (w, window) in checked.windows.iter().enumerate() {
        for action in 0..window.actions.len() {
            let window = WindowId::new(w);
            wishes.push(Wanted::Action(window, action, Vec::new()));
            wishes.extend(things.iter().map(|thing| Wanted::Action(window, action, vec![*thing])));
        }
    }
    wishes.extend(["draw_four", "search", "look", "fear", "decline"].map(|mode| Wanted::Mode(mode.to_owned())));
    wishes
}

#[test]
fn a_seat_is_told_the_same_in_every_deal_that_it_cannot_tell_apart() {
    let mut deals = 0;
    positions(43, |game, picks| {
        let seat = picks.below(usize::from(game.players())) as u8;
        let Some(other) = game.redealt(seat, picks.below(1 << 30) as u64) else { return };
        for (told, otherwise) in everything(game, seat).into_iter().zip(everything(&other, seat)) {
            assert_eq!(told, otherwise, "{} tells seat {seat} apart what it can't see", game.ruleset().id());
        }
        deals += 1;
    });
    assert!(deals > 100, "{deals}");
}

#[test]
fn why_something_cannot_be_chosen_tells_nothing_hidden() {
    let [mut refused, mut hidden] = [0, 0];
    positions(37, |game, picks| {
        let Some(decision) = game.decision() else { return };
        let seat = decision.player;
        let Some(other) = game.redealt(seat, picks.below(1 << 30) as u64) else { return };
        for wanted in wishes(game) {
            let told = explain::why_not(game, seat, &wanted);
            assert_eq!(told, explain::why_not(&other, seat, &wanted), "{wanted:?}");
            if let WhyNot::Refused(ways) = &told {
                refused += 1;
                hidden += usize::from(ways.iter().any(|way| matches!(way.reason, explain::Reason::Hidden(_))));
            }
        }
    });
    assert!(refused > 3_000 && hidden > 0, "{refused} refused, {hidden} of them hidden");
}

/// Each option is told to be one, and what is none is not.
#[test]
fn what_is_offered_is_told_so() {
    positions(17, |game, _| {
        let Some(decision) = game.decision() else { return };
        let (seat, labels) = (decision.player, decision.labels());
        let mut offered = vec![false; labels.len()];
        for wanted in wishes(game) {
            match explain::why_not(game, seat, &wanted) {
                WhyNot::Offered(options) => options.into_iter().for_each(|option| offered[option] = true),
                WhyNot::Refused(ways) => {
                    for way in ways {
                        assert!(
                            !matches!(way.reason, explain::Reason::Fault(_)),
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
