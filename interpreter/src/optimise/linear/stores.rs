//! Stores of which nobody reads anything: a local or a variable that gets another value first. Their instruction is paid and nothing else.
//!
//! Whatever waits, calls or may react is taken to read everything: so a position in which a player decides is the same without these stores.

use std::collections::BTreeSet;

use crate::acts::Visit;
use crate::program::{Act, ActId, Instr, ListId, NumId, Parts, Pc, Program, What};

use super::super::constants::is_sure;

/// Instructions that are looked at after a store, at most.
const MAX_STEPS: usize = 64;

/// What a store writes.
#[derive(Clone, Copy)]
enum Written {
    Slot(u16),
    Cell(u32),
}

impl Written {
    /// Whether an expression reads it. What is called sees none of its caller's locals but its arguments.
    fn is_in(self, parts: &Parts) -> bool {
        match self {
            Written::Slot(slot) => parts.read.contains(&slot),
            Written::Cell(at) => parts.reads_cells || parts.cells.contains(&at),
        }
    }
}

/// Whether an instruction stores what nobody reads.
pub(super) fn is_dead(program: &Program, pc: Pc) -> bool {
    let dead = |written, value| is_sure(program, value) && !is_read_after(program, written, pc);
    let instr = program.code[pc as usize];
    if let Instr::Let(slot, value) = instr {
        return dead(Written::Slot(slot), value);
    }
    if let Instr::Store(at, value) = instr { dead(Written::Cell(at), value) } else { false }
}

/// Whether what is written there may be read on some way on.
fn is_read_after(program: &Program, written: Written, pc: Pc) -> bool {
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

fn after(program: &Program, written: Written, pc: Pc) -> After {
    let reads = |id: NumId| written.is_in(&program.parts_of_num(id));
    let on = |read: bool| if read { After::Read } else { After::On(pc + 1) };
    match (program.code[pc as usize], written) {
        (Instr::Let(_, value) | Instr::Store(_, value), _) if reads(value) => After::Read,
        (Instr::Let(slot, _), Written::Slot(written)) if slot == written => After::Gone,
        (Instr::Store(at, _), Written::Cell(written)) if at == written => After::Gone,
        (Instr::Let(..) | Instr::Store(..), _) => on(false),
        (Instr::StoreOf(_, of, value), Written::Slot(_)) => on(reads(of) || reads(value)),
        (Instr::Jump(to), _) => After::On(to),
        (Instr::Unless(cond, to), _) if !written.is_in(&program.parts_of_cond(cond)) => {
            After::Either(pc + 1, to)
        }
        // nobody is told while linear code runs
        (Instr::Say(..), _) => on(false),
        (Instr::Act(act), _) => on(is_operand(program, written, act)),
        (Instr::Return, Written::Slot(_)) => After::Gone,
        // these read it, wait, call, react or go on by what they find
        (
            Instr::StoreOf(..)
            | Instr::Unless(..)
            | Instr::Return
            | Instr::LetList(..)
            | Instr::Switch(..)
            | Instr::ForStart(..)
            | Instr::ForNext(..)
            | Instr::RepeatNext(..)
            | Instr::Call(..)
            | Instr::Emit(..)
            | Instr::Dispatch(..)
            | Instr::Choose(..)
            | Instr::Random(..)
            | Instr::Activate(_)
            | Instr::Begin { .. }
            | Instr::Count(_)
            | Instr::Reset(_)
            | Instr::End,
            _,
        ) => After::Read,
    }
}

/// Whether a verb reads it.
fn is_operand(program: &Program, written: Written, act: ActId) -> bool {
    let mut operands = Operands::default();
    let _: Act = program.acts[act.0 as usize].visit(&mut operands);
    let nums = operands.nums.iter().map(|id| program.parts_of_num(*id));
    let lists = operands.lists.iter().map(|id| program.parts_of_list(*id));
    nums.chain(lists).any(|parts| written.is_in(&parts))
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
