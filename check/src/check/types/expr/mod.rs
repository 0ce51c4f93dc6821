//! Type checking of expressions.

mod arith;
pub(in crate::check) mod by_name;
mod compare;
pub(in crate::check) mod kept;

use std::fmt::Display;
use std::ops::RangeInclusive;

use ludex_grammar::ast::{self, BinaryOp};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::facts::{self, learn};
use crate::check::types::scope::Scope;
use crate::hir::{Binary, Comparison, Expr, ExprKind, Unary};
use crate::ids::LocalId;
use crate::language::Function;
use crate::load::in_two;
use crate::resolve::Symbol;
use crate::types::{Base, Layer, Type};

pub(in crate::check) fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// Creates a unary operation with its result type.
pub(in crate::check) fn computed(op: Unary, of: Expr, span: Span) -> Expr {
    let ty = op.gives(of.ty);
    make(ExprKind::Unary(op, Box::new(of)), ty, span)
}

/// Returns the placeholder for an expression with a reported error.
pub(in crate::check) fn unknown(span: Span) -> Expr {
    make(ExprKind::Nothing, Type::UNKNOWN, span)
}

impl Checker<'_> {
    /// Checks an expression, and narrows its type by facts.
    pub fn expr(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        self.note_scope(scope, ast.span);
        let mut expr = self.expr_raw(scope, ast);
        if matches!(expr.ty.shape(), Layer::Per(..)) {
            let expr = self.one_of_all(scope, ast, expr);
            self.note_type(ast.span, expr.ty);
            return expr;
        }
        if expr.ty.is_optional() && facts::is_present(scope, &expr) {
            expr.ty = expr.ty.present();
        }
        self.note_type(ast.span, expr.ty);
        expr
    }

    /// Checks an expression that may denote all values of a keyed variable.
    pub(super) fn whole(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        self.note_scope(scope, ast.span);
        let mut expr = self.expr_raw(scope, ast);
        if expr.ty.is_optional() && facts::is_present(scope, &expr) {
            expr.ty = expr.ty.present();
        }
        self.note_type(ast.span, expr.ty);
        expr
    }

    fn expr_raw(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let span = ast.span;
        match &ast.kind {
            ast::ExprKind::Int(n) => self.int(*n, span),
            ast::ExprKind::Decimal(text) => self.decimal(text, span),
            ast::ExprKind::Bool(b) => make(ExprKind::Const(i32::from(*b)), Type::BOOL, span),
            ast::ExprKind::Nothing => make(ExprKind::Nothing, Type::NOTHING, span),
            ast::ExprKind::Name(name) => self.name(scope, name, span),
            ast::ExprKind::Field { base, name, optional } => self.field(scope, base, name, *optional, span),
            ast::ExprKind::Index { base, key } => {
                let row = self.index(scope, base, key, span);
                self.check_row(scope, &row);
                row
            }
            ast::ExprKind::Call { name, args } => self.call(scope, name, args, span),
            ast::ExprKind::Of { name, body, over } => self.fold(scope, name, body, over, span),
            ast::ExprKind::Query(query) => self.query(scope, query),
            ast::ExprKind::List(items) => self.items(scope, items, span),
            ast::ExprKind::Unary { op, expr } => self.unary(scope, *op, expr, span),
            ast::ExprKind::Binary { op, left, right } => self.binary(scope, *op, left, right, span),
            ast::ExprKind::Is { expr, negated, test } => self.is(scope, expr, *negated, test, span),
            ast::ExprKind::Exists(inner) => self.exists(scope, inner, span),
            ast::ExprKind::If { cond, then, orelse } => {
                self.conditional(scope, [cond, then, orelse], None, span)
            }
        }
    }

    /// Checks an expression against the type `wanted`; `what` describes its role in error messages.
    pub fn expr_as(&mut self, scope: &mut Scope, ast: &ast::Expr, wanted: Type, what: impl Display) -> Expr {
        self.note_wanted(ast.span, wanted);
        if wanted.is_list() {
            let list = self.list_as(scope, ast, wanted);
            return self.coerce(list, wanted, what);
        }
        let expr = self.alternative(scope, ast, wanted.base());
        self.coerce(expr, wanted, what)
    }

    /// Resolves a bare word by the expected type. For an enum, it is a word of that enum, even if other enums
    /// have it too. For a card name, it is the ID of a card, or an `if` between such IDs.
    pub(in crate::check) fn word_as(
        &mut self,
        scope: &mut Scope,
        ast: &ast::Expr,
        wanted: Base,
    ) -> Option<Expr> {
        if let (ast::ExprKind::If { cond, then, orelse }, Base::Name(_)) = (&ast.kind, wanted) {
            return Some(self.conditional(scope, [cond, then, orelse], Some(wanted), ast.span));
        }
        let (ast::ExprKind::Name(word), Base::Name(_) | Base::Enum(_)) = (&ast.kind, wanted) else {
            return None;
        };
        if scope.find(word).is_some() || self.candidate_has(scope, word) {
            return None;
        }
        if let Base::Name(kind) = wanted {
            return self.card_name(word, kind, ast.span);
        }
        let Base::Enum(id) = wanted else { return None };
        let index = self.out.enums.get(id.index())?.values.iter().position(|v| v == word)?;
        self.names.resolve_word(ast.span, id, index);
        Some(make(ExprKind::Const(index as i32), Type::new(Base::Enum(id)), ast.span))
    }

    /// Returns a hint for common confusions of two types.
    fn to_fit(&self, found: Type, wanted: Type) -> Option<String> {
        if found.is_list() && self.fits(found.present().element(), wanted) {
            return Some("take one of them: `first(…)`".to_owned());
        }
        let help = match () {
            () if found.is_nothing() && !wanted.is_list() => {
                return Some(format!(
                    "add `?` to the type if the value may be missing: `{}?`",
                    self.type_name(wanted)
                ));
            }
            () if found.is_list() && wanted == Type::BOOL => {
                "test for an element with `any(…)`, for the zone of a card with `c is in zone`"
            }
            () if found.is_list() && wanted == Type::ZONE => {
                "serve players one after another in a loop: `for player p { draw 1 from deck to p.hand }`"
            }
            () if found == Type::PLAYER && wanted == Type::ZONE => {
                "name one of the player's zones, as in `me.hand`"
            }
            () => return None,
        };
        Some(help.to_owned())
    }

    /// Converts an expression to a type: int to decimal, card to its name, and name to its only card. Reports
    /// other type errors.
    pub fn coerce(&mut self, expr: Expr, wanted: Type, what: impl Display) -> Expr {
        if expr.ty == wanted || expr.ty.is_unknown() || wanted.is_unknown() {
            return expr;
        }
        if expr.ty.is_nothing() && wanted.is_optional() {
            return Expr { ty: wanted, ..expr };
        }
        let expr = self.as_card_or_name(expr, wanted);
        if expr.ty.is_unknown() {
            return expr;
        }
        if !self.fits(expr.ty, wanted) {
            let (found, want) = (self.type_name(expr.ty), self.type_name(wanted));
            let message = format!("{what} must be {want}, but this is {found}");
            let problem = Diagnostic::new(Code::TypeMismatch, expr.span, message);
            let problem = problem.label(format!("this is {found}"));
            let help = self.to_fit(expr.ty, wanted);
            self.report(match help {
                Some(help) => problem.help(help),
                None => problem,
            });
            return unknown(expr.span);
        }
        if expr.ty.is_optional() && !wanted.is_optional() {
            return self.missing(expr);
        }
        if expr.ty.base() == Base::Int && wanted.base() == Base::Decimal {
            let span = expr.span;
            return computed(Unary::Scale, expr, span);
        }
        expr
    }

    /// Reports a value that may be missing where one is required.
    pub fn missing(&mut self, expr: Expr) -> Expr {
        if let Some(lacking) = &mut self.wanted.lacking
            && !expr.reads(0..u16::MAX)
        {
            lacking.push(expr.clone());
            return Expr { ty: expr.ty.present(), ..expr };
        }
        let name = self.type_name(expr.ty);
        self.report(
            Diagnostic::new(Code::MissingValue, expr.span, "this value may be missing")
                .label(format!("this is {name}"))
                .help("test it first with `exists`, or add a fallback with `default`"),
        );
        Expr { ty: expr.ty.present(), ..expr }
    }

    /// Checks an expression that must not be missing.
    pub fn present(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let expr = self.expr(scope, ast);
        if expr.ty.is_optional() && !expr.ty.is_unknown() { self.missing(expr) } else { expr }
    }

    /// Checks a condition that guards a phase or an action.
    pub fn guard(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        self.check_literal(ast, &[false], "leave out the guarded part, or change the test");
        self.condition(scope, ast)
    }

    /// Checks a condition, which must be a bool.
    pub fn condition(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        self.expr_as(scope, ast, Type::BOOL, "a condition")
    }

    fn int(&mut self, n: i64, span: Span) -> Expr {
        let value = i32::try_from(n).unwrap_or_else(|_| {
            self.report(
                Diagnostic::new(Code::OutOfRange, span, format!("{n} is too large a number"))
                    .help("numbers go from -2,147,483,647 to 2,147,483,647"),
            );
            0
        });
        make(ExprKind::Const(value), Type::INT, span)
    }

    fn decimal(&mut self, text: &str, span: Span) -> Expr {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        if part.len() > 3 {
            self.report(
                Diagnostic::new(
                    Code::DecimalPlaces,
                    span,
                    format!("`{text}` has more than three decimal places"),
                )
                .help("decimals are exact to a thousandth"),
            );
        }
        let digits: String = part.chars().chain("000".chars()).take(3).collect();
        let value = format!("{whole}{digits}").parse::<i32>();
        if value.is_err() {
            self.report(
                Diagnostic::new(Code::OutOfRange, span, format!("{text} is too large a decimal"))
                    .help("decimals go up to 2,147,483.647"),
            );
        }
        make(ExprKind::Const(value.unwrap_or(0)), Type::DECIMAL, span)
    }

    fn binary(
        &mut self,
        scope: &mut Scope,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        match op {
            BinaryOp::And | BinaryOp::Or => self.logic(scope, op, left, right, span),
            BinaryOp::Add => self.plus(scope, left, right, span),
            BinaryOp::Sub => self.minus(scope, left, right, span),
            BinaryOp::Mul => self.calculation(scope, Binary::Mul, left, right, span),
            BinaryOp::Div => self.calculation(scope, Binary::Div, left, right, span),
            BinaryOp::Mod => self.calculation(scope, Binary::Mod, left, right, span),
            BinaryOp::Default => self.default(scope, left, right, span),
            BinaryOp::Range => {
                let l = self.expr_as(scope, left, Type::INT, "the start of a range");
                let r = self.expr_as(scope, right, Type::INT, "the end of a range");
                self.check_range(&l, &r, (left, right));
                make(ExprKind::Range(Box::new(l), Box::new(r)), Type::INT.list(), span)
            }
            BinaryOp::Eq => self.compare(scope, Comparison::Eq, left, right, span),
            BinaryOp::Ne => self.compare(scope, Comparison::Ne, left, right, span),
            BinaryOp::Lt => self.compare(scope, Comparison::Lt, left, right, span),
            BinaryOp::Le => self.compare(scope, Comparison::Le, left, right, span),
            BinaryOp::Gt => self.compare(scope, Comparison::Gt, left, right, span),
            BinaryOp::Ge => self.compare(scope, Comparison::Ge, left, right, span),
        }
    }

    fn logic(
        &mut self,
        scope: &mut Scope,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Expr {
        let l = self.expr(scope, left);
        if op == BinaryOp::Or && l.ty.is_optional() && l.ty.base() != Base::Bool && !l.ty.is_unknown() {
            let found = self.type_name(l.ty);
            let message = format!("`or` joins conditions, found {found}");
            let problem = Diagnostic::new(Code::TypeMismatch, l.span, message);
            self.report(problem.help("use `default` for a fallback if a value is missing"));
            return unknown(span);
        }
        let l = self.coerce(l, Type::BOOL, "a condition");
        let mark = scope.mark();
        learn(scope, &l, op == BinaryOp::And);
        let r = self.condition(scope, right);
        scope.forget(&mark);
        let (l, r) = (Box::new(l), Box::new(r));
        let kind = if op == BinaryOp::And { ExprKind::And(l, r) } else { ExprKind::Or(l, r) };
        make(kind, Type::BOOL, span)
    }

    fn conditional(
        &mut self,
        scope: &mut Scope,
        [cond, then, orelse]: [&ast::Expr; 3],
        wanted: Option<Base>,
        span: Span,
    ) -> Expr {
        let c = self.condition(scope, cond);
        self.check_tested(scope, &c);
        self.check_literal(cond, &[true, false], "leave the condition out, or change it");
        let mark = scope.mark();
        learn(scope, &c, true);
        let a = match wanted {
            Some(wanted) => self.alternative(scope, then, wanted),
            None => self.expr(scope, then),
        };
        scope.forget(&mark);
        learn(scope, &c, false);
        let b = self.right_of(scope, orelse, a.ty);
        scope.forget(&mark);
        let Some(ty) = self.join(a.ty, b.ty) else {
            self.cant_combine("alternatives of one value", a.ty, b.ty, span);
            return unknown(span);
        };
        self.check_alternatives(&a, &b, c.span);
        let (a, b) = (self.coerce(a, ty, "this"), self.coerce(b, ty, "this"));
        make(ExprKind::If(Box::new(c), Box::new(a), Box::new(b)), ty, span)
    }

    fn alternative(&mut self, scope: &mut Scope, ast: &ast::Expr, wanted: Base) -> Expr {
        self.word_as(scope, ast, wanted).unwrap_or_else(|| self.expr(scope, ast))
    }

    fn call(&mut self, scope: &mut Scope, name: &ast::Ident, args: &[ast::Expr], span: Span) -> Expr {
        let own = matches!(self.names.global(&name.name), Some(Symbol::Function(_)));
        if let Some(function) = Function::find(&name.name).filter(|function| !own || !function.gives_way()) {
            return self.builtin(scope, function, name, args, span);
        }
        self.named_call(scope, name, args, span)
    }

    fn builtin(
        &mut self,
        scope: &mut Scope,
        f: Function,
        name: &ast::Ident,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        if !f.arity().contains(&args.len()) {
            let form = match (f, args) {
                (Function::Top, [one]) if matches!(one.kind, ast::ExprKind::Query(_)) => {
                    format!("first({})", print::expr(one))
                }
                (Function::Count | Function::Any, [zone, card]) => {
                    format!("{}({} in {})", f.name(), print::expr(card), print::expr(zone))
                }
                (_, _) => f.form().to_owned(),
            };
            self.wrong_arguments(name, f.arity(), args.len(), &form);
            return unknown(span);
        }
        match f {
            Function::Count => make(ExprKind::Count(self.boxed_list(scope, &args[0])), Type::INT, span),
            Function::Any => make(ExprKind::Any(self.boxed_list(scope, &args[0])), Type::BOOL, span),
            Function::First | Function::Last if args.len() > 1 => {
                self.so_many_of(scope, (&args[0], &args[1]), f == Function::Last, span)
            }
            Function::First => {
                let list = self.boxed_list(scope, &args[0]);
                let ty = list.ty.element().optional();
                make(ExprKind::First(list), ty, span)
            }
            Function::Last => {
                let list = self.boxed_list(scope, &args[0]);
                let ty = list.ty.element().optional();
                make(ExprKind::Last(list), ty, span)
            }
            Function::Min | Function::Max => {
                let op = if f == Function::Min { Binary::Min } else { Binary::Max };
                let (left, right) = in_two(name, args);
                self.calculation(scope, op, &left, right, span)
            }
            Function::Below => self.beside(scope, &args[0], ExprKind::CardsBelow, span),
            Function::Above => self.beside(scope, &args[0], ExprKind::CardsAbove, span),
            Function::Top => {
                if let Some(meant) = so_many(args) {
                    let message = "`top` takes a zone, not a query";
                    let problem = Diagnostic::new(Code::TypeMismatch, args[1].span, message);
                    self.report(problem.help(format!("take the first cards of a query with `{meant}`")));
                    return unknown(span);
                }
                let n = self.expr_as(scope, &args[0], Type::INT, "how many cards");
                self.check_count(&n, "the number of cards");
                self.check_times(&n);
                let zone = self.expr_as(scope, &args[1], Type::ZONE, "the zone");
                self.check_first_of(&zone);
                let ty = self.zone_cards_type(&zone).list();
                let list = make(ExprKind::ZoneCards(Box::new(zone)), ty, args[1].span);
                make(ExprKind::Prefix(Box::new(n), Box::new(list)), ty, span)
            }
            Function::Reversed => {
                let list = self.boxed_list(scope, &args[0]);
                let ty = list.ty;
                make(ExprKind::Reversed(list), ty, span)
            }
            Function::Subsets => {
                if let [n, list] = args
                    && is_size(n)
                    && !is_size(list)
                {
                    let help = format!("write `subsets({}, {})`", print::expr(list), print::expr(n));
                    let problem = Diagnostic::new(Code::WrongArguments, n.span, "the list comes first");
                    self.report(problem.help(help));
                    return unknown(span);
                }
                let list = self.list(scope, &args[0]);
                let sizes = args.get(1).map(|sizes| self.sizes(scope, sizes));
                self.subsets(list, sizes, span)
            }
            Function::Seat => {
                let n = self.expr_as(scope, &args[0], Type::INT, "the number of a seat");
                self.check_nth(&n, f.name(), Some(u32::from(self.out.max_players)));
                computed(Unary::SeatAt, n, span)
            }
            Function::Distance => self.distance(scope, &args[0], &args[1], span),
        }
    }

    /// Checks `first(n, Q)` and `last(n, Q)`.
    fn so_many_of(
        &mut self,
        scope: &mut Scope,
        (n, list): (&ast::Expr, &ast::Expr),
        last: bool,
        span: Span,
    ) -> Expr {
        if let (ast::ExprKind::Query(_), ast::ExprKind::Int(_)) = (&n.kind, &list.kind) {
            let problem = Diagnostic::new(Code::WrongArguments, n.span, "the number of elements comes first");
            let (end, written) = (if last { Function::Last } else { Function::First }, print::expr(n));
            self.report(problem.help(format!("write `{}({}, {written})`", end.name(), print::expr(list))));
            return unknown(span);
        }
        let n = self.expr_as(scope, n, Type::INT, "the number of elements");
        self.check_count(&n, "the number of elements");
        let list = self.list(scope, list);
        let ty = list.ty;
        let reversed = |list: Expr| make(ExprKind::Reversed(Box::new(list)), ty, span);
        let list = if last { reversed(list) } else { list };
        let some = make(ExprKind::Prefix(Box::new(n), Box::new(list)), ty, span);
        if last { reversed(some) } else { some }
    }

    /// Checks the sizes of subsets: a number, or a range.
    fn sizes(&mut self, scope: &mut Scope, sizes: &ast::Expr) -> (Expr, Option<Expr>) {
        let what = "the number of elements";
        if let ast::ExprKind::Binary { op: BinaryOp::Range, left, right } = &sizes.kind {
            let (least, most) =
                (self.expr_as(scope, left, Type::INT, what), self.expr_as(scope, right, Type::INT, what));
            self.check_range(&least, &most, (left, right));
            return (least, Some(most));
        }
        let size = self.expr_as(scope, sizes, Type::INT, what);
        self.check_count(&size, what);
        (size, None)
    }

    fn boxed_list(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Box<Expr> {
        Box::new(self.list(scope, ast))
    }

    /// Checks the cards above or below a card in its zone.
    fn beside(
        &mut self,
        scope: &mut Scope,
        card: &ast::Expr,
        kind: fn(Box<Expr>) -> ExprKind,
        span: Span,
    ) -> Expr {
        let card = self.expr_as(scope, card, Type::CARD, "the card");
        let ty = match self.kind_of(card.ty.base()) {
            Some(k) => Type::new(Base::Kind(k)).list(),
            None => Type::CARD.list(),
        };
        make(kind(Box::new(card)), ty, span)
    }

    /// Reports a wrong number of arguments.
    pub fn wrong_arguments(
        &mut self,
        name: &ast::Ident,
        wanted: RangeInclusive<usize>,
        found: usize,
        form: &str,
    ) {
        let (least, most) = wanted.into_inner();
        let s = if most == 1 { "" } else { "s" };
        let wanted = match most - least {
            0 => most.to_string(),
            1 => format!("{least} or {most}"),
            _ => format!("{least} to {most}"),
        };
        let problem = Diagnostic::new(
            Code::WrongArguments,
            name.span,
            format!(
                "`{}` takes {wanted} argument{s}, but {found} {} given",
                name.name,
                if found == 1 { "is" } else { "are" }
            ),
        );
        self.report(problem.help(format!("write `{form}`")));
    }

    /// Allocates a local for the element while an expression over it is evaluated.
    pub fn hidden_local(&mut self, scope: &mut Scope) -> LocalId {
        scope.slots(1)
    }
}

/// Formats a count and a query as operands of a verb: `2 card where … from zone`. Accepts both orders.
fn so_many(args: &[ast::Expr]) -> Option<String> {
    let (count, query) = match args {
        [count, ast::Expr { kind: ast::ExprKind::Query(query), .. }]
        | [ast::Expr { kind: ast::ExprKind::Query(query), .. }, count] => (count, query),
        _ => return None,
    };
    let source = query.source.as_ref().map_or_else(|| "ZONE".to_owned(), |source| print::expr(source));
    let filter = query.filter.as_ref().map(|filter| format!(" where {}", print::expr(filter)));
    // a name before a noun would be parsed as a noun
    let count = match (&count.kind, print::expr(count)) {
        (ast::ExprKind::Int(_), count) => count,
        (_, count) => format!("({count})"),
    };
    Some(format!("move {count} {}{} from {source} to …", query.noun.name, filter.unwrap_or_default()))
}

/// Returns true for a written number or range.
fn is_size(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ast::ExprKind::Int(_) | ast::ExprKind::Binary { op: BinaryOp::Range, .. })
}
