//! Type checking of comparisons, and of the tests `is` and `exists`.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::make;
use crate::check::Checker;
use crate::check::types::expr::kept::set_of;
use crate::check::types::scope::Scope;
use crate::foreign::Foreign;
use crate::hir::{Bearer, CardMember, Comparison, Expr, ExprKind};
use crate::resolve::Symbol;
use crate::types::{Base, Type};

impl Checker<'_> {
    pub(super) fn compare(
        &mut self,
        scope: &mut Scope,
        op: Comparison,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let Some(test) = self.compared_with_nothing(scope, op, (left, right), span) {
            return test;
        }
        let before = self.problems.len();
        let (l, r) = self.both(scope, left, right);
        if self.compared_with_cards(scope, op, [(left, &l), (right, &r)], before, span) {
            return make(ExprKind::Const(0), Type::BOOL, span);
        }
        if l.ty.is_unknown() || r.ty.is_unknown() {
            return make(ExprKind::Const(0), Type::BOOL, span);
        }
        let equality = matches!(op, Comparison::Eq | Comparison::Ne);
        let numbers = l.ty.is_number() && r.ty.is_number();
        let nothing = l.ty.is_nothing() || r.ty.is_nothing();
        let alike = !l.ty.is_list()
            && !r.ty.is_list()
            && self.join(l.ty, r.ty).is_some()
            && l.ty.base() != Base::Zone
            && !nothing;
        let lists = self.compares_lists(op, &l, &r);
        if lists {
            return make(ExprKind::Compare(op, Box::new(l), Box::new(r)), Type::BOOL, span);
        }
        if !(numbers || equality && alike) {
            self.cant_compare(op, &l, &r, span);
            return make(ExprKind::Const(0), Type::BOOL, span);
        }
        self.check_decided(op, &l, &r, span);
        [&l, &r].into_iter().for_each(|side| self.check_owned(side));
        let (l, r) = self.by_name(l, r);
        let (l, r) = if equality { (l, r) } else { (self.need(l), self.need(r)) };
        let decimal = l.ty.base() == Base::Decimal || r.ty.base() == Base::Decimal;
        let (l, r) = if decimal { (self.as_decimal(l), self.as_decimal(r)) } else { (l, r) };
        self.check_printed_values(op, &l, &r, span);
        make(ExprKind::Compare(op, Box::new(l), Box::new(r)), Type::BOOL, span)
    }

    /// Checks both operands. A bare enum word takes its enum from the other side.
    fn both(&mut self, scope: &mut Scope, left: &ast::Expr, right: &ast::Expr) -> (Expr, Expr) {
        let is_known =
            |side: &ast::Expr| !matches!(side.kind, ast::ExprKind::Name(_) | ast::ExprKind::List(_));
        if matches!(left.kind, ast::ExprKind::Name(_)) && is_known(right) {
            let r = self.expr(scope, right);
            let l = self.word_as(scope, left, r.ty.base()).unwrap_or_else(|| self.expr(scope, left));
            return (l, r);
        }
        let is_list = |side: &ast::Expr| matches!(side.kind, ast::ExprKind::List(_));
        if is_list(left) && !is_list(right) {
            let r = self.expr(scope, right);
            let l = self.right_of(scope, left, r.ty);
            return (l, r);
        }
        let before = self.problems.len();
        let l = self.expr(scope, left);
        if l.ty.is_unknown() && matches!(left.kind, ast::ExprKind::Name(_)) {
            let kept = self.problems.split_off(before);
            let r = self.expr(scope, right);
            if let Some(l) = self.word_as(scope, left, r.ty.base()) {
                return (l, r);
            }
            self.problems.extend(kept);
            return (l, r);
        }
        let r = self.right_of(scope, right, l.ty);
        (l, r)
    }

    /// Reports `x == nothing` and its equivalents in other languages, and suggests `exists`.
    fn compared_with_nothing(
        &mut self,
        scope: &mut Scope,
        op: Comparison,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Option<Expr> {
        let other = match (self.is_nothing(scope, left), self.is_nothing(scope, right)) {
            (false, true) => left,
            (true, false) => right,
            (true, true) | (false, false) => return None,
        };
        let there = match op {
            Comparison::Eq => false,
            Comparison::Ne => true,
            Comparison::Lt | Comparison::Le | Comparison::Gt | Comparison::Ge => return None,
        };
        let inner = self.expr(scope, other);
        if is_many(inner.ty) {
            self.ask_for_cards(other, there, span);
        } else if !inner.ty.is_unknown() {
            self.ask_for_existence(other, there, span);
        }
        Some(make(ExprKind::Const(0), Type::BOOL, span))
    }

    /// Reports a comparison of a zone or card with card names. Replaces the problems after the first
    /// `before`, which are less specific.
    fn compared_with_cards(
        &mut self,
        scope: &Scope,
        op: Comparison,
        [(left, l), (right, r)]: [(&ast::Expr, &Expr); 2],
        before: usize,
        span: Span,
    ) -> bool {
        let (is, cards, ty) = if self.names_cards(right) { (left, right, l.ty) } else { (right, left, r.ty) };
        if !self.names_cards(cards) || ty.is_list() {
            return false;
        }
        let [of, names] = [is, cards].map(print::expr);
        let list = matches!(cards.kind, ast::ExprKind::List(_));
        if ty.base() != Base::Zone {
            let not = if op == Comparison::Ne { "not " } else { "" };
            if let (Some(problem), true, false) = (self.problems.get_mut(before), ty.is_card(), list) {
                problem.help = Some(format!("write `{of} is {not}{names}`"));
            }
            return false;
        }
        self.problems.truncate(before);
        let first = names.trim_matches(['[', ']']).split(", ").next().unwrap_or_default();
        if first.is_empty() {
            self.ask_for_cards(is, op == Comparison::Ne, span);
            return true;
        }
        let count = format!("count the copies there with `count({first} in {of})`");
        let shown = if list { names.clone() } else { format!("[{names}]") };
        let step =
            format!("; a step shows all of them: `- view: {{ seat: SEAT, zone: {of}, shows: {shown} }}`");
        let problem = Diagnostic::new(Code::CantCompare, span, "a zone can't be compared with cards");
        self.report(problem.help(if scope.table_names { count + &step } else { count }));
        true
    }

    /// Returns true if the expression is the name of a card, or a list of such names.
    fn names_cards(&self, ast: &ast::Expr) -> bool {
        if let ast::ExprKind::List(items) = &ast.kind {
            return items.iter().all(|item| self.names_cards(item));
        }
        matches!(&ast.kind, ast::ExprKind::Name(word) if matches!(self.names.global(word), Some(Symbol::Design(_))))
    }

    fn ask_for_existence(&mut self, of: &ast::Expr, there: bool, span: Span) {
        let not = if there { "" } else { "not " };
        let message = "test for a value with `exists`";
        let problem = Diagnostic::new(Code::CantCompare, span, message);
        self.report(problem.instead(&format!("{not}{} exists", print::expr(of)), Applicability::Safe));
    }

    fn ask_for_cards(&mut self, among: &ast::Expr, there: bool, span: Span) {
        let not = if there { "" } else { "not " };
        let problem = Diagnostic::new(Code::CantCompare, span, "test for a card with `any`");
        self.report(problem.instead(&format!("{not}any({})", print::expr(among)), Applicability::Safe));
    }

    /// Returns true if the expression is the missing value, or an undefined word for it from another
    /// language.
    fn is_nothing(&self, scope: &mut Scope, ast: &ast::Expr) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return matches!(ast.kind, ast::ExprKind::Nothing) };
        is_missing_synonym(word) && self.is_nowhere(scope, ast) && self.names.enums_with(word).is_none()
    }

    fn need(&mut self, expr: Expr) -> Expr {
        if expr.ty.is_optional() { self.missing(expr) } else { expr }
    }

    fn as_decimal(&mut self, expr: Expr) -> Expr {
        let wanted = Type::DECIMAL.optional_if(expr.ty.is_optional());
        self.coerce(expr, wanted, "this")
    }

    /// Warns of `owner` on a card that never has an owner.
    fn check_owned(&mut self, owner: &Expr) {
        let ExprKind::Card(CardMember::Owner, card) = &owner.kind else { return };
        let kind = self.kind_of(card.ty.base()).map(|kind| &self.raw.kinds[kind.index()]);
        let Some(kind) = kind.filter(|kind| !kind.per_player) else { return };
        let message = format!("cards of `{}` have no owner, because all players share them", kind.name.value);
        let problem = Diagnostic::new(Code::TestAlwaysKnown, owner.span, message);
        let help = "`holder` is the player whose zone contains the card; `per: player` gives each player their own cards";
        self.report(problem.help(help));
    }

    fn cant_compare(&mut self, op: Comparison, l: &Expr, r: &Expr, span: Span) {
        let (ln, rn) = (self.type_name(l.ty), self.type_name(r.ty));
        let mut problem = Diagnostic::new(Code::CantCompare, span, format!("can't compare {ln} with {rn}"))
            .other(l.span, format!("this is {ln}"))
            .other(r.span, format!("this is {rn}"));
        if l.ty.is_nothing() || r.ty.is_nothing() {
            problem = problem.help("ask `x exists` or `not x exists`");
        } else if ln == rn && matches!(l.ty.base(), Base::Enum(_)) {
            problem = problem.help("compare words with `==` or `!=`; only `sorted by` uses their order");
        } else if ln == rn {
            problem = problem.help(format!("`{}` needs numbers", op.symbol()));
        } else if l.ty.is_card() && r.ty.is_number() || l.ty.is_number() && r.ty.is_card() {
            problem = problem.help("compare one of the card's fields, such as `card.value`");
        } else if [(l, r), (r, l)].iter().any(|(list, x)| set_of(list).is_some() && list.ty.element() == x.ty)
        {
            problem = problem.help("test for a word with `WORD is in SET`");
        } else if [(l, r), (r, l)].iter().any(|(cards, n)| n.ty.is_number() && is_many(cards.ty)) {
            problem = problem.help("count elements with `count(…)`");
        }
        self.report(problem);
    }

    pub(super) fn is(
        &mut self,
        scope: &mut Scope,
        ast: &ast::Expr,
        negated: bool,
        test: &ast::Test,
        span: Span,
    ) -> Expr {
        let kind = match test {
            ast::Test::FaceUp => {
                ExprKind::FaceUp(Box::new(self.expr_as(scope, ast, Type::CARD, "what has a face")))
            }
            ast::Test::FaceDown => {
                let card = self.expr_as(scope, ast, Type::CARD, "what has a face");
                let up = make(ExprKind::FaceUp(Box::new(card)), Type::BOOL, span);
                ExprKind::Not(Box::new(up))
            }
            ast::Test::In(place) => self.is_in(scope, ast, place, span),
            ast::Test::Named(ident) => {
                let Some(bearer) = self.bearer(ident) else {
                    let tested = self.expr(scope, ast);
                    if !self.report_unknown_test(ast, &tested, (ident, negated), span) {
                        self.unknown_noun(ident);
                    }
                    return make(ExprKind::Const(0), Type::BOOL, span);
                };
                let tested = self.expr(scope, ast);
                if let (Bearer::Design(design), Base::Name(_)) = (bearer, tested.ty.base()) {
                    return self.is_named(tested, design, negated);
                }
                let card = self.coerce(tested, Type::CARD, "the value compared with a card's name");
                match bearer {
                    Bearer::Kind(k) => ExprKind::IsKind(k, Box::new(card)),
                    Bearer::Design(d) => ExprKind::IsDesign(d, Box::new(card)),
                }
            }
        };
        let yes = make(kind, Type::BOOL, span);
        if negated { make(ExprKind::Not(Box::new(yes)), Type::BOOL, span) } else { yes }
    }

    /// Checks `x is in LIST`. Whether a word is in a set is the value of the word.
    fn is_in(&mut self, scope: &mut Scope, ast: &ast::Expr, place: &ast::Expr, span: Span) -> ExprKind {
        let (item, list) = self.item_and_list(scope, ast, place);
        let item = self.as_card_or_name(item, list.ty.element());
        if item.ty.is_list() || self.join(item.ty, list.ty.element()).is_none() {
            self.cant_combine("found in each other", item.ty, list.ty, span);
        }
        match set_of(&list) {
            Some(set) => ExprKind::Entry(Box::new(item), Box::new(set.clone())),
            None => ExprKind::IsIn(Box::new(item), Box::new(list)),
        }
    }

    fn item_and_list(&mut self, scope: &mut Scope, ast: &ast::Expr, place: &ast::Expr) -> (Expr, Expr) {
        // the list tells which enum a shared word belongs to
        if let ast::ExprKind::Name(word) = &ast.kind
            && self.names.enums_with(word).is_some()
            && !matches!(place.kind, ast::ExprKind::List(_))
        {
            let list = self.list(scope, place);
            let item = self.expr_as(scope, ast, list.ty.element(), "this");
            return (item, list);
        }
        let before = self.problems.len();
        let item = self.present(scope, ast);
        let names_cards = self.names_cards(ast);
        if let (Some(problem), true) = (self.problems.get_mut(before), names_cards) {
            let [name, place] = [ast, place].map(print::expr);
            problem.help = Some(format!("test for one in this place with `any({name} in {place})`"));
        }
        let list = self.list_as(scope, place, item.ty.any_card().list());
        (item, list)
    }

    /// Reports `set is WORD`, `zone is empty` and `x is missing`, and suggests the correct tests.
    fn report_unknown_test(
        &mut self,
        ast: &ast::Expr,
        tested: &Expr,
        (word, negated): (&ast::Ident, bool),
        span: Span,
    ) -> bool {
        let other = self.names.global(&word.name);
        if let (Some(Symbol::EnumWord(..)), Some(_)) = (other, set_of(tested)) {
            let message = format!("`{}` is a word of an enum, and this is a set of words", word.name);
            let not = if negated { "not " } else { "" };
            let test = format!("{} is {not}in {}", word.name, print::expr(ast));
            let problem = Diagnostic::new(Code::UnknownName, word.span, message);
            self.report(problem.help(format!("test for the word: `{test}`")));
            return true;
        }
        if tested.ty.is_unknown() || other.is_some() {
            return false;
        }
        if is_many(tested.ty) && word.name == "empty" {
            self.ask_for_cards(ast, negated, span);
            return true;
        }
        let asks = tested.ty.is_optional() && (word.name == "empty" || is_missing_synonym(&word.name));
        if asks {
            self.ask_for_existence(ast, negated, span);
        }
        asks
    }

    pub(super) fn exists(&mut self, scope: &mut Scope, ast: &ast::Expr, span: Span) -> Expr {
        let inner = match self.row_or_nothing(scope, ast) {
            Some(row) => row,
            None => self.expr_raw(scope, ast),
        };
        if !inner.ty.is_optional() && !inner.ty.is_unknown() {
            let name = self.type_name(inner.ty);
            self.report(
                Diagnostic::new(Code::TestAlwaysKnown, span, "this always exists")
                    .label(format!("it is {name}, which is never missing")),
            );
        }
        make(ExprKind::Exists(Box::new(inner)), Type::BOOL, span)
    }
}

/// Returns true if a word is a common synonym of the missing value.
fn is_missing_synonym(word: &str) -> bool {
    word == "missing" || Foreign::Value.find(word) == Some("nothing")
}

/// Returns true for a zone or list.
fn is_many(ty: Type) -> bool {
    ty.is_list() || ty.base() == Base::Zone
}
