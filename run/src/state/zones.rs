//! Moves cards: the only code that changes the location of a card.

use super::knowledge::{SeatSet, seen_by};
use super::{CardPlace, NO_CARD, Purpose, State};
use crate::program::Layout;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InsertAt {
    /// Before all other cards.
    Top,
    /// After all other cards.
    Bottom,
    /// Directly before this card of the zone.
    Above(u16),
    /// Directly after this card of the zone.
    Below(u16),
    /// Position of the card there, from 1.
    Nth(u16),
}

impl State {
    #[inline(always)]
    pub fn unlink(&mut self, card: u16) {
        let c = usize::from(card);
        let lies = &mut self.cards[c];
        let (zone, before, after) = (usize::from(lies.zone), lies.prev, lies.next);
        if zone == 0 {
            return;
        }
        (lies.zone, lies.prev, lies.next) = (0, NO_CARD, NO_CARD);
        let place = &mut self.zones[zone];
        place.size -= 1;
        match before {
            NO_CARD => place.head = after,
            _ => self.cards[usize::from(before)].next = after,
        }
        match after {
            NO_CARD => place.tail = before,
            _ => self.cards[usize::from(after)].prev = before,
        }
        if self.words != 0 {
            self.sets[zone * self.words + c / 64] &= !(1 << (c % 64));
        }
    }

    /// Appends a card that is in no zone to a zone.
    pub fn append(&mut self, card: u16, zone: u16) {
        self.link_after(card, zone, self.zones[usize::from(zone)].tail);
    }

    /// Inserts a card that is in no zone after another, or at the front.
    #[inline(always)]
    fn link_after(&mut self, card: u16, zone: u16, before: u16) {
        let (c, z) = (usize::from(card), usize::from(zone));
        let place = &mut self.zones[z];
        place.size += 1;
        let after = match before {
            NO_CARD => std::mem::replace(&mut place.head, card),
            _ => std::mem::replace(&mut self.cards[usize::from(before)].next, card),
        };
        match after {
            NO_CARD => place.tail = card,
            _ => self.cards[usize::from(after)].prev = card,
        }
        let lies = &mut self.cards[c];
        (lies.zone, lies.prev, lies.next) = (zone, before, after);
        if self.words != 0 {
            self.sets[z * self.words + c / 64] |= 1 << (c % 64);
        }
    }

    /// Inserts a card that is in no zone into a zone. A zone without order inserts it in the order of the
    /// card list. Returns the number of cards passed.
    #[inline(always)]
    pub fn link(&mut self, layout: &Layout, card: u16, zone: u16, place: InsertAt) -> usize {
        let z = usize::from(zone);
        if !layout.zones[z].ordered {
            let (before, passed) = self.before(card, z);
            self.link_after(card, zone, before);
            return passed;
        }
        let before = match place {
            InsertAt::Top => NO_CARD,
            InsertAt::Above(other) if self.cards[usize::from(other)].zone == zone => {
                self.cards[usize::from(other)].prev
            }
            InsertAt::Below(other) if self.cards[usize::from(other)].zone == zone => other,
            InsertAt::Nth(n) => {
                let before = self.cards_in(zone).take(usize::from(n) - 1).last().unwrap_or(NO_CARD);
                self.link_after(card, zone, before);
                return usize::from(n);
            }
            InsertAt::Above(_) | InsertAt::Below(_) | InsertAt::Bottom => self.zones[z].tail,
        };
        self.link_after(card, zone, before);
        0
    }

    /// Returns the last card of a zone without order that precedes another in the card list, and the number
    /// of cards passed.
    fn before(&self, card: u16, zone: usize) -> (u16, usize) {
        if self.words == 0 || self.zones[zone].tail == NO_CARD || self.zones[zone].tail < card {
            let (mut before, mut passed) = (self.zones[zone].tail, 0);
            while before != NO_CARD && before > card {
                before = self.cards[usize::from(before)].prev;
                passed += 1;
            }
            return (before, passed);
        }
        let set = &self.sets[zone * self.words..(zone + 1) * self.words];
        let (word, bit) = (usize::from(card) / 64, u32::from(card) % 64);
        let mut below = set[word] & ((1 << bit) - 1);
        for word in (0..=word).rev() {
            if below != 0 {
                return ((word as u32 * 64 + below.ilog2()) as u16, 0);
            }
            below = if word == 0 { 0 } else { set[word - 1] };
        }
        (NO_CARD, 0)
    }

