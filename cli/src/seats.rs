//! Who sits where: people and bots.

use std::fmt;
use std::thread::available_parallelism;
use std::time::Instant;

use ludex::bots::{Bot, BotSpec, Level, Tools};

use crate::failure::{Failure, suggestion};

/// The opponent that `bot` stands for.
pub const OPPONENT: BotSpec = BotSpec::Level(Level::Normal);

/// Who sits at a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sitter {
    /// A person.
    Human,
    /// A bot.
    Bot(BotSpec),
}

impl Sitter {
    /// Whom a word means: `human`, `bot`, or a bot's name.
    pub fn find(word: &str) -> Option<Sitter> {
        match word.trim() {
            "human" => Some(Self::Human),
            "bot" => Some(Self::Bot(OPPONENT)),
            word => word.parse().ok().map(Self::Bot),
        }
    }

    /// What decides for it, if it is no person.
    pub fn mind(self) -> Option<Box<dyn Bot>> {
        match self {
            Self::Human => None,
            Self::Bot(spec) => Some(spec.build(&tools())),
        }
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(spec) => spec.fmt(f),
        }
    }
}

/// The machine's clock and cores.
pub fn tools() -> Tools {
    let start = Instant::now();
    let threads = available_parallelism().map_or(1, usize::from);
    Tools::default().with_clock(move || start.elapsed()).with_threads(threads)
}

/// Who sits where, from `human,bot,…`.
pub fn parse_seats(list: &str) -> Result<Vec<Sitter>, Failure> {
    list.split(',').map(|word| Sitter::find(word).ok_or_else(|| unknown(word.trim()))).collect()
}

fn unknown(word: &str) -> Failure {
    let words = || ["human", "bot"].into_iter().chain(BotSpec::WORDS.iter().copied());
    let all: Vec<&str> = words().collect();
    let (last, others) = all.split_last().unwrap_or((&"", &[]));
    let message = format!("--seats takes for each seat {} or {last}, not `{word}`", others.join(", "));
    let near = ludex::diagnostics::closest(word, words());
    let help = near.map(|_| format!("; {}", suggestion(word, words()))).unwrap_or_default();
    Failure::Usage(message + &help)
}
