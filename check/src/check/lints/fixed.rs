//! Reports impossible constants, and values that can't be computed before a game.
//!
//! Examples are position 0, a negative count, and a division by zero.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::rows::in_words;
use crate::check::review::Review;
use crate::hir::{Binary, Checked, ConstEval, EnumDef, Expr, ExprKind, Unary, Unfixed};
use crate::ids::TableId;
use crate::load::raw::Name;
use crate::operators::NoParams;
use crate::types::Base;

/// Evaluates a constant int expression of negation, addition, subtraction and multiplication.
pub(in crate::check) fn fixed(expr: &Expr) -> Option<i32> {
    fixed_where(expr, None)
}

/// Evaluates a constant int expression, for a number of players if given.
pub(in crate::check) fn fixed_where(expr: &Expr, players: Option<i32>) -> Option<i32> {
    if let ExprKind::Unary(Unary::Neg, a) = &expr.kind {
        return fixed_where(a, players).map(|n| -n);
    }
    if let ExprKind::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) = &expr.kind {
        return op.law(&NoParams, fixed_where(a, players)?, fixed_where(b, players)?).ok();
    }
    if matches!(expr.kind, ExprKind::Players) {
        return players;
    }
    expr.constant().filter(|_| expr.ty.base() == Base::Int)
}

/// Returns the expressions without a value before a game with this number of players and default options, and
/// the reasons.
fn unfixed<'c>(checked: &'c Checked, exprs: &[&'c Expr], players: u8) -> Vec<(&'c Expr, Unfixed)> {
    let options: Vec<i32> = checked.options.iter().map(|option| option.default).collect();
    match ConstEval::new(checked, players, &options) {
        Ok(before) => exprs.iter().filter_map(|expr| Some((*expr, before.value(expr).err()?))).collect(),
        // all other values depend on the number of spots
        Err(unfixed) => {
            let is_it = |expr: &&&Expr| expr.span.to(unfixed.span) == expr.span;
            exprs.iter().find(is_it).map(|expr| (*expr, unfixed.clone())).into_iter().collect()
        }
    }
}

fn reads_an_option(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Option(_)) || expr.children().into_iter().any(reads_an_option)
}

/// Returns the first table lookup at this span, and its missing key.
fn lacking_row(expr: &Expr, span: Span) -> Option<(TableId, i32)> {
    if let ExprKind::Table(table, key) = &expr.kind
        && expr.span == span
    {
        return Some((*table, key.constant()?));
    }
    expr.children().into_iter().find_map(|child| lacking_row(child, span))
}

/// An expression, possibly for many cards, that can't be evaluated before a game.
struct Unfit {
    first: Unfixed,
    may_differ: bool,
    players: BTreeSet<u8>,
    /// Missing rows of tables, with their keys.
    rows: BTreeSet<(TableId, i32)>,
}

impl Unfit {
    fn new(first: Unfixed) -> Self {
        Self { first, may_differ: false, players: BTreeSet::new(), rows: BTreeSet::new() }
    }
}

impl Review<'_> {
    /// Reports values that can't be computed before a game: an error if no game can start, for any options.
    pub(in crate::check) fn fixed_before_games(&mut self) {
        let checked = self.out;
        let exprs = checked.fixed();
        let numbers = checked.min_players..=checked.max_players;
        let mut found: BTreeMap<Span, Unfit> = BTreeMap::new();
        for players in numbers.clone() {
            for (expr, unfixed) in unfixed(checked, &exprs, players) {
                let lacking = lacking_row(expr, unfixed.span);
                let unfit = found.entry(expr.span).or_insert_with(|| Unfit::new(unfixed));
                unfit.may_differ |= reads_an_option(expr);
                unfit.players.insert(players);
                unfit.rows.extend(lacking);
            }
        }
        for unfit in found.into_values() {
            let never = !unfit.may_differ && unfit.players.len() == numbers.len();
            let code = if never { Code::NeverFixed } else { Code::SometimesUnfixed };
            let help = match (never, unfit.may_differ) {
                (true, _) => "this is computed before the game begins, so no game can begin",
                (false, false) => {
                    "this is computed before the game begins, so no game with this number of players can begin"
                }
                (false, true) => {
                    "this is computed before the game begins, so no game can begin unless an option is set"
                }
            };
            let problem = match unfit.rows.first().filter(|_| never) {
                Some((table, _)) => self.without_rows(*table, &unfit, help),
                None => Diagnostic::new(code, unfit.first.span, unfit.first.to_string()).help(help),
            };
            self.report(problem);
        }
    }

    /// Reports missing rows of a table. If a library has the lookup, reports them at the ruleset's own word.
    fn without_rows(&self, table: TableId, unfit: &Unfit, help: &str) -> Diagnostic {
        let (def, span) = (&self.out.tables[table.index()], unfit.first.span);
        let keys: Vec<i32> = unfit.rows.iter().filter(|(of, _)| *of == table).map(|(_, key)| *key).collect();
        let words = in_words(self.out, def.key.base(), &keys).unwrap_or_default();
        let message = format!("`{}` has no row for {words}", def.name);
        let id = if let Base::Enum(id) = def.key.base() { Some(id) } else { None };
        let word =
            id.zip(keys.first()).and_then(|(id, key)| self.own_word(&self.out.enums[id.index()], *key));
        let Some(word) = word.filter(|_| self.raw.is_in_library(span)) else {
            return Diagnostic::new(Code::NeverFixed, span, message).help(help);
        };
        let problem = Diagnostic::new(Code::NeverFixed, word.span, message);
        let row = format!("tables: {{ {}: {{ {}: 0 }} }}", def.name, word.value);
        problem
            .other(span, "the lookup is here")
            .help(format!("{help}; add the row, with its number: `{row}`"))
    }

    /// Returns a word of an enum if the ruleset itself defines it.
    fn own_word(&self, def: &EnumDef, number: i32) -> Option<&Name> {
        let raw = self.raw.enums.iter().find(|raw| raw.name.value == def.name)?;
        raw.values.get(number as usize).filter(|word| !self.raw.is_in_library(word.span))
    }
}

impl Checker<'_> {
    /// Reports an index, counted from 1, that certainly does not exist.
    pub(in crate::check) fn check_nth(&mut self, number: &Expr, what: &str, most: Option<u32>) {
        // an empty set is reported at its count
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

    /// Reports a count that is certainly negative.
    pub(in crate::check) fn check_count(&mut self, number: &Expr, what: &str) {
        if let Some(n) = fixed(number).filter(|n| *n < 0) {
            self.report(Diagnostic::new(Code::OutOfRange, number.span, format!("{what} can't be {n}")));
        }
    }

    /// Warns of spots whose number is certainly 0.
    pub(in crate::check) fn some_spots(&mut self, spot: &Name, count: &Expr) {
        if fixed(count) == Some(0) {
            let message = format!("there is no `{}`: their number is 0", spot.value);
            let problem = Diagnostic::new(Code::NoSpots, count.span, message);
            self.report(problem.help("no card can be there, and rules about these spots have no effect"));
        }
    }

    /// Reports a division by zero.
    pub(in crate::check) fn check_divisor(&mut self, op: Binary, divisor: &Expr) {
        if op.divides() && fixed(divisor) == Some(0) {
            let problem = Diagnostic::new(Code::OutOfRange, divisor.span, "a division by zero");
            self.report(problem.help("it would always be a runtime error in play"));
        }
    }
}