    /// Recomputes the sets of all zones from the locations of the cards.
    pub(crate) fn recount_sets(&mut self) {
        self.sets.fill(0);
        if self.words == 0 {
            return;
        }
        for (card, lies) in self.cards.iter().enumerate().filter(|(_, lies)| lies.zone != 0) {
            self.sets[usize::from(lies.zone) * self.words + card / 64] |= 1 << (card % 64);
        }
    }

    /// Moves a card, and adds all seats that see it there to those that know it. For a zone without order,
    /// seats that see neither zone no longer know any of its cards, unless the order was sampled before.
    /// Returns the number of other cards passed.
    #[inline(always)]
    pub(crate) fn move_card(
        &mut self,
        layout: &Layout,
        card: u16,
        zone: u16,
        place: InsertAt,
        face: Option<bool>,
        is_sampled: bool,
    ) -> usize {
        let c = usize::from(card);
        let from = self.cards[c].zone;
        let seen = seen_by(layout, zone, c, face.unwrap_or(self.cards[c].up));
        let mut passed = self.ends_marks(layout, card, zone);
        if self.zones[usize::from(from)].size > 1 && !layout.zones[usize::from(from)].ordered {
            if !is_sampled {
                passed += self.forget_after_choice(layout, card, seen);
            }
            passed += self.count_known_copy(layout, card, seen);
        }
        if let Some(up) = face {
            self.cards[c].up = up;
        }
        self.unlink(card);
        passed += self.link(layout, card, zone, place);
        self.cards[c].known = self.cards[c].known.with(seen);
        passed
    }

    /// Appends cards that are in no zone to a zone, like repeated [`State::move_card`]; nearly every game
    /// begins this way. Returns false without any change if a card is in a zone, may not be in this one, or
    /// would not come last.
    pub(crate) fn bring(&mut self, layout: &Layout, cards: &[i32], zone: u16, face: Option<bool>) -> bool {
        let info = &layout.zones[usize::from(zone)];
        let place = self.zones[usize::from(zone)];
        let room = (info.max as usize).saturating_sub(usize::from(place.size));
        if zone == 0 || info.on_card || cards.len() > room || !layout.marks.is_empty() {
            return false;
        }
        // zones without order are sorted by the card list
        let mut last = if info.ordered || place.tail == NO_CARD { -1 } else { i32::from(place.tail) };
        for &card in cards {
            let holds = |card: usize| layout.holds[usize::from(layout.kind[card])][info.def.index()];
            if card <= last || self.cards[card as usize].zone != 0 || !holds(card as usize) {
                return false;
            }
            last = card;
        }
        let mut before = place.tail;
        for &card in cards {
            let c = card as usize;
            let lies = &mut self.cards[c];
            let up = face.unwrap_or(lies.up);
            let known = lies.known.with(seen_by(layout, zone, c, up));
            *lies = CardPlace { zone, prev: before, next: NO_CARD, known, up };
            match before {
                NO_CARD => self.zones[usize::from(zone)].head = card as u16,
                _ => self.cards[usize::from(before)].next = card as u16,
            }
            if self.words != 0 {
                self.sets[usize::from(zone) * self.words + c / 64] |= 1 << (c % 64);
            }
            before = card as u16;
        }
        let place = &mut self.zones[usize::from(zone)];
        place.tail = before;
        place.size += cards.len() as u16;
        true
    }

    /// Appends a card to a zone as if it had always been there: exactly the seats that see it there know it.
    pub fn put(&mut self, layout: &Layout, card: u16, zone: u16, up: bool) {
        let c = usize::from(card);
        self.cards[c].up = up;
        self.ends_marks(layout, card, zone);
        self.unlink(card);
        self.link(layout, card, zone, InsertAt::Bottom);
        self.cards[c].known = seen_by(layout, zone, c, up);
    }

