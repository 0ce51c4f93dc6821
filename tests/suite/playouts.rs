//! Playouts from a position: their random numbers, repetition, and calls of the chooser.

use ludex_tests::inside::*;
use std::collections::BTreeSet;

use ludex::{ApplyError, Record};
use ludex::{Game, Playout, Ruleset, Seat};
use ludex_tests::inside::Pick;
use ludex_tests::rulesets::{Picks, compile_case, ruleset, shipped, spread};

/// After an irrelevant choice a deck is shuffled face up, card by card.
const SHUFFLES: &str = "
format: 1
game: { id: shuffles, players: 2 }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: all, ordered: true }
cards: { one: { kind: face, copies: 9, value: 1 }, two: { kind: face, copies: 9, value: 2 } }
setup: move face to deck
phases:
  turn:
    repeat: 3
    active: seat(1)
    do: |
      let n = me chooses number in 1..2 as size
      shuffle deck
state: { game: { total: int for game } }
score: { total: total }
";

fn shuffles() -> Game {
    let ruleset = compile_case(&[("ruleset.yaml".to_owned(), SHUFFLES.to_owned())]);
    new_game(&ruleset, 2, 7)
}

/// Returns the deck after a playout.
fn coming(mut game: Game) -> String {
    game.apply(0).expect("an option");
    format!("{:?}", game.view(Seat(0)).zones[0].cards)
}

#[test]
fn a_game_dealt_anew_does_not_know_the_coming_chance() {
    let game = shuffles();
    let redealt = |seed| coming(game.determinize(Seat(0), seed).expect("a deal"));
    let different: BTreeSet<String> = (0..20).map(redealt).collect();
    assert!(different.len() > 15, "each deal has a chance of its own: {}", different.len());
    assert!(!different.contains(&coming(game.clone())), "none of them is that of the game");
    assert_eq!(redealt(3), redealt(3), "the same seed, the same chance");
}

/// Visits each game with each number of players after some choices.
fn positions(mut each: impl FnMut(&Ruleset, &Game)) {
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in [ruleset.checked().min_players, ruleset.checked().max_players] {
            let mut game = new_game(&ruleset, players, spread(u64::from(players)));
            let mut picks = Picks(5);
            for _ in 0..12 {
                let Some(options) = game.decision().map(|d| d.len()) else { break };
                each(&ruleset, &game);
                game.apply(picks.below(options)).expect("no rule fails");
            }
        }
    }
}

#[test]
fn a_playout_plays_on_from_a_position_and_leaves_it_alone() {
    positions(|ruleset, game| {
        let before = game.hash();
        let mut playout = Playout::from(game);
        let first = playout.random(1).expect("no rule fails").clone();
        let ends: Vec<_> = (2..30).map(|seed| playout.random(seed).expect("no rule fails").clone()).collect();
        assert_eq!(*playout.random(1).expect("no rule fails"), first, "the same seed plays the same game");
        assert!(ends.iter().any(|end| *end != first), "another seed another one: {}", ruleset.id());
        assert_eq!(game.hash(), before);
        playout.start_over();
        let whole = Playout::new(game.setup()).random(9).expect("no rule fails").clone();
        assert_eq!(*playout.random(9).expect("no rule fails"), whole);
    });
}

/// With the random numbers of the game, a playout equals the game: a record with the same picks gives the
/// same end.
#[test]
fn the_picks_of_a_playout_lead_to_its_end_in_a_game() {
    let ruleset = ruleset(&shipped()[0]);
    let players = ruleset.checked().min_players;
    for seed in 0..20 {
        let start = new_game(&ruleset, players, seed);
        let mut picks: Vec<Pick> = Vec::new();
        let mut playout = Playout::new(start.setup());
        let end = playout.picks(seed, |pick| picks.push(pick)).expect("no rule fails").clone();
        let mut game = start;
        for pick in picks {
            assert_eq!(game.decision().map(|d| d.len()), Some(pick.options as usize));
            game.apply(pick.index as usize).expect("an option");
        }
        let winners: Vec<Seat> = end.winners().collect();
        assert_eq!(game.winners(), winners.iter().map(|seat| seat.index() as u8).collect::<Vec<u8>>());
        let record: Record = game.record();
        assert_eq!(record.choices.len(), game.choices());
    }
}

#[test]
fn a_chooser_is_asked_and_one_who_names_no_option_is_told() {
    positions(|_, game| {
        let mut playout = Playout::from(game);
        let mut asked = 0;
        let first = playout.play(4, |turn| {
            assert!(turn.options() > 0 && turn.seat().index() < usize::from(game.players()));
            asked += 1;
            0
        });
        let first = first.expect("no rule fails").clone();
        assert!(asked > 0);
        assert_eq!(*playout.play(4, |_| 0).expect("no rule fails"), first);
        assert_eq!(playout.play(4, |turn| turn.options()), Err(ApplyError::NoSuchOption));
    });
}
