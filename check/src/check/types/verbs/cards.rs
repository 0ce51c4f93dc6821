//! Verbs that move, turn, swap and show cards: their operands, and the destination's kinds.

use ludex_grammar::ast::{self, ClauseKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::clauses::Clauses;
use crate::check::Checker;
use crate::check::flow::facts::zone_of;
use crate::check::types::expr::{make, unknown};
use crate::check::types::query::bare;
use crate::check::types::scope::Scope;
use crate::hir::{Act, Bearer, Expr, ExprKind, Place, ZoneDef};
use crate::ids::KindId;
use crate::language::{Fixed, Member};
use crate::model::Sees;
use crate::resolve::Symbol;
use crate::types::{Base, Type};

impl Checker<'_> {
    /// Checks a card, a list of cards, or a zone as its cards.
    pub(super) fn cards_operand(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let bare_noun = matches!(&ast.kind, ast::ExprKind::Name(word) if self.is_bare_noun(scope, word));
        let expr = match bare_noun || matches!(ast.kind, ast::ExprKind::Query(_)) {
            true => self.list(scope, ast),
            false => {
                let expr = self.present(scope, ast);
                self.as_card_or_name(expr, Type::CARD)
            }
        };
        let expr = if expr.ty.base() == Base::Zone && !expr.ty.is_list() { self.as_list(expr) } else { expr };
        if let ExprKind::Top(zone) | ExprKind::Bottom(zone) = &expr.kind {
            self.check_first_of(zone);
        }
        if !expr.ty.element().is_card() && !expr.ty.is_unknown() {
            let found = self.type_name(expr.ty);
            self.report(
                Diagnostic::new(
                    Code::TypeMismatch,
                    expr.span,
                    format!("expected a card, zone or list of cards, found {found}"),
                )
                .label(format!("this is {found}")),
            );
            return unknown(expr.span);
        }
        expr
    }

    /// Checks the players who see cards. A query without `in` covers eliminated players, too.
    pub(super) fn audience(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        if let ast::ExprKind::Query(query) = &ast.kind {
            return self.query_of_all(scope, query);
        }
        if let ast::ExprKind::Name(word) = &ast.kind
            && self.is_bare_noun(scope, word)
        {
            return self.query_of_all(scope, &bare(word, ast.span));
        }
        self.players_operand(scope, ast, "the players who see the cards")
    }

    pub(in crate::check::types) fn players_operand(
        &mut self,
        scope: &mut Scope,
        ast: &ast::Expr,
        what: &str,
    ) -> Expr {
        let bare_noun = matches!(&ast.kind, ast::ExprKind::Name(word) if self.is_bare_noun(scope, word));
        if bare_noun || matches!(ast.kind, ast::ExprKind::Query(_)) {
            return self.list(scope, ast);
        }
        let expr = self.present(scope, ast);
        let wanted = if expr.ty.is_list() { Type::PLAYER.list() } else { Type::PLAYER };
        self.coerce(expr, wanted, what)
    }

    /// Reports `n coin from pile`, where the name of a number is parsed as a noun.
    fn is_bare_count(&mut self, scope: &mut Scope, what: &ast::Expr) -> bool {
        let ast::ExprKind::Query(query) = &what.kind else { return false };
        query.from.is_some() && self.is_bare_number(scope, query)
    }

    /// Reports the name of a number that is parsed as a noun, because another noun follows: `me chooses size
    /// card in …`.
    pub(in crate::check) fn is_bare_number(&mut self, scope: &mut Scope, query: &ast::Query) -> bool {
        let Some(of) = &query.binder else { return false };
        let n = &query.noun.name;
        let is_global = |symbol| match symbol {
            Symbol::Var(id) => self.out.vars[id.index()].ty == Type::INT,
            Symbol::Option(id) => self.out.options[id.index()].ty == Type::INT,
            Symbol::Function(_) => true,
            Symbol::Enum(_)
            | Symbol::EnumWord(..)
            | Symbol::SpotWord(..)
            | Symbol::Kind(_)
            | Symbol::Design(_)
            | Symbol::Spot(_)
            | Symbol::Zone(_)
            | Symbol::Table(_)
            | Symbol::Phase(_) => false,
        };
        let global = || self.names.global(n).is_some_and(is_global);
        let is_number = scope.find(n).map(|local| local.ty == Type::INT).unwrap_or_else(global);
        if is_number {
            let message = format!("`{n}` is read as a noun here, not as a number");
            let problem = Diagnostic::new(Code::BadClause, query.noun.span, message);
            let written = format!("({n})");
            let problem = problem.instead(&written, Applicability::Safe);
            self.report(problem.help(format!("write `({n}) {} …`", of.name)));
        }
        is_number
    }

    /// Checks `7 coin where … from pile`: up to that number of cards, in the order of the zone.
    fn so_many(
        &mut self,
        scope: &mut Scope,
        count: &ast::Expr,
        query: &ast::Query,
        from: &ast::Expr,
    ) -> Expr {
        let n = self.expr_as(scope, count, Type::INT, "the number of cards");
        self.check_count(&n, "the number of cards");
        self.check_times(&n);
        let zone = self.expr_as(scope, from, Type::ZONE, "the source of the cards");
        let copies = matches!(self.bearer(&query.noun), Some(Bearer::Design(_))) || is_by_name(query);
        if !copies {
            let cards = ast::Query { source: Some(Box::new(from.clone())), ..query.clone() };
            let cards = print::query(&cards);
            self.check_order(&zone, "the first in the order of the card list would always be moved", &format!("for any card write `let x = chance chooses {cards}` and move it; for cards that a player chooses, `let x = me chooses … {cards} as …`"));
        }
        let list = self.these(scope, query, zone);
        let (ty, span) = (list.ty, count.span.to(from.span));
        make(ExprKind::Prefix(Box::new(n), Box::new(list)), ty, span)
    }

    /// Warns of taking the first cards of a zone without order. The card list would decide them, which is
    /// never intended.
    fn check_order(&mut self, from: &Expr, label: &str, help: &str) {
        if let Some(zone) = self.zone_def(from).filter(|zone| !zone.ordered) {
            let message = format!("`{}` has no order", zone.name);
            self.report(Diagnostic::new(Code::DrawWithoutOrder, from.span, message).label(label).help(help));
        }
    }

    /// Warns of reading the first cards of a zone without order, unless the zone holds a single card.
    pub(in crate::check) fn check_first_of(&mut self, zone: &Expr) {
        let single = self.zone_def(zone).is_some_and(|zone| zone.max == Some(1));
        if !single {
            let label = "the first in the order of the card list would always be taken";
            let help = "make the zone `ordered: true`, or select a card: `first(card in ZONE sorted by …)`";
            self.check_order(zone, label, help);
        }
    }

    pub(super) fn draw(
        &mut self,
        scope: &mut Scope,
        count: &ast::Expr,
        clauses: &Clauses<'_>,
    ) -> Option<Act> {
        let count = self.expr_as(scope, count, Type::INT, "the number of cards to draw");
        let from = self.expr_as(scope, clauses.from?, Type::ZONE, "the source of the cards");
        let to = self.expr_as(scope, clauses.to?, Type::ZONE, "the destination of the cards");
        self.check_count(&count, "the number of cards");
        self.check_times(&count);
        self.check_contents(&from, &to);
        let written = clauses.from.map(print::expr).unwrap_or_default();
        self.check_order(&from, "the first in the order of the card list would always be drawn", &format!("for any card write `let x = chance chooses card in {written}` and move it, or make the zone `ordered: true` and shuffle it"));
        Some(Act::Draw { count, from, to })
    }

    pub(super) fn move_cards(
        &mut self,
        scope: &mut Scope,
        what: &ast::Expr,
        clauses: &Clauses<'_>,
    ) -> Option<Act> {
        let cards = match clauses.these {
            Some(query) => self.so_many(scope, what, query, clauses.from?),
            None if self.is_bare_count(scope, what) => return None,
            None => self.cards_operand(scope, what),
        };
        let to = self.expr_as(scope, clauses.to?, Type::ZONE, "the destination of the cards");
        let place = match clauses.place {
            Some(ClauseKind::AtTop) => Place::Top,
            Some(ClauseKind::Above(card)) => {
                Place::Above(self.expr_as(scope, card, Type::CARD, "the neighbour"))
            }
            Some(ClauseKind::Below(card)) => {
                Place::Below(self.expr_as(scope, card, Type::CARD, "the neighbour"))
            }
            Some(ClauseKind::AtPlace { number, unseen }) => {
                let number = self.expr_as(scope, number, Type::INT, "the number of the place");
                self.check_nth(&number, "place", None);
                if *unseen { Place::NthUnseen(number, None) } else { Place::Nth(number) }
            }
            _ => Place::Bottom,
        };
        let among = clauses.among.map(|among| {
            let cards = self.list(scope, among);
            self.coerce(cards, Type::CARD.list(), "the cards that could have been moved")
        });
        self.check_holds(&cards, &to);
        if let (ExprKind::ZoneCards(from), None, None) = (&cards.kind, clauses.place, clauses.face_up) {
            self.check_same_place(from, &to, "moved to");
        }
        Some(Act::Move { cards, to, place, face: clauses.face_up, among })
    }

    /// Returns the declaration of the zone that an expression names, unless some kinds in its `holds` are
    /// unknown.
    fn zone_def(&self, zone: &Expr) -> Option<&ZoneDef> {
        let id = zone.named_zone()?.id.index();
        let (zone, written) = (&self.out.zones[id], &self.raw.zones[id].holds);
        (zone.holds.len() == written.len() && !written.is_empty()).then_some(zone)
    }

    /// Reports cards whose kind the destination does not hold. The kinds of a zone's cards are those that the
    /// zone holds.
    fn check_holds(&mut self, cards: &Expr, to: &Expr) {
        if let Some(kind) = self.kind_of(cards.ty.base()) {
            self.check_kinds(&[kind], cards.span, to);
        } else if let Some(zone) = cards_of_zone(cards) {
            self.check_contents(zone, to);
        }
    }

    /// Reports moves between zones without a common kind.
    fn check_contents(&mut self, from: &Expr, to: &Expr) {
        let Some(kinds) = self.zone_def(from).map(|zone| zone.holds.clone()) else { return };
        self.check_kinds(&kinds, from.span, to);
    }

    /// Reports cards of some kinds if the zone holds none of them.
    fn check_kinds(&mut self, kinds: &[KindId], span: Span, to: &Expr) {
        let Some(zone) = self.zone_def(to) else { return };
        if kinds.is_empty() || kinds.iter().any(|kind| zone.holds.contains(kind)) {
            return;
        }
        let names: Vec<&str> = kinds.iter().map(|k| self.raw.kinds[k.index()].name.value.as_str()).collect();
        let message = format!("the zone `{}` does not hold {}", zone.name, names.join(" or "));
        let label = format!("`{}`", zone.name);
        self.report(Diagnostic::new(Code::TypeMismatch, span, message).other(to.span, label));
    }

    /// Reports swapped cards if the zone of one does not hold the kind of the other, as far as known.
    fn check_swapped(&mut self, a: &Expr, b: &Expr) {
        for (card, other) in [(a, b), (b, a)] {
            let kind = self.kind_of(card.ty.base()).into_iter().collect::<Vec<_>>();
            if let ExprKind::Top(zone) | ExprKind::Bottom(zone) = &other.kind {
                self.check_kinds(&kind, card.span, zone);
            }
        }
        if let (Some(one), Some(two)) = (self.kind_of(a.ty.base()), self.kind_of(b.ty.base())) {
            let held = |zone: &ZoneDef| zone.holds.contains(&one) && zone.holds.contains(&two);
            if !self.out.zones.iter().any(held) && one != two {
                let [one, two] = [one, two].map(|k| self.raw.kinds[k.index()].name.value.clone());
                let message = format!("no zone holds both {one} and {two}");
                self.report(
                    Diagnostic::new(Code::TypeMismatch, b.span, message).other(a.span, "the other card"),
                );
            }
        }
    }

    pub(super) fn swap(&mut self, scope: &mut Scope, what: &ast::Expr, with: &ast::Expr) -> Act {
        let a = self.present(scope, what);
        if a.ty.base() == Base::Zone {
            let b = self.expr_as(scope, with, Type::ZONE, "the other zone");
            self.check_same_place(&a, &b, "swapped with");
            self.check_contents(&a, &b);
            self.check_contents(&b, &a);
            return Act::SwapZones { zone: a, with: b };
        }
        let a = self.coerce(a, Type::CARD, "what is swapped");
        let b = self.expr_as(scope, with, Type::CARD, "the other card");
        self.check_same_place(&a, &b, "swapped with");
        self.check_swapped(&a, &b);
        self.check_faces(scope, &a, &b);
        self.check_faces(scope, &b, &a);
        Act::SwapCards { card: a, with: b }
    }
}

