//! What a game's end is worth to each seat: a half is as good as the others, more is better.
//!
//! Who plays for victory has nine tenths for the win (a part of it, if several win) and one tenth for the score beside the others', so that
//! there is something to play for where a win is sure or lost. Who plays for the score has that alone, as it is: twice as many chips are worth
//! twice as much. Who plays for the rank has the share of the others that are below. Where all win or lose together, or there is one player,
//! it is the score beside those of other ends, below the win if not every end is one; and where all ends are alike in both, how far the game
//! went, and with what on the way.
//!
//! A team is one: its score is the mean of its players', a win is its own, and only who is in another team is beside it. Where the rules say who
//! has won (`won:`), a win is nobody's loss: each who has it has all of it.

use ludex::machinery::model::Goal;
use ludex::machinery::program::Program;

/// The part of the score beside that of the win.
const SCORE: f64 = 0.1;
/// What a usual lead is worth to who plays for the score.
const LEAD: f64 = 0.25;
/// Ends without a difference after which something else is looked for.
const ALIKE: f64 = 16.0;

/// What a try came to for a seat.
#[derive(Debug, Clone, Copy, Default)]
pub struct Worth {
    /// All in all.
    pub all: f64,
    /// Its share of the win.
    pub share: f64,
    /// Its score less the mean of the others'.
    pub lead: f64,
}

impl Worth {
    /// What it comes to for the only other one, where one has what the other has not.
    pub fn of_other(self) -> Self {
        Self { all: 1.0 - self.all, share: 1.0 - self.share, lead: -self.lead }
    }
}

/// What ends were seen, by which scores are measured.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ends {
    /// Number of ends.
    pub count: f64,
    /// Sums of what the scores were beside the others', without sign, and of the scores.
    pub leads: f64,
    /// Mean scores of the ends.
    pub scores: Beside,
    /// How far games went.
    pub ways: Beside,
    /// In some end some won and others did not.
    pub parted: bool,
    /// True if in some end all players won.
    pub all_won: bool,
    /// True if in some end nobody won.
    pub none_won: bool,
    /// The score of the first end.
    pub first: Option<i32>,
    /// True if some end had another score.
    pub varied: bool,
}

/// None of its numbers is NaN.
impl Eq for Ends {}

/// What ends are worth in this game.
#[derive(Debug, Clone)]
pub struct Rewards {
    goal: Goal,
    ends: Ends,
    /// What positions are worth that were seen: how many, and their sum of leads.
    positions: f64,
    ahead: f64,
    /// The players of each team, as sets of seats; none where each plays alone.
    teams: Vec<u16>,
    /// The rules say who has won.
    is_said: bool,
}

/// Numbers one after another, each beside those before.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Beside {
    /// How many.
    pub count: f64,
    /// Their sum.
    pub sum: f64,
    /// Of the distances from the mean.
    pub spread: f64,
}

impl Beside {
    fn note(&mut self, n: f64) {
        self.count += 1.0;
        self.sum += n;
        self.spread += (n - self.sum / self.count).abs();
    }

    fn of(self, n: f64) -> f64 {
        above(n - self.sum / self.count, self.spread / self.count)
    }
}

/// How a game went.
#[derive(Debug, Clone, Copy)]
pub struct End<'a> {
    /// By player.
    pub scores: &'a [i32],
    /// By player.
    pub winners: &'a [bool],
    /// Decisions, with the score at each.
    pub way: f64,
}

impl Rewards {
    /// For games of a program.
    pub fn new(goal: Goal, program: &Program) -> Self {
        Self::after(Ends::default(), goal, program)
    }

    /// Where these ends were seen before.
    pub fn after(ends: Ends, goal: Goal, program: &Program) -> Self {
        let (teams, is_said) = (program.layout.teams.clone(), program.score.won.is_some());
        Self { goal, ends, positions: 0.0, ahead: 0.0, teams, is_said }
    }

    /// The ends that were seen.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// Whether nothing but the way of a game tells one end from another.
    pub fn are_alike(&self) -> bool {
        let ends_differ = self.ends.parted || self.ends.varied || (self.ends.all_won && self.ends.none_won);
        self.ends.count >= ALIKE && !ends_differ
    }

    /// The side of a player: those who win with him.
    fn side(&self, player: usize) -> u16 {
        let team = self.teams.iter().find(|team| **team >> player & 1 != 0);
        team.copied().unwrap_or(1 << player)
    }

    /// How much more a player's side has than the others, on average over the players of each.
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

    /// Which part of the others has less; who has as much counts half.
    fn below(&self, scores: &[i32], player: usize) -> f64 {
        let side = self.side(player);
        let (score, mut all, mut below) = (scores[player], 0.0, 0.0);
        for (_, other) in scores.iter().enumerate().filter(|(seat, _)| side >> seat & 1 == 0) {
            all += 1.0;
            below += if *other < score { 1.0 } else { 0.0 } + if *other == score { 0.5 } else { 0.0 };
        }
        below / f64::max(all, 1.0)
    }

    /// The part of a win that each of the sides has that share it.
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

    /// Notes an end, and what it is worth to each seat.
    pub fn of_end(&mut self, end: End<'_>, rewards: &mut Vec<Worth>) {
        let (scores, winners) = (end.scores, end.winners);
        let sum: f64 = scores.iter().map(|score| f64::from(*score)).sum();
        let won = winners.iter().filter(|won| **won).count();
        self.note(scores, sum, won);
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
                self.ends.ways.of(end.way)
            } else if self.ends.parted {
                for_goal()
            } else {
                let beside = self.ends.scores.of(f64::from(scores[player]));
                let ends_differ = self.ends.all_won && self.ends.none_won;
                if ends_differ { share * (1.0 - SCORE) + beside * SCORE } else { beside }
            };
            Worth { all, share, lead }
        }));
    }

    /// What a position is worth whose game goes on, by what each seat has of it: the lead over the others, beside those of other positions.
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

    /// Whether what one has the other has not, as far as the ends tell that were seen: then what a position is worth to one tells what it is to both.
    pub fn are_opposed(&self, players: usize) -> bool {
        players == 2 && self.ends.parted && !self.ends.none_won && !self.is_said
    }

    fn note(&mut self, scores: &[i32], sum: f64, won: usize) {
        let players = scores.len() as f64;
        let mean = sum / players;
        self.ends.count += 1.0;
        self.ends.parted |= won > 0 && won < scores.len();
        self.ends.all_won |= won == scores.len();
        self.ends.none_won |= won == 0;
        let first = *self.ends.first.get_or_insert(scores.first().copied().unwrap_or(0));
        self.ends.varied |= scores.iter().any(|score| *score != first);
        let leads = if self.teams.is_empty() {
            let beside = |score: &i32| (f64::from(*score) - mean).abs() * players / (players - 1.0).max(1.0);
            scores.iter().map(beside).sum::<f64>()
        } else {
            (0..scores.len()).map(|player| self.lead(scores, player, sum).abs()).sum()
        };
        self.ends.leads += leads / players;
        self.ends.scores.note(mean);
    }
}

/// From 0 to 1, a half for 0; one more `usual` counts less and less.
fn above(n: f64, usual: f64) -> f64 {
    let size = n.abs() + usual;
    if size == 0.0 { 0.5 } else { 0.5 + 0.5 * n / size }
}
