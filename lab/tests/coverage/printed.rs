//! An experiment for each kind of interval that a command prints, with few deals and with many.
//!
//! Each interval covers its truth in 93 to 97 % of the runs. With few deals the number of wins is discrete,
//! so the coverage varies with the share (Brown, Cai, DasGupta 2001); the share is therefore random in each
//! run. Two kinds are conservative by construction: the intervals of `compare` are valid at all interim
//! analyses together, and those of the spread of three seats or more combine the intervals of all pairs of
//! seats.

use ludex_lab::Objective;
use ludex_lab::balance::{coin_share, games_until_ahead};
use ludex_lab::experiment::RunConfig;
use ludex_lab::impact::{CardSums, FEWEST_LENGTHS, JointEffects, JointPlan, Sums};
use ludex_lab::stats::{
    Clusters, Contrast, FEWEST_GROUPS, Grouped, Interval, Moments, PairedRatio, Sequence, bonferroni, elo,
    grouped_parts, grouped_parts_at, paired_shares, t_interval, wilson,
};

use super::{Dice, apart, coverage, is_95};

const RUNS: u64 = 2000;
/// Few, some, and many deals.
const DEALS: [u64; 3] = [FEWEST_GROUPS, 24, 200];

/// Returns the interval, which exists because there are enough deals.
fn enough(interval: Option<Interval>) -> Interval {
    interval.expect("there are enough deals")
}

/// Returns a share that is neither close to 0 nor to 1.
fn share(dice: &mut Dice) -> f64 {
    0.1 + 0.8 * dice.even()
}

fn seat(dice: &mut Dice, seats: usize) -> usize {
    (dice.even() * seats as f64) as usize
}

/// Simulates three games of a deal that favours one seat. Returns the winner of each rotation.
fn turned(dice: &mut Dice) -> [usize; 3] {
    let lucky = seat(dice, 3);
    played(dice, lucky)
}

fn played(dice: &mut Dice, lucky: usize) -> [usize; 3] {
    [(); 3].map(|()| if dice.hits(0.7) { lucky } else { seat(dice, 3) })
}

fn count(winners: [usize; 3], won: impl Fn(usize, usize) -> bool) -> u64 {
    (0..3).filter(|turn| won(*turn, winners[*turn])).count() as u64
}

mod simulate {
    use super::*;

