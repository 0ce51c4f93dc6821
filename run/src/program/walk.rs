//! Traverses expressions to find their parts, and the slots they read and write.

use std::collections::BTreeSet;
use std::ops::Range;

use super::simple_lists;
use super::{Args, Cond, CondId, Elements, Key, List, ListId, Num, NumId, Operand, Program, ScanId, Strided};
use ludex_check::ids::{FunctionId, LookupId, PropertyId};
use ludex_check::language::{Fold, ListOperation};
use ludex_check::operators::{Binary, Unary};

/// Worklist of expressions to visit, with the parts found so far.
#[derive(Default)]
pub(super) struct Open {
    nums: Vec<NumId>,
    conds: Vec<CondId>,
    lists: Vec<ListId>,
    parts: Parts,
}

#[derive(Debug, Default)]
pub struct Parts {
    /// Slots that are read somewhere in it.
    pub read: BTreeSet<u16>,
    /// Slots that are assigned somewhere in it.
    pub written: BTreeSet<u16>,
    /// Number of its arena entries.
    pub entries: usize,
    /// True if it has a list, or a call that may take as long as one.
    pub is_long: bool,
}

/// An operand in the tables of expressions.
pub(super) trait Part {
    /// Adds the operand to the worklist.
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
        open.write(scan.slot..scan.slot + 1);
        open.lists.push(scan.of);
        open.conds.push(scan.test);
    }
}

/// Operands that have no parts: constants, and slots that are written.
macro_rules! closed {
    ($($part:ty),*) => {
        $(impl Part for $part {
            fn open(self, _: &Program, _: &mut Open) {}
        })*
    };
}

closed!(
    i32,
    u32,
    u16,
    bool,
    ListOperation,
    Elements,
    Strided,
    Fold,
    Unary,
    Binary,
    PropertyId,
    FunctionId,
    LookupId
);

/// Operands that are compared by their meaning, independent of their position in an arena.
pub(super) trait Same: Copy {
    fn is_same(self, other: Self, alike: Alike<'_>) -> bool;
}

/// Context of a comparison of two expressions: the slots of their candidates.
#[derive(Clone, Copy)]
pub(super) struct Alike<'p> {
    program: &'p Program,
    slots: [u16; 2],
}

impl Same for NumId {
    fn is_same(self, other: Self, alike: Alike<'_>) -> bool {
        match (alike.program.node(self), alike.program.node(other)) {
            (Some(a), Some(b)) => a.is_same(b, alike),
            (_, _) => self == other || [self, other] == alike.slots.map(NumId::slot),
        }
    }
}

impl Same for CondId {
    fn is_same(self, other: Self, alike: Alike<'_>) -> bool {
        alike.program.conds[self.0 as usize].is_same(alike.program.conds[other.0 as usize], alike)
    }
}

impl Same for ListId {
    fn is_same(self, other: Self, alike: Alike<'_>) -> bool {
        alike.program.lists[self.0 as usize].is_same(alike.program.lists[other.0 as usize], alike)
    }
}

/// Operands that are equal only if they are the same entry.
macro_rules! known_by_id {
    ($($part:ty),*) => {
        $(impl Same for $part {
            fn is_same(self, other: Self, _: Alike<'_>) -> bool {
                self == other
            }
        })*
    };
}

known_by_id!(
    i32,
    u32,
    u16,
    bool,
    Strided,
    Fold,
    Unary,
    Binary,
    PropertyId,
    FunctionId,
    LookupId,
    Args,
    ScanId,
    Elements,
    ListOperation
);

macro_rules! tuples {
    ($(($($part:ident $other:ident),*))*) => {
        $(impl<$($part: Same),*> Same for ($($part,)*) {
            #[allow(non_snake_case, unused_variables, reason = "a value has the name of its type; one tuple is empty")]
            fn is_same(self, other: Self, alike: Alike<'_>) -> bool {
                let (($($part,)*), ($($other,)*)) = (self, other);
                true $(&& $part.is_same($other, alike))*
            }
        })*
    };
}

tuples! { () (A A2) (A A2, B B2) (A A2, B B2, C C2) (A A2, B B2, C C2, D D2) (A A2, B B2, C C2, D D2, E E2)
(A A2, B B2, C C2, D D2, E E2, F F2) }

impl Open {
    fn slot(&mut self, slot: u16) {
        self.parts.read.insert(slot);
    }

    fn write(&mut self, slots: Range<u16>) {
        self.parts.written.extend(slots);
    }

    /// Visits the worklist, and returns the parts found.
    fn run(mut self, program: &Program) -> Parts {
        loop {
            if let Some(id) = self.nums.pop() {
                self.num(program, id);
            } else if let Some(id) = self.conds.pop() {
                self.cond(program, program.conds[id.0 as usize]);
            } else if let Some(id) = self.lists.pop() {
                self.parts.is_long = true;
                self.parts.entries += 1;
                let list = program.lists[id.0 as usize];
                if let List::By(_, _, slot, ..) = list {
                    self.write(slot..slot + 1);
                }
                list.open(program, &mut self);
            } else {
                return self.parts;
            }
        }
    }

    fn num(&mut self, program: &Program, id: NumId) {
        match id.operand() {
            Operand::Slot(slot) => self.slot(slot),
            Operand::Node(i) => self.node(program, program.nums[i]),
            Operand::Cell(_) | Operand::Const(_) | Operand::Me | Operand::Nothing => {}
        }
    }

