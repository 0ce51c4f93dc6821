//! Texts for players, by language and key.
//!
//! A text may depend on options: `Program::text` returns the text for one
//! game.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::hir::{Expr, ExprKind};
use crate::ids::{DesignId, FieldId, OptionId};
use crate::model::PluralForm;

#[derive(Debug, Clone, Default)]
pub struct Texts {
    pub languages: BTreeMap<String, LanguageDef>,
    /// Keys that every language should have, in order.
    pub wanted: Vec<String>,
}

#[derive(Debug, Clone, Default)]
pub struct LanguageDef {
    pub texts: ByKey,
    /// Keys of the groups `rules` and `terms`, in source order: `rules.goal`, `terms.lane`.
    pub told: Vec<Arc<str>>,
}

/// Texts sorted by key. Keys are shared with the source document.
#[derive(Debug, Clone, Default)]
pub struct ByKey {
    texts: Vec<(Arc<str>, TextDef)>,
    /// Indices of the texts with alternatives.
    with_cases: Vec<usize>,
    /// Indices of the texts whose alternative is known before a game.
    settled: Vec<usize>,
}

impl FromIterator<(Arc<str>, TextDef)> for ByKey {
    /// If several texts have the same key, keeps the last.
    fn from_iter<I: IntoIterator<Item = (Arc<str>, TextDef)>>(texts: I) -> Self {
        let mut texts: Vec<_> = texts.into_iter().collect();
        // texts are large, so each is moved only once
        texts.sort_by_cached_key(|(key, _)| Arc::clone(key));
        texts.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                std::mem::swap(later, first);
            }
            same
        });
        let with_cases: Vec<_> = (0..texts.len()).filter(|at| !texts[*at].1.cases.is_empty()).collect();
        let settled = with_cases.iter().copied().filter(|at| texts[*at].1.is_settled()).collect();
        Self { texts, with_cases, settled }
    }
}

impl ByKey {
    pub fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &TextDef)> {
        self.texts.iter().map(|(key, text)| (key, text))
    }

    pub fn with_cases(&self) -> impl Iterator<Item = (&Arc<str>, &TextDef)> {
        self.with_cases.iter().map(|at| (&self.texts[*at].0, &self.texts[*at].1))
    }

    /// Returns the texts with alternatives whose selection is known before a game.
    pub fn settled(&self) -> impl Iterator<Item = (&Arc<str>, &TextDef)> {
        self.settled.iter().map(|at| (&self.texts[*at].0, &self.texts[*at].1))
    }

    pub fn get(&self, key: &str) -> Option<&TextDef> {
        self.place(key).map(|at| &self.texts[at].1)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut TextDef> {
        self.place(key).map(|at| &mut self.texts[at].1)
    }

    fn place(&self, key: &str) -> Option<usize> {
        self.texts.binary_search_by(|(known, _)| (**known).cmp(key)).ok()
    }
}

/// A text: the first alternative whose condition holds, otherwise the last.
#[derive(Debug, Clone, Default)]
pub struct TextDef {
    /// Alternatives, each with its condition.
    pub cases: Vec<(Case, Arc<str>)>,
    /// Facts that conditions may refer to; the local of a fact is its index.
    pub facts: Vec<String>,
    /// The alternative without a condition.
    pub last: Arc<str>,
    /// Placeholders in braces for values that are fixed before the game.
    pub settings: Vec<(String, Setting)>,
}

/// Condition for an alternative of a text.
#[derive(Debug, Clone)]
pub enum Case {
    /// A condition over options and facts.
    When(Expr),
    /// The reader is the player in this fact.
    You(String),
    /// The number has this plural form in the language.
    Plural(Counted, PluralForm),
}

/// A number that selects a plural form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    Fact(String),
    /// A value fixed before the game.
    Setting(Setting),
}

impl Case {
    /// Returns the condition if it depends on options only.
    pub fn settled(&self) -> Option<&Expr> {
        match self {
            Case::When(when) => (!has_fact(when)).then_some(when),
            Case::You(_) | Case::Plural(..) => None,
        }
    }
}

fn has_fact(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(_)) || expr.children().into_iter().any(has_fact)
}

impl TextDef {
    /// Returns true if the alternative is known before a game.
    pub fn is_settled(&self) -> bool {
        self.cases.iter().all(|(case, _)| case.settled().is_some())
    }
}

/// A value that is fixed before the game and may appear in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The value of an option: a number, or a word by its text.
    Option(OptionId),
    Players,
    /// The printed field of a card: a number, or a word by its text.
    Printed(DesignId, FieldId),
    /// The entries of a card's keyed field that are neither 0, `false` nor missing, each after its key. The
    /// field is its first entry.
    PrintedByKey(DesignId, FieldId),
}

impl Setting {
    pub fn field(self) -> Option<FieldId> {
        match self {
            Self::Printed(_, field) | Self::PrintedByKey(_, field) => Some(field),
            Self::Option(_) | Self::Players => None,
        }
    }
}

impl Texts {
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }

    /// Returns the keys that a language lacks, in order.
    pub fn lacking(&self, language: &str) -> Vec<&str> {
        let has = |key: &str| self.languages.get(language).is_some_and(|def| def.texts.get(key).is_some());
        self.wanted.iter().map(String::as_str).filter(|key| !has(key)).collect()
    }

    /// Returns the text of a key and its language, with English as fallback.
    pub fn find(&self, language: &str, key: &str) -> Option<(&str, &TextDef)> {
        let of = |language: &str| {
            let (language, def) = self.languages.get_key_value(language)?;
            Some((language.as_str(), def.texts.get(key)?))
        };
        of(language).or_else(|| of("en"))
    }

    /// Returns the entries of `rules` or `terms` (the group), in the order of the language. Falls back to
    /// English if the language has no entries.
    pub fn entries<'t>(&'t self, language: &str, group: &str) -> Vec<&'t str> {
        let of = |language: &str| -> Vec<&'t str> {
            let keys = self.languages.get(language).map_or(&[][..], |language| &language.told);
            let names = keys.iter().filter_map(|key| key.split_once('.'));
            names.filter(|(of, _)| *of == group).map(|(_, name)| name).collect()
        };
        [language, "en"].into_iter().map(of).find(|names| !names.is_empty()).unwrap_or_default()
    }
}
