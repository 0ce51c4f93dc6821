//! Sampled playout statistics: properties observed in random games of a program, which bots collect before
//! they search.

use std::collections::BTreeMap;

use super::ChoiceId;
use ludex_check::ids::ZoneId;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ZoneAtDecision {
    pub choice: ChoiceId,
    /// The zone, as declared.
    pub zone: ZoneId,
    /// True if the zone belongs to the acting player.
    pub own: bool,
}

/// Statistics sampled from random games.
#[derive(Debug, Clone, Default)]
pub struct PlayoutSample {
    /// Sets of cards, of [`Layout::words`](super::Layout) words, that never occurred in a zone, although
    /// cards with the same back often did.
    pub absent: BTreeMap<ZoneAtDecision, Box<[u64]>>,
    /// Number of decisions of the longest game, or `None` if unknown.
    pub longest: Option<u32>,
    /// True if information is hidden, and each decision recurred several times.
    pub small: bool,
    /// True if in each sampled game all of several players won or none.
    pub shared: bool,
    /// True if a long game did not end.
    pub endless: bool,
    /// True if a player reached an equal position during consecutive decisions of their own, so a free action
    /// can be repeated.
    pub circles: bool,
    /// True if many decisions recurred, as seen by the acting player.
    pub returns: bool,
}
