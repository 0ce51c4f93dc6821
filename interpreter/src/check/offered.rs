//! What a decision offers, as far as texts may have words for it: `choices.DECISION.WORD`.

use super::Checker;
use crate::ids::{DecisionId, WindowId};
use crate::types::Base;

/// A sort of option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Offered {
    /// One mode.
    Mode(String),
    /// The actions of a window.
    Window(WindowId),
    /// Values of a type.
    Values(Base),
    /// Yes or no.
    Answer,
}

/// Words that every decision may have beside its options.
const OF_EVERY: &[&str] = &["prompt", "text", "decline", "done"];

impl Checker<'_> {
    /// Notes what a decision offers.
    pub(super) fn offers(&mut self, decision: DecisionId, offered: Offered) {
        let known = self.offered.entry(decision).or_default();
        if !known.contains(&offered) {
            known.push(offered);
        }
    }

    /// Whether a key below `choices.` is the text of a decision or of one of its options.
    pub(super) fn is_of_decision(&self, key: &str) -> bool {
        let Some((decision, word)) = key.split_once('.') else { return false };
        let Some(id) = self.out.decisions.iter().position(|known| known == decision) else { return false };
        let offered = self.offered.get(&DecisionId::new(id));
        OF_EVERY.contains(&word)
            || offered.into_iter().flatten().any(|offered| self.is_offered(offered, word))
    }

    fn is_offered(&self, offered: &Offered, word: &str) -> bool {
        match offered {
            Offered::Mode(name) => name == word,
            Offered::Window(id) => self.out.windows[id.index()].actions.iter().any(|a| a.name == word),
            Offered::Answer => matches!(word, "yes" | "no"),
            Offered::Values(base) => self.is_value(*base, word),
        }
    }

    /// Whether a word is the label of a value of this type.
    fn is_value(&self, base: Base, word: &str) -> bool {
        match base {
            Base::Card => self.out.designs.iter().any(|d| d.name == word),
            Base::Kind(kind) => self.out.designs.iter().any(|d| d.kind == kind && d.name == word),
            Base::Design(id) => self.out.designs.get(id.index()).is_some_and(|d| d.name == word),
            Base::Enum(id) => self.out.enums[id.index()].values.iter().any(|value| value == word),
            Base::Player => self.out.seats.iter().any(|seat| seat == word),
            Base::Spot(id) => is_spot(&self.out.spots[id.index()].name, word),
            Base::Bool => matches!(word, "true" | "false"),
            Base::Int | Base::Decimal => word.parse::<i32>().is_ok(),
            Base::Zone | Base::Nothing | Base::Unknown => true,
        }
    }

    /// The keys that texts of decisions may have, for who misspells one.
    pub(super) fn texts_of_decisions(&self) -> Vec<String> {
        let mut keys = Vec::new();
        for (id, decision) in self.out.decisions.iter().enumerate() {
            let offered = self.offered.get(&DecisionId::new(id)).into_iter().flatten();
            let words = offered.flat_map(|offered| self.words_of(offered));
            let words = words.chain(OF_EVERY.iter().map(|word| (*word).to_owned()));
            keys.extend(words.map(|word| format!("choices.{decision}.{word}")));
        }
        keys
    }

    fn words_of(&self, offered: &Offered) -> Vec<String> {
        let designs = |kind| self.out.designs.iter().filter(move |d| d.kind == kind).map(|d| d.name.clone());
        match offered {
            Offered::Mode(name) => vec![name.clone()],
            Offered::Window(id) => {
                self.out.windows[id.index()].actions.iter().map(|a| a.name.clone()).collect()
            }
            Offered::Answer => vec!["yes".to_owned(), "no".to_owned()],
            Offered::Values(Base::Kind(kind)) => designs(*kind).collect(),
            Offered::Values(Base::Enum(id)) => self.out.enums[id.index()].values.clone(),
            Offered::Values(Base::Player) => self.out.seats.clone(),
            Offered::Values(_) => Vec::new(),
        }
    }
}

/// Whether a word is a spot by its number: `column_2`.
fn is_spot(spot: &str, word: &str) -> bool {
    let number = word.strip_prefix(spot).and_then(|rest| rest.strip_prefix('_'));
    number.is_some_and(|n| n.parse::<u32>().is_ok())
}
