//! Printed values as placeholders in texts of a card: `Costs {cost}.`

use crate::check::review::Review;
use crate::ids::{DesignId, FieldId, KindId};
use crate::resolve::{HolderKey, MemberSymbol, Symbol};

impl Review<'_> {
    /// Returns the card and field that a placeholder denotes in a text with this key.
    pub(in crate::check) fn printed_in(&self, key: &str, word: &str) -> Option<(DesignId, FieldId)> {
        let (design, kind) = self.card_of(key)?;
        let Some(MemberSymbol::Field(field)) = self.names.member(HolderKey::Kind(kind), word) else {
            return None;
        };
        // a keyed field has no single value
        self.out.fields[field.index()].entry.is_none().then_some((design, field))
    }

    /// Returns the fields that texts with this key may mention.
    pub(in crate::check) fn fields_in(&self, key: &str) -> impl Iterator<Item = &str> {
        let kind = self.card_of(key).map(|(_, kind)| kind);
        let fields = self.out.fields.iter().filter(move |field| Some(field.kind) == kind);
        fields.filter(|field| field.entry.is_none()).map(|field| field.name.as_str())
    }

    /// Returns the card of a text, and its kind.
    fn card_of(&self, key: &str) -> Option<(DesignId, KindId)> {
        let name = key.strip_prefix("cards.")?.split('.').next()?;
        let Some(Symbol::Design(design)) = self.names.global(name) else { return None };
        Some((design, (*self.designs.kinds.get(design.index())?)?))
    }
}
