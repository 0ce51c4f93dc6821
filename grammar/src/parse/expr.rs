//! Builders for expressions and queries.
//!
//! Each returns the depth of its tree, which is limited to [`MAX_DEPTH`](super::MAX_DEPTH).

use pest::pratt_parser::{Assoc, ConstPrattParser, Op};

use super::rules::Rule;
use super::{Builder, Fail, MAX_DEPTH, Pair, Pairs, broken_promise, first, last, next};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, Query, Test, UnaryOp};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::words::is_reserved;

/// Operators from loosest to tightest. `true` starts a new, tighter level.
static OPERATORS: ConstPrattParser<Rule, 19> = ConstPrattParser::new_const([
    (Op::infix(Rule::kw_or, Assoc::Left), true),
    (Op::infix(Rule::kw_and, Assoc::Left), true),
    (Op::prefix(Rule::kw_not), true),
    (Op::infix(Rule::eq, Assoc::Left), true),
    (Op::infix(Rule::ne, Assoc::Left), false),
    (Op::infix(Rule::lt, Assoc::Left), false),
    (Op::infix(Rule::le, Assoc::Left), false),
    (Op::infix(Rule::gt, Assoc::Left), false),
    (Op::infix(Rule::ge, Assoc::Left), false),
    (Op::postfix(Rule::is_test), true),
    (Op::postfix(Rule::kw_exists), false),
    (Op::infix(Rule::kw_default, Assoc::Left), true),
    (Op::infix(Rule::range, Assoc::Left), true),
    (Op::infix(Rule::plus, Assoc::Left), true),
    (Op::infix(Rule::sub, Assoc::Left), false),
    (Op::infix(Rule::mul, Assoc::Left), true),
    (Op::infix(Rule::kw_div, Assoc::Left), false),
    (Op::infix(Rule::kw_mod, Assoc::Left), false),
    (Op::prefix(Rule::minus), true),
]);

/// A finished expression with its depth, and true if it was in parentheses.
struct Part {
    expr: Expr,
    depth: usize,
    paren: bool,
}

type Built = Result<Part, Fail>;

impl Part {
    /// Creates an expression one level above parts of depth `below`.
    fn new(kind: ExprKind, span: Span, below: usize) -> Built {
        let depth = below + 1;
        if depth > MAX_DEPTH {
            return Err(too_deep(span));
        }
        Ok(Self { expr: Expr { kind, span }, depth, paren: false })
    }
}

#[cold]
fn too_deep(span: Span) -> Fail {
    let message = format!("this expression has more than {MAX_DEPTH} levels");
    let found = Diagnostic::new(Code::EffectTooDeep, span, message);
    Box::new(found.help("give its parts names with `let`"))
}

