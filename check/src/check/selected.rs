//! Locals in the scope of an expression, for extracting a function in an editor.

use ludex_grammar::span::Span;

use super::types::scope::Scope;
use super::{Checker, begin, too_many};
use crate::load::raw::RawRuleset;
use crate::types::Type;

/// Locals that a selected expression may read.
#[derive(Debug, Default)]
pub struct Selected {
    /// Name and type of each local, and its type without `?`.
    pub locals: Vec<(String, String, String)>,
}

/// A location that may be an expression.
#[derive(Debug)]
pub(super) struct Selection {
    place: Span,
    /// Locals in scope; `None` inside a query, where words have another meaning.
    scope: Option<Vec<(String, Type)>>,
    is_typed: bool,
}

/// Returns the locals for the expression at exactly this span; `None` if it has no single value or is in a
/// query.
pub fn selected(raw: &RawRuleset, place: Span) -> Option<Selected> {
    if too_many(raw).is_some() {
        return None;
    }
    let mut checker = begin(raw);
    checker.wanted.selection = Some(Selection { place, scope: None, is_typed: false });
    checker.bodies(false);
    let Selection { scope, is_typed, .. } = checker.wanted.selection.take()?;
    let locals = scope.filter(|_| is_typed)?;
    let locals =
        locals.into_iter().map(|(name, ty)| (name, checker.type_name(ty), checker.type_name(ty.present())));
    Some(Selected { locals: locals.collect() })
}

impl Checker<'_> {
    /// Records the scope of an expression before it is checked.
    pub(super) fn select(&mut self, scope: &Scope, span: Span) {
        let Some(selection) = self.wanted.selection.as_mut().filter(|selection| selection.place == span)
        else {
            return;
        };
        selection.is_typed = false;
        selection.scope = scope
            .candidates
            .is_empty()
            .then(|| scope.locals.iter().map(|local| (local.name.clone(), local.ty)).collect());
    }

    /// Records whether an expression has a single value.
    pub(super) fn selected_type(&mut self, span: Span, ty: Type) {
        if let Some(selection) = self.wanted.selection.as_mut().filter(|selection| selection.place == span) {
            selection.is_typed = !ty.is_unknown() && !ty.is_list();
        }
    }
}
