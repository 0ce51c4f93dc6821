//! Copies of expressions in which some slots are constants.

use std::collections::BTreeMap;

use super::{Args, CondId, ListId, NumId, Operand, Program, ScanId};

/// An expression that is being copied.
pub(super) struct Copying<'p> {
    program: &'p mut Program,
    constants: &'p BTreeMap<u16, NumId>,
}

impl Copying<'_> {
    pub fn num(&mut self, id: NumId) -> NumId {
        match id.operand() {
            Operand::Slot(slot) => self.constants.get(&slot).copied().unwrap_or(id),
            Operand::Node(i) => {
                let node = self.program.nums[i].copied(self);
                self.program.add_num(node)
            }
            Operand::Const(_) | Operand::Cell(_) | Operand::Me | Operand::Nothing => id,
        }
    }

    pub fn cond(&mut self, id: CondId) -> CondId {
        let node = self.program.conds[id.0 as usize].copied(self);
        self.program.add_cond(node)
    }

    pub fn list(&mut self, id: ListId) -> ListId {
        let node = self.program.lists[id.0 as usize].copied(self);
        self.program.lists.push(node);
        ListId(self.program.lists.len() as u32 - 1)
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
        Copying { program: self, constants }.num(id)
    }
}
