//! Tables of numbers by key, and nested tables.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::hir::TableDef;
use crate::ids::{EnumId, TableId};
use crate::load::raw::{Name, RawRow, RawTable};
use crate::resolve::Symbol;
use crate::types::{Base, Type};

impl Checker<'_> {
    /// Adds all tables. Nested tables follow the named ones.
    pub(super) fn tables(&mut self) {
        let raw = self.raw;
        for table in &raw.tables {
            self.new_table(table.name.value.clone());
        }
        for (i, table) in raw.tables.iter().enumerate() {
            self.table(TableId::new(i), table);
            self.check_nested(TableId::new(i), table);
        }
    }

    fn new_table(&mut self, name: String) -> TableId {
        let id = TableId::new(self.out.tables.len());
        let rows = Vec::new();
        self.changed().tables.push(TableDef { name, key: Type::INT, has_tables: false, rows, other: None });
        id
    }

    /// Fills a table with its rows, including nested tables.
    fn table(&mut self, id: TableId, raw: &RawTable) {
        let has_tables = raw.rows.iter().any(|(_, row)| matches!(row, RawRow::Table(_)));
        let (mut rows, mut first) = (Vec::new(), None);
        let words = self.words_of_rows(raw);
        for (key, value) in &raw.rows {
            let found = self.key_of_row(words, key);
            let number = found.and_then(|(ty, number)| {
                self.check_key(*first.get_or_insert((ty, key.span)), (ty, key.span), raw).then_some(number)
            });
            if has_tables && matches!(value, RawRow::Number(_)) {
                continue; // reported below
            }
            let value = self.value_of_row(id, key, value);
            rows.extend(number.map(|number| (number, value)));
        }
        rows.sort_unstable();
        let below = rows.first().map(|(_, below)| TableId::new(*below as usize)).filter(|_| has_tables);
        let other = match &raw.other {
            Some(RawRow::Number(value)) => {
                let below = below.map(|below| self.filled(below, value.value));
                Some(below.map_or(value.value, |below| below.index() as i32))
            }
            Some(RawRow::Table(table)) => {
                let name = table.name.clone();
                Some(self.value_of_row(id, &name, &RawRow::Table(table.clone())))
            }
            None => None,
        };
        let key = first.map_or(Type::INT, |(ty, _)| ty);
        let table = &mut self.changed().tables[id.index()];
        (table.key, table.rows, table.other, table.has_tables) = (key, rows, other, has_tables);
    }

    /// Reports a key of another type than the first.
    fn check_key(&mut self, first: (Type, Span), (ty, span): (Type, Span), raw: &RawTable) -> bool {
        if ty == first.0 {
            return true;
        }
        let message = format!("the keys of `{}` are of different types", raw.name.value);
        let [wanted, found] = [first.0, ty].map(|ty| self.type_name(ty));
        let problem = Diagnostic::new(Code::TypeMismatch, span, message).label(format!("this is {found}"));
        let help = "make a table for each type of key";
        self.report(problem.other(first.1, format!("the first one is {wanted}")).help(help));
        false
    }

    /// Returns the type of the keys, if they are words. If several enums contain the first word, returns the
    /// first one with all keys.
    fn words_of_rows(&self, raw: &RawTable) -> Option<Type> {
        let mut words = raw.rows.iter().map(|(key, _)| key.value.as_str()).filter(|key| !is_number(key));
        let first = words.next()?;
        let one = self.names.global(first)?;
        if let Symbol::SpotWord(spot, _) = one {
            return Some(Type::new(Base::Spot(spot)));
        }
        let one = one.enum_value().map(|(e, _)| e);
        let all = self.names.enums_with(first).unwrap_or(one.as_slice());
        let has = |e: &EnumId, word: &str| self.out.enums[e.index()].values.iter().any(|value| value == word);
        let has_all = |e: &&EnumId| words.clone().all(|word| has(e, word));
        all.iter().find(has_all).copied().or(one).map(|e| Type::new(Base::Enum(e)))
    }

    /// Returns the type and value of a key that is a number or word. Reports other keys.
    fn key_of_row(&mut self, words: Option<Type>, name: &Name) -> Option<(Type, i32)> {
        if let Ok(number) = name.value.parse::<i32>() {
            return Some((Type::INT, number));
        }
        let found = words.and_then(|ty| Some((ty, position(self.out.words_of(ty.base())?, &name.value)?)));
        let found = found.or_else(|| word_of(self.names.global(&name.value)?));
        if let Some((ty, i)) = found {
            if let Base::Enum(e) = ty.base() {
                self.names.resolve_word(name.span, e, usize::from(i));
            } else {
                let _ = self.names.resolve(&name.value, name.span, word_of);
            }
            return Some((ty, i32::from(i)));
        }
        let known = self.names.globals_that(|symbol| word_of(symbol).is_some());
        let message = format!("`{}` is neither a number, a word of an enum nor a named spot", name.value);
        let problem = Diagnostic::new(Code::UnknownName, name.span, message).suggest(&name.value, known);
        self.not_found(problem);
        None
    }

    /// Returns a number, or the ID of a nested table.
    fn value_of_row(&mut self, of: TableId, key: &Name, row: &RawRow) -> i32 {
        match row {
            RawRow::Number(value) => value.value,
            RawRow::Table(table) => {
                let id = self.new_table(format!("{}[{}]", self.out.tables[of.index()].name, key.value));
                self.table(id, table);
                id.index() as i32
            }
        }
    }

    /// Adds a table of the same shape with one value for all keys.
    fn filled(&mut self, like: TableId, value: i32) -> TableId {
        let TableDef { name, key, has_tables, ref rows, .. } = self.out.tables[like.index()].clone();
        let below = rows.first().map(|(_, below)| TableId::new(*below as usize)).filter(|_| has_tables);
        let value = below.map_or(value, |below| self.filled(below, value).index() as i32);
        let id = self.new_table(name);
        let table = &mut self.changed().tables[id.index()];
        (table.key, table.has_tables, table.other) = (key, has_tables, Some(value));
        id
    }

    /// Reports a nested table whose rows differ in shape, or that lacks a word. Missing numeric keys can't be
    /// detected statically.
    fn check_nested(&mut self, id: TableId, raw: &RawTable) {
        if !self.out.tables[id.index()].has_tables {
            return;
        }
        let before = self.problems.len();
        let rows: Vec<&RawTable> = self.rows_that_are_tables(raw);
        self.check_alike(raw, &rows);
        if !self.problems.failed_since(before) {
            self.check_words(raw, raw.name.value.clone());
        }
    }

    /// Returns the rows that are tables, and reports rows that are numbers.
    fn rows_that_are_tables<'r>(&mut self, raw: &'r RawTable) -> Vec<&'r RawTable> {
        let mut tables = Vec::new();
        for (key, row) in &raw.rows {
            match row {
                RawRow::Table(table) => tables.push(&**table),
                RawRow::Number(value) => {
                    let message =
                        format!("other rows of `{}` are tables, but this is a number", raw.name.value);
                    let problem = Diagnostic::new(Code::WrongShape, value.span, message);
                    let help = format!("for all keys of `{}` write `{{ else: {} }}`", key.value, value.value);
                    self.report(problem.help(help));
                }
            }
        }
        tables.extend(if let Some(RawRow::Table(other)) = &raw.other { Some(&**other) } else { None });
        tables
    }

    /// Reports rows whose keys differ in type from those of the first.
    fn check_alike(&mut self, raw: &RawTable, rows: &[&RawTable]) {
        let Some((first, others)) = rows.split_first() else { return };
        let wanted = self.shape_of(first);
        for other in others {
            if self.shape_of(other) != wanted && !other.rows.is_empty() {
                let message = format!("the rows of `{}` are tables by different keys", raw.name.value);
                let problem = Diagnostic::new(Code::TypeMismatch, other.name.span, message);
                self.report(problem.other(first.name.span, "the first one"));
            }
        }
    }

    /// Returns the key type of each level of a table, outermost first.
    fn shape_of(&mut self, raw: &RawTable) -> Vec<Type> {
        let mut shape = vec![self.words_of_rows(raw).unwrap_or(Type::INT)];
        let below = raw
            .rows
            .iter()
            .find_map(|(_, row)| if let RawRow::Table(table) = row { Some(table) } else { None });
        if let Some(below) = below {
            shape.extend(self.shape_of(below));
        }
        shape
    }

    /// Reports a table that lacks words of its key, including nested tables.
    fn check_words(&mut self, raw: &RawTable, name: String) {
        if let (Some(ty), None) = (self.words_of_rows(raw), &raw.other) {
            let has = |word: &String| raw.rows.iter().any(|(key, _)| key.value == *word);
            let words = self.out.words_of(ty.base()).unwrap_or_default();
            let lacking: Vec<String> = words.iter().filter(|word| !has(word)).cloned().collect();
            if let Some((first, more)) = lacking.split_first() {
                let words = match more.len() {
                    0 => format!("`{first}`"),
                    n => format!("`{first}` and {n} others"),
                };
                let message = format!("`{name}` has no row for {words}");
                let problem = Diagnostic::new(Code::MissingKey, raw.name.span, message);
                self.report(problem.help("add the row, or a value for all other words: `else: 0`"));
            }
        }
        let rows = raw.rows.iter().map(|(_, row)| row).chain(&raw.other);
        let tables = rows.filter_map(|row| if let RawRow::Table(table) = row { Some(table) } else { None });
        tables.for_each(|table| self.check_words(table, format!("{name}[{}]", table.name.value)));
    }
}

/// Returns the type and number of a word that may be a key.
fn word_of(symbol: Symbol) -> Option<(Type, u16)> {
    if let Symbol::SpotWord(spot, i) = symbol {
        return Some((Type::new(Base::Spot(spot)), i));
    }
    symbol.enum_value().map(|(e, i)| (Type::new(Base::Enum(e)), i))
}

fn position(words: &[String], word: &str) -> Option<u16> {
    words.iter().position(|known| known == word).and_then(|i| u16::try_from(i).ok())
}

fn is_number(key: &str) -> bool {
    key.parse::<i32>().is_ok()
}
