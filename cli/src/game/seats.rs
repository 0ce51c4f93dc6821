//! Seats of a game: people and bots.

use std::fmt;
use std::time::Instant;

use ludex_bots::{Bot, BotSpec, Level, Tools, UnknownBot};

use crate::experiment::listed_bots;
use crate::failure::{Failure, suggestion};
use crate::sources::policies::Policies;
use crate::sources::rulesets::plural;
use crate::threads;

/// Opponent selected by the word `bot`.
pub const OPPONENT: BotSpec = BotSpec::Level(Level::Normal);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatPlayer {
    Human,
    Bot(BotSpec),
}

impl SeatPlayer {
    /// Parses `human`, `bot`, or the name of a bot.
    pub fn find(word: &str, policies: &Policies<'_>) -> Result<SeatPlayer, UnknownBot> {
        match word.trim() {
            "human" => Ok(Self::Human),
            "bot" => Ok(Self::Bot(OPPONENT)),
            word => policies.bot(word).map(Self::Bot),
        }
    }

    /// Creates the bot, or `None` for a person.
    pub fn mind(&self) -> Option<Box<dyn Bot>> {
        match self {
            Self::Human => None,
            Self::Bot(spec) => Some(spec.build(&tools())),
        }
    }
}

impl fmt::Display for SeatPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(spec) => spec.fmt(f),
        }
    }
}

/// Returns tools with the system clock and all threads.
pub fn tools() -> Tools {
    let start = Instant::now();
    Tools::default().with_clock(move || start.elapsed()).with_threads(threads::count(None))
}

/// Requested players: people and bots by seat, and the bots for all other seats.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatAssignment {
    /// Players from the first seat on; `None` for `bot` without a name.
    seats: Vec<Option<SeatPlayer>>,
    bots: Vec<BotSpec>,
}

impl SeatAssignment {
    /// Parses `--seats` and `--bots`. Without `--seats`, a person has the first seat.
    pub fn new(
        seats: Option<&str>,
        bots: Option<&str>,
        policies: &Policies<'_>,
    ) -> Result<SeatAssignment, Failure> {
        let parse = |list| parse_seats(list, policies);
        let seats = seats.map_or_else(|| Ok(vec![Some(SeatPlayer::Human)]), parse)?;
        Self::from_args(seats, bots, policies)
    }

    /// Keeps the players of a saved game; `--bots` replaces its bots.
    pub fn again(
        sitters: Vec<SeatPlayer>,
        bots: Option<&str>,
        policies: &Policies<'_>,
    ) -> Result<SeatAssignment, Failure> {
        let kept =
            |sitter: SeatPlayer| Some(sitter).filter(|sitter| bots.is_none() || *sitter == SeatPlayer::Human);
        Self::from_args(sitters.into_iter().map(kept).collect(), bots, policies)
    }

    fn from_args(
        seats: Vec<Option<SeatPlayer>>,
        bots: Option<&str>,
        policies: &Policies<'_>,
    ) -> Result<SeatAssignment, Failure> {
        let bots = bots.map(|list| listed_bots(list, policies)).transpose()?.unwrap_or_default();
        Ok(SeatAssignment { seats, bots })
    }

    /// Returns the minimum number of seats.
    pub fn fewest(&self) -> usize {
        let open = self.seats.iter().filter(|seat| seat.is_none()).count();
        self.seats.len() + self.bots.len().saturating_sub(open)
    }

