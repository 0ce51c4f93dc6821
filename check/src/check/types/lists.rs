//! Type checking of lists as values: their elements, and operations on whole lists.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::hir::{Comparison, Expr, ExprKind, Holder, ListOperation};
use crate::ids::ZoneId;
use crate::language::{ALL, LIST, ListOf};
use crate::resolve::{Target, Use};
use crate::types::{Base, Type};

impl Checker<'_> {
    /// Checks an expression that must be a list of this type. Elements in brackets are checked against its
    /// element type.
    pub(in crate::check) fn list_as(&mut self, scope: &mut Scope, ast: &ast::Expr, wanted: Type) -> Expr {
        let ast::ExprKind::List(items) = &ast.kind else { return self.list(scope, ast) };
        let element = wanted.element();
        let items = items.iter().map(|item| self.expr_as(scope, item, element, "an element")).collect();
        make(ExprKind::Items(items), wanted.present(), ast.span)
    }

    /// Checks a bracketed list: `[a, b]`.
    pub(in crate::check) fn items(&mut self, scope: &mut Scope, items: &[ast::Expr], span: Span) -> Expr {
        let Some((first, rest)) = items.split_first() else {
            self.unknown_empty(span);
            return unknown(span);
        };
        let first = self.element(scope, first);
        let mut ty = first.ty;
        let mut typed = vec![first];
        for item in rest {
            let item = self.word_as(scope, item, ty.base()).unwrap_or_else(|| self.element(scope, item));
            match self.join(ty, item.ty) {
                Some(joined) => ty = joined,
                None => {
                    self.cant_combine("elements of one list", ty, item.ty, item.span);
                    ty = Type::UNKNOWN;
                }
            }
            typed.push(item);
        }
        if ty.is_unknown() {
            return unknown(span);
        }
        let typed = typed.into_iter().map(|item| self.coerce(item, ty, "an element")).collect();
        match ty.checked_list() {
            Some(list) => make(ExprKind::Items(typed), list, span),
            None => self.too_deep(span),
        }
    }

    /// Reports `[]` where the element type can't be inferred.
    pub(in crate::check) fn unknown_empty(&mut self, span: Span) {
        let help = "use `[]` where the type is known: as an argument, next to `+`, `==` or `default`, or in a function with `gives: list of TYPE`";
        self.report(
            Diagnostic::new(Code::TypeMismatch, span, "the element type of this list is unknown").help(help),
        );
    }

    /// Checks an element of a bracketed list: a present value or a list.
    fn element(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let expr = self.present(scope, ast);
        if expr.ty.base() == Base::Zone && !expr.ty.is_list() { self.as_list(expr) } else { expr }
    }

    fn too_deep(&mut self, span: Span) -> Expr {
        self.report(Diagnostic::new(Code::WrongShape, span, "these lists are nested too deep"));
        unknown(span)
    }

    /// Checks `list s in LL`: the noun for lists of lists.
    pub(in crate::check) fn lists(&mut self, scope: &mut Scope, query: &ast::Query) -> Expr {
        let Some(place) = &query.source else {
            self.report(
                Diagnostic::new(Code::MissingKey, query.span, "a query for lists needs a list of lists")
                    .help(format!("write `{LIST} s in subsets(…)`, or another list of lists")),
            );
            return unknown(query.span);
        };
        let list = self.list(scope, place);
        if list.ty.is_unknown() || list.ty.element().is_list() {
            return list;
        }
        let found = self.type_name(list.ty);
        let message = format!("expected a list of lists, found {found}");
        self.report(
            Diagnostic::new(Code::TypeMismatch, list.span, message).label(format!("this is {found}")),
        );
        unknown(query.span)
    }

    /// Checks `QUERY sorted by E`. A bracketed list contains several keys: the sort is stable, so later keys
    /// are applied first.
    pub(in crate::check) fn sorted(&mut self, scope: &mut Scope, query: &ast::Query, list: Expr) -> Expr {
        let Some(key) = &query.sorted else { return list };
        let listed = if let ast::ExprKind::List(keys) = &key.kind { keys.as_slice() } else { &[] };
        let keys = if listed.is_empty() { std::slice::from_ref(&**key) } else { listed };
        let mut typed: Vec<_> = keys
            .iter()
            .map(|key| {
                let (local, body) = self.of_each(scope, &list, query.binder.as_ref(), key);
                (local, self.key(body, "the sort key", key))
            })
            .collect();
        let mut sorted = list;
        while let Some((local, body)) = typed.pop() {
            let (ty, span) = (sorted.ty, query.span);
            sorted =
                make(ExprKind::By(ListOperation::Sorted, local, Box::new(body), Box::new(sorted)), ty, span);
        }
        sorted
    }

    /// Checks a sort or group key: one value with an order.
    fn key(&mut self, key: Expr, what: &str, written: &ast::Expr) -> Expr {
        let key = self.there(key, what, written);
        if key.ty.is_unknown() || key.ty.is_list() || matches!(key.ty.base(), Base::Zone) {
            if !key.ty.is_unknown() {
                let found = self.type_name(key.ty);
                let message = format!("{what} must be one value, but this is {found}");
                self.report(Diagnostic::new(Code::TypeMismatch, key.span, message));
            }
            return unknown(key.span);
        }
        key
    }

    /// Reports a value that may be missing for some element.
    fn there(&mut self, expr: Expr, what: &str, written: &ast::Expr) -> Expr {
        if !expr.ty.is_optional() || expr.ty.is_unknown() {
            return expr;
        }
        let name = self.type_name(expr.ty);
        let problem = Diagnostic::new(Code::MissingValue, expr.span, format!("{what} may be missing"));
        let help = format!("leave out those without it: `where {} exists`", print::expr(written));
        self.report(problem.label(format!("this is {name}")).help(help));
        Expr { ty: expr.ty.present(), ..expr }
    }

    /// Checks `list(E of Q)` and `groups(E of Q)`.
    pub(in crate::check) fn list_of(
        &mut self,
        scope: &mut Scope,
        made: ListOf,
        body: &ast::Expr,
        over: &ast::Expr,
        span: Span,
    ) -> Expr {
        let list = self.list(scope, over);
        let binder = if let ast::ExprKind::Query(query) = &over.kind { query.binder.as_ref() } else { None };
        let (local, value) = self.of_each(scope, &list, binder, body);
        let (by, body, ty) = match made {
            ListOf::Values => {
                let body = self.there(value, "an element of a list", body);
                let body = if body.ty.base() == Base::Zone { self.as_list(body) } else { body };
                let ty = body.ty.checked_list();
                (ListOperation::Values, body, ty)
            }
            ListOf::Groups => {
                (ListOperation::Groups, self.key(value, "the group key", body), list.ty.checked_list())
            }
        };
        if list.ty.is_unknown() || body.ty.is_unknown() {
            return unknown(span);
        }
        match ty {
            Some(ty) => make(ExprKind::By(by, local, Box::new(body), Box::new(list)), ty, span),
            None => self.too_deep(span),
        }
    }

    /// Checks the subsets of a list: `subsets(L)`, `subsets(L, 3)`, `subsets(L, 2..3)`.
    pub(in crate::check) fn subsets(
        &mut self,
        list: Expr,
        sizes: Option<(Expr, Option<Expr>)>,
        span: Span,
    ) -> Expr {
        let (least, most) = sizes.map_or((None, None), |(least, most)| (Some(least), most));
        match list.ty.checked_list() {
            _ if list.ty.is_unknown() => unknown(span),
            Some(ty) => {
                let [least, most] = [least, most].map(|size| size.map(Box::new));
                make(ExprKind::Subsets(Box::new(list), least, most), ty, span)
            }
            None => self.too_deep(span),
        }
    }

    /// Checks the difference of two lists: `a - b`.
    pub(in crate::check) fn without(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        if left.ty.is_unknown() || right.ty.is_unknown() {
            return unknown(span);
        }
        if left.ty.element().is_list() || self.join(left.ty, right.ty).is_none() {
            self.cant_combine("subtracted", left.ty, right.ty, span);
            return unknown(span);
        }
        let ty = left.ty;
        make(ExprKind::Without(Box::new(left), Box::new(right)), ty, span)
    }

    /// Checks `L[n]` and `zone[n]`: an element by its index. Returns `None` if the base is not a list.
    pub(in crate::check) fn nth(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        key: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let is_zone = base.ty.base() == Base::Zone && !base.ty.is_list();
        if !is_zone && !base.ty.is_list() {
            return None;
        }
        let base = if base.ty.is_optional() { self.missing(base) } else { base };
        if let (Some(zone), true) = (base.named_zone(), is_zone)
            && !self.out.zones[zone.id.index()].ordered
        {
            let name = &self.out.zones[zone.id.index()].name;
            let message = format!("`{name}` has no order, so its cards have no numbers");
            self.report(Diagnostic::new(Code::TypeMismatch, base.span, message).help(format!(
                "select a card with a query such as `first(card in {name} where …)`, or make the zone `ordered: true`"
            )));
            return Some(unknown(span));
        }
        let n = self.expr_as(scope, key, Type::INT, "the number of an element");
        self.check_nth(&n, "element", None);
        let list = self.as_list(base);
        let ty = list.ty.element().optional();
        Some(make(ExprKind::Nth(Box::new(list), Box::new(n)), ty, span))
    }

    /// Checks `all.ZONE`: the combined zones of that name. Returns `None` if `all` has another meaning.
    pub(in crate::check) fn all_in(
        &mut self,
        scope: &mut Scope,
        word: &str,
        name: &ast::Ident,
        span: Span,
    ) -> Option<Expr> {
        let elsewhere = scope.find(word).is_some()
            || self.candidate_has(scope, word)
            || self.names.global(word).is_some();
        if word != ALL || elsewhere {
            return None;
        }
        self.note_all(name.span);
        let zones: Vec<ZoneId> = (0..self.out.zones.len())
            .map(ZoneId::new)
            .filter(|id| self.out.zones[id.index()].name == name.name)
            .collect();
        let [id] = zones[..] else {
            let known: Vec<&str> = self.raw.zones.iter().map(|zone| zone.name.value.as_str()).collect();
            let message = match zones.len() {
                0 => format!("there is no zone `{}`", name.name),
                _ => format!("several items have a zone `{}`", name.name),
            };
            let problem = Diagnostic::new(Code::UnknownName, name.span, message);
            self.not_found(problem.suggest(&name.name, known));
            return Some(unknown(span));
        };
        let zone = &self.out.zones[id.index()];
        if zone.holder == Holder::Game && zone.per.is_none() {
            let problem = Diagnostic::new(Code::BadPlace, span, format!("there is one `{}`", name.name));
            self.report(problem.instead(&name.name, Applicability::Safe));
            return Some(unknown(span));
        }
        self.names.draft.refer(name.span, Target::Zone(id), Use::Reads);
        let zone = make(ExprKind::GameZone(id), Type::ZONE, span);
        let ty = self.zone_cards_type(&zone).list();
        Some(make(ExprKind::AllIn(id), ty, span))
    }

    /// Reports a list as a target, or as one of several choices, which must be single values.
    pub(in crate::check) fn single(&mut self, chosen: Type, span: Span) -> Type {
        if !chosen.is_list() {
            return chosen;
        }
        let problem = Diagnostic::new(Code::ListForOne, span, "this is a single value, not a list");
        self.report(problem.help("choose one list with `me may choose list s in … as …`"));
        Type::UNKNOWN
    }

    /// Returns true if two lists can be compared: by size if they contain numbers, by equality if their
    /// elements are comparable.
    pub(in crate::check) fn compares_lists(&mut self, op: Comparison, l: &Expr, r: &Expr) -> bool {
        let (a, b) = (l.ty.element(), r.ty.element());
        let single =
            !a.is_list() && !b.is_list() && self.join(l.ty, r.ty).is_some() && a.base() != Base::Zone;
        let present = !l.ty.is_optional() && !r.ty.is_optional();
        let equality = matches!(op, Comparison::Eq | Comparison::Ne);
        l.ty.is_list() && r.ty.is_list() && present && single && (equality || a.is_number() && b.is_number())
    }

    /// Checks the right side of an operator. A bracketed list or word is checked against the type of the left
    /// side.
    pub(in crate::check) fn right_of(&mut self, scope: &mut Scope, right: &ast::Expr, left: Type) -> Expr {
        if left.is_list() && matches!(right.kind, ast::ExprKind::List(_)) {
            return self.list_as(scope, right, left);
        }
        self.word_as(scope, right, left.base()).unwrap_or_else(|| self.expr(scope, right))
    }
}
