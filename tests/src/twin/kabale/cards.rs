//! Cards as small numbers (section 2).

/// Maximum number of players, and of columns.
pub(super) const SEATS: usize = 6;
/// Number of influence cards of a seat.
pub(super) const SET: usize = 25;
/// Number of domains of objectives.
pub(super) const DOMAINS: usize = 6;
/// Maximum number of objectives.
pub(super) const OBJECTIVES: usize = 36;
/// Maximum number of cards in a column: all cards.
pub(super) const LANE: usize = SEATS * SET;

/// An influence card: its number in the table of section 2, from 0. Cards with their own rule have a name;
/// the six professions are consecutive, in the order of the domains.
pub(super) type Rank = u8;
pub(super) const JULIET: Rank = 2;
pub(super) const FIRST_PROFESSION: Rank = 3;
pub(super) const EXPLORER: Rank = 9;
pub(super) const ASSASSIN: Rank = 10;
pub(super) const STORM: Rank = 11;
pub(super) const TRAITOR: Rank = 12;
pub(super) const CAPE: Rank = 13;
pub(super) const MUSKETEERS: Rank = 14;
pub(super) const MAGICIAN: Rank = 15;
pub(super) const SORCERESS: Rank = 16;
pub(super) const PRINCE: Rank = 17;
pub(super) const SQUIRE: Rank = 18;
pub(super) const HERMIT: Rank = 19;
pub(super) const LITTLE_GIANT: Rank = 20;
pub(super) const DRAGON: Rank = 21;
pub(super) const ROMEO: Rank = 22;
pub(super) const BEGGAR: Rank = 23;
pub(super) const DOUBLE: Rank = 24;

/// Printed values by rank, in half points. (The size is that of an index of five bits.)
#[rustfmt::skip]
pub(super) const VALUES: [i16; 32] = [
    40, 32, 28,                // king, queen, juliet
    16, 16, 16, 16, 16, 16,    // professions
    26, 19, 18, 20, 0,         // explorer, assassin, storm, traitor, cape
    22, 14, 2,                 // musketeers, magician, sorceress
    28, 4,                     // prince, squire
    22, 4, 22, 10,             // hermit, little giant, dragon, romeo
    8, NO_VALUE,               // beggar, double
    0, 0, 0, 0, 0, 0, 0,
];
/// Bonus of a profession on its domain (K-41).
pub(super) const EXPERTISE: i16 = 8;
/// Value of a Double that copies nothing.
pub(super) const NO_VALUE: i16 = i16::MIN / 2;

/// Returns a set of ranks.
pub(super) const fn set(ranks: &[Rank]) -> u32 {
    let (mut set, mut i) = (0, 0);
    while i < ranks.len() {
        set |= 1 << ranks[i];
        i += 1;
    }
    set
}

/// An influence card in a column: seat and rank.
#[derive(Clone, Copy)]
pub(super) struct Card(pub(super) u8);

impl Card {
    pub(super) fn new(seat: usize, rank: Rank) -> Self {
        Self((seat as u8) << 5 | rank)
    }

    pub(super) fn seat(self) -> usize {
        usize::from(self.0 >> 5)
    }

    pub(super) fn rank(self) -> Rank {
        self.0 & 31
    }

    pub(super) fn bit(self) -> u32 {
        1 << self.rank()
    }
}

/// An objective: domain and points.
#[derive(Clone, Copy)]
pub(super) struct Objective(pub(super) u8);

impl Objective {
    pub(super) fn new(domain: usize, points: u8) -> Self {
        Self((domain as u8) << 3 | points)
    }

    pub(super) fn domain(self) -> usize {
        usize::from(self.0 >> 3)
    }

    pub(super) fn points(self) -> u8 {
        self.0 & 7
    }
}
