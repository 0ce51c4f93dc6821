//! Printed values as placeholders in texts of a card: `Costs {cost}.`

use crate::check::review::Review;
use crate::hir::{FieldDef, Setting};
use crate::ids::{DesignId, KindId};
use crate::resolve::{HolderKey, MemberSymbol, Symbol};

impl Review<'_> {
    /// Returns the printed value that a placeholder denotes in a text with this key: `{cost}`, all entries of a
    /// keyed field (`{skills}`), or one of them (`{skills.might}`).
    pub(in crate::check) fn printed_in(&self, key: &str, word: &str) -> Option<Setting> {
        let (design, kind) = self.card_of(key)?;
        let (whole, key) = word.split_once('.').map_or((word, None), |(whole, key)| (whole, Some(key)));
        let Some(MemberSymbol::Field(field)) = self.names.member(HolderKey::Kind(kind), whole) else {
            return None;
        };
        match (&self.out.fields[field.index()].entry, key) {
            (None, None) => Some(Setting::Printed(design, field)),
            (Some(_), None) => Some(Setting::PrintedByKey(design, field)),
            (Some(_), Some(key)) => Some(Setting::Printed(design, self.out.entry_named(field, key)?)),
            (None, Some(_)) => None,
        }
    }

    /// Returns the fields that texts with this key may mention.
    pub(in crate::check) fn fields_in(&self, key: &str) -> impl Iterator<Item = &str> {
        let kind = self.card_of(key).map(|(_, kind)| kind);
        let fields = self.out.fields.iter().filter(move |field| Some(field.kind) == kind);
        fields.map(FieldDef::text_name)
    }

    /// Returns the card of a text, and its kind.
    fn card_of(&self, key: &str) -> Option<(DesignId, KindId)> {
        let name = key.strip_prefix("cards.")?.split('.').next()?;
        let Some(Symbol::Design(design)) = self.names.global(name) else { return None };
        Some((design, (*self.designs.kinds.get(design.index())?)?))
    }
}
