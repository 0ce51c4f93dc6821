//! Functions and properties have the type of what they compute: it is known when one of them is needed for the first time.

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

/// How often a function that calls itself is typed anew.
const RETYPED: usize = 3;

/// Functions that call themselves, while they are typed.
#[derive(Debug, Default)]
pub(in crate::check) struct Recursion {
    /// The functions that are being typed, the innermost last.
    running: Vec<FunctionId>,
    /// What they give, as far as that is known.
    types: BTreeMap<FunctionId, Type>,
    /// Those that were asked for their own type before it was known, and where.
    asked: BTreeMap<FunctionId, Span>,
    /// Those that were typed without the type of another.
    again: BTreeSet<FunctionId>,
}

impl Recursion {
    /// Whether a function was asked for its own type before it was known: until then what it gives is unknown, and that is no mistake.
    pub(in crate::check) fn is_asked(&self) -> bool {
        !self.asked.is_empty()
    }
}

impl Checker<'_> {
    /// The parameters of a function.
    pub(in crate::check) fn signature(&self, id: FunctionId) -> Vec<(String, Type)> {
        self.out.functions[id.index()].params.clone()
    }

    /// The type of a function's value; types its body on first use.
    pub(in crate::check) fn function_type(&mut self, id: FunctionId, span: Span) -> Type {
        match self.typed.functions[id.index()] {
            Progress::Done => {}
            Progress::Running => return self.type_within(id, span),
            Progress::Waiting => self.type_function(id),
        }
        self.out.functions[id.index()].body.body.ty
    }

    /// The type of a function where it calls itself, also by way of others: these are typed anew once it is known.
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
        // it calls itself: what it gives without that is its type, and then it is looked at again
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
            "a way through `{name}` must give something without it; or say what it gives: `gives: TYPE`"
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

    /// The value of a property, which is no list.
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

    /// Where a property is defined.
    pub(in crate::check) fn property_span(&self, id: PropertyId) -> Span {
        self.raw_property(id).map_or_else(Span::default, |p| p.name.span)
    }

    fn raw_property(&self, id: PropertyId) -> Option<&crate::load::raw::RawProperty> {
        self.raw.kinds.iter().flat_map(|k| &k.properties).nth(id.index())
    }

    /// Types the base of a property on first use.
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
                add_param(&mut scope, Fixed::This.name(), Type::of(Base::Kind(kind)), base.span);
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
