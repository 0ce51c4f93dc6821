//! All definitions and all places that use them.

use std::sync::{Arc, OnceLock};

use ludex_grammar::span::{FileId, Span};

use super::Target;
use crate::ids::DesignId;

/// Where something gets its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// What is defined.
    pub target: Target,
    pub name: String,
    /// Where the name stands.
    pub place: Span,
}

/// What a place does with what it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// It matters to the rules what it is, or that it is.
    Reads,
    /// It gets a value there, or is changed: a `set`, the printed value of a field.
    Writes,
    /// It is named, which alone changes nothing: a zone in `in_play`, the label of a decision.
    Names,
    /// A text is about it, or depends on it.
    Tells,
}

/// A place that names something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// Where the name stands.
    pub place: Span,
    /// What it stands for.
    pub target: Target,
    /// What the place does with it.
    pub how: Use,
}

/// Definitions and references of a ruleset, each in the order of files and places.
///
/// A word to which the language gives its meaning (`it`, `self`, `me`, the `player` of a score) is defined nowhere, so its
/// uses are not here. A word can stand for several things at once, where a card of a kind may be one of several with a zone
/// of that name: then there is a reference for each.
///
/// It is put in order when it is first asked for something: a ruleset that is only played needs none. Copies share what they hold.
#[derive(Debug, Clone, Default)]
pub struct Index {
    found: Arc<Found>,
    ordered: OnceLock<Arc<Ordered>>,
}

/// What was found, in the order in which it was.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub(super) definitions: Vec<Definition>,
    pub(super) references: Vec<Reference>,
    /// Places that name what another place names.
    pub(super) same: Vec<(Span, Span)>,
}

#[derive(Debug, Clone, Default)]
struct Ordered {
    definitions: Vec<Definition>,
    references: Vec<Reference>,
    /// Numbers of definitions, by rising target.
    defined: Vec<u32>,
    /// Numbers of references, by rising target and then by place.
    used: Vec<u32>,
}

impl Ordered {
    /// References to what has no definition, and from where nothing is written, are left out; of several definitions of the same the first counts, the others become
    /// references.
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

    fn of(found: &Found) -> Ordered {
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
        self.ordered.get_or_init(|| Arc::new(Ordered::of(&self.found)))
    }

    /// The same with more references.
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

    /// Where something is defined.
    pub fn definition(&self, target: Target) -> Option<&Definition> {
        self.ordered().definition(target)
    }

    /// What is defined by the name at a place.
    pub fn definition_at(&self, place: Span) -> Option<&Definition> {
        self.ordered().definition_at(place)
    }

    /// What exactly this place names, and what it does with it; a definition just names.
    pub fn named_at(&self, place: Span) -> impl Iterator<Item = (Target, Use)> {
        self.ordered().named_at(place)
    }

    /// The places that name something, in order; its definition is not among them.
    pub fn references_of(&self, target: Target) -> impl Iterator<Item = &Reference> {
        let Ordered { references, used, .. } = self.ordered();
        let from = used.partition_point(|i| references[*i as usize].target < target);
        let uses = used[from..].iter().map(|i| &references[*i as usize]);
        uses.take_while(move |reference| reference.target == target)
    }

    /// The places in overlays that patch or remove what is defined at a place.
    pub fn same_as(&self, place: Span) -> impl Iterator<Item = Span> {
        self.found.same.iter().filter(move |(_, other)| *other == place).map(|(own, _)| *own)
    }

    /// Whether it matters to a rule which card this one is.
    pub fn reads_card(&self, design: DesignId) -> bool {
        self.references_of(Target::Design(design)).any(|reference| reference.how == Use::Reads)
    }

    /// What the name stands for in which a byte of a file lies, be it a use or a definition.
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

/// The numbers of items, by rising target; those of the same target stay in order.
fn by_target<T>(items: &[T], target: impl Fn(&T) -> Target) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..items.len()).map(|i| u32::try_from(i).unwrap_or(u32::MAX)).collect();
    numbers.sort_by_key(|i| items.get(*i as usize).map(&target));
    numbers
}
