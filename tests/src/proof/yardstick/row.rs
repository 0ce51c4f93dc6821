//! Measurements of one game with one number of players.

use ludex_tests::inside::*;
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use allocation_counter::measure;
use ludex::{Playout, Ruleset};
use ludex_run::state::State;
use ludex_tests::measure::{Player, by_hand, halfway};
use ludex_tests::rulesets::spread;

/// Minimum time of a measurement.
const LONG_ENOUGH: Duration = Duration::from_millis(100);
/// Number of games whose allocations are counted, after playing them once.
const COUNTED: u64 = 300;
/// Number of copies in a measurement.
const COPIES: u32 = 20_000;
/// Hand-written game and its number of players that serve as the unit for games without a twin.
const UNIT: (&str, u8) = ("kabale", 4);

/// Heading of the table.
pub const HEADING: &str = "\
| game | players | decisions/s | games/s | ns/decision | by hand, ns | ratio | allocations/decision | state, bytes | copy, ns | against the baseline |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|";

/// Note below the table.
pub const NOTE: &str = "\
A decision has two or more options. In brackets: no twin; the unit is Kabale by hand with 4 players, in the same rounds.";

/// Figures of a row; times are medians in nanoseconds.
pub struct Row {
    id: String,
    players: u8,
    interpreted: f64,
    /// Number of decisions in a game.
    length: f64,
    by_hand: f64,
    /// True if the hand-written game is the same game.
    own: bool,
    /// Median of the ratios of all rounds.
    pub ratio: f64,
    allocations: f64,
    bytes: usize,
    copy: f64,
}

impl Row {
    /// Measures a game and its twin in turns.
    pub fn measure(ruleset: &Ruleset, players: u8, rounds: usize) -> Row {
        let id = ruleset.id();
        let setup = ruleset.setup(players, &[]).expect("a game for so many players");
        let mut playout = Playout::new(&setup);
        let mut interpret = |seed| playout.random(seed).expect("no rule fails").decisions();
        let twin = by_hand(id, players);
        let own = twin.is_some();
        let mut hand = twin.unwrap_or_else(unit);
        let (length, allocations) = counted(&mut interpret);

        let halfway = halfway(ruleset, players);
        let from = halfway.state();
        let mut to = from.clone();
        let bytes = size_of::<State>() + measure(|| to = from.clone()).bytes_total as usize;

        let (mut interpreted, mut by_hand, mut ratios, mut copies) = (vec![], vec![], vec![], vec![]);
        for _ in 0..rounds {
            let (slow, fast) = (cost(&mut interpret), cost(&mut hand));
            interpreted.push(slow);
            by_hand.push(fast);
            ratios.push(slow / fast);
            copies.push(cost_of_a_copy(from, &mut to));
        }
        Row {
            id: id.to_owned(),
            players,
            interpreted: median(interpreted),
            length,
            by_hand: median(by_hand),
            own,
            ratio: median(ratios),
            allocations,
            bytes,
            copy: median(copies),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { id, players, interpreted, length, allocations, bytes, copy, .. } = self;
        let speed = 1e9 / interpreted;
        let games = speed / length;
        let bracketed = |n: f64| if self.own { format!("{n:.1}") } else { format!("({n:.1})") };
        let (by_hand, ratio) = (bracketed(self.by_hand), bracketed(self.ratio));
        write!(f, "| {id} | {players} | {speed:.0} | {games:.0} | {interpreted:.1} | {by_hand} | {ratio} |")?;
        write!(f, " {allocations} | {bytes} | {copy:.0} |")
    }
}

/// Creates the player of the unit.
fn unit() -> Player {
    by_hand(UNIT.0, UNIT.1).expect("the unit is written by hand")
}

/// Returns nanoseconds for one decision of the unit: the median of several measurements.
pub fn cost_of_the_unit(rounds: usize) -> f64 {
    let mut hand = unit();
    median((0..rounds).map(|_| cost(&mut hand)).collect())
}

/// Returns decisions per game, and allocations per decision once the buffers have grown.
fn counted(play: &mut impl FnMut(u64) -> u64) -> (f64, f64) {
    let mut all = || -> u64 { (0..COUNTED).map(|game| play(spread(game))).sum() };
    let decisions = all() as f64;
    let allocations = measure(|| {
        all();
    });
    (decisions / COUNTED as f64, allocations.count_total as f64 / decisions)
}

/// Returns nanoseconds per decision.
fn cost(play: &mut impl FnMut(u64) -> u64) -> f64 {
    let (start, mut decisions, mut game) = (Instant::now(), 0, 0);
    loop {
        for _ in 0..100 {
            decisions += play(spread(game));
            game += 1;
        }
        let passed = start.elapsed();
        if passed >= LONG_ENOUGH {
            return passed.as_nanos() as f64 / decisions as f64;
        }
    }
}

/// Returns nanoseconds per copy of a position.
fn cost_of_a_copy(from: &State, to: &mut State) -> f64 {
    let start = Instant::now();
    for _ in 0..COPIES {
        to.clone_from(black_box(from));
        black_box(&mut *to);
    }
    start.elapsed().as_nanos() as f64 / f64::from(COPIES)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
