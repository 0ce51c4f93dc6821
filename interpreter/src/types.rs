//! The types of the effect language.

use crate::ids::{DesignId, EnumId, KindId, SpotId};

/// The types without "may be missing" and "list of".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    /// Whole numbers.
    Int,
    /// Exact decimals, stored as thousandths.
    Decimal,
    /// true, false.
    Bool,
    /// A word of an enum, stored as its index.
    Enum(EnumId),
    Card,
    /// A card of this kind.
    Kind(KindId),
    /// A card with this id.
    Design(DesignId),
    /// A player, stored as seat - 1.
    Player,
    /// A spot, stored as number - 1.
    Spot(SpotId),
    /// A zone of one holder.
    Zone,
    /// Only what `nothing` is: fits every type that may be missing.
    Nothing,
    /// The type of something that was already reported: fits everything, so that one mistake is one message.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    pub base: Base,
    /// `list of`
    pub list: bool,
    /// `?`
    pub optional: bool,
}

impl Type {
    /// `int`
    pub const INT: Type = Type::of(Base::Int);
    /// `decimal`
    pub const DECIMAL: Type = Type::of(Base::Decimal);
    /// `bool`
    pub const BOOL: Type = Type::of(Base::Bool);
    /// `card`
    pub const CARD: Type = Type::of(Base::Card);
    /// `player`
    pub const PLAYER: Type = Type::of(Base::Player);
    /// `zone`
    pub const ZONE: Type = Type::of(Base::Zone);
    /// Fits everything.
    pub const UNKNOWN: Type = Type::of(Base::Unknown);

    /// A plain type.
    pub const fn of(base: Base) -> Type {
        Type { base, list: false, optional: false }
    }

    /// `list of` this.
    pub const fn list(self) -> Type {
        Type { list: true, optional: false, ..self }
    }

    /// This, or nothing.
    pub const fn optional(self) -> Type {
        Type { optional: true, ..self }
    }

    /// This, surely there.
    pub const fn present(self) -> Type {
        Type { optional: false, ..self }
    }

    /// One element of a list.
    pub const fn element(self) -> Type {
        Type { list: false, ..self }
    }

    /// Whether it was already reported.
    pub fn is_unknown(self) -> bool {
        self.base == Base::Unknown
    }

    /// A card of any sort.
    pub fn is_card(self) -> bool {
        matches!(self.base, Base::Card | Base::Kind(_) | Base::Design(_))
    }

    /// An int or a decimal.
    pub fn is_number(self) -> bool {
        matches!(self.base, Base::Int | Base::Decimal)
    }
}
