//! What a game's end is worth to each seat: a half is as good as the others, more is better.
//!
//! Who plays for victory has nine tenths for the win (a part of it, if several win) and one tenth for the score beside the others', so that
//! there is something to play for where a win is sure or lost. Who plays for the score has that alone, as it is: twice as many chips are worth
//! twice as much. Who plays for the rank has the share of the others that are below. Where all win or lose together, or there is one player,
//! it is the score beside those of other ends; and where all ends have the same score, how far the game went, and with what on the way.

use crate::model::Goal;

/// The part of the score beside that of the win.
const SCORE: f64 = 0.1;
/// What a usual lead is worth to who plays for the score.
const LEAD: f64 = 0.25;
/// Ends without a difference after which something else is looked for.
const ALIKE: f64 = 16.0;

/// What a try came to for a seat.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Worth {
    /// All in all.
    pub all: f64,
    /// Its share of the win.
    pub share: f64,
    /// Its score less the mean of the others'.
    pub lead: f64,
}

/// What ends were seen in this game, by which scores are measured.
#[derive(Debug, Clone)]
pub(super) struct Rewards {
    goal: Goal,
    ends: f64,
    /// Sums of what the scores were beside the others', without sign, and of the scores.
    leads: f64,
    scores: Beside,
    /// The same of what positions are worth: how many, and their sum of leads.
    positions: f64,
    ahead: f64,
    /// How far games went.
    ways: Beside,
    /// Not all won in some end.
    parted: bool,
    /// The score of the first end, and whether some end had another.
    first: Option<i32>,
    varied: bool,
}

/// Numbers one after another, each beside those before.
#[derive(Debug, Clone, Copy, Default)]
struct Beside {
    count: f64,
    sum: f64,
    /// Of the distances from the mean.
    spread: f64,
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
pub(super) struct End<'a> {
    pub scores: &'a [i32],
    pub winners: &'a [bool],
    /// Decisions, with the score at each.
    pub way: f64,
}

impl Rewards {
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            ends: 0.0,
            leads: 0.0,
            scores: Beside::default(),
            positions: 0.0,
            ahead: 0.0,
            ways: Beside::default(),
            parted: false,
            first: None,
            varied: false,
        }
    }

    /// Whether nothing but the way of a game tells one end from another.
    pub fn are_alike(&self) -> bool {
        self.ends >= ALIKE && !self.parted && !self.varied
    }

    /// Notes an end, and what it is worth to each seat.
    pub fn of_end(&mut self, end: End<'_>, rewards: &mut Vec<Worth>) {
        let (scores, winners) = (end.scores, end.winners);
        let players = scores.len() as f64;
        let sum: f64 = scores.iter().map(|score| f64::from(*score)).sum();
        let won = winners.iter().filter(|won| **won).count();
        self.note(scores, sum, won);
        let alike = self.are_alike();
        if alike {
            self.ways.note(end.way);
        }
        rewards.clear();
        rewards.extend(scores.iter().zip(winners).map(|(score, won_it)| {
            let share = if *won_it { 1.0 / won as f64 } else { 0.0 };
            let own = f64::from(*score);
            let lead = own - (sum - own) / (players - 1.0).max(1.0);
            let for_goal = || match self.goal {
                Goal::Victory => share * (1.0 - SCORE) + above(lead, self.leads / self.ends) * SCORE,
                Goal::Score if self.leads > 0.0 => 0.5 + LEAD * lead * self.ends / self.leads,
                Goal::Score => 0.5,
                Goal::Rank => below(scores, *score),
            };
            let all = if alike {
                self.ways.of(end.way)
            } else if self.parted {
                for_goal()
            } else {
                self.scores.of(own)
            };
            Worth { all, share, lead }
        }));
    }

    /// What a position is worth whose game goes on, by what each seat has of it: the lead over the others, beside those of other positions.
    pub fn of_position(&mut self, values: &[i32], rewards: &mut Vec<Worth>) {
        let others = (values.len() as f64 - 1.0).max(1.0);
        let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
        let lead = |value: &i32| f64::from(*value) - (sum - f64::from(*value)) / others;
        self.positions += values.len() as f64;
        self.ahead += values.iter().map(|value| lead(value).abs()).sum::<f64>();
        let usual = self.ahead / self.positions;
        rewards.clear();
        rewards.extend(values.iter().map(lead).map(|lead| {
            let all = above(lead, usual);
            Worth { all, share: all, lead }
        }));
    }

    fn note(&mut self, scores: &[i32], sum: f64, won: usize) {
        let players = scores.len() as f64;
        let mean = sum / players;
        self.ends += 1.0;
        self.parted |= won < scores.len();
        let first = *self.first.get_or_insert(scores.first().copied().unwrap_or(0));
        self.varied |= scores.iter().any(|score| *score != first);
        let beside = |score: &i32| (f64::from(*score) - mean).abs() * players / (players - 1.0).max(1.0);
        self.leads += scores.iter().map(beside).sum::<f64>() / players;
        self.scores.note(mean);
    }
}

/// Which part of the others has less; who has as much counts half.
fn below(scores: &[i32], score: i32) -> f64 {
    let less = scores.iter().filter(|other| **other < score).count() as f64;
    let equal = scores.iter().filter(|other| **other == score).count() as f64 - 1.0;
    (less + equal / 2.0) / (scores.len() as f64 - 1.0).max(1.0)
}

/// From 0 to 1, a half for 0; one more `usual` counts less and less.
fn above(n: f64, usual: f64) -> f64 {
    let size = n.abs() + usual;
    if size == 0.0 { 0.5 } else { 0.5 + 0.5 * n / size }
}
