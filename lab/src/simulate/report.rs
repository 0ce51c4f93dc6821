//! Report of a simulation: values with a JSON form (`docs/json.md`), computed from the sums.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::subject::Team;
use super::{DetailReport, Forfeits, SeatSums, StatisticSums, Stopped, Subject, Sums, TeamSums};
use crate::add_up::AddUp;
use crate::report::{Head, Timing, of_deals, too_few, who_played};
use crate::stats::{CONFIDENCE, Grouped, Histogram, Interval, Moments, bonferroni};

/// Elapsed time and speed of a run.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Speed {
    /// Elapsed time.
    #[serde(flatten)]
    pub timing: Timing,
    /// Decisions with two or more options per second; absent with `--no-timing`.
    pub decisions_per_s: f64,
    /// Games per second; absent with `--no-timing`.
    pub games_per_s: f64,
}

impl Speed {
    /// Computes the speed from the sums of a run.
    pub fn new(sums: &Sums, timing: Timing) -> Speed {
        let seconds = timing.elapsed_s.max(1e-9);
        let (decisions, games) = (decisions(sums) as f64, sums.finished() as f64);
        Speed { timing, decisions_per_s: decisions / seconds, games_per_s: games / seconds }
    }
}

fn decisions(sums: &Sums) -> u64 {
    u64::try_from(sums.decisions.all.sum).unwrap_or(u64::MAX)
}

/// Report of a simulation. Scores are in points, also if the game counts in decimals; rates are shares of 1.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
#[schemars(rename = "SimulationReport")]
pub struct SimulateReport {
    /// Version of the document: 1.
    pub version: u32,
    /// The game.
    #[serde(flatten)]
    pub head: Head,
    /// Games requested; with `--rotate` rounded up, so that each deal is played from each rotation.
    pub games: u64,
    /// Games played to their end. Rates and means are over these.
    pub finished: u64,
    /// Deals of the finished games.
    pub deals: u64,
    /// Games in which a rule failed. Games that a stopped run didn't begin are neither finished nor failed.
    pub failed: u64,
    /// Seed of the run; deal `i` (from 0) has output `i + 1` of splitmix64 from it.
    pub seed: u64,
    /// Description of the players and its meaning: `random players: results of the rules, not of skilled play`.
    pub who: String,
    /// True if deals were played from several rotations of the seats; false if all seats have the same bot.
    pub rotate: bool,
    /// Games per deal. With `t` of them, game `i` plays deal `i div t`, and seat `s` has the bot of seat `s + i mod t`.
    pub turns: u64,
    /// Decisions with two or more options, in all games.
    pub decisions: u64,
    /// Speed of the run; absent with `--no-timing`.
    #[serde(flatten)]
    pub speed: Option<Speed>,
    /// Mean number of decisions with two or more options in a game.
    pub mean_decisions: f64,
    /// Standard deviation of the number of decisions.
    pub sd_decisions: f64,
    /// Standard error of the mean number of decisions.
    pub se_decisions: f64,
    /// Mean number of options of such a decision.
    pub mean_options: f64,
    /// Mean score of the winners, once for each game.
    pub mean_winning_score: f64,
    /// Standard deviation of the winning score.
    pub sd_winning_score: f64,
    /// Standard error of the mean winning score.
    pub se_winning_score: f64,
    /// Share of games with several winners; a team is one winner.
    pub shared: f64,
    /// Share of games without a winner.
    pub unwon: f64,
    /// Share of games that all players won.
    pub all_won: f64,
    /// True if the rules decide for each player who has won (`won:`). Then no victory is shared.
    pub won_is_said: bool,
    /// Results by team; empty without teams.
    pub teams: Vec<TeamReport>,
    /// Results by seat.
    pub seats: Vec<SeatReport>,
    /// Results by bot, each listed once.
    pub bots: Vec<BotReport>,
    /// Distribution of the scores of all seats.
    pub scores: HistogramReport,
    /// Distribution of the number of decisions in a game.
    pub lengths: HistogramReport,
    /// Iterations of each phase in a game.
    pub phases: BTreeMap<String, Spread>,
    /// Statistics that the ruleset defines, at the end of a game.
    pub statistics: Vec<StatisticReport>,
    /// Statements that ended the games, the most frequent first.
    pub ended: Vec<EndReport>,
    /// Results that need every position; `null` unless `--detail` is given or a bot searches.
    pub detail: Option<DetailReport>,
    /// Parts of `detail` that are missing: `lead`, `never`, `choices`, `cards`.
    pub left_out: Vec<&'static str>,
    /// The first twenty games in which a rule failed. They are not counted elsewhere.
    pub faults: Vec<Stopped>,
    /// Games that a program lost by forfeit; absent without one.
    #[serde(skip_serializing_if = "Forfeits::is_empty")]
    pub forfeits: Forfeits,
}

