//! Parameters and their types.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::scope::Scope;
use crate::ids::LocalId;
use crate::language::Fixed;
use crate::load::raw::RawParam;
use crate::resolve::{Symbol, Target};
use crate::types::Type;

impl Checker<'_> {
    /// Checks parameters that must be single values: those of events, steps and messages.
    pub(super) fn single_params(&mut self, params: &[RawParam]) -> Vec<(String, Type)> {
        let typed = self.params(params);
        for (declared, (_, ty)) in params.iter().map(|param| &param.ty).zip(&typed) {
            if let (true, Some(declared)) = (ty.is_list(), declared) {
                self.problems.push(
                    Diagnostic::new(
                        Code::ListForOne,
                        declared.name.span,
                        "a fact is a single value, not a list",
                    )
                    .help("pass the zone, or send a message for each element"),
                );
            }
        }
        typed
    }

    /// Returns the return type of a procedure or function.
    pub(in crate::check) fn given_type(&mut self, declared: &ast::TypeExpr) -> Type {
        let ty = self.names.resolve_type(declared, &mut self.problems);
        self.whole_list(ty, declared)
    }

    /// Reports a list type with optional elements.
    fn whole_list(&mut self, ty: Type, declared: &ast::TypeExpr) -> Type {
        if !ty.is_list() || !declared.optional {
            return ty;
        }
        let message = "elements of a list can't be missing";
        let problem = Diagnostic::new(Code::MissingValue, declared.name.span, message);
        self.problems
            .push(problem.help("leave out the `?`, and exclude missing values where the list is made"));
        Type::UNKNOWN
    }

    /// Checks the parameters of a procedure or function.
    pub(super) fn params(&mut self, params: &[RawParam]) -> Vec<(String, Type)> {
        let mut out = Vec::new();
        for param in params {
            let declared = param.ty.as_ref();
            let ty = declared.map_or(Type::UNKNOWN, |declared| {
                let ty = self.names.resolve_type(declared, &mut self.problems);
                self.whole_list(ty, declared)
            });
            // `self` of a part of a card's action is implicit
            let is_fixed =
                matches!(Fixed::find(&param.name.value), Some(Fixed::This | Fixed::Me | Fixed::It))
                    && !param.name.span.is_empty();
            if is_fixed
                || self.global_in_reach(&param.name.value, param.name.span).is_some()
                    && !self.is_type_name(&param.name.value)
            {
                self.problems.push(
                    Diagnostic::new(
                        Code::HiddenName,
                        param.name.span,
                        format!("`{}` is already a name", param.name.value),
                    )
                    .help("give the parameter another name"),
                );
            }
            let (name, place) = (&param.name.value, param.name.span);
            self.names.draft.define(Target::Local(place), name, place);
            out.push((name.clone(), ty));
        }
        out
    }

    /// Returns true if a word is a type whose name parameters may reuse: `column: column`.
    pub(in crate::check) fn is_type_name(&self, word: &str) -> bool {
        matches!(self.names.global(word), Some(Symbol::Kind(_) | Symbol::Spot(_) | Symbol::Enum(_)))
    }

    /// Creates a scope with these parameters as its first locals.
    pub(in crate::check) fn scope_with(&mut self, raw: &[RawParam], params: &[(String, Type)]) -> Scope {
        let mut scope = Scope::default();
        for (param, (name, ty)) in raw.iter().zip(params) {
            add_param(&mut scope, name, *ty, param.name.span);
        }
        scope
    }
}

/// Adds a local that may remain unread.
pub(in crate::check) fn add_param(scope: &mut Scope, name: &str, ty: Type, span: Span) -> LocalId {
    let id = scope.slots(1);
    scope.bind(id, name, ty, span);
    id
}
