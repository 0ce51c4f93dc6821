//! Branches of effects, and which of them games ran.
//!
//! A game that somebody looks at is played once more with the same choices, without a history, and that time what it runs is noted. So games that nobody
//! looks at pay nothing, and for the others it is little beside the look itself.

use ludex::{Playout, RegionKind, Setup, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A branch: an effect as a whole, or a block of a statement that runs only sometimes.
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
    /// What it is, for people.
    pub fn said(&self) -> String {
        self.kind.said(&self.text)
    }
}

/// A branch, and the number of the one that it stands in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nested {
    /// The branch.
    #[serde(flatten)]
    pub branch: Branch,
    /// The one around it.
    pub inside: Option<usize>,
}

/// All branches of a setup, in the order of the text.
pub(super) fn branches(setup: &Setup) -> Vec<Nested> {
    let (trace, sources) = (Trace::new(setup), setup.ruleset().sources());
    let nested = |region: &ludex::Region| {
        let branch =
            Branch { place: sources.place(region.place), kind: region.kind, text: region.text.clone() };
        Nested { branch, inside: region.inside }
    };
    trace.regions().iter().map(nested).collect()
}

/// The branches that no game ran, but those inside of such, and actions, which have a list of their own.
pub(super) fn never(all: &[Nested], games: &[u64]) -> Vec<Branch> {
    let ran = |at: usize| games.get(at).is_some_and(|games| *games > 0);
    let told = |at: &usize| {
        let Nested { branch, inside } = &all[*at];
        !ran(*at) && inside.is_none_or(ran) && branch.kind != RegionKind::Action
    };
    (0..all.len()).filter(told).map(|at| all[at].branch.clone()).collect()
}

/// Plays games again, and counts those that ran each branch.
pub(crate) struct Again {
    playout: Playout,
    trace: Trace,
    choices: Vec<usize>,
    games: Vec<u64>,
}

impl Again {
    pub fn new(setup: &Setup) -> Again {
        let trace = Trace::new(setup);
        let games = vec![0; trace.regions().len()];
        Again { playout: Playout::new(setup), trace, choices: Vec::new(), games }
    }

    /// A game begins.
    pub fn begin(&mut self) {
        self.choices.clear();
    }

    /// In it somebody chooses.
    pub fn chooses(&mut self, option: usize) {
        self.choices.push(option);
    }

    /// The game of this seed has ended, with these choices.
    pub fn ended(&mut self, seed: u64) {
        self.trace.forget();
        let mut choices = self.choices.iter().copied();
        let end = self.playout.traced(seed, &mut self.trace, |_| choices.next().unwrap_or(usize::MAX));
        debug_assert!(end.is_ok(), "the same choices make the same game");
        let ran = self.trace.ran().iter();
        self.games.iter_mut().zip(ran).for_each(|(games, ran)| *games += u64::from(*ran));
    }

    /// How many games ran each branch.
    pub fn games(self) -> Vec<u64> {
        self.games
    }
}
