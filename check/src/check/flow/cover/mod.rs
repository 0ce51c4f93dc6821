//! Decides whether one of several conditions always holds, such as guards of modes or actions.
//!
//! Splits conditions into atoms joined by `and`, `or` and `not`. A backtracking search then looks for a case
//! in which all are false. Facts and the ranges of numbers and words restrict the cases.

mod search;

use std::rc::Rc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::facts::conjuncts;
use crate::check::types::expr::make;
use crate::check::types::scope::Fact;
use crate::check::types::scope::Scope;
use crate::hir::{ActionDef, Comparison, Expr, ExprKind};
use crate::hir::{computed_kinds, list_kinds, list_tests, read_kinds};
use crate::ids::{FieldId, LocalId, WindowId};
use crate::types::Type;
use search::{Formula, Search};

/// Maximum cost of one search; `EFFORT` is the budget of a whole check.
const MOST_EFFORT: u32 = 40_000;
pub(in crate::check) const EFFORT: u32 = 2_000_000;

/// Maximum number of atoms per search.
const MOST_ATOMS: usize = 48;

/// A window statement, to be checked for a legal action.
pub(in crate::check) struct Opened {
    pub window: WindowId,
    pub facts: Vec<Rc<Fact>>,
    /// The acting player.
    pub chooser: Expr,
    /// Source location of the statement.
    pub span: Span,
}

