//! Keys of texts: the items that texts are about, and the facts in braces.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::check::types::signatures::maps::direction;
use crate::hir::{Holder, SpotDef};
use crate::ids::{SpotId, VarId, ZoneId};
use crate::language::{DIRECTION, Member, Noun, TEAM};
use crate::load::raw::{Name, RawText, SharedText};
use crate::resolve::Target;
use crate::types::Base;

/// Fact of a layout text that displays a value.
pub(in crate::check) const LAYOUT_VALUE: &str = "value";

/// Valid keys of texts.
pub(in crate::check) struct Keys {
    /// Keys that every language should have, sorted.
    pub wanted: Vec<String>,
    /// Facts that may appear in braces, by key.
    pub facts: BTreeMap<String, Vec<Fact>>,
    /// Optional keys, computed when an unknown text is found.
    pub allowed: OnceCell<BTreeSet<String>>,
}

/// A word in braces, with its target unless it is built in.
pub(in crate::check) type Fact = (String, Option<Target>);

/// Named items by group, sorted by name. Several variables may share a name, for example.
pub(in crate::check) struct Things<'a>(BTreeMap<&'static str, Vec<(&'a str, Target)>>);

impl Things<'_> {
    fn targets(&self, group: &str, name: &str) -> impl Iterator<Item = Target> {
        let all = self.0.get(group).map_or(&[][..], Vec::as_slice);
        let from = all.partition_point(|(known, _)| *known < name);
        all[from..].iter().take_while(move |(known, _)| *known == name).map(|(_, target)| *target)
    }

    /// Returns all names in a group, sorted.
    pub fn names(&self, group: &str) -> impl Iterator<Item = &str> {
        self.0.get(group).map_or(&[][..], Vec::as_slice).iter().map(|(name, _)| *name)
    }

    pub fn has(&self, group: &str, name: &str) -> bool {
        self.targets(group, name).next().is_some()
    }
}

/// Groups of texts whose entries may have an explanation.
const EXPLAINED: &[&str] = &["zones", "spots", "kinds", "actions", "phases", "state", "options"];

/// Keys of texts without a definition.
const ALWAYS: &[&str] =
    &["game.title", "game.author", "game.about", "score.total", "lists.none", PICKED_PLAYER];

/// Text of a player among the options of a decision.
const PICKED_PLAYER: &str = "picks.player";

