//! Texts against what exists: a missing one, one for nothing, a placeholder that is no fact of its message.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use super::Checker;
use crate::hir::Holder;
use crate::ids::SpotId;
use crate::load::raw::RawTexts;

impl Checker<'_> {
    pub(super) fn texts(&mut self) {
        if self.raw.texts.is_empty() {
            return;
        }
        let wanted = self.wanted_texts();
        let allowed = self.allowed_texts();
        for texts in &self.raw.texts {
            self.missing_texts(texts, &wanted);
            self.surplus_texts(texts, &wanted, &allowed);
            self.placeholders(texts);
        }
    }

    /// Keys every language should have.
    fn wanted_texts(&self) -> BTreeSet<String> {
        let mut keys = BTreeSet::from(["game.title".to_owned()]);
        let out = &self.out;
        keys.extend(out.seats.iter().filter(|s| !s.starts_with("seat_")).map(|s| format!("seats.{s}")));
        keys.extend(out.designs.iter().map(|d| format!("cards.{}.name", d.name)));
        keys.extend(out.zones.iter().map(|z| format!("zones.{}", z.name)));
        keys.extend(out.spots.iter().map(|s| format!("spots.{}", s.name)));
        keys.extend(
            self.raw
                .enums
                .iter()
                .flat_map(|e| e.values.iter().map(move |v| format!("enums.{}.{}", e.name.value, v.value))),
        );
        keys.extend(out.options.iter().map(|o| format!("options.{}", o.name)));
        keys.extend(out.decisions.iter().map(|d| format!("choices.{d}.prompt")));
        keys.extend(out.messages.iter().map(|m| format!("messages.{}", m.name)));
        keys.extend(out.score.lines.iter().map(|(name, _)| format!("score.{name}")));
        keys
    }

    /// Further keys a language may have.
    fn allowed_texts(&self) -> BTreeSet<String> {
        let mut keys = BTreeSet::new();
        let out = &self.out;
        keys.extend(out.windows.iter().flat_map(|w| w.actions.iter().map(|a| format!("actions.{}", a.name))));
        keys.extend(["game.author", "game.about", "score.total"].map(str::to_owned));
        keys.extend(out.seats.iter().map(|s| format!("seats.{s}")));
        keys.extend(
            out.designs.iter().flat_map(|d| ["text", "short"].map(|k| format!("cards.{}.{k}", d.name))),
        );
        keys.extend(
            out.kinds.iter().flat_map(|k| [format!("kinds.{}", k.name), format!("kinds.{}.hidden", k.name)]),
        );
        keys.extend(out.phases.iter().map(|p| format!("phases.{}", p.name)));
        keys.extend(
            out.enums.iter().flat_map(|e| e.values.iter().map(move |v| format!("enums.{}.{v}", e.name))),
        );
        keys.extend(out.vars.iter().map(|v| format!("state.{}", v.name)));
        let of_facts = |key: &String| key.starts_with("layout.") || key.starts_with("picks.");
        keys.extend(self.facts().into_keys().filter(of_facts));
        keys.extend(out.fields.iter().map(|f| format!("fields.{}", f.name)));
        keys
    }

    fn missing_texts(&mut self, texts: &RawTexts, wanted: &BTreeSet<String>) {
        let given: BTreeSet<&str> = texts.entries.iter().map(|(key, _)| key.value.as_str()).collect();
        for key in wanted.iter().filter(|k| !given.contains(k.as_str())) {
            self.problems.push(
                Diagnostic::new(
                    Code::MissingText,
                    texts.span,
                    format!("the language `{}` lacks the text `{key}`", texts.language),
                )
                .help("English, or the name as written, is shown instead"),
            );
        }
    }

    fn surplus_texts(&mut self, texts: &RawTexts, wanted: &BTreeSet<String>, allowed: &BTreeSet<String>) {
        for (key, _) in &texts.entries {
            // every option of a decision may have a text of its own
            let of_choice = key.value.starts_with("choices.") && {
                let mut parts = key.value.split('.').skip(1);
                parts.next().is_some_and(|d| self.out.decisions.iter().any(|x| x == d)) && parts.count() == 1
            };
            // what an overlay takes away has its texts in the ruleset all the same
            let beneath = !self.raw.overlays.is_empty() && !self.raw.overlays.contains(&key.span.file);
            if beneath || of_choice || wanted.contains(&key.value) || allowed.contains(&key.value) {
                continue;
            }
            let known = wanted.iter().chain(allowed).map(String::as_str);
            let mut problem =
                Diagnostic::new(Code::UnknownText, key.span, format!("nothing has the text `{}`", key.value));
            if self.suggests()
                && let Some(near) = ludex_grammar::suggest::closest(&key.value, known)
            {
                problem = problem.help(format!("did you mean `{near}`?"));
            }
            self.problems.push(problem);
        }
    }

    fn placeholders(&mut self, texts: &RawTexts) {
        let facts = self.facts();
        for (key, text) in &texts.entries {
            let Some(params) = facts.get(&key.value) else { continue };
            let what = if key.value.starts_with("messages.") { "the message" } else { "this text" };
            for word in placeholders(&text.value) {
                if !params.iter().any(|p| p == word) {
                    let message = format!("{what} has no fact `{word}`");
                    let problem = Diagnostic::new(Code::UnknownName, text.span, message);
                    self.problems.push(problem.suggest(word, params.iter().map(String::as_str)));
                }
            }
        }
    }
}

impl Checker<'_> {
    /// The facts that may stand in braces in a text.
    fn facts(&self) -> BTreeMap<String, Vec<String>> {
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let messages = self.out.messages.iter().map(|m| {
            (format!("messages.{}", m.name), m.params.iter().map(|(name, _)| name.clone()).collect())
        });
        let phases = self.out.phases.iter();
        let phases = phases.map(|p| (format!("layout.{}", p.name), words(&["number", "player"])));
        let vars = self.out.vars.iter().map(|v| (format!("layout.{}", v.name), words(&["value"])));
        messages.chain(phases).chain(vars).chain(self.spot_facts()).collect()
    }

    /// Of a spot among options: its number, what lies there, its variables.
    fn spot_facts(&self) -> impl Iterator<Item = (String, Vec<String>)> {
        let out = &self.out;
        out.spots.iter().enumerate().map(move |(i, spot)| {
            let here = Holder::Spot(SpotId::new(i));
            let zones = out.zones.iter().filter(|zone| zone.holder == here).map(|zone| zone.name.clone());
            let vars = out.vars.iter().filter(|var| var.holder == here).map(|var| var.name.clone());
            let facts = std::iter::once("number".to_owned()).chain(zones).chain(vars).collect();
            (format!("picks.{}", spot.name), facts)
        })
    }
}

/// The words in braces.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(word, _)| word))
}
