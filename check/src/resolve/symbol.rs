//! Meaning of global names and of names of members.

use super::{Symbol, Target};
use crate::ids::*;

impl Symbol {
    pub fn kind(self) -> Option<KindId> {
        if let Self::Kind(id) = self { Some(id) } else { None }
    }

    pub fn spot(self) -> Option<SpotId> {
        if let Self::Spot(id) = self { Some(id) } else { None }
    }

    /// Returns the enum and the index of a word, if it is one.
    pub fn enum_value(self) -> Option<(EnumId, u16)> {
        if let Self::EnumWord(id, i) = self { Some((id, i)) } else { None }
    }

    /// Returns true if the name denotes a type.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Enum(_) | Self::Kind(_) | Self::Design(_) | Self::Spot(_))
    }
}

/// A member of cards, players or spots that the ruleset defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberSymbol {
    Field(FieldId),
    Property(PropertyId),
    Var(VarId),
    Zone(ZoneId),
}

impl MemberSymbol {
    pub fn field(self) -> Option<FieldId> {
        if let Self::Field(id) = self { Some(id) } else { None }
    }

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HolderKey {
    Player,
    Spot(SpotId),
    Kind(KindId),
    /// A single card design.
    Design(DesignId),
}