impl Review<'_> {
    /// Returns the targets of the keys and placeholders in all texts, by location.
    pub(in crate::check) fn text_references(
        &self,
        things: &Things<'_>,
        facts: &BTreeMap<String, Vec<Fact>>,
    ) -> Vec<(Span, Target)> {
        let mut found: Vec<(Span, Target)> = Vec::new();
        // languages share most keys: reuse the targets found for the first one
        let mut of_first: Vec<Range<usize>> = Vec::new();
        for texts in &self.raw.texts {
            for (key, known_as) in
                texts.keys.iter().zip(beside(&texts.keys, &self.raw.texts[0].keys, |key| key))
            {
                let from = found.len();
                match known_as.and_then(|i| of_first.get(i)) {
                    Some(named) => named.clone().for_each(|at| found.push((key.span, found[at].1))),
                    None => self.named_by(&key.value, things, &mut |target| found.push((key.span, target))),
                }
                of_first.push(from..found.len());
            }
            for (key, text) in texts.entries.iter().filter(|(_, text)| !text.words.is_empty()) {
                let facts = facts_of(facts, &key.value);
                let words = text.words.iter();
                found.extend(
                    words.filter_map(|word| {
                        Some((word.span, self.in_braces(&key.value, &word.value, facts)?))
                    }),
                );
            }
        }
        found
    }

    pub(in crate::check) fn things(&self) -> Things<'_> {
        let mut things: BTreeMap<_, Vec<(&str, Target)>> = BTreeMap::new();
        for definition in self.names.draft.definitions() {
            for group in definition.target.text_groups() {
                things.entry(*group).or_default().push((&definition.name, definition.target));
            }
        }
        // teams are defined by their section
        let teams = self.out.teams.as_ref().map(|teams| Target::Spot(teams.spot));
        if let Some(target) = teams {
            for group in target.text_groups() {
                things.entry(*group).or_default().push((TEAM, target));
            }
        }
        // the directions of a grid are implicit, too
        if let Some(id) = direction(self.raw).filter(|id| self.raw.enums[id.index()].of_grid) {
            things.entry("enums").or_default().push((DIRECTION, Target::Enum(id)));
        }
        // so is the mark of eliminated players
        if let Some(target) = self.out.elimination.map(|elimination| Target::Var(elimination.out)) {
            for group in target.text_groups() {
                things.entry(*group).or_default().push((Member::Out.name(), target));
            }
        }
        for shown in self.raw.layout.computed() {
            let name = &shown.name;
            things.entry("layout").or_default().push((&name.value, Target::Local(name.span)));
        }
        // equal names keep the order of their definitions
        things.values_mut().for_each(|group| group.sort_by_key(|(name, _)| *name));
        Things(things)
    }

    /// Returns true if the subject of the text with this key exists.
    pub(in crate::check) fn is_of_something(&self, key: &str, things: &Things<'_>) -> bool {
        let mut words = key.splitn(3, '.');
        let (Some(group), Some(name)) = (words.next(), words.next()) else { return false };
        let has = || things.has(group, name);
        match (group, words.next()) {
            ("seats", None) => self.out.seats.iter().any(|seat| seat == name),
            ("rules" | "terms", _) => is_rule_or_term(key),
            ("cards", Some(part)) => matches!(part, "name" | "text" | "short") && has(),
            ("enums", Some(word)) => {
                let word =
                    [".text", ".short"].iter().find_map(|part| word.strip_suffix(part)).unwrap_or(word);
                things.targets(group, name).any(|of| self.word_of(of, word).is_some())
            }
            ("choices", Some(part)) => {
                self.is_of_decision(name, part) || part == "prompt" && self.names.decisions.contains_key(name)
            }
            ("cards" | "enums" | "choices", None) => false,
            (_, None) => has() || ALWAYS.contains(&key),
            ("kinds", Some("hidden")) | ("actions", Some("option")) => has(),
            (_, Some(part)) => part == "text" && EXPLAINED.contains(&group) && has(),
        }
    }

    /// Returns the indices of the texts of each language whose subject does not exist.
    pub(in crate::check) fn of_nothing(&self, things: &Things<'_>) -> Vec<Vec<usize>> {
        let Some((first, others)) = self.raw.texts.split_first() else { return Vec::new() };
        let is_strange = |(key, _): &(SharedText, RawText)| !self.is_of_something(&key.value, things);
        let known: Vec<bool> = first.entries.iter().map(is_strange).collect();
        // languages have nearly the same keys, in nearly the same order
        let others = others.iter().map(|texts| {
            let both = texts.entries.iter().zip(beside(&texts.entries, &first.entries, |(key, _)| key));
            let strange =
                both.map(|(text, known_as)| known_as.map_or_else(|| is_strange(text), |i| known[i]));
            places(strange)
        });
        std::iter::once(places(known.iter().copied())).chain(others).collect()
    }

    /// Calls `told` with the targets of the last word of a key.
    pub(in crate::check) fn named_by(&self, key: &str, things: &Things<'_>, told: &mut dyn FnMut(Target)) {
        let mut words = key.split('.');
        let (Some(group), Some(name)) = (words.next(), words.next()) else { return };
        let whole = things.targets(group, name);
        match (group, words.next()) {
            (_, None) => whole.for_each(told),
            ("choices", Some(part)) => self.offered_as(name, part).into_iter().for_each(told),
            (_, Some(part)) => whole.filter_map(|target| self.word_of(target, part)).for_each(told),
        }
    }

    /// Returns a word of an enum, or of an option with words.
    fn word_of(&self, target: Target, word: &str) -> Option<Target> {
        let base =
            if let Target::Option(id) = target { Some(self.out.options[id.index()].ty.base()) } else { None };
        let id = if let Some(Base::Enum(id)) = base {
            id
        } else if let Target::Enum(id) = target {
            id
        } else {
            return None;
        };
        let index = self.out.enums.get(id.index())?.values.iter().position(|value| value == word)?;
        Some(Target::EnumWord(id, index as u16))
    }

    /// Resolves a placeholder: a fact of the subject, an option, or a printed field of the card.
    fn in_braces(&self, key: &str, word: &str, facts: &[Fact]) -> Option<Target> {
        if let Some((_, target)) = facts.iter().find(|(fact, _)| fact == word) {
            return *target;
        }
        let global = self.names.global(word).map(Target::from);
        let option = global.filter(|target| matches!(target, Target::Option(_)));
        // the name is only a part of `{skills.might}`
        if word.contains('.') {
            return None;
        }
        option.or_else(|| Some(Target::Field(self.printed_in(key, word)?.field()?)))
    }

    /// Returns the facts that each text may mention in braces.
    pub(in crate::check) fn facts(&self) -> BTreeMap<String, Vec<Fact>> {
        let words = |list: &[&str]| list.iter().map(|word| ((*word).to_owned(), None)).collect();
        let local = |name: &Name| (name.value.clone(), Some(Target::Local(name.span)));
        let raw = self.raw;
        let messages = raw.messages.iter().map(|message| {
            let facts = message.params.iter().map(|param| local(&param.name)).collect();
            (format!("messages.{}", message.name.value), facts)
        });
        let phases = self.out.phases.iter();
        let phases = phases
            .map(|p| (format!("layout.{}", p.name), words(&[Noun::Number.name(), Noun::Player.name()])));
        let vars = self.out.vars.iter().map(|v| &v.name);
        let vars = vars.chain(self.out.layout.computed.iter().map(|def| &def.name));
        let vars = vars.map(|name| (format!("layout.{name}"), words(&[LAYOUT_VALUE])));
        let kinds = self.out.kinds.iter();
        let kinds = kinds.map(|k| {
            (
                format!("kinds.{}.hidden", k.name),
                words(&[Member::Owner.name(), Noun::Player.name(), Member::Position.name()]),
            )
        });
        let spots = self.out.spots.iter().map(|s| (format!("spots.{}", s.name), words(&whereabouts(s))));
        let actions = raw.windows.iter().flat_map(|window| &window.actions);
        let told = actions.filter(|action| !action.shows.is_empty() || !action.targets.is_empty());
        let actions = told.map(|action| {
            let shown = action.shows.iter().map(|(name, _)| name);
            let facts = shown.chain(action.targets.iter().map(|(name, _)| name)).map(local).collect();
            (format!("actions.{}.option", action.name.value), facts)
        });
        let decisions = self.names.decisions.keys().map(|name| format!("choices.{name}"));
        let decisions = decisions.map(|key| {
            let told = self.facts_of_decision(&key).iter();
            (key, told.map(|fact| (fact.name.clone(), Some(Target::Local(fact.place)))).collect())
        });
        let actions = actions.chain(decisions).chain(self.offered_spot_facts());
        let places = kinds.chain(spots).chain(self.picked_facts());
        messages.chain(phases).chain(vars).chain(places).chain(actions).collect()
    }

    /// Returns the facts for spots as options of a decision: the spot itself, the next one on a ring, and the
    /// decision's facts.
    fn offered_spot_facts(&self) -> impl Iterator<Item = (String, Vec<Fact>)> {
        self.spots_offered().map(|(decision, spot)| {
            let spot = &self.out.spots[spot.index()];
            let next = spot.ring.then_some(Member::Next.name());
            let told = self.facts_of_decision(&format!("choices.{decision}")).iter();
            let told = told.map(|fact| (fact.name.clone(), Some(Target::Local(fact.place))));
            let own = [HERE].into_iter().chain(next).map(|word| (word.to_owned(), None));
            (format!("choices.{decision}.{}", spot.name), own.chain(told).collect())
        })
    }

    /// Returns the facts for a spot or player among options: its number and position, or name; zones and variables.
    fn picked_facts(&self) -> impl Iterator<Item = (String, Vec<Fact>)> {
        let out = self.out;
        let own = |facts: &[&str], holder: Holder| {
            let own = facts.iter().map(|fact| ((*fact).to_owned(), None));
            let zones =
                out.zones.iter().enumerate().filter(|(_, zone)| zone.holder == holder && zone.per.is_none());
            let zones = zones.map(|(i, zone)| (zone.name.clone(), Some(Target::Zone(ZoneId::new(i)))));
            let vars = out.vars.iter().enumerate().filter(|(_, var)| var.holder == holder);
            let vars = vars.map(|(i, var)| (var.name.clone(), Some(Target::Var(VarId::new(i)))));
            own.chain(zones).chain(vars).collect::<Vec<Fact>>()
        };
        let spots = out.spots.iter().enumerate().map(move |(i, spot)| {
            (format!("picks.{}", spot.name), own(&whereabouts(spot), Holder::Spot(SpotId::new(i))))
        });
        spots.chain([(PICKED_PLAYER.to_owned(), own(&[Noun::Player.name()], Holder::Player))])
    }
}