/// A seat.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SeatReport {
    /// Number of the seat, from 1.
    pub seat: u8,
    /// Name of the seat.
    pub name: String,
    /// Results of its games.
    #[serde(flatten)]
    pub results: ResultsReport,
}

/// A team.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct TeamReport {
    /// Name of the team, or its label.
    pub name: String,
    /// Numbers of its seats, from 1.
    pub seats: Vec<u8>,
    /// Victories, including shared ones.
    pub wins: u64,
    /// Victories shared with other winners.
    pub ties: u64,
    /// Share of games won; a shared victory counts fully.
    pub win_rate: f64,
    /// 95 % interval of `win_rate`; `null` with fewer than eight deals.
    pub ci95: Option<Interval>,
    /// Share of the victories: each of `k` winners has `1/k`.
    pub win_share: f64,
    /// 95 % interval of `win_share`; `null` with fewer than eight deals.
    pub win_share_ci95: Option<Interval>,
}

/// A bot, in all seats that it had.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct BotReport {
    /// Name of the bot.
    pub bot: String,
    /// Games, counted once for each seat of the bot.
    pub games: u64,
    /// Results of its games.
    #[serde(flatten)]
    pub results: ResultsReport,
}

/// Results of a seat or of a bot.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct ResultsReport {
    /// Victories, including shared ones.
    pub wins: u64,
    /// Victories shared with other winners.
    pub ties: u64,
    /// Share of games won; a shared victory counts fully.
    pub win_rate: f64,
    /// 95 % interval of `win_rate`; `null` with fewer than eight deals, if games or seats are clustered.
    pub ci95: Option<Interval>,
    /// Share of the victories: each of `k` winners has `1/k`. Tables, pages and the other experiments use it.
    pub win_share: f64,
    /// 95 % interval of `win_share`; `null` with fewer than eight deals.
    pub win_share_ci95: Option<Interval>,
    /// Mean of the score.
    pub mean_score: f64,
    /// Standard deviation of the score.
    pub sd_score: f64,
    /// Standard error of the mean score.
    pub se_score: f64,
}

/// Distribution of a number.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct HistogramReport {
    /// Width of a bin: it holds numbers from its first to less than this more.
    pub width: f64,
    /// First number and count of each bin that is not empty.
    pub counts: Vec<(f64, u64)>,
}

/// A statistic of the ruleset.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct StatisticReport {
    /// Name of the statistic.
    pub name: String,
    /// Mean of a seat in a game.
    pub mean: f64,
    /// Interval of `mean`, joint with the other statistics at 95 %; `null` with fewer than eight deals.
    pub interval: Option<Interval>,
    /// Values of each seat.
    pub seats: Vec<Spread>,
    /// Values of the winners.
    pub winners: Spread,
    /// Values of the other players.
    pub others: Spread,
}

/// Statement that ended games.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
pub struct EndReport {
    /// The statement `end game` as `file:line:column`; `null` if the phases were over.
    pub place: Option<String>,
    /// Number of games.
    pub games: u64,
}

