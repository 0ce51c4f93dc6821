//! Backtracking search for a case in which several formulas hold, restricted by facts and ranges.

use std::cell::Cell;

use super::{filtered, yes};
use crate::check::Checker;
use crate::check::flow::facts::{counted, is_implied};
use crate::check::types::scope::Scope;
use crate::hir::{Alike, Comparison, Expr, ExprKind, is_same};
use crate::hir::{gathered_kinds, list_kinds, read_kinds};
use crate::types::{Base, Type};

/// Number of atoms examined per unit of cost.
const ATOMS: usize = 4;
/// Number of designs examined per unit of cost.
const DESIGNS: usize = 16;
/// Divisor of the remaining budget when a function is inlined.
const LOOKED_INTO: u32 = 2;

/// Maximum number of designs for which printed fields are examined.
const MOST_DESIGNS: usize = 2_000;

/// First number of the locals of an inlined function.
const FOREIGN: u16 = 30_000;

/// A Boolean formula over numbered atoms.
pub(super) enum Formula {
    Known(bool),
    Atom(usize),
    Not(Box<Formula>),
    And(Box<[Formula; 2]>),
}

impl Formula {
    /// Returns the truth value if it is the same in all cases.
    fn known(&self) -> Option<bool> {
        if let Self::Known(truth) = self { Some(*truth) } else { None }
    }

    pub fn is(self, truth: bool) -> Self {
        if truth { self } else { Self::Not(Box::new(self)) }
    }

    fn and(self, other: Self) -> Self {
        Self::And(Box::new([self, other]))
    }

    fn or(self, other: Self) -> Self {
        self.is(false).and(other.is(false)).is(false)
    }

    /// Returns the truth value in a partial assignment, if determined.
    pub fn truth(&self, case: &[Option<bool>]) -> Option<bool> {
        match self {
            Self::Known(truth) => Some(*truth),
            Self::Atom(i) => case[*i],
            Self::Not(a) => a.truth(case).map(|truth| !truth),
            Self::And(parts) => match (parts[0].truth(case), parts[1].truth(case)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
        }
    }
}

/// An atomic formula: equality, `<`, a non-empty list, or any other condition.
pub(super) enum Atom {
    Equal(Expr, Expr),
    Less(Expr, Expr),
    Some(Expr),
    Other(Expr),
}

pub(super) struct Search<'a> {
    pub checker: &'a Checker<'a>,
    pub atoms: Vec<Atom>,
    /// Number of atoms from the conditions, in which `me` denotes another player than in facts.
    pub guards: usize,
    pub me: &'a Expr,
    /// Remaining budget.
    pub left: Cell<u32>,
}

