//! The words of an expression that may stand for something.

use ludex_grammar::ast::{Expr, ExprKind, Query, Test};

/// Calls `each` with every word that may name something, whatever it is.
pub fn each_word(expr: &Expr, each: &mut impl FnMut(&str)) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Decimal(_) | ExprKind::Bool(_) | ExprKind::Nothing => {}
        ExprKind::Name(word) => each(word),
        ExprKind::Field { base, name, .. } => {
            each_word(base, each);
            each(&name.name);
        }
        ExprKind::Index { base, key } => pair(base, key, each),
        ExprKind::Call { name, args } => {
            each(&name.name);
            args.iter().for_each(|arg| each_word(arg, each));
        }
        ExprKind::Of { body, over, .. } => pair(body, over, each),
        ExprKind::Query(query) => of_query(query, each),
        ExprKind::Unary { expr, .. } | ExprKind::Exists(expr) => each_word(expr, each),
        ExprKind::Binary { left, right, .. } => pair(left, right, each),
        ExprKind::Is { expr, test, .. } => {
            each_word(expr, each);
            match test {
                Test::FaceUp | Test::FaceDown => {}
                Test::In(place) => each_word(place, each),
                Test::Named(word) => each(&word.name),
            }
        }
        ExprKind::If { cond, then, orelse } => {
            each_word(cond, each);
            pair(then, orelse, each);
        }
    }
}

fn pair(a: &Expr, b: &Expr, each: &mut impl FnMut(&str)) {
    each_word(a, each);
    each_word(b, each);
}

fn of_query(query: &Query, each: &mut impl FnMut(&str)) {
    each(&query.noun.name);
    let parts = [&query.source, &query.from, &query.filter];
    parts.into_iter().flatten().for_each(|part| each_word(part, each));
}
