//! Sums over games, as integers in any order.

use std::collections::BTreeMap;

use ludex::{Fault, Setup};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::detail::DetailSums;
use super::forfeits::Forfeits;
use crate::add_up::{Failure, Failures, adds_up};
use crate::game::{Outcome, VICTORY};
use crate::stats::{CONFIDENCE, Clusters, Grouped, Histogram, Interval, Moments, grouped_parts_at};

/// Sums of a seat, or of a bot in several seats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatSums {
    /// Victories, including shared ones.
    pub wins: u64,
    /// Shared victories.
    pub ties: u64,
    /// Scores in points, or in thousandths if they are decimals.
    pub score: Grouped,
    /// Score less the mean of the other scores, times the number of other players.
    pub lead: Grouped,
    /// Distribution of the scores.
    pub scores: Histogram,
    /// Victories, clustered by deal.
    pub deals: Clusters,
    /// Share of the victories in each deal that was played from all rotations, in units of
    /// [`crate::game::VICTORY`].
    pub shares: Moments,
    /// Share of the victories in the unfinished deal.
    #[serde(skip)]
    share: i64,
}

/// Sums of a team.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamSums {
    /// Victories, including shared ones.
    pub wins: u64,
    /// Shared victories.
    pub ties: u64,
    /// Victories, clustered by deal.
    pub deals: Clusters,
    /// Number of games in the unfinished deal.
    #[serde(skip)]
    games: u64,
}

adds_up!(TeamSums { wins, ties, deals } keeping games);

impl TeamSums {
    fn add(&mut self, won: bool, shared: bool) {
        self.games += 1;
        self.wins += u64::from(won);
        self.ties += u64::from(won && shared);
    }

    fn close(&mut self) {
        let games = std::mem::take(&mut self.games);
        self.deals.add(self.wins - self.deals.successes, games);
    }
}

/// A game in which a rule failed.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Stopped {
    /// Number of the game, from 0.
    pub game: u64,
    /// Seed of the game, for `ludex play --seed`.
    pub seed: u64,
    /// Rotation of the bots, in seats.
    pub turn: u64,
    /// Source location of the rule: `file:line:column`.
    pub place: String,
    /// Reason for the failure.
    pub message: String,
    /// The rule, in the run that played the game.
    #[serde(skip)]
    fault: Option<Fault>,
}

/// A statistic of the ruleset, in thousandths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatisticSums {
    /// Values of each seat.
    pub seats: Vec<Grouped>,
    /// Values of the winners.
    pub winners: Grouped,
    /// Values of the other players.
    pub others: Grouped,
    /// Values of all players.
    pub all: Grouped,
}

adds_up!(StatisticSums { seats, winners, others, all });

impl StatisticSums {
    fn new(seats: usize) -> Self {
        Self { seats: vec![Grouped::default(); seats], ..Self::default() }
    }

    fn add(&mut self, seat: usize, value: i64, won: bool) {
        self.seats[seat].add(value);
        let part = if won { &mut self.winners } else { &mut self.others };
        part.add(value);
        self.all.add(value);
    }

    fn close(&mut self) {
        let parts = [&mut self.winners, &mut self.others, &mut self.all];
        self.seats.iter_mut().chain(parts).for_each(|sums| _ = sums.close());
    }
}

