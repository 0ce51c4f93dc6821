//! Bots by name, as they are asked for: `random`, `greedy:20`.

use std::fmt;
use std::str::FromStr;

use super::Bot;
use super::greedy::Greedy;
use super::policy::{Find, PolicySpec};
use super::random::Random;
use super::search::{Budget, Search, WITHOUT_CLOCK};
use super::tools::Tools;

/// Deals that `greedy` tries each option in.
const USUAL_DEALS: u32 = 20;
/// Iterations of `search`.
const USUAL_ITERATIONS: u32 = 1_000;
/// Options of a decision, about.
const OPTIONS: u64 = 3;
/// The most that can be asked for.
const MOST: u32 = 100_000_000;

/// Which bot, with its budget.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotSpec {
    /// Any option.
    Random,
    /// One look ahead, in so many deals.
    Greedy {
        /// How many.
        deals: u32,
    },
    /// A search with this budget for each decision.
    Search(Budget),
    /// A search for people to play against.
    Level(Level),
    /// What was learnt from games against itself.
    Policy(PolicySpec),
    /// A search that is guided by what was learnt with it of positions: tries are judged, not played to their end.
    Guided(Budget, PolicySpec),
}

/// How strong an opponent for people is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Sees what lies on the table.
    Easy,
    /// Answers at once, within half a second in every shipped game.
    Normal,
    /// Takes its time.
    Hard,
}

impl Level {
    const ALL: [(Self, &str, u32); 3] =
        [(Self::Easy, "easy", 60), (Self::Normal, "normal", 600), (Self::Hard, "hard", 5_000)];

    fn row(self) -> (&'static str, u32) {
        let found = Self::ALL.iter().find(|(level, _, _)| *level == self);
        found.map_or(("", 1), |(_, word, iterations)| (word, *iterations))
    }
}

/// A word that names no bot.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownBot {
    word: String,
    /// Why it is none, if the word is one of a bot.
    why: Option<String>,
}

impl BotSpec {
    /// The words there are, as they are told.
    pub const WORDS: &[&str] = &[
        "random",
        "greedy",
        "greedy:DEALS",
        "search",
        "search:ITERATIONS",
        "search:500ms",
        "easy",
        "normal",
        "hard",
        "policy",
        "policy:FILE",
        "policy:FILE@0.5",
        "search:200+policy",
    ];

    /// How often it tries the rest of a game at a decision, about: its time goes by that. A budget of time counts as it does without a clock.
    pub fn tries(&self) -> u64 {
        match self {
            Self::Random => 0,
            Self::Policy(_) => 1,
            Self::Greedy { deals } => u64::from(*deals) * OPTIONS,
            Self::Search(Budget::Iterations(n)) | Self::Guided(Budget::Iterations(n), _) => u64::from(*n),
            Self::Search(Budget::Milliseconds(n)) | Self::Guided(Budget::Milliseconds(n), _) => {
                u64::from(*n) * u64::from(WITHOUT_CLOCK)
            }
            Self::Level(level) => u64::from(level.row().1),
        }
    }

    /// A bot that has played no game yet.
    pub fn build(&self, tools: &Tools) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy { deals } => Box::new(Greedy::new(*deals)),
            Self::Search(budget) => Box::new(Search::new(*budget, None, tools.clone())),
            Self::Guided(budget, policy) => {
                Box::new(Search::new(*budget, Some(policy.clone()), tools.clone()))
            }
            Self::Policy(spec) => spec.build(),
            Self::Level(level) => {
                Box::new(Search::new(Budget::Iterations(level.row().1), None, tools.clone()))
            }
        }
    }

    /// Reads the name of a bot. `find` returns the policy of a bot that has one, given its file if one is named.
    ///
    /// # Errors
    /// No bot is called so, or there are no weights for it, and why.
    pub fn read(word: &str, find: &mut Find<'_>) -> Result<Self, UnknownBot> {
        let word = word.trim();
        if let Some((search, policy)) = word.split_once("+policy") {
            return guided(word, search, policy, find);
        }
        let policy = word.strip_prefix("policy").and_then(|words| PolicySpec::read(words, find));
        let refused = |why| UnknownBot { word: word.to_owned(), why: Some(why) };
        policy.map_or_else(|| of_word(word), |found| found.map(Self::Policy).map_err(refused))
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;

    /// By name alone, so that a policy has no weights: see [`BotSpec::read`].
    fn from_str(word: &str) -> Result<Self, UnknownBot> {
        Self::read(word, &mut |_| Err("a policy has weights, which are not given here".to_owned()))
    }
}

