//! Where play can come to from elsewhere: what stands there is no part of the line before.

use crate::optimise::Passes;
use crate::program::{Instr, Pc, Program};

/// By instruction: whether play can come there from elsewhere than from the one before.
pub(super) fn entered(program: &Program, passes: Passes) -> Vec<bool> {
    let mut entered = vec![false; program.code.len() + 1];
    let mut enter = |pc: Pc| entered[pc as usize] = true;
    program.entries().for_each(&mut enter);
    program.jumps.iter().for_each(|pc| enter(*pc));
    for (pc, instr) in program.code.iter().enumerate() {
        let next = pc as Pc + 1;
        if passes.opening && program.is_open(pc as Pc) {
            enter(pc as Pc);
        }
        match *instr {
            Instr::Jump(to) | Instr::Unless(_, to) | Instr::ForNext(_, to) => enter(to),
            Instr::RepeatNext(_, to) => [to, next].into_iter().for_each(&mut enter),
            Instr::Call(entry, ..) => [entry, next].into_iter().for_each(&mut enter),
            Instr::Dispatch(..) | Instr::Choose(..) => [pc as Pc, next].into_iter().for_each(&mut enter),
            Instr::Random(..) | Instr::End => enter(next),
            Instr::LetList(..)
            | Instr::Begin { .. }
            | Instr::Count(_)
            | Instr::Reset(_)
            | Instr::Let(..)
            | Instr::Store(..)
            | Instr::StoreOf(..)
            | Instr::Switch(..)
            | Instr::ForStart(..)
            | Instr::Return
            | Instr::Emit(..)
            | Instr::Act(_)
            | Instr::Say(..)
            | Instr::Activate(_) => {}
        }
    }
    entered.pop();
    entered
}
