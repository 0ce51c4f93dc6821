//! Reports texts for undefined items, once per item, with a suggestion.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::suggest::closest;

use crate::check::MAX_SUGGESTIONS;
use crate::check::review::Review;
use crate::check::texts::keys::Things;
use crate::check::texts::keys::{Keys, thing};
use crate::language::GAME;
use crate::load::raw::{RawTexts, SharedText};

/// Unknown texts of a language, and the intended texts, which are then not reported as missing.
#[derive(Default)]
pub(in crate::check) struct UnknownTexts {
    pub problems: Vec<Diagnostic>,
    keys: BTreeSet<String>,
    /// Items for which all texts are intended, by group and name.
    things: BTreeSet<(String, String)>,
}

impl UnknownTexts {
    pub fn is_intended(&self, key: &str) -> bool {
        let of_thing = || {
            thing(key).is_some_and(|(group, name)| self.things.contains(&(group.to_owned(), name.to_owned())))
        };
        self.keys.contains(key) || !self.things.is_empty() && of_thing()
    }
}

/// A section of the rules, or a term, whose name differs in one language.
pub(in crate::check) struct Slip<'t> {
    pub language: &'t str,
    pub group: &'t str,
    pub written: &'t str,
    meant: &'t str,
    place: Span,
}

impl UnknownTexts {
    /// Reports a typo, with the intended name.
    pub fn add(&mut self, slip: &Slip<'_>) {
        let Slip { language, group, written, meant, place } = slip;
        let message =
            format!("only `{language}` has the text `{group}.{written}`, and it lacks `{group}.{meant}`");
        let problem = Diagnostic::new(Code::MissingText, *place, message);
        self.problems.push(problem.suggest_near(written, [*meant]));
        self.things.insert(((*group).to_owned(), (*meant).to_owned()));
    }
}

impl<'a> Review<'a> {
    /// Finds entries of `rules` and `terms` in one language only, if it lacks a similar entry that all others
    /// have.
    pub(in crate::check) fn misspelt_sections(&self) -> Vec<Slip<'a>> {
        let raw = self.raw;
        let mut told: BTreeMap<(&'a str, &'a str), BTreeMap<&'a str, Span>> = BTreeMap::new();
        for texts in &raw.texts {
            let is_told =
                |key: &&SharedText| ["rules.", "terms."].iter().any(|group| key.value.starts_with(group));
            for key in texts.keys.iter().filter(is_told) {
                if let Some(section) = thing(&key.value) {
                    told.entry(section).or_default().entry(&texts.language).or_insert(key.span);
                }
            }
        }
        let others = raw.texts.len() - raw.texts.len().min(1);
        let alone = told.iter().filter(|(_, languages)| languages.len() == 1 && others > 0);
        let slip = |(&(group, written), languages): (&(&'a str, &'a str), &BTreeMap<&'a str, Span>)| {
            let (&language, &place) = languages.first_key_value()?;
            let is_lacking =
                |known: &BTreeMap<&str, Span>| known.len() == others && !known.contains_key(&language);
            let lacking = told.iter().filter(|((of, _), known)| *of == group && is_lacking(known));
            let meant = closest(written, lacking.map(|((_, name), _)| *name))?;
            Some(Slip { language, group, written, meant, place })
        };
        let mut slips: Vec<Slip<'a>> = Vec::new();
        for slip in alone.take(MAX_SUGGESTIONS).filter_map(slip) {
            // with two languages each differs from the other: report one
            if !slips.iter().any(|other| (other.group, other.written) == (slip.group, slip.meant)) {
                slips.push(slip);
            }
        }
        slips
    }
}