impl Builder<'_> {
    /// Builds an `expr` pair.
    pub(super) fn expr(&self, pair: Pair<'_>) -> Result<Expr, Fail> {
        Ok(self.operation(pair)?.expr)
    }

    /// Builds a `chain` pair or a similar one, such as `count_one`.
    pub(super) fn chain_expr(&self, pair: Pair<'_>) -> Result<Expr, Fail> {
        Ok(self.chain(pair)?.expr)
    }

    /// Builds a query and returns it with its depth.
    pub(super) fn query(&self, pair: Pair<'_>) -> Result<(Query, usize), Fail> {
        let span = self.span(&pair);
        let noun = Ident { name: String::new(), span };
        let mut query = Query::new(noun, span);
        let mut depth = 0;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_other => query.other = true,
                Rule::ident => query.noun = self.ident(&part),
                Rule::by_name => query.by_name = true,
                Rule::binder => query.binder = Some(self.ident(&last(part)?)),
                Rule::within => query.source = Some(deepest(self.source(last(part)?)?, &mut depth)),
                Rule::starting => query.from = Some(deepest(self.source(last(part)?)?, &mut depth)),
                Rule::sorted => query.sorted = Some(deepest(self.operation(last(part)?)?, &mut depth)),
                _ => query.filter = Some(deepest(self.operation(last(part)?)?, &mut depth)),
            }
        }
        Ok((query, depth))
    }

    /// Builds a tree from a flat `expr` pair by operator precedence.
    fn operation(&self, pair: Pair<'_>) -> Built {
        let span = self.span(&pair);
        let pairs = pair.into_inner();
        let prefixes = pairs.clone().filter(|p| matches!(p.as_rule(), Rule::kw_not | Rule::minus)).count();
        if prefixes > MAX_DEPTH {
            return Err(too_deep(span));
        }
        OPERATORS
            .map_primary(|pair| self.primary(pair))
            .map_prefix(|op, part| self.prefix(&op, part?))
            .map_postfix(|part, op| self.postfix(part?, op))
            .map_infix(|left, op, right| self.infix(left?, &op, right?))
            .parse(pairs)
    }

    fn primary(&self, pair: Pair<'_>) -> Built {
        match pair.as_rule() {
            Rule::chain => self.chain(pair),
            Rule::choose_value => self.choose_value(pair),
            Rule::value_query => {
                let span = self.span(&pair);
                let (query, depth) = self.query(first(pair)?)?;
                Part::new(ExprKind::Query(query), span, depth)
            }
            _ => Err(broken_promise()),
        }
    }

    fn choose_value(&self, pair: Pair<'_>) -> Built {
        let span = self.span(&pair);
        let mut parts = pair.into_inner().filter(|p| p.as_rule() == Rule::expr);
        let mut depth = 0;
        let mut part = || -> Result<Box<Expr>, Fail> {
            let pair = parts.next().ok_or_else(broken_promise)?;
            Ok(deepest(self.operation(pair)?, &mut depth))
        };
        let (cond, then, orelse) = (part()?, part()?, part()?);
        Part::new(ExprKind::If { cond, then, orelse }, span, depth)
    }

    fn prefix(&self, op: &Pair<'_>, part: Part) -> Built {
        let span = self.span(op).to(part.expr.span);
        let op = if op.as_rule() == Rule::kw_not { UnaryOp::Not } else { UnaryOp::Neg };
        Part::new(ExprKind::Unary { op, expr: Box::new(part.expr) }, span, part.depth)
    }

    fn postfix(&self, part: Part, op: Pair<'_>) -> Built {
        let span = part.expr.span.to(self.span(&op));
        let (mut depth, expr) = (part.depth, Box::new(part.expr));
        if op.as_rule() == Rule::kw_exists {
            return Part::new(ExprKind::Exists(expr), span, depth);
        }
        let mut parts = op.into_inner().skip(1);
        let mut test = parts.next().ok_or_else(broken_promise)?;
        let negated = test.as_rule() == Rule::negated;
        if negated {
            test = parts.next().ok_or_else(broken_promise)?;
        }
        let test = match test.as_rule() {
            Rule::test_up => Test::FaceUp,
            Rule::test_down => Test::FaceDown,
            Rule::test_in => Test::In(deepest(self.source(last(test)?)?, &mut depth)),
            _ => Test::Named(self.ident(&test)),
        };
        Part::new(ExprKind::Is { expr, negated, test }, span, depth)
    }

    fn infix(&self, left: Part, pair: &Pair<'_>, right: Part) -> Built {
        let op = binary_op(pair.as_rule()).ok_or_else(broken_promise)?;
        if is_comparison(op) && !left.paren && compares(&left.expr) {
            return Err(chained(self.span(pair), op));
        }
        self.binary(op, left, right)
    }

    fn binary(&self, op: BinaryOp, left: Part, right: Part) -> Built {
        let span = left.expr.span.to(right.expr.span);
        let depth = left.depth.max(right.depth);
        let (left, right) = (Box::new(left.expr), Box::new(right.expr));
        Part::new(ExprKind::Binary { op, left, right }, span, depth)
    }

    /// Builds a source: `a.lane + b.lane`, or a range of sums.
    fn source(&self, pair: Pair<'_>) -> Built {
        let mut sums = pair.into_inner().filter(|p| p.as_rule() == Rule::sum);
        let first = self.sum(sums.next().ok_or_else(broken_promise)?)?;
        match sums.next() {
            None => Ok(first),
            Some(second) => {
                let second = self.sum(second)?;
                self.binary(BinaryOp::Range, first, second)
            }
        }
    }

    fn sum(&self, pair: Pair<'_>) -> Built {
        let mut parts = pair.into_inner();
        let mut sum = self.chain(next(&mut parts)?)?;
        while let Some(sign) = parts.next() {
            let op = binary_op(sign.as_rule()).ok_or_else(broken_promise)?;
            let right = self.chain(next(&mut parts)?)?;
            sum = self.binary(op, sum, right)?;
        }
        Ok(sum)
    }

    fn chain(&self, pair: Pair<'_>) -> Built {
        let mut parts = pair.into_inner();
        let mut part = self.atom(next(&mut parts)?)?;
        for tail in parts {
            part = self.tail(part, tail)?;
        }
        Ok(part)
    }

    fn atom(&self, pair: Pair<'_>) -> Built {
        let span = self.span(&pair);
        let word = pair.as_str();
        let kind = match pair.as_rule() {
            Rule::number => number(word, span)?,
            Rule::truth => ExprKind::Bool(word == "true"),
            Rule::kw_nothing => ExprKind::Nothing,
            Rule::named | Rule::call | Rule::name => return self.named(pair),
            Rule::items => return self.items(pair),
            _ => return self.paren(pair),
        };
        Part::new(kind, span, 0)
    }

    /// Builds an expression in parentheses. Its location includes them.
    fn paren(&self, pair: Pair<'_>) -> Built {
        let span = self.span(&pair);
        let part = self.operation(first(pair)?)?;
        Ok(Part { expr: Expr { kind: part.expr.kind, span }, depth: part.depth, paren: true })
    }

    fn items(&self, pair: Pair<'_>) -> Built {
        let (span, mut depth) = (self.span(&pair), 0);
        let items = pair.into_inner().filter(|part| part.as_rule() == Rule::expr);
        let items: Result<Vec<Expr>, Fail> =
            items.map(|item| Ok(*deepest(self.operation(item)?, &mut depth))).collect();
        Part::new(ExprKind::List(items?), span, depth)
    }

    fn tail(&self, base: Part, pair: Pair<'_>) -> Built {
        let span = base.expr.span.to(self.span(&pair));
        let (mut depth, optional) = (base.depth, pair.as_rule() == Rule::maybe);
        let is_index = pair.as_rule() == Rule::index;
        let (base, inner) = (Box::new(base.expr), first(pair)?);
        let kind = if is_index {
            ExprKind::Index { base, key: deepest(self.operation(inner)?, &mut depth) }
        } else {
            ExprKind::Field { base, name: self.ident(&inner), optional }
        };
        Part::new(kind, span, depth)
    }

    fn named(&self, pair: Pair<'_>) -> Built {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let name = self.ident(&next(&mut parts)?);
        let Some(given) = parts.next() else { return Part::new(ExprKind::Name(name.name), span, 0) };
        if given.as_rule() != Rule::args {
            return Part::new(ExprKind::Call { name, args: Vec::new() }, span, 0);
        }
        self.call_with(name, given.into_inner(), span)
    }

    fn argument(&self, pair: Pair<'_>) -> Built {
        if pair.as_rule() != Rule::named_noun {
            return self.operation(pair);
        }
        let span = self.span(&pair);
        let (query, depth) = self.query(pair)?;
        Part::new(ExprKind::Query(query), span, depth)
    }

    fn call_with(&self, name: Ident, parts: Pairs<'_>, span: Span) -> Built {
        let mut args = Vec::new();
        let mut depth = 0;
        for part in parts {
            match part.as_rule() {
                Rule::expr | Rule::named_noun => args.push(*deepest(self.argument(part)?, &mut depth)),
                Rule::over => {
                    let over = deepest(self.argument(last(part)?)?, &mut depth);
                    let body = Box::new(args.pop().ok_or_else(broken_promise)?);
                    return Part::new(ExprKind::Of { name, body, over }, span, depth);
                }
                _ => {}
            }
        }
        Part::new(ExprKind::Call { name, args }, span, depth)
    }
}

