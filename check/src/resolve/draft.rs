//! An index under construction.

use ludex_grammar::span::Span;

use super::index::Found;
use super::{Definition, Index, Reference, Target, Use};

/// Definitions and references in the order of discovery.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    definitions: Vec<Definition>,
    references: Vec<Reference>,
}

impl Draft {
    pub fn define(&mut self, target: Target, name: &str, place: Span) {
        self.definitions.push(Definition { target, name: name.to_owned(), place });
    }

    pub fn refer(&mut self, place: Span, target: Target, how: Use) {
        self.references.push(Reference { place, target, how });
    }

    /// Returns the number of references recorded.
    pub fn so_far(&self) -> usize {
        self.references.len()
    }

    pub fn references(&self) -> &[Reference] {
        &self.references
    }

    /// Marks references at a location as writes, if they were recorded after the first `since`.
    pub fn written(&mut self, since: usize, place: Span) {
        let new = self.references.iter_mut().skip(since);
        new.filter(|one| one.place == place).for_each(|one| one.how = Use::Writes);
    }

    /// Marks references recorded after the first `since` as used in texts.
    pub fn mark_used_in_texts(&mut self, since: usize) {
        self.references.iter_mut().skip(since).for_each(|one| one.how = Use::Tells);
    }

    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Returns the targets selected by `of` that are used in one of some ways, in order.
    pub fn used(&self, ways: &[Use], of: impl Fn(Target) -> bool) -> Vec<Target> {
        let uses = self.references.iter().filter(|one| ways.contains(&one.how) && of(one.target));
        let mut used: Vec<Target> = uses.map(|one| one.target).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Builds the index. In each pair of `same`, the first location refers to the target of the second.
    pub fn into_index(self, same: Vec<(Span, Span)>) -> Index {
        Index::new(Found { definitions: self.definitions, references: self.references, same })
    }
}
