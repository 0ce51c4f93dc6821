//! Coverage of confidence intervals: experiments with known truth are repeated many times, and the intervals
//! that contain the truth are counted. Seeds are fixed, so the counts are always the same.

mod printed;

use ludex_lab::balance::{CoursePoint, CourseReport, CourseSums, Luck, luck};
use ludex_lab::splitmix64;
use ludex_lab::stats::{
    AlphaSpending, Clusters, Contrast, Interval, Moments, PairedRatio, Sequence, Verdict, benjamini_hochberg,
    bootstrap, clopper_pearson, grouped_parts, mcnemar, over_trainings, paired_shares, pooled,
    spread_interval, t_interval, wilson,
};

/// Generates uniform numbers between 0 and 1.
struct Dice {
    seed: u64,
    drawn: u64,
}

impl Dice {
    fn new(experiment: u64, run: u64) -> Self {
        Self { seed: splitmix64(experiment, run), drawn: 0 }
    }

    fn even(&mut self) -> f64 {
        self.drawn += 1;
        (splitmix64(self.seed, self.drawn) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn hits(&mut self, share: f64) -> bool {
        self.even() < share
    }

    fn successes(&mut self, n: u64, share: f64) -> u64 {
        (0..n).filter(|_| self.hits(share)).count() as u64
    }
}

/// Returns the share of experiments whose interval contains the truth.
fn coverage(experiment: u64, runs: u64, truth: f64, interval: impl Fn(&mut Dice) -> Interval) -> f64 {
    let holds = |run: &u64| {
        let [low, high] = interval(&mut Dice::new(experiment, *run));
        low <= truth && truth <= high
    };
    (0..runs).filter(holds).count() as f64 / runs as f64
}

fn is_95(coverage: f64) {
    assert!((0.93..=0.97).contains(&coverage), "{coverage}");
}

#[test]
fn wilsons_interval_holds_its_share() {
    for (experiment, (n, p)) in [(1000, 0.3), (200, 0.5), (400, 0.05)].into_iter().enumerate() {
        is_95(coverage(experiment as u64, 2000, p, |dice| wilson(dice.successes(n, p), n)));
    }
}

#[test]
fn the_exact_interval_holds_its_share() {
    is_95(coverage(10, 2000, 0.3, |dice| clopper_pearson(dice.successes(1000, 0.3), 1000, 0.95)));
    // with few games it is wider than necessary, and never narrower
    assert!(coverage(11, 2000, 0.1, |dice| clopper_pearson(dice.successes(12, 0.1), 12, 0.95)) >= 0.95);
}

#[test]
fn the_interval_of_groups_holds_its_share() {
    // each deal favours one seat: its games have similar or opposite results
    let groups = |dice: &mut Dice, share: [f64; 2]| {
        let mut clusters = Clusters::default();
        for _ in 0..150 {
            let lucky = dice.hits(0.5);
            let [one, other] = if lucky { share } else { [share[1], share[0]] };
            clusters.add(u64::from(dice.hits(one)) + u64::from(dice.hits(other)), 2);
        }
        clusters.interval(0.95).expect("groups")
    };
    is_95(coverage(20, 1500, 0.5, |dice| groups(dice, [0.9, 0.1])));
    let alike = |dice: &mut Dice| {
        let mut clusters = Clusters::default();
        for _ in 0..150 {
            let share = if dice.hits(0.5) { 0.9 } else { 0.3 };
            clusters.add(dice.successes(3, share), 3);
        }
        clusters.interval(0.95).expect("groups")
    };
    is_95(coverage(21, 1500, 0.6, alike));
    // independent games, in groups of different size
    let apart = |dice: &mut Dice| {
        let mut clusters = Clusters::default();
        (0..200_u64).for_each(|i| clusters.add(dice.successes(1 + i % 3, 0.4), 1 + i % 3));
        clusters.interval(0.95).expect("groups")
    };
    is_95(coverage(22, 1500, 0.4, apart));
}

#[test]
fn the_interval_of_parts_of_victories_holds_its_share() {
    // two games of a deal with rotated seats: each is won, lost or shared, with an advantage for the better
    // cards
    let turned = |dice: &mut Dice| {
        let mut sums = Moments::default();
        for _ in 0..100 {
            let lucky = dice.hits(0.5);
            let mut part = |lucky: bool| match dice.even() {
                x if x < 0.3 => 1,
                x if x < if lucky { 0.9 } else { 0.4 } => 2,
                _ => 0,
            };
            sums.add(part(lucky) + part(!lucky));
        }
        grouped_parts(&sums, 2, 2).expect("groups")
    };
    // three in ten are shared; of the others three fifths or one tenth are won
    is_95(coverage(24, 2000, 0.3 / 2.0 + (0.6 + 0.1) / 2.0, turned));
    let alone = |dice: &mut Dice| {
        let mut sums = Moments::default();
        (0..150).for_each(|_| sums.add(6 * i64::from(dice.hits(0.4))));
        grouped_parts(&sums, 6, 1).expect("games")
    };
    is_95(coverage(25, 2000, 0.4, alone));
}

#[test]
fn wilsons_interval_would_not_do_for_games_that_go_alike() {
    let alike = |dice: &mut Dice| {
        let hits: u64 = (0..150).map(|_| if dice.hits(0.5) { 3 } else { 0 }).sum();
        wilson(hits, 450)
    };
    assert!(coverage(23, 1000, 0.5, alike) < 0.85);
}

#[test]
fn the_interval_of_a_difference_holds_its_share() {
    let interval = |dice: &mut Dice| {
        let mut contrast = Contrast::default();
        (0..150).for_each(|_| contrast.add((u64::from(dice.hits(0.35)), 1), (0, 0)));
        (0..400).for_each(|_| contrast.add((0, 0), (u64::from(dice.hits(0.25)), 1)));
        contrast.interval(0.95).expect("trials")
    };
    is_95(coverage(30, 2000, 0.1, interval));
}

#[test]
fn the_interval_of_a_mean_holds_its_share() {
    let interval = |dice: &mut Dice| {
        let mut moments = Moments::default();
        (0..40).for_each(|_| moments.add((dice.even() * dice.even() * 1000.0) as i64));
        t_interval(&moments, 0.95)
    };
    // a product of two uniform numbers has the mean 1/4; rounding down removes half a unit
    is_95(coverage(40, 2000, 249.5, interval));
}

#[test]
fn the_interval_of_paired_shares_holds_its_share() {
    // gains and losses: frequent, rare, and very rare
    for (experiment, (n, up, down)) in
        [(400, 0.2, 0.1), (400, 0.04, 0.03), (60, 0.1, 0.1)].into_iter().enumerate()
    {
        let interval = |dice: &mut Dice| {
            let mut moments = Moments::default();
            for _ in 0..n {
                let at = dice.even();
                moments.add(if at < up { 6 } else { -6 * i64::from(at < up + down) });
            }
            paired_shares(&moments, 6, 1)
        };
        is_95(coverage(60 + experiment as u64, 2000, up - down, interval));
    }
}

#[test]
fn the_interval_of_a_difference_of_counted_shares_holds_its_share() {
    // zero to three players hold the card; in the better world they win more often, and most games have the
    // same winner
    let interval = |dice: &mut Dice| {
        let mut ratio = PairedRatio::default();
        for _ in 0..300 {
            let holders = (dice.even() * 4.0) as u64;
            let (mut one, mut other) = (0, 0);
            for _ in 0..holders {
                let luck = dice.even();
                one += u64::from(luck < 0.3);
                other += u64::from(luck < 0.35);
            }
            ratio.add((one, holders), (other, holders));
        }
        ratio.difference(0.95).map_or([0.0, 0.0], |found| found.interval)
    };
    is_95(coverage(120, 2000, 0.05, interval));
}

#[test]
fn the_interval_of_shares_holds_its_share() {
    // a victory, a share of one, none
    for (experiment, (n, alone, shared)) in
        [(400, 0.3, 0.2), (60, 0.45, 0.1), (300, 0.02, 0.04)].into_iter().enumerate()
    {
        let interval = |dice: &mut Dice| {
            let mut moments = Moments::default();
            for _ in 0..n {
                let at = dice.even();
                moments.add(if at < alone { 6 } else { 3 * i64::from(at < alone + shared) });
            }
            grouped_parts(&moments, 6, 1).expect("games")
        };
        is_95(coverage(90 + experiment as u64, 2000, alone + shared / 2.0, interval));
    }
}

/// Returns the interval of the spread of the win shares of several seats.
fn apart(dice: &mut Dice, shares: &[f64], games: u64) -> Interval {
    let pairs: Vec<(usize, usize)> =
        (0..shares.len()).flat_map(|i| (i + 1..shares.len()).map(move |j| (i, j))).collect();
    let mut moments = vec![Moments::default(); pairs.len()];
    for _ in 0..games {
        let mut at = dice.even();
        let winner = shares.iter().position(|share| {
            at -= share;
            at < 0.0
        });
        let won = |seat: usize| i64::from(winner.unwrap_or(shares.len() - 1) == seat);
        moments.iter_mut().zip(&pairs).for_each(|(sum, (i, j))| sum.add(won(*i) - won(*j)));
    }
    spread_interval(moments.iter().map(|more| paired_shares(more, 1, pairs.len())))
}

/// One of several equal seats is always the luckiest: the interval must still start at 0.
#[test]
fn the_interval_of_a_spread_holds_its_share() {
    for (experiment, shares) in
        [&[0.5, 0.5][..], &[0.25; 4], &[0.4, 0.35, 0.25], &[0.1, 0.3, 0.3, 0.3]].iter().enumerate()
    {
        let truth = shares.iter().fold(0.0, |most: f64, x| most.max(*x))
            - shares.iter().fold(1.0, |least: f64, x| least.min(*x));
        // two seats: exact; more: conservative, because the intervals of all pairs must hold together
        let found = coverage(95 + experiment as u64, 2000, truth, |dice| apart(dice, shares, 300));
        assert!(found >= 0.93 && (found <= 0.97 || shares.len() > 2), "{shares:?}: {found}");
    }
}

#[test]
fn the_bootstrap_holds_its_share() {
    let interval = |dice: &mut Dice| {
        let groups: Vec<f64> = (0..60).map(|_| dice.even() + f64::from(u8::from(dice.hits(0.5)))).collect();
        bootstrap(&groups, dice.seed, 400, 0.95, |draws| draws.sum::<f64>() / 60.0)
    };
    is_95(coverage(51, 600, 1.0, interval));
}

/// Returns differences of pairs that are equal on average: most pairs have no difference.
fn null_pair(dice: &mut Dice) -> f64 {
    match dice.even() {
        x if x < 0.15 => 1.0,
        x if x < 0.3 => -1.0,
        _ => 0.0,
    }
}

#[test]
fn looking_after_every_pair_finds_nothing_where_nothing_is() {
    let wrong = |run: &u64| {
        let (mut dice, mut sequence) = (Dice::new(60, *run), Sequence::new(1, 0.95));
        (0..300).any(|_| {
            sequence.add(null_pair(&mut dice) as i64);
            sequence.analyse();
            matches!(sequence.verdict(0.0), Verdict::Better | Verdict::Worse)
        })
    };
    let wrong = (0..200).filter(wrong).count();
    assert!(wrong <= 10, "{wrong} of 200 null runs call a difference");
}

#[test]
fn looking_at_a_mean_again_and_again_never_loses_it() {
    let wrong = |run: &u64| {
        let (mut dice, mut looks, mut seen) =
            (Dice::new(65, *run), AlphaSpending::new(0.95), Moments::default());
        (0..30).any(|_| {
            // a product of two uniform numbers: skewed, with the mean 1/4; rounding down removes half a unit
            (0..50).for_each(|_| seen.add((dice.even() * dice.even() * 1000.0) as i64));
            looks.analyse(&seen);
            let [low, high] = looks.interval();
            low > 249.5 || high < 249.5
        })
    };
    let wrong = (0..2000).filter(wrong).count();
    assert!(wrong <= 100, "{wrong} of 2000 runs lose the mean");
}

#[test]
fn a_fixed_interval_looked_at_after_every_pair_would_find_something() {
    let wrong = |run: &u64| {
        let (mut dice, mut moments) = (Dice::new(60, *run), Moments::default());
        (0..300).any(|pair| {
            moments.add(null_pair(&mut dice) as i64);
            let [low, high] = if pair < 10 { [-1.0, 1.0] } else { t_interval(&moments, 0.95) };
            low > 0.0 || high < 0.0
        })
    };
    assert!((0..200).filter(wrong).count() > 30);
}

#[test]
fn a_difference_of_three_points_is_found_in_the_end() {
    let mut found = 0;
    for run in 0..20 {
        let (mut dice, mut sequence) = (Dice::new(70, run), Sequence::new(1, 0.95));
        for _ in 0..4000 {
            // one pair in ten differs, 65 to 35
            let differs = dice.hits(0.1);
            let way = if dice.hits(0.65) { 1 } else { -1 };
            sequence.add(if differs { way } else { 0 });
        }
        sequence.analyse();
        found += u32::from(sequence.verdict(0.0) == Verdict::Better);
    }
    assert!(found >= 18, "{found} of 20");
}

#[test]
fn tests_of_nothing_rarely_call() {
    let calls = |run: &u64| {
        let mut dice = Dice::new(80, *run);
        let gained = dice.successes(60, 0.5);
        mcnemar(gained, 60 - gained) < 0.05
    };
    let called = (0..1000).filter(calls).count();
    assert!((10..=55).contains(&called), "{called} of 1000");
    let p: Vec<f64> = (0..200).map(|i| Dice::new(81, i).even()).collect();
    assert!(benjamini_hochberg(&p, 0.05).iter().all(|call| !call));
}

/// Simulates deals that are played twice: each favours one of two seats, which wins with the given share.
fn twice(dice: &mut Dice, favoured: f64) -> Luck {
    let mut sums = Luck::default();
    for deal in 0..250 {
        let share = if dice.hits(0.5) { favoured } else { 1.0 - favoured };
        let mut game = || {
            let won = i64::from(dice.hits(share));
            vec![6 * won, 6 - 6 * won]
        };
        sums.add(deal, [game(), game()]);
    }
    sums
}

#[test]
fn the_share_that_chance_explains_holds() {
    // the variance between deals divided by that of all games: (0.4² of 0.5²), and (0.2² of 0.5²)
    for (experiment, favoured, truth) in [(300, 0.9, 0.64), (301, 0.7, 0.16)] {
        is_95(coverage(experiment, 1500, truth, |dice| luck(&twice(dice, favoured)).expect("deals").1));
    }
    let claims = |run: &u64| luck(&twice(&mut Dice::new(302, *run), 0.5)).expect("deals").1[0] > 0.0;
    let claims = (0..1500).filter(claims).count();
    assert!(claims <= 75, "{claims} of 1500 runs say that chance decides where it does not");
}

#[test]
fn the_worst_point_of_the_winner_is_not_the_worst_estimate() {
    // each seat has a probability of one half at all points; the estimates of eight playouts vary, and the
    // winner is random
    let games = |dice: &mut Dice| {
        let mut sums = CourseSums::default();
        for _ in 0..80 {
            let points: Vec<CoursePoint> = (0..8)
                .map(|_| {
                    let mut half = || dice.successes(8, 0.5) as f64 / 8.0;
                    let [select, measure] = [half(), half()].map(|share| vec![share, 1.0 - share]);
                    CoursePoint { select, measure }
                })
                .collect();
            sums.add(&points, usize::from(dice.hits(0.5)));
        }
        CourseReport::new(&sums).expect("games")
    };
    is_95(coverage(310, 1500, 0.5, |dice| games(dice).lowest_interval.expect("games")));
}

/// A game has eight points. Up to one of them, drawn evenly, a random seat has a chance of 0.6; from there on the winner has
/// one of 0.95.
#[test]
fn the_intervals_of_a_course_hold_their_share() {
    let games = |dice: &mut Dice| {
        let mut sums = CourseSums::default();
        for _ in 0..80 {
            let (first, winner) = (usize::from(dice.hits(0.5)), usize::from(dice.hits(0.5)));
            let turn = (dice.even() * 8.0) as usize;
            let chances =
                |leader: usize, of: f64| if leader == 0 { vec![of, 1.0 - of] } else { vec![1.0 - of, of] };
            let point = |at: usize| {
                let chances = if at < turn { chances(first, 0.6) } else { chances(winner, 0.95) };
                CoursePoint { select: chances.clone(), measure: chances }
            };
            sums.add(&(0..8).map(point).collect::<Vec<_>>(), winner);
        }
        CourseReport::new(&sums).expect("games")
    };
    // the leader changes if the first one loses, and the turn is not the first point
    is_95(coverage(311, 1500, 0.5 * 0.875, |dice| games(dice).changes_interval.expect("games")));
    is_95(coverage(312, 1500, 0.4375, |dice| games(dice).decided_interval.expect("games")));
    let lowest = 0.125 * 0.95 + 0.875 * (0.6 + 0.4) / 2.0;
    is_95(coverage(313, 1500, lowest, |dice| games(dice).lowest_interval.expect("games")));
}

/// Simulates trainings whose players have an effect of their own, each measured with some pairs.
fn trainings(dice: &mut Dice, count: usize, spread: f64, pairs: u64) -> Vec<Moments> {
    let one = |dice: &mut Dice| {
        // approximately normal, with standard deviation 1
        let own = spread * ((0..12).map(|_| dice.even()).sum::<f64>() - 6.0);
        let mut moments = Moments::default();
        (0..pairs).for_each(|_| moments.add(((2.0 * dice.even() - 1.0) * 1000.0 + 1000.0 * own) as i64));
        moments
    };
    (0..count).map(|_| one(dice)).collect()
}

#[test]
fn intervals_over_trainings_hold_the_mean_of_all_trainings() {
    for (experiment, (count, spread)) in [(3, 0.2), (4, 0.0), (8, 0.05)].into_iter().enumerate() {
        let interval =
            |dice: &mut Dice| over_trainings(&trainings(dice, count, spread, 100), (0, None), 0.95);
        is_95(coverage(900 + experiment as u64, 2000, 0.0, interval));
    }
}

/// The spread of the measured card is between the spreads of the others.
#[test]
fn pooled_intervals_over_trainings_hold_the_mean_of_all_trainings() {
    for (experiment, count) in [3, 4, 8].into_iter().enumerate() {
        let interval = |dice: &mut Dice| {
            let spread = |card: usize| 0.02 + 0.005 * card as f64;
            let cards: Vec<_> = (0..12).map(|card| trainings(dice, count, spread(card), 100)).collect();
            let others = pooled(cards[..8].iter().chain(&cards[9..]).map(Vec::as_slice));
            over_trainings(&cards[8], (0, others), 0.95)
        };
        is_95(coverage(910 + experiment as u64, 1000, 0.0, interval));
    }
}