    #[test]
    fn win_rates_of_seats() {
        for (i, n) in [5, 12, 1000].into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let p = share(dice);
                wilson(dice.successes(n, p), n).map(|end| end - p)
            };
            is_95(coverage(200 + i as u64, RUNS, 0.0, interval));
        }
    }

    #[test]
    fn win_rates_of_seats_that_are_turned() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let mut first = Clusters::default();
                (0..deals).for_each(|_| first.add(count(turned(dice), |_, winner| winner == 0), 3));
                enough(first.interval(0.95))
            };
            is_95(coverage(210 + i as u64, RUNS, 1.0 / 3.0, interval));
        }
    }

    /// If one bot wins nearly always, each rotation of a deal has a fixed winner: groups differ far less than
    /// independent games.
    #[test]
    fn win_rates_of_seats_that_a_strong_bot_has_in_turn() {
        for (i, deals) in [24, 200].into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let (mut seat, strong) = (Clusters::default(), 0.5 + 0.45 * dice.even());
                let won = |dice: &mut Dice| [strong, 1.0 - strong].map(|p| u64::from(dice.hits(p)));
                (0..deals).for_each(|_| seat.add(won(dice).iter().sum(), 2));
                enough(seat.interval(0.95)).map(|end| end - 0.5)
            };
            is_95(coverage(360 + i as u64, RUNS, 0.0, interval));
        }
    }

    #[test]
    fn win_rates_of_bots_that_are_turned() {
        // one bot in seats 1, 3, 2 in turn: if the deal decides, it wins one of the three games; otherwise
        // the results are independent
        for (i, deals) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let (mut bot, better) = (Clusters::default(), 0.6 * dice.even());
                for _ in 0..deals {
                    let by_itself = [(); 3].map(|()| dice.hits(better));
                    let wins = |turn, winner| by_itself[turn] || winner == (3 - turn) % 3;
                    bot.add(count(turned(dice), wins), 3);
                }
                enough(bot.interval(0.95)).map(|end| end - better - (1.0 - better) / 3.0)
            };
            is_95(coverage(220 + i as u64, RUNS, 0.0, interval));
        }
    }

    #[test]
    fn win_rates_of_bots_with_several_seats() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let (mut bot, p) = (Clusters::default(), share(dice));
                (0..deals).for_each(|_| bot.add(u64::from(dice.hits(p)), 3));
                enough(bot.interval(0.95)).map(|end| end - p / 3.0)
            };
            is_95(coverage(230 + i as u64, RUNS, 0.0, interval));
        }
    }

    /// Simulates scores, lengths, iterations and statistics of the ruleset: the games of a deal have the same
    /// cards.
    fn numbers(dice: &mut Dice, deals: u64, games: impl Fn(&mut Dice) -> u64) -> Grouped {
        let mut grouped = Grouped::default();
        for _ in 0..deals {
            let deal = dice.even();
            for _ in 0..games(dice) {
                grouped.add((1000.0 * (deal + dice.even() * dice.even())) as i64);
            }
            grouped.close();
        }
        grouped
    }

    #[test]
    fn means_of_scores_lengths_and_statistics() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            // rounding down removes half a unit
            let interval = |dice: &mut Dice| enough(numbers(dice, deals, |_| 4).interval(0.95));
            is_95(coverage(240 + i as u64, RUNS, 749.5, interval));
        }
    }

    #[test]
    fn means_of_those_who_did_not_win() {
        // one, two or three of them
        for (i, deals) in DEALS.into_iter().enumerate() {
            let others = |dice: &mut Dice| 1 + seat(dice, 3) as u64;
            let interval = |dice: &mut Dice| enough(numbers(dice, deals, others).interval(0.95));
            is_95(coverage(250 + i as u64, RUNS, 749.5, interval));
        }
    }

    #[test]
    fn standard_errors_of_single_games_would_not_do() {
        let interval = |dice: &mut Dice| t_interval(&numbers(dice, 200, |_| 4).all, 0.95);
        assert!(coverage(240, 1000, 749.5, interval) < 0.85);
    }

    #[test]
    fn differences_where_one_of_two_has_the_card() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let (mut contrast, p) = (Contrast::default(), share(dice));
                for _ in 0..deals {
                    let won = u64::from(dice.hits(p));
                    contrast.add((won, 1), (1 - won, 1));
                }
                enough(contrast.interval(0.95)).map(|end| end - (2.0 * p - 1.0))
            };
            is_95(coverage(260 + i as u64, RUNS, 0.0, interval));
        }
    }

    /// Simulates four players, each with the card in three of ten games, who win half as often again with it.
    fn of_four(dice: &mut Dice, deals: u64) -> Contrast {
        let mut contrast = Contrast::default();
        for _ in 0..deals {
            let has = [(); 4].map(|()| dice.hits(0.3));
            let weight = |seat: usize| if has[seat] { 1.5 } else { 1.0 };
            let mut at = dice.even() * (0..4).map(weight).sum::<f64>();
            let winner = (0..3).find(|seat| {
                at -= weight(*seat);
                at < 0.0
            });
            let winner = winner.unwrap_or(3);
            let holders = has.iter().filter(|has| **has).count() as u64;
            contrast.add((u64::from(has[winner]), holders), (u64::from(!has[winner]), 4 - holders));
        }
        contrast
    }

    /// Returns the win rates with and without the card, weighted by the number of holders: 4 choose k times
    /// `0.3^k 0.7^(4 - k)`.
    fn rates_of_four() -> [f64; 2] {
        let ways = [1.0, 4.0, 6.0, 4.0, 1.0];
        let chance = |k: usize| ways[k] * 0.3_f64.powi(k as i32) * 0.7_f64.powi(4 - k as i32);
        let won = |k: usize| 1.5 * k as f64 / (4.0 + 0.5 * k as f64);
        let with: f64 = (0..5).map(|k| chance(k) * won(k)).sum();
        [with / 1.2, (1.0 - with) / 2.8]
    }

    #[test]
    fn rates_and_differences_where_some_of_four_have_the_card() {
        let [with, without] = rates_of_four();
        for (i, deals) in [30, 60, 300].into_iter().enumerate() {
            let of_card = |dice: &mut Dice| enough(of_four(dice, deals).with.interval(0.95));
            is_95(coverage(270 + i as u64, RUNS, with, of_card));
            let interval = |dice: &mut Dice| enough(of_four(dice, deals).interval(0.95));
            is_95(coverage(275 + i as u64, RUNS, with - without, interval));
        }
    }

    #[test]
    fn rates_and_differences_where_the_seats_are_turned() {
        // the card makes its seat the favoured one in some deals, and is present in all three games
        let deals = |dice: &mut Dice, deals: u64, of_them: f64| {
            let mut contrast = Contrast::default();
            for _ in 0..deals {
                let lucky = if dice.hits(of_them) { 0 } else { 1 + seat(dice, 2) };
                let won = count(played(dice, lucky), |_, winner| winner == 0);
                contrast.add((won, 3), (3 - won, 6));
            }
            contrast
        };
        for (i, n) in DEALS.into_iter().enumerate() {
            let of_card = |dice: &mut Dice| {
                let p = share(dice);
                enough(deals(dice, n, p).with.interval(0.95)).map(|end| end - (0.7 * p + 0.1))
            };
            is_95(coverage(280 + i as u64, RUNS, 0.0, of_card));
            let interval = |dice: &mut Dice| {
                let p = share(dice);
                let with = 0.7 * p + 0.1;
                enough(deals(dice, n, p).interval(0.95)).map(|end| end - (with - (1.0 - with) / 2.0))
            };
            is_95(coverage(285 + i as u64, RUNS, 0.0, interval));
        }
    }
}

