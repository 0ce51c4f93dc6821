//! Looking through expressions: which slots they read.

use std::ops::Range;

use super::simple_lists;
use super::{Args, CondId, List, ListId, NumId, Operand, Pair, Program, ScanId, Strided};
use crate::ids::{FunctionId, PropertyId, TableId};
use crate::language::Fold;

/// Expressions to be looked at, and the slots that are asked for.
#[derive(Default)]
pub(super) struct Open {
    nums: Vec<NumId>,
    conds: Vec<CondId>,
    lists: Vec<ListId>,
    slots: Range<u16>,
    /// One of the slots is read.
    reads: bool,
}

/// What stands in a row of the tables of expressions.
pub(super) trait Part {
    /// Adds what there is to be looked at.
    fn open(self, program: &Program, open: &mut Open);
}

impl Part for NumId {
    fn open(self, _: &Program, open: &mut Open) {
        open.nums.push(self);
    }
}

impl Part for CondId {
    fn open(self, _: &Program, open: &mut Open) {
        open.conds.push(self);
    }
}

impl Part for ListId {
    fn open(self, _: &Program, open: &mut Open) {
        open.lists.push(self);
    }
}

impl Part for Args {
    fn open(self, program: &Program, open: &mut Open) {
        open.nums.extend(program.args_of(self).iter().map(|id| NumId(*id)));
    }
}

impl Part for ScanId {
    fn open(self, program: &Program, open: &mut Open) {
        let scan = &program.scans[self.0 as usize];
        open.lists.push(scan.of);
        open.conds.push(scan.test);
    }
}

impl Part for Pair {
    fn open(self, _: &Program, open: &mut Open) {
        open.slot(self.0);
        open.slot(self.0 + 1);
    }
}

/// What is fixed, and slots that are written.
macro_rules! closed {
    ($($part:ty),*) => {
        $(impl Part for $part {
            fn open(self, _: &Program, _: &mut Open) {}
        })*
    };
}

closed!(i32, u32, u16, bool, Strided, Fold, PropertyId, FunctionId, TableId);

impl Open {
    fn slot(&mut self, slot: u16) {
        self.reads |= self.slots.contains(&slot);
    }

    /// Whether one of the slots is read.
    fn run(mut self, program: &Program) -> bool {
        while !self.reads {
            if let Some(id) = self.nums.pop() {
                self.num(program, id);
            } else if let Some(id) = self.conds.pop() {
                program.conds[id.0 as usize].open(program, &mut self);
            } else if let Some(id) = self.lists.pop() {
                program.lists[id.0 as usize].open(program, &mut self);
            } else {
                return false;
            }
        }
        true
    }

    fn num(&mut self, program: &Program, id: NumId) {
        match id.operand() {
            Operand::Slot(slot) => self.slot(slot),
            Operand::Node(i) => program.nums[i].open(program, self),
            Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => {}
        }
    }
}

impl Program {
    /// Whether an expression reads one of these slots.
    pub fn num_reads(&self, id: NumId, slots: Range<u16>) -> bool {
        Open { nums: vec![id], slots, ..Open::default() }.run(self)
    }

    /// Whether a condition reads one of these slots.
    pub fn cond_reads(&self, id: CondId, slots: Range<u16>) -> bool {
        Open { conds: vec![id], slots, ..Open::default() }.run(self)
    }

    /// Whether a list names its candidates from the card list, wherever they lie, and not from zones.
    pub fn lists_by_name(&self, list: ListId) -> bool {
        match self.lists[list.0 as usize] {
            List::Cards(_) | List::Fixed(..) => true,
            List::Scan(scan) => self.lists_by_name(self.scans[scan.0 as usize].of),
            List::Concat(a, b) => self.lists_by_name(a) || self.lists_by_name(b),
            List::Prefix(_, of) => self.lists_by_name(of),
            simple_lists!() | List::Zone(_) | List::Upto(_) => false,
        }
    }
}
