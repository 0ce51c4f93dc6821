//! What people read, by language and key. What a text says may depend on options: [`Program::text`](crate::program::Program::text)
//! has the text of one game.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::hir::{Expr, ExprKind};
use crate::ids::{DesignId, FieldId, OptionId};
use crate::model::PluralForm;

/// All texts.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    /// By language.
    pub languages: BTreeMap<String, LanguageDef>,
    /// Keys that every language should have, in order.
    pub wanted: Vec<String>,
}

/// The texts of a language.
#[derive(Debug, Clone, Default)]
pub struct LanguageDef {
    pub texts: ByKey,
    /// What `rules` and `terms` have, in the order written: `rules.goal`, `terms.lane`.
    pub told: Vec<Arc<str>>,
}

/// Texts by their keys, in order. Keys are shared with what was read.
#[derive(Debug, Clone, Default)]
pub struct ByKey {
    texts: Vec<(Arc<str>, TextDef)>,
    /// Where those are that have alternatives.
    with_cases: Vec<usize>,
    /// Of these those of which it is known before a game which alternative is shown.
    settled: Vec<usize>,
}

impl FromIterator<(Arc<str>, TextDef)> for ByKey {
    /// Of several texts of one key the last is left.
    fn from_iter<I: IntoIterator<Item = (Arc<str>, TextDef)>>(texts: I) -> Self {
        let mut texts: Vec<_> = texts.into_iter().collect();
        // a text is large to be moved again and again
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

    /// Those that have alternatives.
    pub fn with_cases(&self) -> impl Iterator<Item = (&Arc<str>, &TextDef)> {
        self.with_cases.iter().map(|at| (&self.texts[*at].0, &self.texts[*at].1))
    }

    /// Those that have alternatives of which it is known before a game which is shown.
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

/// A text: the first alternative whose condition holds, else the last.
#[derive(Debug, Clone, Default)]
pub struct TextDef {
    /// Alternatives, each with where it is shown.
    pub cases: Vec<(Case, Arc<str>)>,
    /// The facts that conditions may ask for: the local of each is its number.
    pub facts: Vec<String>,
    /// The one without.
    pub last: Arc<str>,
    /// Words in braces that stand for what is fixed before the game.
    pub settings: Vec<(String, Setting)>,
}

/// Where an alternative of a text is shown.
#[derive(Debug, Clone)]
pub enum Case {
    /// Where it holds, over options and facts.
    When(Expr),
    /// To whom this fact is.
    You(String),
    /// Where the language has this form for a number.
    Plural(Counted, PluralForm),
}

/// A number by which a text has forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counted {
    /// A fact.
    Fact(String),
    /// What is fixed before the game.
    Setting(Setting),
}

impl Case {
    /// Its condition, if that is over options alone.
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
    /// Whether it is known before a game which of its alternatives is shown.
    pub fn is_settled(&self) -> bool {
        self.cases.iter().all(|(case, _)| case.settled().is_some())
    }
}

/// What is fixed before the game and may stand in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The value of an option: a number, or a word by its text.
    Option(OptionId),
    /// How many play.
    Players,
    /// What a card has printed in a field: a number, or a word by its text.
    Printed(DesignId, FieldId),
}

impl Texts {
    /// The languages there are.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }

    /// The keys that a language lacks, in order.
    pub fn lacking(&self, language: &str) -> Vec<&str> {
        let has = |key: &str| self.languages.get(language).is_some_and(|def| def.texts.get(key).is_some());
        self.wanted.iter().map(String::as_str).filter(|key| !has(key)).collect()
    }

    /// The text of a key, and the language in which it is found: English stands in.
    pub fn find(&self, language: &str, key: &str) -> Option<(&str, &TextDef)> {
        let of = |language: &str| {
            let (language, def) = self.languages.get_key_value(language)?;
            Some((language.as_str(), def.texts.get(key)?))
        };
        of(language).or_else(|| of("en"))
    }

    /// What `rules` or `terms` (the group) has, in the order of the language; of English, if the language has nothing there.
    pub fn entries<'t>(&'t self, language: &str, group: &str) -> Vec<&'t str> {
        let of = |language: &str| -> Vec<&'t str> {
            let keys = self.languages.get(language).map_or(&[][..], |language| &language.told);
            let names = keys.iter().filter_map(|key| key.split_once('.'));
            names.filter(|(of, _)| *of == group).map(|(_, name)| name).collect()
        };
        [language, "en"].into_iter().map(of).find(|names| !names.is_empty()).unwrap_or_default()
    }
}
