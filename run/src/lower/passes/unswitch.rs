//! Loop unswitching for filters: tests a part that is the same for all candidates once, before the first of
//! them. Then one of two filters without that part runs. So a function over functions that tests the whole
//! hand for each card becomes a few filters, only one of which runs.
//!
//! If the test causes a fault, the filter runs as written, candidate by candidate, so a rule meets exactly
//! the same faults.

use std::collections::BTreeSet;

use crate::program::{Cond, CondId, Num, NumId, Operand, Program};

/// Maximum number of arena entries of a condition under analysis. Each part is analysed separately, so time
/// grows with the square.
const MAX_ENTRIES: usize = 256;

/// The invariant part of a condition, on which a filter is unswitched.
pub(crate) struct Switch {
    /// The part, as an expression inside the condition.
    pub part: CondId,
    /// The invariant part as it is tested before the first candidate.
    pub cond: CondId,
}

/// Searches the condition on the candidate in a slot, in order of testing, for a part that is the same for
/// all candidates. Returns the first.
pub(crate) fn switch_of(program: &mut Program, test: CondId, slot: u16) -> Option<Switch> {
    if program.parts_of_cond(test).entries > MAX_ENTRIES {
        return None;
    }
    let mut decider = Decider { program, changing: BTreeSet::from([slot]), lets: Vec::new() };
    let part = decider.cond(test)?;
    let lets = decider.lets;
    let cond = lets
        .into_iter()
        .rev()
        .fold(part, |cond, (slot, value)| program.add_cond(Cond::Let(slot, value, cond)));
    Some(Switch { part, cond })
}

/// Searches a condition for a part that is the same for all candidates.
struct Decider<'p> {
    program: &'p Program,
    /// Slots whose values may differ between candidates.
    changing: BTreeSet<u16>,
    /// Enclosing slots whose values are the same for all candidates.
    lets: Vec<(u16, NumId)>,
}

impl Decider<'_> {
    fn cond(&mut self, id: CondId) -> Option<CondId> {
        if self.program.known(id).is_some() {
            return None;
        }
        let parts = self.program.parts_of_cond(id);
        if parts.read.difference(&parts.written).all(|slot| !self.changing.contains(slot)) {
            return Some(id);
        }
        let cond = self.program.conds[id.0 as usize];
        if let Cond::Not(a) = cond {
            return self.cond(a);
        }
        if let Cond::And(a, b) | Cond::Or(a, b) = cond {
            return self.cond(a).or_else(|| self.cond(b));
        }
        if let Cond::Let(slot, value, body) = cond {
            return self.within(slot, value, |decider| decider.cond(body));
        }
        let Cond::Is(a) = cond else { return None };
        self.num(a)
    }

    /// Like `cond`, for a cell that is a Boolean.
    fn num(&mut self, id: NumId) -> Option<CondId> {
        let node = self.program.node(id)?;
        if let Num::Truth(cond) = node {
            return self.cond(cond);
        }
        if let Num::If(cond, a, b) = node {
            return self.cond(cond).or_else(|| self.num(a)).or_else(|| self.num(b));
        }
        let Num::Let(slot, value, body) = node else { return None };
        self.within(slot, value, |decider| decider.num(body))
    }

    /// Searches an expression that reads a value from a slot.
    fn within(
        &mut self,
        slot: u16,
        value: NumId,
        find: impl FnOnce(&mut Self) -> Option<CondId>,
    ) -> Option<CondId> {
        let parts = self.program.parts_of_num(value);
        if parts.read.difference(&parts.written).any(|slot| self.changing.contains(slot)) {
            self.changing.insert(slot);
            return find(self);
        }
        self.lets.push((slot, value));
        let found = find(self);
        if found.is_none() {
            self.lets.pop();
        }
        found
    }
}

/// Specialises a condition for a known value of a part, while a player is active.
pub(crate) fn assume(program: &mut Program, id: CondId, slot: u16, part: CondId, holds: bool) -> CondId {
    Assumed { program, slot, part, holds }.cond(id)
}

struct Assumed<'p> {
    program: &'p mut Program,
    slot: u16,
    part: CondId,
    holds: bool,
}

