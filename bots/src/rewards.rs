//! Rewards: the value of a game's end for each seat, where 0.5 is average and more is better.
//!
//! - Victory: 0.9 for the victory (divided if several players win) and 0.1 for the score relative to the
//!   others, as an aim when victory is certain or lost.
//! - Score: the lead alone, and linear: twice as many chips are worth twice as much.
//! - Rank: the share of opponents with a lower score.
//!
//! If all players win or lose together, or there is one player, the score is compared with those of other
//! ends. It counts less than the victory if ends differ in that. If the score at the last decision is recorded,
//! a loss that costs the whole score leaves a part of it: more points on the way to a loss are better than
//! fewer. If all ends are equal in all this, the length of the game counts, with the scores on the way.
//!
//! A team counts as one player with the mean score of its members; only players of other teams are opponents.
//! If the rules define the winners (`won:`), a victory is not divided: each winner has all of it.

use ludex_check::model::Goal;
use ludex_run::program::Program;

/// Weight of the score; the victory has the rest.
const SCORE: f64 = 0.1;
/// Reward of a lead of mean size, in addition to 0.5, when playing for the score.
const LEAD: f64 = 0.25;
/// Share of a score that still counts when players who win or lose together lose all of it at the end.
const LOST: f64 = 0.1;
/// Number of ends without a difference after which the length of games is compared.
const ALIKE: f64 = 16.0;

/// Result of a playout for a seat.
#[derive(Debug, Clone, Copy, Default)]
pub struct Worth {
    /// Total reward.
    pub all: f64,
    /// Share of the victory.
    pub share: f64,
    /// Score minus the mean score of the others.
    pub lead: f64,
}

impl Worth {
    /// Returns the result of the only opponent, in a game of two players in which one wins what the other
    /// loses.
    pub fn of_other(self) -> Self {
        Self { all: 1.0 - self.all, share: 1.0 - self.share, lead: -self.lead }
    }
}

/// Statistics of the observed ends, by which scores are normalised.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ends {
    /// Number of observed ends.
    pub count: f64,
    /// Sum over the ends of the mean absolute lead of a player.
    pub leads: f64,
    /// Mean scores of the ends.
    pub scores: RunningVariance,
    /// Lengths of games, including the scores during the game ([`End::way`]).
    pub ways: RunningVariance,
    /// True if in some end some players won and others did not.
    pub parted: bool,
    /// True if in some end all players won.
    pub all_won: bool,
    /// True if in some end no player won.
    pub none_won: bool,
    /// Ten times the counted score of the first player in the first end.
    pub first: Option<i32>,
    /// True if any other score occurred.
    pub varied: bool,
}

/// None of its numbers is NaN.
impl Eq for Ends {}

/// Computes the rewards of a game and collects the statistics for it.
#[derive(Debug, Clone)]
pub struct Rewards {
    goal: Goal,
    ends: Ends,
    /// Number of evaluated positions; `ahead` is the sum of their absolute leads.
    positions: f64,
    ahead: f64,
    /// Players of each team, as sets of seats; empty if each player plays alone.
    teams: Vec<u16>,
    /// True if the rules define the winners.
    is_said: bool,
}

/// Running mean and mean absolute deviation of a sequence of numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RunningVariance {
    /// Number of values.
    pub count: f64,
    /// Sum of the values.
    pub sum: f64,
    /// Sum of the distances from the running mean.
    pub spread: f64,
}

impl RunningVariance {
    fn note(&mut self, n: f64) {
        self.count += 1.0;
        self.sum += n;
        self.spread += (n - self.sum / self.count).abs();
    }

    fn standardize(self, n: f64) -> f64 {
        above(n - self.sum / self.count, self.spread / self.count)
    }
}

/// Result of a finished game.
#[derive(Debug, Clone, Copy)]
pub struct End<'a> {
    /// Score of each player.
    pub scores: &'a [i32],
    /// For each player, true if they won.
    pub winners: &'a [bool],
    /// Number of decisions, plus the scores at each of them if they are recorded.
    pub way: f64,
    /// Score of the first player at the last decision, if it is recorded.
    pub before: Option<i32>,
}

impl End<'_> {
    /// Returns the part of a lost score that still counts: the game took all points of the first player.
    fn kept(&self) -> f64 {
        let score = self.scores.first().copied().unwrap_or(0);
        let before = self.before.filter(|before| score <= 0 && *before > 0);
        before.map_or(0.0, |before| f64::from(before) * LOST)
    }
}

impl Rewards {
    /// Creates the rewards for games of a program, without statistics.
    pub fn new(goal: Goal, program: &Program) -> Self {
        Self::after(Ends::default(), goal, program)
    }

    /// Creates rewards that start with statistics of earlier ends.
    pub fn after(ends: Ends, goal: Goal, program: &Program) -> Self {
        let (teams, is_said) = (program.layout.teams.clone(), program.score.won.is_some());
        Self { goal, ends, positions: 0.0, ahead: 0.0, teams, is_said }
    }

    /// Returns the statistics of the observed ends.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// Returns true if ends differ only in the length of the game.
    pub fn are_alike(&self) -> bool {
        let ends_differ = self.ends.parted || self.ends.varied || (self.ends.all_won && self.ends.none_won);
        self.ends.count >= ALIKE && !ends_differ
    }

    /// Returns true while all players won or lost together in each end. Ends then need the score at the last
    /// decision.
    pub fn is_shared(&self) -> bool {
        !self.ends.parted
    }

