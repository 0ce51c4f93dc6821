//! Card names: values that identify a design, irrespective of the copy.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::hir::{Bearer, CardMember, Comparison, Expr, ExprKind};
use crate::ids::{DesignId, KindId};
use crate::language::{Member, Noun};
use crate::resolve::{HolderKey, MemberSymbol, Symbol, Use};
use crate::types::{Base, Type};

/// Counts of the cards of a kind, known before type checking.
#[derive(Debug, Clone, Copy)]
pub(in crate::check) struct Copies {
    /// Number of distinct names.
    pub names: i32,
    /// True if each name has a single card.
    pub alone: bool,
}

impl Checker<'_> {
    /// Returns the number of names of a kind, or of all kinds.
    pub(in crate::check) fn how_many_names(&self, of: Option<Bearer>) -> i32 {
        match of {
            Some(Bearer::Kind(kind)) => self.designs.copies[kind.index()].names,
            Some(Bearer::Design(_)) => 1,
            None => self.designs.copies.iter().map(|copies| copies.names).sum(),
        }
    }

    /// Returns true if each name of this kind has a single card.
    fn is_alone(&self, kind: Option<KindId>) -> bool {
        match kind {
            Some(kind) => self.designs.copies[kind.index()].alone,
            None => self.designs.copies.iter().all(|copies| copies.alone),
        }
    }

    pub(in crate::check) fn card_name(
        &mut self,
        word: &str,
        kind: Option<KindId>,
        span: Span,
    ) -> Option<Expr> {
        let Some(Symbol::Design(id)) = self.names.global(word) else { return None };
        let own = self.designs.kinds[id.index()];
        if self.names.is_lost(word) || kind.is_some() && kind != own {
            return None;
        }
        self.names.resolve(word, span, Some);
        Some(make(ExprKind::Const(id.index() as i32), Type::new(Base::Name(own)), span))
    }

    /// Checks `KIND by name`: the names of all cards of a kind, or those in a list.
    pub(in crate::check) fn names_of(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        let noun = &query.noun;
        let of = match Noun::find(&noun.name) {
            Some(Noun::Card) => Some(None),
            Some(Noun::Player | Noun::Number) => None,
            None => match self.bearer(noun) {
                Some(Bearer::Kind(kind)) => Some(Some(kind)),
                Some(Bearer::Design(_)) => None,
                None => {
                    self.unknown_noun(noun);
                    return unknown(query.span);
                }
            },
        };
        let Some(of) = of else {
            let problem = Diagnostic::new(
                Code::WrongShape,
                noun.span,
                "only a kind of cards can be followed by `by name`",
            );
            self.report(problem.help("leave `by name` out"));
            return unknown(query.span);
        };
        self.no_from(query);
        let ty = Type::new(Base::Name(of));
        match &query.source {
            Some(list) => self.listed(scope, list, ty, query, false),
            None => make(ExprKind::AllNames(of.map(Bearer::Kind)), ty.list(), query.span),
        }
    }

    /// Converts a card to its name, or a name to its only card, as required.
    pub(in crate::check) fn as_card_or_name(&mut self, expr: Expr, wanted: Type) -> Expr {
        if expr.ty.is_list() || wanted.is_list() {
            return expr;
        }
        match (expr.ty.base(), wanted.base()) {
            (base, Base::Name(_)) if base.is_card() => self.name_of(expr),
            (Base::Name(kind), base) if base.is_card() => self.only_card(expr, kind),
            _ => expr,
        }
    }

    /// Checks the test of a name: `named is king`.
    pub(super) fn is_named(&mut self, name: Expr, design: DesignId, negated: bool) -> Expr {
        let span = name.span;
        let name = if name.ty.is_optional() { self.missing(name) } else { name };
        let wanted = make(ExprKind::Const(design.index() as i32), name.ty, span);
        let op = if negated { Comparison::Ne } else { Comparison::Eq };
        make(ExprKind::Compare(op, Box::new(name), Box::new(wanted)), Type::BOOL, span)
    }

    /// Converts the card to a name if a card is compared with a name.
    pub(in crate::check) fn by_name(&mut self, l: Expr, r: Expr) -> (Expr, Expr) {
        let (left, right) = (l.ty, r.ty);
        let name = |ty: Type| ty.base().is_name();
        match (name(left), name(right)) {
            (true, false) => (l, self.as_card_or_name(r, left)),
            (false, true) => (self.as_card_or_name(l, right), r),
            _ => (l, r),
        }
    }

    pub(in crate::check) fn name_of(&self, card: Expr) -> Expr {
        let ty = Type::new(Base::Name(self.kind_of(card.ty.base()))).optional_if(card.ty.is_optional());
        let span = card.span;
        make(ExprKind::Card(CardMember::Name, Box::new(card)), ty, span)
    }

    fn only_card(&mut self, name: Expr, kind: Option<KindId>) -> Expr {
        let span = name.span;
        if !self.is_alone(kind) {
            self.lies_nowhere(kind, span);
            return unknown(span);
        }
        let ty = Type::new(kind.map_or(Base::Card, Base::Kind)).optional_if(name.ty.is_optional());
        make(ExprKind::Only(Box::new(name)), ty, span)
    }

    fn lies_nowhere(&mut self, kind: Option<KindId>, span: Span) {
        let noun = self.type_name(Type::new(kind.map_or(Base::Card, Base::Kind)));
        let problem = Diagnostic::new(
            Code::TypeMismatch,
            span,
            "a name has no zone, because several cards can have it",
        );
        self.report(problem.help(format!("look for one: `first({noun} where name == …)`")));
    }

    pub(in crate::check) fn name_has(&self, kind: Option<KindId>, word: &str) -> bool {
        let printed = matches!(self.member_symbol(Base::Name(kind), word), Some(MemberSymbol::Field(_)));
        let card = kind.map_or(Base::Card, Base::Kind);
        printed || word == Member::Name.name() || self.is_alone(kind) && self.has_member(card, word)
    }

    /// Checks a member of a name: a printed field of all its cards, or a member of its only card.
    pub(in crate::check) fn member_of_name(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        name: &ast::Ident,
        span: Span,
    ) -> Expr {
        let Base::Name(kind) = base.ty.base() else { return unknown(span) };
        let holder = kind.map(HolderKey::Kind);
        if let Some(MemberSymbol::Field(id)) = holder.and_then(|holder| self.names.member(holder, &name.name))
        {
            self.names.resolve_member(
                &holder.into_iter().collect::<Vec<_>>(),
                &name.name,
                (name.span, Use::Reads),
            );
            return make(ExprKind::Field(id, Box::new(base)), self.out.fields[id.index()].whole(), span);
        }
        if name.name == Member::Name.name() {
            return base;
        }
        let card = kind.map_or(Base::Card, Base::Kind);
        if !self.has_member(card, &name.name) {
            self.no_member(&base, name);
            return unknown(span);
        }
        let card = self.only_card(Expr { span: name.span, ..base }, kind);
        self.member(scope, card, name, span)
    }
}
