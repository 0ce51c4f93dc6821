//! Printer for expressions and queries, with parentheses where the parser would otherwise build another tree.

use crate::ast::{BinaryOp, Expr, ExprKind, Query, Test, UnaryOp};

/// Syntactic position of an expression, which determines whether it needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Alone: any expression.
    Free,
    /// After `give`: no query that starts like a clause.
    Given,
    /// After a verb or a clause word: see [`fits_operand`].
    Operand,
    /// Operand with a following `from` clause: see [`takes_from`].
    BeforeFrom,
    /// After `where`: no query.
    Condition,
    /// After `where` with a following `from` clause: see [`takes_from`].
    ConditionBeforeFrom,
    /// After `where` with a following `sorted by`: see [`takes_order`].
    ConditionBeforeOrder,
    /// Operand of an operator: at least this binding power.
    Tight(u8),
    /// A source: chains joined by `+`, or a range of them.
    Source,
    /// A name, number or call, with fields and indices.
    Chain,
    /// A chain at the start of a statement: a bracket would be an index into the previous line.
    Start,
    /// Before a query's noun: a chain that is not a bare name.
    Count,
}

/// Binding power of `not`, which is no [`BinaryOp`]: between `and` and the comparisons.
const NOT: u8 = 3;
/// Binding power of `is …` and `exists`.
const TEST: u8 = 5;
/// Binding power of unary minus.
const MINUS: u8 = 10;
/// Binding power of names, numbers, calls, fields, indices.
const CHAIN: u8 = 11;

/// Returns the binding power. Queries and `if … else …` extend to the end, so they are alone or in
/// parentheses.
fn power(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Query(_) | ExprKind::If { .. } => 0,
        ExprKind::Binary { op, .. } => op.power(),
        ExprKind::Unary { op: UnaryOp::Not, .. } => NOT,
        ExprKind::Unary { op: UnaryOp::Neg, .. } => MINUS,
        ExprKind::Is { .. } | ExprKind::Exists(_) => TEST,
        ExprKind::Int(_)
        | ExprKind::Decimal(_)
        | ExprKind::Bool(_)
        | ExprKind::Nothing
        | ExprKind::Name(_)
        | ExprKind::Field { .. }
        | ExprKind::Index { .. }
        | ExprKind::Call { .. }
        | ExprKind::List(_)
        | ExprKind::Of { .. } => CHAIN,
    }
}

fn fits(expr: &Expr, slot: Slot) -> bool {
    match slot {
        Slot::Free => true,
        Slot::Given => !matches!(&expr.kind, ExprKind::Query(q) if !q.other && begins_clause(&q.noun.name)),
        Slot::Operand => fits_operand(expr),
        Slot::BeforeFrom => fits_operand(expr) && !takes_from(expr),
        Slot::Condition => !matches!(expr.kind, ExprKind::Query(_)),
        Slot::ConditionBeforeFrom => !matches!(expr.kind, ExprKind::Query(_)) && !takes_from(expr),
        Slot::ConditionBeforeOrder => !matches!(expr.kind, ExprKind::Query(_)) && !takes_order(expr),
        Slot::Tight(least) => power(expr) >= least,
        Slot::Source => fits_source(expr),
        Slot::Chain => power(expr) == CHAIN,
        Slot::Start => power(expr) == CHAIN && !begins_with_bracket(expr),
        Slot::Count => power(expr) == CHAIN && fits_count(expr),
    }
}

/// Returns true if an expression needs no parentheses as an operand. A query with `from` after its noun would
/// be parsed as a clause, as would a first or last word such as `above`.
fn fits_operand(expr: &Expr) -> bool {
    if let ExprKind::Query(q) = &expr.kind { fits_query_operand(q) } else { !begins_clause(first_word(expr)) }
}

