//! The words of an expression that may stand for something.

use ludex_grammar::ast::Expr;

/// Calls `each` with every word that may name something, whatever it is.
pub fn each_word(expr: &Expr, each: &mut impl FnMut(&str)) {
    expr.word().into_iter().for_each(&mut *each);
    expr.children().into_iter().for_each(|part| each_word(part, each));
}
