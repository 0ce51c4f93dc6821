//! Inlay hints for editors: types of locals, and values that are fixed before a game.

use std::collections::BTreeSet;

use ludex_grammar::ast::{self, ExprKind as Ast};
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::{Checker, begin, has_errors, too_many};
use crate::hir::{Checked, ConstEval, Expr, ExprKind, Repeat, print, repeats};
use crate::ids::PhaseId;
use crate::language::Noun;
use crate::load::raw::RawRuleset;
use crate::types::Type;

/// An inlay hint: information that is not written in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// Location of the name or expression.
    pub place: Span,
    /// Information to be shown.
    pub says: HintKind,
}

/// Content of a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HintKind {
    /// The type of a local.
    Type {
        /// The type in the syntax of rulesets.
        name: String,
        /// True if the value, or the face of the card, may be hidden from some player.
        hidden: bool,
    },
    /// A value that is fixed before a game with default options, by number of players. An entry without a
    /// number applies to all.
    Value(Vec<(Option<u8>, String)>),
}

/// Locals recorded on request.
#[derive(Debug, Default)]
pub(super) struct Noted {
    /// Location and type of each local, and whether the source shows the type.
    locals: Vec<(Span, Type, bool)>,
    /// Statements that assign a possibly hidden value to a local.
    hidden: Vec<Span>,
}

/// Returns all hints of a ruleset, sorted. After errors, returns types only.
pub fn hints(raw: &RawRuleset, problems: &[Diagnostic]) -> Vec<Hint> {
    if too_many(raw).is_some() {
        return Vec::new();
    }
    let mut checker = begin(raw);
    checker.wanted.noted = Some(Noted::default());
    checker.bodies(!has_errors(problems));
    let mut hints = checker.types_of_locals();
    if !has_errors(problems) && !has_errors(&checker.problems) {
        hints.extend(values(&checker.out));
    }
    hints.sort_by_key(|hint| hint.place);
    hints.dedup();
    hints
}

impl Checker<'_> {
    /// Records the type of a local. `plain` is true if the source shows the type next to the name.
    pub(super) fn note_local(&mut self, place: Span, ty: Type, plain: bool) {
        if let Some(noted) = &mut self.wanted.noted {
            noted.locals.push((place, ty, plain));
        }
    }

    /// Records statements whose locals may have hidden values.
    pub(super) fn note_hidden(&mut self, statements: impl IntoIterator<Item = Span>) {
        if let Some(noted) = &mut self.wanted.noted {
            noted.hidden.extend(statements);
        }
    }

    /// Returns true if the noun is the name of the type.
    pub(super) fn says_type(&self, noun: &ast::Ident, ty: Type) -> bool {
        self.type_name(ty) == noun.name || (noun.name == Noun::Number.name() && ty == Type::INT)
    }

    fn types_of_locals(&mut self) -> Vec<Hint> {
        let Noted { locals, hidden } = self.wanted.noted.take().unwrap_or_default();
        let inside = |place: Span, outer: &Span| {
            outer.file == place.file && outer.start <= place.start && place.end <= outer.end
        };
        // a statement's own local comes before those in its blocks
        let named = |statement: &Span| {
            locals.iter().map(|(place, ..)| *place).filter(|place| inside(*place, statement)).min()
        };
        let hidden: BTreeSet<Span> = hidden.iter().filter_map(named).collect();
        let known = locals.into_iter().filter(|(_, ty, _)| !ty.is_unknown());
        let hint = |(place, ty, plain): (Span, Type, bool)| {
            let hidden = hidden.contains(&place);
            let says = HintKind::Type { name: self.type_name(ty), hidden };
            (hidden || !plain).then_some(Hint { place, says })
        };
        known.filter_map(hint).collect()
    }
}

/// Returns true for a literal, whose type is evident.
pub(super) fn is_literal(value: &ast::Expr) -> bool {
    matches!(value.kind, Ast::Int(_) | Ast::Decimal(_) | Ast::Bool(_))
}

/// Returns the values that are fixed before a game, except literals.
fn values(checked: &Checked) -> Vec<Hint> {
    let fixed = checked.fixed().into_iter().filter(|expr| !is_plain(expr));
    let of_exprs = fixed.filter_map(|expr| {
        let value = |players| ConstEval::new(checked, players, &defaults(checked)).ok()?.value(expr).ok();
        hint(checked, expr, value)
    });
    let phases = checked.phases.iter().enumerate().filter_map(|(i, phase)| {
        let Repeat::Times(count) = &phase.repeat else { return None };
        let id = PhaseId::new(i);
        let value = |players| repeats(checked, players, &defaults(checked), id);
        (!is_plain(count)).then(|| hint(checked, count, value)).flatten()
    });
    of_exprs.chain(phases).collect()
}

fn defaults(checked: &Checked) -> Vec<i32> {
    checked.options.iter().map(|option| option.default).collect()
}

fn is_plain(expr: &Expr) -> bool {
    expr.constant().is_some() || matches!(expr.kind, ExprKind::Players)
}

fn hint(checked: &Checked, expr: &Expr, value: impl Fn(u8) -> Option<i32>) -> Option<Hint> {
    let numbers = checked.min_players..=checked.max_players;
    let found: Vec<(u8, i32)> = numbers.clone().filter_map(|n| Some((n, value(n)?))).collect();
    let (_, first) = *found.first()?;
    let same = found.len() == numbers.count() && found.iter().all(|(_, value)| *value == first);
    let text = |value: i32| print::constant(checked, value, expr.ty);
    let says: Option<Vec<(Option<u8>, String)>> = match same {
        true => Some(vec![(None, text(first)?)]),
        false => found.into_iter().map(|(players, value)| Some((Some(players), text(value)?))).collect(),
    };
    Some(Hint { place: expr.span, says: HintKind::Value(says?) })
}
