//! Filters as the machine runs them: sets of cards first, then columns, then whatever is left.

use super::{CondId, ListId, NumId};
use crate::numbers::Comparison;

/// A filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ScanId(pub u32);

/// A set of cards that is known before the game: the first of its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetId(pub u32);

/// For each value of a printed field the set of cards that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetTable {
    /// The field's column.
    pub column: u32,
    /// The smallest value.
    pub low: i32,
    /// How many values, from that one on.
    pub count: u32,
    /// The set of the smallest value; the others follow.
    pub first: u32,
}

/// The candidates of a list for which a condition holds: sets of cards first, then columns, then the rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// The candidates.
    pub of: ListId,
    /// The slot in which the candidate stands while a condition is tested.
    pub slot: u16,
    /// The whole condition, its parts in the order in which they are tested.
    pub test: CondId,
    /// Only cards of this set.
    pub mask: Option<SetId>,
    /// Only cards whose field has this value.
    pub keyed: Option<(SetTable, NumId)>,
    /// Only cards of the set that these make, in postfix order; of all cards if there are none. Where something in them fails, which the rule might
    /// never have asked for, the whole condition is tested instead.
    pub joined: Box<[SetOp]>,
    /// With these: the candidates if they are the same in every position, and how many they are; nothing if they are those of a zone.
    pub among: Option<(SetId, u32)>,
    /// Only candidates that pass these.
    pub tests: Box<[Test]>,
    /// What is left to test.
    pub rest: Option<CondId>,
    /// What it costs to test a condition, beyond what a candidate costs.
    pub price: u32,
    /// A decision follows that lists what passes, so all of it is found where one would do.
    pub listed: bool,
}

impl Scan {
    /// Whether sets alone decide what passes.
    pub fn is_by_sets(&self) -> bool {
        self.tests.is_empty() && self.rest.is_none()
    }
}

/// What makes a set of cards of others, or of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetOp {
    /// Cards that are known before the game.
    Known(SetId),
    /// Cards of which something has this value.
    Same(Rising, NumId),
    /// Less than this value.
    Less(Rising, NumId),
    /// At most this value.
    AtMost(Rising, NumId),
    /// One card.
    Card(NumId),
    /// The cards of a zone.
    Zone(NumId),
    /// The value goes into the slot, where those that follow read it.
    Let(u16, NumId),
    /// All others.
    Not,
    /// What both of the last two have.
    And,
    /// What either of them has.
    Or,
}

/// The most sets of one filter that are joined.
pub const MAX_LEAVES: usize = 32;

/// Of something that is known of each card before the game: no card, those that lack it, and for each value those that have at most
/// that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rising {
    /// What of the card, which is the candidate.
    pub of: NumId,
    /// The smallest value.
    pub low: i32,
    /// How many values, from that one on.
    pub count: u32,
    /// The first of the sets.
    pub first: SetId,
}

/// The most column tests of one filter; more are left to the rest.
pub const MAX_TESTS: usize = 4;

/// Compares something of a candidate with a value that is the same for all candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// What of the candidate.
    pub key: Key,
    pub op: Comparison,
    pub value: NumId,
}

/// What is compared of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// The candidate.
    Itself,
    /// A printed field: its column.
    Field(u32),
    /// A cell: the one of candidate 0, the first candidate that has one, how many have.
    Cell {
        /// The cell of the first.
        at: u32,
        /// The first candidate that has one.
        first: u32,
        /// How many have one.
        count: u32,
    },
    /// The cell whose number is in a printed field: first cell, column.
    CellAtField(u32, u32),
    /// The cell of the spot at which it lies: first cell, sort of spot.
    CellAtSpot(u32, u16),
}
