//! Hidden facts must not reach public texts.
//!
//! A message may name a card: each reader sees it as far as that reader knows it. A number, word or truth read from a
//! card (`card.value`) is the same for all readers, so it must not come from a card that not everybody sees. The same
//! holds for a card that is named: a fact or a variable `by name` tells all readers which card it is.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::Checker;
use super::scope::Scope;
use crate::hir::{Expr, ExprKind};
use crate::load::raw::Sees;

impl Checker<'_> {
    /// Reports an argument of a message that reveals a hidden card.
    pub(super) fn check_public(&mut self, scope: &mut Scope, arg: &Expr) {
        if arg.ty.is_card() {
            return;
        }
        if let Some(card) = self.hidden_source(scope, arg) {
            self.report(
                Diagnostic::new(Code::HiddenFact, arg.span, "a public text would depend on a hidden card")
                    .label("everybody reads this")
                    .other(card, "not everybody sees this card")
                    .help("pass the card itself (each reader sees it as far as allowed), or turn it up or show it first"),
            );
        }
    }

    /// Reports a card that is named to everybody but not seen by everybody.
    pub(super) fn check_named(&mut self, scope: &mut Scope, card: &Expr) {
        if card.ty.is_card() && self.comes_from_hidden(scope, card) {
            self.report(
                Diagnostic::new(Code::HiddenFact, card.span, "a hidden card would be named to everybody")
                    .label("not everybody sees this card")
                    .help("turn it up or show it first, or leave out `by name`"),
            );
        }
    }

    /// The card on which an expression depends, if it is hidden.
    fn hidden_source(&self, scope: &mut Scope, expr: &Expr) -> Option<ludex_grammar::span::Span> {
        match &expr.kind {
            ExprKind::Field(_, card) | ExprKind::Property(_, card) | ExprKind::IsDesign(_, card) => {
                if self.comes_from_hidden(scope, card) {
                    return Some(card.span);
                }
                self.hidden_source(scope, card)
            }
            ExprKind::Fold(_, _, body, list) => {
                let reads = reads_card(body);
                if reads && self.comes_from_hidden(scope, list) {
                    return Some(list.span);
                }
                self.hidden_source(scope, body)
            }
            ExprKind::Count(list) | ExprKind::Any(list) => match &list.kind {
                ExprKind::Filter { list: inner, test, .. }
                    if reads_card(test) && self.comes_from_hidden(scope, inner) =>
                {
                    Some(inner.span)
                }
                _ => None,
            },
            ExprKind::Arith(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Default(a, b) => {
                self.hidden_source(scope, a).or_else(|| self.hidden_source(scope, b))
            }
            ExprKind::If(c, a, b) => {
                let first = self.hidden_source(scope, c).or_else(|| self.hidden_source(scope, a));
                first.or_else(|| self.hidden_source(scope, b))
            }
            ExprKind::Neg(a) | ExprKind::Not(a) | ExprKind::Scale(a) | ExprKind::Exists(a) => {
                self.hidden_source(scope, a)
            }
            ExprKind::Chain(_, base, _) => self.comes_from_hidden(scope, base).then_some(base.span),
            _ => None,
        }
    }

    /// Whether a card or list of cards certainly comes from where not everybody sees it.
    pub(super) fn comes_from_hidden(&self, scope: &mut Scope, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(id) => scope.by_id(*id).is_some_and(|l| l.hidden),
            ExprKind::ZoneCards(zone)
            | ExprKind::TopCards(_, zone)
            | ExprKind::Top(zone)
            | ExprKind::Bottom(zone) => self.zone_is_hidden(zone),
            ExprKind::Filter { list, .. } | ExprKind::First(list) | ExprKind::Last(list) => {
                self.comes_from_hidden(scope, list)
            }
            ExprKind::Concat(a, b) => self.comes_from_hidden(scope, a) || self.comes_from_hidden(scope, b),
            _ => false,
        }
    }

    fn zone_is_hidden(&self, zone: &Expr) -> bool {
        match &zone.kind {
            ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _) => {
                matches!(self.out.zones[id.index()].sees, Sees::Owner | Sees::Nobody)
            }
            _ => false,
        }
    }

    /// Whether everybody sees what is put into a zone.
    pub(super) fn zone_is_public(&self, zone: &Expr) -> bool {
        match &zone.kind {
            ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _) => self.out.zones[id.index()].sees == Sees::All,
            _ => false,
        }
    }

    /// A card in a local was shown to everybody (or put where everybody sees it).
    pub(super) fn reveal_local(&self, scope: &mut Scope, cards: &Expr, public: bool) {
        if let (ExprKind::Local(id), true) = (&cards.kind, public)
            && let Some(local) = scope.by_id(*id)
        {
            local.hidden = false;
        }
    }
}

/// Whether an expression reads a fact of a card.
fn reads_card(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Field(..) | ExprKind::Property(..) | ExprKind::IsDesign(..) => true,
        ExprKind::Arith(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Default(a, b) => reads_card(a) || reads_card(b),
        ExprKind::Neg(a) | ExprKind::Not(a) | ExprKind::Scale(a) | ExprKind::Exists(a) => reads_card(a),
        ExprKind::If(c, a, b) => reads_card(c) || reads_card(a) || reads_card(b),
        _ => false,
    }
}