impl Assumed<'_> {
    fn cond(&mut self, id: CondId) -> CondId {
        if id == self.part {
            return self.known(self.holds);
        }
        match self.program.conds[id.0 as usize] {
            Cond::Not(a) => {
                let now = self.cond(a);
                match self.program.known(now) {
                    Some(holds) => self.known(!holds),
                    None => self.changed(id, now != a, Cond::Not(now)),
                }
            }
            Cond::And(a, b) => self.both(id, a, b, true),
            Cond::Or(a, b) => self.both(id, a, b, false),
            Cond::Let(slot, value, body) => {
                let now = self.cond(body);
                if self.program.known(now).is_some() && self.soundness().num(value) {
                    return now;
                }
                self.changed(id, now != body, Cond::Let(slot, value, now))
            }
            Cond::Is(a) => self.is(id, a),
            Cond::Const(_)
            | Cond::Eq(..)
            | Cond::Ne(..)
            | Cond::Lt(..)
            | Cond::Le(..)
            | Cond::Exists(_)
            | Cond::HasCards(_)
            | Cond::FaceUp(_)
            | Cond::IsKind(..)
            | Cond::IsDesign(..)
            | Cond::InZone(..)
            | Cond::InList(..)
            | Cond::Any(_) => id,
        }
    }

    /// Combines both or either of two conditions. A first condition that may fail is kept even if it no
    /// longer decides.
    fn both(&mut self, id: CondId, a: CondId, b: CondId, both: bool) -> CondId {
        let (first, second) = (self.cond(a), self.cond(b));
        let made = if both { Cond::And(first, second) } else { Cond::Or(first, second) };
        match (self.program.known(first), self.program.known(second)) {
            (Some(holds), _) if holds == both => second,
            (Some(_), _) => first,
            (None, Some(holds)) if holds == both => first,
            (None, Some(_)) if self.soundness().cond(first) => second,
            (None, _) => self.changed(id, (first, second) != (a, b), made),
        }
    }

    /// Specialises a cell that is a Boolean.
    fn is(&mut self, id: CondId, a: NumId) -> CondId {
        match self.program.node(a) {
            Some(Num::Truth(cond)) => self.cond(cond),
            Some(Num::If(cond, yes, no)) => {
                let now = self.cond(cond);
                if let Some(holds) = self.program.known(now) {
                    let taken = self.program.add_cond(Cond::Is(if holds { yes } else { no }));
                    return self.cond(taken);
                }
                let [is_yes, is_no] = [yes, no].map(|num| self.program.add_cond(Cond::Is(num)));
                let both = [is_yes, is_no].map(|cond| self.cond(cond));
                if now == cond && both == [is_yes, is_no] {
                    return id;
                }
                let [yes, no] = both.map(|cond| self.program.add_num(Num::Truth(cond)));
                let either = self.program.add_num(Num::If(now, yes, no));
                self.program.add_cond(Cond::Is(either))
            }
            Some(Num::Let(slot, value, body)) => {
                let body = self.program.add_cond(Cond::Is(body));
                let whole = self.program.add_cond(Cond::Let(slot, value, body));
                self.cond(whole)
            }
            Some(_) | None => id,
        }
    }

    fn changed(&mut self, id: CondId, is_other: bool, cond: Cond) -> CondId {
        if is_other { self.program.add_cond(cond) } else { id }
    }

    fn known(&mut self, holds: bool) -> CondId {
        self.program.add_cond(Cond::Const(holds))
    }

    fn soundness(&self) -> Soundness<'_> {
        Soundness { program: self.program, candidate: NumId::slot(self.slot) }
    }
}

/// Returns true if a condition cannot fail for the candidate in a slot, in any position with an active
/// player.
pub(crate) fn is_sound(program: &Program, slot: u16, id: CondId) -> bool {
    Soundness { program, candidate: NumId::slot(slot) }.cond(id)
}

struct Soundness<'p> {
    program: &'p Program,
    candidate: NumId,
}

impl Soundness<'_> {
    fn cond(&self, id: CondId) -> bool {
        match self.program.conds[id.0 as usize] {
            Cond::Const(_) => true,
            Cond::Is(a) | Cond::Exists(a) => self.num(a),
            Cond::Not(a) => self.cond(a),
            Cond::And(a, b) | Cond::Or(a, b) => self.cond(a) && self.cond(b),
            Cond::Eq(a, b) | Cond::Ne(a, b) | Cond::Lt(a, b) | Cond::Le(a, b) => self.num(a) && self.num(b),
            Cond::IsKind(_, card) | Cond::IsDesign(_, card) | Cond::FaceUp(card) => card == self.candidate,
            Cond::Let(_, value, cond) => self.num(value) && self.cond(cond),
            Cond::HasCards(_) | Cond::InZone(..) | Cond::InList(..) | Cond::Any(_) => false,
        }
    }

    fn num(&self, id: NumId) -> bool {
        match self.program.node(id) {
            None => true,
            Some(Num::Field(_, of) | Num::CellOf(_, of)) => of == self.candidate,
            Some(Num::Top(zone) | Num::Bottom(zone) | Num::Size(zone)) => {
                !matches!(zone.operand(), Operand::Node(_) | Operand::Nothing)
            }
            Some(Num::FieldOf(_, a)) => self.num(a),
            Some(Num::Default(a, b)) => self.num(a) && self.num(b),
            Some(Num::Truth(cond)) => self.cond(cond),
            Some(Num::If(cond, a, b)) => self.cond(cond) && self.num(a) && self.num(b),
            Some(_) => false,
        }
    }
}
