//! Early stopping never changes the choice: the skipped iterations could not change it.

use ludex::{Game, compile};
use ludex_bots::{is_decided, visits};
use ludex_run::state::Generator;

/// The player who takes the last stick wins.
const STICKS: &str = "
format: 1
game: { id: sticks, players: 2 }
state: { game: { sticks: int = 14 for game, last: player? for game } }
phases:
  round:
    while: sticks > 0
    phases:
      turn:
        each: player
        do: |
          if sticks > 0 {
            let n = me chooses number in 1..3 as take
            set sticks = sticks - n
            set last = me
          }
score: { total: if player == last then 1 else 0 }
";

/// Returns the visits of each option, once with early stopping and once without.
fn tries(seed: u64, iterations: u64) -> [Vec<u32>; 2] {
    let compiled = compile(&[("ruleset.yaml".to_owned(), STICKS.to_owned())]);
    let ruleset = compiled.into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
    let mut game = Game::new(&ruleset.setup(2, &[]).expect("a setup"), 1);
    (0..seed % 4).for_each(|_| game.apply(1).expect("an option"));
    let position = game.perspective(game.deciding().expect("it goes on"));
    [true, false].map(|stops| visits(position, seed, iterations, stops))
}

#[test]
fn who_stops_picks_what_it_would_have_picked() {
    let (mut stopped, mut all) = (0, 0);
    let most = |visits: &[u32]| (0..visits.len()).max_by_key(|option| visits[*option]);
    for seed in 0..200 {
        let iterations = 20 + seed % 60;
        let [one, other] = tries(seed, iterations);
        let counts = [&one, &other].map(|visits| u64::from(visits.iter().sum::<u32>()));
        assert_eq!(counts[1], iterations);
        assert!(one.iter().zip(&other).all(|(one, other)| one <= other), "the same tries, or fewer");
        if counts[0] < iterations {
            assert_eq!(most(&one), most(&other), "{one:?} {other:?}");
            stopped += 1;
        }
        all += 1;
    }
    assert!(stopped > all / 4, "{stopped} of {all}");
}

#[test]
fn no_rest_overtakes_who_is_decided() {
    let mut random = Generator::new(5);
    let mut decided = 0;
    for _ in 0..2_000 {
        let mut visits: Vec<u32> = (0..3).map(|_| random.below(30)).collect();
        let left = random.below(12);
        let means: Vec<f64> = visits.iter().map(|_| f64::from(random.below(100))).collect();
        let arms = visits.iter().copied().zip(means);
        if !is_decided(arms, u64::from(left)) {
            continue;
        }
        decided += 1;
        let most = *visits.iter().max().expect("three");
        let first = visits.iter().position(|visits| *visits == most).expect("one");
        // the worst case: all remaining visits go to the second option
        let second = (0..3).filter(|at| *at != first).max_by_key(|at| visits[*at]).expect("two");
        visits[second] += left;
        assert!(visits[second] < most, "{visits:?}");
    }
    assert!(decided > 100, "{decided}");
}

#[test]
fn where_all_is_alike_it_goes_on() {
    assert!(!is_decided([(50, 0.0), (3, 0.0)].into_iter(), 4));
    assert!(is_decided([(50, 0.02), (3, 0.0)].into_iter(), 4));
    assert!(!is_decided([(50, 0.02), (3, 0.0)].into_iter(), 47), "it would be as often");
    assert!(!is_decided([(50, 0.02), (3, 0.0)].into_iter(), u64::MAX));
}