    /// Returns the side of a player: the set of seats that win together with them.
    fn side(&self, player: usize) -> u16 {
        let team = self.teams.iter().find(|team| **team >> player & 1 != 0);
        team.copied().unwrap_or(1 << player)
    }

    /// Returns the lead of a player's side: its mean value minus the mean value of the others.
    fn lead(&self, values: &[i32], player: usize, sum: f64) -> f64 {
        if self.teams.is_empty() {
            let own = f64::from(values[player]);
            return own - (sum - own) / (values.len() as f64 - 1.0).max(1.0);
        }
        let side = self.side(player);
        let in_side = |seat: &usize| side >> seat & 1 != 0;
        let own: f64 = (0..values.len()).filter(in_side).map(|seat| f64::from(values[seat])).sum();
        let count = f64::from(side.count_ones());
        own / count - (sum - own) / (values.len() as f64 - count).max(1.0)
    }

    /// Returns the share of the opponents with a lower score; equal scores count half.
    fn below(&self, scores: &[i32], player: usize) -> f64 {
        let side = self.side(player);
        let (score, mut all, mut below) = (scores[player], 0.0, 0.0);
        for (_, other) in scores.iter().enumerate().filter(|(seat, _)| side >> seat & 1 == 0) {
            all += 1.0;
            below += if *other < score { 1.0 } else { 0.0 } + if *other == score { 0.5 } else { 0.0 };
        }
        below / f64::max(all, 1.0)
    }

    /// Returns the share of the victory for each of the winning sides.
    fn share(&self, winners: &[bool]) -> f64 {
        if self.is_said {
            return 1.0;
        }
        let firsts = (0..winners.len()).filter(|seat| {
            let before = (1_u16 << seat) - 1;
            winners[*seat] && self.side(*seat) & before == 0
        });
        1.0 / (firsts.count() as f64).max(1.0)
    }

    /// Adds an end to the statistics and writes the rewards of each seat.
    pub fn of_end(&mut self, end: End<'_>, rewards: &mut Vec<Worth>) {
        let (scores, winners) = (end.scores, end.winners);
        let sum: f64 = scores.iter().map(|score| f64::from(*score)).sum();
        let won = winners.iter().filter(|won| **won).count();
        let kept = end.kept();
        self.note(scores, kept, sum, won);
        let alike = self.are_alike();
        if alike {
            self.ends.ways.note(end.way);
        }
        let part = self.share(winners);
        rewards.clear();
        rewards.extend((0..scores.len()).map(|player| {
            let share = if winners[player] { part } else { 0.0 };
            let lead = self.lead(scores, player, sum);
            let for_goal = || match self.goal {
                Goal::Victory => {
                    share * (1.0 - SCORE) + above(lead, self.ends.leads / self.ends.count) * SCORE
                }
                Goal::Score if self.ends.leads > 0.0 => 0.5 + LEAD * lead * self.ends.count / self.ends.leads,
                Goal::Score => 0.5,
                Goal::Rank => self.below(scores, player),
            };
            let all = if alike {
                self.ends.ways.standardize(end.way)
            } else if self.ends.parted {
                for_goal()
            } else {
                let beside = self.ends.scores.standardize(f64::from(scores[player]) + kept);
                let ends_differ = self.ends.all_won && self.ends.none_won;
                if ends_differ { share * (1.0 - SCORE) + beside * SCORE } else { beside }
            };
            Worth { all, share, lead }
        }));
    }

    /// Writes the rewards of an unfinished position, given its value for each seat: the lead relative to
    /// those of other positions.
    pub fn of_position(&mut self, values: &[i32], rewards: &mut Vec<Worth>) {
        let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
        self.positions += values.len() as f64;
        self.ahead += (0..values.len()).map(|player| self.lead(values, player, sum).abs()).sum::<f64>();
        let usual = self.ahead / self.positions;
        rewards.clear();
        rewards.extend((0..values.len()).map(|player| {
            let lead = self.lead(values, player, sum);
            let all = above(lead, usual);
            Worth { all, share: all, lead }
        }));
    }

    /// Returns true if, in all observed ends, one player won and the other lost. The value for one player
    /// then gives the value for both.
    pub fn are_opposed(&self, players: usize) -> bool {
        players == 2 && self.ends.parted && !self.ends.none_won && !self.is_said
    }

    fn note(&mut self, scores: &[i32], kept: f64, sum: f64, won: usize) {
        let players = scores.len() as f64;
        let mean = sum / players;
        self.ends.count += 1.0;
        self.ends.parted |= won > 0 && won < scores.len();
        self.ends.all_won |= won == scores.len();
        self.ends.none_won |= won == 0;
        let tenths = |score: &i32| ((f64::from(*score) + kept) * 10.0).round() as i32;
        let first = *self.ends.first.get_or_insert(scores.first().map_or(0, tenths));
        self.ends.varied |= scores.iter().any(|score| tenths(score) != first);
        let leads = if self.teams.is_empty() {
            let beside = |score: &i32| (f64::from(*score) - mean).abs() * players / (players - 1.0).max(1.0);
            scores.iter().map(beside).sum::<f64>()
        } else {
            (0..scores.len()).map(|player| self.lead(scores, player, sum).abs()).sum()
        };
        self.ends.leads += leads / players;
        self.ends.scores.note(mean + kept);
    }
}

/// Maps `n` to the range from 0 to 1, with 0.5 for 0. Differences beyond `usual` count less and less.
fn above(n: f64, usual: f64) -> f64 {
    let size = n.abs() + usual;
    if size == 0.0 { 0.5 } else { 0.5 + 0.5 * n / size }
}
