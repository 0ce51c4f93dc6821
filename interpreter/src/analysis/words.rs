//! The words of the language with their meaning, for tools.

pub use ludex_grammar::words::{Phrase, PhrasePosition, phrases};

use ludex_check::language::{Fold, Function, ListOf, Member, Verb};
use ludex_check::resolve::NameKind;

/// A word of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The word as written.
    pub word: &'static str,
    /// A verb, or a function or member of the language.
    pub kind: NameKind,
    /// Syntax pattern of the word.
    pub form: &'static str,
    /// One-line description of the word.
    pub summary: &'static str,
}

/// Returns all verbs, functions and members of the language; some members have the same word.
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