impl Search<'_> {
    pub fn formula(&mut self, cond: &Expr) -> Formula {
        match &cond.kind {
            ExprKind::Const(n) => Formula::Known(*n == 1),
            ExprKind::Not(a) => self.formula(a).is(false),
            ExprKind::And(a, b) => self.formula(a).and(self.formula(b)),
            ExprKind::Or(a, b) => self.formula(a).or(self.formula(b)),
            ExprKind::If(c, a, b) => {
                let yes = self.formula(c).and(self.formula(a));
                yes.or(self.formula(c).is(false).and(self.formula(b)))
            }
            ExprKind::Any(list) => self.some(list),
            ExprKind::Compare(op, a, b) => self.comparison(*op, a, b, cond),
            ExprKind::Call(id, args) if cond.ty == Type::BOOL && self.left.get() > 0 => {
                self.left.set(self.left.get() / LOOKED_INTO);
                let body = self.checker.out.functions[id.index()].body.body.called_with(args, FOREIGN);
                self.formula(&body)
            }
            ExprKind::Exists(_)
            | ExprKind::FaceUp(_)
            | ExprKind::IsKind(..)
            | ExprKind::IsDesign(..)
            | ExprKind::IsIn(..)
            | ExprKind::Local(_)
            | ExprKind::Call(..)
            | ExprKind::Let(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Default(..)
            | ExprKind::Chain(..)
            | read_kinds!()
            | gathered_kinds!()
            | list_kinds!() => self.atom(Atom::Other(cond.clone())),
        }
    }

    fn some(&mut self, list: &Expr) -> Formula {
        if let ExprKind::Range(from, to) = &list.kind {
            return self.comparison(Comparison::Le, from, to, list);
        }
        match self.checker.is_non_empty(&Scope::default(), list) {
            true => Formula::Known(true),
            false => self.atom(Atom::Some(list.clone())),
        }
    }

    fn comparison(&mut self, op: Comparison, a: &Expr, b: &Expr, cond: &Expr) -> Formula {
        if let Some((list, truth)) = whether_some(op, a, b) {
            return self.some(list).is(truth);
        }
        if a.ty.base() == Base::Bool && matches!(op, Comparison::Eq | Comparison::Ne) {
            let (a, b) = (self.formula(a), self.formula(b));
            // both or neither
            match [a.known(), b.known()] {
                [Some(truth), _] => return b.is(truth == (op == Comparison::Eq)),
                [_, Some(truth)] => return a.is(truth == (op == Comparison::Eq)),
                _ => return self.atom(Atom::Equal(cond.clone(), yes(cond.span))),
            }
        }
        let (a, b) = (a.clone(), b.clone());
        match op {
            Comparison::Eq => self.atom(Atom::Equal(a, b)),
            Comparison::Ne => self.atom(Atom::Equal(a, b)).is(false),
            Comparison::Lt => self.atom(Atom::Less(a, b)),
            Comparison::Ge => self.atom(Atom::Less(a, b)).is(false),
            Comparison::Gt => self.atom(Atom::Less(b, a)),
            Comparison::Le => self.atom(Atom::Less(b, a)).is(false),
        }
    }

    /// Returns an atom, reusing an equivalent one.
    fn atom(&mut self, atom: Atom) -> Formula {
        let known = (0..self.atoms.len()).find(|i| {
            let in_facts = self.guards != usize::MAX;
            let alike = |a: &Expr, b: &Expr| match in_facts && *i < self.guards {
                true => Alike::as_me(self.me).is_same(a, b),
                false => is_same(a, b),
            };
            match (&self.atoms[*i], &atom) {
                (Atom::Equal(a, b), Atom::Equal(c, d)) => {
                    alike(a, c) && alike(b, d) || alike(a, d) && alike(b, c)
                }
                (Atom::Less(a, b), Atom::Less(c, d)) => alike(a, c) && alike(b, d),
                (Atom::Some(a), Atom::Some(b)) | (Atom::Other(a), Atom::Other(b)) => alike(a, b),
                _ => false,
            }
        });
        Formula::Atom(known.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        }))
    }

    /// Spends a part of the budget. Returns false if it is used up.
    fn spend(&self, effort: usize) -> bool {
        let left = self.left.get().saturating_sub(effort as u32);
        self.left.set(left);
        left > 0
    }

    /// Returns true if no assignment satisfies all formulas.
    pub fn none_is_possible(&mut self, all: &[Formula], case: &mut Vec<Option<bool>>) -> bool {
        if !self.spend(1 + self.atoms.len() / ATOMS) {
            return false;
        }
        let mut open = false;
        for formula in all {
            match formula.truth(case) {
                Some(false) => return true,
                Some(true) => {}
                None => open = true,
            }
        }
        if !self.can_be(case) {
            return true;
        }
        let next = case.iter().position(Option::is_none).filter(|_| open);
        let Some(next) = next else { return false };
        [false, true].into_iter().all(|truth| {
            case[next] = Some(truth);
            let impossible = self.none_is_possible(all, case);
            case[next] = None;
            impossible
        })
    }

    /// Returns true if the assigned atoms are consistent.
    fn can_be(&self, case: &[Option<bool>]) -> bool {
        let decided = || self.atoms.iter().zip(case).filter_map(|(atom, truth)| Some((atom, (*truth)?)));
        decided().all(|(atom, truth)| match atom {
            Atom::Some(list) if truth => {
                let others = || decided().filter(|(_, holds)| !holds);
                let told =
                    others().any(|(other, _)| matches!(other, Atom::Some(other) if is_implied(list, other)));
                !told && self.a_card_is_left(list, &others)
            }
            Atom::Equal(a, b) | Atom::Less(a, b) => {
                self.sides_agree(a, b, &decided) && [a, b].into_iter().all(|x| self.has_a_value(x, &decided))
            }
            Atom::Some(_) | Atom::Other(_) => true,
        })
    }

    /// Returns true if the printed fields permit a card that is in this list and in none of the others.
    fn a_card_is_left<'s, I>(&self, list: &Expr, others: &impl Fn() -> I) -> bool
    where
        I: Iterator<Item = (&'s Atom, bool)>,
    {
        let (place, Some((local, test))) = filtered(list) else { return true };
        let designs = &self.checker.out.designs;
        let kind = self.checker.kind_of(list.ty.base());
        if !list.ty.element().is_card()
            || designs.len() > MOST_DESIGNS
            || !self.spend(1 + designs.len() / DESIGNS)
        {
            return true;
        }
        let none_of = |design: usize| {
            others().all(|(atom, _)| match atom {
                Atom::Some(other) => match filtered(other) {
                    (from, Some((local, test))) if is_same(place, from) => {
                        self.checker.printed(test, local, design) != Some(true)
                    }
                    _ => true,
                },
                Atom::Equal(..) | Atom::Less(..) | Atom::Other(_) => true,
            })
        };
        (0..designs.len())
            .filter(|design| kind.is_none_or(|kind| designs[*design].kind == kind))
            .any(|design| self.checker.printed(test, local, design) != Some(false) && none_of(design))
    }

    /// Checks trichotomy: exactly one of `<`, `=` and `>` holds between two numbers.
    fn sides_agree<'s, I>(&self, a: &Expr, b: &Expr, decided: &impl Fn() -> I) -> bool
    where
        I: Iterator<Item = (&'s Atom, bool)>,
    {
        let mut ways = [None; 3];
        for (atom, truth) in decided() {
            let way = match atom {
                Atom::Less(c, d) if is_same(a, c) && is_same(b, d) => 0,
                Atom::Equal(c, d) if is_same(a, c) && is_same(b, d) || is_same(a, d) && is_same(b, c) => 1,
                Atom::Less(c, d) if is_same(a, d) && is_same(b, c) => 2,
                Atom::Less(..) | Atom::Equal(..) | Atom::Some(_) | Atom::Other(_) => continue,
            };
            ways[way] = Some(truth);
        }
        let holding = ways.iter().filter(|way| **way == Some(true)).count();
        holding < 2 && ways != [Some(false); 3]
    }

    /// Returns true if the comparisons of an expression with constants leave it a value.
    fn has_a_value<'s, I>(&self, x: &Expr, decided: &impl Fn() -> I) -> bool
    where
        I: Iterator<Item = (&'s Atom, bool)>,
    {
        if matches!(x.kind, ExprKind::Const(_)) {
            return true;
        }
        let (mut least, mut most) = self.range(x);
        let mut not = Vec::new();
        for (atom, truth) in decided() {
            let (Atom::Less(a, b) | Atom::Equal(a, b)) = atom else { continue };
            let fixed = match (&a.kind, &b.kind) {
                (ExprKind::Const(n), _) if is_same(b, x) => (i64::from(*n), true),
                (_, ExprKind::Const(n)) if is_same(a, x) => (i64::from(*n), false),
                _ => continue,
            };
            match (atom, truth, fixed) {
                (Atom::Equal(..), true, (n, _)) => (least, most) = (least.max(n), most.min(n)),
                (Atom::Equal(..), false, (n, _)) => not.push(n),
                (_, true, (n, true)) => least = least.max(n + 1),
                (_, false, (n, true)) => most = most.min(n),
                (_, true, (n, false)) => most = most.min(n - 1),
                (_, false, (n, false)) => least = least.max(n),
            }
        }
        let told = not.len() as i64;
        let missing = x.ty.is_optional() && least <= most;
        missing || (least..=most.min(least.saturating_add(told))).any(|n| !not.contains(&n))
    }

    /// Returns the range of an expression by its type.
    fn range(&self, x: &Expr) -> (i64, i64) {
        match (&x.kind, x.ty.base()) {
            (ExprKind::Count(_) | ExprKind::Card(crate::hir::CardMember::Position, _), _) => (0, i64::MAX),
            (_, Base::Enum(id)) => (0, self.checker.out.enums[id.index()].values.len() as i64 - 1),
            (_, Base::Bool) => (0, 1),
            _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
        }
    }
}

/// Matches a comparison that only tests for a non-empty or an empty list. Returns the list, and true for
/// non-empty.
fn whether_some<'e>(op: Comparison, a: &'e Expr, b: &'e Expr) -> Option<(&'e Expr, bool)> {
    let (list, op, n) = counted(op, a, b)?;
    match (op, n) {
        (Comparison::Gt | Comparison::Ne, 0) | (Comparison::Ge, 1) => Some((list, true)),
        (Comparison::Le | Comparison::Eq, 0) | (Comparison::Lt, 1) => Some((list, false)),
        _ => None,
    }
}