mod ladder {
    use super::*;

    /// Simulates one bot in one of three seats, rotated: it wins, shares or loses, more often with good
    /// cards.
    fn sums(dice: &mut Dice, deals: u64, strong: f64) -> Moments {
        let mut sums = Moments::default();
        for _ in 0..deals {
            let lucky = seat(dice, 3);
            let mut part = |turn: usize| match dice.even() {
                x if x < 0.1 => 3,
                x if x < strong + if turn == lucky { 0.2 } else { -0.1 } => 6,
                _ => 0,
            };
            sums.add(part(0) + part(1) + part(2));
        }
        sums
    }

    #[test]
    fn shares_of_the_victories() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let strong = 0.2 + 0.6 * dice.even();
                enough(grouped_parts(&sums(dice, deals, strong), 6, 3)).map(|end| end - (strong - 0.05))
            };
            is_95(coverage(300 + i as u64, RUNS, 0.0, interval));
        }
    }

    #[test]
    fn elo_has_the_ends_of_the_share() {
        let truth = elo(0.35, 3).expect("a share");
        for (i, deals) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let [low, high] = enough(grouped_parts(&sums(dice, deals, 0.4), 6, 3)).map(|end| elo(end, 3));
                [low.unwrap_or(f64::NEG_INFINITY), high.unwrap_or(f64::INFINITY)]
            };
            is_95(coverage(310 + i as u64, RUNS, truth, interval));
        }
    }

    /// The games until the better player is ahead fall with its share, so their interval holds as often.
    #[test]
    fn coins_have_the_ends_of_the_share() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            // the better player has more than an equal share: below, the coin decides all games
            let interval = |dice: &mut Dice| {
                let strong = 0.4 + 0.4 * dice.even();
                let [low, high] = enough(grouped_parts(&sums(dice, deals, strong), 6, 3));
                [high, low].map(|end| coin_share(end, 3) - coin_share(strong - 0.05, 3))
            };
            is_95(coverage(314 + i as u64, RUNS, 0.0, interval));
        }
        let games: Vec<Option<u64>> =
            (34..100).map(|of| games_until_ahead(f64::from(of) / 100.0, 3)).collect();
        assert!(games.windows(2).all(|two| two[0] >= two[1] && two[1].is_some()), "{games:?}");
    }

    /// The intervals of all policies of a report hold together.
    #[test]
    fn shares_of_styles() {
        let confidence = bonferroni(0.95, 4);
        for (i, deals) in DEALS.into_iter().enumerate().skip(1) {
            let common = |dice: &mut Dice| {
                let ends = [0.3, 0.4, 0.5, 0.6].map(|strong| {
                    let interval = grouped_parts_at(&sums(dice, deals, strong), (6, 3), confidence);
                    enough(interval).map(|end| end - (strong - 0.05))
                });
                let all = |end: usize| ends.iter().map(move |ends| ends[end]);
                [all(0).fold(f64::NEG_INFINITY, f64::max), all(1).fold(f64::INFINITY, f64::min)]
            };
            is_95(coverage(317 + i as u64, RUNS, 0.0, common));
        }
    }

    #[test]
    fn shares_of_seats_where_all_are_alike() {
        for (i, games) in DEALS.into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let (mut sums, alone) = (Moments::default(), 0.1 + 0.6 * dice.even());
                for _ in 0..games {
                    let at = dice.even();
                    sums.add(if at < alone { 6 } else { 3 * i64::from(at < alone + 0.2) });
                }
                enough(grouped_parts(&sums, 6, 1)).map(|end| end - (alone + 0.1))
            };
            is_95(coverage(320 + i as u64, RUNS, 0.0, interval));
        }
    }
}

