//! Effects and expressions that are not part of a ruleset but are checked against it: those of scenarios.

use ludex_grammar::ast;
use ludex_grammar::diagnostic::{Diagnostic, Severity};
use ludex_grammar::span::Span;

use super::scope::Scope;
use super::{Checker, begin};
use crate::hir::{Body, Checked, Expr, Lambda, Snippet};
use crate::load::raw::RawRuleset;
use crate::resolve::Reference;
use crate::types::Type;

/// A checked ruleset to which snippets are added.
pub struct Snippets<'a> {
    checker: Checker<'a>,
    facts: Vec<(String, Type)>,
    /// How many decisions the ruleset has itself.
    decisions: usize,
    /// It was found out who chooses out of sight, and read what people see, which only those who play want to know.
    to_be_played: bool,
    /// How many references the ruleset has itself.
    before: usize,
}

impl<'a> Snippets<'a> {
    /// For a ruleset that has no errors.
    pub fn new(raw: &'a RawRuleset) -> Self {
        let mut checker = begin(raw);
        checker.rules();
        checker.problems.clear();
        let before = checker.names.draft.len();
        let decisions = checker.out.decisions.len();
        Self { checker, facts: Vec::new(), decisions, to_be_played: false, before }
    }

    /// What is a name in the expressions that follow; the values are the arguments when one is evaluated.
    pub fn name(&mut self, facts: &[(String, Type)]) {
        self.facts = facts.to_vec();
    }

    /// Adds an effect; its number, or what is wrong with it.
    pub fn effect(&mut self, block: &ast::Block) -> Result<usize, Vec<Diagnostic>> {
        self.block(block, false)
    }

    /// Adds an effect that makes a position: it may set the numbers of phases.
    pub fn position(&mut self, block: &ast::Block) -> Result<usize, Vec<Diagnostic>> {
        self.block(block, true)
    }

    fn block(&mut self, block: &ast::Block, makes_position: bool) -> Result<usize, Vec<Diagnostic>> {
        let mut scope = Scope { table_names: true, makes_position, ..Scope::default() };
        let mut stmts = self.checker.block(&mut scope, block);
        self.checker.choosers(&mut stmts);
        self.add(Snippet::Effect(Body { stmts, locals: scope.next, cards: scope.cards }))
    }

    /// Adds an expression whose value is to be shown; its number and type, if it is one value.
    pub fn value(&mut self, ast: &ast::Expr) -> Option<(usize, Type)> {
        let mut scope = self.scope();
        let body: Expr = self.checker.expr(&mut scope, ast);
        let ty = body.ty;
        let added = if ty.list || ty.is_unknown() {
            None
        } else {
            Some(Snippet::Expr(Lambda { body, locals: scope.next }))
        };
        let Some(snippet) = added else {
            self.checker.problems.clear();
            return None;
        };
        self.add(snippet).ok().map(|number| (number, ty))
    }

    /// Adds a condition.
    pub fn condition(&mut self, ast: &ast::Expr) -> Result<usize, Vec<Diagnostic>> {
        let mut scope = self.scope();
        let body = self.checker.condition(&mut scope, ast);
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
        let problems = std::mem::take(&mut self.checker.problems);
        if problems.iter().any(|p| p.severity() == Severity::Error) {
            return Err(problems);
        }
        self.checker.out.snippets.push(snippet);
        Ok(self.checker.out.snippets.len() - 1)
    }

    /// What the names in all snippets so far stand for.
    pub fn references(&self) -> &[Reference] {
        self.checker.names.draft.since(self.before)
    }

    /// The names of all decisions, those of the snippets included.
    pub fn decisions(&self) -> &[String] {
        &self.checker.out.decisions
    }

    /// The ruleset with its snippets.
    pub fn checked(&mut self) -> Checked {
        if !self.to_be_played {
            self.checker.what_is_seen();
            self.checker.secrets();
            self.checker.problems.clear();
            self.to_be_played = true;
        }
        self.checker.out.clone()
    }

    /// Takes all snippets out again, and the decisions that they brought: those that follow do not see them.
    pub fn clear(&mut self) {
        let (out, names) = (&mut self.checker.out, &mut self.checker.names);
        out.snippets.clear();
        out.decisions.truncate(self.decisions);
        names.decisions.retain(|_, id| id.index() < self.decisions);
        names.labelled.retain(|id| id.index() < self.decisions);
    }
}