/// All sums of a simulation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// First failed games, by number.
    pub faults: Failures<Stopped>,
    /// Number of failed games.
    pub failed: u64,
    /// Games that bots lost by forfeit.
    #[serde(default, skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
    /// Decisions with two or more options, by game.
    pub decisions: Grouped,
    /// Distribution of the number of decisions in a game.
    #[serde(default)]
    pub lengths: Histogram,
    /// Total number of options of these decisions.
    pub options: u64,
    /// Scores of the winners, once for each game.
    pub winning: Grouped,
    /// Games with several winners.
    pub shared: u64,
    /// Games without a winner.
    pub unwon: u64,
    /// Games that all players won.
    #[serde(default)]
    pub all_won: u64,
    /// Sums by team.
    #[serde(default)]
    pub teams: Vec<TeamSums>,
    /// First seat of each team.
    #[serde(skip)]
    first_seats: Vec<usize>,
    /// Sums by seat.
    pub seats: Vec<SeatSums>,
    /// Sums by bot, in the order of the list.
    pub bots: Vec<SeatSums>,
    /// Iterations of each phase.
    pub phases: Vec<Grouped>,
    /// Number of games ended by each statement, by source location. Games that ended after the last phase are
    /// not included.
    pub ended_at: BTreeMap<String, u64>,
    /// Sums by statistic of the ruleset.
    pub statistics: Vec<StatisticSums>,
    /// Detailed sums, which need every position; `None` without them.
    pub detail: Option<DetailSums>,
}

impl Failure for Stopped {
    fn number(&self) -> (u64, usize) {
        (self.game, 0)
    }
}

impl Stopped {
    /// Creates a record of a game that ended in a runtime error.
    pub fn new(setup: &Setup, game: u64, turn: u64, seed: u64, fault: Fault) -> Stopped {
        let span = fault.place.as_ref().map(|place| place.span).unwrap_or_default();
        let place = setup.ruleset().sources().place(span);
        Stopped { game, seed, turn, place, message: fault.message.clone(), fault: Some(fault) }
    }
}

adds_up!(SeatSums { wins, ties, score, lead, scores, deals, shares } keeping share);

impl SeatSums {
    /// Adds a game. The seat's part of the victory is divided by `of`, the number of seats that count as one.
    fn add(&mut self, outcome: &Outcome, seat: usize, of: i64) {
        let score = outcome.scores.get(seat).copied().unwrap_or(0);
        self.score.add(score);
        self.scores.add(score);
        self.lead.add(score * outcome.scores.len() as i64 - outcome.scores.iter().sum::<i64>());
        self.share += outcome.part(seat) / of;
        if outcome.has_won(seat) {
            self.wins += 1;
            self.ties += u64::from(outcome.is_shared());
        }
    }

    /// Returns the share of the victories (0 to 1) with its 95 % interval. Each deal counts as `games` games
    /// of this seat. The interval is `None` with too few deals.
    pub fn win_share(&self, games: u64) -> (f64, Option<Interval>) {
        self.win_share_at(games, CONFIDENCE)
    }

    /// Like [`win_share`](Self::win_share), at another confidence level.
    pub fn win_share_at(&self, games: u64, confidence: f64) -> (f64, Option<Interval>) {
        let share = self.shares.mean() / VICTORY as f64 / games as f64;
        let ends = grouped_parts_at(&self.shares, (VICTORY, games), confidence);
        (rounded(share), ends.map(|ends| ends.map(rounded)))
    }

    /// Returns the mean lead in points over the other seats' mean, with its 95 % interval. The interval is
    /// `None` with too few deals.
    pub fn points_ahead(&self, setup: &Setup) -> (f64, Option<Interval>) {
        let point = if setup.has_decimal_score() { 1000.0 } else { 1.0 };
        let others = f64::from(setup.players().saturating_sub(1).max(1));
        let points = |lead: f64| rounded(lead / point / others);
        (points(self.lead.mean()), self.lead.interval(CONFIDENCE).map(|ends| ends.map(points)))
    }

    fn close(&mut self, whole: bool) {
        let games = self.score.close();
        self.lead.close();
        self.deals.add(self.wins - self.deals.successes, games);
        let share = std::mem::take(&mut self.share);
        if whole {
            self.shares.add(share);
        }
    }
}

/// Rounds to 9 decimals. Further digits would be noise, and values within rounding of 0 or 1 become exact.
fn rounded(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}

adds_up!(Sums {
    faults, failed, forfeits, decisions, lengths, options, winning, shared, unwon, all_won, teams, seats, bots, phases, ended_at, statistics, detail
} keeping first_seats);

