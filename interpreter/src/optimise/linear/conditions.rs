//! Conditions into linear code: jumps to where play goes on if they come out as wanted, and what follows if not.

use super::lines::Making;
use crate::numbers::Comparison;
use crate::program::linear::{Op, Side, Source, Target, Test, Then, Value};
use crate::program::{Cond, CondId, ListId, NONE, Num, NumId};

/// All values from one to another.
fn from_to(low: i32, high: i32) -> Then {
    Then::Within { low, span: (i64::from(high) - i64::from(low)) as u32 }
}

impl Making<'_> {
    /// Jumps if the condition comes out as wanted, and goes on with what follows if not.
    pub(super) fn jump_if(&mut self, id: CondId, want: bool, to: Target) {
        match self.program.conds[id.0 as usize] {
            Cond::Const(holds) => {
                if holds == want {
                    self.jump(to);
                }
            }
            Cond::Is(a) => self.jump_if_is(a, want, to),
            Cond::Not(cond) => self.jump_if(cond, !want, to),
            Cond::And(a, b) => self.jump_if_both(a, b, true, want, to),
            Cond::Or(a, b) => self.jump_if_both(a, b, false, want, to),
            Cond::Let(slot, value, cond) => {
                self.value(value);
                self.then(Then::Let(slot));
                self.jump_if(cond, want, to);
            }
            Cond::Eq(a, b) => self.compare(Comparison::Eq, (a, b), want, to),
            Cond::Ne(a, b) => self.compare(Comparison::Ne, (a, b), want, to),
            Cond::Lt(a, b) => self.compare(Comparison::Lt, (a, b), want, to),
            Cond::Le(a, b) => self.compare(Comparison::Le, (a, b), want, to),
            Cond::Exists(a) => self.jump_if_within(from_to(NONE + 1, i32::MAX), a, want, to),
            Cond::HasCards(zone) => self.jump_if_so(Test::HasCards, zone, want, to),
            Cond::FaceUp(card) => self.jump_if_so(Test::FaceUp, card, want, to),
            Cond::IsKind(kind, card) => self.jump_if_so(Test::IsKind(kind), card, want, to),
            Cond::IsDesign(design, card) => self.jump_if_so(Test::IsDesign(design), card, want, to),
            Cond::InZone(card, zone) => self.jump_if_in_zone(card, zone, want, to),
            Cond::Any(list) => self.jump_if_any(list, want, to),
            Cond::InList(..) => self.push_if(Op::TreeTest(id), want, to),
        }
    }

    fn jump_if_so(&mut self, test: Test, of: NumId, want: bool, to: Target) {
        let source = if test.asks_a_zone() { self.zone(of) } else { self.sourced(of) };
        self.push_if(Op::Test(test, source), want, to);
    }

    /// A value that lies in a range.
    fn jump_if_within(&mut self, range: Then, of: NumId, want: bool, to: Target) {
        match self.source(of) {
            Some(source) => self.push_if(Op::Value(Value::Itself, source, range), want, to),
            None => {
                self.value(of);
                self.then_if(range, want, to);
            }
        }
    }

    fn jump_if_any(&mut self, list: ListId, want: bool, to: Target) {
        match self.program.sets_of(list) {
            Some((scan, zone)) => self.jump_if_so(Test::AnySet(scan), zone, want, to),
            None => self.push_if(Op::Any(list), want, to),
        }
    }

    /// The value at hand is there.
    pub(super) fn jump_if_there(&mut self, want: bool, to: Target) {
        self.then_if(from_to(NONE + 1, i32::MAX), want, to);
    }

    /// A cell that is a bool.
    fn jump_if_is(&mut self, a: NumId, want: bool, to: Target) {
        match self.program.node(a) {
            Some(Num::Truth(cond)) => self.jump_if(cond, want, to),
            Some(Num::If(cond, a, b)) => {
                self.either(cond, |m| m.jump_if_is(a, want, to), |m| m.jump_if_is(b, want, to));
            }
            Some(_) | None => self.jump_if_within(from_to(1, 1), a, want, to),
        }
    }

    /// Both hold, or either: the second is looked at only if the first leaves it open.
    fn jump_if_both(&mut self, a: CondId, b: CondId, both: bool, want: bool, to: Target) {
        if both != want {
            self.jump_if(a, want, to);
            return self.jump_if(b, want, to);
        }
        let open = self.label();
        self.jump_if(a, !want, open);
        self.jump_if(b, want, to);
        self.bind(open);
    }

    fn jump_if_in_zone(&mut self, card: NumId, zone: NumId, want: bool, to: Target) {
        let known = self.program.constant(zone).and_then(|zone| u16::try_from(zone).ok());
        if let Some(zone) = known {
            return self.jump_if_so(Test::InZone(zone), card, want, to);
        }
        self.value(zone);
        self.push(Op::Spill);
        self.value(card);
        self.push_if(Op::Test(Test::InZoneSpilled, Source::Acc), want, to);
    }

    fn compare(&mut self, how: Comparison, (a, b): (NumId, NumId), want: bool, to: Target) {
        if let Some(value) = self.program.constant(b) {
            return self.compare_with(how, a, value, want, to);
        }
        if let Some(value) = self.program.constant(a) {
            return self.compare_with(how.flipped(), b, value, want, to);
        }
        if let Some(by) = self.side(b) {
            return self.jump_if_so(Test::Compare(how, by), a, want, to);
        }
        if let Some(by) = self.side(a) {
            return self.jump_if_so(Test::Compare(how.flipped(), by), b, want, to);
        }
        self.value(a);
        self.push(Op::Spill);
        self.value(b);
        self.push_if(Op::Test(Test::Compare(how, Side::Spilled), Source::Acc), want, to);
    }

    /// A comparison with a constant asks whether a value lies in a range.
    fn compare_with(&mut self, how: Comparison, a: NumId, value: i32, want: bool, to: Target) {
        if let (Some(Num::Count(list)), Some(some)) = (self.program.node(a), asks_for_some(how, value))
            && self.program.sets_of(list).is_some()
        {
            return self.jump_if_any(list, some == want, to);
        }
        let (range, want) = match how {
            Comparison::Eq => (from_to(value, value), want),
            Comparison::Ne => (from_to(value, value), !want),
            Comparison::Le => (from_to(i32::MIN, value), want),
            Comparison::Gt => (from_to(i32::MIN, value), !want),
            Comparison::Ge => (from_to(value, i32::MAX), want),
            Comparison::Lt => (from_to(value, i32::MAX), !want),
        };
        self.jump_if_within(range, a, want, to);
    }
}

/// Whether a comparison of a count asks if there is one at all (true) or none (false).
fn asks_for_some(how: Comparison, value: i32) -> Option<bool> {
    match (how, value) {
        (Comparison::Ge, 1) | (Comparison::Gt | Comparison::Ne, 0) => Some(true),
        (Comparison::Lt, 1) | (Comparison::Le | Comparison::Eq, 0) => Some(false),
        (_, _) => None,
    }
}
