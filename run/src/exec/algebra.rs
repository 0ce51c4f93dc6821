//! Set algebra for filters: finds the cards that pass 64 at a time, before testing single cards.

use super::{FaultKind, MAX_MEMORY, Machine, Observer};
use crate::program::{List, NONE, NumId, Program, Rising, Scan, SetId, SetOp};
use crate::state::NO_CARD;

/// Maximum number of words of a set.
const MAX_WORDS: usize = 8;

/// Set of the cards that pass the set operations.
type Selected = [u64; MAX_WORDS];

impl<O: Observer> Machine<'_, O> {
    /// Calls `each` for each candidate that passes a filter with set operations, in order, until it returns
    /// true or a rule fails.
    #[inline(always)]
    pub(super) fn scan_joined(&mut self, scan: &Scan, each: impl FnMut(&mut Self, i32) -> bool) {
        let program = self.program;
        let mut zone = None;
        if let List::Zone(of) = program.lists[scan.of.0 as usize] {
            zone = self.zone(of);
            if zone.is_none() {
                return;
            }
        }
        let Some(selected) = self.selected(scan, zone) else { return self.scan_one_by_one(scan, zone, each) };
        let mut values = self.values(scan);
        let passes = |machine: &mut Self, card| machine.passes(scan, &mut values, card);
        match zone.filter(|zone| program.layout.zones[*zone].ordered) {
            Some(zone) => self.walk_selected(zone, &selected, passes, each),
            None => self.each_selected(&selected, passes, each),
        }
    }

    /// Like `scan_joined`, if sets cannot decide the condition: tests the whole condition for each candidate.
    fn scan_one_by_one(
        &mut self,
        scan: &Scan,
        zone: Option<usize>,
        each: impl FnMut(&mut Self, i32) -> bool,
    ) {
        let passes = |machine: &mut Self, card| {
            machine.pay_for_element(scan.price);
            machine.set_slot(scan.slot, card);
            machine.cond(scan.test)
        };
        match (zone, scan.among) {
            (Some(zone), _) => self.walk_selected(zone, &[!0; MAX_WORDS], passes, each),
            (None, Some(among)) => {
                let all = self.cards_among(among);
                self.each_selected(&all, passes, each);
            }
            (None, None) => {}
        }
    }

    /// Calls `each` for the selected cards that pass, in the order of the card list.
    #[inline(always)]
    fn each_selected(
        &mut self,
        selected: &Selected,
        mut passes: impl FnMut(&mut Self, i32) -> bool,
        mut each: impl FnMut(&mut Self, i32) -> bool,
    ) {
        for (word, bits) in selected.iter().enumerate().take(self.program.layout.words) {
            let mut bits = *bits;
            while bits != 0 {
                let card = (word * 64) as i32 + bits.trailing_zeros() as i32;
                bits &= bits - 1;
                if passes(self, card) && each(self, card) || self.failed.is_some() {
                    return;
                }
            }
        }
    }

    /// Calls `each` for the selected cards of a zone that pass, in the order of the zone.
    #[inline(always)]
    fn walk_selected(
        &mut self,
        zone: usize,
        selected: &Selected,
        mut passes: impl FnMut(&mut Self, i32) -> bool,
        mut each: impl FnMut(&mut Self, i32) -> bool,
    ) {
        let mut to_come: u32 = selected.iter().map(|word| word.count_ones()).sum();
        let mut at = self.state.zones[zone].head;
        while to_come > 0 && at != NO_CARD {
            at = self.sample(at);
            let card = usize::from(at);
            if selected[card / 64 % MAX_WORDS] >> (card % 64) & 1 == 1 {
                to_come -= 1;
                if passes(self, card as i32) && each(self, card as i32) || self.failed.is_some() {
                    return;
                }
            }
            at = self.state.cards[card].next;
        }
    }

    /// Returns the cards that pass the set operations, out of a zone or a set known before the game. Returns
    /// `None` if sets cannot decide this here.
    #[inline(never)]
    fn selected(&mut self, scan: &Scan, zone: Option<usize>) -> Option<Selected> {
        let size = zone.map_or(scan.among.map_or(0, |among| among.1 as usize), |zone| {
            usize::from(self.state.zones[zone].size)
        });
        self.spend(size);
        if size == 0 {
            return Some([0; MAX_WORDS]);
        }
        match (zone, scan.among) {
            (Some(zone), _) => {
                let chosen = self.chosen(scan, zone)?;
                self.joined(scan, |machine, word| machine.word(&chosen, word))
            }
            (None, Some((SetId(set), _))) => {
                self.joined(scan, |machine, word| machine.program.sets[set as usize + word])
            }
            (None, None) => None,
        }
    }

    fn cards_among(&self, (SetId(set), _): (SetId, u32)) -> Selected {
        let mut all = [0; MAX_WORDS];
        let words = &self.program.sets[set as usize..][..self.program.layout.words];
        all.iter_mut().zip(words).for_each(|(all, word)| *all = *word);
        all
    }

    /// Applies the set operations to a set of cards. Returns `None` if an operand failed, unless the fuel is
    /// used up, because the rule itself might never have evaluated it. Also returns `None` if a rule has
    /// failed already, the memory is full, or the observer decides random events.
    #[inline(always)]
    fn joined(&mut self, scan: &Scan, of: impl Fn(&Self, usize) -> u64) -> Option<Selected> {
        if O::DECIDES_CHANCE || self.failed.is_some() || self.work.scratch.len() > MAX_MEMORY {
            return None;
        }
        let floor = self.work.sets.len();
        self.join(&scan.joined);
        let mut selected = [0; MAX_WORDS];
        for (word, bits) in selected.iter_mut().enumerate().take(self.program.layout.words) {
            *bits = of(self, word) & self.work.sets.get(floor + word).copied().unwrap_or(0);
        }
        self.work.sets.truncate(floor);
        let failed = self.failed.take_if(|kind| *kind != FaultKind::TooLong);
        failed.is_none().then_some(selected)
    }

    /// Evaluates the set operations on the stack of sets.
    fn join(&mut self, ops: &[SetOp]) {
        for op in ops {
            if self.failed.is_some() {
                return;
            }
            match *op {
                SetOp::Known(set) => self.push_set(|program, _, word| program.sets[set.0 as usize + word]),
                SetOp::Same(of, value) => {
                    self.between(of, value, |of, value| [rank(of, value), rank_below(of, value)])
                }
                SetOp::Less(of, value) => self.between(of, value, |of, value| [rank_below(of, value), 0]),
                SetOp::AtMost(of, value) => self.between(of, value, |of, value| [rank(of, value), 0]),
                SetOp::Card(card) => {
                    let card = self.num(card) as usize;
                    self.push_set(|_, _, word| u64::from(card / 64 == word) << (card % 64));
                }
                SetOp::Zone(zone) => {
                    let at = self.num(zone).max(0) as usize * self.program.layout.words;
                    self.push_set(|_, sets, word| sets[at + word]);
                }
                SetOp::Let(slot, value) => {
                    let value = self.num(value);
                    self.set_slot(slot, value);
                }
                SetOp::Not => {
                    let last = self.work.sets.len() - self.program.layout.words;
                    self.work.sets[last..].iter_mut().for_each(|word| *word = !*word);
                }
                SetOp::And => self.join_two(|a, b| a & b),
                SetOp::Or => self.join_two(|a, b| a | b),
            }
        }
    }

    /// Pushes a set, word by word, computed from the program and the sets of the zones.
    #[inline(always)]
    fn push_set(&mut self, of: impl Fn(&Program, &[u64], usize) -> u64) {
        for word in 0..self.program.layout.words {
            self.work.sets.push(of(self.program, &self.state.sets, word));
        }
    }

    #[inline(always)]
    fn join_two(&mut self, how: impl Fn(u64, u64) -> u64) {
        let words = self.program.layout.words;
        let at = self.work.sets.len() - 2 * words;
        for word in at..at + words {
            self.work.sets[word] = how(self.work.sets[word], self.work.sets[word + words]);
        }
        self.work.sets.truncate(at + words);
    }

    #[inline(always)]
    fn between(&mut self, of: Rising, value: NumId, ranks: impl Fn(Rising, i32) -> [u32; 2]) {
        let value = self.num(value);
        let [has, lacks] =
            ranks(of, value).map(|rank| of.first.0 as usize + rank as usize * self.program.layout.words);
        self.push_set(|program, _, word| program.sets[has + word] & !program.sets[lacks + word]);
    }
}

/// Returns the index of the set that contains the cards with at most this value. A missing value is less
/// than all others: set 0 is empty, and set 1 has the cards without a value.
fn rank(of: Rising, value: i32) -> u32 {
    match i64::from(value) - i64::from(of.low) {
        below if below < 0 => 1,
        above => (above as u32).min(of.count - 1) + 2,
    }
}

/// Returns the index of the set that contains the cards with less than this value.
fn rank_below(of: Rising, value: i32) -> u32 {
    if value == NONE { 0 } else { rank(of, value - 1) }
}
