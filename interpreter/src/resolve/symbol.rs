//! What a global name or the name of a member stands for.

use super::{Symbol, Target};
use crate::ids::*;

impl Symbol {
    /// The kind, if it is one.
    pub fn kind(self) -> Option<KindId> {
        if let Self::Kind(id) = self { Some(id) } else { None }
    }

    /// The sort of spot, if it is one.
    pub fn spot(self) -> Option<SpotId> {
        if let Self::Spot(id) = self { Some(id) } else { None }
    }

    /// The enum and the place of a word in it, if it is one.
    pub fn enum_value(self) -> Option<(EnumId, u16)> {
        if let Self::EnumWord(id, i) = self { Some((id, i)) } else { None }
    }

    /// Whether values can be of this type.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Enum(_) | Self::Kind(_) | Self::Design(_) | Self::Spot(_))
    }
}

/// A member of cards, players or spots that the ruleset defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberSymbol {
    /// A printed field.
    Field(FieldId),
    Property(PropertyId),
    /// A variable.
    Var(VarId),
    Zone(ZoneId),
}

impl MemberSymbol {
    /// The field, if it is one.
    pub fn field(self) -> Option<FieldId> {
        if let Self::Field(id) = self { Some(id) } else { None }
    }

    /// The property, if it is one.
    pub fn property(self) -> Option<PropertyId> {
        if let Self::Property(id) = self { Some(id) } else { None }
    }
}

impl From<MemberSymbol> for Target {
    fn from(symbol: MemberSymbol) -> Target {
        match symbol {
            MemberSymbol::Field(id) => Target::Field(id),
            MemberSymbol::Property(id) => Target::Property(id),
            MemberSymbol::Var(id) => Target::Var(id),
            MemberSymbol::Zone(id) => Target::Zone(id),
        }
    }
}

/// To what a member belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HolderKey {
    Player,
    /// A sort of spot.
    Spot(SpotId),
    /// A kind of card.
    Kind(KindId),
    /// One card.
    Design(DesignId),
}
