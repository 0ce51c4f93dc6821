//! What random games of a program were seen to do, and what never: no rule, only experience, which bots gather before they think.

use std::collections::BTreeMap;

use super::ChoiceId;
use crate::ids::ZoneId;

/// Where cards lie when somebody is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lying {
    /// What is asked.
    pub choice: ChoiceId,
    /// Which zone, as declared.
    pub zone: ZoneId,
    /// Whether it is the zone of the one who is asked.
    pub own: bool,
}

/// What is usual.
#[derive(Debug, Clone, Default)]
pub struct Habits {
    /// Sets of cards, of [`Layout::words`](super::Layout) words: those which never lay there, though others like them did often.
    pub absent: BTreeMap<Lying, Box<[u64]>>,
    /// Decisions of the longest game; nothing where it is not known.
    pub longest: Option<u32>,
    /// There is something that not all know, and each decision came back several times.
    pub small: bool,
    /// A long game did not end.
    pub endless: bool,
    /// In a row of its own decisions a player came back to an equal position: something free can be repeated.
    pub circles: bool,
    /// Of the decisions many had come before, to the eyes of who has them.
    pub returns: bool,
}
