//! Paired worlds that differ in one card.

use ludex::rules::CardDef;
use ludex::{CardId, Game, GameEnd, Playout, Seat, Setup, Viewer, ZoneAt};
use ludex_tests::rulesets::{Picks, files, shipped, spread};

fn setup(id: &str) -> Setup {
    let ruleset = ludex::compile(&files(id)).into_ruleset().expect("no errors");
    ruleset.setup(*ruleset.players().start(), &[]).expect("it can be set up")
}

/// Returns some cards of a game, each with the two worlds in which it is and is not replaced.
fn exchanges(setup: &Setup) -> Vec<(CardId, [Setup; 2])> {
    let rules = setup.rules();
    let mut found = Vec::new();
    for card in (0..setup.cards()).step_by(5).map(|card| CardId(card as u16)) {
        let CardDef { design, kind, .. } = rules.card(card).expect("a card");
        let other = rules.designs().filter(|other| other.id != design && other.kind == kind).last();
        let worlds = other.and_then(|other| setup.exchanged(card, other.id).ok());
        found.extend(worlds.map(|worlds| (card, worlds)));
    }
    found
}

/// Returns the result of a random game.
fn end(playout: &mut Playout, seed: u64) -> (Vec<String>, u64) {
    let end = playout.random(seed).expect("no rule fails");
    (scores(end), end.decisions())
}

/// Returns the scores of two players.
fn scores(end: &GameEnd) -> Vec<String> {
    (0..2).map(|seat| end.score(Seat(seat)).expect("a seat").to_string()).collect()
}

/// Without a replacement, the world is the game as written: cards outside the game never occur.
#[test]
fn the_first_world_is_the_game_as_it_is() {
    for id in shipped() {
        let setup = setup(&id);
        let streams = setup.in_streams();
        let mut plain = Playout::new(&streams);
        let found = exchanges(&setup);
        assert!(!found.is_empty(), "{id}: no card can be replaced");
        for (_, [world, _]) in found.iter().take(6) {
            let mut playout = Playout::new(world);
            for seed in (0..4).map(spread) {
                assert_eq!(end(&mut playout, seed), end(&mut plain, seed), "{id}");
            }
        }
    }
}

/// Returns the names of all cards in zones after some choices.
fn cards_in_game(setup: &Setup, seed: u64) -> Vec<String> {
    let mut game = Game::new(setup, seed);
    let mut picks = Picks(seed);
    for _ in 0..8 {
        let options = game.options();
        if options > 0 {
            game.apply(picks.below(options)).expect("an option");
        }
    }
    let view = game.view(Viewer::Open);
    let cards = view.zones.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.card.as_ref());
    let mut names: Vec<String> = cards.map(|card| card.name.clone()).collect();
    names.sort();
    names
}

#[test]
fn the_second_world_has_one_card_for_another() {
    for id in shipped() {
        let setup = setup(&id);
        for (card, [one, other]) in exchanges(&setup) {
            let (mut a, mut b) = (cards_in_game(&one, 4), cards_in_game(&other, 4));
            let replaced = setup.rules().card_label(card).expect("a card");
            if a.contains(&replaced) && a != b {
                let at = a.iter().position(|name| *name == replaced).expect("it is there");
                a.remove(at);
                b.retain({
                    let mut left = a.clone();
                    move |name| match left.iter().position(|other| other == name) {
                        Some(at) => {
                            left.remove(at);
                            false
                        }
                        None => true,
                    }
                });
                assert_eq!(b.len(), 1, "{id}: {replaced} became {b:?}");
            }
        }
    }
}

/// Paired games end with the same scores far more often than games with independent random numbers.
#[test]
fn two_worlds_stay_in_step() {
    let (mut same, mut by_chance, mut games) = (0, 0, 0);
    for id in shipped() {
        let found = exchanges(&setup(&id));
        let before = same;
        for (_, [one, other]) in found.iter().take(5) {
            let (mut one, mut other) = (Playout::new(one), Playout::new(other));
            for seed in 0..40 {
                let (a, b) = (end(&mut one, spread(seed)), end(&mut other, spread(seed)));
                same += usize::from(a == b);
                by_chance += usize::from(a == end(&mut other, spread(seed + 1000)));
                games += 1;
            }
        }
        assert!(same > before, "{id}: no two worlds end alike");
    }
    assert!(same * 10 > games && same > 3 * by_chance, "{same} of {games}, {by_chance} by chance");
}

#[test]
fn what_can_not_be_replaced_is_told() {
    let setup = setup("kabale");
    let rules = setup.rules();
    let CardDef { design, kind, .. } = rules.card(CardId(0)).expect("a card");
    assert!(setup.exchanged(CardId(0), design).is_err());
    assert!(setup.exchanged(CardId(u16::MAX), design).is_err());
    let other = rules.designs().find(|other| other.kind != kind).expect("another kind");
    assert!(setup.exchanged(CardId(0), other.id).is_err());
}

const HAND: &str = "
format: 1
game: { id: hand, players: 2 }
kinds: { face: { fields: { value: int } }, coin: {} }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
  open: { per: player, holds: face, sees: all }
  purse: { holds: coin, sees: all }
