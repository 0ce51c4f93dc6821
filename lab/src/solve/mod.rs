//! Exact solution of small games: game tree, value of random play, and an equilibrium.
//!
//! docs/solve.md describes the methods and their assumptions.

mod cfr;
mod estimate;
mod policy;
mod response;
mod strategy;
mod tree;

use ludex::{Branch, Fault, Setup};
use ludex_bots::{BotSpec, goal};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Objective;
use crate::blocks::Control;
use strategy::Strategy;
use tree::Tree;

/// Version of the JSON form described in docs/json.md.
const VERSION: u32 = 1;
/// Estimated multiple of the limit above which enumeration is not attempted.
const HOPELESS: f64 = 1000.0;

/// Settings for solving a game.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    /// Result of a game that is measured.
    pub by: Objective,
    /// Number of iterations of CFR+.
    pub iterations: u32,
    /// Maximum number of terminal histories.
    pub limit: u64,
    /// Maximum memory for the tree and the computations on it, in bytes.
    pub memory: u64,
}

impl Default for Task {
    fn default() -> Self {
        Self { by: Objective::Score, iterations: 1000, limit: 1_000_000, memory: 2 << 30 }
    }
}

/// A bot whose strategy is measured.
#[derive(Debug, Clone)]
pub struct MeasuredBot {
    /// Specification of the bot.
    pub bot: BotSpec,
    /// Number of times that the bot is queried in each information set.
    pub tries: u32,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Measured strategy of a bot, for comparison with random play and an equilibrium.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct MeasuredStrategy {
    /// Name of the bot.
    pub name: String,
    /// Goal of the bot: `score`, `victory` or `rank`.
    pub wants: &'static str,
    /// Number of samples in each information set; `null` if its policy is known exactly.
    pub tries: Option<u32>,
    /// Seed of the samples.
    pub seed: u64,
    /// Value of the game to the first seat if both play like this bot.
    pub value: f64,
    /// Gain of a best response against it, averaged over both seats.
    pub exploitability: f64,
}

/// Solution of a game.
#[derive(Debug, Clone, PartialEq, JsonSchema, Serialize)]
pub struct Solution {
    /// Version of the document: 1.
    pub version: u32,
    /// Number of players.
    pub players: u8,
    /// Number of terminal histories.
    pub histories: u64,
    /// Number of information sets with two or more options.
    pub information_sets: u64,
    /// Number of these information sets of each seat.
    pub information_sets_by_seat: Vec<u64>,
    /// True if the scores always have the same sum. Then a value is the score less the mean of all seats, otherwise less the mean of the others.
    pub constant_sum: bool,
    /// Value of the game to the first seat in the equilibrium; with one player, of the best play.
    pub value: Option<f64>,
    /// Value to the first seat if all players choose at random.
    pub random_value: f64,
    /// Value to each seat if all players choose at random.
    pub random_values: Vec<f64>,
    /// Gain of a best response against random play, averaged over both seats.
    pub random_exploitability: Option<f64>,
    /// Gain of a best response against the equilibrium found, averaged over both seats.
    pub exploitability: Option<f64>,
    /// Number of CFR+ iterations.
    pub iterations: Option<u32>,
    /// The bot of `--bot`; absent without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<MeasuredStrategy>,
}

/// Reason why a game is not solved.
#[derive(Debug, Clone, PartialEq)]
pub enum Unsolved {
    /// The tree is too large.
    TooLarge {
        /// Number of terminal histories enumerated before the attempt was aborted.
        reached: u64,
        /// Maximum number of terminal histories.
        limit: u64,
        /// Decimal logarithm of their estimated number, from random paths.
        magnitude: f64,
    },
    /// The tree requires too much memory.
    TooMuchMemory {
        /// Number of terminal histories enumerated before the attempt was aborted.
        reached: u64,
        /// Maximum memory in bytes.
        memory: u64,
    },
    /// A game may exceed the maximum number of decisions.
    TooDeep {
        /// Maximum number of decisions in a game.
        decisions: usize,
    },
    /// A rule failed.
    Fault(Box<Fault>),
    /// Players of a team share their winnings, but strategies are computed for single players.
    Teams,
    /// A bot can only be measured in games of two players. Holds the actual number.
    NotTwo(u8),
    /// A bot can only be measured in constant-sum games.
    NoConstantSum,
    /// The run was cancelled.
    Stopped,
}

/// Enumerates a game and solves it.
///
/// # Errors
/// Returns [`Unsolved`] if its tree is too large, or if a rule fails in it.
pub fn solve(setup: &Setup, task: Task) -> Result<Solution, Unsolved> {
    Ok(solution(&enumerated(setup, task, &mut |_| {})?, task))
}

/// Number of progress steps that [`measure`] reports.
pub const PARTS: u64 = policy::ALL;

/// Like [`solve`], and also measures the strategy of a bot. Progress is reported as 0 before the first query
/// of the bot, when all else is complete. Later calls report further steps of [`PARTS`].
///
/// # Errors
/// Returns [`Unsolved`] if the game is not solved, does not have two players, or is not constant-sum.
pub fn measure(
    setup: &Setup,
    task: Task,
    asked: &MeasuredBot,
    control: &Control<'_>,
) -> Result<Solution, Unsolved> {
    if setup.players() != 2 {
        return Err(Unsolved::NotTwo(setup.players()));
    }
    let mut positions = Vec::new();
    let tree = enumerated(setup, task, &mut |branch| positions.push(branch.game()))?;
    if !tree.constant_sum {
        return Err(Unsolved::NoConstantSum);
    }
    let solution = solution(&tree, task);
    let strategy = policy::of_bot(&tree, &positions, asked, control).ok_or(Unsolved::Stopped)?;
    let measured = MeasuredStrategy {
        name: asked.bot.to_string(),
        wants: goal(setup).word(),
        tries: (asked.bot != BotSpec::Random).then_some(asked.tries),
        seed: asked.seed,
        value: strategy.value(&tree, 0),
        exploitability: exploitability(&tree, &strategy),
    };
    Ok(Solution { bot: Some(measured), ..solution })
}

fn enumerated(setup: &Setup, task: Task, watch: &mut dyn FnMut(&Branch)) -> Result<Tree, Unsolved> {
    if setup.rules().teams().any(|team| team.seats.len() > 1) {
        return Err(Unsolved::Teams);
    }
    let magnitude = estimate::magnitude(setup)?;
    if magnitude > (task.limit as f64 * HOPELESS).log10() {
        return Err(Unsolved::TooLarge { reached: 0, limit: task.limit, magnitude });
    }
    Tree::watched(setup, task, watch).map_err(|stopped| match stopped {
        tree::Stopped::Fault(fault) => Unsolved::Fault(fault),
        tree::Stopped::Deep => Unsolved::TooDeep { decisions: tree::DEEPEST },
        tree::Stopped::Full(reached) => Unsolved::TooMuchMemory { reached, memory: task.memory },
        tree::Stopped::Large => Unsolved::TooLarge { reached: task.limit, limit: task.limit, magnitude },
    })
}

/// Returns the exploitability of a strategy: the best-response value against it, averaged over both seats.
fn exploitability(tree: &Tree, strategy: &Strategy) -> f64 {
    (response::best(tree, strategy, 0) + response::best(tree, strategy, 1)) / 2.0
}

fn solution(tree: &Tree, task: Task) -> Solution {
    let players = tree.players as u8;
    let random = Strategy::random(tree);
    let random_values: Vec<f64> = (0..tree.players).map(|seat| random.value(tree, seat)).collect();
    let found = match players {
        1 => Some((response::best(tree, &random, 0), 0.0, None)),
        2 => {
            let strategy = cfr::equilibrium(tree, task.iterations);
            Some((strategy.value(tree, 0), exploitability(tree, &strategy), Some(task.iterations)))
        }
        0 | 3.. => None,
    };
    Solution {
        version: VERSION,
        players,
        histories: tree.ends,
        information_sets: tree.sets.len() as u64,
        information_sets_by_seat: (0..tree.players)
            .map(|seat| tree.sets.iter().filter(|set| set.seat == seat).count() as u64)
            .collect(),
        constant_sum: tree.constant_sum,
        value: found.map(|(value, ..)| value),
        random_value: random_values.first().copied().unwrap_or(0.0),
        random_values,
        random_exploitability: (players == 2).then(|| exploitability(tree, &random)),
        exploitability: found.map(|(_, exploitability, _)| exploitability),
        iterations: found.and_then(|(.., iterations)| iterations),
        bot: None,
    }
}
