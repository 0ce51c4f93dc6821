//! Parameters, and the types that they may have.

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
    /// Parameters that are one value each: the facts of an event, of steps, of a message.
    pub(super) fn single_params(&mut self, params: &[RawParam]) -> Vec<(String, Type)> {
        let typed = self.params(params);
        for (declared, (_, ty)) in params.iter().map(|param| &param.ty).zip(&typed) {
            if let (true, Some(declared)) = (ty.is_list(), declared) {
                self.problems.push(
                    Diagnostic::new(Code::ListForOne, declared.name.span, "a fact is one value, no list")
                        .help("pass the zone, or tell of each one"),
                );
            }
        }
        typed
    }

    /// The type of what a procedure or function gives.
    pub(in crate::check) fn given_type(&mut self, declared: &ast::TypeExpr) -> Type {
        let ty = self.names.resolve_type(declared, &mut self.problems);
        self.whole_list(ty, declared)
    }

    /// A type that is written; a list that may have holes is reported.
    fn whole_list(&mut self, ty: Type, declared: &ast::TypeExpr) -> Type {
        if !ty.is_list() || !declared.optional {
            return ty;
        }
        let message = "elements of a list can't be missing";
        let problem = Diagnostic::new(Code::MissingValue, declared.name.span, message);
        self.problems.push(problem.help("leave out the `?`, and where the list is made what is missing"));
        Type::UNKNOWN
    }

    /// The parameters of a procedure or a function.
    pub(super) fn params(&mut self, params: &[RawParam]) -> Vec<(String, Type)> {
        let mut out = Vec::new();
        for param in params {
            let declared = param.ty.as_ref();
            let ty = declared.map_or(Type::UNKNOWN, |declared| {
                let ty = self.names.resolve_type(declared, &mut self.problems);
                self.whole_list(ty, declared)
            });
            // `self` of a part of an action of cards is written nowhere
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

    /// Kinds, spots and the like may lend their names to parameters: `column: column`.
    pub(in crate::check) fn is_type_name(&self, word: &str) -> bool {
        matches!(self.names.global(word), Some(Symbol::Kind(_) | Symbol::Spot(_) | Symbol::Enum(_)))
    }

    /// A scope whose first locals are these parameters.
    pub(in crate::check) fn scope_with(&mut self, raw: &[RawParam], params: &[(String, Type)]) -> Scope {
        let mut scope = Scope::default();
        for (param, (name, ty)) in raw.iter().zip(params) {
            add_param(&mut scope, name, *ty, param.name.span);
        }
        scope
    }
}

/// Adds a local that need not be read.
pub(in crate::check) fn add_param(scope: &mut Scope, name: &str, ty: Type, span: Span) -> LocalId {
    let id = scope.slots(1);
    scope.bind(id, name, ty, span);
    id
}
