//! Numbers of players.

use std::str::FromStr;

/// A number of players, or a range such as `2..5`, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    pub first: u32,
    pub last: u32,
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let numbers = (first.parse().ok(), last.parse().ok());
        match numbers {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            (Some(_) | None, Some(_) | None) => {
                Err(format!("`{text}` is no number of players, such as 3 or 2..5"))
            }
        }
    }
}

impl Numbers {
    pub fn all(self) -> std::ops::RangeInclusive<u32> {
        self.first..=self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_players_are_read() {
        let of = |text: &str| text.parse::<Numbers>().map(|numbers| numbers.all().collect::<Vec<u32>>());
        assert_eq!(of("3"), Ok(vec![3]));
        assert_eq!(of("2..4"), Ok(vec![2, 3, 4]));
        for wrong in ["", "..", "4..2", "2..", "two", "2,3"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }
}
