//! Moving cards: the only code that changes where a card lies.

use super::knowledge::{Seats, seen_by};
use super::{NO_CARD, Purpose, State};
use crate::program::Layout;

/// Where in a zone a card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Before all others.
    Top,
    /// After all others.
    Bottom,
    /// Directly before this card of the zone.
    Above(u16),
    /// Directly after this card of the zone.
    Below(u16),
    /// So that it is the nth card there, from 1.
    Nth(u16),
}

impl State {
    /// Takes a card out of its zone.
    pub(crate) fn unlink(&mut self, card: u16) {
        let c = usize::from(card);
        let zone = usize::from(self.zone[c]);
        if zone == 0 {
            return;
        }
        let (before, after) = (self.prev[c], self.next[c]);
        match before {
            NO_CARD => self.head[zone] = after,
            _ => self.next[usize::from(before)] = after,
        }
        match after {
            NO_CARD => self.tail[zone] = before,
            _ => self.prev[usize::from(after)] = before,
        }
        self.size[zone] -= 1;
        if self.words != 0 {
            self.sets[zone * self.words + c / 64] &= !(1 << (c % 64));
        }
        self.zone[c] = 0;
        self.prev[c] = NO_CARD;
        self.next[c] = NO_CARD;
    }

    /// Puts a card that lies nowhere after the last card of a zone.
    pub(crate) fn append(&mut self, card: u16, zone: u16) {
        self.link_after(card, zone, self.tail[usize::from(zone)]);
    }

    /// Puts a card that lies nowhere after another (or first).
    fn link_after(&mut self, card: u16, zone: u16, before: u16) {
        let (c, z) = (usize::from(card), usize::from(zone));
        let after = match before {
            NO_CARD => std::mem::replace(&mut self.head[z], card),
            _ => std::mem::replace(&mut self.next[usize::from(before)], card),
        };
        match after {
            NO_CARD => self.tail[z] = card,
            _ => self.prev[usize::from(after)] = card,
        }
        self.prev[c] = before;
        self.next[c] = after;
        self.zone[c] = zone;
        self.size[z] += 1;
        if self.words != 0 {
            self.sets[z * self.words + c / 64] |= 1 << (c % 64);
        }
    }

    /// Puts a card that lies nowhere into a zone; a zone without order sorts it in, past so many cards.
    pub(crate) fn link(&mut self, layout: &Layout, card: u16, zone: u16, place: Place) -> usize {
        let z = usize::from(zone);
        if !layout.zones[z].ordered {
            let (before, passed) = self.before(card, z);
            self.link_after(card, zone, before);
            return passed;
        }
        let before = match place {
            Place::Top => NO_CARD,
            Place::Above(other) if self.zone[usize::from(other)] == zone => self.prev[usize::from(other)],
            Place::Below(other) if self.zone[usize::from(other)] == zone => other,
            Place::Nth(n) => {
                let before = self.cards_in(zone).take(usize::from(n) - 1).last().unwrap_or(NO_CARD);
                self.link_after(card, zone, before);
                return usize::from(n);
            }
            Place::Above(_) | Place::Below(_) | Place::Bottom => self.tail[z],
        };
        self.link_after(card, zone, before);
        0
    }

