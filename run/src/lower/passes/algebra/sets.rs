//! Converts conditions to sets of cards.

use std::collections::BTreeMap;

use super::super::known::{known_num, known_of};
use crate::program::{
    Cond, CondId, Key, MAX_LEAVES, NONE, Num, NumId, Operand, Parts, Program, Rising, SetOp, Test,
};
use ludex_check::numbers::Comparison;

/// Maximum number of values of an expression for which sets are made.
const MAX_VALUES: i64 = 256;
/// Maximum number of expressions with sets for their values.
const MAX_TABLES: usize = 64;

/// The sets made for each expression. The key is the value of the expression for every card.
pub(crate) type Tables = BTreeMap<Vec<i32>, Rising>;

/// State of the conversion of a filter.
pub(super) struct Joining<'p> {
    pub program: &'p mut Program,
    tables: &'p mut Tables,
    slot: u16,
    /// Slots whose value depends on the candidate alone, with their expressions.
    known: BTreeMap<u16, NumId>,
    pub ops: Vec<SetOp>,
    leaves: usize,
}

impl<'p> Joining<'p> {
    pub fn new(program: &'p mut Program, tables: &'p mut Tables, slot: u16) -> Self {
        Self { program, tables, slot, known: BTreeMap::new(), ops: Vec::new(), leaves: 0 }
    }

    /// Converts a conjunct, or leaves everything unchanged and returns false.
    pub fn part(&mut self, join: impl FnOnce(&mut Self) -> Option<()>) -> bool {
        let (ops, leaves) = (self.ops.len(), self.leaves);
        let joined = join(self).is_some();
        if !joined {
            self.ops.truncate(ops);
            self.leaves = leaves;
            self.known.clear();
        } else if ops > 0 {
            self.ops.push(SetOp::And);
        }
        joined
    }

    pub fn field(&mut self, column: u32) -> NumId {
        self.program.add_num(Num::Field(column, NumId::slot(self.slot)))
    }

    /// Converts a test of a column.
    pub fn test(&mut self, test: Test) -> Option<()> {
        let of = match test.key {
            Key::Itself => NumId::slot(self.slot),
            Key::Field(column) => self.field(column),
            Key::Cell { .. } | Key::CellAtField(..) | Key::CellAtSpot(..) => return None,
        };
        self.compared(test.op, of, test.value)
    }

    /// Converts a condition to the set of cards for which it holds.
    pub fn cond(&mut self, id: CondId) -> Option<()> {
        if let Some(cards) = self.cards_known(id) {
            let set = self.program.add_set(&cards);
            return self.leaf(SetOp::Known(set));
        }
        match self.program.conds[id.0 as usize] {
            Cond::Not(cond) => {
                self.cond(cond)?;
                self.op(SetOp::Not)
            }
            Cond::And(a, b) => self.both(a, b, SetOp::And),
            Cond::Or(a, b) => self.both(a, b, SetOp::Or),
            Cond::Let(slot, value, cond) => self.with(slot, value, |joining| joining.cond(cond)),
            Cond::Eq(a, b) => self.sides(Comparison::Eq, a, b),
            Cond::Ne(a, b) => self.sides(Comparison::Ne, a, b),
            Cond::Lt(a, b) => self.sides(Comparison::Lt, a, b),
            Cond::Le(a, b) => self.sides(Comparison::Le, a, b),
            Cond::InZone(card, zone) if self.meant(card) == NumId::slot(self.slot) => {
                let zone = self.same(zone)?;
                self.leaf(SetOp::Zone(zone))
            }
            Cond::Is(a) => self.truth(a),
            Cond::InZone(..)
            | Cond::Const(_)
            | Cond::Exists(_)
            | Cond::HasCards(_)
            | Cond::FaceUp(_)
            | Cond::IsKind(..)
            | Cond::IsDesign(..)
            | Cond::InList(..)
            | Cond::Any(_) => None,
        }
    }

    /// Converts the operands of a conjunction or disjunction.
    fn both(&mut self, a: CondId, b: CondId, op: SetOp) -> Option<()> {
        self.cond(a)?;
        self.cond(b)?;
        self.op(op)
    }

    /// Converts a truth value to the set of cards for which it is true.
    fn truth(&mut self, id: NumId) -> Option<()> {
        match self.program.node(id) {
            Some(Num::Truth(cond)) => self.cond(cond),
            Some(Num::Let(slot, value, body)) => self.with(slot, value, |joining| joining.truth(body)),
            Some(_) | None => None,
        }
    }

