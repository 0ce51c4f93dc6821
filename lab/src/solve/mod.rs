//! Small games exactly: the whole tree of a game, what random play is worth, and an equilibrium.
//!
//! What each part rests on stands in docs/solve.md.

mod cfr;
mod estimate;
mod response;
mod strategy;
mod tree;

use ludex::{Fault, Setup};
use serde::Serialize;

use strategy::Strategy;
use tree::Tree;

/// The number of the JSON form that docs/json.md describes.
const VERSION: u32 = 1;
/// Where random games say that a tree is so many times larger than what is enumerated, it is not begun.
const HOPELESS: f64 = 1000.0;

/// What the end of a game is worth to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Its score.
    Score,
    /// 1 if it won, shared among those who won.
    Win,
}

/// How a game is solved.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    /// What counts.
    pub by: By,
    /// Iterations of CFR+.
    pub iterations: u32,
    /// Terminal histories, at most.
    pub limit: u64,
    /// Bytes that the tree may take, with what is computed on it.
    pub memory: u64,
}

impl Default for Task {
    fn default() -> Self {
        Self { by: By::Score, iterations: 1000, limit: 1_000_000, memory: 2 << 30 }
    }
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solution {
    /// The number of this form.
    pub version: u32,
    /// How many players.
    pub players: u8,
    /// Terminal histories.
    pub histories: u64,
    /// Sets of positions that the one who decides can't tell apart, with two or more options.
    pub information_sets: u64,
    /// Those of each seat.
    pub information_sets_by_seat: Vec<u64>,
    /// All seats together always end with as much. Then a value is what the seat has less the mean of all, else less the mean of the others.
    pub constant_sum: bool,
    /// What the game is worth to the first seat if both play the strategies that were found; for one player, who plays as well as can be.
    pub value: Option<f64>,
    /// What it is worth to the first seat if all choose at random.
    pub random_value: f64,
    /// The same for each seat.
    pub random_values: Vec<f64>,
    /// How much a player who knows the strategy that was found gains against it, on average over both seats.
    pub exploitability: Option<f64>,
    /// Iterations of CFR+.
    pub iterations: Option<u32>,
}

/// Why a game is not solved.
#[derive(Debug, Clone, PartialEq)]
pub enum Unsolved {
    /// Its tree is too large.
    TooLarge {
        /// Terminal histories that were reached before it was given up.
        reached: u64,
        /// Terminal histories, at most.
        limit: u64,
        /// The power of ten of their number, as random games have it.
        magnitude: f64,
    },
    /// Its tree takes too much memory.
    TooMuchMemory {
        /// Terminal histories that were reached before it was given up.
        reached: u64,
        /// Bytes, at most.
        memory: u64,
    },
    /// A game may last longer than is looked for.
    TooDeep {
        /// Decisions.
        decisions: usize,
    },
    /// A rule failed.
    Fault(Box<Fault>),
}

/// Enumerates a game and solves it.
///
/// # Errors
/// [`Unsolved`] where its tree is too large, or a rule fails in it.
pub fn solve(setup: &Setup, task: Task) -> Result<Solution, Unsolved> {
    let magnitude = estimate::magnitude(setup)?;
    if magnitude > (task.limit as f64 * HOPELESS).log10() {
        return Err(Unsolved::TooLarge { reached: 0, limit: task.limit, magnitude });
    }
    let tree = Tree::of(setup, task).map_err(|stopped| match stopped {
        tree::Stopped::Fault(fault) => Unsolved::Fault(fault),
        tree::Stopped::Deep => Unsolved::TooDeep { decisions: tree::DEEPEST },
        tree::Stopped::Full(reached) => Unsolved::TooMuchMemory { reached, memory: task.memory },
        tree::Stopped::Large => Unsolved::TooLarge { reached: task.limit, limit: task.limit, magnitude },
    })?;
    Ok(solution(&tree, task))
}

fn solution(tree: &Tree, task: Task) -> Solution {
    let players = tree.players as u8;
    let random = Strategy::uniform(tree);
    let random_values: Vec<f64> = (0..tree.players).map(|seat| random.value(tree, seat)).collect();
    let found = match players {
        1 => Some((response::best(tree, &random, 0), 0.0, None)),
        2 => {
            let strategy = cfr::equilibrium(tree, task.iterations);
            let gains = response::best(tree, &strategy, 0) + response::best(tree, &strategy, 1);
            Some((strategy.value(tree, 0), gains / 2.0, Some(task.iterations)))
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
        exploitability: found.map(|(_, exploitability, _)| exploitability),
        iterations: found.and_then(|(.., iterations)| iterations),
    }
}
