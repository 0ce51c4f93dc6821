//! Players that are trained for an experiment.

use std::fmt;
use std::str::FromStr;

/// Trainings of a policy, such as `8x4000`: eight independent ones of 4,000 games each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Training {
    /// Number of independent trainings.
    pub policies: u64,
    /// Games of each training.
    pub games: u64,
}

impl Training {
    /// Fewest trainings whose spread is known well enough.
    pub const FEWEST: u64 = 3;
    /// Maximum number of trainings.
    const MOST: u64 = 64;
    /// Maximum number of games of a training.
    const MOST_GAMES: u64 = 1_000_000_000;
}

impl FromStr for Training {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |digits: &str| digits.parse().ok().filter(|n: &u64| *n > 0);
        let found = text.split_once('x').and_then(|(n, games)| Some((number(n)?, number(games)?)));
        let found =
            found.filter(|(n, games)| (Self::FEWEST..=Self::MOST).contains(n) && *games <= Self::MOST_GAMES);
        found.map(|(policies, games)| Self { policies, games }).ok_or_else(|| {
            let (fewest, most) = (Self::FEWEST, Self::MOST);
            format!("give the number of trainings ({fewest} to {most}) and the games of each, such as 8x4000")
        })
    }
}

impl fmt::Display for Training {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.policies, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trainings_are_read_and_shown() {
        let shown = |text: &str| text.parse::<Training>().map(|training| training.to_string());
        assert_eq!(shown("8x4000"), Ok("8x4000".to_owned()));
        for wrong in ["", "8", "x4000", "8x", "2x4000", "65x10", "8x0", "8x4k", "8x9999999999"] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }
}
