//! What is summed up of games: whole numbers only, so that their order does not matter.

use std::collections::BTreeMap;

use ludex::{Fault, Setup};
use serde::{Deserialize, Serialize};

use super::detail::DetailSums;
use crate::game::Outcome;
use crate::stats::{Clusters, Histogram, Moments};

/// Most stopped games that are remembered: those with the smallest numbers.
const REMEMBERED: usize = 20;

/// What is summed up of a seat, or of whoever sat in several.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSums {
    /// Victories, shared ones too.
    pub wins: u64,
    /// Shared victories.
    pub ties: u64,
    /// Scores: points, or thousandths where they are decimals.
    pub score: Moments,
    /// How often each score came.
    pub scores: Histogram,
    /// Victories by deal.
    pub deals: Clusters,
    /// Of each deal that was played from all turns the parts of the victories, of [`crate::game::VICTORY`].
    pub shares: Moments,
}

/// A game that stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// Its number, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// By how many seats the bots were turned.
    pub turn: u64,
    /// Where the rule stands that failed: `file:line:column`.
    pub place: String,
    /// Why it did.
    pub message: String,
    /// The rule, in the run that played the game.
    #[serde(skip)]
    fault: Option<Fault>,
}

/// A statistic of the ruleset, in thousandths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatisticSums {
    /// Of each seat.
    pub seats: Vec<Moments>,
    /// Of those who won.
    pub winners: Moments,
    /// Of those who did not.
    pub others: Moments,
    /// Of all seats in all games of a deal together: deals have nothing to do with each other.
    pub deals: Moments,
}

impl StatisticSums {
    fn new(seats: usize) -> Self {
        Self { seats: vec![Moments::default(); seats], ..Self::default() }
    }

    fn add(&mut self, seat: usize, value: i64, won: bool) {
        self.seats[seat].add(value);
        let part = if won { &mut self.winners } else { &mut self.others };
        part.add(value);
    }

    fn merge(&mut self, other: &StatisticSums) {
        self.seats.iter_mut().zip(&other.seats).for_each(|(sums, more)| sums.merge(more));
        self.winners.merge(&other.winners);
        self.others.merge(&other.others);
        self.deals.merge(&other.deals);
    }
}

/// Everything that is summed up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// The first games that stopped, by number.
    pub faults: Vec<Stopped>,
    /// How many stopped.
    pub failed: u64,
    /// Decisions with two or more options, by game.
    pub decisions: Moments,
    /// How many options these had in all.
    pub options: u64,
    /// Scores of those who won, once for each game.
    pub winning: Moments,
    /// Games that several won.
    pub shared: u64,
    /// Games that nobody won.
    pub unwon: u64,
    /// By seat.
    pub seats: Vec<SeatSums>,
    /// By bot, as they are listed.
    pub bots: Vec<SeatSums>,
    /// Iterations of each phase.
    pub phases: Vec<Moments>,
    /// How many games each statement ended, by its place; those whose phases were over have none.
    pub ended_at: BTreeMap<String, u64>,
    /// By statistic of the ruleset.
    pub statistics: Vec<StatisticSums>,
    /// What needs a look at every position.
    pub detail: Option<DetailSums>,
}

impl Stopped {
    /// A game of a setup that stopped.
    pub fn new(setup: &Setup, game: u64, turn: u64, seed: u64, fault: Fault) -> Stopped {
        let span = fault.place.as_ref().map(|place| place.span).unwrap_or_default();
        let place = setup.ruleset().sources().place(span);
        Stopped { game, seed, turn, place, message: fault.message.clone(), fault: Some(fault) }
    }
}

impl SeatSums {
    fn add(&mut self, outcome: &Outcome, seat: usize) {
        let score = outcome.scores.get(seat).copied().unwrap_or(0);
        self.score.add(score);
        self.scores.add(score);
        if outcome.won(seat) {
            self.wins += 1;
            self.ties += u64::from(outcome.winners.len() > 1);
        }
    }

    fn merge(&mut self, other: &SeatSums) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.score.merge(&other.score);
        self.scores.merge(&other.scores);
        self.deals.merge(&other.deals);
        self.shares.merge(&other.shares);
    }

    fn add_deal(&mut self, deal: &DealOf, whole: bool) {
        self.deals.add(deal.wins, deal.games);
        if whole {
            self.shares.add(deal.share);
        }
    }
}

impl Sums {
    /// Nothing yet, of so many bots as they are listed.
    pub fn new(setup: &Setup, bots: usize) -> Self {
        Self {
            faults: Vec::new(),
            failed: 0,
            decisions: Moments::default(),
            options: 0,
            winning: Moments::default(),
            shared: 0,
            unwon: 0,
            seats: vec![SeatSums::default(); usize::from(setup.players())],
            bots: vec![SeatSums::default(); bots],
            phases: vec![Moments::default(); setup.phases().count()],
            ended_at: BTreeMap::new(),
            statistics: vec![
                StatisticSums::new(usize::from(setup.players()));
                setup.rules().statistics().count()
            ],
            detail: None,
        }
    }

