//! Checks effects and expressions of scenarios against a ruleset.

use std::sync::Arc;

use ludex_grammar::ast;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::Span;

use super::types::scope::Scope;
use super::{Checker, Surroundings};
use crate::hir::{Body, Checked, Expr, ExprKind, Lambda, Snippet};
use crate::load::raw::RawRuleset;
use crate::resolve::Reference;
use crate::types::Type;

/// A checked ruleset to which snippets are added.
pub struct Snippets<'a> {
    checker: Checker<'a>,
    facts: Vec<(String, Type)>,
    added: Vec<Snippet>,
    /// Number of decisions of the ruleset itself.
    decisions: usize,
}

impl<'a> Snippets<'a> {
    /// Creates an empty collection for a ruleset without errors.
    pub fn new(raw: &'a RawRuleset, checked: &Arc<Checked>, around: &Surroundings) -> Self {
        let checker = around.checker(raw, Arc::clone(checked), around.names.clone());
        Self { checker, facts: Vec::new(), added: Vec::new(), decisions: checked.decisions.len() }
    }

    /// Sets the facts that the following expressions may name. Their values are the arguments when an
    /// expression is evaluated.
    pub fn name(&mut self, facts: &[(String, Type)]) {
        self.facts = facts.to_vec();
    }

    /// Adds an effect. Returns its index, or its errors.
    pub fn effect(&mut self, block: &ast::Block) -> Result<usize, Vec<Diagnostic>> {
        self.block(block, false)
    }

    /// Adds an effect that sets up a position: it may set phase numbers.
    pub fn position(&mut self, block: &ast::Block) -> Result<usize, Vec<Diagnostic>> {
        self.block(block, true)
    }

    fn block(&mut self, block: &ast::Block, makes_position: bool) -> Result<usize, Vec<Diagnostic>> {
        let mut scope = Scope { table_names: true, makes_position, ..Scope::default() };
        let mut stmts = self.checker.block(&mut scope, block);
        self.checker.choosers(&mut stmts);
        self.add(Snippet::Effect(Body { stmts, locals: scope.next, cards: scope.cards }))
    }

    /// Adds an expression to be displayed. Returns its index and type; `None` if it is a list or has errors.
    pub fn value(&mut self, ast: &ast::Expr) -> Option<(usize, Type)> {
        let mut scope = self.scope();
        let body: Expr = self.checker.expr(&mut scope, ast);
        let ty = body.ty;
        let added = if ty.is_list() || ty.is_unknown() {
            None
        } else {
            Some(Snippet::Expr(Lambda { body, locals: scope.next }))
        };
        let Some(snippet) = added else {
            self.checker.take_problems();
            return None;
        };
        self.add(snippet).ok().map(|number| (number, ty))
    }

    /// Checks an expression without adding it. Returns it, or its errors.
    pub fn alone(&mut self, ast: &ast::Expr) -> Result<Lambda, Vec<Diagnostic>> {
        let mut scope = self.scope();
        let body = self.checker.expr(&mut scope, ast);
        let problems = self.checker.take_problems();
        let is_wrong = body.ty.is_unknown() || problems.iter().any(|p| p.severity() == Severity::Error);
        if is_wrong { Err(problems) } else { Ok(Lambda { body, locals: scope.next }) }
    }

    /// Adds a condition. A conjunction of comparisons is false if a compared value is missing.
    pub fn condition(&mut self, ast: &ast::Expr) -> Result<usize, Vec<Diagnostic>> {
        let mut scope = self.scope();
        self.checker.wanted.lacking = is_plain(ast).then(Vec::new);
        let body = self.checker.condition(&mut scope, ast);
        let lacking = self.checker.wanted.lacking.take().unwrap_or_default();
        let body = lacking.into_iter().rev().fold(body, |all, part| there_and(part, all));
        self.add(Snippet::Expr(Lambda { body, locals: scope.next }))
    }

    fn scope(&self) -> Scope {
        let mut scope = Scope { table_names: true, ..Scope::default() };
        for (name, ty) in &self.facts {
            let slot = scope.slots(1);
            scope.bind(slot, name, *ty, Span::default());
        }
        scope
    }

    fn add(&mut self, snippet: Snippet) -> Result<usize, Vec<Diagnostic>> {
        let problems = self.checker.take_problems();
        if problems.iter().any(|p| p.severity() == Severity::Error) {
            return Err(problems);
        }
        self.added.push(snippet);
        Ok(self.added.len() - 1)
    }

    /// Returns the references of the names in all snippets so far.
    pub fn references(&self) -> &[Reference] {
        self.checker.names.draft.references()
    }

    /// Returns the names of all decisions, including those of snippets.
    pub fn decisions(&self) -> Vec<String> {
        self.checker.names.decision_names()
    }

    pub fn checked(&self) -> Checked {
        let mut checked = (*self.checker.out).clone();
        checked.snippets.clone_from(&self.added);
        checked.decisions = self.decisions();
        checked
    }

    /// Removes all snippets and the decisions that they added.
    pub fn clear(&mut self) {
        let names = &mut self.checker.names;
        self.added.clear();
        names.decisions.retain(|_, id| id.index() < self.decisions);
        names.labelled.retain(|id| id.index() < self.decisions);
        self.checker.offered.clear();
    }
}

/// Returns true if a condition is a conjunction of comparisons.
fn is_plain(condition: &ast::Expr) -> bool {
    if let ast::ExprKind::Binary { op: ast::BinaryOp::And, left, right } = &condition.kind {
        return is_plain(left) && is_plain(right);
    }
    matches!(&condition.kind, ast::ExprKind::Binary { op, .. } if *op != ast::BinaryOp::Or)
        || matches!(condition.kind, ast::ExprKind::Is { .. })
}

/// Creates the condition that a value exists and the rest holds.
fn there_and(part: Expr, all: Expr) -> Expr {
    let span = part.span;
    let there = Expr { kind: ExprKind::Exists(Box::new(part)), ty: Type::BOOL, span };
    Expr { kind: ExprKind::And(Box::new(there), Box::new(all)), ty: Type::BOOL, span }
}
