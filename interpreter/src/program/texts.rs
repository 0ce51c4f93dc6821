//! What people read in one game: the alternatives that its options choose, with what is fixed before the game put in.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Program;
use super::joined;
use super::plurals;
use crate::hir::{Before, Case, Counted, Setting, TextDef};
use crate::types::Base;

/// By language and key, for texts that have alternatives: which one is shown.
pub type Alternatives = BTreeMap<String, BTreeMap<String, usize>>;

/// A text grows no longer than this from what is put into it.
const LONGEST: usize = 4_000;

/// What a text is told with.
#[derive(Debug, Clone, Copy)]
pub struct ToldWith<'t> {
    /// By name, those that are known to who reads it: numbers, words and players by their numbers, of a list how many there are.
    pub facts: &'t [(&'t str, i32)],
    /// Who reads it: the number of the seat.
    pub reader: Option<i32>,
}

impl ToldWith<'_> {
    fn fact(&self, name: &str) -> Option<i32> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

impl Program {
    /// The text of a key; English where the language lacks it. Facts of messages and the like stand in braces still.
    pub fn text(&self, language: &str, key: &str) -> Option<Cow<'_, str>> {
        let (language, text) = self.checked.texts.find(language, key)?;
        if !text.is_settled() {
            return self.text_with(language, key, &ToldWith { facts: &[], reader: None });
        }
        let said = self.alternative(language, key, text);
        if text.settings.is_empty() {
            return Some(Cow::Borrowed(said));
        }
        Some(Cow::Owned(self.fill(language, said, text)))
    }

    /// The text of a key that is told with facts, to somebody.
    pub fn text_with(&self, language: &str, key: &str, told: &ToldWith<'_>) -> Option<Cow<'_, str>> {
        let (found, text) = self.checked.texts.find(language, key)?;
        if text.is_settled() {
            return self.text(language, key);
        }
        let facts: Vec<Option<i32>> = text.facts.iter().map(|name| told.fact(name)).collect();
        let before = Before::new(&self.checked, self.players, &self.options).ok()?;
        let before = before.with_facts(&facts);
        let holds = |case: &Case| match case {
            Case::When(when) => before.holds(when).unwrap_or(false),
            Case::You(fact) => told.reader.is_some() && told.fact(fact) == told.reader,
            Case::Plural(number, form) => {
                let number = match number {
                    Counted::Fact(name) => told.fact(name),
                    Counted::Setting(setting) => Some(self.number(*setting)),
                };
                number.is_some_and(|number| plurals::form(found, number) == *form)
            }
        };
        let case = text.cases.iter().find(|(case, _)| holds(case));
        let said = case.map_or(&*text.last, |(_, said)| said);
        Some(Cow::Owned(self.fill(found, said, text)))
    }

    /// Several things one after another, as a language says them; of nothing the text `lists.none`, if there is one.
    pub fn joined(&self, language: &str, parts: &[String]) -> Option<String> {
        if parts.is_empty() {
            return self.text(language, "lists.none").map(Cow::into_owned);
        }
        Some(joined(language, parts))
    }

    /// What is fixed before the game, as a number.
    fn number(&self, setting: Setting) -> i32 {
        match setting {
            Setting::Option(id) => self.options[id.index()],
            Setting::Players => i32::from(self.players),
        }
    }

    fn alternative<'t>(&self, language: &str, key: &str, text: &'t TextDef) -> &'t str {
        let chosen = self.alternatives.get(language).and_then(|texts| texts.get(key));
        let case = chosen.and_then(|chosen| text.cases.get(*chosen));
        case.map_or(&text.last, |(_, said)| said)
    }

    /// Puts in what the settings are; what is put in is not looked at again.
    fn fill(&self, language: &str, said: &str, text: &TextDef) -> String {
        let mut out = String::new();
        let mut rest = said;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((word, tail)) = after.split_once('}') else {
                return out + "{" + after;
            };
            if out.len() > LONGEST {
                return out + "…";
            }
            match text.settings.iter().find(|(name, _)| *name == word) {
                Some((_, setting)) => out.push_str(&self.setting(language, *setting)),
                None => out.push_str(&format!("{{{word}}}")),
            }
            rest = tail;
        }
        out + rest
    }

    /// A number, or the word of an option as the language has it.
    fn setting(&self, language: &str, setting: Setting) -> String {
        let Setting::Option(id) = setting else { return self.players.to_string() };
        let option = &self.checked.options[id.index()];
        let value = self.options[id.index()];
        let Base::Enum(words) = option.ty.base() else { return value.to_string() };
        let words = &self.checked.enums[words.index()].values;
        let Some(word) = usize::try_from(value).ok().and_then(|i| words.get(i)) else {
            return value.to_string();
        };
        let key = format!("enums.{}.{word}", option.name);
        match self.checked.texts.languages.get(language).and_then(|def| def.texts.get(&key)) {
            Some(text) => self.alternative(language, &key, text).to_owned(),
            None => word.replace('_', " "),
        }
    }
}