impl Checker<'_> {
    /// Warns of each window statement that may be reached without a legal action.
    pub(in crate::check) fn opened_windows(&mut self) {
        for opened in std::mem::take(&mut self.paths.opened) {
            let window = &self.out.windows[opened.window.index()];
            let legal: Vec<Expr> = window.actions.iter().map(|action| self.legal(action)).collect();
            let legal: Vec<&Expr> = legal.iter().collect();
            if self.one_holds(&opened.facts, &legal, &opened.chooser) {
                continue;
            }
            let message = format!("`{}` may have no legal action here", window.name);
            let problem = Diagnostic::new(Code::EmptyWindow, opened.span, message);
            self.report(
                problem
                    .label("every action has a condition or a target")
                    .help("add an action without either, test before, or write `may choose one of`"),
            );
        }
    }

    /// Returns true if one of the conditions holds in every case that the facts permit. `me` is the player
    /// that `me` denotes in the conditions.
    pub(in crate::check) fn one_holds(&self, facts: &[Rc<Fact>], conds: &[&Expr], me: &Expr) -> bool {
        let left = self.paths.effort.get().min(MOST_EFFORT);
        let mut search =
            Search { checker: self, atoms: Vec::new(), guards: usize::MAX, me, left: left.into() };
        let mut all: Vec<Formula> = conds.iter().map(|cond| search.formula(cond).is(false)).collect();
        let nothing = vec![None; search.atoms.len()];
        if all.iter().any(|formula| formula.truth(&nothing) == Some(false)) {
            return true;
        }
        search.guards = search.atoms.len();
        // innermost tests first
        for fact in facts.iter().rev().take_while(|_| left > 0) {
            let (known, formula) = (search.atoms.len(), search.formula(&fact.cond).is(fact.holds));
            if search.atoms.len() > MOST_ATOMS {
                search.atoms.truncate(known);
                break;
            }
            all.push(formula);
        }
        let mut case = vec![None; search.atoms.len()];
        let holds = search.atoms.len() <= MOST_ATOMS && search.none_is_possible(&all, &mut case);
        self.paths.effort.set(self.paths.effort.get() - (left - search.left.get()));
        holds
    }

    /// Returns the condition under which an action is legal. Conjuncts of the guard that mention a target
    /// become filters of its candidates.
    fn legal(&self, action: &ActionDef) -> Expr {
        let mut parts = Vec::new();
        if let Some(when) = &action.when {
            conjuncts(&when.body, &mut parts);
        }
        let mut inner = yes(Span::default());
        for (i, list) in action.targets.iter().enumerate().rev() {
            let (i, count) = (i as u16, action.targets.len() as u16);
            let about = |part: &&&Expr| part.reads(i..i + 1) && !part.reads(i + 1..count);
            let test = parts.iter().filter(about).fold(inner, |all, part| both((*part).clone(), all));
            inner = self.some_fits(list.body.clone(), LocalId(i), test);
        }
        let targets = 0..action.targets.len() as u16;
        let free = parts.iter().filter(|part| !part.reads(targets.clone()));
        free.fold(inner, |all, part| both((*part).clone(), all))
    }

    /// Creates the condition that a test holds for a candidate of a list.
    fn some_fits(&self, list: Expr, local: LocalId, test: Expr) -> Expr {
        let (ty, span) = (list.ty, list.span);
        let all = test.constant() == Some(1);
        if all && self.is_non_empty(&Scope::default(), &list) {
            return yes(span);
        }
        let list = Box::new(list);
        let some = if all {
            list
        } else {
            Box::new(make(ExprKind::Filter { local, list, test: Box::new(test) }, ty, span))
        };
        make(ExprKind::Any(some), Type::BOOL, span)
    }

    /// Evaluates a test of a card statically, from its design and printed fields.
    fn printed(&self, test: &Expr, local: LocalId, design: usize) -> Option<bool> {
        let printed = |test: &Expr| self.printed(test, local, design);
        let card = &self.out.designs[design];
        let value = |expr: &Expr| printed_value(expr, local, &card.fields);
        match &test.kind {
            ExprKind::Const(n) => Some(*n == 1),
            ExprKind::Not(a) => printed(a).map(|truth| !truth),
            ExprKind::And(a, b) => match (printed(a), printed(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            ExprKind::Or(a, b) => match (printed(a), printed(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            ExprKind::IsDesign(id, of) => of.is_local(local).then_some(id.index() == design),
            ExprKind::IsKind(kind, of) => of.is_local(local).then_some(*kind == card.kind),
            ExprKind::Exists(of) => Some(matches!(value(of)?, Printed::Is(_))),
            ExprKind::Compare(op @ (Comparison::Eq | Comparison::Ne), a, b) => {
                let printed = value(a).or_else(|| value(b))?;
                let other = b.constant().or_else(|| a.constant())?;
                let equal = matches!(printed, Printed::Is(n) if n == other);
                Some(equal == (*op == Comparison::Eq))
            }
            ExprKind::Compare(..)
            | ExprKind::FaceUp(_)
            | ExprKind::Local(_)
            | ExprKind::Call(..)
            | ExprKind::Let(..)
            | list_tests!()
            | read_kinds!()
            | computed_kinds!()
            | list_kinds!() => None,
        }
    }
}

enum Printed {
    Is(i32),
    Nothing,
}

/// Returns the printed value of a field if the expression reads a field of the candidate.
fn printed_value(expr: &Expr, local: LocalId, fields: &[(FieldId, Expr)]) -> Option<Printed> {
    let ExprKind::Field(field, of) = &expr.kind else { return None };
    if !of.is_local(local) {
        return None;
    }
    let Some((_, value)) = fields.iter().find(|(id, _)| id == field) else { return Some(Printed::Nothing) };
    let nothing = || matches!(value.kind, ExprKind::Nothing).then_some(Printed::Nothing);
    value.constant().map(Printed::Is).or_else(nothing)
}

/// Splits a filter into its list and test.
fn filtered(list: &Expr) -> (&Expr, Option<(LocalId, &Expr)>) {
    if let ExprKind::Filter { local, list, test } = &list.kind {
        (list, Some((*local, test)))
    } else {
        (list, None)
    }
}

fn yes(span: Span) -> Expr {
    make(ExprKind::Const(1), Type::BOOL, span)
}

fn both(a: Expr, b: Expr) -> Expr {
    if let ExprKind::Const(1) = b.kind {
        return a;
    }
    let span = a.span;
    make(ExprKind::And(Box::new(a), Box::new(b)), Type::BOOL, span)
}