/// Fact of an option that is a spot: the spot itself.
const HERE: &str = "here";

/// Returns the facts that the text of a key may mention. All texts of a decision share its facts.
pub(in crate::check) fn facts_of<'f>(facts: &'f BTreeMap<String, Vec<Fact>>, key: &str) -> &'f [Fact] {
    let of_decision = || {
        let (group, rest) = key.split_once('.').filter(|(group, _)| *group == "choices")?;
        facts.get(&format!("{group}.{}", rest.split('.').next()?))
    };
    facts.get(key).or_else(of_decision).map_or(&[], Vec::as_slice)
}

/// Returns the built-in facts about a spot: its number, and its column and row on a grid.
fn whereabouts(spot: &SpotDef) -> Vec<&'static str> {
    let on_grid = [Member::Column, Member::Row].map(Member::name).into_iter().filter(|_| spot.is_grid());
    [Noun::Number.name()].into_iter().chain(on_grid).collect()
}

/// Returns the indices of the true values.
fn places(all: impl Iterator<Item = bool>) -> Vec<usize> {
    all.enumerate().filter(|(_, is)| *is).map(|(i, _)| i).collect()
}

/// Maximum number of consecutive texts that only one of two languages has.
const AHEAD: usize = 8;

/// Returns for each text the index of the text with its key in `others`, as far as the orders match.
fn beside<T>(
    texts: &[T],
    others: &[T],
    key: impl Fn(&T) -> &SharedText,
) -> impl Iterator<Item = Option<usize>> {
    let mut next = 0;
    texts.iter().map(move |text| {
        let mut left = others[next..].iter().take(AHEAD);
        let found = next + left.position(|other| key(other).value == key(text).value)?;
        next = found + 1;
        Some(found)
    })
}

/// Returns the group and name of the text's subject.
pub(in crate::check) fn thing(key: &str) -> Option<(&str, &str)> {
    let (group, rest) = key.split_once('.')?;
    Some((group, rest.split('.').next().unwrap_or(rest)))
}

/// Returns the section or term whose text the key denotes, if any.
pub(in crate::check) fn section_of(key: &str) -> Option<&str> {
    let name = key.strip_prefix("rules.").or_else(|| key.strip_prefix("terms."))?;
    (!name.contains('.')).then_some(name)
}

/// Returns true if a key is valid in `rules` or `terms`.
pub(in crate::check) fn is_rule_or_term(key: &str) -> bool {
    let of_term = key.strip_prefix("terms.").and_then(|rest| rest.strip_suffix(".text"));
    let heading = key.strip_prefix("rules.").and_then(|rest| rest.strip_suffix(".name"));
    let part = of_term.or(heading).is_some_and(|name| !name.contains('.'));
    part || section_of(key).is_some()
}
