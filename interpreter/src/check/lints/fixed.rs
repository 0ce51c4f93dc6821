//! Numbers that stand in the text and can't be meant: place 0, a negative count, a division by zero; and what is fixed before a game and can't be, for
//! some number of players.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::hir::{Before, Binary, Checked, Expr, ExprKind, Unary, Unfixed};
use crate::load::raw::Name;
use crate::operators::NoGame;
use crate::types::Base;

/// The value of an int that is made of numbers alone, added, subtracted and multiplied.
pub(in crate::check) fn fixed(expr: &Expr) -> Option<i32> {
    if let ExprKind::Unary(Unary::Neg, a) = &expr.kind {
        return fixed(a).map(|n| -n);
    }
    if let ExprKind::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) = &expr.kind {
        return op.law(&NoGame, fixed(a)?, fixed(b)?).ok();
    }
    expr.constant().filter(|_| expr.ty.base() == Base::Int)
}

/// Expressions that have no value before a game with so many players and the defaults of the options: which, and why.
fn unfixed<'c>(checked: &'c Checked, exprs: &[&'c Expr], players: u8) -> Vec<(&'c Expr, Unfixed)> {
    let options: Vec<i32> = checked.options.iter().map(|option| option.default).collect();
    match Before::new(checked, players, &options) {
        Ok(before) => exprs.iter().filter_map(|expr| Some((*expr, before.value(expr).err()?))).collect(),
        // without the spots nothing more can be said
        Err(unfixed) => {
            let is_it = |expr: &&&Expr| expr.span.to(unfixed.span) == expr.span;
            exprs.iter().find(is_it).map(|expr| (*expr, unfixed.clone())).into_iter().collect()
        }
    }
}

fn reads_an_option(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Option(_)) || expr.children().into_iter().any(reads_an_option)
}

impl Checker<'_> {
    /// Reports what is fixed before a game and can't be: an error if no game can begin, whatever the options are.
    pub(in crate::check) fn fixed_before_games(&mut self) {
        let checked = std::sync::Arc::clone(&self.out);
        let exprs = checked.fixed();
        let numbers = checked.min_players..=checked.max_players;
        let mut found: BTreeMap<Span, (bool, Vec<Unfixed>)> = BTreeMap::new();
        for players in numbers.clone() {
            for (expr, unfixed) in unfixed(&checked, &exprs, players) {
                let (may_differ, all) = found.entry(expr.span).or_default();
                *may_differ |= reads_an_option(expr);
                all.push(unfixed);
            }
        }
        for (may_differ, all) in found.into_values() {
            let never = !may_differ && all.len() == numbers.len();
            let code = if never { Code::NeverFixed } else { Code::SometimesUnfixed };
            let first = &all[0];
            let problem = Diagnostic::new(code, first.span, first.to_string());
            self.report(problem.help(match (never, may_differ) {
                (true, _) => "this is fixed before the game begins, so none can begin",
                (false, false) => {
                    "this is fixed before the game begins, so none can begin with so many players"
                }
                (false, true) => {
                    "this is fixed before the game begins, so none can begin unless an option is set"
                }
            }));
        }
    }

    /// Reports a number of things counted from 1, if there certainly is none with it.
    pub(in crate::check) fn check_nth(&mut self, number: &Expr, what: &str, most: Option<u32>) {
        // that there are none at all is told where they are counted
        let Some(n) = fixed(number).filter(|_| most != Some(0)) else { return };
        if n >= 1 && most.is_none_or(|most| i64::from(n) <= i64::from(most)) {
            return;
        }
        let problem = Diagnostic::new(Code::OutOfRange, number.span, format!("there is no {what} {n}"));
        self.report(problem.help(match most {
            Some(most) => format!("they are counted from 1 to {most}"),
            None => "they are counted from 1".to_owned(),
        }));
    }

    /// Reports a number of things that is certainly negative.
    pub(in crate::check) fn check_count(&mut self, number: &Expr, what: &str) {
        if let Some(n) = fixed(number).filter(|n| *n < 0) {
            self.report(Diagnostic::new(Code::OutOfRange, number.span, format!("{what} can't be {n}")));
        }
    }

    /// Warns where there are certainly no spots of a name.
    pub(in crate::check) fn some_spots(&mut self, spot: &Name, count: &Expr) {
        if fixed(count) == Some(0) {
            let message = format!("there is no `{}`: their number is 0", spot.value);
            let problem = Diagnostic::new(Code::NoSpots, count.span, message);
            self.report(problem.help("nothing can lie there, and nothing that rules say of them happens"));
        }
    }

    /// Reports a division by zero.
    pub(in crate::check) fn check_divisor(&mut self, op: Binary, divisor: &Expr) {
        if op.divides() && fixed(divisor) == Some(0) {
            let problem = Diagnostic::new(Code::OutOfRange, divisor.span, "a division by zero");
            self.report(problem.help("it would always be a fault in play"));
        }
    }
}
