//! Texts of one game: selects the alternatives for its options, and inserts the values that are fixed before
//! the game.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Program;
use super::joined;
use ludex_check::hir::{Case, ConstEval, Counted, Setting, TextDef};
use ludex_check::numbers::NONE;
use ludex_check::plurals;
use ludex_check::types::Base;

/// The alternative shown for each language and key, for texts that have alternatives.
pub type Alternatives = BTreeMap<String, BTreeMap<String, usize>>;

/// Maximum length of a text for further insertions.
const LONGEST: usize = 4_000;

/// The facts and the reader of a text.
#[derive(Debug, Clone, Copy)]
pub struct ToldWith<'t> {
    /// Facts visible to the reader, by name: numbers, words, players by their numbers; for a list, its
    /// length.
    pub facts: &'t [(&'t str, i32)],
    /// The number of the reader's seat.
    pub reader: Option<i32>,
}

impl ToldWith<'_> {
    fn fact(&self, name: &str) -> Option<i32> {
        self.facts.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

impl Program {
    /// Returns the text of a key, in English if the language lacks it. Facts of messages remain as
    /// placeholders in braces.
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

    /// Returns the text of a key whose alternatives depend on facts and the reader.
    pub fn text_with(&self, language: &str, key: &str, told: &ToldWith<'_>) -> Option<Cow<'_, str>> {
        let (found, text) = self.checked.texts.find(language, key)?;
        if text.is_settled() {
            return self.text(language, key);
        }
        let facts: Vec<Option<i32>> = text.facts.iter().map(|name| told.fact(name)).collect();
        let before = ConstEval::new(&self.checked, self.players, &self.options).ok()?;
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

    /// Joins several texts by the rules of a language. For no texts, returns the text `lists.none`, if it
    /// exists.
    pub fn joined(&self, language: &str, parts: &[String]) -> Option<String> {
        if parts.is_empty() {
            return self.text(language, "lists.none").map(Cow::into_owned);
        }
        Some(joined(language, parts))
    }

    /// Returns a setting that is fixed before the game, as a number.
    fn number(&self, setting: Setting) -> i32 {
        match setting {
            Setting::Option(id) => self.options[id.index()],
            Setting::Players => i32::from(self.players),
            Setting::Printed(design, field) => self.layout.on_design(field.index(), design.index()),
        }
    }

    fn alternative<'t>(&self, language: &str, key: &str, text: &'t TextDef) -> &'t str {
        let chosen = self.alternatives.get(language).and_then(|texts| texts.get(key));
        let case = chosen.and_then(|chosen| text.cases.get(*chosen));
        case.map_or(&text.last, |(_, said)| said)
    }

    /// Replaces the placeholders of settings in a single pass.
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

    /// Formats a setting: a number, or a word in the language.
    fn setting(&self, language: &str, setting: Setting) -> String {
        let value = self.number(setting);
        let (ty, words) = match setting {
            Setting::Players => return value.to_string(),
            // a choice of words uses the name of the option
            Setting::Option(id) => {
                let option = &self.checked.options[id.index()];
                (option.ty, option.name.as_str())
            }
            Setting::Printed(_, id) => {
                let ty = self.checked.fields[id.index()].ty;
                let of = if let Base::Enum(id) = ty.base() {
                    self.checked.enums[id.index()].name.as_str()
                } else {
                    ""
                };
                (ty, of)
            }
        };
        if value == NONE {
            return NOTHING.to_owned();
        }
        if ty.base() == Base::Decimal {
            return decimal(language, value);
        }
        let Base::Enum(id) = ty.base() else { return value.to_string() };
        let all = &self.checked.enums[id.index()].values;
        let Some(word) = usize::try_from(value).ok().and_then(|i| all.get(i)) else {
            return value.to_string();
        };
        let key = format!("enums.{words}.{word}");
        match self.checked.texts.languages.get(language).and_then(|def| def.texts.get(&key)) {
            Some(text) => self.alternative(language, &key, text).to_owned(),
            None => word.replace('_', " "),
        }
    }
}

/// Text for a missing value.
const NOTHING: &str = "–";

/// Languages with a decimal point; the others use a decimal comma.
const WITH_POINT: [&str; 8] = ["en", "ga", "he", "hi", "ja", "ko", "th", "zh"];

/// Formats thousandths as a number: `9.5`, `9,5`.
fn decimal(language: &str, thousandths: i32) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, part) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let language = language.split(['-', '_']).next().unwrap_or(language);
    let point = if WITH_POINT.contains(&language) { '.' } else { ',' };
    let part = format!("{part:03}");
    format!("{sign}{whole}{point}{}", part.trim_end_matches('0'))
}
