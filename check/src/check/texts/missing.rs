//! Reports missing texts, each at the definition of its subject.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::check::texts::keys::{is_rule_or_term, thing};
use crate::check::texts::unknown_texts::UnknownTexts;
use crate::hir::ByKey;
use crate::load::raw::RawTexts;

/// Maximum number of missing texts of a language that are reported individually.
const FEW: usize = 3;

/// Missing texts, grouped by text or by language.
#[derive(Default)]
pub(super) struct Missing<'a> {
    /// Languages that lack a text, by location and key.
    single: BTreeMap<(Span, String), Vec<&'a RawTexts>>,
    /// Summaries for languages that lack many texts.
    many: Vec<Diagnostic>,
}

impl Missing<'_> {
    pub fn problems(self) -> impl Iterator<Item = Diagnostic> {
        let single = self.single.into_iter().map(|((place, key), languages)| lacks(&languages, place, &key));
        self.many.into_iter().chain(single)
    }
}

fn lacks(languages: &[&RawTexts], place: Span, key: &str) -> Diagnostic {
    let names: Vec<String> = languages.iter().map(|texts| format!("`{}`", texts.language)).collect();
    let message = match names.split_last() {
        Some((last, [])) => format!("the language {last} lacks the text `{key}`"),
        Some((last, others)) => {
            format!("the languages {} and {last} lack the text `{key}`", others.join(", "))
        }
        None => String::new(),
    };
    let mut problem = Diagnostic::new(Code::MissingText, place, message);
    for texts in languages.iter().filter(|texts| texts.span != place && !texts.span.covers(place)) {
        problem = problem.other(texts.span, format!("the texts of `{}`", texts.language));
    }
    problem.help("English, or the name as written, is shown instead")
}

impl<'a> Review<'a> {
    /// Adds the missing texts of a language, except those that unknown texts are probably intended for.
    pub(super) fn missing_texts(
        &self,
        texts: &'a RawTexts,
        wanted: &[String],
        surplus: &UnknownTexts,
        missing: &mut Missing<'a>,
    ) {
        // excludes blank texts
        let given = self.out.texts.languages.get(&texts.language).map(|language| &language.texts);
        let mut lacking = not_among(wanted, given.into_iter().flat_map(ByKey::iter).map(|(key, _)| &**key));
        lacking.retain(|key| !surplus.is_intended(key));
        if lacking.is_empty() {
            return;
        }
        // texts for additions of an overlay belong to the overlay
        let overlays = &self.raw.overlays;
        let places = self.places_of_things();
        let mut by_layer: BTreeMap<Option<_>, Vec<(&str, Option<Span>)>> = BTreeMap::new();
        for key in lacking {
            let place = self.place_of_text(key, &places);
            let file = place.map(|place| place.file).or(overlays.last().copied());
            let layer = file.filter(|file| overlays.contains(file));
            // texts that the ruleset itself lacks are only reported without overlays
            if layer.is_none() && !overlays.is_empty() {
                continue;
            }
            // an overlay need not support every language of the game
            if layer.is_none_or(|file| self.raw.speaks(file, &texts.language)) {
                by_layer.entry(layer).or_default().push((key, place));
            }
        }
        for (layer, keys) in by_layer {
            let whole = layer.is_none() && keys.len() * 2 > wanted.len();
            let file = layer.map_or(texts.span, |file| Span::new(file, 0, 0));
            let place = |place: Option<Span>| place.filter(|_| !whole).unwrap_or(file);
            if keys.len() > FEW {
                missing.many.push(many(&texts.language, place(keys[0].1), &keys));
                continue;
            }
            for (key, named) in keys {
                // rules and terms of another language are reported at this language
                let named = named.filter(|_| layer.is_some() || !is_rule_or_term(key));
                let at = blank(texts, key).unwrap_or_else(|| place(named));
                missing.single.entry((at, key.to_owned())).or_default().push(texts);
            }
        }
    }

    /// Returns the location of a text's subject. For rules and terms, returns their first text, preferably in
    /// the ruleset.
    fn place_of_text(&self, key: &str, places: &BTreeMap<(&str, &str), Span>) -> Option<Span> {
        let (group, name) = thing(key)?;
        if is_rule_or_term(key) {
            let told = self.raw.texts.iter().flat_map(|texts| &texts.entries).map(|(key, _)| key);
            let mut told = told.filter(|told| *told.value == *key).map(|told| told.span);
            let first = told.clone().next();
            return told.find(|place| !self.raw.overlays.contains(&place.file)).or(first);
        }
        if group == "enums" {
            let word = key.rsplit('.').next().unwrap_or_default();
            let words = &self.raw.enums.iter().find(|raw| raw.name.value == name)?.values;
            return words.iter().find(|known| known.value == word).map(|known| known.span);
        }
        let of_word = || places.get(&("teams", name)).filter(|_| group == "spots");
        places.get(&(group, name)).or_else(of_word).copied()
    }
}

/// Returns the location of a blank text, a placeholder for a text to be written.
fn blank(texts: &RawTexts, key: &str) -> Option<Span> {
    let written = texts.entries.iter().find(|(known, _)| *known.value == *key);
    written.map(|(known, _)| known.span)
}

fn many(language: &str, place: Span, keys: &[(&str, Option<Span>)]) -> Diagnostic {
    let message = format!("the language `{language}` lacks {} texts", keys.len());
    let help =
        format!("`ludex check RULESET --fill-texts {language}` prints them; the first is `{}`", keys[0].0);
    Diagnostic::new(Code::MissingText, place, message).help(help)
}

/// Returns the keys that are not in `others`. Both are sorted.
fn not_among<'k>(keys: &'k [String], others: impl Iterator<Item = &'k str>) -> Vec<&'k String> {
    let mut others = others.peekable();
    let mut is_other = |key: &str| {
        while others.next_if(|other| *other < key).is_some() {}
        others.peek() == Some(&key)
    };
    keys.iter().filter(|key| !is_other(key)).collect()
}
