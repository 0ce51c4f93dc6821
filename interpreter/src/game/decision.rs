//! What has to be decided, and why an option of it can't be taken.

use super::{Game, label};
use crate::exec::Fault;

/// Why an option can't be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplyError {
    /// There is no decision, or no option with this number.
    NoSuchOption,
    /// A rule failed; the game is over and nobody has won.
    Fault(Fault),
}

impl std::fmt::Display for ApplyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchOption => f.write_str("there is no such option"),
            Self::Fault(fault) => write!(f, "a rule failed: {}", fault.kind.message()),
        }
    }
}

impl std::error::Error for ApplyError {}

impl From<Fault> for ApplyError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What a player has to decide.
#[derive(Debug)]
pub struct Decision<'a> {
    pub(super) game: &'a Game,
    /// Who decides.
    pub player: u8,
    /// The name of the decision.
    pub name: &'a str,
}

impl Decision<'_> {
    /// How many options there are.
    pub fn len(&self) -> usize {
        self.game.state.options().len()
    }

    /// Whether there is nothing to choose; never true.
    pub fn is_empty(&self) -> bool {
        self.game.state.options().is_empty()
    }

    /// The stable label of each option, in order.
    pub fn labels(&self) -> Vec<String> {
        label::option_labels(&self.game.program, &self.game.state)
    }

    /// The option with this label.
    pub fn find(&self, label: &str) -> Option<usize> {
        self.labels().iter().position(|l| l == label)
    }
}