/// A mean of games.
#[derive(Debug, Clone, Copy, PartialEq, JsonSchema, Serialize)]
pub struct Spread {
    /// Mean over games.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// Standard error of the mean, clustered by deal.
    pub se: f64,
}

impl Spread {
    /// Computes the spread. `unit` is the number of sum units per reported unit.
    pub(crate) fn new(sums: &Moments, unit: f64) -> Spread {
        Spread { mean: sums.mean() / unit, sd: sums.sd() / unit, se: sums.se() / unit }
    }

    /// Like [`new`](Self::new), for values that are clustered by deal.
    pub(crate) fn from_grouped(sums: &Grouped, unit: f64) -> Spread {
        Spread { se: sums.se() / unit, ..Spread::new(&sums.all, unit) }
    }
}

impl SimulateReport {
    /// Creates the report.
    pub fn new(subject: &Subject, sums: &Sums, speed: Option<Speed>) -> SimulateReport {
        let unit = if subject.decimal { 1000.0 } else { 1.0 };
        let finished = sums.finished();
        let length = Spread::from_grouped(&sums.decisions, 1.0);
        let winning = Spread::from_grouped(&sums.winning, unit);
        let seats = sums.seats.iter().zip(&subject.seats).enumerate();
        let bots = sums.bots.iter().zip(&subject.bots).enumerate();
        let bots = bots.filter(|(i, (_, bot))| !subject.bots[..*i].contains(bot));
        let detail = subject.names.as_ref().zip(sums.detail.as_ref());
        let phases = subject.phases.iter().cloned().zip(&sums.phases);
        SimulateReport {
            version: ludex::JSON_VERSION,
            head: subject.head.clone(),
            games: subject.games,
            finished,
            deals: sums.decisions.groups,
            failed: sums.failed,
            seed: subject.seed,
            who: who_played(&subject.bots, subject.wants.as_deref(), &subject.head.made),
            rotate: subject.turns > 1,
            turns: subject.turns,
            decisions: decisions(sums),
            speed,
            mean_decisions: length.mean,
            sd_decisions: length.sd,
            se_decisions: length.se,
            mean_options: share(sums.options, decisions(sums)),
            mean_winning_score: winning.mean,
            sd_winning_score: winning.sd,
            se_winning_score: winning.se,
            shared: share(sums.shared, finished),
            unwon: share(sums.unwon, finished),
            all_won: share(sums.all_won, finished),
            won_is_said: subject.won_is_said,
            teams: subject
                .teams
                .iter()
                .zip(&sums.teams)
                .map(|(team, of)| TeamReport::new(team, of, sums, subject.turns))
                .collect(),
            seats: seats
                .map(|(i, (sums, name))| SeatReport::new(i, name, sums, (unit, subject.turns)))
                .collect(),
            bots: bots
                .map(|(i, (sums, bot))| BotReport::new(bot, sums, (unit, subject.trials_of(i))))
                .collect(),
            scores: HistogramReport::of_scores(sums, unit),
            lengths: HistogramReport::new(&sums.lengths, 1.0),
            phases: phases.map(|(name, sums)| (name, Spread::from_grouped(sums, 1.0))).collect(),
            statistics: statistics(subject, sums),
            ended: ends(sums),
            detail: detail.map(|(names, sums)| DetailReport::new(names, sums)),
            left_out: left_out(sums),
            faults: sums.faults.to_vec(),
            forfeits: sums.forfeits.clone(),
        }
    }
}

impl SimulateReport {
    /// Returns the reason if intervals are missing because of too few deals, and a remedy.
    pub fn left_out_intervals(&self) -> Option<String> {
        let of_statistics = self.statistics.iter().any(|statistic| statistic.interval.is_none());
        let of_bots = self.bots.len() > 1 && self.bots.iter().any(|bot| bot.results.ci95.is_none());
        let of_seats = self.seats.iter().any(|seat| seat.results.ci95.is_none());
        let left_out = of_seats || of_bots || of_statistics || self.detail.is_some();
        too_few(self.deals, self.turns).filter(|_| left_out)
    }