mod sweep {
    use super::*;

    #[test]
    fn shares_of_seats() {
        for (i, deals) in DEALS.into_iter().enumerate() {
            let single = |dice: &mut Dice| {
                let (mut sums, p) = (Moments::default(), share(dice));
                (0..deals).for_each(|_| sums.add(6 * i64::from(dice.hits(p))));
                enough(grouped_parts(&sums, 6, 1)).map(|end| end - p)
            };
            is_95(coverage(330 + i as u64, RUNS, 0.0, single));
            let seats_turned = |dice: &mut Dice| {
                let mut sums = Moments::default();
                (0..deals).for_each(|_| sums.add(6 * count(turned(dice), |_, winner| winner == 0) as i64));
                enough(grouped_parts(&sums, 6, 3))
            };
            is_95(coverage(335 + i as u64, RUNS, 1.0 / 3.0, seats_turned));
        }
    }

    /// With two seats the coverage is exact; with more it is conservative, because the intervals of all pairs
    /// must hold together.
    #[test]
    fn spreads_of_seats() {
        for (i, (games, shares)) in
            [(24, &[0.5, 0.5][..]), (24, &[0.4, 0.35, 0.25]), (1000, &[0.6, 0.4]), (1000, &[0.25; 4])]
                .into_iter()
                .enumerate()
        {
            let truth = shares[0] - shares[shares.len() - 1];
            let found = coverage(350 + i as u64, RUNS, truth, |dice| apart(dice, shares, games));
            is_95(if shares.len() > 2 { found.min(0.97) } else { found });
        }
    }
}

mod compare {
    use super::*;

    /// Simulates pairs in which the second game has the same, a better or a worse result.
    fn pair(dice: &mut Dice) -> i64 {
        match dice.even() {
            x if x < 0.15 => 1,
            x if x < 0.25 => -1,
            _ => 0,
        }
    }

    /// These are valid at all interim analyses together, so a single one is conservative.
    #[test]
    fn differences_of_shares() {
        for (i, pairs) in [50, 1000].into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let mut sequence = Sequence::new(1, 0.95);
                (0..pairs).for_each(|_| sequence.add(pair(dice)));
                sequence.analyse();
                sequence.interval()
            };
            assert!(coverage(400 + i as u64, 400, 0.05, interval) >= 0.95);
        }
    }

    #[test]
    fn how_often_cards_are_offered_and_picked() {
        for (i, pairs) in [50, 1000].into_iter().enumerate() {
            // zero to four times in each game; half of the pairs are equal
            let interval = |dice: &mut Dice| {
                let mut sums = Moments::default();
                for _ in 0..pairs {
                    let [one, other] = [(); 2].map(|()| seat(dice, 5) as i64);
                    sums.add(if dice.hits(0.5) { other - one } else { 0 });
                }
                t_interval(&sums, 0.95)
            };
            is_95(coverage(410 + i as u64, RUNS, 0.0, interval));
        }
    }

    #[test]
    fn how_often_holders_win() {
        for (i, pairs) in [50, 1000].into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let mut ratio = PairedRatio::default();
                for _ in 0..pairs {
                    let holders = [(); 2].map(|()| seat(dice, 4) as u64);
                    let luck: Vec<f64> = (0..3).map(|_| dice.even()).collect();
                    let won = |holders: u64, share| {
                        luck[..holders as usize].iter().filter(|x| **x < share).count() as u64
                    };
                    ratio.add((won(holders[0], 0.3), holders[0]), (won(holders[1], 0.35), holders[1]));
                }
                ratio.difference(0.95).expect("pairs").interval
            };
            is_95(coverage(420 + i as u64, RUNS, 0.05, interval));
        }
    }
}