    /// Takes a card out of the game; it is then in no zone.
    pub fn take_out(&mut self, layout: &Layout, card: u16) {
        self.ends_marks(layout, card, 0);
        self.unlink(card);
        let card = &mut self.cards[usize::from(card)];
        (card.zone, card.up, card.known) = (0, false, SeatSet::default());
    }

    /// Called when a card was inserted into a zone at a position that only some seats saw. All others forget
    /// the cards there, except those that they see.
    pub(crate) fn lose_order(&mut self, layout: &Layout, zone: u16, seeing: SeatSet) {
        if self.zones[usize::from(zone)].size < 2 {
            return;
        }
        let mut at = self.zones[usize::from(zone)].head;
        while at != NO_CARD {
            let c = usize::from(at);
            self.cards[c].known =
                self.cards[c].known.and(seen_by(layout, zone, c, self.cards[c].up).with(seeing));
            self.loses_marks(layout, at);
            at = self.cards[c].next;
        }
    }

    /// Turns a card in its zone. Returns the number of other cards passed.
    pub fn turn(&mut self, layout: &Layout, card: u16, up: bool) -> usize {
        let c = usize::from(card);
        self.cards[c].up = up;
        let seen = seen_by(layout, self.cards[c].zone, c, up);
        let ordered = layout.zones[usize::from(self.cards[c].zone)].ordered;
        let passed = if ordered { 0 } else { self.count_known_copy(layout, card, seen) };
        self.cards[c].known = self.cards[c].known.with(seen);
        passed
    }

    /// Returns true if these are all the cards of a zone without order, in its order. Moving them to another
    /// zone discloses all of them.
    pub(crate) fn is_all_of_a_zone(&self, layout: &Layout, cards: &[i32]) -> bool {
        let Some(first) = cards.first() else { return false };
        let zone = self.cards[*first as usize].zone;
        self.count(zone) == cards.len()
            && !layout.zones[usize::from(zone)].ordered
            && self.cards_in(zone).map(i32::from).eq(cards.iter().copied())
    }

    /// Shuffles a zone. No seat knows its order afterwards.
    pub fn shuffle(&mut self, layout: &Layout, zone: u16, buffer: &mut Vec<i32>) {
        let start = buffer.len();
        buffer.extend(self.cards_in(zone).map(i32::from));
        match &mut self.streams {
            None => self.rng.shuffle(&mut buffer[start..]),
            Some(streams) => {
                let has_begun = self.cells[layout.phase_cells as usize..].iter().any(|n| *n != 0);
                let purpose = if has_begun { Purpose::Shuffle(zone) } else { Purpose::SetUp(zone) };
                streams.shuffle(purpose, &mut buffer[start..]);
            }
        }
        if let Some(stacks) = &mut self.stacks {
            stacks.arrange(zone, &mut buffer[start..], &self.cards);
        }
        // zones without order are sorted by the card list, shuffled or not
        if !layout.zones[usize::from(zone)].ordered {
            buffer[start..].sort_unstable();
        }
        let mut before = NO_CARD;
        for &card in &buffer[start..] {
            let card = card as u16;
            self.cards[usize::from(card)].prev = before;
            match before {
                NO_CARD => self.zones[usize::from(zone)].head = card,
                _ => self.cards[usize::from(before)].next = card,
            }
            let up = self.cards[usize::from(card)].up;
            self.cards[usize::from(card)].known = seen_by(layout, zone, usize::from(card), up);
            self.loses_marks(layout, card);
            before = card;
        }
        if before != NO_CARD {
            self.cards[usize::from(before)].next = NO_CARD;
            self.zones[usize::from(zone)].tail = before;
        }
        buffer.truncate(start);
    }

    /// Makes all seats forget the order of a zone. Its cards stay in place.
    pub(crate) fn forget_order(&mut self, layout: &Layout, zone: u16) {
        let mut at = self.zones[usize::from(zone)].head;
        while at != NO_CARD {
            let c = usize::from(at);
            self.cards[c].known = seen_by(layout, zone, c, self.cards[c].up);
            self.loses_marks(layout, at);
            at = self.cards[c].next;
        }
    }

