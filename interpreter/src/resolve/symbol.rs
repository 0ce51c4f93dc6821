//! What a global name or the name of a member stands for.

use super::Target;
use crate::ids::*;

/// What a global name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    Option(OptionId),
    Enum(EnumId),
    /// A word of an enum; the index is into that enum.
    EnumValue(EnumId, u16),
    /// A kind of card.
    Kind(KindId),
    /// A card.
    Design(DesignId),
    /// A sort of spot.
    Spot(SpotId),
    /// A spot that has a name of its own, by its place among those of its sort.
    SpotWord(SpotId, u16),
    /// A zone of the game.
    Zone(ZoneId),
    /// A variable of the game.
    Var(VarId),
    Table(TableId),
    Function(FunctionId),
    Phase(PhaseId),
}

impl Symbol {
    /// What it is, in a message.
    pub fn what(self) -> &'static str {
        match self {
            Self::Option(_) => "an option",
            Self::Enum(_) => "an enum",
            Self::EnumValue(..) => "a word of an enum",
            Self::Kind(_) => "a kind",
            Self::Design(_) => "a card",
            Self::Spot(_) => "a spot",
            Self::SpotWord(..) => "a spot with a name",
            Self::Zone(_) => "a zone",
            Self::Var(_) => "a variable",
            Self::Table(_) => "a table",
            Self::Function(_) => "a function",
            Self::Phase(_) => "a phase",
        }
    }

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
        if let Self::EnumValue(id, i) = self { Some((id, i)) } else { None }
    }

    /// Whether values can be of this type.
    pub fn is_type(self) -> bool {
        matches!(self, Self::Enum(_) | Self::Kind(_) | Self::Design(_) | Self::Spot(_))
    }
}

impl From<Symbol> for Target {
    fn from(symbol: Symbol) -> Target {
        match symbol {
            Symbol::Option(id) => Target::Option(id),
            Symbol::Enum(id) => Target::Enum(id),
            Symbol::EnumValue(id, i) => Target::EnumWord(id, i),
            Symbol::Kind(id) => Target::Kind(id),
            Symbol::Design(id) => Target::Design(id),
            Symbol::Spot(id) => Target::Spot(id),
            Symbol::SpotWord(id, i) => Target::SpotWord(id, i),
            Symbol::Zone(id) => Target::Zone(id),
            Symbol::Var(id) => Target::Var(id),
            Symbol::Table(id) => Target::Table(id),
            Symbol::Function(id) => Target::Function(id),
            Symbol::Phase(id) => Target::Phase(id),
        }
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
