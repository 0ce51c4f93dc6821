//! Settling a column (K-40 to K-66).

use super::cards::*;

/// Printed values from here on fall to the Magician (K-44), up to here to the Sorceress (K-46).
const MIGHTY: i16 = 20;
const WEAK: i16 = 18;

/// The abilities that change values or decide the award (S4 to S6, K-63).
const CHANGES_VALUES: u32 = set(&[PRINCE, SQUIRE, HERMIT, LITTLE_GIANT, DRAGON, ROMEO, DOUBLE, BEGGAR]);
/// The ranks that fall to the Magician, and to the Sorceress, wherever they lie; professions depend on the domain.
const FALL_TO_MAGICIAN: u32 = ranks_between(MIGHTY, i16::MAX);
const FALL_TO_SORCERESS: u32 = ranks_between(0, WEAK) & !set(&[SORCERESS]);

/// The ranks with printed values from `least` to `most`.
const fn ranks_between(least: i16, most: i16) -> u32 {
    let (mut set, mut rank) = (0, 0);
    while rank < SET {
        if VALUES[rank] >= least && VALUES[rank] <= most {
            set |= 1 << rank;
        }
        rank += 1;
    }
    set
}

/// The cards of the column that is being settled; a card under a Cape stands in the Cape's place (K-35).
pub(super) struct Line {
    cards: [Card; LANE],
    values: [i16; LANE],
    len: usize,
    /// The place of the late card, or `len`: only the last card can be late (K-37).
    late: usize,
    /// Ranks of which there is an active card, and of which there is more than one (K-38).
    active: u32,
    several: u32,
    /// The profession that is at home in the column.
    expert: Rank,
}

impl Line {
    pub(super) const EMPTY: Line = Line {
        cards: [Card(0); LANE],
        values: [0; LANE],
        len: 0,
        late: 0,
        active: 0,
        several: 0,
        expert: FIRST_PROFESSION,
    };

    /// An empty line below an objective; whether the last card to come is late.
    pub(super) fn begin(&mut self, domain: usize, cards: usize, last_is_late: bool) {
        self.len = 0;
        self.late = if last_is_late { cards - 1 } else { cards };
        self.active = 0;
        self.several = 0;
        self.expert = FIRST_PROFESSION + domain as Rank;
    }

    /// The next card outward.
    pub(super) fn push(&mut self, card: Card) {
        self.cards[self.len] = card;
        if self.len != self.late {
            self.several |= self.active & card.bit();
            self.active |= card.bit();
        }
        self.len += 1;
    }

    /// S1 to S7 (K-40).
    pub(super) fn winner(&mut self) -> Option<usize> {
        if self.has(MUSKETEERS) {
            return self.printed_winner();
        }
        self.eliminate();
        if self.active & CHANGES_VALUES == 0 {
            return self.printed_winner();
        }
        if let Some(seat) = self.owner_of_pair() {
            return Some(seat);
        }
        self.count_up();
        if self.has(BEGGAR) { self.lowest() } else { self.highest() }
    }

    fn has(&self, rank: Rank) -> bool {
        self.active & 1 << rank != 0
    }

    /// Exactly one active card of a rank (K-44 to K-47).
    fn has_one(&self, rank: Rank) -> bool {
        self.active & !self.several & 1 << rank != 0
    }

    /// The highest sum of printed values (K-42).
    fn printed_winner(&mut self) -> Option<usize> {
        for place in 0..self.len {
            self.values[place] = self.printed(place);
        }
        self.highest()
    }

    /// K-41.
    fn printed(&self, place: usize) -> i16 {
        let rank = self.cards[place].rank();
        VALUES[usize::from(rank)] + if rank == self.expert { EXPERTISE } else { 0 }
    }

    /// S2 and S3: whether a card falls depends on its rank alone, but for an inactive Sorceress (K-46).
    fn eliminate(&mut self) {
        let mut fall = 0;
        if self.has_one(MAGICIAN) {
            fall |= FALL_TO_MAGICIAN | 1 << self.expert;
        }
        if self.has_one(SORCERESS) {
            fall |= FALL_TO_SORCERESS & !(1 << self.expert);
            if self.late < self.len && self.cards[self.late].rank() == SORCERESS {
                self.len -= 1;
            }
        }
        if fall != 0 {
            self.retain(fall);
        }
    }

