//! Type checking of queries, lists and aggregations.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::facts::{passed, shown};
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::foreign::Foreign;
use crate::hir::{Bearer, Comparison, Expr, ExprKind, Fold, ZoneDef};
use crate::ids::LocalId;
use crate::language::{ALL, Fixed, Function, LIST, ListOf, Noun, TypeWord};
use crate::resolve::Symbol;
use crate::types::{Base, Type};

impl Checker<'_> {
    /// Looks up a kind or card by name.
    pub(in crate::check) fn bearer(&mut self, noun: &ast::Ident) -> Option<Bearer> {
        if self.names.is_lost(&noun.name) {
            return None;
        }
        self.names.resolve(&noun.name, noun.span, bearer_of)
    }

    /// Reports a word that is not a kind, card, spot or other noun.
    pub(in crate::check) fn unknown_noun(&mut self, noun: &ast::Ident) {
        self.unknown_noun_in(noun, None);
    }

    fn unknown_noun_in(&mut self, noun: &ast::Ident, query: Option<&ast::Query>) {
        let known = self.names.globals_that(Symbol::is_type).chain(Noun::WORDS.iter().copied());
        let word = noun.name.as_str();
        let other = self.names.global(word);
        let message = match other {
            Some(symbol) => format!("`{word}` is {}, not a kind, card, spot or `player`", symbol.described()),
            None => format!("`{word}` is not a kind, card, spot or `player`"),
        };
        let problem = Diagnostic::new(Code::UnknownName, noun.span, message).suggest(word, known);
        let help = match other {
            Some(Symbol::Enum(_)) => Some(format!("compare with one of its words: `x == {word}.WORD`")),
            Some(Symbol::Option(_) | Symbol::EnumWord(..) | Symbol::SpotWord(..)) => {
                Some(format!("compare with `==`: `x == {word}`"))
            }
            Some(Symbol::Zone(_)) => Some(format!("write `card in {word}`, or `x is in {word}`")),
            _ if matches!(word, "up" | "down") => Some(format!("write `is face {word}`")),
            None if Foreign::BeforeNounHelp.find(word).is_some() => {
                Foreign::BeforeNounHelp.find(word).map(str::to_owned)
            }
            _ => query.and_then(|query| self.binder_first(query)),
        };
        self.not_found(match help {
            Some(help) => problem.help(help),
            None => problem,
        });
    }

    /// Suggests a correction for `p in player` and `i in 1..3`, where the noun is missing and must come
    /// first.
    fn binder_first(&self, query: &ast::Query) -> Option<String> {
        let binder = &query.noun.name;
        let source = query.source.as_ref()?;
        if let ast::ExprKind::Binary { op: ast::BinaryOp::Range, .. } = &source.kind {
            // `int n in 1..3`: the noun for numbers differs from their type
            let binder = match &query.binder {
                Some(name) if TypeWord::find(binder).is_some() => &name.name,
                Some(_) | None => binder,
            };
            return Some(format!("write `number {binder} in {}`", print::expr(source)));
        }
        let ast::ExprKind::Name(noun) = &source.kind else { return None };
        let noun = if Fixed::find(noun) == Some(Fixed::Players) { Noun::Player.name() } else { noun };
        self.is_noun(noun).then(|| format!("write `{noun} {binder}`"))
    }

    fn is_noun(&self, word: &str) -> bool {
        Noun::find(word).is_some() || self.names.global(word).is_some_and(Symbol::is_type)
    }

    /// Returns true if a single word is a query for all elements of a noun.
    pub(in crate::check) fn is_bare_noun(&self, scope: &mut Scope, word: &str) -> bool {
        scope.find(word).is_none() && !self.candidate_has(scope, word) && self.is_noun(word)
    }

    /// Checks an expression as a list: a query, a bare noun, a zone or a list.
    pub(in crate::check) fn list(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        if let ast::ExprKind::Name(word) = &ast.kind
            && (self.is_bare_noun(scope, word) || is_the_one_counted(scope, word))
        {
            return self.query(scope, &bare(word, ast.span));
        }
        let expr = self.present(scope, ast);
        self.as_list(expr)
    }

    pub(in crate::check) fn as_list(&mut self, expr: Expr) -> Expr {
        if expr.ty.is_list() || expr.ty.is_unknown() {
            return expr;
        }
        if expr.ty.base() == Base::Zone {
            let (ty, span) = (self.zone_cards_type(&expr).list(), expr.span);
            return make(ExprKind::ZoneCards(Box::new(expr)), ty, span);
        }
        let found = self.type_name(expr.ty);
        let message = format!("expected a list, zone or query, found {found}");
        let problem = Diagnostic::new(Code::TypeMismatch, expr.span, message);
        let problem = problem.label(format!("this is {found}"));
        let is_membership =
            matches!(expr.kind, ExprKind::IsIn(..) | ExprKind::Entry(..)) && expr.ty == Type::BOOL;
        self.report(match is_membership {
            true => problem.help("this is a condition already: leave out the function around it"),
            false => problem,
        });
        unknown(expr.span)
    }

    /// Checks a query as a list of candidates.
    pub(in crate::check) fn query(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        let source = self.source(scope, query);
        let list = self.filtered(scope, query, source);
        self.sorted(scope, query, list)
    }

    /// Checks a query that covers eliminated players even without `in`.
    pub(in crate::check) fn query_of_all(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        if query.source.is_some() || Noun::find(&query.noun.name) != Some(Noun::Player) {
            return self.query(scope, query);
        }
        let source = self.all_players(scope, query);
        let list = self.filtered(scope, query, source);
        self.sorted(scope, query, list)
    }

    /// Checks a query without a source of its own against the cards of a zone.
    pub(in crate::check) fn these(&mut self, scope: &mut Scope, query: &ast::Query, zone: Expr) -> Expr {
        let noun = query.noun.name.as_str();
        let bearer = match Noun::find(noun) {
            Some(Noun::Card) => None,
            Some(Noun::Player | Noun::Number) | None => match self.bearer(&query.noun) {
                None if self.is_noun(noun) => {
                    let message = format!("only cards can be moved, and `{noun}` is not a card");
                    self.report(Diagnostic::new(Code::TypeMismatch, query.noun.span, message));
                    return unknown(query.span);
                }
                None => {
                    self.unknown_noun_in(&query.noun, Some(query));
                    return unknown(query.span);
                }
                bearer => bearer,
            },
        };
        let list = self.as_list(zone);
        if list.ty.is_unknown() {
            return unknown(query.span);
        }
        let source = self.cards_among(scope, query, bearer, list);
        self.filtered(scope, query, source)
    }

    /// Applies `other` and `where` of a query.
    fn filtered(&mut self, scope: &mut Scope, query: &ast::Query, source: Expr) -> Expr {
        let element = source.ty.element();
        let local = scope.slots(1);
        let list = self.without_self(scope, query, source, local);
        let Some(filter) = &query.filter else { return list };
        let mark = scope.mark();
        let named = query.binder.as_ref();
        if let Some(binder) = named {
            self.check_local_name(scope, binder);
            scope.local(&binder.name, element, binder.span);
            if let Some(l) = scope.locals.last_mut() {
                l.id = local;
            }
        }
        scope.candidates.push((local, element));
        let test = self.condition(scope, filter);
        self.check_passed_over(query, &list, local, &test);
        self.check_literal(filter, &[true, false], "leave `where` out, or change its condition");
        scope.candidates.pop();
        self.check_tested(&Scope::default(), &test);
        scope.end(&mark);
        let (ty, span) = (list.ty, query.span);
        make(ExprKind::Filter { local, list: Box::new(list), test: Box::new(test) }, ty, span)
    }

    fn without_self(&mut self, scope: &mut Scope, query: &ast::Query, list: Expr, local: LocalId) -> Expr {
        if !query.other {
            return list;
        }
        let Some(this) = scope.find(Fixed::This.name()) else {
            self.report(
                Diagnostic::new(
                    Code::BadPlace,
                    query.span,
                    "`other` leaves out `self`, but there is no `self` here",
                )
                .help("write the test in full: `where it != …`"),
            );
            return list;
        };
        this.used = true;
        let (ty, span) = (list.ty, query.span);
        let this = make(ExprKind::Local(this.id), this.ty, span);
        let it = make(ExprKind::Local(local), ty.element(), span);
        let test = ExprKind::Compare(Comparison::Ne, Box::new(it), Box::new(this));
        let test = Box::new(make(test, Type::BOOL, span));
        make(ExprKind::Filter { local, list: Box::new(list), test }, ty, span)
    }

    fn source(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        let noun = query.noun.name.as_str();
        match Noun::find(noun) {
            _ if query.by_name => self.names_of(scope, query),
            Some(Noun::Player) => self.players(scope, query),
            Some(Noun::Number) => self.numbers(scope, query),
            Some(Noun::Card) => self.cards(scope, query, None),
            None => match self.names.global(noun) {
                None if noun == LIST => self.lists(scope, query),
                Some(Symbol::Spot(id)) => {
                    self.names.resolve(noun, query.noun.span, Some);
                    let ty = Type::new(Base::Spot(id));
                    let from = self.from(scope, query, ty);
                    match &query.source {
                        None => make(ExprKind::AllSpots(id, from.map(Box::new)), ty.list(), query.span),
                        Some(list) => self.listed(scope, list, ty, query, from.is_some()),
                    }
                }
                Some(Symbol::Enum(id)) => self.words(scope, query, id),
                Some(Symbol::Kind(_) | Symbol::Design(_)) if !self.names.is_lost(noun) => {
                    let bearer = self.bearer(&query.noun);
                    self.cards(scope, query, bearer)
                }
                _ if self.report_membership(scope, query) => unknown(query.span),
                _ => {
                    self.unknown_noun_in(&query.noun, Some(query));
                    unknown(query.span)
                }
            },
        }
    }

    /// Reports `WORD in LIST`, a test that is written with `is in`, and `k in SET`, which lacks a noun.
    fn report_membership(&mut self, scope: &mut Scope, query: &ast::Query) -> bool {
        let (noun, Some(source)) = (&query.noun, &query.source) else { return false };
        let (word, list) = (&noun.name, print::expr(source));
        let is_value = scope.find(word).is_some()
            || self.candidate_has(scope, word)
            || self.names.enums_with(word).is_some()
            || matches!(self.names.global(word), Some(Symbol::EnumWord(..)));
        if is_value {
            let problem =
                Diagnostic::new(Code::UnknownName, noun.span, format!("`{word}` is a value, not a noun"));
            let problem = problem.replace(noun.span, format!("{word} is"), Applicability::Maybe);
            self.report(problem.help(format!("to test for it write `{word} is in {list}`")));
            return true;
        }
        let told = self.take_problems();
        let of = self.list(scope, source).ty;
        self.take_problems();
        *self.problems = told;
        let (Base::Enum(id), true) = (of.base(), of.is_list() && query.binder.is_none()) else {
            return false;
        };
        let of = &self.out.enums[id.index()].name;
        let problem =
            Diagnostic::new(Code::UnknownName, noun.span, format!("`{word}` has no noun before it"));
        let problem = problem.replace(noun.span, format!("{of} {word}"), Applicability::Safe);
        self.report(problem.help(format!("write `{of} {word} in {list}`")));
        true
    }

    fn from(&mut self, scope: &mut Scope, query: &ast::Query, ty: Type) -> Option<Expr> {
        let from = query.from.as_deref()?;
        Some(self.expr_as(scope, from, ty, "the start"))
    }

    pub(in crate::check) fn no_from(&mut self, query: &ast::Query) {
        if let Some(from) = &query.from {
            self.report(
                Diagnostic::new(
                    Code::BadPlace,
                    from.span,
                    "`from` turns the circle of all players or all spots",
                )
                .help("use `in` to restrict a query to a zone or list"),
            );
        }
    }

    fn words(&mut self, scope: &mut Scope, query: &ast::Query, id: crate::ids::EnumId) -> Expr {
        self.no_from(query);
        self.names.resolve(&query.noun.name, query.noun.span, Some);
        let ty = Type::new(Base::Enum(id));
        match &query.source {
            Some(list) => self.listed(scope, list, ty, query, false),
            None => {
                let count = self.out.enums[id.index()].values.len() as i32;
                make(ExprKind::AllWords(count), ty.list(), query.span)
            }
        }
    }

    fn players(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        match &query.source {
            None => {
                let all = self.all_players(scope, query);
                self.still_in(scope, all)
            }
            Some(all) if self.is_all(scope, all) => self.all_players(scope, query),
            Some(list) => {
                let from = self.from(scope, query, Type::PLAYER);
                self.listed(scope, list, Type::PLAYER, query, from.is_some())
            }
        }
    }

    /// Returns all players, including eliminated ones, in the order of the query.
    fn all_players(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        let from = self.from(scope, query, Type::PLAYER);
        make(ExprKind::AllPlayers(from.map(Box::new)), Type::PLAYER.list(), query.span)
    }

    /// Returns true if a source of players is the word `all` of the language.
    fn is_all(&self, scope: &mut Scope, source: &ast::Expr) -> bool {
        matches!(&source.kind, ast::ExprKind::Name(word) if word == ALL) && self.is_nowhere(scope, source)
    }

    fn numbers(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        self.no_from(query);
        match &query.source {
            Some(list) => self.listed(scope, list, Type::INT, query, false),
            None => {
                self.report(
                    Diagnostic::new(Code::MissingKey, query.span, "a query for a number needs a range")
                        .help("write `number in 1..3`"),
                );
                unknown(query.span)
            }
        }
    }

    pub(in crate::check) fn listed(
        &mut self,
        scope: &mut Scope,
        list: &ast::Expr,
        wanted: Type,
        query: &ast::Query,
        from: bool,
    ) -> Expr {
        if from {
            self.no_from(query);
        }
        let list = self.list_as(scope, list, wanted.list());
        if !list.ty.is_unknown() && (list.ty.element() != wanted || list.ty.element().is_list()) {
            let (found, want) = (self.type_name(list.ty), self.type_name(wanted.list()));
            self.report(Diagnostic::new(
                Code::TypeMismatch,
                list.span,
                format!("{want} is wanted here, but this is {found}"),
            ));
            return unknown(query.span);
        }
        list
    }

    fn cards(&mut self, scope: &mut Scope, query: &ast::Query, bearer: Option<Bearer>) -> Expr {
        self.no_from(query);
        let Some(place) = &query.source else {
            return make(ExprKind::AllCards(bearer), of_bearer(bearer).list(), query.span);
        };
        let list = self.list(scope, place);
        if list.ty.is_unknown() {
            return unknown(query.span);
        }
        self.cards_among(scope, query, bearer, list)
    }

    /// Filters a list by kind or card.
    fn cards_among(
        &mut self,
        scope: &mut Scope,
        query: &ast::Query,
        bearer: Option<Bearer>,
        list: Expr,
    ) -> Expr {
        let wanted = of_bearer(bearer);
        let element = list.ty.element();
        let has_others = self.may_have_others(&list);
        if self.fits(element, wanted) && (wanted == Type::CARD || !has_others) {
            let ty = if wanted == Type::CARD { list.ty } else { wanted.list() };
            return Expr { ty, ..list };
        }
        if !self.fits(wanted, element) && !has_others {
            let (found, want) = (self.type_name(element), self.type_name(wanted));
            self.report(
                Diagnostic::new(
                    Code::TypeMismatch,
                    query.noun.span,
                    format!("there is never a {want} in a list of {found}"),
                )
                .other(list.span, format!("this holds {found}")),
            );
            return unknown(query.span);
        }
        let local = scope.slots(1);
        let span = query.span;
        let it = Box::new(make(ExprKind::Local(local), element, span));
        let test = match bearer {
            Some(Bearer::Kind(k)) => ExprKind::IsKind(k, it),
            Some(Bearer::Design(d)) => ExprKind::IsDesign(d, it),
            None => ExprKind::Const(1),
        };
        let test = Box::new(make(test, Type::BOOL, span));
        make(ExprKind::Filter { local, list: Box::new(list), test }, wanted.list(), span)
    }

    /// Returns true if a list may contain cards of other kinds. Cards above or below a card are typed like
    /// it, but the zone may hold further kinds.
    fn may_have_others(&self, list: &Expr) -> bool {
        if let ExprKind::Concat(one, other) = &list.kind {
            return self.may_have_others(one) || self.may_have_others(other);
        }
        if let ExprKind::Prefix(_, of) = &list.kind {
            return self.may_have_others(of);
        }
        let Base::Kind(kind) = list.ty.base() else { return false };
        let holds_others =
            |zone: &ZoneDef| zone.holds.contains(&kind) && zone.holds.iter().any(|other| *other != kind);
        matches!(list.kind, ExprKind::CardsBelow(_) | ExprKind::CardsAbove(_))
            && self.out.zones.iter().any(holds_others)
    }

    /// Checks an aggregation: `sum(body of query)`.
    pub(in crate::check) fn fold(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        body: &ast::Expr,
        over: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let Some(made) = ListOf::find(&name.name) {
            return self.list_of(scope, made, body, over, span);
        }
        let Some(fold) = Fold::find(&name.name) else {
            let known = Fold::ALL.iter().map(|f| f.name()).chain(ListOf::ALL.iter().map(|f| f.name()));
            let message = format!("`{}` does not take `of`", name.name);
            let problem = Diagnostic::new(Code::UnknownFunction, name.span, message);
            let meant = match Function::find(&name.name) {
                Some(Function::Max) => Some(Fold::Highest.name()),
                Some(Function::Min) => Some(Fold::Lowest.name()),
                _ => None,
            };
            self.report(match meant {
                Some(meant) => problem.instead(meant, Applicability::Maybe),
                None => problem.suggest(&name.name, known),
            });
            return unknown(span);
        };
        let list = self.list(scope, over);
        let binder = if let ast::ExprKind::Query(query) = &over.kind { query.binder.as_ref() } else { None };
        let (local, body) = self.of_each(scope, &list, binder, body);
        let counted = fold == Fold::Distinct && !body.ty.is_list();
        let body = if counted { body } else { self.number_body(body) };
        let ty = match fold {
            Fold::Sum => body.ty,
            Fold::Product => self.exact_product(&body),
            Fold::Highest | Fold::Lowest => body.ty.optional(),
            Fold::Distinct => Type::INT,
        };
        if list.ty.is_unknown() || body.ty.is_unknown() || ty.is_unknown() {
            return unknown(span);
        }
        make(ExprKind::Fold(fold, local, Box::new(body), Box::new(list)), ty, span)
    }

    /// Checks an expression over each element of a list. Returns the local of the element, and the
    /// expression.
    pub(in crate::check) fn of_each(
        &mut self,
        scope: &mut Scope,
        list: &Expr,
        binder: Option<&ast::Ident>,
        body: &ast::Expr,
    ) -> (LocalId, Expr) {
        let element = list.ty.element();
        let local = scope.slots(1);
        passed(scope, list, local);
        let mark = scope.mark();
        shown(scope, list, local);
        if let Some(binder) = binder {
            self.check_local_name(scope, binder);
            scope.local(&binder.name, element, binder.span);
            if let Some(l) = scope.locals.last_mut() {
                l.id = local;
            }
        }
        scope.candidates.push((local, element));
        let body = self.expr(scope, body);
        scope.candidates.pop();
        scope.end(&mark);
        (local, body)
    }

    /// Reports a product of decimals, which is not exact.
    fn exact_product(&mut self, body: &Expr) -> Type {
        if body.ty.base() == Base::Decimal {
            let found = self.type_name(body.ty);
            let message = format!("{found} and {found} can't be multiplied exactly");
            let problem = Diagnostic::new(Code::CantCompare, body.span, message);
            self.report(problem.help("`product` takes ints"));
            return Type::UNKNOWN;
        }
        body.ty
    }

    fn number_body(&mut self, body: Expr) -> Expr {
        if body.ty.is_unknown() {
            return body;
        }
        if !body.ty.is_number() {
            let found = self.type_name(body.ty);
            self.report(Diagnostic::new(
                Code::TypeMismatch,
                body.span,
                format!("expected a number before `of`, found {found}"),
            ));
            return unknown(body.span);
        }
        if body.ty.is_optional() { self.missing(body) } else { body }
    }
}

/// Returns the type of all cards, or those of a kind or design.
fn of_bearer(bearer: Option<Bearer>) -> Type {
    match bearer {
        Some(Bearer::Kind(k)) => Type::new(Base::Kind(k)),
        Some(Bearer::Design(d)) => Type::new(Base::Design(d)),
        None => Type::CARD,
    }
}

/// Returns the kind or card that a symbol denotes.
fn bearer_of(symbol: Symbol) -> Option<Bearer> {
    if let Symbol::Kind(id) = symbol {
        return Some(Bearer::Kind(id));
    }
    if let Symbol::Design(id) = symbol { Some(Bearer::Design(id)) } else { None }
}

/// Creates a query that consists of a noun.
pub(super) fn bare(word: &str, span: Span) -> ast::Query {
    let noun = ast::Ident { name: word.to_owned(), span };
    ast::Query::new(noun, span)
}

/// Returns true if a word is the `player` of a score. If a list is required, the word denotes all players
/// instead.
fn is_the_one_counted(scope: &mut Scope, word: &str) -> bool {
    let local = scope.find(word).filter(|local| local.ty == Type::PLAYER);
    local.is_some() && Noun::find(word) == Some(Noun::Player)
}
