//! Time budget of an experiment.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Time budget, such as `2m`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget(Duration);

impl Budget {
    /// Default budget.
    pub const USUAL: Budget = Budget(Duration::from_secs(120));

    /// Returns the budget in seconds.
    pub fn seconds(self) -> f64 {
        self.0.as_secs_f64()
    }

    /// Returns the smallest number of whole minutes that has at least so many seconds.
    pub fn in_minutes(seconds: f64) -> Budget {
        Budget(Duration::from_secs(60 * (seconds / 60.0).ceil().max(1.0) as u64))
    }

    /// Returns a multiple of the budget.
    pub fn times(self, factor: u32) -> Budget {
        Budget(self.0.saturating_mul(factor))
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a time, such as 90s, 2m or 1h");
        let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
        let seconds = match unit {
            "s" => 1,
            "m" => 60,
            "h" => 3600,
            _ => return Err(wrong()),
        };
        let n: u32 = number.parse().map_err(|_| wrong())?;
        let all = n.checked_mul(seconds).filter(|all| *all > 0).ok_or_else(wrong)?;
        Ok(Self(Duration::from_secs(u64::from(all))))
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        match (seconds % 3600, seconds % 60) {
            (0, _) => write!(f, "{}h", seconds / 3600),
            (_, 0) => write!(f, "{}m", seconds / 60),
            _ => write!(f, "{seconds}s"),
        }
    }
}

/// Formats an estimated duration, rounded up, so that the work fits into the printed time.
pub fn spoken(seconds: f64) -> String {
    let (unit, word) = match seconds {
        s if s <= 100.0 => (1.0, "s"),
        s if s < 6000.0 => (60.0, "m"),
        _ => (3600.0, "h"),
    };
    let number = seconds / unit;
    // a tenth of a second says nothing
    let tenths = if word != "s" && number < 10.0 { 10.0 } else { 1.0 };
    format!("{}{word}", (number * tenths).ceil() / tenths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_longer_than_a_time_is_told_so() {
        let told = [0.2, 5.0, 70.1, 100.0, 100.1, 121.0, 330.0, 1_300.0, 7_200.0, 40_000.0].map(spoken);
        assert_eq!(told, ["1s", "5s", "71s", "100s", "1.7m", "2.1m", "5.5m", "22m", "2h", "12h"]);
    }

    #[test]
    fn times_are_read_and_shown() {
        let shown = |text: &str| text.parse::<Budget>().map(|budget| budget.to_string());
        assert_eq!(shown("90s"), Ok("90s".to_owned()));
        assert_eq!(shown("2m"), Ok("2m".to_owned()));
        assert_eq!(shown("100s"), Ok("100s".to_owned()));
        assert_eq!(shown("60m"), Ok("1h".to_owned()));
        for wrong in ["", "2", "m", "0s", "2d", "-2m", "99999999999s"] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }
}
