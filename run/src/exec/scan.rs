//! Runs filters: sets of cards first, then columns, then the rest of the condition.

use super::eval::of_kind;
use super::{FaultKind, Machine, Observer};
use crate::program::simple_lists;
use crate::program::{Key, List, MAX_TESTS, NONE, Operand, Scan, ScanId, SetId, SetTable, Test};
use crate::state::NO_CARD;
use ludex_check::numbers::Comparison;

/// Lists whose candidates a filter first copies to the scratch buffer. It iterates over other lists in place.
macro_rules! gathered_lists {
    () => {
        simple_lists!()
            | List::Cards(_)
            | List::Prefix(..)
            | List::Concat(..)
            | List::Scan(_)
            | List::Without(..)
            | List::Reversed(_)
            | List::Subsets(..)
            | List::Switch(..)
            | List::By(..)
    };
}

/// The cards of a zone that are candidates.
pub(super) struct Chosen {
    /// Word offsets of the zone's set, the mask and the field's set. A candidate's bit is set in all of them.
    zone: usize,
    mask: Option<usize>,
    keyed: Option<usize>,
}

/// Values of tests, which are the same for all candidates. Values that cannot fail are computed first, the
/// others when the first candidate reaches their test.
pub(super) struct Values {
    values: [i32; MAX_TESTS],
    known: u8,
}

impl Scan {
    /// Returns the test of a filter that consists of one test, if its value is known.
    #[inline(always)]
    fn only_test(&self, values: &Values) -> Option<(Key, Comparison, i32)> {
        let [test] = *self.tests else { return None };
        let only = self.rest.is_none() && self.mask.is_none() && self.keyed.is_none();
        (only && values.known == 1).then_some((test.key, test.op, values.values[0]))
    }
}

