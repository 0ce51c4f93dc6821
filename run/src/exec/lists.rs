//! Evaluates lists into the scratch buffer, and computes values over them.

use super::{FaultKind, MAX_MEMORY, Machine, Observer};
use crate::program::{ArenaEntry, List, ListId, NONE, Num, NumId, Operand, ScanId};
use crate::state::{NO_CARD, places_in};
use ludex_check::ids::SpotId;
use ludex_check::language::Fold;
use ludex_check::numbers::MAX_RANGE;
use ludex_check::operators::GameParams;

impl<O: Observer> Machine<'_, O> {
    /// Appends a list to the scratch buffer. Returns the index of its first element.
    #[inline(never)]
    pub(super) fn gather(&mut self, id: ListId) -> usize {
        let before = self.computes(ArenaEntry::List(id.0 as usize));
        let start = self.gather_unfollowed(id);
        self.computed(before);
        start
    }

    #[inline(always)]
    fn gather_unfollowed(&mut self, id: ListId) -> usize {
        let start = self.work.scratch.len();
        if start > MAX_MEMORY {
            self.fail(FaultKind::TooMuchMemory);
            return start;
        }
        match self.program.lists[id.0 as usize] {
            List::Empty => {}
            List::Zone(zone) => {
                if let Some(zone) = self.zone(zone) {
                    self.push_chain(self.state.zones[zone].head, true, usize::MAX);
                }
            }
            List::Cards(cards) => self.work.scratch.extend(cards.iter().map(|c| c as i32)),
            List::Upto(n) => self.work.scratch.extend(0..n as i32),
            List::Circle(n, from) => {
                let (n, from) = (n as i32, self.num(from));
                if from < 0 || from >= n {
                    self.fail(FaultKind::Missing);
                } else {
                    self.work.scratch.extend((from..n).chain(0..from));
                }
            }
            List::Line(n, from) => {
                let from = self.num(from);
                if from < 0 {
                    self.fail(FaultKind::Missing);
                } else {
                    self.work.scratch.extend(from..n as i32);
                }
            }
            List::Range(a, b) => self.push_range(a, b),
            List::Top(count, zone) => {
                let count = self.num(count).max(0) as usize;
                if let Some(zone) = self.zone(zone) {
                    self.push_chain(self.state.zones[zone].head, true, count);
                }
            }
            List::Prefix(count, of) => {
                let count = self.num(count).max(0) as usize;
                self.gather(of);
                self.spend(self.work.scratch.len() - start);
                self.work.scratch.truncate(start.saturating_add(count));
            }
            List::Below(card) => {
                if let Some(c) = self.card(card) {
                    self.sample_around(c as u16);
                    self.push_chain(self.state.cards[c].next, true, usize::MAX);
                }
            }
            List::Above(card) => {
                if let Some(c) = self.card(card) {
                    self.sample_around(c as u16);
                    self.push_chain(self.state.cards[c].prev, false, usize::MAX);
                    self.work.scratch[start..].reverse();
                }
            }
            List::Neighbours(spot, at) => {
                let at = self.num(at);
                match self.program.map(SpotId(spot)).filter(|_| at >= 0) {
                    Some(map) => self.work.scratch.extend(map.neighbours(at)),
                    None => drop(self.fail(FaultKind::Missing)),
                }
            }
            List::Of(handle) => self.push_stored(handle),
            List::Concat(a, b) => {
                self.gather(a);
                let middle = self.gather(b);
                self.spend(self.work.scratch.len() - middle);
            }
            List::Items(items) => {
                for item in self.program.args_of(items) {
                    let value = self.num(NumId(*item));
                    self.work.scratch.push(value);
                }
            }
            List::Zones(first, count) => {
                self.spend(usize::from(count));
                for zone in first..first + count {
                    self.push_chain(self.state.zones[usize::from(zone)].head, true, usize::MAX);
                }
            }
            List::Without(a, b) => self.push_without(a, b),
            List::Reversed(list) => {
                self.gather(list);
                self.spend(self.work.scratch.len() - start);
                self.work.scratch[start..].reverse();
            }
            List::Subsets(of, least, most, list) => self.push_subsets(of, [least, most], list),
            List::By(by, of, slot, price, list, body) => self.push_by((by, of), list, |m, value| {
                m.pay_for_element(price);
                m.set_slot(slot, value);
                m.num(body)
            }),
            List::Fixed(at, len) => {
                let cards = &self.program.fixed[at as usize..(at + len) as usize];
                self.work.scratch.extend_from_slice(cards);
            }
            List::Switch(..) => {
                let tested = self.settled.take_if(|(list, _)| *list == id);
                let list = tested.map_or_else(|| self.settle(id), |(_, list)| list);
                self.gather(list);
            }
            List::Scan(scan) => {
                if !self.take_found(scan) {
                    self.scan_gather(scan);
                }
            }
        }
        start
    }

    /// Returns the filter that is run for a list.
    #[inline(always)]
    fn settle(&mut self, list: ListId) -> ListId {
        let is_switch = matches!(self.program.lists[list.0 as usize], List::Switch(..));
        if is_switch { self.switched(list) } else { list }
    }

    fn switched(&mut self, mut list: ListId) -> ListId {
        while let List::Switch(cond, yes, no, written) = self.program.lists[list.0 as usize] {
            if O::DECIDES_CHANCE || self.state.me == NONE || self.failed.is_some() {
                return written;
            }
            list = if self.cond(cond) { yes } else { no };
            if self.failed.is_some() {
                self.failed.take_if(|kind| *kind != FaultKind::TooLong);
                return written;
            }
        }
        list
    }

    fn push_chain(&mut self, first: u16, forward: bool, most: usize) {
        let (mut at, end) = (first, self.work.scratch.len().saturating_add(most));
        while at != NO_CARD && self.work.scratch.len() < end {
            at = self.sample(at);
            self.work.scratch.push(i32::from(at));
            at = if forward {
                self.state.cards[usize::from(at)].next
            } else {
                self.state.cards[usize::from(at)].prev
            };
        }
    }

    fn push_range(&mut self, a: NumId, b: NumId) {
        let (a, b) = (self.num(a), self.num(b));
        if a == NONE || b == NONE || i64::from(b) - i64::from(a) > MAX_RANGE {
            self.fail(FaultKind::TooMuchMemory);
            return;
        }
        self.work.scratch.extend(a..=b);
    }

    /// Evaluates a list, calls `body` with its range in the scratch buffer, and removes the list and
    /// everything it stored.
    fn over<T>(&mut self, list: ListId, body: impl FnOnce(&mut Self, usize, usize) -> T) -> T {
        let stored = self.state.lists.len();
        let start = self.gather(list);
        let end = self.work.scratch.len();
        self.spend(end - start);
        let value = body(self, start, end);
        self.work.scratch.truncate(start);
        self.state.lists.truncate(stored);
        value
    }

    pub(super) fn count(&mut self, list: ListId) -> i32 {
        match self.scan_of(list) {
            Some(scan) => self.scan_count(scan),
            None => self.count_of(list),
        }
    }

    /// Returns the filter of a list that is one. Checked before registers are saved for the other kinds of
    /// lists.
    #[inline(always)]
    fn scan_of(&self, list: ListId) -> Option<ScanId> {
        if let List::Scan(scan) = self.program.lists[list.0 as usize] { Some(scan) } else { None }
    }

    #[inline(never)]
    fn count_of(&mut self, list: ListId) -> i32 {
        let settled = self.settle(list);
        if settled != list {
            return self.count(settled);
        }
        self.over(list, |_, start, end| (end - start) as i32)
    }

    /// Returns true if a list has an element. A filter stops at the first match.
    pub(super) fn any(&mut self, list: ListId) -> bool {
        match self.scan_of(list) {
            Some(scan) => self.scan_any(scan),
            None => self.any_of(list),
        }
    }

    #[inline(never)]
    fn any_of(&mut self, list: ListId) -> bool {
        if let List::Zone(zone) = self.program.lists[list.0 as usize] {
            return self.zone(zone).is_some_and(|zone| self.state.zones[zone].size != 0);
        }
        let settled = self.settle(list);
        if settled != list {
            // a decision over the same matches may follow
            self.settled = Some((list, settled));
            return self.any(settled);
        }
        self.first(list) != NONE
    }

    pub(super) fn first(&mut self, list: ListId) -> i32 {
        match self.scan_of(list) {
            Some(scan) => self.scan_first(scan),
            None => self.first_of(list),
        }
    }

    #[inline(never)]
    fn first_of(&mut self, list: ListId) -> i32 {
        let settled = self.settle(list);
        if settled != list {
            return self.first(settled);
        }
        self.over(list, |m, start, end| if start < end { m.work.scratch[start] } else { NONE })
    }

    #[inline(never)]
    pub(super) fn last(&mut self, list: ListId) -> i32 {
        self.over(list, |m, start, end| if start < end { m.work.scratch[end - 1] } else { NONE })
    }

    #[inline(never)]
    pub(super) fn contains(&mut self, item: NumId, list: ListId) -> bool {
        let item = self.num(item);
        self.over(list, |m, start, end| m.work.scratch[start..end].contains(&item))
    }

    /// Folds a term over the elements of a list.
    #[inline(never)]
    pub(super) fn fold(&mut self, fold: Fold, list: ListId, term: impl Fn(&mut Self, i32) -> i32) -> i32 {
        if fold == Fold::Distinct {
            return self.distinct(list, term);
        }
        let mut so_far = fold.start();
        self.for_all(list, |m, value| {
            let term = term(m, value);
            so_far = m.lawful(fold.law(so_far, term));
        });
        so_far
    }

    /// Calls `each` for each element of a list until a rule fails.
    fn for_all(&mut self, list: ListId, mut each: impl FnMut(&mut Self, i32)) {
        let list = self.settle(list);
        if let Some(scan) = self.scan_of(list) {
            return self.scan_each(scan, each);
        }
        if let (List::Zone(zone), false) = (self.program.lists[list.0 as usize], O::DECIDES_CHANCE) {
            if let Some(zone) = self.zone(zone) {
                self.for_zone(zone, each);
            }
            return;
        }
        self.over(list, |m, start, end| {
            for i in start..end {
                let value = m.work.scratch[i];
                each(m, value);
                if m.failed.is_some() {
                    break;
                }
            }
        });
    }

    /// Iterates over the cards of a zone in place, because expressions move no cards.
    #[inline(always)]
    fn for_zone(&mut self, zone: usize, mut each: impl FnMut(&mut Self, i32)) {
        self.spend(usize::from(self.state.zones[zone].size));
        let mut at = self.state.zones[zone].head;
        while at != NO_CARD && self.failed.is_none() {
            each(self, i32::from(at));
            at = self.state.cards[usize::from(at)].next;
        }
    }

    #[inline(never)]
    fn distinct(&mut self, list: ListId, term: impl Fn(&mut Self, i32) -> i32) -> i32 {
        self.over(list, |m, start, end| {
            for i in start..end {
                let value = m.work.scratch[i];
                let term = term(m, value);
                if m.failed.is_some() {
                    break;
                }
                m.work.scratch.push(term);
            }
            let values = &mut m.work.scratch[end..];
            values.sort_unstable();
            let mut count = i32::from(!values.is_empty());
            count += values.windows(2).filter(|pair| pair[0] != pair[1]).count() as i32;
            count
        })
    }

    /// Sets the slots of a loop: candidate, list handle, index, and the size of the store before the loop, to
    /// which iterations may truncate it. The handle also identifies players who choose simultaneously.
    #[inline]
    pub(super) fn for_start(&mut self, slot: u16, list: NumId, keeps: bool) {
        let before = if keeps { i32::MAX } else { self.state.lists.len() as i32 };
        // most lists are created for their loop
        let handle = if let Operand::Node(at) = list.operand()
            && let Num::Stored(of, list) = self.program.nums[at]
        {
            self.stored(of, list)
        } else {
            self.num(list)
        };
        let at = self.base + usize::from(slot);
        if let Some(slots) = self.state.slots[at..].first_chunk_mut() {
            *slots = [slots[0], handle, 0, before];
        }
    }

    /// Writes the next candidate to the slot. Returns false after the last.
    #[inline]
    pub(super) fn for_next(&mut self, slot: u16) -> bool {
        let at = self.base + usize::from(slot);
        let (slots, lists) = (&mut self.state.slots, &mut self.state.lists);
        let Some([candidate, handle, index, before]) = slots[at..].first_chunk_mut() else { return false };
        let list = places_in(lists, *handle);
        let next = list.start + *index as usize;
        if next >= list.end {
            lists.truncate(*before as usize);
            return false;
        }
        // drop everything that the last iteration stored
        lists.truncate(list.end.max(*before as usize));
        (*candidate, *index) = (lists[next], *index + 1);
        true
    }
}
