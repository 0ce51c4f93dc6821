//! What is printed on a card, in braces in its own texts: `Costs {cost}.`

use crate::check::review::Review;
use crate::ids::{DesignId, FieldId, KindId};
use crate::resolve::{HolderKey, MemberSymbol, Symbol};

impl Review<'_> {
    /// The card, and the field of it, that a word in braces stands for in a text of this key.
    pub(in crate::check) fn printed_in(&self, key: &str, word: &str) -> Option<(DesignId, FieldId)> {
        let (design, kind) = self.card_of(key)?;
        let Some(MemberSymbol::Field(field)) = self.names.member(HolderKey::Kind(kind), word) else {
            return None;
        };
        // one with a value for each of several words is no single one
        self.out.fields[field.index()].entry.is_none().then_some((design, field))
    }

    /// The fields that the texts of this key may say.
    pub(in crate::check) fn fields_in(&self, key: &str) -> impl Iterator<Item = &str> {
        let kind = self.card_of(key).map(|(_, kind)| kind);
        let fields = self.out.fields.iter().filter(move |field| Some(field.kind) == kind);
        fields.filter(|field| field.entry.is_none()).map(|field| field.name.as_str())
    }

    /// The card that a text is of, and its kind.
    fn card_of(&self, key: &str) -> Option<(DesignId, KindId)> {
        let name = key.strip_prefix("cards.")?.split('.').next()?;
        let Some(Symbol::Design(design)) = self.names.global(name) else { return None };
        Some((design, (*self.designs.kinds.get(design.index())?)?))
    }
}
