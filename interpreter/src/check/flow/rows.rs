//! Rows that a table may lack: whether a key without one may be looked up.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::check::flow::facts::exists;
use crate::check::lints::fixed::fixed;
use crate::check::types::expr::make;
use crate::check::types::scope::Scope;
use crate::hir::{Comparison, Expr, ExprKind};
use crate::ids::{FieldId, TableId};
use crate::types::{Base, Type};

/// Where there are more cards than this, printed fields are not looked at.
const MOST_DESIGNS: usize = 2_000;

impl Checker<'_> {
    /// An expression that may be missing, also as a row that a table lacks.
    pub(in crate::check) fn or_nothing(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        self.row_or_nothing(scope, ast).unwrap_or_else(|| self.expr(scope, ast))
    }

    /// What is indexed, where it may be missing: a row that the table may lack is nothing then, and no fault.
    pub(in crate::check) fn row_or_nothing(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Option<Expr> {
        let ast::ExprKind::Index { base, key } = &ast.kind else { return None };
        let mut row = self.index(scope, base, key, ast.span);
        if let ExprKind::Table(table, key) = &row.kind
            && (self.key_is_open(*table, key) || !self.keys_without_row(*table, key).is_empty())
        {
            row.ty = row.ty.optional();
        }
        Some(row)
    }

    /// Whether no list of keys can be given.
    fn key_is_open(&self, table: TableId, key: &Expr) -> bool {
        let def = &self.out.tables[table.index()];
        def.key == Type::INT && def.other.is_none() && fixed(key).is_none()
    }

    /// Warns of a row that is looked up and not there, as far as nothing shows that its key does not come.
    pub(in crate::check) fn check_row(&mut self, scope: &Scope, row: &Expr) {
        let ExprKind::Table(table, key) = &row.kind else { return };
        let def = &self.raw.tables[table.index()];
        let unread = matches!(key.kind, ExprKind::Field(..)) && self.out.designs.len() > MOST_DESIGNS;
        if unread || exists(scope, row) || def.rows.len() > self.out.tables[table.index()].rows.len() {
            return;
        }
        let lacking = self.keys_without_row(*table, key);
        let lacking: Vec<i32> = lacking.into_iter().filter(|n| !self.is_left_out(scope, key, *n)).collect();
        let Some(words) = self.in_words(key.ty.base(), &lacking) else { return };
        let message = format!("`{}` has no row for {words}", def.name.value);
        let problem = Diagnostic::new(Code::MissingRow, row.span, message);
        self.report(
            problem
                .label("the rule fails for it")
                .other(def.name.span, "add the row here")
                .help("add a row, or say what holds without one: `default 0`"),
        );
    }

    /// The values of a key for which a table has no row, as far as they are known before the game.
    fn keys_without_row(&self, table: TableId, key: &Expr) -> Vec<i32> {
        let def = &self.out.tables[table.index()];
        if def.other.is_some() {
            return Vec::new();
        }
        let rows = &def.rows;
        let mut values = self.values_of(key);
        values.retain(|n| rows.binary_search_by_key(n, |(row, _)| *row).is_err());
        if let ExprKind::Field(field, _) = key.kind
            && !values.is_empty()
            && let Some(printed) = self.printed_words(field)
        {
            values.retain(|n| printed.binary_search(n).is_ok());
        }
        values
    }

    fn values_of(&self, key: &Expr) -> Vec<i32> {
        if let ExprKind::Const(n) = key.kind {
            return vec![n];
        }
        let Base::Enum(id) = key.ty.base() else {
            return fixed(key).into_iter().collect();
        };
        (0..self.out.enums[id.index()].values.len() as i32).collect()
    }

    /// The words that cards have in a field, if no option decides one and there are not too many cards to look at each time.
    fn printed_words(&self, field: FieldId) -> Option<Vec<i32>> {
        if self.out.designs.len() > MOST_DESIGNS {
            return None;
        }
        let fields = self.out.designs.iter().flat_map(|design| &design.fields);
        let values = fields.filter(|(id, _)| *id == field).map(|(_, value)| value);
        let values = values.filter(|value| !matches!(value.kind, ExprKind::Nothing));
        let mut words: Vec<i32> = values.map(Expr::constant).collect::<Option<_>>()?;
        words.sort_unstable();
        words.dedup();
        Some(words)
    }

    /// Whether tests and filters have shown that a key is not this one.
    fn is_left_out(&self, scope: &Scope, key: &Expr, n: i32) -> bool {
        let word = make(ExprKind::Const(n), key.ty, key.span);
        let differs = ExprKind::Compare(Comparison::Ne, Box::new(key.clone()), Box::new(word));
        let differs = make(differs, Type::BOOL, key.span);
        let me = make(ExprKind::Me, Type::PLAYER, key.span);
        let facts: Vec<_> = scope.filters.iter().chain(&scope.facts).cloned().collect();
        self.one_holds(&facts, &[&differs], &me)
    }

    /// Some keys in words; nothing if there are none.
    fn in_words(&self, base: Base, keys: &[i32]) -> Option<String> {
        let words = if let Base::Enum(id) = base { Some(&self.out.enums[id.index()].values) } else { None };
        let word = |n: &i32| words.map_or_else(|| n.to_string(), |words| format!("`{}`", words[*n as usize]));
        let (first, more) = keys.split_first()?;
        match more {
            [] => Some(word(first)),
            [second] => Some(format!("{} and {}", word(first), word(second))),
            more => Some(format!("{} and {} others", word(first), more.len())),
        }
    }
}
