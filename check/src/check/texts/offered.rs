//! Options of decisions, as far as texts may name them: `choices.DECISION.WORD`.

use std::collections::BTreeMap;

use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::review::Review;
use crate::ids::{DecisionId, SpotId, WindowId};
use crate::load::raw::Name;
use crate::resolve::{Symbol, Target};
use crate::types::{Base, Type};

/// Options of a decision in all statements.
#[derive(Debug, Clone, Default)]
pub(in crate::check) struct Offered {
    /// Modes, actions, and the implicit answers `yes` and `no`.
    words: BTreeMap<String, Vec<Target>>,
    /// Types whose values are options.
    values: Vec<Base>,
    /// Location of the first statement with the decision.
    place: Option<Span>,
    /// Facts of the decision, with the location of their first declaration.
    pub told: Option<(Span, Vec<DecisionFact>)>,
}

#[derive(Debug, Clone)]
pub(in crate::check) struct DecisionFact {
    pub name: String,
    /// Common type in all statements.
    pub ty: Type,
    /// Location of the first declaration; for a local, of its definition.
    pub place: Span,
}

/// Words that every decision may have in addition to its options.
const OF_EVERY: &[&str] = &["prompt", "text", "decline", "done"];

impl Checker<'_> {
    /// Records the location of a decision.
    pub(in crate::check) fn asks(&mut self, decision: DecisionId, place: Span) {
        self.offered.entry(decision).or_default().place.get_or_insert(place);
    }

    /// Records the answers yes and no as options.
    pub(in crate::check) fn offers_answers(&mut self, decision: DecisionId) {
        let words = &mut self.offered.entry(decision).or_default().words;
        for word in ["yes", "no"] {
            words.entry(word.to_owned()).or_default();
        }
    }

    /// Records a mode as an option, and defines it here.
    pub(in crate::check) fn offers_mode(&mut self, decision: DecisionId, word: &str, place: Span) {
        self.names.draft.define(Target::Mode(place), word, place);
        let words = &mut self.offered.entry(decision).or_default().words;
        words.entry(word.to_owned()).or_default().push(Target::Mode(place));
    }

    /// Records the actions of a window as options.
    pub(in crate::check) fn offers_window(&mut self, decision: DecisionId, window: WindowId) {
        let raw = self.raw;
        let words = &mut self.offered.entry(decision).or_default().words;
        for (i, action) in raw.windows[window.index()].actions.iter().enumerate() {
            let action = (action.name.value.clone(), Target::Action(window, i as u16));
            words.entry(action.0).or_default().push(action.1);
        }
    }

    /// Records the values of a type as options.
    pub(in crate::check) fn offers_values(&mut self, decision: DecisionId, base: Base) {
        let values = &mut self.offered.entry(decision).or_default().values;
        if !values.contains(&base) {
            values.push(base);
        }
    }
}

