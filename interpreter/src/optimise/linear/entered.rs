//! Where play can come to from elsewhere: what stands there is no part of the line before.

use crate::optimise::Passes;
use crate::program::{Instr, Pc, Program, leaving_instrs};

/// By instruction: whether play can come there from elsewhere than from the one before.
pub(super) fn entered(program: &Program, passes: Passes) -> Vec<bool> {
    let mut entered = vec![false; program.code.len() + 1];
    let mut enter = |pc: Pc| entered[pc as usize] = true;
    program.entries().for_each(&mut enter);
    program.jumps.iter().for_each(|pc| enter(*pc));
    for (pc, mut instr) in program.code.iter().copied().enumerate() {
        let next = pc as Pc + 1;
        if passes.opening && program.is_open(pc as Pc) {
            enter(pc as Pc);
        }
        instr.label().into_iter().for_each(|label| enter(label.0));
        if let Instr::Call(entry, ..) = instr {
            enter(entry);
        }
        if matches!(instr, leaving_instrs!() | Instr::Call(..)) {
            enter(next);
        }
        if matches!(instr, Instr::Dispatch(..) | Instr::Choose(..)) {
            enter(pc as Pc);
        }
    }
    entered.pop();
    entered
}