    /// The last card of a zone without order that comes before another in the order of the card list, and how many were passed.
    fn before(&self, card: u16, zone: usize) -> (u16, usize) {
        if self.words == 0 || self.tail[zone] == NO_CARD || self.tail[zone] < card {
            let (mut before, mut passed) = (self.tail[zone], 0);
            while before != NO_CARD && before > card {
                before = self.prev[usize::from(before)];
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

    /// Makes the sets of all zones anew from where the cards lie.
    pub(crate) fn recount_sets(&mut self) {
        self.sets.fill(0);
        if self.words == 0 {
            return;
        }
        for (card, zone) in self.zone.iter().enumerate().filter(|(_, zone)| **zone != 0) {
            self.sets[usize::from(*zone) * self.words + card / 64] |= 1 << (card % 64);
        }
    }

    /// Moves a card; everyone who may see it there knows it then. Of a zone without order those who see neither zone no
    /// longer know any card, unless what can be told was `settled` before. Gives how many other cards were passed on the way.
    pub(crate) fn move_card(
        &mut self,
        layout: &Layout,
        card: u16,
        zone: u16,
        place: Place,
        face: Option<bool>,
        settled: bool,
    ) -> usize {
        let c = usize::from(card);
        let from = self.zone[c];
        let seen = seen_by(layout, zone, c, face.unwrap_or(self.up[c]));
        let mut passed = 0;
        if self.size[usize::from(from)] > 1 && !layout.zones[usize::from(from)].ordered {
            if !settled {
                passed += self.forget_after_choice(layout, card, seen);
            }
            passed += self.count_known_copy(layout, card, seen);
        }
        if let Some(up) = face {
            self.up[c] = up;
        }
        self.unlink(card);
        passed += self.link(layout, card, zone, place);
        self.known[c] = self.known[c].with(seen);
        passed
    }

    /// Puts a card after all others of a zone as if it had always lain there: who sees it there knows it, nobody else.
    pub(crate) fn put(&mut self, layout: &Layout, card: u16, zone: u16, up: bool) {
        let c = usize::from(card);
        self.up[c] = up;
        self.unlink(card);
        self.link(layout, card, zone, Place::Bottom);
        self.known[c] = seen_by(layout, zone, c, up);
    }

    /// A card came to a place among those of a zone, and only some seats saw to which: all others lose track of what lies there,
    /// but for what they see.
    pub(crate) fn lose_order(&mut self, layout: &Layout, zone: u16, seeing: Seats) {
        if self.size[usize::from(zone)] < 2 {
            return;
        }
        let mut at = self.head[usize::from(zone)];
        while at != NO_CARD {
            let c = usize::from(at);
            self.known[c] = self.known[c].and(seen_by(layout, zone, c, self.up[c]).with(seeing));
            at = self.next[c];
        }
    }

    /// Turns a card where it lies. Gives how many other cards were passed.
    pub(crate) fn turn(&mut self, layout: &Layout, card: u16, up: bool) -> usize {
        let c = usize::from(card);
        self.up[c] = up;
        let seen = seen_by(layout, self.zone[c], c, up);
        let ordered = layout.zones[usize::from(self.zone[c])].ordered;
        let passed = if ordered { 0 } else { self.count_known_copy(layout, card, seen) };
        self.known[c] = self.known[c].with(seen);
        passed
    }

    /// Whether these are all the cards of a zone without order, in its order. Their going to another one tells everything.
    pub(crate) fn is_all_of_a_zone(&self, layout: &Layout, cards: &[i32]) -> bool {
        let Some(first) = cards.first() else { return false };
        let zone = self.zone[*first as usize];
        self.count(zone) == cards.len()
            && !layout.zones[usize::from(zone)].ordered
            && self.cards_in(zone).map(i32::from).eq(cards.iter().copied())
    }

    /// Puts a zone into a random order; nobody knows it afterwards.
    pub(crate) fn shuffle(&mut self, layout: &Layout, zone: u16, buffer: &mut Vec<i32>) {
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
        // a zone without order stands in the order of the card list, shuffled or not
        if !layout.zones[usize::from(zone)].ordered {
            buffer[start..].sort_unstable();
        }
        let mut before = NO_CARD;
        for &card in &buffer[start..] {
            let card = card as u16;
            self.prev[usize::from(card)] = before;
            match before {
                NO_CARD => self.head[usize::from(zone)] = card,
                _ => self.next[usize::from(before)] = card,
            }
            let up = self.up[usize::from(card)];
            self.known[usize::from(card)] = seen_by(layout, zone, usize::from(card), up);
            before = card;
        }
        if before != NO_CARD {
            self.next[usize::from(before)] = NO_CARD;
            self.tail[usize::from(zone)] = before;
        }
        buffer.truncate(start);
    }

    /// Nobody knows the order of a zone any more; its cards stay where they lie.
    pub(crate) fn forget_order(&mut self, layout: &Layout, zone: u16) {
        let mut at = self.head[usize::from(zone)];
        while at != NO_CARD {
            let c = usize::from(at);
            self.known[c] = seen_by(layout, zone, c, self.up[c]);
            at = self.next[c];
        }
    }

    /// Gives a zone exactly these cards, in order; they must lie nowhere or in it.
    pub(crate) fn refill(&mut self, zone: u16, cards: &[u16]) {
        for &card in cards {
            self.unlink(card);
        }
        for &card in cards {
            self.append(card, zone);
        }
    }

    /// Two cards change places, faces and what is known about the places.
    pub(crate) fn swap_cards(&mut self, layout: &Layout, a: u16, b: u16) {
        if a == b {
            return;
        }
        let (za, zb) = (self.zone[usize::from(a)], self.zone[usize::from(b)]);
        for (card, zone, up) in [(a, zb, self.up[usize::from(b)]), (b, za, self.up[usize::from(a)])] {
            let from = usize::from(self.zone[usize::from(card)]);
            if za != zb && self.size[from] > 1 && !layout.zones[from].ordered {
                let seen = seen_by(layout, zone, usize::from(card), up);
                self.forget_after_choice(layout, card, seen);
                self.count_known_copy(layout, card, seen);
            }
        }
        if self.next[usize::from(a)] == b || self.next[usize::from(b)] == a {
            let (first, second) = if self.next[usize::from(a)] == b { (a, b) } else { (b, a) };
            self.unlink(second);
            self.link(layout, second, za, Place::Above(first));
        } else {
            let (before_a, before_b) = (self.prev[usize::from(a)], self.prev[usize::from(b)]);
            self.unlink(a);
            self.unlink(b);
            self.relink(layout, b, za, before_a);
            self.relink(layout, a, zb, before_b);
        }
        self.up.swap(usize::from(a), usize::from(b));
        for card in [a, b] {
            let c = usize::from(card);
            self.known[c] = self.known[c].with(seen_by(layout, self.zone[c], c, self.up[c]));
        }
    }

    fn relink(&mut self, layout: &Layout, card: u16, zone: u16, before: u16) {
        if layout.zones[usize::from(zone)].ordered {
            self.link_after(card, zone, before);
        } else {
            self.link(layout, card, zone, Place::Bottom);
        }
    }

    /// Two zones change contents.
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

    /// Empties a zone; its cards lie nowhere any more, though they do not know yet.
    fn empty(&mut self, zone: u16) {
        let z = usize::from(zone);
        self.head[z] = NO_CARD;
        self.tail[z] = NO_CARD;
        self.size[z] = 0;
        self.sets[z * self.words..(z + 1) * self.words].fill(0);
    }

    /// Puts cards into an empty zone, in their order if it has one; everyone who sees them there knows them then.
    fn attach(&mut self, layout: &Layout, cards: &mut [i32], zone: u16) {
        if !layout.zones[usize::from(zone)].ordered {
            cards.sort_unstable();
        }
        for &mut card in cards {
            let c = card as usize;
            self.append(card as u16, zone);
            self.known[c] = self.known[c].with(seen_by(layout, zone, c, self.up[c]));
        }
    }
}
