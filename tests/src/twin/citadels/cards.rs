//! Cards as small numbers, and sets of them (section 2).

/// Maximum number of players.
pub(super) const SEATS: usize = 7;
/// Number of district cards.
pub(super) const CARDS: usize = 65;
/// Number of kinds of districts.
pub(super) const KINDS: usize = 27;
/// A kind of district: its row in table 2.1, from 0.
pub(super) type Kind = u8;
pub(super) const COURT_OF_MIRACLES: Kind = 17;
pub(super) const KEEP: Kind = 18;
pub(super) const LABORATORY: Kind = 19;
pub(super) const MANUFACTORY: Kind = 20;
pub(super) const OBSERVATORY: Kind = 21;
pub(super) const GRAVEYARD: Kind = 22;
pub(super) const LIBRARY: Kind = 23;
pub(super) const MAGIC_SCHOOL: Kind = 24;
/// Sorts after the last district in every order.
pub(super) const NO_KIND: Kind = Kind::MAX;

/// Columns of table 2.1.
pub(super) const COPIES: [u8; KINDS] =
    [3, 4, 3, 2, 5, 4, 2, 5, 3, 4, 3, 3, 2, 3, 3, 3, 2, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1];
pub(super) const COSTS: [u8; KINDS] =
    [1, 2, 3, 5, 3, 4, 5, 1, 2, 2, 3, 4, 5, 1, 2, 3, 5, 2, 3, 5, 5, 5, 5, 6, 6, 6, 6];
pub(super) const POINTS: [u8; KINDS] =
    [1, 2, 3, 5, 3, 4, 5, 1, 2, 2, 3, 4, 5, 1, 2, 3, 5, 2, 3, 5, 5, 5, 5, 6, 6, 8, 8];
/// Highest cost of a district.
pub(super) const DEAREST: usize = 6;

/// A set of kinds.
pub(super) type Kinds = u32;
pub(super) const BLUE: Kinds = rows(1, 4);
pub(super) const YELLOW: Kinds = rows(5, 7);
pub(super) const GREEN: Kinds = rows(8, 13);
pub(super) const RED: Kinds = rows(14, 17);
pub(super) const PURPLE: Kinds = rows(18, 27);

/// Returns the kinds of these rows of table 2.1.
pub(super) const fn rows(first: u32, last: u32) -> Kinds {
    (1 << last) - (1 << (first - 1))
}

pub(super) const fn only(kind: Kind) -> Kinds {
    1 << kind
}

/// For each amount of gold, the kinds that it can pay for.
pub(super) const AFFORDABLE: [Kinds; DEAREST + 1] = {
    let mut sets = [0; DEAREST + 1];
    let mut kind = 0;
    while kind < KINDS {
        let mut gold = COSTS[kind] as usize;
        while gold <= DEAREST {
            sets[gold] |= 1 << kind;
            gold += 1;
        }
        kind += 1;
    }
    sets
};

/// All cards in the canonical order.
pub(super) const ALL_CARDS: [Kind; CARDS] = {
    let mut cards = [0; CARDS];
    let (mut kind, mut copy, mut at) = (0, 0, 0);
    while at < CARDS {
        if copy == COPIES[kind] {
            kind += 1;
            copy = 0;
        }
        cards[at] = kind as Kind;
        copy += 1;
        at += 1;
    }
    cards
};

/// A character: its number in table 2.2, from 0.
pub(super) type Character = usize;
pub(super) const ASSASSIN: Character = 0;
pub(super) const THIEF: Character = 1;
pub(super) const MAGICIAN: Character = 2;
pub(super) const KING: Character = 3;
pub(super) const BISHOP: Character = 4;
pub(super) const MERCHANT: Character = 5;
pub(super) const ARCHITECT: Character = 6;
pub(super) const CONDOTTIERE: Character = 7;
pub(super) const CHARACTERS: usize = 8;

/// Sets of characters: all, and those that may be murdered (T-11) and robbed (T-15).
pub(super) const EVERYBODY: u32 = (1 << CHARACTERS) - 1;
pub(super) const MORTAL: u32 = EVERYBODY & !(1 << ASSASSIN);
pub(super) const ROBBABLE: u32 = MORTAL & !(1 << THIEF);

/// Districts that give income to a character (T-27); the Magic school counts for each (T-29).
pub(super) const INCOME: [Kinds; CHARACTERS] = {
    let mut income = [0; CHARACTERS];
    income[KING] = YELLOW | only(MAGIC_SCHOOL);
    income[BISHOP] = BLUE | only(MAGIC_SCHOOL);
    income[MERCHANT] = GREEN | only(MAGIC_SCHOOL);
    income[CONDOTTIERE] = RED | only(MAGIC_SCHOOL);
    income
};

/// Returns the n-th member of a set, from 0.
pub(super) fn nth(mut set: u32, n: u32) -> usize {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}
