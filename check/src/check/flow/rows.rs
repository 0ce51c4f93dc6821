//! Missing table rows: reports lookups with keys that may lack a row.

use std::collections::BTreeSet;

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::flow::facts::is_present;
use crate::check::lints::fixed::{fixed, fixed_where};
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::hir::{Checked, Comparison, Expr, ExprKind};
use crate::ids::{FieldId, TableId};
use crate::language::Noun;
use crate::resolve::Symbol;
use crate::types::{Base, Type};

/// Maximum number of values of an option that are looked up in a table.
const MOST_VALUES: usize = 1_000;

/// Maximum number of designs for which printed fields are examined.
const MOST_DESIGNS: usize = 2_000;

impl Checker<'_> {
    /// Checks an expression that may be missing, including a missing table row.
    pub(in crate::check) fn or_nothing(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        self.row_or_nothing(scope, ast).unwrap_or_else(|| self.expr(scope, ast))
    }

    /// Checks an index expression in a context that permits a missing value: a missing row is then empty, not
    /// a fault.
    pub(in crate::check) fn row_or_nothing(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Option<Expr> {
        let ast::ExprKind::Index { base, key } = &ast.kind else { return None };
        let mut row = self.index(scope, base, key, ast.span);
        if self.may_lack(&row) {
            optional(&mut row);
        }
        Some(row)
    }

    /// Returns true if a row may be missing, or one that contains it.
    fn may_lack(&self, row: &Expr) -> bool {
        let Some((tables, key)) = self.looked_up(row) else { return false };
        let outer = if let ExprKind::Row(of, _) = &row.kind { self.may_lack(of) } else { false };
        outer || self.key_is_open(&tables, key) || !self.keys_without_row(&tables, key).is_empty()
    }

    /// Returns the tables that may contain a row, and its key.
    fn looked_up<'e>(&self, row: &'e Expr) -> Option<(Vec<TableId>, &'e Expr)> {
        if let ExprKind::Table(table, key) = &row.kind {
            return Some((vec![*table], key));
        }
        let ExprKind::Row(of, key) = &row.kind else { return None };
        Some((self.tables_of(of), key))
    }

    /// Returns the tables that a row may denote, in a table of tables.
    pub(in crate::check) fn tables_of(&self, row: &Expr) -> Vec<TableId> {
        let Some((tables, key)) = self.looked_up(row) else { return Vec::new() };
        let known = key.constant().or_else(|| fixed(key));
        let mut found = BTreeSet::new();
        for table in tables {
            let def = &self.out.tables[table.index()];
            if !def.has_tables {
                continue;
            }
            let rows = def.rows.iter().filter(|(n, _)| known.is_none_or(|known| known == *n));
            let (rows, before) = (rows.map(|(_, below)| *below), found.len());
            found.extend(rows);
            if known.is_none() || found.len() == before {
                found.extend(def.other);
            }
        }
        found.into_iter().map(|below| TableId::new(below as usize)).collect()
    }

    /// Returns true for a table, or a row that is itself a table.
    pub(in crate::check) fn is_table(&self, ast: &ast::Expr) -> bool {
        let (mut of, mut keys) = (ast, 0);
        while let ast::ExprKind::Index { base, .. } = &of.kind {
            (of, keys) = (base, keys + 1);
        }
        let ast::ExprKind::Name(word) = &of.kind else { return false };
        let Some(Symbol::Table(id)) = self.names.global(word) else { return false };
        let mut table = Some(id);
        for _ in 0..keys {
            table = table.and_then(|table| self.first_below(table));
        }
        table.is_some()
    }

    /// Reports an index into a row that is a number. Returns true if it did.
    pub(in crate::check) fn check_whole_row(&mut self, ast: &ast::Expr) -> bool {
        let mut of = ast;
        let ast::ExprKind::Index { base, key } = &ast.kind else { return false };
        while let ast::ExprKind::Index { base, .. } = &of.kind {
            of = base;
        }
        if !self.is_table(of) || !self.is_table(base) {
            return false;
        }
        let written = format!("{}[{}]", print::expr(base), print::expr(key));
        let problem = Diagnostic::new(Code::TypeMismatch, ast.span, "this row is a number, not a table");
        self.report(problem.help(format!("leave out what follows: `{written}`")));
        true
    }

    fn first_below(&self, table: TableId) -> Option<TableId> {
        let def = &self.out.tables[table.index()];
        let below = def.rows.first().map(|(_, below)| *below).or(def.other)?;
        def.has_tables.then(|| TableId::new(below as usize))
    }

    /// Returns a table that a row could denote if it had another key; all of these have keys of one type.
    fn some_row(&self, row: &Expr) -> Option<TableId> {
        let table =
            if let ExprKind::Row(of, _) = &row.kind { self.some_row(of) } else { row.outermost_table() };
        self.first_below(table?)
    }

    /// Checks the lookup of a row in a table, or in a row that is itself a table.
    pub(in crate::check) fn row(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        key: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let ast::ExprKind::Index { base: outer, key: first } = &base.kind {
            let of = self.row(scope, outer, first, base.span);
            // a row that is missing is reported later
            let table = self.tables_of(&of).first().copied().or_else(|| self.some_row(&of));
            let Some(table) = table else { return unknown(span) };
            let ty = self.out.tables[table.index()].key;
            let key = self.expr_as(scope, key, ty, "the key of this table");
            return make(ExprKind::Row(Box::new(of), Box::new(key)), Type::INT, span);
        }
        let table = |symbol| if let Symbol::Table(id) = symbol { Some(id) } else { None };
        let word = if let ast::ExprKind::Name(word) = &base.kind { word.as_str() } else { "" };
        let Some(id) = self.names.resolve(word, base.span, table) else { return unknown(span) };
        let ty = self.out.tables[id.index()].key;
        let key = self.expr_as(scope, key, ty, "the key of this table");
        make(ExprKind::Table(id, Box::new(key)), Type::INT, span)
    }

    /// Returns a row that is a number. Reports a row that is a table.
    pub(in crate::check) fn whole_row(&mut self, row: Expr, (base, key): (&ast::Expr, &ast::Expr)) -> Expr {
        let Some(below) = self.tables_of(&row).first().copied() else { return row };
        let by = match self.out.tables[below.index()].key {
            Type::INT => Noun::Number.name().to_owned(),
            word => self.type_name(word),
        };
        let written = format!("{}[{}]", print::expr(base), print::expr(key));
        let problem = Diagnostic::new(Code::TypeMismatch, row.span, format!("the {by} is missing"));
        let help = format!("select a row: `{written}[…]`");
        self.report(problem.label("this row is a table").help(help));
        unknown(row.span)
    }

    /// Returns true if the set of keys is unbounded.
    fn key_is_open(&self, tables: &[TableId], key: &Expr) -> bool {
        let lacks = |table: &TableId| {
            let def = &self.out.tables[table.index()];
            def.key == Type::INT && def.other.is_none()
        };
        tables.iter().any(lacks) && fixed(key).is_none()
    }

    /// Warns of lookups whose row is missing for some key, unless facts exclude that key.
    pub(in crate::check) fn check_row(&mut self, scope: &Scope, row: &Expr) {
        let (Some((tables, key)), Some(named)) = (self.looked_up(row), row.outermost_table()) else { return };
        if let ExprKind::Row(of, _) = &row.kind {
            self.check_row(scope, of);
        }
        let def = &self.raw.tables[named.index()];
        let unread = matches!(key.kind, ExprKind::Field(..)) && self.out.designs.len() > MOST_DESIGNS;
        if unread
            || scope.fixed
            || is_present(scope, row)
            || def.rows.len() > self.out.tables[named.index()].rows.len()
        {
            return;
        }
        let lacking = self.keys_without_row(&tables, key);
        let lacking: Vec<i32> = lacking.into_iter().filter(|n| !self.is_left_out(scope, key, *n)).collect();
        let Some(words) = in_words(&self.out, key.ty.base(), &lacking) else { return };
        let name = match tables[..] {
            [table] => self.out.tables[table.index()].name.clone(),
            _ => format!("{}[…]", def.name.value),
        };
        let message = format!("`{name}` has no row for {words}");
        let problem = Diagnostic::new(Code::MissingRow, row.span, message);
        self.report(
            problem
                .label("the rule fails for it")
                .other(def.name.span, "add the row here")
                .help("add a row, or a fallback: `default 0`"),
        );
    }

    /// Returns the statically known values of a key for which one of the tables has no row.
    fn keys_without_row(&self, tables: &[TableId], key: &Expr) -> Vec<i32> {
        let lacks = |table: &TableId, n: i32| {
            let def = &self.out.tables[table.index()];
            def.other.is_none() && def.rows.binary_search_by_key(&n, |(row, _)| *row).is_err()
        };
        let mut values = self.values_of(key);
        values.retain(|n| tables.iter().any(|table| lacks(table, *n)));
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
        if let ExprKind::Option(id) = key.kind {
            let option = &self.out.options[id.index()];
            return (option.min..=option.max).take(MOST_VALUES).collect();
        }
        let Some(words) = self.out.words_of(key.ty.base()) else {
            let players = i32::from(self.out.min_players)..=i32::from(self.out.max_players);
            let mut values: Vec<i32> = players.filter_map(|n| fixed_where(key, Some(n))).collect();
            values.dedup();
            return values;
        };
        (0..words.len() as i32).collect()
    }

    /// Returns the printed values of a field; `None` if options decide one, or if there are too many designs.
    pub(in crate::check) fn printed_words(&self, field: FieldId) -> Option<Vec<i32>> {
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

    /// Returns true if facts and filters exclude this key.
    fn is_left_out(&self, scope: &Scope, key: &Expr, n: i32) -> bool {
        let word = make(ExprKind::Const(n), key.ty, key.span);
        let differs = ExprKind::Compare(Comparison::Ne, Box::new(key.clone()), Box::new(word));
        let differs = make(differs, Type::BOOL, key.span);
        let me = make(ExprKind::Me, Type::PLAYER, key.span);
        let facts: Vec<_> = scope.filters.iter().chain(&scope.facts).cloned().collect();
        self.one_holds(&facts, &[&differs], &me)
    }
}

/// Makes the type of a row optional, and of the rows that contain it.
fn optional(row: &mut Expr) {
    row.ty = row.ty.optional();
    if let ExprKind::Row(of, _) = &mut row.kind {
        optional(of);
    }
}

/// Formats some keys; `None` if there are none.
pub(in crate::check) fn in_words(out: &Checked, base: Base, keys: &[i32]) -> Option<String> {
    let words = out.words_of(base);
    let word = |n: &i32| words.map_or_else(|| n.to_string(), |words| format!("`{}`", words[*n as usize]));
    let (first, more) = keys.split_first()?;
    match more {
        [] => Some(word(first)),
        [second] => Some(format!("{} and {}", word(first), word(second))),
        more => Some(format!("{} and {} others", word(first), more.len())),
    }
}