impl Review<'_> {
    /// Reports the unknown texts of a language, given by index.
    pub(in crate::check) fn surplus_texts(
        &self,
        texts: &RawTexts,
        strange: &[usize],
        keys: &Keys,
        things: &Things<'_>,
    ) -> UnknownTexts {
        let mut found = UnknownTexts::default();
        // items removed by an overlay keep their texts in the ruleset, and items replaced by a ruleset in its
        // library
        let overlays = &self.raw.overlays;
        let is_told = |key: &&SharedText| {
            let in_layer = overlays.is_empty() || overlays.contains(&key.span.file);
            in_layer && !self.raw.is_in_library(key.span)
        };
        let told = strange.iter().map(|i| &texts.entries[*i].0).filter(is_told);
        let mut by_thing: BTreeMap<(&str, &str), Vec<&SharedText>> = BTreeMap::new();
        for key in told {
            match thing(&key.value).filter(|(group, name)| !self.is_thing(group, name, things)) {
                Some(unknown) => by_thing.entry(unknown).or_default().push(key),
                None => self.unknown_text(key, (keys, things), &mut found),
            }
        }
        let mut in_group: BTreeMap<&str, usize> = BTreeMap::new();
        by_thing.keys().for_each(|(group, _)| *in_group.entry(group).or_default() += 1);
        let lacking = if by_thing.is_empty() { BTreeSet::new() } else { self.without_texts(keys) };
        for ((group, name), of_it) in by_thing {
            let is_alone = in_group.get(group) == Some(&1);
            let near = if self.suggests_beside(&found) {
                self.near_thing((group, name), is_alone, &lacking, things)
            } else {
                None
            };
            self.unknown_thing(texts, (group, name), &of_it, near, &mut found);
        }
        found
    }

    fn suggests_beside(&self, found: &UnknownTexts) -> bool {
        self.problems.are_few() && found.problems.len() < MAX_SUGGESTIONS
    }

    /// Returns the items that require a text and have none in any language.
    fn without_texts<'k>(&self, keys: &'k Keys) -> BTreeSet<(&'k str, &'k str)> {
        let all = self.raw.texts.iter().flat_map(|texts| &texts.entries);
        let given: BTreeSet<_> = all.filter_map(|(key, _)| thing(&key.value)).collect();
        let wanted = keys.wanted.iter().filter_map(|key| thing(key));
        wanted.filter(|wanted| !given.contains(wanted)).collect()
    }

    /// Returns true if an item of this name may have texts.
    fn is_thing(&self, group: &str, name: &str, things: &Things<'_>) -> bool {
        match group {
            "rules" | "terms" => true,
            _ if group == GAME => true,
            "seats" => self.out.seats.iter().any(|seat| seat == name),
            "score" if name == "total" => true,
            "lists" => name == "none",
            "choices" => self.names.decisions.contains_key(name),
            _ => things.has(group, name),
        }
    }

    /// Reports an unknown key of an existing item.
    fn unknown_text(&self, key: &SharedText, (keys, things): (&Keys, &Things<'_>), found: &mut UnknownTexts) {
        let problem = Diagnostic::new(
            Code::UnknownText,
            key.span,
            format!("the text `{}` belongs to no item", key.value),
        );
        let near = if self.suggests_beside(found) { self.near_key(&key.value, keys) } else { None };
        let Some(near) = near else { return found.problems.push(problem) };
        // the name of an item may also have the key of the item itself
        let own =
            near.strip_suffix(".name").or(near.strip_suffix(".text").filter(|own| own.starts_with("rules.")));
        found.keys.extend(own.map(str::to_owned));
        let mut problem = problem.suggest_near(&key.value, [near.as_str()]);
        problem.suggestions.clear();
        if let Some(unknown) = &mut problem.unknown {
            unknown.place = self.word_without_text(&near, things);
        }
        found.problems.push(problem);
        found.keys.insert(near);
    }

    /// Returns the existing key most similar to an unknown one.
    fn near_key(&self, key: &str, keys: &Keys) -> Option<String> {
        let of_decision = key.strip_prefix("choices.").map(|key| self.near_decision(key)).unwrap_or_default();
        let allowed = keys.allowed.get_or_init(|| self.allowed_texts(&keys.facts));
        let parent = key.rsplit_once('.').map_or("", |(parent, _)| parent);
        // `rules` and `terms` define their own keys
        let is_told = ["rules.", "terms."].iter().any(|group| key.starts_with(group));
        let is_explained = is_told || allowed.contains(&format!("{parent}.text"));
        let parts = ["name", "text"].map(|part| format!("{parent}.{part}"));
        let parts = parts.iter().filter(|_| is_explained);
        let known = keys.wanted.iter().chain(allowed).chain(&of_decision).chain(parts);
        // only the last word may differ
        let beside = known.filter_map(|known| {
            known.strip_prefix(parent)?.strip_prefix('.').filter(|last| !last.contains('.'))
        });
        let last = closest(key.strip_prefix(parent)?.strip_prefix('.')?, beside)?;
        Some(format!("{parent}.{last}"))
    }

    /// Reports an undefined item with all of its texts.
    fn unknown_thing(
        &self,
        texts: &RawTexts,
        (group, name): (&str, &str),
        of_it: &[&SharedText],
        near: Option<String>,
        found: &mut UnknownTexts,
    ) {
        let whole = format!("{group}.{name}");
        let Some(first) = of_it.first() else { return };
        let at = texts.keys.iter().find(|key| *key.value == *whole).map_or(first.span, |key| key.span);
        let message = match of_it.len() {
            1 => format!("the text `{}` belongs to no item", first.value),
            _ => format!("the texts of `{whole}` belong to no item"),
        };
        // texts of a removed card
        let is_left = group == "cards" && near.is_none();
        let code = if is_left { Code::StaleText } else { Code::UnknownText };
        let mut problem = Diagnostic::new(code, at, message);
        if let Some(near) = near {
            let key = first.value.replacen(&whole, &format!("{group}.{near}"), 1);
            problem = problem.suggest_near(name, [near.as_str()]).help(format!("did you mean `{key}`?"));
            // it already has a text
            if texts.keys.iter().any(|key| *key.value == format!("{group}.{near}")) {
                problem.doubt();
            }
            if let Some(unknown) = &mut problem.unknown {
                unknown.place = self.without_text(group, &near);
                unknown.word = whole;
                unknown.meant = Some(format!("{group}.{near}"));
            }
            found.things.insert((group.to_owned(), near));
        }
        found.problems.push(problem);
    }

    /// Returns the item that was probably intended: one of a similar name, or the only one without texts if
    /// `is_alone`.
    fn near_thing(
        &self,
        (group, name): (&str, &str),
        is_alone: bool,
        lacking: &BTreeSet<(&str, &str)>,
        things: &Things<'_>,
    ) -> Option<String> {
        let lacking: Vec<&str> =
            lacking.iter().filter(|(of, _)| *of == group).map(|(_, name)| *name).collect();
        let seats = self.out.seats.iter().filter(|_| group == "seats");
        let decisions = self.names.decisions.keys().filter(|_| group == "choices");
        let known = things.names(group).chain(seats.chain(decisions).map(String::as_str));
        let only = lacking.first().copied().filter(|_| is_alone && lacking.len() == 1);
        let near = closest(name, lacking.iter().copied()).or(only).or_else(|| closest(name, known));
        near.map(str::to_owned)
    }

    /// Returns the location of an item's definition or decision if no language has a text for it: its name
    /// may be misspelt.
    fn without_text(&self, group: &str, name: &str) -> Option<Span> {
        let mut given =
            self.raw.texts.iter().flat_map(|texts| &texts.entries).filter_map(|(key, _)| thing(&key.value));
        if given.any(|known| known == (group, name)) {
            return None;
        }
        let defined = self.places_of_things().get(&(group, name)).copied();
        defined.or_else(|| self.asked_at(name).filter(|_| group == "choices"))
    }

    /// Returns the location of an enum word's definition if no language has a text for it.
    fn word_without_text(&self, key: &str, things: &Things<'_>) -> Option<Span> {
        let mut keys = self.raw.texts.iter().flat_map(|texts| &texts.entries);
        if !key.starts_with("enums.") || keys.any(|(known, _)| *known.value == *key) {
            return None;
        }
        let mut place = None;
        self.named_by(key, things, &mut |target| {
            let defined = self.names.draft.definitions().iter().find(|one| one.target == target);
            place = place.or(defined.map(|one| one.place));
        });
        place
    }

    /// Returns the locations of items with texts, by group and name.
    pub(in crate::check) fn places_of_things(&self) -> BTreeMap<(&str, &str), Span> {
        let defined = self.names.draft.definitions().iter();
        defined
            .filter_map(|one| Some(((*one.target.text_groups().first()?, one.name.as_str()), one.place)))
            .collect()
    }
}
