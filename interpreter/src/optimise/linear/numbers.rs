//! Numbers into linear code: the value is at hand afterwards.

use super::lines::Making;
use crate::operators::Binary;
use crate::program::linear::{Op, Side, Source, Then, Value};
use crate::program::{CondId, ListId, NONE, Num, NumId, Operand};

impl Making<'_> {
    /// Where an operand can be taken from without code of its own.
    pub(super) fn source(&self, id: NumId) -> Option<Source> {
        match id.operand() {
            Operand::Slot(slot) => Some(Source::Slot(slot)),
            Operand::Cell(at) => u16::try_from(at).ok().map(Source::Cell),
            Operand::Me => Some(Source::Me),
            Operand::Node(_) => self.fixed_cell(id).and_then(|at| u16::try_from(at).ok()).map(Source::Cell),
            Operand::Const(_) | Operand::Nothing => None,
        }
    }

    /// The cell of a holder that is known.
    fn fixed_cell(&self, id: NumId) -> Option<u32> {
        let Some(Num::CellOf(at, of)) = self.program.node(id) else { return None };
        let at = at.checked_add(u32::try_from(self.program.constant(of)?).ok()?)?;
        ((at as usize) < self.program.layout.cells.len()).then_some(at)
    }

    /// The same for a right side.
    pub(super) fn side(&self, id: NumId) -> Option<Side> {
        match id.operand() {
            Operand::Slot(slot) => Some(Side::Slot(slot)),
            Operand::Cell(at) => Some(Side::Cell(at)),
            Operand::Node(_) | Operand::Const(_) | Operand::Nothing => {
                let constant = self.program.constant(id).map(Side::Const);
                constant.or_else(|| self.fixed_cell(id).map(Side::Cell))
            }
            Operand::Me => Some(Side::Me),
        }
    }

    /// The value is at hand.
    pub(super) fn value(&mut self, id: NumId) {
        match id.operand() {
            Operand::Slot(_) | Operand::Me => self.value_of(Value::Itself, id),
            Operand::Cell(at) => match self.source(id) {
                Some(source) => self.push(Op::Value(Value::Itself, source, Then::Next)),
                None => self.far_cell(at),
            },
            Operand::Const(value) => self.constant(value),
            Operand::Nothing => self.constant(NONE),
            Operand::Node(i) => match self.source(id) {
                Some(source) => self.push(Op::Value(Value::Itself, source, Then::Next)),
                None => self.node(i),
            },
        }
    }

    pub(super) fn constant(&mut self, value: i32) {
        self.push(Op::Const(value, Then::Next));
    }

    /// The value goes there, from wherever it is computed.
    pub(super) fn value_into(&mut self, id: NumId, then: Then) {
        match self.program.node(id) {
            Some(Num::Truth(cond)) => self.truth(cond, |making, value| making.push(Op::Const(value, then))),
            Some(Num::If(cond, a, b)) => {
                self.either(cond, |making| making.value_into(a, then), |making| making.value_into(b, then));
            }
            Some(_) | None => {
                self.value(id);
                self.then(then);
            }
        }
    }

    /// One or the other, as a condition comes out.
    pub(super) fn either(&mut self, cond: CondId, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        let (otherwise, end) = (self.label(), self.label());
        self.jump_if(cond, false, otherwise);
        yes(self);
        self.jump(end);
        self.bind(otherwise);
        no(self);
        self.bind(end);
    }

    /// What is done with 1 or 0, as a condition comes out.
    pub(super) fn truth(&mut self, cond: CondId, take: impl Fn(&mut Self, i32)) {
        self.either(cond, |making| take(making, 1), |making| take(making, 0));
    }

    /// A cell beyond those that a source can be.
    fn far_cell(&mut self, at: u32) {
        self.constant(0);
        self.push(Op::Value(Value::CellOf { at }, Source::Acc, Then::Next));
    }

    /// A value of a value, which stands where it is or is computed first.
    fn value_of(&mut self, value: Value, of: NumId) {
        let source = if value.asks_a_zone() { self.zone(of) } else { self.sourced(of) };
        self.push(Op::Value(value, source, Then::Next));
    }

    /// Where an operand is, when it was computed.
    pub(super) fn sourced(&mut self, of: NumId) -> Source {
        self.source(of).unwrap_or_else(|| {
            self.value(of);
            Source::Acc
        })
    }

    /// Where a zone is, when it was computed if it has to be.
    pub(super) fn zone(&mut self, id: NumId) -> Source {
        if let Some(zone) = self.program.constant(id).and_then(|zone| u16::try_from(zone).ok()) {
            return Source::Known(zone);
        }
        match self.program.node(id) {
            Some(Num::ZoneOf { base, count, of }) if let Operand::Slot(slot) = of.operand() => {
                Source::ZoneOf(base, count, slot)
            }
            Some(Num::ZoneOf { base, count, of }) if of.operand() == Operand::Me => {
                Source::MyZone(base, count)
            }
            Some(_) | None => self.sourced(id),
        }
    }

    fn node(&mut self, i: usize) {
        match self.program.nums[i] {
            Num::Const(value) => self.constant(value),
            Num::Active => self.push(Op::Active),
            Num::CellOf(at, of) => self.value_of(Value::CellOf { at }, of),
            Num::CardCell { at, first, count, card } => {
                self.value_of(Value::CardCell { at, first, count }, card)
            }
            Num::Field(column, card) => self.value_of(Value::Field { column }, card),
            Num::FieldOf(column, card) => self.value_of(Value::FieldOf { column }, card),
            Num::Property(property, card) => self.value_of(Value::Property(property), card),
            Num::Owner(card) => self.value_of(Value::Owner, card),
            Num::Holder(card) => self.value_of(Value::Holder, card),
            Num::Position(card) => self.value_of(Value::Position, card),
            Num::Above(card) => self.value_of(Value::Above, card),
            Num::Below(card) => self.value_of(Value::Below, card),
            Num::Host(card) => self.value_of(Value::Host, card),
            Num::SpotOf(spot, card) => self.value_of(Value::SpotOf { spot }, card),
            Num::ZoneOf { base, count, of } => self.value_of(Value::ZoneOf { base, count }, of),
            Num::CardZone(zone, card) => self.value_of(Value::CardZone { zone }, card),
            Num::Top(zone) => self.value_of(Value::Top, zone),
            Num::Bottom(zone) => self.value_of(Value::Bottom, zone),
            Num::Size(zone) => self.value_of(Value::Size, zone),
            Num::Score(player) => self.value_of(Value::Score, player),
            Num::CopyOf { first, step, count, of } => self.value_of(Value::CopyOf { first, step, count }, of),
            Num::Table(lookup, key) => self.value_of(Value::Table(lookup), key),
            Num::Unary(op, a) => self.value_of(Value::Unary(op), a),
            Num::Binary(op, a, b) => self.binary(op, a, b),
            Num::Default(a, b) => {
                let there = self.label();
                self.value(a);
                self.jump_if_there(true, there);
                self.value(b);
                self.bind(there);
            }
            Num::Chain(slot, base, body) => {
                let missing = self.label();
                self.value(base);
                self.jump_if_there(false, missing);
                self.then(Then::Let(slot));
                self.value(body);
                self.bind(missing);
            }
            Num::Let(slot, value, body) => {
                self.value(value);
                self.then(Then::Let(slot));
                self.value(body);
            }
            Num::If(cond, a, b) => self.either(cond, |making| making.value(a), |making| making.value(b)),
            Num::Truth(cond) => self.truth(cond, Self::constant),
            Num::Kept(slot, a) => {
                let kept = self.label();
                self.push_to(Op::Kept(slot), kept);
                self.value(a);
                self.push(Op::Keep(slot));
                self.bind(kept);
            }
            Num::Anew(first, count, a) => {
                self.push(Op::Anew(first, count));
                self.value(a);
            }
            Num::Call(function, args) => self.push(Op::Function(function, args)),
            Num::Count(list) => self.count(list),
            Num::First(list) => self.push(Op::First(list)),
            Num::Last(list) => self.push(Op::Last(list)),
            Num::Printed(..)
            | Num::Row(..)
            | Num::Nth(..)
            | Num::Order(..)
            | Num::Stored(..)
            | Num::Fold(..) => self.push(Op::Tree(i as u32)),
        }
    }

    fn binary(&mut self, op: Binary, a: NumId, b: NumId) {
        if let Some(by) = self.side(b) {
            return self.value_of(Value::Arith(op, by), a);
        }
        if let Some(by) = self.side(a).filter(|_| op.commutes()) {
            return self.value_of(Value::Arith(op, by), b);
        }
        self.value(a);
        self.push(Op::Spill);
        self.value(b);
        self.push(Op::Value(Value::Arith(op, Side::Spilled), Source::Acc, Then::Next));
    }

    /// How many elements a list has; of a filter by sets alone, how many bits are set.
    fn count(&mut self, list: ListId) {
        match self.program.sets_of(list) {
            Some((scan, zone)) => self.value_of(Value::CountSet(scan), zone),
            None => self.push(Op::HowMany(list)),
        }
    }
}