    /// Adds a game; `entry` says which bot had a seat.
    pub fn add(&mut self, outcome: &Outcome, entry: impl Fn(usize) -> usize) {
        self.decisions.add(i64::try_from(outcome.decisions).unwrap_or(i64::MAX));
        self.options += outcome.options;
        for (seat, sums) in self.seats.iter_mut().enumerate() {
            sums.add(outcome, seat);
            self.bots[entry(seat)].add(outcome, seat);
        }
        self.shared += u64::from(outcome.winners.len() > 1);
        match outcome.winners.first() {
            Some(winner) => self.winning.add(outcome.scores.get(winner.index()).copied().unwrap_or(0)),
            None => self.unwon += 1,
        }
        for (sum, count) in self.phases.iter_mut().zip(&outcome.phases) {
            sum.add(*count);
        }
        let each = self.statistics.len().max(1);
        for (seat, values) in outcome.statistics.chunks(each).enumerate() {
            let won = outcome.won(seat);
            let sums = self.statistics.iter_mut().zip(values);
            sums.for_each(|(sums, value)| sums.add(seat, value.thousandths, won));
        }
    }

    /// Adds the games of a deal, each seat's and each bot's; statistics and shares, if it was played from all turns.
    pub fn add_deal(&mut self, deal: &Deal, turns: u64) {
        let whole = deal.games == turns;
        if whole {
            self.statistics.iter_mut().zip(&deal.statistics).for_each(|(sums, sum)| sums.deals.add(*sum));
        }
        self.seats.iter_mut().zip(&deal.seats).for_each(|(sums, deal)| sums.add_deal(deal, whole));
        self.bots.iter_mut().zip(&deal.bots).for_each(|(sums, deal)| sums.add_deal(deal, whole));
    }

    /// Adds a game that stopped.
    pub fn fault(&mut self, stopped: Stopped) {
        self.failed += 1;
        self.faults.push(stopped);
        self.shorten();
    }

    /// Whether all games that stopped did so at the same rule for the same reason.
    pub fn one_rule_failed(&self) -> bool {
        self.faults.windows(2).all(|two| two[0].fault == two[1].fault)
    }

    fn shorten(&mut self) {
        self.faults.sort_by_key(|f| f.game);
        self.faults.truncate(REMEMBERED);
    }

    /// Adds what was summed up elsewhere.
    pub fn merge(&mut self, other: &Sums) {
        self.failed += other.failed;
        self.faults.extend(other.faults.iter().cloned());
        self.shorten();
        self.decisions.merge(&other.decisions);
        self.options += other.options;
        self.winning.merge(&other.winning);
        self.shared += other.shared;
        self.unwon += other.unwon;
        self.seats.iter_mut().zip(&other.seats).for_each(|(sums, more)| sums.merge(more));
        self.bots.iter_mut().zip(&other.bots).for_each(|(sums, more)| sums.merge(more));
        self.phases.iter_mut().zip(&other.phases).for_each(|(sums, more)| sums.merge(more));
        self.statistics.iter_mut().zip(&other.statistics).for_each(|(sums, more)| sums.merge(more));
        for (place, games) in &other.ended_at {
            *self.ended_at.entry(place.clone()).or_default() += games;
        }
        match (&mut self.detail, &other.detail) {
            (Some(sums), Some(more)) => sums.merge(more),
            (sums @ None, Some(more)) => *sums = Some(more.clone()),
            (_, None) => {}
        }
    }
}

/// What a seat or a bot did in the games of a deal.
#[derive(Debug, Clone, Copy, Default)]
struct DealOf {
    wins: u64,
    games: u64,
    /// Its parts of the victories.
    share: i64,
}

/// The games of one deal.
#[derive(Debug, Clone, Default)]
pub struct Deal {
    seats: Vec<DealOf>,
    bots: Vec<DealOf>,
    games: u64,
    statistics: Vec<i64>,
}

impl Deal {
    /// No game yet, of so many seats and bots.
    pub fn begin(&mut self, seats: usize, bots: usize) {
        self.seats.clear();
        self.seats.resize(seats, DealOf::default());
        self.bots.clear();
        self.bots.resize(bots, DealOf::default());
        self.games = 0;
        self.statistics.clear();
    }

    /// Adds a game.
    pub fn add(&mut self, outcome: &Outcome, entry: impl Fn(usize) -> usize) {
        for seat in 0..self.seats.len() {
            let (won, part) = (u64::from(outcome.won(seat)), outcome.part(seat));
            for of in [&mut self.seats[seat], &mut self.bots[entry(seat)]] {
                of.wins += won;
                of.games += 1;
                of.share += part;
            }
        }
        self.games += 1;
        let each = outcome.statistics.len() / self.seats.len().max(1);
        self.statistics.resize(each, 0);
        for values in outcome.statistics.chunks(each.max(1)) {
            self.statistics.iter_mut().zip(values).for_each(|(sum, value)| *sum += value.thousandths);
        }
    }
}
