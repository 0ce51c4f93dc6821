//! Facts shown to the acting player with a decision, for its texts.

use ludex::{Fact, Game, Seat, Value, why};

use super::{Viewer, Words, eyes, fill, typeset};

/// Placeholder for a fact that is hidden or unknown here.
const UNTOLD: &str = "?";

/// Facts of the pending decision, as known to a reader.
pub struct DecisionFacts {
    facts: Vec<Fact>,
    texts: Vec<(String, String)>,
    reader: Option<Seat>,
}

impl Words<'_> {
    pub fn decision_facts(&self, game: &Game, viewer: Viewer) -> DecisionFacts {
        let facts = why::decision_facts(game, eyes(viewer, game.setup()));
        let named = players(&facts);
        let text = |fact: &Fact| {
            if fact.value == Value::Hidden { UNTOLD.to_owned() } else { self.fact(&fact.value, &named) }
        };
        let texts = facts.iter().map(|fact| (fact.name.clone(), text(fact))).collect();
        DecisionFacts { facts, texts, reader: viewer.and_then(|seat| self.setup.seat(seat)) }
    }

    pub fn prompt_told(&self, decision: &str, told: &DecisionFacts) -> String {
        self.own_prompt(decision, told).unwrap_or_else(|| self.unnamed(decision))
    }

    /// Returns the ruleset's own prompt of the pending decision, if it has one.
    pub fn own_prompt(&self, decision: &str, told: &DecisionFacts) -> Option<String> {
        let text = self.get_told(&format!("choices.{decision}.prompt"), told);
        text.or_else(|| self.get_told(&format!("choices.{decision}"), told))
    }

    /// Returns the known facts of the pending decision that its prompt doesn't mention, with their values.
    pub fn unsaid<'t>(
        &self,
        decision: &str,
        told: &'t DecisionFacts,
    ) -> impl Iterator<Item = (String, &'t str)> {
        let keys = [format!("choices.{decision}.prompt"), format!("choices.{decision}")];
        let text = |key: &String| self.setup.text_with(self.language, key, &told.facts, told.reader);
        let prompt = keys.iter().find_map(text).unwrap_or_default();
        let is_said = move |name: &str| prompt.contains(&format!("{{{name}}}"));
        let unsaid = told.texts.iter().filter(move |(name, text)| text != UNTOLD && !is_said(name));
        unsaid.map(|(name, text)| (self.variable(name), text.as_str()))
    }

    pub fn get_told(&self, key: &str, told: &DecisionFacts) -> Option<String> {
        let text = self.setup.text_with(self.language, key, &told.facts, told.reader)?;
        let facts: Vec<_> = told.texts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
        Some(fill(&typeset(&text), &facts))
    }

    /// Returns the prompt of a decision in general, with its facts left open.
    pub fn prompt(&self, decision: &str) -> String {
        let text = self.get(&format!("choices.{decision}.prompt"));
        let text = text.or_else(|| self.get(&format!("choices.{decision}")));
        text.map_or_else(|| self.unnamed(decision), |text| open(&text))
    }
}

pub(super) fn players(facts: &[Fact]) -> std::collections::BTreeSet<Seat> {
    let player = |fact: &Fact| {
        let Value::Player(player) = &fact.value else { return None };
        Some(player.id)
    };
    facts.iter().filter_map(player).collect()
}

/// Replaces the placeholders of a text by dots.
pub fn open(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_once('}') {
        Some((_, rest)) => text + "…" + rest,
        None => text + "{" + part,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_told_stands_open() {
        assert_eq!(open("Do you doubt {who}?"), "Do you doubt …?");
        assert_eq!(open("{a} or {b"), "… or {b");
    }
}
