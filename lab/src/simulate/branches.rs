//! Branch coverage: the branches of effects that games executed.
//!
//! Games with an observer are replayed with the same choices and without a history, and the replay records
//! the executed branches. Games without an observer have no cost, and for the others the replay is cheap
//! relative to the observation.

use ludex::{Playout, RegionKind, Setup, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A branch: a whole effect, or a conditionally executed block of a statement.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
pub struct Branch {
    /// Source location of its first statement: `file:line:column`.
    pub place: String,
    /// Kind of the region.
    pub kind: RegionKind,
    /// Name of the effect or mode, or the beginning of the statement.
    pub text: String,
}

impl Branch {
    /// Describes the branch for readers.
    pub fn describe(&self) -> String {
        self.kind.describe(&self.text)
    }
}

/// A branch and its enclosing branch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nested {
    /// Location and kind of the branch.
    #[serde(flatten)]
    pub branch: Branch,
    /// Index of the enclosing branch; `null` if there is none.
    pub inside: Option<usize>,
}

/// Returns all branches of a setup in source order.
pub(super) fn branches(setup: &Setup) -> Vec<Nested> {
    let (trace, sources) = (Trace::new(setup), setup.ruleset().sources());
    let nested = |region: &ludex::Region| {
        let branch =
            Branch { place: sources.place(region.place), kind: region.kind, text: region.text.clone() };
        Nested { branch, inside: region.inside }
    };
    trace.regions().iter().map(nested).collect()
}

/// Returns the branches that no game executed, except those nested in another such branch and actions, which
/// have a separate list.
pub(super) fn never(all: &[Nested], games: &[u64]) -> Vec<Branch> {
    let ran = |at: usize| games.get(at).is_some_and(|games| *games > 0);
    let told = |at: &usize| {
        let Nested { branch, inside } = &all[*at];
        !ran(*at) && inside.is_none_or(ran) && branch.kind != RegionKind::Action
    };
    (0..all.len()).filter(told).map(|at| all[at].branch.clone()).collect()
}

/// Replays games and counts the games that executed each branch.
pub(crate) struct BranchCounter {
    playout: Playout,
    trace: Trace,
    choices: Vec<usize>,
    games: Vec<u64>,
}

impl BranchCounter {
    pub fn new(setup: &Setup) -> BranchCounter {
        let trace = Trace::new(setup);
        let games = vec![0; trace.regions().len()];
        BranchCounter { playout: Playout::new(setup), trace, choices: Vec::new(), games }
    }

    /// Starts a game.
    pub fn begin(&mut self) {
        self.choices.clear();
    }

    /// Records a choice.
    pub fn chooses(&mut self, option: usize) {
        self.choices.push(option);
    }

    /// Replays the game with this seed and the recorded choices.
    pub fn ended(&mut self, seed: u64) {
        self.trace.forget();
        let mut choices = self.choices.iter().copied();
        let end = self.playout.traced(seed, &mut self.trace, |_| choices.next().unwrap_or(usize::MAX));
        if end.is_ok() {
            let ran = self.trace.ran().iter();
            self.games.iter_mut().zip(ran).for_each(|(games, ran)| *games += u64::from(*ran));
        }
    }

    /// Returns the number of games that executed each branch.
    pub fn games(self) -> Vec<u64> {
        self.games
    }
}
