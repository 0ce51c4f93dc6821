//! Linear code: instructions here, numbers and conditions beside.

mod test;
mod value;

use crate::ids::WindowId;
use crate::program::linear::{Line, Linear, NO, NOWHERE, Op, Source, Target, Test, Then, VALUE, Value, YES};
use crate::program::{ChoiceKind, Cond, CondId, Instr, Lambda, Num, NumId, Operand, Pc, Program};

/// The most that one step pays.
const MAX_PAY: u8 = 200;
/// Steps of one expression, at most; one that is longer is walked.
const MAX_STEPS: usize = 4_096;
/// Fewer are walked as fast, but for filters by sets alone.
const MIN_STEPS: usize = 2;

/// Code that is being made.
struct Making<'p> {
    program: &'p Program,
    out: Linear,
    /// Where labels are; the first are those of the instructions.
    labels: Vec<u32>,
    /// What the next step pays, and from which instruction on.
    pays: u8,
    from: Pc,
    /// The instruction that is being translated.
    pc: Pc,
    /// Lines before this one are closed: others come to what follows.
    bar: u32,
    /// Labels of the next line.
    bound: Vec<Target>,
    /// Labels that are another.
    aliases: Vec<(Target, Target)>,
}

/// The code of a program.
pub(crate) fn translate(program: &Program) -> Linear {
    let mut making = Making {
        program,
        out: Linear {
            nums: vec![NOWHERE; program.nums.len()],
            conds: vec![NOWHERE; program.conds.len()],
            ..Linear::default()
        },
        labels: vec![NOWHERE; program.code.len() + 1],
        pays: 0,
        from: 0,
        pc: 0,
        bar: 0,
        bound: Vec::new(),
        aliases: Vec::new(),
    };
    making.instructions();
    making.expressions();
    making.windows();
    making.link();
    making.out
}