    /// Converts an expression that reads a value from a slot.
    fn with(&mut self, slot: u16, value: NumId, body: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let before = self.known.get(&slot).copied();
        if self.values_of(value).is_some() {
            self.known.insert(slot, value);
        } else {
            let value = self.same(value)?;
            self.op(SetOp::Let(slot, value));
            self.known.remove(&slot);
        }
        body(self)?;
        match before {
            Some(value) => self.known.insert(slot, value),
            None => self.known.remove(&slot),
        };
        Some(())
    }

    /// Converts a comparison of an expression of the candidate with a value that is the same for all
    /// candidates.
    fn sides(&mut self, how: Comparison, a: NumId, b: NumId) -> Option<()> {
        let (a, b) = (self.meant(a), self.meant(b));
        if self.same(b).is_some() { self.compared(how, a, b) } else { self.compared(how.flipped(), b, a) }
    }

    pub fn compared(&mut self, how: Comparison, of: NumId, value: NumId) -> Option<()> {
        let value = self.same(value)?;
        let same = matches!(how, Comparison::Eq | Comparison::Ne);
        let leaf = if of == NumId::slot(self.slot) {
            same.then_some(SetOp::Card(value))?
        } else {
            let table = self.table(of)?;
            match how {
                Comparison::Eq | Comparison::Ne => SetOp::Same(table, value),
                Comparison::Lt | Comparison::Ge => SetOp::Less(table, value),
                Comparison::Le | Comparison::Gt => SetOp::AtMost(table, value),
            }
        };
        self.leaf(leaf)?;
        if matches!(how, Comparison::Ne | Comparison::Ge | Comparison::Gt) {
            self.op(SetOp::Not)
        } else {
            Some(())
        }
    }

    /// Returns true if a slot holds the candidate or a value that depends on it.
    fn is_of_candidate(&self, slot: u16) -> bool {
        slot == self.slot || self.known.contains_key(&slot)
    }

    /// Returns the expression of a slot that depends on the candidate alone, otherwise the operand itself.
    fn meant(&self, id: NumId) -> NumId {
        let Operand::Slot(slot) = id.operand() else { return id };
        self.known.get(&slot).copied().unwrap_or(id)
    }

    /// Returns true if an expression reads nothing that depends on the candidate.
    fn is_same_for_all(&self, parts: &Parts) -> bool {
        !parts.read.difference(&parts.written).any(|slot| self.is_of_candidate(*slot))
    }

    /// Returns an expression if its value is the same for all candidates.
    fn same(&self, id: NumId) -> Option<NumId> {
        self.is_same_for_all(&self.program.parts_of_num(id)).then_some(id)
    }

    /// Returns the cards for which a condition holds, if it is known for all cards.
    fn cards_known(&self, id: CondId) -> Option<Vec<i32>> {
        let mut cards = Vec::new();
        for card in 0..self.program.layout.cards() as i32 {
            if known_of(self.program, id, self.slot, card)? {
                cards.push(card);
            }
        }
        Some(cards)
    }

    /// Returns the values of an expression for all cards, if all are known.
    fn values_of(&self, id: NumId) -> Option<Vec<i32>> {
        let cards = 0..self.program.layout.cards() as i32;
        cards.map(|card| known_num(self.program, id, self.slot, card)).collect()
    }

    /// Returns the sets for the values of an expression of the candidate; makes them if necessary. Returns
    /// `None` if a value is not known before the game, or there are too many.
    fn table(&mut self, of: NumId) -> Option<Rising> {
        let values = self.values_of(of)?;
        let made = match self.tables.get(&values).copied() {
            Some(made) => made,
            None => self.make_table(values)?,
        };
        Some(Rising { of, ..made })
    }

    fn make_table(&mut self, values: Vec<i32>) -> Option<Rising> {
        let there = || values.iter().copied().filter(|value| *value != NONE);
        let (low, high) = (there().min()?, there().max()?);
        let count = i64::from(high) - i64::from(low) + 1;
        if count > MAX_VALUES || self.tables.len() >= MAX_TABLES {
            return None;
        }
        let first = self.program.add_set(&[]);
        for most in std::iter::once(NONE).chain(low..=high) {
            let cards: Vec<i32> =
                (0..).zip(&values).filter(|(_, value)| **value <= most).map(|(card, _)| card).collect();
            self.program.add_set(&cards);
        }
        let made = Rising { of: NumId::NOTHING, low, count: count as u32, first };
        self.tables.insert(values, made);
        Some(made)
    }

    fn op(&mut self, op: SetOp) -> Option<()> {
        self.ops.push(op);
        Some(())
    }

    fn leaf(&mut self, op: SetOp) -> Option<()> {
        self.leaves += 1;
        (self.leaves <= MAX_LEAVES).then_some(())?;
        self.op(op)
    }
}