impl Sums {
    /// Creates empty sums for a number of listed bots.
    pub fn new(setup: &Setup, bots: usize) -> Self {
        Self {
            faults: Failures::default(),
            failed: 0,
            forfeits: Forfeits::default(),
            decisions: Grouped::default(),
            lengths: Histogram::default(),
            options: 0,
            winning: Grouped::default(),
            shared: 0,
            unwon: 0,
            all_won: 0,
            teams: vec![TeamSums::default(); setup.rules().teams().count()],
            first_seats: setup.rules().teams().filter_map(|team| Some(team.seats.first()?.index())).collect(),
            seats: vec![SeatSums::default(); usize::from(setup.players())],
            bots: vec![SeatSums::default(); bots],
            phases: vec![Grouped::default(); setup.phases().count()],
            ended_at: BTreeMap::new(),
            statistics: vec![
                StatisticSums::new(usize::from(setup.players()));
                setup.rules().statistics().count()
            ],
            detail: None,
        }
    }

    /// Adds a game. `entry` maps a seat to the index of its bot.
    pub fn add(&mut self, outcome: &Outcome, entry: impl Fn(usize) -> usize) {
        let decisions = i64::try_from(outcome.decisions).unwrap_or(i64::MAX);
        self.decisions.add(decisions);
        self.lengths.add(decisions);
        self.options += outcome.options;
        let seats = self.seats.len();
        for (seat, sums) in self.seats.iter_mut().enumerate() {
            sums.add(outcome, seat, 1);
            let bot = entry(seat);
            // a bot that fills a team counts the team's victory once
            let of = if self.teams.is_empty() {
                1
            } else {
                (0..seats).filter(|other| entry(*other) == bot).count()
            };
            self.bots[bot].add(outcome, seat, of as i64);
        }
        for (team, seat) in self.teams.iter_mut().zip(&self.first_seats) {
            team.add(outcome.has_won(*seat), outcome.is_shared());
        }
        self.shared += u64::from(outcome.is_shared());
        self.all_won += u64::from(outcome.winners.len() == outcome.scores.len());
        match outcome.winners.first() {
            Some(winner) => self.winning.add(outcome.scores.get(winner.index()).copied().unwrap_or(0)),
            None => self.unwon += 1,
        }
        for (sum, count) in self.phases.iter_mut().zip(&outcome.phases) {
            sum.add(*count);
        }
        let each = self.statistics.len().max(1);
        for (seat, values) in outcome.statistics.chunks(each).enumerate() {
            let won = outcome.has_won(seat);
            let sums = self.statistics.iter_mut().zip(values);
            sums.for_each(|(sums, value)| sums.add(seat, value.thousandths, won));
        }
    }

    /// Completes a deal of `turns` games. Shares of the victory count only if all games of the deal were
    /// finished.
    pub fn close(&mut self, turns: u64) {
        let whole = self.decisions.close() == turns;
        self.winning.close();
        self.phases.iter_mut().for_each(|sums| _ = sums.close());
        self.statistics.iter_mut().for_each(StatisticSums::close);
        self.seats.iter_mut().chain(&mut self.bots).for_each(|sums| sums.close(whole));
        self.teams.iter_mut().for_each(TeamSums::close);
    }

    /// Returns the number of games played to their end.
    pub fn finished(&self) -> u64 {
        self.decisions.all.n
    }

    /// Returns the number of games played, including failed games.
    pub fn played(&self) -> u64 {
        self.finished() + self.failed
    }

    /// Adds a game that ended in a runtime error.
    pub fn fault(&mut self, stopped: Stopped) {
        self.failed += 1;
        self.faults.push(stopped);
    }

    /// Returns the number of games without an end among the recorded failures.
    pub fn endless(&self) -> u64 {
        let is_endless =
            |stopped: &&Stopped| stopped.fault.as_ref().is_some_and(|fault| fault.kind.is_endless());
        self.faults.iter().filter(is_endless).count() as u64
    }

    /// Returns true if all recorded failures have the same rule and reason.
    pub fn one_rule_failed(&self) -> bool {
        self.faults.windows(2).all(|two| two[0].fault == two[1].fault)
    }
}