impl Review<'_> {
    /// Returns the location of the first statement with this decision.
    pub(in crate::check) fn asked_at(&self, decision: &str) -> Option<Span> {
        self.offered_by(decision)?.place
    }

    /// Returns the facts of the decision to which a text with this key belongs.
    pub(in crate::check) fn facts_of_decision(&self, key: &str) -> &[DecisionFact] {
        let name = key.strip_prefix("choices.").and_then(|rest| rest.split('.').next());
        let offered = name.and_then(|name| self.offered_by(name));
        offered.and_then(|offered| offered.told.as_ref()).map_or(&[], |(_, facts)| facts)
    }

    /// Returns the types of spots that each decision offers.
    pub(in crate::check) fn spots_offered(&self) -> impl Iterator<Item = (&str, SpotId)> {
        self.names.decisions.iter().flat_map(|(name, decision)| {
            let values = self.offered.get(decision).into_iter().flat_map(|offered| &offered.values);
            values.filter_map(move |base| {
                let Base::Spot(id) = base else { return None };
                Some((name.as_str(), *id))
            })
        })
    }

    /// Returns the options of the decision with this name.
    fn offered_by(&self, decision: &str) -> Option<&Offered> {
        self.offered.get(self.names.decisions.get(decision)?)
    }

    /// Returns true if `choices.DECISION.WORD` is the key of a text of the decision or one of its options.
    pub(in crate::check) fn is_of_decision(&self, decision: &str, word: &str) -> bool {
        let Some(offered) = self.offered_by(decision) else { return false };
        let value = || offered.values.iter().any(|base| self.is_value(*base, word));
        OF_EVERY.contains(&word) || offered.words.contains_key(word) || value()
    }

    /// Returns the targets of an option by its word in texts. Several modes may share a name.
    pub(in crate::check) fn offered_as(&self, decision: &str, word: &str) -> Vec<Target> {
        let Some(offered) = self.offered_by(decision) else { return Vec::new() };
        let named = offered.words.get(word).into_iter().flatten().copied();
        let values = offered.values.iter().filter(|base| self.is_value(**base, word));
        named.chain(values.filter_map(|base| self.value_as(*base, word))).collect()
    }

    /// Returns the target of a value by its name.
    fn value_as(&self, base: Base, word: &str) -> Option<Target> {
        if let Base::Enum(id) = base {
            let index = self.out.enums[id.index()].values.iter().position(|value| value == word)?;
            return Some(Target::EnumWord(id, index as u16));
        }
        if base == Base::Player {
            let named = |seats: &Vec<Name>| seats.iter().position(|seat| seat.value == word);
            return self.raw.game.as_ref().and_then(|game| named(&game.seats)).map(|i| Target::Seat(i as u8));
        }
        let named = self.names.global(word).map(Target::from);
        named.filter(|target| matches!(target, Target::Design(_) | Target::SpotWord(..) | Target::Spot(_)))
    }

    /// Returns true if a word is the label of a value of this type.
    fn is_value(&self, base: Base, word: &str) -> bool {
        let symbol = self.names.global(word);
        match base {
            Base::Card | Base::Name(None) => matches!(symbol, Some(Symbol::Design(_))),
            Base::Kind(kind) | Base::Name(Some(kind)) => {
                matches!(symbol, Some(Symbol::Design(d)) if self.designs.kinds[d.index()] == Some(kind))
            }
            Base::Design(id) => symbol == Some(Symbol::Design(id)),
            Base::Enum(id) => {
                let several = self.names.enums_with(word);
                several.is_some_and(|enums| enums.contains(&id))
                    || matches!(symbol, Some(Symbol::EnumWord(e, _)) if e == id)
            }
            Base::Player => self.out.seats.iter().any(|seat| seat == word),
            Base::Spot(id) => {
                let name = &self.out.spots[id.index()].name;
                matches!(symbol, Some(Symbol::SpotWord(of, _)) if of == id)
                    || is_spot(name, word)
                    || name == word
            }
            Base::Bool => matches!(word, "true" | "false"),
            Base::Int | Base::Decimal => word.parse::<i32>().is_ok(),
            Base::Zone | Base::Nothing | Base::Unknown => true,
        }
    }

    /// Returns possible corrections for an unknown key below `choices.`.
    pub(in crate::check) fn near_decision(&self, key: &str) -> Vec<String> {
        let Some((decision, word)) = key.split_once('.') else { return Vec::new() };
        let Some(offered) = self.offered_by(decision) else {
            let known = self.names.decisions.keys();
            return known.map(|known| format!("choices.{known}.{word}")).collect();
        };
        let values = offered.values.iter().flat_map(|base| self.words_of(*base));
        let every = OF_EVERY.iter().map(|word| (*word).to_owned());
        let words = offered.words.keys().cloned().chain(values).chain(every);
        words.map(|word| format!("choices.{decision}.{word}")).collect()
    }

    fn words_of(&self, base: Base) -> Vec<String> {
        match base {
            Base::Kind(kind) | Base::Name(Some(kind)) => {
                self.out.designs.iter().filter(|d| d.kind == kind).map(|d| d.name.clone()).collect()
            }
            Base::Enum(id) => self.out.enums[id.index()].values.clone(),
            Base::Player => self.out.seats.clone(),
            Base::Spot(id) => {
                let spot = &self.out.spots[id.index()];
                spot.words.iter().chain([&spot.name]).cloned().collect()
            }
            Base::Int
            | Base::Decimal
            | Base::Bool
            | Base::Card
            | Base::Design(_)
            | Base::Name(None)
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => Vec::new(),
        }
    }
}

/// Returns true if a word denotes a spot by its number: `column_2`.
fn is_spot(spot: &str, word: &str) -> bool {
    let number = word.strip_prefix(spot).and_then(|rest| rest.strip_prefix('_'));
    number.is_some_and(|n| n.parse::<u32>().is_ok())
}
