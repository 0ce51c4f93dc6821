//! Invariants of every position of every game, for any ruleset.

use crate::inside::*;
use std::collections::BTreeSet;

use ludex::{Game, Seat};
use ludex_check::hir::{Holder, VarDef};
use ludex_run::play::{card_text, zone_label};
use ludex_run::program::Program;
use ludex_run::state::State;

use crate::rulesets::Picks;

/// Checks all fast invariants; called after every choice.
pub fn hold_always(game: &Game) {
    cards_lie_in_one_zone_each(game);
    options_differ(game);
    views_show_only_what_is_known(game);
    let copy = game.state().clone();
    assert!(copy == *game.state() && copy.hash() == game.hash(), "a copy is the same position");
}

/// Checks the slow invariants; called occasionally.
pub fn hold_sometimes(game: &Game, picks: &mut Picks) {
    lists_lead_back_as_they_lead_on(game);
    clone_from_is_clone(game);
    record_leads_to_the_same_position(game);
    every_option_can_be_taken(game);
    what_is_true_is_possible(game);
    redealing_changes_nothing_that_a_seat_sees(game, picks);
}

/// Checks that every card is in exactly one zone, and that zones respect their types, limits and sizes.
fn cards_lie_in_one_zone_each(game: &Game) {
    let (program, state) = (game.program(), game.state());
    let mut seen = vec![false; program.layout.cards()];
    assert_eq!(state.cards_in(0).count(), 0, "nothing lies nowhere on a list");
    for zone in 1..program.layout.zones.len() as u16 {
        let cards: Vec<u16> = state.cards_in(zone).take(seen.len() + 1).collect();
        let label = || zone_label(program, zone);
        assert_eq!(cards.len(), state.count(zone), "the size of {}", label());
        let info = &program.layout.zones[usize::from(zone)];
        assert!(cards.len() <= info.max as usize, "{} holds too many", label());
        assert!(info.ordered || cards.is_sorted(), "{} is kept in the order of the card list", label());
        for card in cards {
            let c = usize::from(card);
            assert!(!seen[c], "{} lies twice, also in {}", card_text(program, card), label());
            seen[c] = true;
            let kind = usize::from(program.layout.kind[c]);
            assert!(
                program.layout.holds[kind][info.def.index()],
                "{} in {}",
                card_text(program, card),
                label()
            );
        }
    }
}

/// Returns the cards in any zone. In the shipped games they are constant after the set-up, so each kind keeps
/// its copies.
pub fn cards_in_play(game: &Game) -> BTreeSet<u16> {
    (1..game.program().layout.zones.len() as u16).flat_map(|zone| game.state().cards_in(zone)).collect()
}

/// Checks that `next` and `prev`, `head` and `tail` agree. They are private; the debug output contains them.
fn lists_lead_back_as_they_lead_on(game: &Game) {
    let shown = format!("{:?}", game.state());
    let (links, _) = shown.split_once(" sets: ").expect("links come before sets");
    let column = |name: &str| -> Vec<u16> {
        let before = format!(" {name}: ");
        let entries = links.split(&before).skip(1);
        let numbers = entries.map(|entry| entry.split([',', ' ']).next().unwrap_or(""));
        let column: Vec<u16> = numbers.map(|n| n.parse().expect("a number")).collect();
        assert!(!column.is_empty(), "no column `{name}`");
        column
    };
    let (next, prev, head, tail) = (column("next"), column("prev"), column("head"), column("tail"));
    const NONE: u16 = ludex_run::state::NO_CARD;
    for zone in 0..head.len() {
        let forwards: Vec<u16> = game.state().cards_in(zone as u16).collect();
        let mut backwards = Vec::new();
        let mut at = tail[zone];
        while at != NONE && backwards.len() <= forwards.len() {
            backwards.push(at);
            at = prev[usize::from(at)];
        }
        backwards.reverse();
        assert_eq!(forwards, backwards, "{}", zone_label_or_none(game.program(), zone));
        assert_eq!(head[zone], forwards.first().copied().unwrap_or(NONE));
        assert!(forwards.last().is_none_or(|last| next[usize::from(*last)] == NONE));
    }
}

fn zone_label_or_none(program: &Program, zone: usize) -> String {
    if zone == 0 { "the null zone".to_owned() } else { zone_label(program, zone as u16) }
}