cards:
  one: { kind: face, value: 1 }
  two: { kind: face, value: 2 }
  three: { kind: face, value: 3 }
  four: { kind: face, value: 4 }
  five: { kind: face, value: 5 }
  penny: { kind: coin }
setup: |
  move face to deck
  move coin to purse
  shuffle deck
  for player p { draw 2 from deck to p.hand }
phases:
  turn:
    each: player
    do: |
      if any(face in me.hand) {
        let c = me chooses face in me.hand as play
        move c to me.open
      }
score: { total: sum(value of face in player.open) }
";

fn hand() -> Setup {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), HAND.to_owned())]);
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[]).expect("two players").in_streams()
}

/// The holder sees the replacement instead; players who know neither card see no difference.
#[test]
fn a_card_that_is_drawn_can_be_another() {
    let setup = hand();
    let game = Game::new(&setup, 1);
    let held =
        (0..5).map(CardId).find(|card| game.host().hand_of(*card) == Some(Seat(0))).expect("a card in hand");
    let is_deck = |zone: &ZoneAt| setup.rules().zone_label(*zone).as_deref() == Some("deck");
    let deck = setup.rules().all_zones().find(is_deck).expect("a deck");
    let drawn = game.host().cards_in(deck)[0];
    assert_eq!(game.host().zone_of(drawn), Some(deck));
    let other = game.host().exchanged(held, drawn).expect("another world");
    assert_eq!((other.host().hand_of(drawn), other.host().zone_of(held)), (Some(Seat(0)), Some(deck)));
    assert_eq!(other.view(Seat(1)), game.view(Seat(1)));
    assert_ne!(other.view(Seat(0)), game.view(Seat(0)));
    assert_eq!(other.host().exchanged(held, drawn).expect("back again").host().hash(), game.host().hash());
    let option = |game: &Game| game.host().labels();
    let label = |card| setup.rules().card_label(card).expect("a card");
    assert!(option(&other).contains(&label(drawn)) && !option(&other).contains(&label(held)));
    let penny = CardId(5);
    assert!(
        game.host().exchanged(held, penny).is_none() && game.host().exchanged(held, CardId(99)).is_none()
    );
}

/// A holder can be prevented from playing a card: the options that name it are known.
#[test]
fn a_card_can_be_kept_in_hand() {
    let setup = hand();
    let mut playout = Playout::new(&setup);
    let five = CardId(4);
    let mut held = 0;
    for seed in 0..40 {
        let end = playout.play(seed, |turn| {
            held += usize::from((0..turn.options()).any(|option| turn.plays(option, five)));
            (0..turn.options()).find(|option| !turn.plays(*option, five)).unwrap_or(0)
        });
        let end = end.expect("no rule fails");
        assert!((0..2).all(|seat| end.score(Seat(seat)).expect("a seat").to_string() != "5"), "seed {seed}");
    }
    assert!(held > 15, "the five is in a hand in four of five games: {held}");
}

/// Excluded options are taken only if there is no other; until then the game is that of the seed.
#[test]
fn a_game_with_options_left_out_stays_in_step() {
    let setup = hand();
    let mut playout = Playout::new(&setup);
    let five = CardId(4);
    let (mut same, mut kept) = (0, 0);
    for seed in (0..40).map(spread) {
        let plain = end(&mut playout, seed);
        assert_eq!(scores(playout.restricted(seed, |_, _| {}).expect("no rule fails")), plain.0);
        let without = playout.restricted(seed, |turn, out| {
            out.extend((0..turn.options()).filter(|option| turn.plays(*option, five)));
            kept += out.len();
        });
        let without = scores(without.expect("no rule fails"));
        assert!(!without.contains(&"5".to_owned()));
        same += usize::from(without == plain.0);
        let all = playout.restricted(seed, |turn, out| out.extend(0..turn.options()));
        assert_eq!(scores(all.expect("no rule fails")), plain.0, "where all are left out none is");
    }
    assert!(kept > 15 && (20..40).contains(&same), "{kept} of 40, {same} alike");
}

/// At each decision, the players who know a card and its holder can be queried.
#[test]
fn a_turn_tells_who_has_a_card() {
    let setup = hand();
    let game = Game::new(&setup, 1);
    let asked = |card: CardId| (game.host().hand_of(card), game.host().is_known(card));
    let mut first = true;
    let mut playout = Playout::new(&setup);
    let end = playout.restricted(1, |turn, _| {
        if std::mem::take(&mut first) {
            (0..5)
                .map(CardId)
                .for_each(|card| assert_eq!((turn.hand_of(card), turn.is_known(card)), asked(card)));
        }
    });
    assert!(end.is_ok() && !first);
    let unknown = (0..5).filter(|card| !game.host().is_known(CardId(*card))).count();
    assert_eq!(unknown, 1, "one card is left in the deck");
    let plays = |card: u16| (0..game.options()).any(|option| game.host().plays(option, CardId(card)));
    assert_eq!((0..6).filter(|card| plays(*card)).count(), 2);
    assert!(!game.host().is_known(CardId(99)));
}
