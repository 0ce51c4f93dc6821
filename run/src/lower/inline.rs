//! Inlines calls of small functions, so that a name costs nothing in play.
//!
//! The function's locals get slots of the calling frame that are free at that point. Expressions are
//! evaluated from the inside out, so slots are allocated and freed like a stack.

use super::Lower;
use crate::program::*;
use ludex_check::hir::{Expr, ExprKind};
use ludex_check::ids::*;

/// Maximum number of arena entries of an inlined function.
const MAX_PARTS: usize = 64;
/// Maximum number of expressions compiled for an inlined function, including inlined calls. Constant
/// expressions make no entries, yet a chain of functions that call each other twice would double the work at
/// each level.
const MAX_WORK: usize = 512;
/// Maximum number of slots of a frame; beyond it, calls are not inlined.
const MAX_FRAME: u16 = 1_000;

/// Compilation state of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Not compiled yet.
    Unseen,
    /// Being compiled. A call found now comes from its own body or from a function that it calls.
    Begun,
    /// Being compiled, and met again: it is recursive, so it is not inlined.
    Met,
    /// Compiled; `small` is true if it can be inlined.
    Done { small: bool },
}

/// A function being inlined: the slot of its first local, and its parameters.
pub(super) struct Inlined {
    base: u16,
    params: Vec<NumId>,
}

/// Parameters that need a slot, with their values.
pub(super) type Lets = Vec<(u16, NumId)>;

impl Lower<'_> {
    /// Begins a frame with this number of locals.
    pub(super) fn begin_frame(&mut self, locals: u16) {
        self.proc_slots = locals;
        self.free_slot = locals;
    }

    /// Allocates slots after those of the checked body, for the lifetime of the frame.
    pub(super) fn fresh_slots(&mut self, count: u16) -> u16 {
        let slot = self.proc_slots;
        self.begin_frame(slot + count);
        slot
    }

    pub(super) fn local(&self, id: LocalId) -> NumId {
        match &self.inlined {
            Some(inlined) => match inlined.params.get(usize::from(id.0)) {
                Some(param) => *param,
                None => NumId::slot(inlined.base + id.0),
            },
            None => NumId::slot(id.0),
        }
    }

    pub(super) fn slot_of(&self, id: LocalId) -> u16 {
        self.inlined.as_ref().map_or(0, |inlined| inlined.base) + id.0
    }

    /// Compiles a called function, at most once.
    pub(super) fn function(&mut self, id: FunctionId) -> Progress {
        let progress = self.functions[id.index()];
        if progress == Progress::Begun {
            self.functions[id.index()] = Progress::Met;
        }
        if progress != Progress::Unseen {
            return progress;
        }
        self.functions[id.index()] = Progress::Begun;
        let outer = (self.proc_slots, self.free_slot, self.inlined.take());
        let (parts, work) = (self.parts(), self.work);
        let lambda = self.num_lambda(&self.checked.functions[id.index()].body);
        self.out.functions[id.index()] = lambda;
        (self.proc_slots, self.free_slot, self.inlined) = outer;
        let recurs = self.functions[id.index()] == Progress::Met;
        let small = !recurs && self.parts() - parts <= MAX_PARTS && self.work - work <= MAX_WORK;
        let done = Progress::Done { small };
        self.functions[id.index()] = done;
        done
    }

    /// Inlines a call; `body` compiles the function's expression. Returns `None` if it must remain a call.
    pub(super) fn inline<T>(
        &mut self,
        id: FunctionId,
        args: &[Expr],
        body: impl FnOnce(&mut Self, &Expr) -> T,
    ) -> Option<(Lets, T)> {
        let function = &self.checked.functions[id.index()].body;
        let small = self.function(id) == Progress::Done { small: true };
        let base = self.free_slot;
        if !small
            || base + function.locals > MAX_FRAME
            || args.iter().any(|arg| arg.ty.is_list() && !matches!(arg.kind, ExprKind::Local(_)))
        {
            return None;
        }
        self.free_slot = base + function.locals;
        self.proc_slots = self.proc_slots.max(self.free_slot);
        let mut lets = Lets::new();
        let mut params = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let value = self.num(arg);
            if matches!(value.operand(), Operand::Node(_)) {
                let slot = base + i as u16;
                lets.push((slot, value));
                params.push(NumId::slot(slot));
            } else {
                params.push(value);
            }
        }
        let outer = self.inlined.replace(Inlined { base, params });
        let made = self.of_origin(function.body.span, |lower| body(lower, &function.body));
        self.inlined = outer;
        self.free_slot = base;
        Some((lets, made))
    }
}
