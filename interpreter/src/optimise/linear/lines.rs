//! Lines one after another, and labels for places that are not yet known.

use crate::program::linear::{Line, Linear, NOWHERE, Op, Source, Target, Then, Value};
use crate::program::{Pc, Program};

/// Jumps to jumps that are followed, at most.
const MAX_JUMPS: usize = 8;

/// Code that is being made.
pub(super) struct Making<'p> {
    pub(super) program: &'p Program,
    pub(super) out: Linear,
    /// Where labels are; the first are those of the instructions.
    labels: Vec<u32>,
    /// The instruction that is being translated.
    pub(super) pc: Pc,
    /// Lines before this one are closed: others come to what follows.
    bar: u32,
    /// Labels of the next line.
    bound: Vec<Target>,
    /// Labels that are another.
    aliases: Vec<(Target, Target)>,
}

impl<'p> Making<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Self {
            program,
            out: Linear {
                nums: vec![NOWHERE; program.nums.len()],
                conds: vec![NOWHERE; program.conds.len()],
                ..Linear::default()
            },
            labels: vec![NOWHERE; program.code.len() + 1],
            pc: 0,
            bar: 0,
            bound: Vec::new(),
            aliases: Vec::new(),
        }
    }

    pub(super) fn here(&self) -> u32 {
        self.out.lines.len() as u32
    }

    /// A line that goes on with the next.
    pub(super) fn push(&mut self, op: Op) {
        self.push_to(op, NOWHERE);
    }

    /// A line that may jump there.
    pub(super) fn push_to(&mut self, op: Op, to: Target) {
        self.bound.clear();
        self.out.lines.push(Line { op, to, next: NOWHERE, pc: self.pc });
    }

    /// A line that jumps there if it comes out as wanted.
    pub(super) fn push_if(&mut self, op: Op, want: bool, to: Target) {
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
    pub(super) fn then(&mut self, then: Then) {
        let open = self.bar < self.here();
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
    pub(super) fn then_if(&mut self, range: Then, want: bool, to: Target) {
        self.then(range);
        self.turn(want, to);
    }

    /// Goes on there: whatever comes here does.
    pub(super) fn jump(&mut self, to: Target) {
        if self.bar == self.here() && self.bound.is_empty() {
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
    pub(super) fn bar(&mut self) {
        self.bar = self.here();
        self.bound.clear();
    }

    /// A place that is not yet known.
    pub(super) fn label(&mut self) -> Target {
        self.labels.push(NOWHERE);
        self.labels.len() as Target - 1
    }

    /// The place is here.
    pub(super) fn bind(&mut self, label: Target) {
        if self.bar != self.here() {
            self.bar();
        }
        self.labels[label as usize] = self.here();
        self.bound.push(label);
    }

    /// Labels become places.
    pub(super) fn link(&mut self) {
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
        self.out.at = labels[..self.program.code.len()].to_vec();
        self.skip_jumps();
    }

    /// A jump becomes the line to which it goes.
    fn skip_jumps(&mut self) {
        for at in 0..self.out.lines.len() {
            for _ in 0..MAX_JUMPS {
                let line = self.out.lines[at];
                let Some(target) = self.out.lines.get(line.next as usize).filter(|_| line.op == Op::Jump)
                else {
                    break;
                };
                self.out.lines[at] = *target;
            }
        }
    }
}