/// Checks that no two options are equal, in their labels or values.
fn options_differ(game: &Game) {
    let Some(decision) = game.decision() else {
        assert!(game.is_over(), "no decision, and yet not over");
        assert!(game.state().options().is_empty(), "no decision, and yet options");
        return;
    };
    let (name, labels) = (decision.name, decision.labels());
    assert!(!labels.is_empty(), "{name} has no option");
    assert!(decision.player < game.players(), "{name} is put to nobody");
    let distinct: BTreeSet<&String> = labels.iter().collect();
    assert_eq!(distinct.len(), labels.len(), "{name}: labels {labels:?}");
    let values: BTreeSet<i32> = game.state().options().iter().copied().collect();
    assert_eq!(values.len(), labels.len(), "{name}: values of {labels:?}");
    for (i, label) in labels.iter().enumerate() {
        assert!(!label.is_empty(), "{name}: an option without a label");
        assert_eq!(decision.find(label), Some(i), "{name}: {label} is found");
    }
}

/// Checks that views show exactly the known cards, except covered ones, and never more than the zone
/// contains.
fn views_show_only_what_is_known(game: &Game) {
    let (program, state) = (game.program(), game.state());
    for seat in 0..game.players() {
        let view = game.view(Seat(seat));
        for zone in &view.zones {
            let lying: Vec<u16> = state.cards_in(zone.zone.id.0).collect();
            if zone.concealed {
                assert!(zone.cards.is_empty(), "a concealed zone shows nothing");
                continue;
            }
            assert_eq!(zone.cards.len(), lying.len(), "everybody may count {}", zone.zone.name);
            for card in &zone.cards {
                assert_eq!(
                    card.card.is_some(),
                    card.design.is_some(),
                    "a card is known as a whole or not at all"
                );
                let Some(known) = card.card.as_ref().map(|card| card.id.0) else { continue };
                assert!(lying.contains(&known), "a card is shown where it lies");
                assert!(state.knows(seat, known), "{} is shown to seat {seat}", card_text(program, known));
            }
            if program.layout.zones[zone.zone.id.index()].hides.covered && !game.is_over() {
                continue;
            }
            let known = lying.iter().filter(|card| state.knows(seat, **card)).count();
            let shown = zone.cards.iter().filter(|card| card.card.is_some()).count();
            assert_eq!(shown, known, "all that seat {seat} knows in {} is shown", zone.zone.name);
        }
    }
}

fn clone_from_is_clone(game: &Game) {
    let mut other = State::new(game.program(), 99);
    other.clone_from(game.state());
    assert!(other == *game.state(), "clone_from copies everything");
    let copy = game.clone();
    assert_eq!(copy.hash(), game.hash());
    assert!(copy.view(Seat(0)) == game.view(Seat(0)) && copy.lines() == game.lines());
}

fn record_leads_to_the_same_position(game: &Game) {
    let record = game.record();
    let again = Game::replay(game.ruleset(), &record).unwrap_or_else(|e| panic!("{e}"));
    assert!(*again.state() == *game.state(), "the replayed position is the same");
    assert_eq!(again.hash(), game.hash());
    assert_eq!(again.lines(), game.lines(), "and so is the log");
    assert_eq!(again.record(), record);
}

/// Checks that each option can be taken and undone.
fn every_option_can_be_taken(game: &Game) {
    let mut copy = game.clone();
    let before = game.state().clone();
    for option in 0..game.decision().map_or(0, |d| d.len()) {
        let label = copy.decision().map(|d| d.labels()[option].clone());
        copy.apply(option).unwrap_or_else(|e| panic!("{label:?}: {e:?}"));
        hold_always(&copy);
        assert!(copy.undo(), "a choice can be taken back");
        assert!(*copy.state() == before, "{label:?} is taken back");
        assert_eq!(copy.hash(), game.hash());
        assert_eq!(copy.lines(), game.lines());
    }
    if let Some(decision) = copy.decision() {
        let beyond = decision.len();
        assert!(copy.apply(beyond).is_err(), "an option that is not there can't be taken");
        assert!(*copy.state() == before);
    }
}

/// Checks that redealing a seat's hidden cards changes nothing that it observes.
fn redealing_changes_nothing_that_a_seat_sees(game: &Game, picks: &mut Picks) {
    for seat in 0..game.players() {
        let Some(other) = dealt_anew(game, seat, picks) else { continue };
        assert!(other.view(Seat(seat)) == game.view(Seat(seat)), "seat {seat} sees a difference");
        what_is_known_stays(game, &other, seat);
        what_is_true_is_possible(&other);
        assert_eq!(
            possible(&other, seat),
            possible(game, seat),
            "seat {seat} can rule out as much as before"
        );
        named_cards_stay(game, &other);
        cards_lie_in_one_zone_each(&other);
        lists_lead_back_as_they_lead_on(&other);
        let (Some(now), Some(then)) = (other.decision(), game.decision()) else { continue };
        assert_eq!((now.player, now.name), (then.player, then.name));
        if now.player == seat {
            // labels for the seat: those of the host name cards that the seat may not see
            let offered = |game: &Game| Some(game.decision_for(Seat(seat))?.options);
            assert_eq!(offered(&other), offered(game), "who decides is offered the same");
        }
    }
}

