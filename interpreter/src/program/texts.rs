//! What people read in one game: the alternatives that its options choose, with what is fixed before the game put in.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Program;
use crate::hir::{Setting, TextDef};
use crate::types::Base;

/// By language and key, for texts that have alternatives: which one is shown.
pub type Alternatives = BTreeMap<String, BTreeMap<String, usize>>;

/// A text grows no longer than this from what is put into it.
const LONGEST: usize = 4_000;

impl Program {
    /// The text of a key; English where the language lacks it. Facts of messages and the like stand in braces still.
    pub fn text(&self, language: &str, key: &str) -> Option<Cow<'_, str>> {
        let (language, text) = self.checked.texts.find(language, key)?;
        let said = self.alternative(language, key, text);
        if text.settings.is_empty() {
            return Some(Cow::Borrowed(said));
        }
        Some(Cow::Owned(self.fill(language, said, text)))
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
