//! Index of all definitions and references.

use std::sync::{Arc, OnceLock};

use ludex_grammar::span::{FileId, Span};

use super::Target;
use crate::ids::DesignId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    pub target: Target,
    pub name: String,
    /// Location of the name.
    pub place: Span,
}

/// Use of a target by a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// A rule depends on the value or existence of the target.
    Reads,
    /// The target is changed: a `set`, the printed value of a field.
    Writes,
    /// The target is named without further effect: a zone in `in_play`, the label of a decision.
    Names,
    /// A text describes or depends on the target.
    Tells,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// Location of the name.
    pub place: Span,
    pub target: Target,
    pub how: Use,
}

/// Definitions and references of a ruleset, each sorted by file and location.
///
/// Predefined words (`it`, `self`, `me`, the `player` of a score) have no definition, so their uses are not
/// included. A member of a card may belong to several designs with a zone of that name. It then has one
/// reference for each.
///
/// The index is sorted on first use, because playing a ruleset needs none. Copies share their contents.
#[derive(Debug, Clone, Default)]
pub struct Index {
    found: Arc<Found>,
    ordered: OnceLock<Arc<Ordered>>,
}

/// Contents in the order of discovery.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub(super) definitions: Vec<Definition>,
    pub(super) references: Vec<Reference>,
    /// Pairs of locations, where the first refers to the target of the second.
    pub(super) same: Vec<(Span, Span)>,
}

#[derive(Debug, Clone, Default)]
struct Ordered {
    definitions: Vec<Definition>,
    references: Vec<Reference>,
    /// Indices of definitions, in ascending order of targets.
    defined: Vec<u32>,
    /// Indices of references, in ascending order of targets and locations.
    used: Vec<u32>,
}

impl Ordered {
    /// Sorts the index. References without a definition or with an empty span are dropped. If an item has
    /// several definitions, the first counts and the others become references.
    fn new(mut definitions: Vec<Definition>, mut references: Vec<Reference>) -> Ordered {
        definitions.sort_by_key(|definition| (definition.place, definition.target));
        definitions.dedup_by_key(|definition| (definition.place, definition.target));
        let defined = by_target(&definitions, |definition| definition.target);
        let mut all = Ordered { definitions, references: Vec::new(), defined, used: Vec::new() };
        references.sort_by_key(|one| (one.place, one.target, one.how));
        references.dedup_by_key(|one| (one.place, one.target));
        references.retain(|one| !one.place.is_empty() && all.definition(one.target).is_some());
        all.used = by_target(&references, |reference| reference.target);
        all.references = references;
        all
    }

    fn from_found(found: &Found) -> Ordered {
        let all = Ordered::new(found.definitions.clone(), found.references.clone());
        if found.same.is_empty() {
            return all;
        }
        let mut references = all.references.clone();
        for (place, other) in &found.same {
            references.extend(all.named_at(*other).map(|(target, how)| Reference {
                place: *place,
                target,
                how,
            }));
        }
        Ordered::new(all.definitions, references)
    }

    fn definition(&self, target: Target) -> Option<&Definition> {
        let at = self.defined.partition_point(|i| self.definitions[*i as usize].target < target);
        let definition = &self.definitions[*self.defined.get(at)? as usize];
        (definition.target == target).then_some(definition)
    }

    fn definition_at(&self, place: Span) -> Option<&Definition> {
        let at = self.definitions.partition_point(|definition| definition.place < place);
        self.definitions.get(at).filter(|definition| definition.place == place)
    }

    fn named_at(&self, place: Span) -> impl Iterator<Item = (Target, Use)> {
        let defined = self.definition_at(place).map(|definition| (definition.target, Use::Names));
        let from = self.references.partition_point(|reference| reference.place < place);
        let used = self.references[from..].iter().take_while(move |reference| reference.place == place);
        defined.into_iter().chain(used.map(|reference| (reference.target, reference.how)))
    }
}

impl Index {
    pub(super) fn new(found: Found) -> Index {
        Index { found: Arc::new(found), ordered: OnceLock::new() }
    }

    fn ordered(&self) -> &Ordered {
        self.ordered.get_or_init(|| Arc::new(Ordered::from_found(&self.found)))
    }

    /// Returns a copy with additional references.
    pub fn with(&self, more: &[Reference]) -> Index {
        let Ordered { definitions, references, .. } = self.ordered();
        let references = [references, more].concat();
        Index::new(Found { definitions: definitions.clone(), references, same: self.found.same.clone() })
    }

    pub fn definitions(&self) -> &[Definition] {
        &self.ordered().definitions
    }

    pub fn references(&self) -> &[Reference] {
        &self.ordered().references
    }

    pub fn definition(&self, target: Target) -> Option<&Definition> {
        self.ordered().definition(target)
    }

    /// Returns the definition whose name is at a location.
    pub fn definition_at(&self, place: Span) -> Option<&Definition> {
        self.ordered().definition_at(place)
    }

    /// Returns the targets named exactly at this location, and their use. A definition counts as
    /// `Use::Names`.
    pub fn named_at(&self, place: Span) -> impl Iterator<Item = (Target, Use)> {
        self.ordered().named_at(place)
    }

    /// Returns the references to a target, in order, without its definition.
    pub fn references_of(&self, target: Target) -> impl Iterator<Item = &Reference> {
        let Ordered { references, used, .. } = self.ordered();
        let from = used.partition_point(|i| references[*i as usize].target < target);
        let uses = used[from..].iter().map(|i| &references[*i as usize]);
        uses.take_while(move |reference| reference.target == target)
    }

    /// Returns the locations in overlays that patch or remove the definition at a location.
    pub fn same_as(&self, place: Span) -> impl Iterator<Item = Span> {
        self.found.same.iter().filter(move |(_, other)| *other == place).map(|(own, _)| *own)
    }

    /// Returns true if a rule depends on the identity of a card.
    pub fn reads_card(&self, design: DesignId) -> bool {
        self.references_of(Target::Design(design)).any(|reference| reference.how == Use::Reads)
    }

    /// Returns the target of the name at a byte offset, in a reference or definition.
    pub fn target_at(&self, file: FileId, byte: u32) -> Option<Target> {
        let holds = |place: Span| place.file == file && place.start <= byte && byte < place.end;
        let begins_later = |place: Span| (place.file, place.start) > (file, byte);
        let Ordered { references, definitions, .. } = self.ordered();
        let uses = &references[..references.partition_point(|one| !begins_later(one.place))];
        let names = &definitions[..definitions.partition_point(|one| !begins_later(one.place))];
        let used = uses.last().filter(|one| holds(one.place)).map(|one| one.target);
        used.or_else(|| names.last().filter(|one| holds(one.place)).map(|one| one.target))
    }
}

/// Returns the indices of items in ascending order of targets; the sort is stable.
fn by_target<T>(items: &[T], target: impl Fn(&T) -> Target) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..items.len()).map(|i| u32::try_from(i).unwrap_or(u32::MAX)).collect();
    numbers.sort_by_key(|i| items.get(*i as usize).map(&target));
    numbers
}
