//! What the words of the language mean: the one table, for tools.

pub use ludex_grammar::words::{Phrase, Stands, phrases};

use crate::language::{Fold, Function, ListOf, Member, Verb};
use crate::resolve::NameKind;

/// A word of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// As it is written.
    pub word: &'static str,
    /// A verb, or a function or member of the language.
    pub kind: NameKind,
    /// How it is used.
    pub form: &'static str,
    /// What it means.
    pub summary: &'static str,
}

/// Every verb, function and member of the language; some members have the same word.
pub fn language() -> impl Iterator<Item = Entry> {
    use NameKind::{LanguageFunction, LanguageMember};
    macro_rules! entries {
        ($table:ident $kind:expr) => {
            $table::ALL.iter().map(|row| Entry {
                word: row.name(),
                kind: $kind,
                form: row.form(),
                summary: row.summary(),
            })
        };
    }
    entries!(Verb NameKind::Verb)
        .chain(entries!(Function LanguageFunction))
        .chain(entries!(Fold LanguageFunction))
        .chain(entries!(ListOf LanguageFunction))
        .chain(entries!(Member LanguageMember))
}
