//! Names of bots, such as `random` and `greedy:20`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ludex::diagnostics::closest;

use super::Bot;
use super::external::ExternalSpec;
use super::greedy::Greedy;
use super::policy::{PolicySpec, WeightsLoader};
use super::random::Random;
use super::search::{Budget, Search, WITHOUT_CLOCK};
use super::tools::Tools;

/// Default number of determinizations of `greedy`.
const USUAL_DEALS: u32 = 20;
/// Default number of iterations of `search`.
const USUAL_ITERATIONS: u32 = 1_000;
/// Number of playouts that a decision of an external player is assumed to take.
const EXTERNAL: u64 = 100;
/// Approximate number of options of a decision.
const OPTIONS: u64 = 3;
/// Prefix of a program that plays, such as `exec:./bot.py`.
const EXEC: &str = "exec:";
/// Maximum budget of a bot.
const MOST: u32 = 100_000_000;

/// A bot with its budget.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BotSpec {
    /// Uniform random choice.
    Random,
    /// Flat Monte Carlo with random rollouts.
    Greedy {
        /// Number of determinizations.
        deals: u32,
    },
    /// A search with this budget for each decision.
    Search(Budget),
    /// A search for games against people.
    Level(Level),
    /// A policy network trained by self-play.
    Policy(PolicySpec),
    /// A search guided by a policy: its value network replaces the end of playouts.
    Guided(Budget, PolicySpec),
    /// A player outside of this crate.
    External(ExternalSpec),
}

/// Strength of an opponent for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// 60 iterations for each decision.
    Easy,
    /// 600 iterations: answers within half a second in every shipped game.
    Normal,
    /// 5,000 iterations for each decision.
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

/// Error for a name that is not a valid bot.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownBot {
    word: String,
    /// Reason, if the name belongs to a known bot.
    why: Option<String>,
}

impl BotSpec {
    /// Names of all bots, as listed in messages.
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
        "exec:COMMAND",
    ];

    /// Returns the approximate number of playouts for a decision, for time estimates. Each millisecond of a
    /// time limit counts as `WITHOUT_CLOCK` iterations.
    pub fn tries(&self) -> u64 {
        match self {
            Self::Random => 0,
            Self::Policy(_) => 1,
            Self::External(_) => EXTERNAL,
            Self::Greedy { deals } => u64::from(*deals) * OPTIONS,
            Self::Search(Budget::Iterations(n)) | Self::Guided(Budget::Iterations(n), _) => u64::from(*n),
            Self::Search(Budget::Milliseconds(n)) | Self::Guided(Budget::Milliseconds(n), _) => {
                u64::from(*n) * u64::from(WITHOUT_CLOCK)
            }
            Self::Level(level) => u64::from(level.row().1),
        }
    }

    /// Creates a bot that has not played yet.
    pub fn build(&self, tools: &Tools) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random),
            Self::Greedy { deals } => Box::new(Greedy::new(*deals)),
            Self::Search(budget) => Box::new(Search::new(*budget, None, tools.clone())),
            Self::Guided(budget, policy) => {
                Box::new(Search::new(*budget, Some(policy.clone()), tools.clone()))
            }
            Self::Policy(spec) => spec.build(),
            Self::External(spec) => Arc::clone(&spec.0).player(),
            Self::Level(level) => {
                Box::new(Search::new(Budget::Iterations(level.row().1), None, tools.clone()))
            }
        }
    }

    /// Reads the name of a bot. For a bot with a policy, `find` loads the policy from the named file, or the
    /// usual one if none is named. Programs (`exec:COMMAND`) are rejected, because this crate starts none.
    ///
    /// # Errors
    ///
    /// The name is unknown, or its weights are not available; the error contains the reason.
    pub fn read(word: &str, find: &mut WeightsLoader<'_>) -> Result<Self, UnknownBot> {
        let word = word.trim();
        if word.starts_with(EXEC) {
            return Err(UnknownBot::refused(word, NO_PROGRAMS.to_owned()));
        }
        if let Some((search, policy)) = word.split_once("+policy") {
            return guided(word, search, policy, find);
        }
        let policy = word.strip_prefix("policy").and_then(|words| PolicySpec::read(words, find));
        let refused = |why| UnknownBot::refused(word, why);
        policy.map_or_else(|| of_word(word), |found| found.map(Self::Policy).map_err(refused))
    }
}

impl FromStr for BotSpec {
    type Err = UnknownBot;

    /// Reads a name without looking for weights, so policies are rejected: see [`BotSpec::read`].
    fn from_str(word: &str) -> Result<Self, UnknownBot> {
        Self::read(word, &mut |_| Err("a policy requires weights, which are not available here".to_owned()))
    }
}

/// Reason why programs are rejected.
const NO_PROGRAMS: &str = "programs (`exec:`) play only where the command line names them: in `--bots` of simulate, ladder, play and serve, or in `--seats` of play";

fn guided(
    word: &str,
    search: &str,
    policy: &str,
    find: &mut WeightsLoader<'_>,
) -> Result<BotSpec, UnknownBot> {
    let refused = |why| UnknownBot { word: word.to_owned(), why };
    let Ok(BotSpec::Search(budget)) = of_word(search) else { return Err(refused(None)) };
    match PolicySpec::read(policy, find).ok_or_else(|| refused(None))? {
        Ok(policy) if policy.is_greedy() => Ok(BotSpec::Guided(budget, policy)),
        Ok(_) => Err(refused(Some(format!("`{word}`: a policy that guides a search has no temperature")))),
        Err(why) => Err(refused(Some(why))),
    }
}

/// Reads a bot without a policy.
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

/// Reads a budget: an integer from 1 to `MOST`.
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
            Self::External(spec) => f.write_str(spec.0.name()),
        }
    }
}

impl UnknownBot {
    /// Creates the error for a bot that exists, but can't play here.
    pub fn refused(word: &str, why: String) -> Self {
        Self { word: word.to_owned(), why: Some(why) }
    }

    /// Returns true if the bot exists, but its weights or its settings are missing or invalid.
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
            return write!(f, "`{budget}` is not a valid budget for {name}: use a number from 1 to {MOST}");
        }
        let name = bot.split(':').next().unwrap_or(bot);
        let plain = BotSpec::WORDS.iter().copied().filter(|word| !word.contains([':', '+']));
        if let Some(near) = closest(name, plain).filter(|near| *near != name) {
            let settings = &self.word[name.len()..];
            return write!(f, "no bot is called `{}`; did you mean `{near}{settings}`?", self.word);
        }
        let (last, others) = BotSpec::WORDS.split_last().unwrap_or((&"", &[]));
        write!(f, "no bot is called `{}`; the bots are {} and {last}", self.word, others.join(", "))
    }
}

impl std::error::Error for UnknownBot {}