impl Making<'_> {
    /// All instructions, in their order.
    fn instructions(&mut self) {
        let entered = entered(self.program);
        self.out.at = vec![NOWHERE; self.program.code.len()];
        for (pc, entered) in entered.into_iter().enumerate() {
            if entered {
                self.settle();
                self.bind(pc as Target);
                self.out.at[pc] = self.here();
            }
            self.pc = pc as Pc;
            if self.pays == 0 {
                self.from = self.pc;
            }
            self.pays += 1;
            if self.pays >= MAX_PAY {
                self.settle();
            }
            self.instruction(self.program.code[pc]);
        }
        self.settle();
    }

    /// What is to be paid is paid at once.
    fn settle(&mut self) {
        if self.pays > 0 {
            self.push(Op::Pay);
        }
    }

    fn instruction(&mut self, instr: Instr) {
        let pc = self.pc;
        match instr {
            Instr::Let(slot, value) => {
                self.value(value);
                self.then(Then::Let(slot));
            }
            Instr::Store(at, value) => {
                self.value(value);
                self.then(Then::Store(at));
            }
            Instr::StoreOf(at, of, value) => self.store_of(at, of, value),
            Instr::Jump(to) => self.jump(to),
            Instr::Unless(cond, to) => self.jump_if(cond, false, to),
            Instr::Switch(slot, _, first) => self.push(Op::Switch(slot, first)),
            Instr::ForStart(slot, list) => self.push(Op::ForStart(slot, list)),
            Instr::ForNext(slot, to) => self.push_to(Op::ForNext(slot), to),
            Instr::RepeatNext(slot, to) => self.push_to(Op::RepeatNext(slot), to),
            Instr::Return => self.push(Op::Return),
            Instr::Call(entry, slots, args) => self.push(Op::Call(slots, entry, args, pc + 1)),
            Instr::Act(act) => self.push(Op::Act(act)),
            Instr::Emit(event, slot, args) => self.push(Op::Emit(event, slot, args)),
            Instr::Activate(player) => {
                self.value(player);
                self.push(Op::Activate);
            }
            // nobody watches: it is paid with what follows
            Instr::Say(..) => {}
            Instr::LetList(slot, list) => self.push(Op::LetList(slot, list)),
            Instr::Dispatch(event, slot) => self.push(Op::Dispatch(event, slot, pc)),
            Instr::Begin { phase, counted } => self.push(Op::Begin(phase, counted)),
            Instr::Count(phase) => self.push(Op::Count(phase)),
            Instr::Reset(phase) => self.push(Op::Reset(phase)),
            Instr::Choose(..) | Instr::Random(..) | Instr::End => self.push(Op::Instr(pc)),
        }
    }

    fn store_of(&mut self, at: u32, of: NumId, value: NumId) {
        match (self.source(of), self.program.constant(value)) {
            (Some(Source::Slot(of)), Some(value)) => self.push(Op::StoreOfSlotConst(at, of, value)),
            (Some(Source::Slot(of)), None) => {
                self.value(value);
                self.push(Op::StoreOfSlot(at, of));
            }
            (_, Some(value)) => {
                self.value(of);
                self.push(Op::StoreOfConst(at, value));
            }
            (_, None) => {
                self.value(of);
                self.push(Op::Aside);
                self.value(value);
                self.push(Op::StoreOfAside(at));
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
        for num in &program.nums {
            if let Num::Fold(_, _, _, body) = num {
                self.whole_num(*body);
            }
        }
        let conds = program.active.iter().flatten().copied();
        let modifiers = program.modifiers.iter().flat_map(|m| [m.applies, m.condition]).flatten();
        let guards = program.windows.iter().flatten().filter_map(|action| action.when);
        for Lambda { body, .. } in conds.chain(modifiers).chain(guards) {
            self.whole_cond(body);
        }
        let values = program.modifiers.iter().map(|modifier| modifier.value);
        let bases = program.properties.iter().map(|property| property.base);
        let score = &program.score;
        let scores = score.total.iter().chain(&score.lines).chain(&score.ties).chain(&score.hint).copied();
        let functions = program.functions.iter().copied();
        for Lambda { body, .. } in values.chain(bases).chain(scores).chain(functions) {
            self.whole_num(body);
        }
        for choice in &program.choices {
            if let ChoiceKind::Modes(guards) = choice.kind {
                program.args_of(guards).iter().for_each(|guard| self.whole_cond(CondId(*guard)));
            }
        }
    }

    /// The actions of each window under their guards.
    fn windows(&mut self) {
        let program = self.program;
        for (window, actions) in program.windows.iter().enumerate() {
            let mut guarded = Vec::new();
            for (i, action) in actions.iter().enumerate() {
                let mut parts = Vec::new();
                action.open.iter().for_each(|open| program.conjuncts(open.body, &mut parts));
                guarded.push((i as u32, parts));
            }
            self.bar();
            self.out.windows.push(self.here());
            self.offers(WindowId::new(window), &guarded, 0);
            self.jump(VALUE);
        }
    }

    /// Actions whose guards have so many parts behind them. What neighbours ask first is tested once for all of them.
    fn offers(&mut self, window: WindowId, guarded: &[(u32, Vec<CondId>)], tested: usize) {
        let mut left = guarded;
        while let [(action, parts), others @ ..] = left {
            let Some(&first) = parts.get(tested) else {
                self.push(Op::Offer(window, *action));
                left = others;
                continue;
            };
            let asks_too = |(_, parts): &&(u32, Vec<CondId>)| {
                parts.get(tested).is_some_and(|part| self.program.is_known_by(first, *part))
            };
            let (group, rest) = left.split_at(1 + others.iter().take_while(asks_too).count());
            let end = self.label();
            self.jump_if(first, false, end);
            self.offers(window, group, tested + 1);
            self.bind(end);
            left = rest;
        }
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
        let worth = lines >= MIN_STEPS || self.out.lines[start as usize..].iter().any(by_sets);
        let fits = worth && lines <= MAX_STEPS;
        if !fits {
            self.out.lines.truncate(start as usize);
        }
        fits
    }

    fn here(&self) -> u32 {
        self.out.lines.len() as u32
    }

    /// A line that goes on with the next.
    fn push(&mut self, op: Op) {
        self.push_to(op, NOWHERE);
    }

    /// A line that may jump there.
    fn push_to(&mut self, op: Op, to: Target) {
        let pays = std::mem::take(&mut self.pays);
        let (from, pc) = (self.from, self.pc);
        self.bound.clear();
        self.out.lines.push(Line { op, to, next: NOWHERE, pays, from, pc });
    }

    /// A line that jumps there if it comes out as wanted.
    fn push_if(&mut self, op: Op, want: bool, to: Target) {
        self.push_to(op, to);
        self.turn(want, to);
    }

    /// Where the last line goes on: there, or with the next line.
    fn turn(&mut self, want: bool, to: Target) {
        let next = self.label();
        self.bind(next);
        if let Some(line) = self.out.lines.last_mut() {
            (line.to, line.next) = if want { (to, next) } else { (next, to) };
        }
    }

    /// What happens to the value that the last line computed.
    fn then(&mut self, then: Then) {
        let open = self.bar < self.here() && self.pays == 0;
        if let Some(Line { op: Op::Value(_, _, last) | Op::Const(_, last), .. }) = self.out.lines.last_mut()
            && open
            && *last == Then::Next
        {
            *last = then;
        } else {
            self.push(Op::Value(Value::Itself, Source::Acc, then));
        }
    }

    /// Jumps if the value that the last line computed lies in a range or not.
    fn then_if(&mut self, range: Then, want: bool, to: Target) {
        self.then(range);
        self.turn(want, to);
    }

    /// Goes on there: whatever comes here does, and a line of its own is needed only if something is to be paid.
    fn jump(&mut self, to: Target) {
        if self.pays != 0 || self.bar == self.here() && self.bound.is_empty() {
            self.push(Op::Jump);
        }
        for label in self.bound.drain(..) {
            self.aliases.push((label, to));
        }
        if let Some(line) = self.out.lines.last_mut()
            && line.next == NOWHERE
        {
            line.next = to;
        }
    }

    /// Others may come to the next line: it is no part of the last one.
    fn bar(&mut self) {
        self.bar = self.here();
        self.bound.clear();
    }

    /// A place that is not yet known.
    fn label(&mut self) -> Target {
        self.labels.push(NOWHERE);
        self.labels.len() as Target - 1
    }

    /// The place is here.
    fn bind(&mut self, label: Target) {
        if self.bar != self.here() {
            self.bar();
        }
        self.labels[label as usize] = self.here();
        self.bound.push(label);
    }

    /// Labels become places.
    fn link(&mut self) {
        // what a label stands for was made after it
        for &(label, to) in self.aliases.iter().rev() {
            self.labels[label as usize] = self.labels.get(to as usize).copied().unwrap_or(to);
        }
        let labels = &self.labels;
        let place = |label: Target| labels.get(label as usize).copied().unwrap_or(label);
        for (at, line) in self.out.lines.iter_mut().enumerate() {
            line.to = place(line.to);
            line.next = match (line.op, line.next) {
                (Op::Call(_, entry, ..), _) => labels[entry as usize],
                (_, NOWHERE) => at as Target + 1,
                (_, next) => place(next),
            };
        }
        self.out.jumps = self.program.jumps.iter().map(|pc| labels[*pc as usize]).collect();
    }
}

/// By instruction: whether play can come there from elsewhere than from the one before.
fn entered(program: &Program) -> Vec<bool> {
    let mut entered = vec![false; program.code.len() + 1];
    let mut enter = |pc: Pc| entered[pc as usize] = true;
    let procs = program.procedures.iter().chain([&program.main, &program.setup]);
    procs.for_each(|proc| enter(proc.entry));
    program.handlers.iter().for_each(|handler| enter(handler.proc.entry));
    program.windows.iter().flatten().for_each(|action| enter(action.proc.entry));
    for phase in &program.phases {
        [phase.proc.entry, phase.numbered, phase.resume].into_iter().for_each(&mut enter);
    }
    program.jumps.iter().for_each(|pc| enter(*pc));
    for (pc, instr) in program.code.iter().enumerate() {
        let next = pc as Pc + 1;
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
