//! Types of functions and properties, inferred from their values on first use.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::add_param;
use crate::check::types::scope::Scope;
use crate::check::{Checker, Progress};
use crate::hir::{Expr, Lambda};
use crate::ids::{FunctionId, PropertyId};
use crate::language::Fixed;
use crate::load::raw::RawComputed;
use crate::types::{Base, Type};

/// Maximum number of times that a recursive function is checked again.
const RETYPED: usize = 3;

/// State for checking recursive functions.
#[derive(Debug, Default)]
pub(in crate::check) struct Recursion {
    /// Functions being checked, innermost last.
    running: Vec<FunctionId>,
    /// Return types, as far as they are known.
    types: BTreeMap<FunctionId, Type>,
    /// Functions whose own type was required before it was known, and the location.
    asked: BTreeMap<FunctionId, Span>,
    /// Functions that were checked without the type of another.
    again: BTreeSet<FunctionId>,
}

impl Recursion {
    /// Returns true while the type of a recursive function is pending. Until then an unknown return type is
    /// not an error.
    pub(in crate::check) fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }
}

impl Checker<'_> {
    pub(in crate::check) fn signature(&self, id: FunctionId) -> Vec<(String, Type)> {
        self.out.functions[id.index()].params.clone()
    }

    /// Returns the type of a function's value. Checks its body on first use.
    pub(in crate::check) fn function_type(&mut self, id: FunctionId, span: Span) -> Type {
        match self.typed.functions[id.index()] {
            Progress::Done => {}
            Progress::Running => return self.type_within(id, span),
            Progress::Waiting => self.type_function(id),
        }
        self.out.functions[id.index()].body.body.ty
    }

    /// Returns the type of a function inside its own (possibly indirect) recursion. The functions in between
    /// are checked again once it is known.
    fn type_within(&mut self, id: FunctionId, span: Span) -> Type {
        let known = self.typed.recursion.types.get(&id).copied();
        if known.is_none() {
            self.typed.recursion.asked.entry(id).or_insert(span);
            let inner = self.typed.recursion.running.iter().rev().take_while(|running| **running != id);
            self.typed.recursion.again.extend(inner.copied());
        }
        known.unwrap_or(Type::UNKNOWN)
    }

    fn type_function(&mut self, id: FunctionId) {
        let raw = &self.raw.functions[id.index()];
        let written = raw.gives.as_ref().map(|ty| self.given_type(ty));
        self.typed.recursion.types.extend(written.map(|ty| (id, ty)));
        self.typed.functions[id.index()] = Progress::Running;
        self.typed.recursion.running.push(id);
        let told = self.problems.to_vec();
        let mut body = self.function_body(id, written);
        // recursive: its type is that of its other return values; then it is checked again
        for _ in 0..RETYPED {
            let Some(at) = self.typed.recursion.asked.remove(&id) else { break };
            let found = body.body.ty;
            if found.is_unknown() {
                self.unknown_recursion(id, at);
                break;
            }
            self.typed.recursion.types.insert(id, found);
            for other in std::mem::take(&mut self.typed.recursion.again) {
                self.typed.functions[other.index()] = Progress::Waiting;
            }
            self.take_problems();
            self.problems.clone_from(&told);
            body = self.function_body(id, written);
            if body.body.ty != found && !body.body.ty.is_unknown() {
                self.typed.recursion.types.remove(&id);
                self.typed.recursion.types.insert(id, body.body.ty);
                self.take_problems();
                self.problems.clone_from(&told);
                body = self.function_body(id, written);
            }
        }
        self.typed.recursion.running.pop();
        self.changed().functions[id.index()].body = body;
        self.typed.functions[id.index()] = Progress::Done;
    }

    fn unknown_recursion(&mut self, id: FunctionId, at: Span) {
        let name = self.out.functions[id.index()].name.clone();
        let problem = Diagnostic::new(Code::EndlessCall, at, format!("`{name}` needs its own value"));
        self.report(problem.help(format!(
            "a path through `{name}` must give a value without calling it; or declare its type: `gives: TYPE`"
        )));
    }

    fn function_body(&mut self, id: FunctionId, written: Option<Type>) -> Lambda {
        let raw = &self.raw.functions[id.index()];
        let params = self.signature(id);
        let mut scope = self.scope_with(&raw.params, &params);
        let before = self.problems.len();
        let mut body = match (&raw.body, written) {
            (RawComputed::Lines(block), written) => self.lines(&mut scope, &raw.name, written, block),
            (RawComputed::Expr(expr), None) => self.expr(&mut scope, expr),
            (RawComputed::Expr(expr), Some(ty)) => self.expr_as(&mut scope, expr, ty, "what is given"),
        };
        if self.problems.failed_since(before) && !matches!(raw.body, RawComputed::Lines(_)) {
            body.ty = Type::UNKNOWN;
        }
        Lambda { body, locals: scope.next }
    }

    /// Checks the value of a property, which must not be a list.
    fn value(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let body = self.expr(scope, ast);
        if body.ty.is_list() {
            self.report(
                Diagnostic::new(Code::TypeMismatch, body.span, "a list can't be a property")
                    .help("make it a function: `name: { with: { of: KIND }, is: … }`"),
            );
        }
        body
    }

    /// Returns the location of a property's declaration.
    pub(in crate::check) fn property_span(&self, id: PropertyId) -> Span {
        self.raw_property(id).map_or_else(Span::default, |p| p.name.span)
    }

    fn raw_property(&self, id: PropertyId) -> Option<&crate::load::raw::RawProperty> {
        self.raw.kinds.iter().flat_map(|k| &k.properties).nth(id.index())
    }

    /// Checks the base of a property on first use.
    pub(in crate::check) fn property(&mut self, id: PropertyId, span: Span) {
        match self.typed.properties[id.index()] {
            Progress::Done => {}
            Progress::Running => {
                let name = self.out.properties[id.index()].name.clone();
                self.report(
                    Diagnostic::new(
                        Code::EndlessCall,
                        span,
                        format!("the base of `{name}` needs its own value"),
                    )
                    .help("let a modifier of a stage read the value of other cards"),
                );
            }
            Progress::Waiting => {
                self.typed.properties[id.index()] = Progress::Running;
                let Some(base) = self.raw_property(id).map(|p| p.base.clone()) else { return };
                let kind = self.out.properties[id.index()].kind;
                let mut scope = Scope::default();
                add_param(&mut scope, Fixed::This.name(), Type::new(Base::Kind(kind)), base.span);
                let before = self.problems.len();
                let mut body = self.value(&mut scope, &base);
                if self.problems.failed_since(before) {
                    body.ty = Type::UNKNOWN;
                }
                let property = &mut self.changed().properties[id.index()];
                property.ty = body.ty;
                property.base = Lambda { body, locals: scope.next };
                self.typed.properties[id.index()] = Progress::Done;
            }
        }
    }
}