impl Checker<'_> {
    /// Warns of swaps that may put a hidden card into the position of a face-up card.
    fn check_faces(&mut self, scope: &Scope, hidden: &Expr, open: &Expr) {
        let sees = |card: &Expr| {
            let zone = zone_of(scope, card)?;
            self.zone_def(zone).map(|zone| zone.sees)
        };
        let is_hidden = matches!(sees(hidden), Some(Sees::Owner | Sees::Others | Sees::Nobody));
        if !is_hidden || sees(open) != Some(Sees::ByFace) {
            return;
        }
        let up = make(ExprKind::FaceUp(Box::new(open.clone())), Type::BOOL, open.span);
        let down = make(ExprKind::Not(Box::new(up)), Type::BOOL, open.span);
        let me = make(ExprKind::Me, Type::PLAYER, open.span);
        let facts: Vec<_> = scope.filters.iter().chain(&scope.facts).cloned().collect();
        if self.one_holds(&facts, &[&down], &me) {
            return;
        }
        let message = "each card takes the place of the other with its face, and this one may be face up";
        let problem = Diagnostic::new(Code::SwappedFaceUp, open.span, message);
        let problem =
            problem.other(hidden.span, "the exchange would show this card, which some players can't see");
        self.report(problem.help("turn it face down before, or test `is face down`"));
    }
}