/// Returns the expression of a part and updates the maximum depth.
fn deepest(part: Part, depth: &mut usize) -> Box<Expr> {
    *depth = part.depth.max(*depth);
    Box::new(part.expr)
}

/// Numbers with fewer digits are certain to fit.
const DIGITS: usize = 19;
/// Longer words are parsed by the grammar.
const LETTERS: usize = 64;

/// Parses a text that is a single number or word, like most card fields. Equivalent to pest, but faster.
pub(super) fn single_word(text: &str) -> Option<ExprKind> {
    match text.as_bytes() {
        [b'0'..=b'9', rest @ ..] if rest.len() < DIGITS - 1 && rest.iter().all(u8::is_ascii_digit) => {
            text.parse().ok().map(ExprKind::Int)
        }
        [b'a'..=b'z', rest @ ..] if rest.len() < LETTERS && rest.iter().all(is_word_byte) => match text {
            "true" | "false" => Some(ExprKind::Bool(text == "true")),
            "nothing" => Some(ExprKind::Nothing),
            _ if is_reserved(text) => None,
            _ => Some(ExprKind::Name(text.to_owned())),
        },
        _ => None,
    }
}

fn is_word_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

fn number(word: &str, span: Span) -> Result<ExprKind, Fail> {
    if word.contains('.') {
        return Ok(ExprKind::Decimal(word.to_owned()));
    }
    word.parse().map(ExprKind::Int).map_err(|_| {
        let message = format!("the number `{word}` is too large");
        Box::new(Diagnostic::new(Code::EffectSyntax, span, message))
    })
}

fn binary_op(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::kw_or => BinaryOp::Or,
        Rule::kw_and => BinaryOp::And,
        Rule::eq => BinaryOp::Eq,
        Rule::ne => BinaryOp::Ne,
        Rule::lt => BinaryOp::Lt,
        Rule::le => BinaryOp::Le,
        Rule::gt => BinaryOp::Gt,
        Rule::ge => BinaryOp::Ge,
        Rule::kw_default => BinaryOp::Default,
        Rule::range => BinaryOp::Range,
        Rule::plus => BinaryOp::Add,
        Rule::sub => BinaryOp::Sub,
        Rule::mul => BinaryOp::Mul,
        Rule::kw_div => BinaryOp::Div,
        Rule::kw_mod => BinaryOp::Mod,
        _ => return None,
    })
}

fn is_comparison(op: BinaryOp) -> bool {
    op.power() == BinaryOp::Eq.power()
}

fn compares(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Binary { op, .. } if is_comparison(op))
}

#[cold]
fn chained(span: Span, op: BinaryOp) -> Fail {
    let message = format!("a second comparison `{}` in one chain", op.symbol());
    let found = Diagnostic::new(Code::EffectSyntax, span, message);
    Box::new(found.help("compare twice: `a < b and b < c`"))
}