    /// Fills a zone with exactly these cards, in order. They must be in no zone or in this one.
    pub fn refill(&mut self, zone: u16, cards: &[u16]) {
        for &card in cards {
            self.unlink(card);
        }
        for &card in cards {
            self.append(card, zone);
        }
    }

    /// Swaps the positions, faces and known positions of two cards.
    pub(crate) fn swap_cards(&mut self, layout: &Layout, a: u16, b: u16) {
        if a == b {
            return;
        }
        let (za, zb) = (self.cards[usize::from(a)].zone, self.cards[usize::from(b)].zone);
        for (card, zone, up) in
            [(a, zb, self.cards[usize::from(b)].up), (b, za, self.cards[usize::from(a)].up)]
        {
            self.ends_marks(layout, card, zone);
            let from = usize::from(self.cards[usize::from(card)].zone);
            if za != zb && self.zones[from].size > 1 && !layout.zones[from].ordered {
                let seen = seen_by(layout, zone, usize::from(card), up);
                self.forget_after_choice(layout, card, seen);
                self.count_known_copy(layout, card, seen);
            }
        }
        if self.cards[usize::from(a)].next == b || self.cards[usize::from(b)].next == a {
            let (first, second) = if self.cards[usize::from(a)].next == b { (a, b) } else { (b, a) };
            self.unlink(second);
            self.link(layout, second, za, InsertAt::Above(first));
        } else {
            let (before_a, before_b) = (self.cards[usize::from(a)].prev, self.cards[usize::from(b)].prev);
            self.unlink(a);
            self.unlink(b);
            self.relink(layout, b, za, before_a);
            self.relink(layout, a, zb, before_b);
        }
        let (a_up, b_up) = (self.cards[usize::from(a)].up, self.cards[usize::from(b)].up);
        self.cards[usize::from(a)].up = b_up;
        self.cards[usize::from(b)].up = a_up;
        for card in [a, b] {
            let c = usize::from(card);
            self.cards[c].known =
                self.cards[c].known.with(seen_by(layout, self.cards[c].zone, c, self.cards[c].up));
        }
    }

    fn relink(&mut self, layout: &Layout, card: u16, zone: u16, before: u16) {
        if layout.zones[usize::from(zone)].ordered {
            self.link_after(card, zone, before);
        } else {
            self.link(layout, card, zone, InsertAt::Bottom);
        }
    }

    /// Swaps the contents of two zones.
    pub(crate) fn swap_zones(&mut self, layout: &Layout, a: u16, b: u16, buffer: &mut Vec<i32>) {
        if a == b {
            return;
        }
        let start = buffer.len();
        buffer.extend(self.cards_in(a).map(i32::from));
        let middle = buffer.len();
        buffer.extend(self.cards_in(b).map(i32::from));
        self.empty(a);
        self.empty(b);
        self.attach(layout, &mut buffer[start..middle], b);
        self.attach(layout, &mut buffer[middle..], a);
        buffer.truncate(start);
    }

    /// Empties a zone, without updating its cards.
    fn empty(&mut self, zone: u16) {
        let z = usize::from(zone);
        self.zones[z].head = NO_CARD;
        self.zones[z].tail = NO_CARD;
        self.zones[z].size = 0;
        self.sets[z * self.words..(z + 1) * self.words].fill(0);
    }

    /// Puts cards into an empty zone, in their order if it is ordered. All seats that see them there know
    /// them from now on.
    fn attach(&mut self, layout: &Layout, cards: &mut [i32], zone: u16) {
        if !layout.zones[usize::from(zone)].ordered {
            cards.sort_unstable();
        }
        for &mut card in cards {
            let c = card as usize;
            self.ends_marks(layout, card as u16, zone);
            self.append(card as u16, zone);
            self.cards[c].known = self.cards[c].known.with(seen_by(layout, zone, c, self.cards[c].up));
        }
    }
}