    /// Formats `20 games`, or `20 games of 4 deals`.
    pub fn played(&self) -> String {
        of_deals(self.finished, self.deals)
    }
}

impl SimulateReport {
    /// Returns true if in all games either all players won or no player won. Then no seat can be better than
    /// another.
    pub fn is_together(&self) -> bool {
        let some_won = 1.0 - self.all_won - self.unwon;
        (self.won_is_said || self.seats.len() == 1) && some_won.abs() < 1e-9
    }

    /// Returns the share of a seat if all are equal, or `None` if the rules decide separately for each
    /// player.
    pub fn equal_share(&self) -> Option<f64> {
        let sides = if self.teams.is_empty() { self.seats.len() } else { self.teams.len() };
        (!self.won_is_said).then(|| 1.0 / sides.max(1) as f64)
    }

    /// Formats the frequencies with which all, some and no players won:
    /// `won by all in 31.0 % of games (28.2–33.9)`. Returns `None` unless the rules decide separately for
    /// each player.
    pub fn who_won(&self) -> Option<String> {
        if !self.won_is_said {
            return None;
        }
        let rate = |share: f64| format!("{:.1} %", 100.0 * share);
        let within = self.seats.first().and_then(|seat| seat.results.ci95).filter(|_| self.is_together());
        let within = within.map(|[low, high]| format!(" ({:.1}–{:.1})", 100.0 * low, 100.0 * high));
        let some = 1.0 - self.all_won - self.unwon;
        let by_some = if self.is_together() { String::new() } else { format!(", by some in {}", rate(some)) };
        let by = if self.seats.len() == 1 { "" } else { " by all" };
        let none = if self.seats.len() == 1 {
            String::new()
        } else {
            format!(", by no player in {}", rate(self.unwon))
        };
        Some(format!(
            "won{by} in {} of games{}{by_some}{none}",
            rate(self.all_won),
            within.unwrap_or_default()
        ))
    }
}

impl TeamReport {
    /// Creates the report of a team. Its share is that of any of its seats.
    fn new(team: &Team, sums: &TeamSums, all: &Sums, turns: u64) -> TeamReport {
        let seat = team.seats.first().and_then(|number| all.seats.get(usize::from(*number) - 1));
        let (win_share, win_share_ci95) = seat.map_or((0.0, None), |seat| seat.win_share(turns));
        TeamReport {
            name: team.name.clone(),
            seats: team.seats.clone(),
            wins: sums.wins,
            ties: sums.ties,
            win_rate: sums.deals.share(),
            ci95: sums.deals.interval(CONFIDENCE),
            win_share,
            win_share_ci95,
        }
    }
}

impl SeatReport {
    fn new(index: usize, name: &str, sums: &SeatSums, counted: (f64, u64)) -> SeatReport {
        let results = ResultsReport::new(sums, counted);
        SeatReport { seat: index as u8 + 1, name: name.to_owned(), results }
    }
}

impl BotReport {
    fn new(bot: &str, sums: &SeatSums, counted: (f64, u64)) -> BotReport {
        let (bot, games) = (bot.to_owned(), sums.deals.trials);
        BotReport { bot, games, results: ResultsReport::new(sums, counted) }
    }
}

impl ResultsReport {
    /// Creates the report of a seat's sums. A point is `unit` sum units, and a deal counts as `games` games.
    fn new(sums: &SeatSums, (unit, games): (f64, u64)) -> ResultsReport {
        let score = Spread::from_grouped(&sums.score, unit);
        let (win_share, win_share_ci95) = sums.win_share(games);
        ResultsReport {
            wins: sums.wins,
            ties: sums.ties,
            win_rate: sums.deals.share(),
            ci95: sums.deals.interval(CONFIDENCE),
            win_share,
            win_share_ci95,
            mean_score: score.mean,
            sd_score: score.sd,
            se_score: score.se,
        }
    }
}

