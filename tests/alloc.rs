//! Playing allocates nothing once the buffers have grown: neither decisions, nor starts and ends of games,
//! nor returns to a position.
//!
//! This is a separate test binary because counting replaces the allocator.

use ludex::Playout;
use ludex_tests::bots::bot;
use ludex_tests::inside::*;
use ludex_tests::rulesets::{ruleset, shipped, spread};

/// Number of games that are played twice: buffers may grow in the first pass, but not in the second.
const GAMES: u64 = 400;

#[test]
fn a_game_allocates_nothing() {
    let mut found = Vec::new();
    for id in shipped() {
        let ruleset = ruleset(&id);
        for players in ruleset.checked().min_players..=ruleset.checked().max_players {
            let setup = ruleset.setup(players, &[]).expect("a game for so many players");
            let mut playout = Playout::new(&setup);
            let mut play = || -> u64 {
                (0..GAMES).map(|game| playout.random(spread(game)).expect("no rule fails").decisions()).sum()
            };
            play();
            let mut decisions = 0;
            let counted = allocation_counter::measure(|| decisions = play());
            assert!(decisions > GAMES, "{id}: there is something to decide");
            if counted.count_total > 0 {
                let (count, bytes) = (counted.count_total, counted.bytes_total);
                found.push(format!(
                    "{id}, {players} players: {count} allocations of {bytes} bytes in {GAMES} games of {decisions} decisions"
                ));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn playing_on_from_a_position_allocates_nothing() {
    for id in shipped() {
        let ruleset = ruleset(&id);
        let players = ruleset.checked().max_players;
        let mut game = new_game(&ruleset, players, 1);
        for _ in 0..8 {
            game.apply(0).expect("an option");
        }
        let (mut playout, later) =
            (Playout::from(&game), game.determinize(ludex::Seat(0), 2).expect("a deal"));
        let mut play = || {
            playout.start_from(&later);
            let mut decisions = 0;
            (0..GAMES)
                .for_each(|n| decisions += playout.random(spread(n)).expect("no rule fails").decisions());
            playout.start_from(&game);
            for n in 0..GAMES {
                decisions += playout.play(spread(n), |_| 0).expect("no rule fails").decisions();
            }
            decisions
        };
        play();
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| decisions = play());
        assert!(decisions > 2 * GAMES, "{id}: there is something to decide");
        assert_eq!(counted.count_total, 0, "{id}: {} bytes", counted.bytes_total);
    }
}

/// More iterations of a search cause no more allocations, except the doubling of tables.
#[test]
fn an_iteration_of_a_search_allocates_nothing() {
    let files = [("ruleset.yaml".to_owned(), LUCK.to_owned())];
    let ruleset = ludex::compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let setup = ruleset.setup(2, &[]).expect("a setup");
    let game = ludex::Game::new(&setup, 1);
    let allocations = |word: &str| {
        let mut bot = bot(word);
        let choose = || {
            bot.choose(game.perspective(ludex::Seat(0)), 1);
        };
        allocation_counter::measure(choose).count_total
    };
    // all determinizations exist by then
    let (some, more) = (allocations("search:3000"), allocations("search:6000"));
    assert!(some > 0 && more < some + 20, "{some} and {more}");
}

const LUCK: &str = "
format: 1
game: { id: luck, players: 2 }
state: { player: { sum: int for game } }
phases:
  round:
    repeat: 6
    phases:
      turn:
        each: player
        do: |
          me chooses one as dare {
            careful { set me.sum = me.sum + 3 }
            bold {
              let n = chance chooses number in 0..7
              set me.sum = me.sum + n
            }
          }
score: { total: player.sum }
";

/// The counter works: a test that can't fail proves nothing.
#[test]
fn an_allocation_is_counted() {
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8])));
    assert_eq!(counted.count_total, 1);
}
