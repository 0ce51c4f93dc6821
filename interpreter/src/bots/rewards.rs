//! What a game's end is worth to each seat, from 0 to 1.
//!
//! Nine tenths are the win (a part of it, if several win); one tenth is the score beside the others', so that there is something to play for
//! where a win is sure or lost. Where all win or lose together, or there is one player, it is the score alone, beside those of other ends.

/// The part of the score beside that of the win.
const SCORE: f64 = 0.1;

/// What ends were seen in this game, by which scores are measured.
#[derive(Debug, Clone, Default)]
pub(super) struct Rewards {
    ends: f64,
    /// Sums of what the scores were beside the others', without sign, and of the scores.
    leads: f64,
    scores: f64,
    /// The same of the distances from the mean score.
    spread: f64,
    /// The same of what positions are worth: how many, and their sum of leads.
    positions: f64,
    ahead: f64,
    /// Not all won in some end.
    parted: bool,
}

impl Rewards {
    /// Notes an end, and what it is worth to each seat: all in all, and its share of the win.
    pub fn of_end(&mut self, scores: &[i32], winners: &[bool], rewards: &mut Vec<(f64, f64)>) {
        let players = scores.len() as f64;
        let sum: f64 = scores.iter().map(|score| f64::from(*score)).sum();
        let won = winners.iter().filter(|won| **won).count();
        self.parted |= won < scores.len();
        self.note(scores, sum);
        rewards.clear();
        rewards.extend(scores.iter().zip(winners).map(|(score, won_it)| {
            let score = f64::from(*score);
            let share = if *won_it { 1.0 / won as f64 } else { 0.0 };
            if !self.parted {
                return (above(score - self.scores / self.ends, self.spread / self.ends), share);
            }
            let lead = score - (sum - score) / (players - 1.0).max(1.0);
            (share * (1.0 - SCORE) + above(lead, self.leads / self.ends) * SCORE, share)
        }));
    }

    /// What a position is worth whose game goes on, by what each seat has of it: the lead over the others, beside those of other positions.
    pub fn of_position(&mut self, values: &[i32], rewards: &mut Vec<(f64, f64)>) {
        let others = (values.len() as f64 - 1.0).max(1.0);
        let sum: f64 = values.iter().map(|value| f64::from(*value)).sum();
        let lead = |value: &i32| f64::from(*value) - (sum - f64::from(*value)) / others;
        self.positions += values.len() as f64;
        self.ahead += values.iter().map(|value| lead(value).abs()).sum::<f64>();
        let usual = self.ahead / self.positions;
        rewards.clear();
        rewards.extend(values.iter().map(|value| above(lead(value), usual)).map(|worth| (worth, worth)));
    }

    fn note(&mut self, scores: &[i32], sum: f64) {
        let players = scores.len() as f64;
        let mean = sum / players;
        self.ends += 1.0;
        self.scores += mean;
        self.spread += (mean - self.scores / self.ends).abs();
        let beside = |score: &i32| (f64::from(*score) - mean).abs() * players / (players - 1.0).max(1.0);
        self.leads += scores.iter().map(beside).sum::<f64>() / players;
    }
}

/// From 0 to 1, a half for 0; one more `usual` counts less and less.
fn above(n: f64, usual: f64) -> f64 {
    let size = n.abs() + usual;
    if size == 0.0 { 0.5 } else { 0.5 + 0.5 * n / size }
}