impl HistogramReport {
    /// Creates the report of a histogram. `unit` is the number of sum units per reported unit.
    fn new(histogram: &Histogram, unit: f64) -> HistogramReport {
        let counts = histogram.counts().map(|(from, count)| (from as f64 / unit, count)).collect();
        HistogramReport { width: (1_u64 << histogram.power) as f64 / unit, counts }
    }

    fn of_scores(sums: &Sums, unit: f64) -> HistogramReport {
        let mut all = Histogram::default();
        sums.seats.iter().for_each(|seat| all.add_up(seat.scores.clone()));
        HistogramReport::new(&all, unit)
    }

    /// Returns the histogram with at most `most` bins of equal width, from the smallest number to the
    /// largest, including empty bins.
    pub fn coarse(&self, most: usize) -> HistogramReport {
        let ends = self.counts.first().zip(self.counts.last());
        let Some((first, last)) = ends.map(|((first, _), (last, _))| (*first, *last)) else {
            return self.clone();
        };
        let fine = (((last - first) / self.width).round() as usize).saturating_add(1);
        let width = self.width * fine.div_ceil(most.max(1)) as f64;
        let bin = |from: f64| ((from - first) / width) as usize;
        let mut counts: Vec<_> = (0..=bin(last)).map(|i| (first + i as f64 * width, 0)).collect();
        self.counts.iter().for_each(|(from, count)| counts[bin(*from)].1 += count);
        HistogramReport { width, counts }
    }

    /// Returns only the counts of the coarse bins.
    pub fn bins(&self, most: usize) -> Vec<u64> {
        self.coarse(most).counts.into_iter().map(|(_, count)| count).collect()
    }
}

fn statistics(subject: &Subject, sums: &Sums) -> Vec<StatisticReport> {
    let confidence = bonferroni(CONFIDENCE, sums.statistics.len());
    let all = subject.statistics.iter().zip(&sums.statistics);
    all.map(|(name, sums)| StatisticReport::new(name, sums, confidence)).collect()
}

impl StatisticReport {
    fn new(name: &str, sums: &StatisticSums, confidence: f64) -> StatisticReport {
        let unit = 1000.0;
        StatisticReport {
            name: name.to_owned(),
            mean: sums.all.mean() / unit,
            interval: sums.all.interval(confidence).map(|interval| interval.map(|end| end / unit)),
            seats: sums.seats.iter().map(|seat| Spread::from_grouped(seat, unit)).collect(),
            winners: Spread::from_grouped(&sums.winners, unit),
            others: Spread::from_grouped(&sums.others, unit),
        }
    }
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

fn ends(sums: &Sums) -> Vec<EndReport> {
    let place = |place: &String| Some(place.clone()).filter(|place| !place.is_empty());
    let ends = sums.ended_at.iter().map(|(at, games)| EndReport { place: place(at), games: *games });
    let mut ends: Vec<EndReport> = ends.collect();
    ends.sort_by_key(|end| std::cmp::Reverse(end.games));
    ends
}

/// Lists the parts that a report of these sums lacks, by field name.
fn left_out(sums: &Sums) -> Vec<&'static str> {
    match &sums.detail {
        None => vec!["lead", "never", "choices", "cards"],
        Some(detail) if detail.lead.changes.all.n == 0 => vec!["lead"],
        Some(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_form_of_a_histogram_keeps_all_counts_and_the_gaps() {
        let histogram = |counts: &[(f64, u64)]| HistogramReport { width: 1.0, counts: counts.to_vec() };
        let lengths = histogram(&[(3.0, 2), (4.0, 5), (7.0, 1)]);
        assert_eq!(lengths.bins(10), [2, 5, 0, 0, 1]);
        assert_eq!(lengths.bins(3), [7, 0, 1]);
        assert_eq!(lengths.bins(1), [8]);
        assert_eq!(histogram(&[]).bins(10), [0_u64; 0]);
    }
}
