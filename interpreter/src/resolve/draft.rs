//! An index in the making.

use ludex_grammar::span::Span;

use super::index::Found;
use super::{Definition, Index, Reference, Target, Use};

/// Definitions and references in the order in which they are found.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    definitions: Vec<Definition>,
    references: Vec<Reference>,
}

impl Draft {
    /// Something gets its name at a place.
    pub fn define(&mut self, target: Target, name: &str, place: Span) {
        self.definitions.push(Definition { target, name: name.to_owned(), place });
    }

    /// A place names something.
    pub fn refer(&mut self, place: Span, target: Target, how: Use) {
        self.references.push(Reference { place, target, how });
    }

    /// How many references there are so far.
    pub fn so_far(&self) -> usize {
        self.references.len()
    }

    /// All references so far.
    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// What was found at a place since there were so many references is written there, not read.
    pub fn written(&mut self, since: usize, place: Span) {
        let new = self.references.iter_mut().skip(since);
        new.filter(|one| one.place == place).for_each(|one| one.how = Use::Writes);
    }

    /// What was found since there were so many references is only told of.
    pub fn told(&mut self, since: usize) {
        self.references.iter_mut().skip(since).for_each(|one| one.how = Use::Tells);
    }

    /// All definitions so far.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Of some things those that are used in one of some ways, in order.
    pub fn used(&self, ways: &[Use], of: impl Fn(Target) -> bool) -> Vec<Target> {
        let uses = self.references.iter().filter(|one| ways.contains(&one.how) && of(one.target));
        let mut used: Vec<Target> = uses.map(|one| one.target).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The index of what was found; the first of two places in `same` names what the second does.
    pub fn into_index(self, same: Vec<(Span, Span)>) -> Index {
        Index::new(Found { definitions: self.definitions, references: self.references, same })
    }
}