/// Redeals a game for a seat. May fail while another seat picks cards one by one.
fn dealt_anew(game: &Game, seat: u8, picks: &mut Picks) -> Option<Game> {
    let other = game.determinize(Seat(seat), picks.below(1 << 30) as u64);
    let decides = game.decision().is_none_or(|decision| decision.player == seat);
    assert!(other.is_some() || !decides, "no deal for seat {seat}, who decides");
    other
}

/// Checks that no seat rules out the actual cards.
fn what_is_true_is_possible(game: &Game) {
    for card in 0..game.program().layout.cards() as u16 {
        for seat in 0..game.players() {
            let possible = game.candidates(seat, card);
            let name = || card_text(game.program(), card);
            assert!(possible.contains(&card), "seat {seat} rules out {} where it lies", name());
            assert!(possible.len() == 1 || !game.state().knows(seat, card), "{} is known", name());
        }
    }
}

/// Returns, for each zone, the possible cards of each position, in order if the zone is ordered.
fn possible(game: &Game, seat: u8) -> Vec<Vec<Vec<u16>>> {
    let zone = |zone: u16| {
        let cards = game.state().cards_in(zone);
        let mut places: Vec<Vec<u16>> = cards.map(|card| game.candidates(seat, card)).collect();
        if !game.program().layout.zones[usize::from(zone)].ordered {
            places.sort();
        }
        places
    };
    (1..game.program().layout.zones.len() as u16).map(zone).collect()
}

/// Checks that cards known to a seat keep position, face and viewers, even if no view shows them. Positions
/// unknown to the seat stay known to the same other seats.
fn what_is_known_stays(game: &Game, other: &Game, seat: u8) {
    let (program, before, after) = (game.program(), game.state(), other.state());
    let knowing = |state: &State, card: u16| -> Vec<u8> {
        (0..game.players()).filter(|other| state.knows(*other, card)).collect()
    };
    for zone in 1..program.layout.zones.len() as u16 {
        let (old, new): (Vec<u16>, Vec<u16>) =
            (before.cards_in(zone).collect(), after.cards_in(zone).collect());
        let label = || format!("{} dealt anew for seat {seat}", zone_label(program, zone));
        assert_eq!(old.len(), new.len(), "{}", label());
        let ordered = program.layout.zones[usize::from(zone)].ordered;
        for (i, card) in old.iter().copied().enumerate().filter(|(_, card)| before.knows(seat, *card)) {
            let stays = if ordered { new[i] == card } else { new.contains(&card) };
            assert!(stays, "{} leaves {}", card_text(program, card), label());
            assert_eq!(knowing(before, card), knowing(after, card), "{}", label());
        }
        let mut places: Vec<Vec<u8>> = old.iter().map(|card| knowing(before, *card)).collect();
        let mut again: Vec<Vec<u8>> = new.iter().map(|card| knowing(after, *card)).collect();
        if !ordered {
            places.sort();
            again.sort();
        }
        assert_eq!(places, again, "who knows what in {}", label());
    }
}

/// Checks that a variable with a card's name has the same value after redealing.
fn named_cards_stay(game: &Game, other: &Game) {
    let program = game.program();
    let (before, after) = (game.cells(None), other.cells(None));
    let on_a_card = |holder: Holder| matches!(holder, Holder::Kind(_) | Holder::Design(_));
    let named = |(_, var): &(usize, &VarDef)| var.ty.base().is_name() && !on_a_card(var.holder);
    for (v, var) in program.checked.vars.iter().enumerate().filter(named) {
        let start = program.layout.vars[v] as usize;
        let end = program.layout.vars.get(v + 1).map_or(program.layout.phase_cells, |at| *at) as usize;
        assert_eq!(before[start..end], after[start..end], "{} names another card", var.name);
        for seat in 0..game.players() {
            assert_eq!(game.cells(Some(seat))[start..end], before[start..end], "all know {}", var.name);
        }
    }
}

/// Checks that redealt games can be played to their end.
pub fn redealt_games_end(game: &Game, picks: &mut Picks) {
    for seat in 0..game.players() {
        let Some(mut other) = dealt_anew(game, seat, picks) else { continue };
        let mut choices = 0;
        while let Some(decision) = other.decision() {
            let pick = picks.below(decision.len());
            choices += 1;
            assert!(choices < crate::transcript::MOST_CHOICES, "the game does not end");
            other.apply(pick).unwrap_or_else(|e| panic!("dealt anew for seat {seat}: {e:?}"));
            if choices % 10 == 0 {
                cards_lie_in_one_zone_each(&other);
            }
        }
    }
}
