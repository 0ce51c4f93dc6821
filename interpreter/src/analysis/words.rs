//! What the words of the language mean: the one table, for tools.

use crate::language::{Fold, Function, ListOf, Member, Verb};

/// A word of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// As it is written.
    pub word: &'static str,
    /// `verb`, `function` or `member`.
    pub what: &'static str,
    /// How it is used.
    pub form: &'static str,
    /// What it means.
    pub summary: &'static str,
}

/// Every verb, function and member of the language; some members have the same word.
pub fn language() -> impl Iterator<Item = Entry> {
    let verbs = Verb::ALL.iter().map(|row| Entry {
        word: row.name(),
        what: "verb",
        form: row.form(),
        summary: row.summary(),
    });
    let functions = Function::ALL.iter().map(|row| Entry {
        word: row.name(),
        what: "function",
        form: row.form(),
        summary: row.summary(),
    });
    let folds = Fold::ALL.iter().map(|row| Entry {
        word: row.name(),
        what: "function",
        form: row.form(),
        summary: row.summary(),
    });
    let lists = ListOf::ALL.iter().map(|row| Entry {
        word: row.name(),
        what: "function",
        form: row.form(),
        summary: row.summary(),
    });
    let members = Member::ALL.iter().map(|row| Entry {
        word: row.name(),
        what: "member",
        form: row.form(),
        summary: row.summary(),
    });
    verbs.chain(functions).chain(folds).chain(lists).chain(members)
}
