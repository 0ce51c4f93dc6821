//! Influence of skill, measured by a duel between two players of different strength.

use schemars::JsonSchema;
use serde::Serialize;

use crate::simulate::Sums;
use crate::stats::{Interval, normal_quantile};

/// Match of the strongest players against weaker ones.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct SkillReport {
    /// The better player, which has one seat or one team and takes each in turn.
    pub bot: String,
    /// The weaker player, which has all other seats.
    pub against: String,
    /// Number of games.
    pub games: u64,
    /// Number of teams or players.
    pub sides: u8,
    /// Share of the victories of the better player, 0 to 1.
    pub share: f64,
    /// 95 % interval of `share`; `null` with fewer than eight deals.
    pub interval: Option<Interval>,
    /// Share of games that a coin would decide in an equally even duel of a perfect player, 0 to 1.
    pub coin: f64,
    /// 95 % interval of `coin`.
    pub coin_interval: Option<Interval>,
    /// Games after which the better player is ahead of the weaker one with 95 %; `null` if it is not better.
    pub games_until_ahead: Option<u64>,
    /// 95 % interval of `games_until_ahead`; an end is `null` if it is infinite.
    pub games_interval: Option<[Option<u64>; 2]>,
}

impl SkillReport {
    /// Returns `None` if no deal was played in all rotations.
    pub(super) fn new((bot, against): (String, String), sides: u8, sums: &Sums) -> Option<SkillReport> {
        let one = sums.bots.first().filter(|one| one.shares.n > 0)?;
        let (share, interval) = one.win_share(u64::from(sides));
        Some(SkillReport {
            bot,
            against,
            games: one.shares.n * u64::from(sides),
            sides,
            share,
            interval,
            coin: coin_share(share, sides),
            coin_interval: interval.map(|[low, high]| [high, low].map(|end| coin_share(end, sides))),
            games_until_ahead: games_until_ahead(share, sides),
            games_interval: interval.map(|[low, high]| [high, low].map(|end| games_until_ahead(end, sides))),
        })
    }

    /// Returns true if the interval shows that the better player wins more than an equal share.
    pub fn is_shown(&self) -> bool {
        self.interval.is_some_and(|[low, _]| low > 1.0 / f64::from(self.sides))
    }
}

/// Returns the better player's chances against one other side: to win the game, and to see that side win it.
fn duel(share: f64, sides: u8) -> [f64; 2] {
    [share, (1.0 - share) / f64::from(sides.saturating_sub(1).max(1))]
}

/// Returns the share of games that a coin decides in the duel of the better player (`share` of the victories)
/// with one of the other sides, if the better player wins all others. 1 for equal players, 0 if the better
/// player always wins.
pub fn coin_share(share: f64, sides: u8) -> f64 {
    let [win, loss] = duel(share, sides);
    if win + loss <= 0.0 { 1.0 } else { (2.0 * loss / (win + loss)).clamp(0.0, 1.0) }
}

/// Most games that are counted exactly.
const EXACT: u64 = 400;

/// Returns the smallest number of games after which the better player has won more often than a given other
/// side with a probability of at least 95 %. Exact for up to 400 games, else by the normal approximation.
/// Returns `None` unless the player is better.
pub fn games_until_ahead(share: f64, sides: u8) -> Option<u64> {
    let [win, loss] = duel(share, sides);
    if win <= loss {
        return None;
    }
    let (mean, z) = (win - loss, normal_quantile(0.95));
    let guess = (z / mean).powi(2) * (win + loss - mean * mean);
    if guess > EXACT as f64 {
        return Some(guess.ceil() as u64);
    }
    first_ahead(win, loss).or(Some(EXACT))
}

/// Adds up games one by one: the distribution of victories of the better player less those of the other.
fn first_ahead(win: f64, loss: f64) -> Option<u64> {
    // the difference after n games is index - n
    let mut chances = vec![1.0];
    for games in 1..=EXACT {
        let mut next = vec![0.0; chances.len() + 2];
        for (at, chance) in chances.iter().enumerate() {
            next[at] += chance * loss;
            next[at + 1] += chance * (1.0 - win - loss);
            next[at + 2] += chance * win;
        }
        chances = next;
        if chances[games as usize + 1..].iter().sum::<f64>() >= 0.95 {
            return Some(games);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coin_decides_what_the_better_player_does_not() {
        assert_eq!([coin_share(1.0, 2), coin_share(0.5, 2), coin_share(0.75, 2)], [0.0, 1.0, 0.5]);
        // of three players with equal shares none is better, and a weaker one is none either
        assert!((coin_share(1.0 / 3.0, 3) - 1.0).abs() < 1e-12 && coin_share(0.2, 3) == 1.0);
    }

    #[test]
    fn the_games_until_the_better_player_is_ahead_are_few_if_it_is_much_better() {
        assert_eq!(games_until_ahead(1.0, 2), Some(1));
        // nine of ten: after three games ahead with 0.9³ + 3 · 0.9² · 0.1 = 97.2 %, after one with 90 %
        assert_eq!(games_until_ahead(0.9, 2), Some(3));
        assert_eq!([games_until_ahead(0.5, 2), games_until_ahead(0.3, 3)], [None, None]);
        let many = games_until_ahead(0.51, 2).expect("it is better");
        assert!((6_700..6_800).contains(&many), "{many}");
        let even = games_until_ahead(0.55, 2).expect("it is better");
        assert!((265..300).contains(&even), "{even}");
    }
}
