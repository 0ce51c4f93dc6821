//! Texts that a language lacks, each reported where the thing is named that it is about.

use std::collections::BTreeMap;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::check::texts::keys::{is_rule_or_term, thing};
use crate::check::texts::strangers::Surplus;
use crate::hir::ByKey;
use crate::load::raw::RawTexts;

/// Maximum number of missing texts of a language that are reported one by one.
const FEW: usize = 3;

/// The languages that lack one text, or several, reported together.
#[derive(Default)]
pub(super) struct Missing<'a> {
    /// The languages that lack a text, by the place and the key of the text.
    single: BTreeMap<(Span, String), Vec<&'a RawTexts>>,
    /// Many texts of one language.
    many: Vec<Diagnostic>,
}

impl Missing<'_> {
    pub fn problems(self) -> impl Iterator<Item = Diagnostic> {
        let single = self.single.into_iter().map(|((place, key), languages)| lacks(&languages, place, &key));
        self.many.into_iter().chain(single)
    }
}

/// Reports one text that some languages lack.
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
    /// Adds the texts that a language lacks, but for those that texts about nothing are meant to be.
    pub(super) fn missing_texts(
        &self,
        texts: &'a RawTexts,
        wanted: &[String],
        surplus: &Surplus,
        missing: &mut Missing<'a>,
    ) {
        // blank ones are not among them
        let given = self.out.texts.languages.get(&texts.language).map(|language| &language.texts);
        let mut lacking = not_among(wanted, given.into_iter().flat_map(ByKey::iter).map(|(key, _)| &**key));
        lacking.retain(|key| !surplus.means(key));
        if lacking.is_empty() {
            return;
        }
        // what an overlay adds has its texts in the overlay
        let overlays = &self.raw.overlays;
        let places = self.places_of_things();
        let mut by_layer: BTreeMap<Option<_>, Vec<(&str, Option<Span>)>> = BTreeMap::new();
        for key in lacking {
            let place = self.place_of_text(key, &places);
            let file = place.map(|place| place.file).or(overlays.last().copied());
            let layer = file.filter(|file| overlays.contains(file));
            // what the ruleset itself lacks is told of the ruleset alone
            if layer.is_none() && !overlays.is_empty() {
                continue;
            }
            // an overlay need not speak every language that the game has
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
                // what another language tells is to be told in this one
                let named = named.filter(|_| layer.is_some() || !is_rule_or_term(key));
                let at = blank(texts, key).unwrap_or_else(|| place(named));
                missing.single.entry((at, key.to_owned())).or_default().push(texts);
            }
        }
    }

    /// The place where the thing is named that a text is about; of rules and terms the place where they are told first, in the
    /// ruleset if any language has them there.
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

/// The place of an empty text, which is one that is still to be written.
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

/// Of some keys those that are not among others, both in order.
fn not_among<'k>(keys: &'k [String], others: impl Iterator<Item = &'k str>) -> Vec<&'k String> {
    let mut others = others.peekable();
    let mut is_other = |key: &str| {
        while others.next_if(|other| *other < key).is_some() {}
        others.peek() == Some(&key)
    };
    keys.iter().filter(|key| !is_other(key)).collect()
}