mod impact {
    use super::*;

    #[test]
    fn impacts() {
        for (i, pairs) in [8, 24, 60, 400].into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let (mut sums, differ, up) = (Moments::default(), 0.1 + 0.6 * dice.even(), dice.even());
                for _ in 0..pairs {
                    let at = dice.even() / differ;
                    sums.add(if at < up { 6 } else { -6 * i64::from(at < 1.0) });
                }
                paired_shares(&sums, 6, 1).map(|end| end - differ * (2.0 * up - 1.0))
            };
            is_95(coverage(340 + i as u64, RUNS, 0.0, interval));
        }
    }

    const TWO_CARDS: &str = "
format: 1
game: { id: two, players: 2 }
kinds: { tile: {} }
cards: { one: { kind: tile }, two: { kind: tile } }
zones:
  deck: { holds: tile, sees: nobody, ordered: true }
  hand: { per: player, holds: tile, sees: owner }
setup: move tile to deck
phases: { turn: { each: player, do: draw 1 from deck to me.hand } }
score: { total: 0 }
";

    /// Units of a victory.
    const VICTORY: i64 = 720_720;

    /// Simulates the four games of quadruples, some of which share their luck: with both cards, either card, and
    /// neither. Returns the sums of the effect beyond the sum.
    fn quadruples(dice: &mut Dice, count: u64, [both, one, two, none]: [f64; 4]) -> CardSums {
        let (mut sums, alike) = (CardSums::default(), 0.9 * dice.even());
        for _ in 0..count {
            let (shared, luck) = (dice.hits(alike), dice.even());
            let mut won = |share: f64| i64::from(if shared { luck < share } else { dice.hits(share) });
            sums.impact.add(VICTORY * (won(both) + won(none) - won(one) - won(two)));
        }
        sums
    }

    #[test]
    fn pairs_of_cards() {
        let files = [("ruleset.yaml".to_owned(), TWO_CARDS.to_owned())];
        let ruleset = ludex::compile(&files).into_ruleset().unwrap_or_else(|problems| panic!("{problems}"));
        let setup = ruleset.setup(2, &[]).expect("a setup");
        let cards: Vec<_> = setup.rules().designs().map(|design| design.id).collect();
        let run = RunConfig { by: Objective::Win, ..RunConfig::new(1) };
        let plan = JointPlan::new(&setup, [cards[0], cards[1]], run, 1).expect("cards in hand");
        let beyond = |sums: CardSums| {
            let cards = vec![sums.clone(), sums.clone(), sums.clone(), sums];
            let sums = Sums { cards, ..Sums::new(4) };
            JointEffects::new(&plan, &sums, 1).beyond.interval.map(|end| end / 100.0)
        };
        for (i, count) in [12, 50, 400].into_iter().enumerate() {
            let interval = |dice: &mut Dice| {
                let shares = [(); 4].map(|()| share(dice));
                let truth = shares[0] + shares[3] - shares[1] - shares[2];
                beyond(quadruples(dice, count, shares)).map(|end| end - truth)
            };
            is_95(coverage(500 + i as u64, RUNS, 0.0, interval));
        }
        // either card alone loses, both or none win: the effect is two victories
        let most = beyond(quadruples(&mut Dice::new(503, 0), 400, [1.0, 0.0, 0.0, 1.0]));
        assert!(most[0] > 1.9 && most[0] < 2.0 && most[1] >= 2.0, "{most:?}");
    }

    #[test]
    fn lengths() {
        for (i, pairs) in [FEWEST_LENGTHS, 100, 1000].into_iter().enumerate() {
            // six of ten pairs are equal
            let interval = |dice: &mut Dice| {
                let mut sums = Moments::default();
                for _ in 0..pairs {
                    let (differs, more) = (dice.hits(0.4), (dice.even() * 13.0) as i64 - 4);
                    sums.add(if differs { more } else { 0 });
                }
                t_interval(&sums, 0.95)
            };
            is_95(coverage(390 + i as u64, RUNS, 0.8, interval));
        }
    }
}