/// Returns the zone whose cards, or first cards, are in the list.
fn cards_of_zone(list: &Expr) -> Option<&Expr> {
    if let ExprKind::Prefix(_, list) = &list.kind {
        return cards_of_zone(list);
    }
    if let ExprKind::ZoneCards(zone) = &list.kind { Some(zone) } else { None }
}

/// Returns true if a query filters by name, so that its cards are interchangeable.
fn is_by_name(query: &ast::Query) -> bool {
    fn has(test: &ast::Expr, it: &str) -> bool {
        let ast::ExprKind::Binary { op, left, right } = &test.kind else { return false };
        let is_name = |side: &ast::Expr| {
            if let ast::ExprKind::Field { base, name, .. } = &side.kind {
                let of_it = matches!(&base.kind, ast::ExprKind::Name(of) if of == it);
                return of_it && name.name == Member::Name.name();
            }
            matches!(&side.kind, ast::ExprKind::Name(word) if word == Member::Name.name())
        };
        *op == ast::BinaryOp::And && (has(left, it) || has(right, it))
            || *op == ast::BinaryOp::Eq && (is_name(left) || is_name(right))
    }
    let it = query.binder.as_ref().map_or(Fixed::It.name(), |binder| binder.name.as_str());
    query.filter.as_ref().is_some_and(|test| has(test, it))
}
