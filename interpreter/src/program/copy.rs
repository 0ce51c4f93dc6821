//! Copies of expressions in which some slots are constants. What stands in several places of the arenas, as the test of a filter and a part of it
//! do, is copied once: else a filter in a filter would be copied twice as often at each level.

use std::collections::BTreeMap;

use super::{Args, CondId, ListId, NumId, Operand, Program, ScanId};

/// An expression that is being copied.
pub(super) struct Copying<'p> {
    program: &'p mut Program,
    constants: &'p BTreeMap<u16, NumId>,
    nums: BTreeMap<usize, NumId>,
    conds: BTreeMap<u32, CondId>,
    lists: BTreeMap<u32, ListId>,
}

impl Copying<'_> {
    pub fn num(&mut self, id: NumId) -> NumId {
        match id.operand() {
            Operand::Slot(slot) => self.constants.get(&slot).copied().unwrap_or(id),
            Operand::Node(i) => {
                if let Some(copy) = self.nums.get(&i) {
                    return *copy;
                }
                let node = self.program.nums[i].copied(self);
                let copy = self.program.add_num(node);
                self.nums.insert(i, copy);
                copy
            }
            Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => id,
        }
    }

    pub fn cond(&mut self, id: CondId) -> CondId {
        if let Some(copy) = self.conds.get(&id.0) {
            return *copy;
        }
        let node = self.program.conds[id.0 as usize].copied(self);
        let copy = self.program.add_cond(node);
        self.conds.insert(id.0, copy);
        copy
    }

    pub fn list(&mut self, id: ListId) -> ListId {
        if let Some(copy) = self.lists.get(&id.0) {
            return *copy;
        }
        let node = self.program.lists[id.0 as usize].copied(self);
        self.program.lists.push(node);
        let copy = ListId(self.program.lists.len() as u32 - 1);
        self.lists.insert(id.0, copy);
        copy
    }

    pub fn args(&mut self, args: Args) -> Args {
        let ids: Vec<u32> = self.program.args_of(args).to_vec();
        let ids: Vec<u32> = ids.into_iter().map(|id| self.num(NumId(id)).0).collect();
        let at = self.program.args.len() as u32;
        self.program.args.push(ids.len() as u32);
        self.program.args.extend(ids);
        Args(at)
    }

    pub fn scan(&mut self, id: ScanId) -> ScanId {
        let mut scan = self.program.scans[id.0 as usize].clone();
        scan.of = self.list(scan.of);
        scan.test = self.cond(scan.test);
        scan.keyed = scan.keyed.map(|(table, value)| (table, self.num(value)));
        scan.tests.iter_mut().for_each(|test| test.value = self.num(test.value));
        scan.rest = scan.rest.map(|rest| self.cond(rest));
        // only makes it faster, and comes later than copies do
        scan.algebra = None;
        self.program.scans.push(scan);
        ScanId(self.program.scans.len() as u32 - 1)
    }
}

impl Program {
    /// A copy of an expression in which these slots are constants.
    pub(crate) fn copy_with(&mut self, id: NumId, constants: &BTreeMap<u16, NumId>) -> NumId {
        let (nums, conds, lists) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Copying { program: self, constants, nums, conds, lists }.num(id)
    }
}
