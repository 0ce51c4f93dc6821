//! Random number streams: two slightly different games with the same seed stay in step.

use ludex::{Game, Playout, Seat, Setup, Viewer};
use ludex_tests::rulesets::{Picks, files, shipped, spread};

/// A deck and a bag; operations on the bag should not affect the deck.
const BAG: &str = "
format: 1
game: { id: bag, players: 2 }
kinds: { face: { fields: { value: int } }, chip: {} }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  bag: { holds: chip, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
state: { game: { sum: int for game } }
cards:
  one: { kind: face, value: 1, copies: 5 }
  two: { kind: face, value: 2 }
  three: { kind: face, value: 3 }
  four: { kind: face, value: 4, copies: 6 }
  red: { kind: chip, copies: 3 }
  blue: { kind: chip, copies: 3 }
setup: |
  move face to deck
  move chip to bag
  shuffle bag
  shuffle deck
phases:
  round:
    repeat: 3
    phases:
      turn:
        each: player
        do: |
          draw 2 from deck to me.hand
          shuffle bag
          shuffle deck
          let n = chance chooses number in 1..6
          let p = chance chooses player
          let k = me chooses number in 1..4 as size
          set sum = sum + n * k + p.seat
score: { total: sum(value of face in player.hand) + sum }
";

fn setup(text: &str) -> Setup {
    let compiled = ludex::compile(&[("ruleset.yaml".to_owned(), text.to_owned())]);
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    ruleset.setup(2, &[]).expect("two players")
}

/// Returns the cards of all hands at the end, and the score.
fn end(setup: &Setup, seed: u64) -> String {
    let mut game = Game::new(setup, seed);
    while !game.is_over() {
        game.apply(0).expect("an option");
    }
    let view = game.view(Viewer::Open);
    let hands: Vec<_> = view.zones.iter().filter(|zone| zone.zone.name.ends_with("hand")).collect();
    let cards = hands.iter().flat_map(|zone| &zone.cards).filter_map(|card| card.design.as_ref());
    let names: Vec<&str> = cards.map(|design| design.name.as_str()).collect();
    format!("{names:?} {}", game.host().score(Seat(0)).expect("a seat").total)
}

#[test]
fn what_is_done_with_one_pile_moves_no_other_chance() {
    let plain = setup(BAG);
    let once_more = setup(&BAG.replacen("shuffle bag", "shuffle bag\n  shuffle bag", 1));
    let later = setup(&BAG.replace("      shuffle bag", "      if round.number == 2 { shuffle bag }"));
    let mut out_of_step = 0;
    for seed in 0..20 {
        let [a, b, c] = [&plain, &once_more, &later].map(|setup| end(&setup.in_streams(), seed));
        assert_eq!((&a, &a), (&b, &c), "seed {seed}");
        out_of_step += usize::from(end(&plain, seed) != end(&once_more, seed));
        assert_ne!(end(&plain.in_streams(), seed), end(&plain.in_streams(), seed + 100));
    }
    assert!(out_of_step > 15, "without streams one shuffle more changes the game: {out_of_step} of 20");
}

/// The three becomes a four: games with the same seed differ only in that card.
#[test]
fn another_card_in_the_pile_leaves_all_others_where_they_are() {
    let other = setup(&BAG.replace("three: { kind: face, value: 3 }", "three: { kind: face, value: 7 }"));
    let names = |text: String| text.split(']').next().unwrap_or("").to_owned();
    for seed in 0..20 {
        let [a, b] = [&setup(BAG), &other].map(|setup| names(end(&setup.in_streams(), seed)));
        assert_eq!(a, b, "seed {seed}");
    }
}

fn shipped_setups() -> Vec<Setup> {
    let setup = |id: String| {
        let ruleset = ludex::compile(&files(&id)).into_ruleset().expect("no errors");
        ruleset.setup(*ruleset.players().start(), &[]).expect("it can be set up").in_streams()
    };
    shipped().into_iter().map(setup).collect()
}

/// A game with streams is reproduced by its record, after an undo, and as a playout.
#[test]
fn a_game_in_streams_is_the_same_again() {
    for setup in shipped_setups() {
        let (seed, mut picks) = (spread(3), Picks(4));
        let mut game = Game::new(&setup, seed);
        let mut taken = Vec::new();
        while !game.is_over() && taken.len() < 400 {
            let pick = picks.below(game.options());
            game.apply(pick).expect("an option");
            if picks.below(9) == 0 {
                let hash = game.host().hash();
                assert!(game.undo());
                game.apply(pick).expect("the option is still there");
                assert_eq!(hash, game.host().hash(), "{}", setup.ruleset().id());
            }
            taken.push(pick);
        }
        let record = game.host().record();
        assert!(record.streams);
        let again = Game::replay(setup.ruleset(), &record).expect("the same game");
        assert_eq!((again.host().hash(), again.host().record()), (game.host().hash(), record));
        let mut next = taken.iter();
        let mut playout = Playout::new(&setup);
        if game.is_over() {
            let end = playout.play(seed, |_| *next.next().expect("as many choices")).expect("no rule fails");
            assert_eq!(
                end.score(Seat(0)),
                game.host().score(Seat(0)).map(|score| score.total),
                "{}",
                setup.ruleset().id()
            );
        }
    }
}

/// Games without streams are unchanged, and a seed with streams gives another game.
#[test]
fn streams_are_not_the_ordinary_chance() {
    for setup in shipped_setups() {
        let plain = setup.ruleset().setup(setup.players(), &[]).expect("the same");
        assert_ne!(
            Game::new(&setup, 5).host().hash(),
            Game::new(&plain, 5).host().hash(),
            "{}",
            setup.ruleset().id()
        );
        assert!(!Game::new(&plain, 5).host().record().streams);
    }
}

/// Random choices stay in step: if one world offers an additional option, the others are still taken in the
/// same cases.
#[test]
fn random_choices_stay_in_step() {
    let more = setup(&BAG.replace("number in 1..4", "number in 1..5"));
    let (plain, more) = (setup(BAG).in_streams(), more.in_streams());
    let (mut one, mut other) = (Playout::new(&plain), Playout::new(&more));
    let mut same = 0;
    for seed in 0..400 {
        let a = one.random(seed).expect("no rule fails").score(Seat(0));
        let b = other.random(seed).expect("no rule fails").score(Seat(0));
        assert_eq!(a, one.random(seed).expect("no rule fails").score(Seat(0)));
        same += usize::from(a == b);
    }
    // six choices; in each the fifth number is not taken in four of five games
    assert!((65..150).contains(&same), "{same} of 400 are the same game; some 105 should be");
}