fn fits_query_operand(q: &Query) -> bool {
    let open = q.source.is_none() && q.filter.is_none() && q.sorted.is_none();
    let from_first = q.from.is_some() && q.source.is_none() && !q.other && q.binder.is_none();
    let last = q.binder.as_ref().filter(|_| open && q.from.is_none());
    let first = if q.other { "" } else { q.noun.name.as_str() };
    !from_first && !begins_clause(first) && !last.is_some_and(|word| begins_clause(&word.name))
}

/// Returns true if a following `from` is not parsed as part of the expression's last query.
fn takes_from(expr: &Expr) -> bool {
    if let ExprKind::Query(Query { from, filter, sorted, .. }) = &expr.kind {
        return sorted.as_ref().or(filter.as_ref()).map_or(from.is_none(), |last| takes_from(last));
    }
    let ExprKind::If { orelse, .. } = &expr.kind else { return false };
    matches!(orelse.kind, ExprKind::Name(_)) || takes_from(orelse)
}

/// Returns true if a following `sorted by` is not parsed as part of the expression's last query.
fn takes_order(expr: &Expr) -> bool {
    if let ExprKind::Query(Query { sorted, .. }) = &expr.kind {
        return sorted.as_ref().is_none_or(|last| takes_order(last));
    }
    let ExprKind::If { orelse, .. } = &expr.kind else { return false };
    matches!(orelse.kind, ExprKind::Name(_)) || takes_order(orelse)
}

fn begins_clause(word: &str) -> bool {
    matches!(word, "above" | "below" | "at" | "face")
}

/// Returns the name at the start of an expression if white space follows it.
fn first_word(mut expr: &Expr) -> &str {
    loop {
        expr = match &expr.kind {
            ExprKind::Name(name) => return name,
            ExprKind::Binary { left, .. } => left,
            ExprKind::Is { expr, .. } | ExprKind::Exists(expr) => expr,
            ExprKind::Int(_)
            | ExprKind::Decimal(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Call { .. }
            | ExprKind::Of { .. }
            | ExprKind::List(_)
            | ExprKind::Query(_)
            | ExprKind::Unary { .. }
            | ExprKind::If { .. } => return "",
        }
    }
}

fn fits_source(expr: &Expr) -> bool {
    if let ExprKind::Binary { op: BinaryOp::Range, left, right } = &expr.kind {
        return fits_sum(left) && fits_sum(right);
    }
    fits_sum(expr)
}

fn fits_sum(expr: &Expr) -> bool {
    if let ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Sub, left, .. } = &expr.kind {
        return fits_sum(left);
    }
    power(expr) == CHAIN
}

fn begins_with_bracket(mut expr: &Expr) -> bool {
    while let ExprKind::Field { base, .. } | ExprKind::Index { base, .. } = &expr.kind {
        expr = base;
    }
    matches!(expr.kind, ExprKind::List(_))
}

/// Returns true for an expression that can precede a noun. Bare words can't be distinguished from the noun.
fn fits_count(expr: &Expr) -> bool {
    !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Bool(_) | ExprKind::Nothing)
}

/// Prints an expression in a syntactic position.
pub(super) fn write(out: &mut String, expr: &Expr, slot: Slot) {
    if fits(expr, slot) {
        return kind(out, &expr.kind, slot == Slot::Source);
    }
    out.push('(');
    kind(out, &expr.kind, false);
    out.push(')');
}

/// Prints the noun and filter of a query that has neither `in` nor `from`, before a clause that may start
/// with `from`.
pub(super) fn these(out: &mut String, query: &Query) {
    noun(out, query);
    if let Some(filter) = &query.filter {
        out.push_str(" where ");
        write(out, filter, Slot::ConditionBeforeFrom);
    }
}

fn noun(out: &mut String, query: &Query) {
    if query.other {
        out.push_str("other ");
    }
    out.push_str(&query.noun.name);
    if query.by_name {
        out.push_str(" by name");
    }
    if let Some(binder) = &query.binder {
        out.push(' ');
        out.push_str(&binder.name);
    }
}