    /// Assigns players to the seats of a game. The last bot takes all remaining seats.
    pub fn seated(mut self, players: u8) -> Result<Vec<SeatPlayer>, Failure> {
        let (named, players) = (self.seats.len(), usize::from(players));
        if named > players {
            return Err(Failure::Usage(format!(
                "--seats names {}, but {players} play",
                plural(named, "seat")
            )));
        }
        let last = match self.seats.last() {
            Some(Some(SeatPlayer::Bot(bot))) => bot.clone(),
            Some(Some(SeatPlayer::Human) | None) | None => OPPONENT,
        };
        self.seats.resize(players, None);
        let open = self.seats.iter().filter(|seat| seat.is_none()).count();
        if self.bots.len() > open {
            let (bots, seats) = (plural(self.bots.len(), "bot"), plural(open, "seat"));
            let people = self.seats.iter().filter(|seat| **seat == Some(SeatPlayer::Human)).count();
            let taken = match people {
                0 => String::new(),
                1 => format!(": one of {players} is yours; for bots alone say --seats bot"),
                people => format!(": {people} of {players} are for people"),
            };
            return Err(Failure::Usage(format!("--bots names {bots} for {seats}{taken}")));
        }
        let last = self.bots.last().cloned().unwrap_or(last);
        let mut bots = self.bots.into_iter().chain(std::iter::repeat(last));
        let next = |seat: Option<SeatPlayer>| seat.or_else(|| bots.next().map(SeatPlayer::Bot));
        Ok(self.seats.into_iter().filter_map(next).collect())
    }
}

/// Parses a list such as `human,bot,…`.
fn parse_seats(list: &str, policies: &Policies<'_>) -> Result<Vec<Option<SeatPlayer>>, Failure> {
    let sitter = |word: &str| match word.trim() {
        "bot" => Ok(None),
        word => SeatPlayer::find(word, policies).map(Some).map_err(|error| unknown(word, &error)),
    };
    list.split(',').map(sitter).collect()
}

fn unknown(word: &str, error: &UnknownBot) -> Failure {
    if error.is_known() {
        return Failure::Usage(error.to_string());
    }
    let words = || ["human", "bot"].into_iter().chain(BotSpec::WORDS.iter().copied());
    let all: Vec<&str> = words().collect();
    let (last, others) = all.split_last().unwrap_or((&"", &[]));
    let message = format!("--seats takes for each seat {} or {last}, not `{word}`", others.join(", "));
    let near = ludex::diagnostics::closest(word, words());
    let help = near.map(|_| format!("; {}", suggestion(word, words()))).unwrap_or_default();
    Failure::Usage(message + &help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated(seats: Option<&str>, bots: Option<&str>, players: u8) -> String {
        match SeatAssignment::new(seats, bots, &Policies::default()).and_then(|asked| asked.seated(players)) {
            Ok(sitters) => sitters.iter().map(SeatPlayer::to_string).collect::<Vec<_>>().join(","),
            Err(Failure::Usage(message) | Failure::Problem(message)) => message,
            Err(Failure::Output(_)) => String::new(),
        }
    }

    #[test]
    fn seats_that_nobody_names_have_the_last_bot() {
        assert_eq!(seated(None, None, 3), "human,normal,normal");
        assert_eq!(seated(None, Some("hard"), 3), "human,hard,hard");
        assert_eq!(seated(None, Some("hard,greedy:4"), 4), "human,hard,greedy:4,greedy:4");
        assert_eq!(seated(Some("human,easy"), None, 4), "human,easy,easy,easy");
        assert_eq!(seated(Some("human,human"), None, 3), "human,human,normal");
        assert_eq!(seated(Some("human,bot,human"), Some("random"), 4), "human,random,human,random");
        assert_eq!(seated(Some("bot"), Some("search:9"), 2), "search:9,search:9");
        assert_eq!(seated(Some("easy,human"), Some("hard"), 3), "easy,human,hard");
    }

    #[test]
    fn more_than_there_is_room_for_is_refused() {
        assert_eq!(seated(Some("human,bot,bot"), None, 2), "--seats names 3 seats, but 2 play");
        assert_eq!(
            seated(None, Some("easy,hard"), 2),
            "--bots names 2 bots for 1 seat: one of 2 is yours; for bots alone say --seats bot"
        );
        assert_eq!(
            seated(Some("human,human,bot"), Some("easy,hard"), 3),
            "--bots names 2 bots for 1 seat: 2 of 3 are for people"
        );
        assert_eq!(seated(Some("bot,easy"), Some("easy,hard"), 2), "--bots names 2 bots for 1 seat");
        assert!(seated(None, Some("clever"), 2).starts_with("no bot is called `clever`"));
    }
}
