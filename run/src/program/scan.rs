//! Filters as executed: sets of cards first, then columns, then the rest of the condition.

use super::{CondId, ListId, NumId};
use ludex_check::numbers::Comparison;

/// A filter of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScanId(pub u32);

/// A set of cards known before the game, as the index of its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetId(pub u32);

/// For each value of a printed field, the set of cards that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetTable {
    pub column: u32,
    pub low: i32,
    /// Number of consecutive values from `low` on.
    pub count: u32,
    /// The set of the smallest value; the others follow.
    pub first: u32,
}

/// A filter: the candidates of a list for which a condition holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    pub of: ListId,
    /// The slot for the candidate during evaluation.
    pub slot: u16,
    /// The whole condition, its parts in order of testing.
    pub test: CondId,
    /// Set of cards that all matches are in.
    pub mask: Option<SetId>,
    /// The value that the field of all matches has.
    pub keyed: Option<(SetTable, NumId)>,
    /// Set operations, in postfix order, whose result contains all matches; empty if unrestricted. If an
    /// operand fails that the rule might not have evaluated, the whole condition is tested instead.
    pub joined: Box<[SetOp]>,
    /// With set operations: the candidates and their number, if they are the same in every position. `None`
    /// if they are the cards of a zone.
    pub among: Option<(SetId, u32)>,
    /// Tests that all matches pass.
    pub tests: Box<[Test]>,
    /// The rest of the condition.
    pub rest: Option<CondId>,
    /// Fuel for testing the condition, in addition to that for a candidate.
    pub price: u32,
    /// True if the following decision lists the matches, so a test finds all of them instead of the first.
    pub listed: bool,
}

impl Scan {
    /// Returns true if sets alone decide the matches.
    pub fn is_by_sets(&self) -> bool {
        self.tests.is_empty() && self.rest.is_none()
    }
}

/// A set operation on the stack of sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOp {
    /// A set of cards known before the game.
    Known(SetId),
    /// The cards for which an expression has this value.
    Same(Rising, NumId),
    Less(Rising, NumId),
    AtMost(Rising, NumId),
    /// The set of a single card.
    Card(NumId),
    Zone(NumId),
    /// Assigns the value to a slot, for the operations that follow.
    Let(u16, NumId),
    /// The complement of the last set.
    Not,
    /// The intersection of the last two sets.
    And,
    /// The union of the last two sets.
    Or,
}

/// Maximum number of sets in the set operations of one filter.
pub const MAX_LEAVES: usize = 32;

/// Sets of cards for an expression whose value is known for each card before the game. They are the empty
/// set, the cards without a value, and for each value the cards with at most that value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rising {
    /// The expression, which reads the candidate.
    pub of: NumId,
    pub low: i32,
    /// Number of consecutive values from `low` on.
    pub count: u32,
    pub first: SetId,
}

/// Maximum number of column tests of one filter; further tests are part of the rest.
pub const MAX_TESTS: usize = 4;

/// A comparison of a column of the candidate with a value that is the same for all candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// The column of the candidate.
    pub key: Key,
    pub op: Comparison,
    pub value: NumId,
}

/// A column of the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    Itself,
    /// A printed field: its column.
    Field(u32),
    Cell {
        /// Cell of the first candidate that has one.
        at: u32,
        first: u32,
        /// Number of candidates that have one.
        count: u32,
    },
    /// The cell whose number is in a printed field: first cell, column.
    CellAtField(u32, u32),
    /// The cell of the spot that the candidate is at: first cell, kind of spot.
    CellAtSpot(u32, u16),
}