impl<O: Observer> Machine<'_, O> {
    /// Calls `each` for each candidate that passes, in order, until it returns true or a rule fails. The
    /// candidate is in the scan's slot only if the condition reads it there.
    #[inline(always)]
    fn scan(&mut self, id: ScanId, each: impl FnMut(&mut Self, i32) -> bool) {
        let program = self.program;
        let scan = &program.scans[id.0 as usize];
        if scan.joined.is_empty() {
            self.scan_as_written(scan, each);
        } else {
            self.scan_joined(scan, each);
        }
    }

    /// Calls `each` for each candidate that passes the tests and the rest of the condition.
    #[inline(always)]
    fn scan_as_written(&mut self, scan: &Scan, mut each: impl FnMut(&mut Self, i32) -> bool) {
        let program = self.program;
        let mut values = self.values(scan);
        let list = program.lists[scan.of.0 as usize];
        let List::Zone(zone) = list else { return self.scan_listed(scan, list, &mut values, each) };
        let Some(zone) = self.zone(zone) else { return };
        let size = usize::from(self.state.zones[zone].size);
        self.spend(size);
        if size == 0 {
            return;
        }
        let by_chain = program.layout.zones[zone].ordered;
        let has_sets = scan.mask.is_some() || scan.keyed.is_some();
        let by_sets = program.layout.words != 0 && (has_sets || !by_chain);
        let chosen = if by_sets { self.chosen(scan, zone) } else { None };
        let chosen = match chosen {
            Some(chosen) if !by_chain => chosen,
            Some(_) | None => return self.walk(scan, zone, chosen, &mut values, each),
        };
        for word in 0..program.layout.words {
            let mut bits = self.word(&chosen, word);
            while bits != 0 {
                let card = (word * 64) as i32 + bits.trailing_zeros() as i32;
                bits &= bits - 1;
                if self.passes(scan, &mut values, card) && each(self, card) || self.failed.is_some() {
                    return;
                }
            }
        }
    }

    /// Scans a list other than a zone.
    #[inline]
    fn scan_listed(
        &mut self,
        scan: &Scan,
        list: List,
        values: &mut Values,
        mut each: impl FnMut(&mut Self, i32) -> bool,
    ) {
        let program = self.program;
        match list {
            // zones are scanned in place
            List::Zone(_) => {}
            List::Upto(n) => {
                self.spend(n as usize);
                for value in 0..n as i32 {
                    if self.passes_all(scan, values, value) && each(self, value) || self.failed.is_some() {
                        return;
                    }
                }
            }
            List::Fixed(at, len) => {
                self.spend(len as usize);
                for &card in &program.fixed[at as usize..(at + len) as usize] {
                    if self.passes_all(scan, values, card) && each(self, card) || self.failed.is_some() {
                        return;
                    }
                }
            }
            gathered_lists!() => {
                let start = self.gather(scan.of);
                let end = self.work.scratch.len();
                self.spend(end - start);
                for i in start..end {
                    let value = self.work.scratch[i];
                    if self.passes_all(scan, values, value) && each(self, value) || self.failed.is_some() {
                        break;
                    }
                }
                self.work.scratch.truncate(start);
            }
        }
    }

    /// Scans the cards of a zone in order, along its chain.
    fn walk(
        &mut self,
        scan: &Scan,
        zone: usize,
        chosen: Option<Chosen>,
        values: &mut Values,
        mut each: impl FnMut(&mut Self, i32) -> bool,
    ) {
        if let Some((Key::Cell { at, first, count }, op, value)) = scan.only_test(values) {
            return self.walk_cells(zone, (at, first, count), |has| op.holds(has, value), each);
        }
        if chosen.as_ref().is_some_and(|chosen| !self.any_chosen(chosen)) {
            return;
        }
        let mut at = self.state.zones[zone].head;
        while at != NO_CARD {
            at = self.sample(at);
            let card = i32::from(at);
            let passes = match &chosen {
                Some(chosen) => {
                    self.word(chosen, usize::from(at / 64)) >> (at % 64) & 1 == 1
                        && self.passes(scan, values, card)
                }
                None => self.passes_all(scan, values, card),
            };
            if passes && each(self, card) || self.failed.is_some() {
                return;
            }
            at = self.state.cards[usize::from(at)].next;
        }
    }

    /// Like `walk`, if the only test reads one variable of the card.
    #[inline(always)]
    fn walk_cells(
        &mut self,
        zone: usize,
        (cell, first, count): (u32, u32, u32),
        passes: impl Fn(i32) -> bool,
        mut each: impl FnMut(&mut Self, i32) -> bool,
    ) {
        let mut at = self.state.zones[zone].head;
        while at != NO_CARD {
            at = self.sample(at);
            let card = usize::from(at);
            let i = u32::from(at).wrapping_sub(first);
            if i >= count {
                self.fail(FaultKind::Missing);
                return;
            }
            let passes = passes(self.state.cells[cell as usize + i as usize]);
            if passes && each(self, card as i32) || self.failed.is_some() {
                return;
            }
            at = self.state.cards[card].next;
        }
    }

    #[inline(always)]
    fn has_of(&self, zone: usize, set: SetId) -> bool {
        let words = self.program.layout.words;
        let here = self.state.sets[zone * words..].iter();
        let set = &self.program.sets[set.0 as usize..][..words];
        here.zip(set).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Returns the sets with which a scan of a zone begins, or `None` if the requested value has no set.
    #[inline(always)]
    pub(super) fn chosen(&mut self, scan: &Scan, zone: usize) -> Option<Chosen> {
        let words = self.program.layout.words;
        let keyed = match scan.keyed {
            None => None,
            // no candidate reaches the test of the value
            Some(_) if scan.mask.is_some_and(|mask| !self.has_of(zone, mask)) => None,
            Some((table, value)) => {
                let value = self.num(value);
                Some(set_of(table, value, words)?)
            }
        };
        Some(Chosen { zone: zone * words, mask: scan.mask.map(|set| set.0 as usize), keyed })
    }

    #[inline]
    pub(super) fn word(&self, chosen: &Chosen, word: usize) -> u64 {
        let mut bits = self.state.sets[chosen.zone + word];
        if let Some(at) = chosen.mask {
            bits &= self.program.sets[at + word];
        }
        if let Some(at) = chosen.keyed {
            bits &= self.program.sets[at + word];
        }
        bits
    }

    /// Folds the words of the set of chosen cards.
    #[inline(always)]
    fn fold_words<T>(&self, chosen: &Chosen, start: T, mut add: impl FnMut(T, u64) -> T) -> T {
        let words = self.program.layout.words;
        let here = &self.state.sets[chosen.zone..][..words];
        let set = |at: usize| &self.program.sets[at..][..words];
        match (chosen.mask, chosen.keyed) {
            (None, None) => here.iter().fold(start, |all, word| add(all, *word)),
            (Some(one), None) | (None, Some(one)) => {
                here.iter().zip(set(one)).fold(start, |all, (a, b)| add(all, a & b))
            }
            (Some(one), Some(other)) => {
                let sets = set(one).iter().zip(set(other));
                here.iter().zip(sets).fold(start, |all, (a, (b, c))| add(all, a & b & c))
            }
        }
    }

    /// Returns the sets that alone decide a scan of a zone, or `None` if they do not or a value has no set.
    #[inline(always)]
    fn by_sets(&mut self, id: ScanId) -> Option<Chosen> {
        let program = self.program;
        let zone = program.zone_by_sets(id)?;
        let zone = self.zone(zone)?;
        let chosen = if self.state.zones[zone].size == 0 {
            Chosen { zone: zone * program.layout.words, mask: None, keyed: None }
        } else {
            self.chosen(&program.scans[id.0 as usize], zone)?
        };
        self.spend(0);
        Some(chosen)
    }

    #[inline(always)]
    fn count_chosen(&self, chosen: &Chosen) -> i32 {
        self.fold_words(chosen, 0, |count, word| count + word.count_ones() as i32)
    }

    #[inline(always)]
    fn any_chosen(&self, chosen: &Chosen) -> bool {
        self.fold_words(chosen, 0, |all, word| all | word) != 0
    }

    /// Returns the number of candidates that pass.
    #[inline(never)]
    pub(super) fn scan_count(&mut self, id: ScanId) -> i32 {
        if let Some(chosen) = self.by_sets(id) {
            return self.count_chosen(&chosen);
        }
        self.count_one_by_one(id)
    }

    /// Like `scan_count`, for a scan that sets alone do not decide.
    fn count_one_by_one(&mut self, id: ScanId) -> i32 {
        let mut count = 0;
        self.scan(id, |_, _| {
            count += 1;
            false
        });
        count
    }

    /// Returns true if any candidate passes.
    #[inline(never)]
    pub(super) fn scan_any(&mut self, id: ScanId) -> bool {
        if let Some(chosen) = self.by_sets(id) {
            return self.any_chosen(&chosen);
        }
        if self.program.scans[id.0 as usize].listed && !O::DECIDES_CHANCE {
            return self.find_all(id);
        }
        self.scan_first(id) != NONE
    }

    /// Returns true if any candidate passes, and keeps all matches for the decision that follows. If a later
    /// candidate fails, the decision reports that failure.
    fn find_all(&mut self, id: ScanId) -> bool {
        let start = self.work.scratch.len();
        self.scan_gather(id);
        let (found, scratch) = (&mut self.work.found, &mut self.work.scratch);
        found.clear();
        found.extend(scratch.drain(start..));
        if self.failed.take_if(|kind| *kind != FaultKind::TooLong).is_some() {
            return self.scan_first(id) != NONE;
        }
        self.found = Some(id);
        !self.work.found.is_empty()
    }

    /// Appends the matches to the scratch buffer if the last test was for this filter.
    #[inline(always)]
    pub(super) fn take_found(&mut self, id: ScanId) -> bool {
        let found = self.found.take_if(|found| *found == id).is_some();
        if found {
            self.work.scratch.extend_from_slice(&self.work.found);
        }
        found
    }

    /// Returns the first candidate that passes, or `NONE`.
    #[inline(never)]
    pub(super) fn scan_first(&mut self, id: ScanId) -> i32 {
        let mut first = NONE;
        self.scan(id, |_, value| {
            first = value;
            true
        });
        first
    }

    /// Appends the candidates that pass to the scratch buffer.
    #[inline(never)]
    pub(super) fn scan_gather(&mut self, id: ScanId) {
        let program = self.program;
        let scan = &program.scans[id.0 as usize];
        let push = |machine: &mut Self, value| {
            machine.work.scratch.push(value);
            false
        };
        if !scan.joined.is_empty() {
            return self.scan_joined(scan, push);
        }
        match program.lists[scan.of.0 as usize] {
            List::Zone(_) | List::Upto(_) | List::Fixed(..) => self.scan_as_written(scan, push),
            gathered_lists!() => {
                // the candidates are in the scratch buffer already: compact the matches in place
                let start = self.gather(scan.of);
                self.spend(self.work.scratch.len() - start);
                let (mut values, mut kept) = (self.values(scan), start);
                for i in start..self.work.scratch.len() {
                    let value = self.work.scratch[i];
                    if self.passes_all(scan, &mut values, value) {
                        self.work.scratch[kept] = value;
                        kept += 1;
                    }
                    if self.failed.is_some() {
                        break;
                    }
                }
                self.work.scratch.truncate(kept);
            }
        }
    }

    /// Calls `each` for each candidate that passes.
    pub(super) fn scan_each(&mut self, id: ScanId, mut each: impl FnMut(&mut Self, i32)) {
        self.scan(id, |machine, value| {
            each(machine, value);
            false
        });
    }

    /// Returns true if a candidate passes the sets, the tests and the rest.
    #[inline(always)]
    fn passes_all(&mut self, scan: &Scan, values: &mut Values, value: i32) -> bool {
        if let Some(mask) = scan.mask
            && self.program.sets[mask.0 as usize + value as usize / 64] >> (value % 64) & 1 == 0
        {
            return false;
        }
        if let Some((table, wanted)) = scan.keyed
            && self.key(Key::Field(table.column), value) != self.num(wanted)
        {
            return false;
        }
        self.passes(scan, values, value)
    }

    /// Computes the values of the tests that cannot fail.
    #[inline]
    pub(super) fn values(&mut self, scan: &Scan) -> Values {
        let mut values = Values { values: [0; MAX_TESTS], known: 0 };
        for (i, test) in scan.tests.iter().enumerate() {
            if !matches!(test.value.operand(), Operand::Node(_) | Operand::Me) {
                values.values[i] = self.num(test.value);
                values.known |= 1 << i;
            }
        }
        values
    }

    /// Returns true if a candidate passes the tests and the rest.
    #[inline(always)]
    pub(super) fn passes(&mut self, scan: &Scan, values: &mut Values, candidate: i32) -> bool {
        for (i, test) in scan.tests.iter().enumerate() {
            let has = self.key(test.key, candidate);
            if values.known & 1 << i == 0 {
                self.compute(test, values, i);
            }
            if !test.op.holds(has, values.values[i & (MAX_TESTS - 1)]) {
                return false;
            }
        }
        match scan.rest {
            None => true,
            Some(rest) => {
                self.pay_for_element(scan.price);
                self.set_slot(scan.slot, candidate);
                self.cond(rest)
            }
        }
    }

    #[inline(never)]
    fn compute(&mut self, test: &Test, values: &mut Values, i: usize) {
        values.values[i] = self.num(test.value);
        values.known |= 1 << i;
    }

    #[inline(always)]
    pub(super) fn key(&mut self, key: Key, candidate: i32) -> i32 {
        let layout = &self.program.layout;
        match key {
            Key::Itself => candidate,
            Key::Field(column) => layout.fields[column as usize + layout.design[candidate as usize] as usize],
            Key::Cell { at, first, count } => match of_kind(first, count, candidate) {
                Some(number) => self.state.cells[at as usize + number],
                None => self.not_of_kind(candidate),
            },
            Key::CellAtSpot(at, spot) => match self.spot_of(candidate as usize, i32::from(spot)) {
                i if i >= 0 => self.state.cells[at as usize + i as usize],
                _ => self.fail(FaultKind::Missing),
            },
            Key::CellAtField(at, column) => {
                match layout.fields[column as usize + layout.design[candidate as usize] as usize] {
                    i if i >= 0 => self.state.cells[at as usize + i as usize],
                    _ => self.fail(FaultKind::Missing),
                }
            }
        }
    }
}

/// Returns the offset of the set of a value, or `None` for the missing value and for values outside the
/// table. The caller then tests each card.
#[inline(always)]
fn set_of(table: SetTable, value: i32, words: usize) -> Option<usize> {
    // the missing value is far from all others
    let i = value.wrapping_sub(table.low) as u32;
    if i < table.count { Some(table.first as usize + i as usize * words) } else { None }
}
