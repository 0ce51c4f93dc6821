//! Filters whose sets are joined: which cards pass is found 64 at a time, before the first is looked at.

use super::{FaultKind, MAX_MEMORY, Machine, Observer};
use crate::program::{Algebra, List, NONE, NumId, Program, Rising, Scan, SetId, SetOp};
use crate::state::NO_CARD;

/// Words of a set, at most.
const MAX_WORDS: usize = 8;

/// The cards that pass what is joined.
type Selected = [u64; MAX_WORDS];

impl<O: Observer> Machine<'_, O> {
    /// Hands each candidate that passes a filter of which sets are joined to `each`, in order, until it says so or a rule fails; false if it can't be
    /// said by sets here.
    #[inline]
    pub(super) fn scan_joined(
        &mut self,
        scan: &Scan,
        algebra: &Algebra,
        each: &mut impl FnMut(&mut Self, i32) -> bool,
    ) -> bool {
        self.keep_nothing(scan);
        if algebra.among.is_some() {
            let Some(selected) = self.selected_of_known(algebra) else { return false };
            self.each_selected(algebra, &selected, each);
            return true;
        }
        let List::Zone(zone) = self.program.lists[scan.of.0 as usize] else { return false };
        let Some(zone) = self.zone(zone) else { return true };
        let Some(selected) = self.selected_of_zone(algebra, zone) else { return false };
        if self.program.layout.zones[zone].ordered {
            self.walk_selected(algebra, zone, &selected, each);
        } else {
            self.each_selected(algebra, &selected, each);
        }
        true
    }

    /// How many pass a filter of which sets are joined; nothing if it can't be said by sets here.
    #[inline(never)]
    pub(super) fn count_joined(&mut self, scan: &Scan, algebra: &Algebra) -> Option<i32> {
        let mut count = 0;
        let mut add = |_: &mut Self, _| {
            count += 1;
            false
        };
        self.scan_joined(scan, algebra, &mut add).then_some(count)
    }

    /// The selected cards, in the order of the card list.
    fn each_selected(
        &mut self,
        algebra: &Algebra,
        selected: &Selected,
        each: &mut impl FnMut(&mut Self, i32) -> bool,
    ) {
        let left = &algebra.left;
        let mut values = self.values(left);
        for (word, bits) in selected.iter().enumerate().take(self.program.layout.words) {
            let mut bits = *bits;
            while bits != 0 {
                let card = (word * 64) as i32 + bits.trailing_zeros() as i32;
                bits &= bits - 1;
                if self.passes(left, &mut values, card) && each(self, card) || self.failed.is_some() {
                    return;
                }
            }
        }
    }

    /// The selected cards of a zone, in its order.
    fn walk_selected(
        &mut self,
        algebra: &Algebra,
        zone: usize,
        selected: &Selected,
        each: &mut impl FnMut(&mut Self, i32) -> bool,
    ) {
        let left = &algebra.left;
        let mut values = self.values(left);
        let mut to_come: u32 = selected.iter().map(|word| word.count_ones()).sum();
        let mut at = self.state.places[zone].head;
        while to_come > 0 && at != NO_CARD {
            at = self.sample(at);
            let card = usize::from(at);
            if selected[card / 64 % MAX_WORDS] >> (card % 64) & 1 == 1 {
                to_come -= 1;
                let passes = self.passes(left, &mut values, card as i32);
                if passes && each(self, card as i32) || self.failed.is_some() {
                    return;
                }
            }
            at = self.state.cards[card].next;
        }
    }

    /// The cards of a zone that pass; nothing if it can't be said by sets here.
    #[inline(never)]
    fn selected_of_zone(&mut self, algebra: &Algebra, zone: usize) -> Option<Selected> {
        let size = usize::from(self.state.places[zone].size);
        if size == 0 {
            self.spend(0);
            return Some([0; MAX_WORDS]);
        }
        let chosen = self.chosen(&algebra.left, zone)?;
        self.spend(size);
        self.selected(algebra, |machine, word| machine.word(&chosen, word))
    }

    /// Of cards that are known before the game those that pass.
    #[inline(never)]
    fn selected_of_known(&mut self, algebra: &Algebra) -> Option<Selected> {
        let (SetId(set), size) = algebra.among?;
        self.spend(size as usize);
        self.selected(algebra, |machine, word| machine.program.sets[set as usize + word])
    }

    /// Those of some cards that pass; nothing if something failed that the rule might never have asked for.
    fn selected(&mut self, algebra: &Algebra, of: impl Fn(&Self, usize) -> u64) -> Option<Selected> {
        if O::ASKED || self.failed.is_some() || self.work.scratch.len() > MAX_MEMORY {
            return None;
        }
        let floor = self.work.sets.len();
        self.join(&algebra.ops);
        let mut selected = [0; MAX_WORDS];
        for (word, bits) in selected.iter_mut().enumerate().take(self.program.layout.words) {
            *bits = of(self, word) & self.work.sets.get(floor + word).copied().unwrap_or(0);
        }
        self.work.sets.truncate(floor);
        let failed = self.failed.take_if(|kind| *kind != FaultKind::TooLong);
        failed.is_none().then_some(selected)
    }

    /// Puts what is joined onto the sets.
    fn join(&mut self, ops: &[SetOp]) {
        let mut at = 0;
        while let Some(op) = ops.get(at).filter(|_| self.failed.is_none()) {
            at += 1;
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
                SetOp::Holds(cond) => {
                    let all = if self.test(cond) { !0 } else { 0 };
                    self.push_set(|_, _, _| all);
                }
                SetOp::Let(slot, value) => {
                    let value = self.value(value);
                    self.set_slot(slot, value);
                }
                SetOp::Unless(cond, skip) => at += if self.test(cond) { 0 } else { skip as usize },
                SetOp::Skip(skip) => at += skip as usize,
                SetOp::Not => {
                    let last = self.work.sets.len() - self.program.layout.words;
                    self.work.sets[last..].iter_mut().for_each(|word| *word = !*word);
                }
                SetOp::And => self.join_two(|a, b| a & b),
                SetOp::Or => self.join_two(|a, b| a | b),
            }
        }
    }

    /// A set more, word by word: of the program and the sets of the zones.
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
        let value = self.value(value);
        let [has, lacks] =
            ranks(of, value).map(|rank| of.first.0 as usize + rank as usize * self.program.layout.words);
        self.push_set(|program, _, word| program.sets[has + word] & !program.sets[lacks + word]);
    }
}

/// Which of its sets has the cards with at most this value.
fn rank(of: Rising, value: i32) -> u32 {
    match i64::from(value) - i64::from(of.low) {
        below if below < 0 => 1,
        above => (above as u32).min(of.count - 1) + 2,
    }
}

/// And with less.
fn rank_below(of: Rising, value: i32) -> u32 {
    if value == NONE { 0 } else { rank(of, value - 1) }
}
