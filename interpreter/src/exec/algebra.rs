//! Filters whose sets are joined: which cards pass is found 64 at a time, before the first is looked at.

use super::{MAX_MEMORY, Machine, Observer};
use crate::program::{Algebra, List, MAX_LEAVES, NONE, NumId, Rising, Scan, SetId, SetOp};
use crate::state::NO_CARD;

/// Words of a set, at most.
const MAX_WORDS: usize = 8;

/// One of the sets that are joined, in this position.
#[derive(Debug, Clone, Copy)]
enum Leaf {
    /// One that is known before the game.
    Known(usize),
    /// What the first has and the second lacks.
    Between(usize, usize),
    Zone(usize),
    Card(usize),
    All(u64),
}

/// The sets of a filter, in their order.
type Leaves = [Leaf; MAX_LEAVES];

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
        let mut values = self.begin_rounds(left);
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
        let mut values = self.begin_rounds(left);
        let mut to_come: u32 = selected.iter().map(|word| word.count_ones()).sum();
        let mut at = self.state.places[zone].head;
        while to_come > 0 && at != NO_CARD {
            at = self.settle(at);
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
        let leaves = self.leaves(algebra)?;
        let chosen = self.chosen(&algebra.left, zone)?;
        self.spend(size);
        Some(self.selected(algebra, &leaves, |machine, word| machine.word(&chosen, word)))
    }

    /// The same of cards that are known before the game.
    #[inline(never)]
    fn selected_of_known(&mut self, algebra: &Algebra) -> Option<Selected> {
        let (SetId(set), size) = algebra.among?;
        let leaves = self.leaves(algebra).filter(|_| self.work.scratch.len() <= MAX_MEMORY)?;
        self.spend(size as usize);
        Some(self.selected(algebra, &leaves, |machine, word| machine.program.sets[set as usize + word]))
    }

    fn selected(&self, algebra: &Algebra, leaves: &Leaves, of: impl Fn(&Self, usize) -> u64) -> Selected {
        let mut selected = [0; MAX_WORDS];
        for (word, bits) in selected.iter_mut().enumerate().take(self.program.layout.words) {
            *bits = of(self, word);
            if *bits != 0 {
                *bits &= self.joined(&algebra.ops, leaves, word);
            }
        }
        selected
    }

    /// The sets that are joined. A value that fails has none: the rule may never ask for it.
    fn leaves(&mut self, algebra: &Algebra) -> Option<Leaves> {
        if O::ASKED || self.failed.is_some() {
            return None;
        }
        let (mut leaves, mut count) = ([Leaf::All(0); MAX_LEAVES], 0);
        for op in &algebra.ops {
            let leaf = match *op {
                SetOp::Known(set) => Leaf::Known(set.0 as usize),
                SetOp::Same(of, value) => {
                    self.between(of, value, |of, value| [rank(of, value), rank_below(of, value)])
                }
                SetOp::Less(of, value) => self.between(of, value, |of, value| [rank_below(of, value), 0]),
                SetOp::AtMost(of, value) => self.between(of, value, |of, value| [rank(of, value), 0]),
                SetOp::Card(card) => Leaf::Card(self.num(card) as usize),
                SetOp::Zone(zone) => Leaf::Zone(self.num(zone).max(0) as usize * self.program.layout.words),
                SetOp::Holds(cond) => Leaf::All(if self.cond(cond) { !0 } else { 0 }),
                SetOp::Let(slot, value) => {
                    let value = self.num(value);
                    self.set_slot(slot, value);
                    continue;
                }
                SetOp::Not | SetOp::And | SetOp::Or => continue,
            };
            leaves[count & (MAX_LEAVES - 1)] = leaf;
            count += 1;
        }
        if self.failed.is_some() {
            self.failed = None;
            return None;
        }
        Some(leaves)
    }

    fn between(&mut self, of: Rising, value: NumId, ranks: impl Fn(Rising, i32) -> [u32; 2]) -> Leaf {
        let value = self.num(value);
        let [has, lacks] =
            ranks(of, value).map(|rank| of.first.0 as usize + rank as usize * self.program.layout.words);
        Leaf::Between(has, lacks)
    }

    /// One word of what is joined.
    fn joined(&self, ops: &[SetOp], leaves: &Leaves, word: usize) -> u64 {
        let (mut stack, mut top, mut leaf) = ([0; MAX_LEAVES], 0_usize, 0);
        let at = |i: usize| i & (MAX_LEAVES - 1);
        for op in ops {
            match op {
                SetOp::Let(..) => {}
                SetOp::Not => stack[at(top - 1)] = !stack[at(top - 1)],
                SetOp::And => {
                    top -= 1;
                    stack[at(top - 1)] &= stack[at(top)];
                }
                SetOp::Or => {
                    top -= 1;
                    stack[at(top - 1)] |= stack[at(top)];
                }
                SetOp::Known(_)
                | SetOp::Same(..)
                | SetOp::Less(..)
                | SetOp::AtMost(..)
                | SetOp::Card(_)
                | SetOp::Zone(_)
                | SetOp::Holds(_) => {
                    stack[at(top)] = self.word_of(leaves[at(leaf)], word);
                    top += 1;
                    leaf += 1;
                }
            }
        }
        stack[0]
    }

    #[inline(always)]
    fn word_of(&self, leaf: Leaf, word: usize) -> u64 {
        match leaf {
            Leaf::Known(at) => self.program.sets[at + word],
            Leaf::Between(has, lacks) => self.program.sets[has + word] & !self.program.sets[lacks + word],
            Leaf::Zone(at) => self.state.sets[at + word],
            Leaf::Card(card) => u64::from(card / 64 == word) << (card % 64),
            Leaf::All(bits) => bits,
        }
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