    /// Leaves out the cards that fall (K-50).
    fn retain(&mut self, fall: u32) {
        let (mut kept, mut late) = (0, LANE);
        for place in 0..self.len {
            let card = self.cards[place];
            if fall & card.bit() == 0 {
                if place == self.late {
                    late = kept;
                }
                self.cards[kept] = card;
                kept += 1;
            }
        }
        self.len = kept;
        self.late = late.min(kept);
        self.active &= !fall;
    }

    /// S4: the owner of the nearest card of a pair (K-51, K-52).
    fn owner_of_pair(&self) -> Option<usize> {
        if !self.has(PRINCE) || !self.has(SQUIRE) {
            return None;
        }
        let pairs = self.owners(PRINCE) & self.owners(SQUIRE);
        let mut owners = self.cards[..self.len]
            .iter()
            .filter(|card| card.bit() & set(&[PRINCE, SQUIRE]) != 0)
            .map(|card| card.seat());
        owners.find(|seat| pairs & 1 << seat != 0)
    }

    /// The seats with an active card of a rank.
    fn owners(&self, rank: Rank) -> u8 {
        let mut seats = 0;
        for (place, card) in self.cards[..self.len].iter().enumerate() {
            if card.rank() == rank && place != self.late {
                seats |= 1 << card.seat();
            }
        }
        seats
    }

    /// S5 and S6, from the bottom up (K-59).
    fn count_up(&mut self) {
        let dragons = if self.has(DRAGON) { self.owners(DRAGON) } else { 0 };
        let mut below = NO_VALUE;
        for place in (0..self.len).rev() {
            let card = self.cards[place];
            let value = if place == self.late { self.printed(place) } else { self.own_value(place, below) };
            let enemies = dragons & !(1 << card.seat());
            let reduced = (value - 4 * enemies.count_ones() as i16).max(0);
            let untouched = card.rank() == DOUBLE;
            below = if untouched { value } else { reduced };
            self.values[place] = below;
        }
    }

    /// The value of an active card after its own ability (K-53 to K-55, K-58).
    fn own_value(&self, place: usize, below: i16) -> i16 {
        let others = self.len as i16 - 1;
        let card = self.cards[place];
        match card.rank() {
            HERMIT => VALUES[usize::from(HERMIT)] - 2 * others,
            LITTLE_GIANT => VALUES[usize::from(LITTLE_GIANT)] + 6 * others,
            ROMEO if self.holds(Card::new(card.seat(), JULIET)) => 30,
            DOUBLE => below,
            _ => self.printed(place),
        }
    }

    fn holds(&self, wanted: Card) -> bool {
        self.cards[..self.len].iter().any(|card| card.0 == wanted.0)
    }

    /// The sums of values by seat.
    fn tally(&self) -> [i16; 8] {
        let mut sums = [0; 8];
        for (card, value) in self.counted() {
            sums[card.seat()] += value;
        }
        sums
    }

    /// The cards with a value (K-60, K-61), nearest first.
    fn counted(&self) -> impl DoubleEndedIterator<Item = (Card, i16)> {
        let cards = self.cards[..self.len].iter().zip(&self.values[..self.len]);
        cards.map(|(card, value)| (*card, *value)).filter(|(_, value)| *value != NO_VALUE)
    }

    /// K-61, K-62; nobody, if no card has a value (K-66).
    fn highest(&self) -> Option<usize> {
        let sums = self.tally();
        let most = sums.into_iter().max().unwrap_or(0);
        self.counted().map(|(card, _)| card.seat()).find(|seat| sums[*seat] == most)
    }

    /// K-63 to K-65.
    fn lowest(&self) -> Option<usize> {
        let sums = self.tally();
        let least = self.counted().map(|(card, _)| sums[card.seat()]).min()?;
        self.counted().rev().map(|(card, _)| card.seat()).find(|seat| sums[*seat] == least)
    }
}