    fn node(&mut self, program: &Program, node: Num) {
        self.parts.entries += 1;
        if let Num::Chain(slot, ..) | Num::Let(slot, ..) | Num::Fold(_, slot, ..) = node {
            self.write(slot..slot + 1);
        }
        let is_call =
            matches!(node, Num::Call(..) | Num::Property(..) | Num::Score(_) | Num::Table(..) | Num::Row(..));
        self.parts.is_long |= is_call;
        node.open(program, self);
    }

    fn cond(&mut self, program: &Program, node: Cond) {
        self.parts.entries += 1;
        if let Cond::Let(slot, ..) = node {
            self.write(slot..slot + 1);
        }
        node.open(program, self);
    }
}

impl Program {
    pub fn parts_of_num(&self, id: NumId) -> Parts {
        Open { nums: vec![id], ..Open::default() }.run(self)
    }

    pub fn parts_of_cond(&self, id: CondId) -> Parts {
        Open { conds: vec![id], ..Open::default() }.run(self)
    }

    /// Returns true if two conditions are equal and cost no fuel, so that the value of one is the value of
    /// the other.
    pub fn is_known_by(&self, cond: CondId, other: CondId) -> bool {
        !self.parts_of_cond(cond).is_long && cond.is_same(other, Alike { program: self, slots: [0; 2] })
    }

    /// Returns true if a condition follows from any element of a list: it asks for a match of a filter that
    /// all elements of the list pass.
    pub fn asks_as_much(&self, list: ListId, cond: CondId) -> bool {
        let Cond::Any(asked) = self.conds[cond.0 as usize] else { return false };
        let List::Scan(asked) = self.lists[asked.0 as usize] else { return false };
        self.all_pass(list, asked)
    }

    fn all_pass(&self, list: ListId, filter: ScanId) -> bool {
        if let List::Switch(_, yes, no, written) = self.lists[list.0 as usize] {
            return [yes, no, written].into_iter().all(|list| self.all_pass(list, filter));
        }
        let List::Scan(scan) = self.lists[list.0 as usize] else {
            return self.lists[list.0 as usize] == List::Empty;
        };
        let (scan, filter) = (&self.scans[scan.0 as usize], &self.scans[filter.0 as usize]);
        let alike = Alike { program: self, slots: [scan.slot, filter.slot] };
        let [mut asked, mut wanted] = [Vec::new(), Vec::new()];
        self.conjuncts(scan.test, &mut asked);
        self.conjuncts(filter.test, &mut wanted);
        let is_asked = |wanted: &CondId| asked.iter().any(|asked| asked.is_same(*wanted, alike));
        scan.of.is_same(filter.of, alike) && wanted.iter().all(is_asked)
    }

    /// Appends the conjuncts of a condition, in order.
    pub fn conjuncts(&self, cond: CondId, out: &mut Vec<CondId>) {
        if let Cond::And(a, b) = self.conds[cond.0 as usize] {
            self.conjuncts(a, out);
            self.conjuncts(b, out);
        } else {
            out.push(cond);
        }
    }

    pub fn num_reads(&self, id: NumId, slots: Range<u16>) -> bool {
        self.parts_of_num(id).read.range(slots).next().is_some()
    }

    pub fn cond_reads(&self, id: CondId, slots: Range<u16>) -> bool {
        self.parts_of_cond(id).read.range(slots).next().is_some()
    }

    /// Returns the column of the candidate in a slot that an expression is, if it is one.
    pub fn key_of(&self, id: NumId, slot: u16) -> Option<Key> {
        let candidate = NumId::slot(slot);
        if id == candidate {
            return Some(Key::Itself);
        }
        let node = self.node(id)?;
        if let Num::Field(column, card) = node {
            return (card == candidate).then_some(Key::Field(column));
        }
        if let Num::CardCell { at, first, count, card } = node {
            return (card == candidate).then_some(Key::Cell { at, first, count });
        }
        let Num::CellOf(at, of) = node else { return None };
        if of == candidate {
            return Some(Key::Cell { at, first: 0, count: i32::MAX as u32 });
        }
        let inner = self.node(of)?;
        if let Num::Field(column, card) = inner {
            return (card == candidate).then_some(Key::CellAtField(at, column));
        }
        let Num::SpotOf(spot, card) = inner else { return None };
        (card == candidate).then_some(Key::CellAtSpot(at, spot))
    }

    /// Returns true if a list contains cards by name, from the card list, and not from zones.
    pub fn lists_by_name(&self, list: ListId) -> bool {
        match self.lists[list.0 as usize] {
            List::Cards(_) | List::Fixed(..) => true,
            List::Scan(scan) => self.lists_by_name(self.scans[scan.0 as usize].of),
            List::Concat(a, b) => self.lists_by_name(a) || self.lists_by_name(b),
            List::Prefix(_, of) | List::Without(of, _) | List::Reversed(of) => self.lists_by_name(of),
            List::By(ListOperation::Sorted, _, _, _, of, _) => self.lists_by_name(of),
            List::By(ListOperation::Values | ListOperation::Groups, ..) | List::Subsets(..) => false,
            List::Switch(_, _, _, written) => self.lists_by_name(written),
            simple_lists!() | List::Zone(_) | List::Upto(_) => false,
        }
    }
}
