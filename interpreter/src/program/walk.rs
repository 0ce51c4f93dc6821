//! Looking through expressions: which slots they read.

use std::ops::Range;

use super::{Cond, CondId, List, ListId, Num, NumId, Operand, Program};

/// A set of expressions to be looked at.
#[derive(Default)]
struct Open {
    nums: Vec<NumId>,
    conds: Vec<CondId>,
    lists: Vec<ListId>,
    /// A slot that is read directly.
    reads: bool,
}

/// Slots that are asked for, and whether any was met.
struct Search<'a> {
    program: &'a Program,
    slots: Range<u16>,
    open: Open,
}

impl Search<'_> {
    fn run(mut self) -> bool {
        loop {
            if self.open.reads {
                return true;
            }
            if let Some(id) = self.open.nums.pop() {
                self.num(id);
            } else if let Some(id) = self.open.conds.pop() {
                self.cond(id);
            } else if let Some(id) = self.open.lists.pop() {
                self.list(id);
            } else {
                return false;
            }
        }
    }

    fn slot(&mut self, slot: u16) {
        self.open.reads |= self.slots.contains(&slot);
    }

    fn num(&mut self, id: NumId) {
        let node = match id.operand() {
            Operand::Slot(slot) => return self.slot(slot),
            Operand::Node(i) => self.program.nums[i],
            Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => return,
        };
        let nums = &mut self.open.nums;
        match node {
            Num::Const(_) | Num::Active => {}
            Num::CellOf(_, a)
            | Num::CardCell { card: a, .. }
            | Num::Field(_, a)
            | Num::FieldOf(_, a)
            | Num::Property(_, a)
            | Num::Owner(a)
            | Num::Holder(a)
            | Num::Position(a)
            | Num::Above(a)
            | Num::Below(a)
            | Num::Host(a)
            | Num::SpotOf(_, a)
            | Num::ZoneOf { of: a, .. }
            | Num::CardZone(_, a)
            | Num::Top(a)
            | Num::Bottom(a)
            | Num::Size(a)
            | Num::Left(a)
            | Num::Right(a)
            | Num::Score(a)
            | Num::Succ(a)
            | Num::Nth(_, a)
            | Num::Step { of: a, .. }
            | Num::CopyOf { of: a, .. }
            | Num::Neg(a)
            | Num::Scale(a)
            | Num::Table(_, a) => nums.push(a),
            Num::Add(a, b)
            | Num::Sub(a, b)
            | Num::Mul(a, b)
            | Num::Div(a, b)
            | Num::Mod(a, b)
            | Num::Min(a, b)
            | Num::Max(a, b)
            | Num::Default(a, b)
            | Num::Chain(_, a, b)
            | Num::Let(_, a, b) => nums.extend([a, b]),
            Num::If(c, a, b) => {
                nums.extend([a, b]);
                self.open.conds.push(c);
            }
            Num::Metered(a) => nums.push(a),
            Num::Truth(c) => self.open.conds.push(c),
            Num::Call(_, args) => nums.extend(self.program.args_of(args).iter().map(|id| NumId(*id))),
            Num::Count(l) | Num::First(l) | Num::Last(l) => self.open.lists.push(l),
            Num::Fold(_, _, l, a) => {
                self.open.lists.push(l);
                nums.push(a);
            }
        }
    }

    fn cond(&mut self, id: CondId) {
        let (nums, conds) = (&mut self.open.nums, &mut self.open.conds);
        match self.program.conds[id.0 as usize] {
            Cond::Const(_) => {}
            Cond::Is(a)
            | Cond::Exists(a)
            | Cond::HasCards(a)
            | Cond::FaceUp(a)
            | Cond::IsKind(_, a)
            | Cond::IsDesign(_, a) => {
                nums.push(a);
            }
            Cond::Not(c) | Cond::Metered(c) => conds.push(c),
            Cond::And(a, b) | Cond::Or(a, b) => conds.extend([a, b]),
            Cond::Let(_, a, c) => {
                nums.push(a);
                conds.push(c);
            }
            Cond::Eq(a, b) | Cond::Ne(a, b) | Cond::Lt(a, b) | Cond::Le(a, b) | Cond::InZone(a, b) => {
                nums.extend([a, b]);
            }
            Cond::InList(a, l) => {
                nums.push(a);
                self.open.lists.push(l);
            }
            Cond::Any(l) => self.open.lists.push(l),
        }
    }

    fn list(&mut self, id: ListId) {
        let nums = &mut self.open.nums;
        match self.program.lists[id.0 as usize] {
            List::Empty | List::Cards(_) | List::Upto(_) | List::Fixed(..) => {}
            List::Zone(a) | List::Circle(_, a) | List::Line(_, a) | List::Below(a) | List::Above(a) => {
                nums.push(a);
            }
            List::Range(a, b) | List::Top(a, b) => nums.extend([a, b]),
            List::Prefix(a, l) => {
                nums.push(a);
                self.open.lists.push(l);
            }
            List::Stored(slot) => {
                self.slot(slot);
                self.slot(slot + 1);
            }
            List::Concat(a, b) => self.open.lists.extend([a, b]),
            List::Scan(id) => {
                let scan = &self.program.scans[id.0 as usize];
                self.open.lists.push(scan.of);
                self.open.conds.push(scan.test);
            }
        }
    }
}

impl Program {
    /// Whether an expression reads one of these slots.
    pub fn num_reads(&self, id: NumId, slots: Range<u16>) -> bool {
        Search { program: self, slots, open: Open { nums: vec![id], ..Open::default() } }.run()
    }

    /// Whether a condition reads one of these slots.
    pub fn cond_reads(&self, id: CondId, slots: Range<u16>) -> bool {
        Search { program: self, slots, open: Open { conds: vec![id], ..Open::default() } }.run()
    }
}

impl Program {
    /// Whether a list names its candidates from the card list, wherever they lie, and not from zones.
    pub fn lists_by_name(&self, list: ListId) -> bool {
        match self.lists[list.0 as usize] {
            List::Cards(_) | List::Fixed(..) => true,
            List::Scan(scan) => self.lists_by_name(self.scans[scan.0 as usize].of),
            List::Concat(a, b) => self.lists_by_name(a) || self.lists_by_name(b),
            List::Prefix(_, of) => self.lists_by_name(of),
            List::Empty
            | List::Zone(_)
            | List::Upto(_)
            | List::Circle(..)
            | List::Line(..)
            | List::Range(..)
            | List::Top(..)
            | List::Below(_)
            | List::Above(_)
            | List::Stored(_) => false,
        }
    }
}
