//! Lowers the flow of the game: set-up, then the phases, each a procedure.

use ludex_grammar::span::Span;

use super::Lower;
use crate::program::*;
use ludex_check::hir::{Body, Lifetime, PhaseDef, Repeat};
use ludex_check::ids::*;

/// Returns the source location of the condition that ends a phase, if the number of its iterations has no
/// bound.
fn open(def: &PhaseDef) -> Option<Span> {
    let condition = match &def.repeat {
        Repeat::Forever => def.until.as_ref(),
        Repeat::While(condition) => Some(condition),
        Repeat::Once | Repeat::Times(_) | Repeat::Each(_) => return None,
    };
    Some(condition.map_or(def.span, |condition| condition.span))
}

impl Lower<'_> {
    pub(super) fn main(&mut self) {
        let checked = self.checked;
        let setup = &checked.setup;
        let (stmts, sheet) = checked.split_sheet(&setup.stmts);
        let sheet = sheet.map(|stmt| self.sheet(stmt));
        let stmts = stmts.to_vec();
        let setup = self.body(&Body { stmts, locals: setup.locals, cards: setup.cards.clone() });
        self.out.phases = vec![
            Phase {
                proc: Proc { entry: 0, slots: 0 },
                numbered: 0,
                resume: 0,
                counter: 0,
                before: 0,
                active: None,
                open: None,
            };
            checked.phases.len()
        ];
        self.resets();
        // children before parents, so that a parent's calls know their entries
        for i in (0..checked.phases.len()).rev() {
            self.phase(PhaseId::new(i));
        }
        let entry = self.here();
        self.call(setup);
        if let Some(sheet) = sheet {
            self.call(sheet);
        }
        for id in &checked.top_phases {
            self.call_phase(*id);
        }
        self.emit(Instr::End);
        self.out.main = Proc { entry, slots: 0 };
        self.out.setup = setup;
    }

    fn resets(&mut self) {
        self.out.resets = vec![Vec::new(); self.checked.phases.len()];
        for (i, var) in self.checked.vars.iter().enumerate() {
            let Lifetime::Phase(phase) = var.lifetime else { continue };
            let cells = self.out.layout.cells_of(i);
            let (start, end) = (cells.start as u32, cells.end as u32);
            if end > start {
                let value = self.out.layout.cells[start as usize];
                self.out.resets[phase.index()].push(Reset { start, len: end - start, value });
            }
        }
    }

    fn call(&mut self, proc: Proc) -> Pc {
        let args = self.args(&[]);
        self.emit(Instr::Call(proc.entry, proc.slots, args))
    }

    fn call_phase(&mut self, id: PhaseId) {
        let proc = self.out.phases[id.index()].proc;
        let at = self.call(proc);
        self.out.phases[id.index()].resume = at + 1;
    }

    /// Lowers the statement that writes the score sheet. It runs even if the effect before it stops.
    fn sheet(&mut self, stmt: &ludex_check::hir::Stmt) -> Proc {
        self.body(&Body { stmts: vec![stmt.clone()], locals: 0, cards: Vec::new() })
    }

    fn part(&mut self, phase: &PhaseDef, stmts: &[ludex_check::hir::Stmt]) -> Option<Proc> {
        let body = Body { stmts: stmts.to_vec(), locals: phase.locals, cards: phase.cards.clone() };
        (!stmts.is_empty()).then(|| self.body(&body))
    }

    fn phase(&mut self, id: PhaseId) {
        let def = &self.checked.phases[id.index()];
        let begin = self.part(def, &def.body);
        let (end, sheet) = self.checked.split_sheet(&def.end);
        let end = self.part(def, end);
        let sheet = sheet.map(|stmt| self.sheet(stmt));
        self.span = def.span;
        self.begin_frame(def.locals);
        self.cards.clear();
        let counter = self.phase_counter(id);
        let (entry, parts) = (self.here(), self.parts());
        let me = self.fresh_slots(1);
        let active = self.push_num(Num::Active);
        self.emit(Instr::Let(me, active));
        let zero = self.const_num(0);
        self.emit(Instr::Store(counter, zero));
        let numbered = self.here();
        let (head, exit) = self.phase_head(def, counter);
        let skip = def.when.as_ref().map(|when| {
            // counts first, because the test may read the number of the iteration
            self.emit(Instr::Count(id));
            // the test is evaluated for the player whose turn it would be
            if matches!(def.repeat, Repeat::Each(_)) {
                self.emit(Instr::Activate(NumId::slot(0)));
            }
            let cond = self.cond(when);
            self.unless(cond)
        });
        self.emit(Instr::Begin { phase: id, counted: skip.is_some() });
        let mut who = None;
        if let Some(active) = &def.active {
            let player = self.num(active);
            who = Some(player);
            self.emit(Instr::Activate(player));
        } else if matches!(def.repeat, Repeat::Each(_)) {
            self.emit(Instr::Activate(NumId::slot(0)));
        }
        let none = self.args(&[]);
        self.emit_event(def.begins, none);
        if let Some(begin) = begin {
            self.call(begin);
        }
        for child in &def.children {
            self.call_phase(*child);
        }
        if let Some(end) = end {
            self.call(end);
        }
        self.emit_event(def.ends, none);
        if let Some(sheet) = sheet {
            self.call(sheet);
        }
        if let Some(until) = &def.until {
            // tested before variables of this phase are reset, so that it can read them
            let cond = self.cond(until);
            let unless = self.unless(cond);
            self.emit(Instr::Reset(id));
            self.leave_phase(me, def);
            self.land(unless);
        }
        self.emit(Instr::Reset(id));
        if let Some(skip) = skip {
            self.land(skip);
        }
        if let Some(head) = head {
            self.jump_to(head);
        }
        if let Some(exit) = exit {
            self.land(exit);
        }
        self.leave_phase(me, def);
        self.out.card_slots.push((entry, std::mem::take(&mut self.cards).into_boxed_slice()));
        let slots = self.proc_slots;
        self.out.prices[entry as usize] = price(self.parts() - parts);
        self.out.phases[id.index()] = Phase {
            proc: Proc { entry, slots },
            numbered,
            resume: 0,
            counter,
            before: me,
            active: who,
            open: open(def),
        };
    }

    /// Emits the start of the loop. Returns its position, and the jump out of it.
    fn phase_head(&mut self, def: &PhaseDef, counter: u32) -> (Option<Pc>, Option<Pc>) {
        match &def.repeat {
            Repeat::Once => (None, None),
            Repeat::Forever => (Some(self.here()), None),
            Repeat::Times(count) => {
                let head = self.here();
                let count = self.num(count);
                let cond = self.push_cond(Cond::Lt(NumId::cell(counter), count));
                (Some(head), Some(self.unless(cond)))
            }
            Repeat::While(cond) => {
                let head = self.here();
                let cond = self.cond(cond);
                (Some(head), Some(self.unless(cond)))
            }
            Repeat::Each(list) => {
                let list = self.num(list);
                self.emit(Instr::ForStart(0, list, false));
                let next = self.emit(Instr::ForNext(0, Label::OPEN));
                (Some(next), Some(next))
            }
        }
    }

    /// Leaves a phase, and restores the previous active player.
    fn leave_phase(&mut self, me: u16, def: &PhaseDef) {
        if def.active.is_some() || matches!(def.repeat, Repeat::Each(_)) {
            self.emit(Instr::Activate(NumId::slot(me)));
        }
        self.emit(Instr::Return);
    }
}
