//! Settles a column (K-40 to K-66).

use super::cards::*;
use super::readings::{Bars, Readings};

/// Minimum printed value of cards eliminated by the Magician (K-44), and maximum for the Sorceress (K-46).
const MIGHTY: i16 = 20;
const WEAK: i16 = 18;

/// Cards with abilities that change values or decide the award (S4 to S6, K-63).
const CHANGES_VALUES: u32 = set(&[PRINCE, SQUIRE, HERMIT, LITTLE_GIANT, DRAGON, ROMEO, DOUBLE, BEGGAR]);
/// Ranks that the Magician and the Sorceress always eliminate; professions depend on the domain.
const FALL_TO_MAGICIAN: u32 = ranks_between(MIGHTY, i16::MAX);
const FALL_TO_SORCERESS: u32 = ranks_between(0, WEAK) & !set(&[SORCERESS]);

/// Returns the ranks with printed values from `least` to `most`.
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

/// Cards of the column that is being settled. A card under a Cape is behind the Cape, or in its place (K-35).
pub(super) struct Line {
    cards: [Card; LANE],
    values: [i16; LANE],
    len: usize,
    /// Position of the late card, or `len`: only the last card can be late (K-37).
    late: usize,
    /// Ranks with an active card, and ranks with more than one (K-38).
    active: u32,
    several: u32,
    /// Profession of the column's domain.
    expert: Rank,
    /// Cards that were under a Cape, by seat.
    hidden: [Option<Rank>; SEATS],
    /// Seats excluded under the Beggar by a Double without value (K-65).
    barred: u8,
    readings: Readings,
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
        hidden: [None; SEATS],
        barred: 0,
        readings: Readings::PRINTED,
    };

    /// Starts an empty line below an objective. `last_is_late` marks the last card to be added.
    pub(super) fn begin(&mut self, domain: usize, cards: usize, last_is_late: bool, readings: Readings) {
        self.len = 0;
        self.late = if last_is_late { cards - 1 } else { cards };
        self.active = 0;
        self.several = 0;
        self.expert = FIRST_PROFESSION + domain as Rank;
        self.hidden = [None; SEATS];
        self.barred = 0;
        self.readings = readings;
    }

    /// Adds the next card outward.
    pub(super) fn push(&mut self, card: Card) {
        self.cards[self.len] = card;
        let late = self.len == self.late;
        if !late || self.readings.late_cancels {
            self.several |= self.active & card.bit();
        }
        if !late {
            self.active |= card.bit();
        }
        self.len += 1;
    }

    /// Adds the next card outward, which was under its owner's Cape.
    pub(super) fn push_hidden(&mut self, card: Card) {
        self.hidden[card.seat()] = Some(card.rank());
        self.push(card);
    }

    fn was_hidden(&self, card: Card) -> bool {
        self.hidden[card.seat()] == Some(card.rank())
    }

    /// Returns the winner (S1 to S7, K-40).
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

    /// Returns true if exactly one card of a rank is active (K-44 to K-47).
    fn has_one(&self, rank: Rank) -> bool {
        self.active & !self.several & 1 << rank != 0
    }

    /// Returns the seat with the highest sum of printed values (K-42).
    fn printed_winner(&mut self) -> Option<usize> {
        for place in 0..self.len {
            self.values[place] = self.shown(self.cards[place], self.printed(place), 0);
        }
        self.highest()
    }

    /// Returns the printed value with the bonus of the domain (K-41).
    fn printed(&self, place: usize) -> i16 {
        let rank = self.cards[place].rank();
        VALUES[usize::from(rank)] + if rank == self.expert { EXPERTISE } else { 0 }
    }

    /// Eliminates cards (S2 and S3). Elimination depends on the rank alone, except for an inactive Sorceress
    /// (K-46).
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

    /// Removes the eliminated cards (K-50).
    fn retain(&mut self, fall: u32) {
        let (mut kept, mut late) = (0, LANE);
        for place in 0..self.len {
            let mut card = self.cards[place];
            if fall & card.bit() != 0 && self.falls_from_cape(card) {
                match (self.readings.own_card, self.readings.cape_stays) {
                    (false, true) => card = Card::new(card.seat(), CAPE),
                    (true, false) if fall & 1 << CAPE == 0 => kept -= 1,
                    _ => {}
                }
            }
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

    /// Returns true if the Magician eliminates this card from under a Cape (K-48).
    fn falls_from_cape(&self, card: Card) -> bool {
        let mighty = (FALL_TO_MAGICIAN | 1 << self.expert) & card.bit() != 0;
        mighty && self.was_hidden(card)
    }

    /// Returns the owner of the nearest card of a pair (S4, K-51, K-52).
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

    /// Returns the seats with an active card of a rank.
    fn owners(&self, rank: Rank) -> u8 {
        let mut seats = 0;
        for (place, card) in self.cards[..self.len].iter().enumerate() {
            if card.rank() == rank && place != self.late {
                seats |= 1 << card.seat();
            }
        }
        seats
    }

    /// Computes values from the bottom up (S5 and S6, K-59).
    fn count_up(&mut self) {
        let dragons = if self.has(DRAGON) { self.owners(DRAGON) } else { 0 };
        let mut below = NO_VALUE;
        for place in (0..self.len).rev() {
            let card = self.cards[place];
            let value = if place == self.late { self.printed(place) } else { self.own_value(place, below) };
            let enemies = dragons & !(1 << card.seat());
            let weakened = |value: i16| self.floored(value - 4 * enemies.count_ones() as i16);
            let worth = if card.rank() == DOUBLE { value } else { weakened(value) };
            let cape = weakened(VALUES[usize::from(CAPE)]);
            self.values[place] = self.shown(card, worth, cape);
            below = match self.readings.own_card {
                false if self.readings.copies_cape && self.was_hidden(card) => cape,
                true if !self.readings.copies_cape && self.wears(place) => below,
                _ => worth,
            };
            if card.rank() == DOUBLE && worth == NO_VALUE && self.bars(card) {
                self.barred |= 1 << card.seat();
            }
        }
    }

    /// Returns the value in a card's position: a Cape's own value if the card that replaces it has none
    /// (K-41).
    fn shown(&self, card: Card, worth: i16, cape: i16) -> i16 {
        let bare = worth == NO_VALUE && !self.readings.own_card && self.was_hidden(card);
        if bare { cape } else { worth }
    }

    /// Returns true for a Cape that is followed by its hidden card.
    fn wears(&self, place: usize) -> bool {
        let next = self.cards[..self.len].get(place + 1);
        let card = self.cards[place];
        card.rank() == CAPE && next.is_some_and(|next| next.seat() == card.seat() && self.was_hidden(*next))
    }

    /// Returns true if a Double without value excludes its owner (K-65).
    fn bars(&self, double: Card) -> bool {
        match self.readings.bars {
            Bars::Open => !self.was_hidden(double),
            Bars::Any => true,
            Bars::None => false,
        }
    }

    /// Applies the minimum value (K-57).
    fn floored(&self, value: i16) -> i16 {
        if self.readings.floor { value.max(0) } else { value }
    }

    /// Returns the value of an active card after its own ability (K-53 to K-55, K-58).
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

    /// Returns the sums of values by seat, and the participating seats (K-61, K-65).
    fn tally(&self) -> ([i16; 8], u8) {
        let (mut sums, mut seats) = ([0; 8], 0);
        for (card, value) in self.placed().filter(|(_, value)| *value != NO_VALUE) {
            sums[card.seat()] += value;
            seats |= 1 << card.seat();
        }
        (sums, seats)
    }

    /// Iterates over the surviving cards, nearest first.
    fn placed(&self) -> impl DoubleEndedIterator<Item = (Card, i16)> {
        let cards = self.cards[..self.len].iter().zip(&self.values[..self.len]);
        cards.map(|(card, value)| (*card, *value))
    }

    /// Iterates over the seats of the cards that decide a tie, nearest first (K-62, K-64).
    fn deciding(&self, seats: u8) -> impl DoubleEndedIterator<Item = usize> {
        let all = self.readings.all_break_ties;
        let decides =
            move |(card, value): &(Card, i16)| (*value != NO_VALUE || all) && seats & 1 << card.seat() != 0;
        self.placed().filter(decides).map(|(card, _)| card.seat())
    }

    /// Returns the seat with the highest sum (K-61, K-62); `None` if no card has a value (K-66).
    fn highest(&self) -> Option<usize> {
        let (sums, seats) = self.tally();
        let most = self.deciding(seats).map(|seat| sums[seat]).max()?;
        self.deciding(seats).find(|seat| sums[*seat] == most)
    }

    /// Returns the seat with the lowest sum (K-63 to K-65).
    fn lowest(&self) -> Option<usize> {
        let (sums, mut seats) = self.tally();
        seats &= !self.barred;
        let least = self.deciding(seats).map(|seat| sums[seat]).min()?;
        self.deciding(seats).rev().find(|seat| sums[*seat] == least)
    }
}
