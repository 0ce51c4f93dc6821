//! Stores of which nobody reads anything: a local that gets another value first, or whose frame ends. Their instruction is paid and nothing else.
//!
//! Whatever waits, calls or may react is taken to read everything: so a position in which a player decides is the same without these stores. Variables are stored all:
//! an instruction that fails before the next store leaves them to be seen.

use std::collections::BTreeSet;

use crate::acts::Visit;
use crate::program::{Act, ActId, Instr, Label, ListId, NumId, Pc, Program, What};
use crate::program::{leaving_instrs, rare_instrs};

use super::super::constants::is_sure;

/// Instructions that are looked at after a store, at most.
const MAX_STEPS: usize = 64;

/// Whether an instruction stores what nobody reads.
pub(super) fn is_dead(program: &Program, pc: Pc) -> bool {
    let Instr::Let(slot, value) = program.code[pc as usize] else { return false };
    is_sure(program, value) && !is_read_after(program, slot, pc)
}

/// Whether what is written there may be read on some way on.
fn is_read_after(program: &Program, written: u16, pc: Pc) -> bool {
    let (mut open, mut seen) = (vec![pc + 1], BTreeSet::new());
    while let Some(pc) = open.pop() {
        if !seen.insert(pc) {
            continue;
        }
        if seen.len() > MAX_STEPS {
            return true;
        }
        match after(program, written, pc) {
            After::Read => return true,
            After::Gone => {}
            After::On(next) => open.push(next),
            After::Either(next, to) => open.extend([next, to]),
        }
    }
    false
}

/// What becomes of a value at an instruction.
enum After {
    Read,
    /// It is overwritten, or its frame ends.
    Gone,
    On(Pc),
    Either(Pc, Pc),
}

fn after(program: &Program, written: u16, pc: Pc) -> After {
    // what is called sees none of its caller's locals but its arguments
    let reads = |id: NumId| program.parts_of_num(id).read.contains(&written);
    let on = |read: bool| if read { After::Read } else { After::On(pc + 1) };
    match program.code[pc as usize] {
        Instr::Let(_, value) | Instr::Store(_, value) if reads(value) => After::Read,
        Instr::Let(slot, _) if slot == written => After::Gone,
        Instr::Let(..) | Instr::Store(..) => on(false),
        Instr::StoreOf(_, of, value) => on(reads(of) || reads(value)),
        Instr::Jump(Label(to)) => After::On(to),
        Instr::Unless(cond, Label(to)) if !program.parts_of_cond(cond).read.contains(&written) => {
            After::Either(pc + 1, to)
        }
        // nobody is told while linear code runs
        Instr::Say(..) => on(false),
        Instr::Act(act) => on(is_operand(program, written, act)),
        Instr::Return => After::Gone,
        // these read it, wait, call, react or go on by what they find
        Instr::Unless(..)
        | Instr::Switch(..)
        | Instr::ForStart(..)
        | Instr::ForNext(..)
        | Instr::Call(..)
        | Instr::Emit(..)
        | Instr::Activate(_)
        | leaving_instrs!()
        | rare_instrs!() => After::Read,
    }
}

/// Whether a verb reads it.
fn is_operand(program: &Program, written: u16, act: ActId) -> bool {
    let mut operands = Operands::default();
    let _: Act = program.acts[act.0 as usize].visit(&mut operands);
    let nums = operands.nums.iter().map(|id| program.parts_of_num(*id));
    let lists = operands.lists.iter().map(|id| program.parts_of_list(*id));
    nums.chain(lists).any(|parts| parts.read.contains(&written))
}

/// Gathers the operands of a verb.
#[derive(Default)]
struct Operands {
    nums: Vec<NumId>,
    lists: Vec<ListId>,
}

impl<'a> Visit<'a, NumId, What, ListId> for Operands {
    type One = NumId;
    type Several = What;
    type List = ListId;

    fn one(&mut self, operand: &'a NumId) -> NumId {
        self.nums.push(*operand);
        *operand
    }

    fn several(&mut self, operand: &'a What) -> What {
        match *operand {
            What::One(id) => self.nums.push(id),
            What::List(id) => self.lists.push(id),
        }
        *operand
    }

    fn list(&mut self, operand: &'a ListId) -> ListId {
        self.lists.push(*operand);
        *operand
    }
}
