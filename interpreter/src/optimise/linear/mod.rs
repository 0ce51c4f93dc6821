//! Linear code of a program: instructions, and expressions that are computed on their own, here; what they consist of beside.

mod conditions;
mod lines;
mod numbers;
mod windows;

use super::Passes;
use crate::program::linear::{Line, Linear, NO, NOWHERE, Op, Test, Then, VALUE, Value, YES};
use crate::program::{
    ChoiceId, ChoiceKind, Cond, CondId, Instr, Label, List, Num, NumId, Operand, Pc, Program,
};
use lines::Making;

/// Lines of an expression that is computed on its own, at most; one that is longer is walked.
const MAX_LINES: usize = 4_096;
/// Fewer are walked as fast, but for filters by sets alone.
const MIN_LINES: usize = 2;

/// The code of a program.
pub(crate) fn translate(program: &Program, passes: Passes) -> Linear {
    let mut making = Making::new(program);
    making.instructions();
    making.expressions();
    making.windows();
    making.link();
    making.out.copies_opening = passes.opening;
    making.out
}

impl Making<'_> {
    /// All instructions, in their order.
    fn instructions(&mut self) {
        for (pc, instr) in self.program.code.iter().enumerate() {
            self.pc = pc as Pc;
            self.bind(self.pc);
            self.instruction(*instr);
        }
    }

    fn instruction(&mut self, instr: Instr) {
        let pc = self.pc;
        match instr {
            Instr::Let(slot, value) => self.value_into(value, Then::Let(slot)),
            Instr::Store(at, value) => self.value_into(value, Then::Store(at)),
            Instr::StoreOf(at, of, value) => self.store_of(at, of, value),
            Instr::Jump(Label(to)) => {
                if to <= pc {
                    self.push(Op::Again(self.program.prices[pc as usize]));
                }
                self.jump(to);
            }
            Instr::Unless(cond, Label(to)) => self.jump_if(cond, false, to),
            Instr::Switch(slot, _, first) => self.push(Op::Switch(slot, first)),
            Instr::ForStart(slot, list, keeps) => self.push(Op::ForStart(slot, list, keeps)),
            Instr::ForNext(slot, Label(to)) => self.push_to(Op::ForNext(slot), to),
            Instr::RepeatNext(slot, Label(to)) => self.push_to(Op::RepeatNext(slot), to),
            Instr::Return => self.push(Op::Return),
            Instr::Call(entry, slots, args) => self.push(Op::Call(slots, entry, args, pc + 1)),
            Instr::Act(act) => self.push(Op::Act(act)),
            Instr::Emit(event, slot, args) => self.push(Op::Emit(event, slot, args)),
            Instr::Activate(player) => {
                let player = self.sourced(player);
                self.push(Op::Activate(player));
            }
            // nobody watches
            Instr::Say(..) => {}
            Instr::Dispatch(event, slot) => self.push(Op::Dispatch(event, slot, pc)),
            Instr::Begin { phase, counted } => self.push(Op::Begin(phase, counted)),
            Instr::Count(phase) => self.push(Op::Count(phase)),
            Instr::Reset(phase) => self.push(Op::Reset(phase)),
            Instr::Choose(choice, slot) => self.choose(choice, slot),
            Instr::Random(..) | Instr::Give(..) | Instr::Take(_) | Instr::End | Instr::Together(..) => {
                self.push(Op::Instr(pc))
            }
        }
    }

    /// A decision. Modes are listed by the lines before it, each under its guard.
    fn choose(&mut self, id: ChoiceId, slot: u16) {
        let (program, pc) = (self.program, self.pc);
        let choice = &program.choices[id.0 as usize];
        let (ChoiceKind::Modes(guards), None) = (choice.kind, choice.count) else {
            return self.push(Op::Choose(id, slot, pc));
        };
        let guards = program.args_of(guards).iter().map(|guard| CondId(*guard)).enumerate();
        let is_open = |guard: CondId| matches!(program.conds[guard.0 as usize], Cond::Const(true));
        let open = guards.clone().take_while(|(_, guard)| is_open(*guard)).count();
        self.push(Op::Modes(open as u32));
        for (mode, guard) in guards.skip(open) {
            let end = self.label();
            self.jump_if(guard, false, end);
            self.push(Op::Mode(mode as u32));
            self.bind(end);
        }
        self.push(Op::ChooseMode(id, slot, pc));
    }

    /// The cell of a holder. Where the holder stands is looked at last: an expression changes no place of that kind.
    fn store_of(&mut self, at: u32, of: NumId, value: NumId) {
        if let Some(value) = self.program.constant(value) {
            let of = self.sourced(of);
            return self.push(Op::StoreConst(at, of, value));
        }
        let Some(of) = self.source(of) else {
            self.value(of);
            self.push(Op::Spill);
            self.value(value);
            return self.push(Op::StoreOfSpilled(at));
        };
        match self.program.node(value) {
            Some(Num::Truth(cond)) => {
                self.truth(cond, |making, value| making.push(Op::StoreConst(at, of, value)));
            }
            Some(_) | None => {
                self.value(value);
                self.push(Op::StoreOf(at, of));
            }
        }
    }

    /// Expressions that are computed on their own: in a frame of their own, or once for each of many.
    fn expressions(&mut self) {
        let program = self.program;
        for scan in &program.scans {
            scan.rest.iter().for_each(|cond| self.whole_cond(*cond));
            scan.tests.iter().for_each(|test| self.whole_num(test.value));
        }
        for list in &program.lists {
            if let List::Switch(cond, ..) = list {
                self.whole_cond(*cond);
            }
        }
        for num in &program.nums {
            if let Num::Fold(_, _, _, _, body) = num {
                self.whole_num(*body);
            }
        }
        program.conditions().for_each(|cond| self.whole_cond(cond));
        program.values().for_each(|num| self.whole_num(num));
    }

    fn whole_cond(&mut self, id: CondId) {
        let i = id.0 as usize;
        if self.out.conds[i] != NOWHERE || matches!(self.program.conds[i], Cond::Const(_)) {
            return;
        }
        let start = self.here();
        self.bar();
        self.jump_if(id, false, NO);
        self.jump(YES);
        if self.fits(start) {
            self.out.conds[i] = start;
        }
    }

    fn whole_num(&mut self, id: NumId) {
        let Operand::Node(i) = id.operand() else { return };
        if self.out.nums[i] != NOWHERE {
            return;
        }
        let start = self.here();
        self.bar();
        self.value(id);
        self.jump(VALUE);
        if self.fits(start) {
            self.out.nums[i] = start;
        }
    }

    /// Whether what was made from there on is worth it, and not too long; else it is gone.
    fn fits(&mut self, start: u32) -> bool {
        let lines = self.out.lines.len() - start as usize;
        let by_sets =
            |line: &Line| matches!(line.op, Op::Value(Value::CountSet(_), ..) | Op::Test(Test::AnySet(_), _));
        let worth = lines >= MIN_LINES || self.out.lines[start as usize..].iter().any(by_sets);
        let fits = worth && lines <= MAX_LINES;
        if !fits {
            self.out.lines.truncate(start as usize);
        }
        fits
    }
}
