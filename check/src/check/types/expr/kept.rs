//! Keyed values such as `int per suit`: access by key. The whole is not a value.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::lints::fixed::fixed;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::hir::{Binary, Expr, ExprKind, FieldDef};
use crate::ids::{FieldId, KindId};
use crate::load::raw::{Name, RawFieldValue};
use crate::resolve::{HolderKey, MemberSymbol};
use crate::types::{Base, KeyType, Layer, Type};

/// Maximum number of printed fields of all kinds, if some are keyed.
const MOST_FIELDS: usize = 10_000;

impl Checker<'_> {
    pub(in crate::check) fn entry(
        &mut self,
        scope: &mut Scope,
        whole: Expr,
        (key, each): (KeyType, Type),
        ast: &ast::Expr,
        span: Span,
    ) -> Expr {
        let key = self.key_as(scope, key, ast);
        if let ExprKind::Binary(op @ Binary::Toward(_), at, _) = whole.kind {
            return make(ExprKind::Binary(op, at, Box::new(key)), each, span);
        }
        make(ExprKind::Entry(Box::new(key), Box::new(whole)), each, span)
    }

    fn key_as(&mut self, scope: &mut Scope, key: KeyType, ast: &ast::Expr) -> Expr {
        let expr = self.expr_as(scope, ast, key.ty(), "the key");
        if let (KeyType::Range(least, most), Some(n)) = (key, fixed(&expr))
            && !(i32::from(least)..=i32::from(most)).contains(&n)
        {
            let message = format!("there is no value for {n}");
            let problem = Diagnostic::new(Code::OutOfRange, expr.span, message);
            self.report(problem.help(format!("there is a value for each of {least}..{most}")));
        }
        expr
    }

    /// Checks a keyed value without a key. Keyed bools are the list of the keys that have `true`; other values
    /// need a key.
    pub(in crate::check) fn one_of_all(&mut self, scope: &mut Scope, ast: &ast::Expr, expr: Expr) -> Expr {
        let Layer::Per(key, each) = expr.ty.shape() else { return expr };
        if each == Type::BOOL {
            return self.keys_of(scope, key, expr);
        }
        let key = self.out.key_name(key).to_owned();
        let written = print::expr(ast);
        let problem = Diagnostic::new(Code::TypeMismatch, expr.span, format!("the {key} is missing"));
        self.report(
            problem
                .label(format!("there is a value for each {key}"))
                .help(format!("select a value: `{written}[…]`")),
        );
        unknown(expr.span)
    }

    /// Creates the list of the keys whose value is `true`.
    fn keys_of(&self, scope: &mut Scope, key: KeyType, whole: Expr) -> Expr {
        let span = whole.span;
        let number = |n: i16| Box::new(make(ExprKind::Const(n.into()), Type::INT, span));
        let all = match key {
            KeyType::Enum(id) => ExprKind::AllWords(self.out.enums[id.index()].values.len() as i32),
            KeyType::Player => ExprKind::AllPlayers(None),
            KeyType::Spot(id) => ExprKind::AllSpots(id, None),
            KeyType::Range(least, most) => ExprKind::Range(number(least), number(most)),
        };
        let ty = key.ty();
        let local = scope.slots(1);
        let list = Box::new(make(all, ty.list(), span));
        let key = Box::new(make(ExprKind::Local(local), ty, span));
        let test = Box::new(make(ExprKind::Entry(key, Box::new(whole)), Type::BOOL, span));
        make(ExprKind::Filter { local, list, test }, ty.list(), span)
    }

    /// Returns the keys of a printed field; `None` if cards can't print values with this key.
    pub(in crate::check) fn words_of_key(&self, key: KeyType) -> Option<Vec<String>> {
        match key {
            KeyType::Enum(id) => self.out.enums.get(id.index()).map(|def| def.values.clone()),
            KeyType::Range(least, most) => Some((least..=most).map(|n| n.to_string()).collect()),
            KeyType::Player | KeyType::Spot(_) => None,
        }
    }

    /// Declares a printed field of a kind: one for each key.
    pub(in crate::check) fn field_declared(&mut self, kind: KindId, name: &Name, ty: &ast::TypeExpr) {
        let (mut each, key) = self.names.resolve_kept(ty, &mut self.problems);
        if each.is_list() {
            let of = self.type_name(each.element());
            let problem = Diagnostic::new(
                Code::ListForOne,
                ty.name.span,
                "a printed field is a single value, not a list",
            );
            let help = format!("a card prints a set of words: `{}: set of {of}`", name.value);
            let fits = matches!(each.element().base(), Base::Enum(_));
            self.report(if fits {
                problem.help(help)
            } else {
                problem.help("print one value for each field")
            });
            each = Type::UNKNOWN;
        }
        let first = FieldId::new(self.out.fields.len());
        let words = key.map(|key| (key, self.words_of_key(key)));
        let words = words.filter(|(_, words)| self.has_room(words.as_ref().map_or(0, Vec::len), ty));
        let def = |name: String, entry| FieldDef { name, kind, ty: each, entry };
        match words {
            None => self.changed().fields.push(def(name.value.clone(), None)),
            Some((key, Some(words))) => {
                let whole = &name.value;
                let all =
                    words.iter().map(|word| def(format!("{whole}[{word}]"), Some((whole.clone(), key))));
                let all: Vec<FieldDef> = all.collect();
                self.changed().fields.extend(all);
            }
            Some((_, None)) => {
                let name = name.value.clone();
                self.changed().fields.push(FieldDef { ty: each.optional(), ..def(name, None) });
                let message = "a card prints a value for each word of an enum, or for each number of a range";
                let problem = Diagnostic::new(Code::WrongShape, ty.name.span, message);
                self.problems
                    .push(problem.help("declare values of players or spots as variables, below `state`"));
            }
        }
        let (holder, symbol) = (HolderKey::Kind(kind), MemberSymbol::Field(first));
        self.names.define_member(holder, name, symbol, &mut self.problems);
    }

    /// Reports too many printed fields. Returns true if there is room for `more`.
    fn has_room(&mut self, more: usize, ty: &ast::TypeExpr) -> bool {
        let fits = self.out.fields.len() + more <= MOST_FIELDS;
        if !fits {
            let message = format!("more than {MOST_FIELDS} values are printed on cards");
            self.problems.push(Diagnostic::new(Code::OutOfRange, ty.name.span, message));
        }
        fits
    }

    /// Returns the index of a word among the values of a key.
    fn key_of_word(&self, key: KeyType, word: &str) -> Option<usize> {
        match key {
            KeyType::Enum(id) => {
                self.out.enums.get(id.index())?.values.iter().position(|known| known == word)
            }
            KeyType::Range(least, most) => {
                let n: i16 = word.parse().ok().filter(|n| (least..=most).contains(n))?;
                usize::try_from(i32::from(n) - i32::from(least)).ok()
            }
            KeyType::Player | KeyType::Spot(_) => None,
        }
    }

    /// Checks the values that a card prints by key. The default is 0, false or nothing.
    pub(in crate::check) fn printed_values(
        &mut self,
        first: FieldId,
        name: &Name,
        value: &RawFieldValue,
    ) -> Vec<(FieldId, Expr)> {
        let def = self.out.fields[first.index()].clone();
        let Some((_, key)) = &def.entry else { return Vec::new() };
        let is_set = self.is_set(first);
        let entries = match value {
            RawFieldValue::Words(words) if is_set => {
                return self.printed_set(first, words.iter().map(Option::as_ref));
            }
            RawFieldValue::ByKey(entries) => entries,
            RawFieldValue::One(_) | RawFieldValue::Words(_) => {
                self.prints_one(*key, (name, value), is_set);
                return Vec::new();
            }
        };
        let mut printed = Vec::new();
        for (word, value) in entries {
            let Some(at) = self.key_of_word(*key, &word.value) else {
                let message = format!("`{}` has no `{}`", name.value, word.value);
                let problem = Diagnostic::new(Code::UnknownKey, word.span, message);
                let words = self.words_of_key(*key).unwrap_or_default();
                self.not_found(problem.suggest(&word.value, words.iter().map(String::as_str)));
                continue;
            };
            if let KeyType::Enum(id) = key {
                self.names.resolve_word(word.span, *id, at);
            }
            let mut scope = Scope { no_me: true, ..Scope::default() };
            let value = match value {
                Some(expr) => self.expr_as(&mut scope, expr, def.ty, format_args!("`{}`", name.value)),
                None => unknown(word.span),
            };
            self.only_constant(&value);
            printed.push((FieldId::new(first.index() + at), value));
        }
        self.left_out(&def, name, entries.len());
        printed
    }

    /// Reports a single value for a keyed field, or a list for a field whose values aren't bools.
    fn prints_one(&mut self, key: KeyType, (name, value): (&Name, &RawFieldValue), is_set: bool) {
        let message = format!("`{}` has a value for each word", name.value);
        let problem = Diagnostic::new(Code::WrongShape, name.span, message);
        let words = self.words_of_key(key).unwrap_or_default();
        let given =
            if let RawFieldValue::One(Some(expr)) = value { print::expr(expr) } else { String::new() };
        let word = words.iter().find(|word| **word == given).or(words.first()).cloned().unwrap_or_default();
        self.report(problem.help(match is_set {
            true => format!("write the words as a list: `{}: [{word}]`", name.value),
            false => format!("write `{}: {{ {word}: … }}`", name.value),
        }));
    }

    /// Returns true for a field that prints a set: a bool for each word.
    pub(in crate::check) fn is_set(&self, first: FieldId) -> bool {
        let def = &self.out.fields[first.index()];
        matches!(def.entry, Some((_, KeyType::Enum(_)))) && def.ty == Type::BOOL
    }

    /// Checks the words of a printed set. Returns the value of each word of the enum.
    pub(in crate::check) fn printed_set<'e>(
        &mut self,
        first: FieldId,
        words: impl Iterator<Item = Option<&'e ast::Expr>>,
    ) -> Vec<(FieldId, Expr)> {
        let Some((name, KeyType::Enum(id))) = self.out.fields[first.index()].entry.clone() else {
            return Vec::new();
        };
        let bool_at = |n: i32, span: Span| make(ExprKind::Const(n), Type::BOOL, span);
        let none = |id: usize| (FieldId::new(id), bool_at(0, Span::default()));
        let mut printed: Vec<(FieldId, Expr)> = self.out.entries_of(first).map(none).collect();
        for ast in words.flatten() {
            let mut scope = Scope { no_me: true, fixed: true, ..Scope::default() };
            let word =
                self.expr_as(&mut scope, ast, Type::new(Base::Enum(id)), format_args!("a word of `{name}`"));
            let at = word.constant().and_then(|at| usize::try_from(at).ok());
            let Some((_, value)) = at.and_then(|at| printed.get_mut(at)) else {
                self.only_words(&word);
                continue;
            };
            if value.constant() == Some(1) {
                let message = format!("`{}` is there twice", print::expr(ast));
                let problem = Diagnostic::new(Code::DuplicateName, ast.span, message);
                self.report(problem.other(value.span, "first here"));
            }
            *value = bool_at(1, ast.span);
        }
        printed
    }

    /// Reports an element of a printed set that is not a fixed word.
    fn only_words(&mut self, word: &Expr) {
        if !word.ty.is_unknown() {
            let problem = Diagnostic::new(Code::BadPlace, word.span, "a set that is printed lists its words");
            self.report(problem.help("a word that depends on options: `NAME: { WORD: CONDITION }`"));
        }
    }

    /// Reports a missing value whose type has no default.
    fn left_out(&mut self, def: &FieldDef, name: &Name, given: usize) {
        let declared = &self.raw.kinds[def.kind.index()].fields;
        let has_default =
            declared.iter().any(|(known, decl)| known.value == name.value && decl.default.is_some());
        if has_default || def.ty.is_optional() || has_zero(def.ty) {
            return;
        }
        let words = def.entry.as_ref().and_then(|(_, key)| self.words_of_key(*key));
        if words.is_some_and(|words| given < words.len()) {
            let message = format!("`{}` lacks a value for some word", name.value);
            let problem = Diagnostic::new(Code::MissingKey, name.span, message);
            self.report(problem.help("give each word one, or let it be missing with `?` in its type"));
        }
    }

    /// Returns true for a field without a key, or the first of a keyed field, so that diagnostics appear
    /// once.
    pub(in crate::check) fn is_first_entry(&self, id: FieldId) -> bool {
        let name = |id: usize| self.out.fields[id].entry.as_ref().map(|(name, _)| name);
        let fields = &self.out.fields;
        id.index() == 0
            || fields[id.index()].kind != fields[id.index() - 1].kind
            || name(id.index()).is_none()
            || name(id.index()) != name(id.index() - 1)
    }
}

/// Returns true if the default of a type is 0 or false.
fn has_zero(ty: Type) -> bool {
    matches!(ty.shape(), Layer::Base(Base::Int | Base::Decimal | Base::Bool))
}

/// Returns the keyed bools whose keys are this list.
pub(in crate::check) fn set_of(list: &Expr) -> Option<&Expr> {
    let ExprKind::Filter { local, list, test } = &list.kind else { return None };
    let ExprKind::Entry(key, set) = &test.kind else { return None };
    let every = matches!(list.kind, ExprKind::AllWords(_) | ExprKind::AllPlayers(_) | ExprKind::AllSpots(..));
    let is_key = matches!(key.kind, ExprKind::Local(id) if id == *local);
    (every && is_key).then_some(set)
}