pub(super) fn query(out: &mut String, query: &Query) {
    noun(out, query);
    let filter = if query.sorted.is_some() { Slot::ConditionBeforeOrder } else { Slot::Condition };
    let parts = [
        (" in ", &query.source, Slot::Source),
        (" from ", &query.from, Slot::Source),
        (" where ", &query.filter, filter),
        (" sorted by ", &query.sorted, Slot::Condition),
    ];
    for (word, part, slot) in parts {
        if let Some(part) = part {
            out.push_str(word);
            write(out, part, slot);
        }
    }
}

fn kind(out: &mut String, kind: &ExprKind, source: bool) {
    match kind {
        ExprKind::Int(n) => out.push_str(&n.to_string()),
        ExprKind::Decimal(digits) => out.push_str(digits),
        ExprKind::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        ExprKind::Nothing => out.push_str("nothing"),
        ExprKind::Name(name) => out.push_str(name),
        ExprKind::Field { base, name, optional } => {
            write(out, base, Slot::Chain);
            out.push_str(if *optional { "?." } else { "." });
            out.push_str(&name.name);
        }
        ExprKind::Index { base, key } => {
            write(out, base, Slot::Chain);
            enclosed(out, "[", key, "]");
        }
        ExprKind::Call { name, args } => {
            out.push_str(&name.name);
            items(out, "(", args, ")");
        }
        ExprKind::List(parts) => items(out, "[", parts, "]"),
        ExprKind::Of { name, body, over } => {
            out.push_str(&name.name);
            enclosed(out, "(", body, " of ");
            enclosed(out, "", over, ")");
        }
        ExprKind::Query(q) => query(out, q),
        ExprKind::Unary { op, expr } => unary(out, *op, expr),
        ExprKind::Binary { op, left, right } => binary(out, *op, left, right, source),
        ExprKind::Is { expr, negated, test } => is(out, expr, *negated, test),
        ExprKind::Exists(expr) => {
            write(out, expr, Slot::Tight(TEST));
            out.push_str(" exists");
        }
        ExprKind::If { cond, then, orelse } => {
            enclosed(out, "if ", cond, " then ");
            enclosed(out, "", then, " else ");
            write(out, orelse, Slot::Free);
        }
    }
}

fn enclosed(out: &mut String, before: &str, expr: &Expr, after: &str) {
    out.push_str(before);
    write(out, expr, Slot::Free);
    out.push_str(after);
}

fn items(out: &mut String, before: &str, items: &[Expr], after: &str) {
    out.push_str(before);
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        write(out, item, Slot::Free);
    }
    out.push_str(after);
}

fn unary(out: &mut String, op: UnaryOp, expr: &Expr) {
    let (word, power) = match op {
        UnaryOp::Not => ("not ", NOT),
        UnaryOp::Neg => ("-", MINUS),
    };
    out.push_str(word);
    write(out, expr, Slot::Tight(power));
}

/// Prints a binary operation. Operators of equal power are left-associative; comparisons do not chain.
fn binary(out: &mut String, op: BinaryOp, left: &Expr, right: &Expr, source: bool) {
    let power = op.power();
    let above = power + u8::from(power == BinaryOp::Eq.power());
    let (on_left, on_right) = match (source, op) {
        (true, BinaryOp::Range) => (Slot::Source, Slot::Source),
        (true, _) => (Slot::Source, Slot::Chain),
        (false, _) => (Slot::Tight(above), Slot::Tight(power + 1)),
    };
    write(out, left, on_left);
    if op == BinaryOp::Range {
        out.push_str("..");
    } else {
        out.push(' ');
        out.push_str(op.symbol());
        out.push(' ');
    }
    write(out, right, on_right);
}

fn is(out: &mut String, expr: &Expr, negated: bool, test: &Test) {
    write(out, expr, Slot::Tight(TEST));
    out.push_str(if negated { " is not " } else { " is " });
    match test {
        Test::FaceUp => out.push_str("face up"),
        Test::FaceDown => out.push_str("face down"),
        Test::In(zone) => {
            out.push_str("in ");
            write(out, zone, Slot::Source);
        }
        Test::Named(name) => out.push_str(&name.name),
    }
}
