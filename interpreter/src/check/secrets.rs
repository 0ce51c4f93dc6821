//! Hidden facts must not reach public texts.
//!
//! A message may name a card: each reader sees it as far as that reader knows it. A number, word or truth read from a
//! card (`card.value`) is the same for all readers, so it must not come from a card that not everybody sees. The same
//! holds for a card that is named: a fact or a variable `by name` tells all readers which card it is.

use std::rc::Rc;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::Checker;
use super::scope::Scope;
use crate::hir::{CardMember, Expr, ExprKind, Holder};
use crate::ids::VarId;
use crate::load::raw::Sees;

impl Checker<'_> {
    /// Reports an argument of a message that reveals a hidden card.
    pub(super) fn check_public(&mut self, scope: &mut Scope, arg: &Expr) {
        if !self.is_owners(arg)
            && let Some(span) = self.owners_within(arg)
        {
            self.report(
                Diagnostic::new(Code::HiddenFact, arg.span, "a public text would depend on what one player alone sees")
                    .label("everybody reads this")
                    .other(span, "its player alone sees this")
                    .help("pass the variable itself (only its player is told it); to tell all, give it a name with `let` first"),
            );
            return;
        }
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

    /// Reports a variable that all see and that would take what was chosen secretly.
    pub(super) fn check_kept(&mut self, scope: &mut Scope, var: VarId, value: &Expr) {
        let public = !self.out.vars[var.index()].owner_sees;
        if public && self.chooser_of(scope, value).is_some() {
            let name = self.out.vars[var.index()].name.clone();
            let help = match self.out.vars[var.index()].holder {
                Holder::Player => format!(
                    "let its player alone see it: `{name}: {{ is: …, sees: owner }}`; or leave `secretly` out"
                ),
                _ => "keep it in a variable of the player that `sees: owner`, or leave `secretly` out"
                    .to_owned(),
            };
            self.report(
                Diagnostic::new(
                    Code::HiddenFact,
                    value.span,
                    "a public variable would tell what was chosen secretly",
                )
                .label(format!("everybody sees `{name}`"))
                .help(help),
            );
        }
    }

    /// Where a variable that its player alone sees stands in an expression.
    fn owners_within(&self, expr: &Expr) -> Option<Span> {
        if self.is_owners(expr) {
            return Some(expr.span);
        }
        expr.children().into_iter().find_map(|child| self.owners_within(child))
    }

    /// Whether this is a variable that its player alone sees.
    fn is_owners(&self, value: &Expr) -> bool {
        matches!(value.kind, ExprKind::VarOf(var, _) if self.out.vars[var.index()].owner_sees)
    }

    /// Who has chosen secretly what an expression is computed from, if anybody has.
    pub(super) fn chooser_of(&self, scope: &mut Scope, expr: &Expr) -> Option<Rc<Expr>> {
        match &expr.kind {
            ExprKind::Local(id) => scope.by_id(*id).and_then(|local| local.secret.clone()),
            _ => expr.children().into_iter().find_map(|child| self.chooser_of(scope, child)),
        }
    }

    /// The same, if it can be told later too: nobody else may be meant by then.
    pub(super) fn secret_chooser(&self, scope: &mut Scope, expr: &Expr) -> Option<Expr> {
        let fixed = |who: &Expr| match &who.kind {
            ExprKind::Me | ExprKind::Local(_) => true,
            ExprKind::Card(CardMember::Owner, card) => matches!(card.kind, ExprKind::Local(_)),
            _ => false,
        };
        self.chooser_of(scope, expr).filter(|who| fixed(who)).map(|who| (*who).clone())
    }

    /// The card on which an expression depends, if it is hidden.
    fn hidden_source(&self, scope: &mut Scope, expr: &Expr) -> Option<Span> {
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
            ExprKind::ZoneCards(zone) | ExprKind::Top(zone) | ExprKind::Bottom(zone) => {
                self.zone_is_hidden(zone)
            }
            ExprKind::Filter { list, .. }
            | ExprKind::Prefix(_, list)
            | ExprKind::First(list)
            | ExprKind::Last(list) => self.comes_from_hidden(scope, list),
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

    /// A card that all saw is moved: which one was chosen is no secret any more.
    pub(super) fn moves_in_the_open(&self, scope: &mut Scope, cards: &Expr) {
        if let ExprKind::Local(id) = cards.kind
            && let Some(local) = scope.by_id(id)
        {
            local.secret = None;
        }
    }

    /// A card in a local was shown to everybody (or put where everybody sees it).
    pub(super) fn reveal_local(&self, scope: &mut Scope, cards: &Expr, public: bool) {
        if let (ExprKind::Local(id), true) = (&cards.kind, public)
            && let Some(local) = scope.by_id(*id)
        {
            local.hidden = false;
            local.secret = None;
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
