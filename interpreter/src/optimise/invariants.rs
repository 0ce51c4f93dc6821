//! Invariants out of loops: what a filter or a sum would compute again for every candidate is kept from its first use.
//!
//! It is computed where it is first needed, and not before the loop: so a rule meets no fault that it would not have met, and
//! an empty list costs nothing. Its fuel is kept too, and paid again at every use.

use std::collections::BTreeSet;

use crate::program::{Cond, CondId, Elements, ListId, Num, NumId, Operand, Parts, Program};

/// The most entries of the arenas in what is done in a round: each part is looked through on its own, so time grows with the square.
const MAX_ENTRIES: usize = 256;
/// So many entries are worth keeping, even if none of them is a list or a call.
const MIN_ENTRIES: usize = 4;
/// Slots of a frame, at most, before nothing more is kept.
const MAX_FRAME: u16 = 1_000;
/// Slots for what is kept: its fuel and one (0: not yet computed), and its value.
const SLOTS: u16 = 2;

/// What is done in each round of a loop.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Round {
    Tests(CondId),
    Computes(NumId),
}

/// Wraps what is the same in every round of a loop over candidates in `slot`; `free` is the first slot of the frame that is free
/// during the loop. Says how many slots it took: the loop begins by setting them to 0.
pub(crate) fn keep(program: &mut Program, round: Round, slot: u16, free: u16) -> u16 {
    let whole = match round {
        Round::Tests(cond) => program.parts_of_cond(cond),
        Round::Computes(num) => program.parts_of_num(num),
    };
    if whole.entries > MAX_ENTRIES {
        return 0;
    }
    let mut changing = whole.written;
    changing.insert(slot);
    let mut pass = Pass { program, changing, next: free };
    match round {
        Round::Tests(cond) => pass.cond(cond),
        Round::Computes(num) => pass.num(num),
    }
    pass.next - free
}

struct Pass<'p> {
    program: &'p mut Program,
    /// Slots that may get another value in each round.
    changing: BTreeSet<u16>,
    /// The next slot that is free.
    next: u16,
}

impl Pass<'_> {
    fn num(&mut self, id: NumId) {
        let Operand::Node(i) = id.operand() else { return };
        if !self.is_list(id) && self.is_worth(&self.program.parts_of_num(id)) {
            let node = self.program.nums[i];
            // what an inner loop keeps for all its rounds is kept for all rounds of this one
            let inner = if let Num::Kept(_, inner) = node { inner } else { self.program.add_num(node) };
            self.program.nums[i] = Num::Kept(self.take(), inner);
            return;
        }
        let parts = self.program.operands(self.program.nums[i]);
        self.all(parts);
    }

    fn cond(&mut self, id: CondId) {
        let i = id.0 as usize;
        if self.is_worth(&self.program.parts_of_cond(id)) {
            let node = self.program.conds[i];
            let cond = self.program.add_cond(node);
            let truth = self.program.add_num(Num::Truth(cond));
            let kept = Num::Kept(self.take(), truth);
            self.program.conds[i] = Cond::Is(self.program.add_num(kept));
            return;
        }
        let parts = self.program.operands_of_cond(self.program.conds[i]);
        self.all(parts);
    }

    fn list(&mut self, id: ListId) {
        let parts = self.program.operands_of_list(self.program.lists[id.0 as usize]);
        self.all(parts);
    }

    fn all(&mut self, (nums, conds, lists): (Vec<NumId>, Vec<CondId>, Vec<ListId>)) {
        nums.into_iter().for_each(|id| self.num(id));
        conds.into_iter().for_each(|id| self.cond(id));
        lists.into_iter().for_each(|id| self.list(id));
    }

    /// Whether the value is a list: that goes with what was computed of it.
    fn is_list(&self, id: NumId) -> bool {
        match self.program.node(id) {
            Some(Num::Stored(..) | Num::Nth(Elements::Lists, ..)) => true,
            Some(Num::Call(function, _)) => self.program.gives_list(function),
            Some(Num::Default(a, b) | Num::If(_, a, b)) => self.is_list(a) || self.is_list(b),
            Some(Num::Let(_, _, of) | Num::Chain(_, _, of)) => self.is_list(of),
            Some(_) | None => false,
        }
    }

    /// Whether an expression is the same in every round, and costs more than looking it up.
    fn is_worth(&self, parts: &Parts) -> bool {
        let costs = parts.is_long || parts.entries >= MIN_ENTRIES;
        let mut free = parts.read.difference(&parts.written);
        costs && self.next < MAX_FRAME && !free.any(|slot| self.changing.contains(slot))
    }

    fn take(&mut self) -> u16 {
        self.next += SLOTS;
        self.next - SLOTS
    }
}
