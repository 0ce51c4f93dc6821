//! Visits the words of an expression that may be names.

use ludex_grammar::ast::Expr;

/// Calls `each` with every word that may be a name, of any kind.
pub fn each_word(expr: &Expr, each: &mut impl FnMut(&str)) {
    expr.word().into_iter().for_each(&mut *each);
    expr.children().into_iter().for_each(|part| each_word(part, each));
}
