//! Functions and properties have the type of what they compute: it is known when one of them is needed for the first time.

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
use crate::types::{Base, Type};

impl Checker<'_> {
    /// The parameters of a function.
    pub(in crate::check) fn signature(&self, id: FunctionId) -> Vec<(String, Type)> {
        self.out.functions[id.index()].params.clone()
    }

    /// The type of a function's value; types its body on first use.
    pub(in crate::check) fn function_type(&mut self, id: FunctionId, span: Span) -> Type {
        match self.functions[id.index()] {
            Progress::Done => {}
            Progress::Running => {
                let name = self.out.functions[id.index()].name.clone();
                self.report(
                    Diagnostic::new(Code::EndlessCall, span, format!("`{name}` needs its own value"))
                        .help("a function can't call itself; a loop in a procedure can go step by step"),
                );
                return Type::UNKNOWN;
            }
            Progress::Waiting => {
                self.functions[id.index()] = Progress::Running;
                let raw = &self.raw.functions[id.index()];
                let params = self.signature(id);
                let mut scope = self.scope_with(&raw.params, &params);
                let before = self.problems.len();
                let mut body = self.expr(&mut scope, &raw.body);
                if self.failed_since(before) {
                    body.ty = Type::UNKNOWN;
                }
                self.changed().functions[id.index()].body = Lambda { body, locals: scope.next };
                self.functions[id.index()] = Progress::Done;
            }
        }
        self.out.functions[id.index()].body.body.ty
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
        match self.properties[id.index()] {
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
                self.properties[id.index()] = Progress::Running;
                let Some(base) = self.raw_property(id).map(|p| p.base.clone()) else { return };
                let kind = self.out.properties[id.index()].kind;
                let mut scope = Scope::default();
                add_param(&mut scope, Fixed::This.name(), Type::of(Base::Kind(kind)), base.span);
                let before = self.problems.len();
                let mut body = self.value(&mut scope, &base);
                if self.failed_since(before) {
                    body.ty = Type::UNKNOWN;
                }
                let property = &mut self.changed().properties[id.index()];
                property.ty = body.ty;
                property.base = Lambda { body, locals: scope.next };
                self.properties[id.index()] = Progress::Done;
            }
        }
    }
}