/// A search, and the policy that guides it.
fn guided(word: &str, search: &str, policy: &str, find: &mut Find<'_>) -> Result<BotSpec, UnknownBot> {
    let refused = |why| UnknownBot { word: word.to_owned(), why };
    let Ok(BotSpec::Search(budget)) = of_word(search) else { return Err(refused(None)) };
    match PolicySpec::read(policy, find).ok_or_else(|| refused(None))? {
        Ok(policy) if policy.is_greedy() => Ok(BotSpec::Guided(budget, policy)),
        Ok(_) => Err(refused(Some(format!("`{word}`: a policy that guides a search has no temperature")))),
        Err(why) => Err(refused(Some(why))),
    }
}

/// One that thinks for itself.
fn of_word(word: &str) -> Result<BotSpec, UnknownBot> {
    let found = match word.split_once(':') {
        None => usual(word),
        Some(("greedy", deals)) => number(deals).map(|deals| BotSpec::Greedy { deals }),
        Some(("search", budget)) => match budget.strip_suffix("ms") {
            Some(time) => number(time).map(Budget::Milliseconds),
            None => number(budget).map(Budget::Iterations),
        }
        .map(BotSpec::Search),
        Some(_) => None,
    };
    found.ok_or_else(|| UnknownBot { word: word.to_owned(), why: None })
}

fn usual(word: &str) -> Option<BotSpec> {
    match word {
        "random" => Some(BotSpec::Random),
        "greedy" => Some(BotSpec::Greedy { deals: USUAL_DEALS }),
        "search" => Some(BotSpec::Search(Budget::Iterations(USUAL_ITERATIONS))),
        _ => Level::ALL.iter().find(|row| row.1 == word).map(|row| BotSpec::Level(row.0)),
    }
}

/// A budget: at least 1.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|n| digits && (1..=MOST).contains(n))
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy { deals: USUAL_DEALS } => f.write_str("greedy"),
            Self::Greedy { deals } => write!(f, "greedy:{deals}"),
            Self::Guided(budget, policy) => write!(f, "{}+{policy}", Self::Search(*budget)),
            Self::Search(Budget::Iterations(USUAL_ITERATIONS)) => f.write_str("search"),
            Self::Search(Budget::Iterations(n)) => write!(f, "search:{n}"),
            Self::Search(Budget::Milliseconds(n)) => write!(f, "search:{n}ms"),
            Self::Level(level) => f.write_str(level.row().0),
            Self::Policy(spec) => spec.fmt(f),
        }
    }
}

impl UnknownBot {
    /// A bot is called so, and lacks something.
    pub fn is_known(&self) -> bool {
        self.why.is_some()
    }
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.why {
            return f.write_str(why);
        }
        let guided = self.word.split_once('+').filter(|(bot, _)| !bot.ends_with(':'));
        let (bot, guide) = guided.map_or((&*self.word, None), |(bot, on)| (bot, Some(on)));
        if let (Ok(spec), Some(guide)) = (of_word(bot), guide) {
            let search = if let BotSpec::Search(_) = spec { bot } else { "search:200" };
            return write!(f, "`+{guide}` does not guide `{bot}`; did you mean `{search}+policy`?");
        }
        if let Some((name @ ("greedy" | "search"), budget)) = bot.split_once(':') {
            return write!(f, "`{budget}` is no budget of {name}: that is a number from 1 to {MOST}");
        }
        let (last, others) = BotSpec::WORDS.split_last().unwrap_or((&"", &[]));
        write!(f, "no bot is called `{}`; there are {} and {last}", self.word, others.join(", "))
    }
}

impl std::error::Error for UnknownBot {}
