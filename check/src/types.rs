//! Types of the effect language: a base with layers around it (`list of`, `?`, `per KEY`).
//!
//! The outermost layer is last. Assignability, joins and printing of types are defined here once, by peeling
//! one layer at a time. The caller passes in the kinds of cards and the names of bases, because this module
//! is independent of rulesets.

use crate::ids::{DesignId, EnumId, KindId, SpotId};

/// The innermost part of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Base {
    Int,
    /// Exact decimals, stored as thousandths.
    Decimal,
    Bool,
    /// A word of an enum, stored as its index.
    Enum(EnumId),
    Card,
    Kind(KindId),
    Design(DesignId),
    /// The name of a card of this kind, or of any kind. All copies have the same name. Stored as the number
    /// of the design.
    Name(Option<KindId>),
    /// A player, stored as seat - 1.
    Player,
    /// A spot, stored as number - 1.
    Spot(SpotId),
    /// A zone of one holder.
    Zone,
    /// The type of `nothing` alone; fits every optional type.
    Nothing,
    /// The type of an expression that was already reported. It fits everything, so each mistake is reported
    /// once.
    Unknown,
}

/// Pattern for the bases whose values are plain numbers.
#[doc(hidden)]
#[macro_export]
macro_rules! plain_bases {
    () => {
        $crate::types::Base::Int | $crate::types::Base::Decimal | $crate::types::Base::Bool
    };
}

/// Pattern for the bases whose values are cards.
#[doc(hidden)]
#[macro_export]
macro_rules! card_bases {
    () => {
        $crate::types::Base::Card | $crate::types::Base::Kind(_) | $crate::types::Base::Design(_)
    };
}

/// Pattern for the bases whose values are players, spots or zones.
#[doc(hidden)]
#[macro_export]
macro_rules! place_bases {
    () => {
        $crate::types::Base::Player | $crate::types::Base::Spot(_) | $crate::types::Base::Zone
    };
}

/// Pattern for the bases without values of their own.
#[doc(hidden)]
#[macro_export]
macro_rules! no_bases {
    () => {
        $crate::types::Base::Nothing | $crate::types::Base::Unknown
    };
}

pub use {card_bases, no_bases, place_bases, plain_bases};

/// The key of a keyed value: `int per resource`, `bool per 1..6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyType {
    Enum(EnumId),
    Player,
    Spot(SpotId),
    /// Each number of a range, both ends included.
    Range(i16, i16),
}

impl KeyType {
    /// Returns the type of the keys.
    pub const fn ty(self) -> Type {
        match self {
            KeyType::Enum(id) => Type::new(Base::Enum(id)),
            KeyType::Player => Type::PLAYER,
            KeyType::Spot(id) => Type::new(Base::Spot(id)),
            KeyType::Range(..) => Type::INT,
        }
    }
}

/// Maximum nesting depth of lists and keys.
pub const MAX_NESTING: u32 = 7;

/// A type in normal form: equal types are equal values, because `?` is never doubled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    base: Base,
    /// Key of the `PER` layer; a type has at most one.
    key: Option<KeyType>,
    /// Two bits for each layer, the outermost in the lowest bits. 7 lists and keys with `?` around and
    /// between them use 15 of 16 layers.
    layers: u32,
}

/// The outermost layer of a type with the type inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    Base(Base),
    Optional(Type),
    List(Type),
    Per(KeyType, Type),
}

const BITS: u32 = 2;
const OPTIONAL: u32 = 1;
const LIST: u32 = 2;
const PER: u32 = 3;

/// The kind of each design, if it has one.
type Kinds = [Option<KindId>];

/// Function that returns the name of a base.
type BaseName<'a> = &'a dyn Fn(Base) -> String;

impl Type {
    pub const INT: Type = Type::new(Base::Int);
    pub const DECIMAL: Type = Type::new(Base::Decimal);
    pub const BOOL: Type = Type::new(Base::Bool);
    pub const CARD: Type = Type::new(Base::Card);
    pub const PLAYER: Type = Type::new(Base::Player);
    pub const ZONE: Type = Type::new(Base::Zone);
    /// The type of the literal `nothing`.
    pub const NOTHING: Type = Type::new(Base::Nothing).optional();
    /// The type that fits every other type.
    pub const UNKNOWN: Type = Type::new(Base::Unknown);

    pub const fn new(base: Base) -> Type {
        Type { base, key: None, layers: 0 }
    }

    const fn top(self) -> u32 {
        self.layers & ((1 << BITS) - 1)
    }

    const fn within(self, layer: u32) -> Type {
        Type { layers: self.layers << BITS | layer, ..self }
    }

    /// Removes the outermost layer.
    const fn peeled(self) -> Type {
        let key = if self.top() == PER { None } else { self.key };
        Type { key, layers: self.layers >> BITS, ..self }
    }

    /// Returns the number of list and key layers.
    const fn nesting(self) -> u32 {
        let both = self.layers & 0xAAAA_AAAA; // the higher bit of LIST and PER
        both.count_ones()
    }

    /// Returns `list of` this type, or `UNKNOWN` if it nests too deep. Code that reads a type from text calls
    /// `checked_list` and reports the error.
    pub const fn list(self) -> Type {
        match self.checked_list() {
            Some(list) => list,
            None => Type::UNKNOWN,
        }
    }

    /// Returns `list of` this type, or `None` if it nests too deep.
    pub const fn checked_list(self) -> Option<Type> {
        if self.nesting() < MAX_NESTING { Some(self.within(LIST)) } else { None }
    }

    /// Returns this type for each `key`, or `None` if it nests too deep or has a key already.
    pub const fn checked_per(self, key: KeyType) -> Option<Type> {
        if self.nesting() == MAX_NESTING || self.key.is_some() {
            return None;
        }
        Some(Type { key: Some(key), ..self.within(PER) })
    }

    pub const fn optional(self) -> Type {
        if self.is_optional() { self } else { self.within(OPTIONAL) }
    }

    /// Returns the optional form of this type if `missing`, otherwise this type.
    pub const fn optional_if(self, missing: bool) -> Type {
        if missing { self.optional() } else { self }
    }

    /// Returns this type without an outermost `?`.
    pub const fn present(self) -> Type {
        if self.is_optional() { self.peeled() } else { self }
    }

    /// Returns the element type of a list or keyed value, optional if the whole is optional. Returns any
    /// other type unchanged.
    pub const fn element(self) -> Type {
        let list = self.present();
        if list.top() == 0 { self } else { list.peeled().optional_if(self.is_optional()) }
    }

    /// Returns the base inside all layers.
    pub const fn base(self) -> Base {
        self.base
    }

    pub const fn shape(self) -> Layer {
        match (self.top(), self.key) {
            (OPTIONAL, _) => Layer::Optional(self.peeled()),
            (LIST, _) => Layer::List(self.peeled()),
            (PER, Some(key)) => Layer::Per(key, self.peeled()),
            _ => Layer::Base(self.base),
        }
    }

    pub const fn is_optional(self) -> bool {
        self.top() == OPTIONAL
    }

    /// Returns true for lists, including optional ones.
    pub const fn is_list(self) -> bool {
        self.present().top() == LIST
    }

    /// Returns true if the error in the expression was already reported.
    pub fn is_unknown(self) -> bool {
        self.base == Base::Unknown
    }

    pub fn is_nothing(self) -> bool {
        self.present() == Type::new(Base::Nothing)
    }

    /// Returns true for a single card of any kind, including optional ones.
    pub fn is_card(self) -> bool {
        self.has_cards() && !self.is_list()
    }

    /// Replaces the kind of a card by any card; returns other types unchanged.
    pub fn any_card(self) -> Type {
        if self.is_card() { Type::CARD.optional_if(self.is_optional()) } else { self }
    }

    /// Returns true for a card of any kind or a list of cards.
    pub fn has_cards(self) -> bool {
        self.base.is_card()
    }

    /// Returns true for a single int or decimal.
    pub fn is_number(self) -> bool {
        matches!(self.present().shape(), Layer::Base(Base::Int | Base::Decimal))
    }

    /// Returns true if a value of this type is accepted where `to` is expected, ignoring optionality. An int
    /// converts to a decimal, and a card to its name.
    pub fn fits(self, to: Type, kinds: &Kinds) -> bool {
        if self.is_unknown() || to.is_unknown() {
            return true;
        }
        match (self.present().shape(), to.present().shape()) {
            (Layer::Base(a), Layer::Base(b)) => a.fits(b, kinds) || a.converts_to(b, kinds),
            (Layer::List(a), Layer::List(b)) => a.fits_inside(b, kinds),
            (Layer::Per(k, a), Layer::Per(l, b)) => k == l && a.fits_inside(b, kinds),
            _ => false,
        }
    }

    /// Returns true if elements of this type are accepted as elements of type `to`. Elements aren't
    /// converted, so an int is not accepted as a decimal.
    fn fits_inside(self, to: Type, kinds: &Kinds) -> bool {
        !self.converts_to(to, kinds) && self.is_usable_as(to, kinds)
    }

    /// Returns true if a value of this type must be converted where `to` is expected.
    fn converts_to(self, to: Type, kinds: &Kinds) -> bool {
        match (self.present().shape(), to.present().shape()) {
            (Layer::Base(a), Layer::Base(b)) => a.converts_to(b, kinds),
            _ => false,
        }
    }

    /// Returns true if this type may be used where `to` is expected.
    pub fn is_usable_as(self, to: Type, kinds: &Kinds) -> bool {
        if self.is_unknown() || to.is_unknown() || self.is_nothing() && to.is_optional() {
            return true;
        }
        (to.is_optional() || !self.is_optional()) && self.fits(to, kinds)
    }

    /// Returns the smallest type that both fit. If one of them was already reported, returns `self`.
    pub fn join(self, other: Type, kinds: &Kinds) -> Option<Type> {
        let missing = self.is_optional() || other.is_optional();
        let joined = if self.is_unknown() || other.is_unknown() || other.is_nothing() {
            Some(self)
        } else if self.is_nothing() {
            Some(other)
        } else {
            self.present().join_present(other.present(), kinds)
        };
        joined.map(|ty| ty.optional_if(missing))
    }

    fn join_present(self, other: Type, kinds: &Kinds) -> Option<Type> {
        match (self.shape(), other.shape()) {
            (Layer::Base(a), Layer::Base(b)) => a.join(b, kinds).map(Type::new),
            (Layer::List(a), Layer::List(b)) => a.join_inside(b, kinds)?.checked_list(),
            (Layer::Per(k, a), Layer::Per(l, b)) if k == l => a.join_inside(b, kinds)?.checked_per(k),
            _ => None,
        }
    }

    fn join_inside(self, other: Type, kinds: &Kinds) -> Option<Type> {
        let joined = self.join(other, kinds)?;
        let stay = !self.converts_to(joined, kinds) && !other.converts_to(joined, kinds);
        stay.then_some(joined)
    }

    /// Returns the type as written in a ruleset.
    pub fn written(self, name: BaseName<'_>) -> String {
        match self.shape() {
            Layer::Base(base) => base.written("", name),
            Layer::Optional(inner) if inner == Type::new(Base::Nothing) => inner.written(name),
            Layer::Optional(inner) if inner.layers == 0 => inner.base.written("?", name),
            Layer::Optional(inner) => format!("({})?", inner.written(name)),
            Layer::List(inner) => format!("list of {}", inner.operand(name)),
            Layer::Per(key, inner) => format!("{} per {}", inner.operand(name), key.written(name)),
        }
    }

    /// Returns the type as written after `list of` or before `per`. Keyed types are put in brackets.
    fn operand(self, name: BaseName<'_>) -> String {
        match self.shape() {
            Layer::Per(..) => format!("({})", self.written(name)),
            Layer::Base(_) | Layer::Optional(_) | Layer::List(_) => self.written(name),
        }
    }
}

impl Base {
    pub fn is_card(self) -> bool {
        matches!(self, Base::Card | Base::Kind(_) | Base::Design(_))
    }

    pub fn kind(self, kinds: &Kinds) -> Option<KindId> {
        match self {
            Base::Kind(k) => Some(k),
            Base::Design(d) => kinds.get(d.index()).copied().flatten(),
            Base::Enum(_) | Base::Card | Base::Name(_) | plain_bases!() | place_bases!() | no_bases!() => {
                None
            }
        }
    }

    pub fn is_name(self) -> bool {
        matches!(self, Base::Name(_))
    }

    /// Returns the type of the name of such a card.
    fn name(self, kinds: &Kinds) -> Option<Base> {
        self.is_card().then(|| Base::Name(self.kind(kinds)))
    }

    /// Returns true if all values of this base are values of `to` without conversion.
    fn fits(self, to: Base, kinds: &Kinds) -> bool {
        self == to
            || self.kind(kinds).map(Base::Kind) == Some(to)
            || to == Base::Card && self.is_card()
            || to == Base::Name(None) && self.is_name()
    }

    /// Returns true if values of this base convert to `to`: an int to a decimal, or a card to its name.
    fn converts_to(self, to: Base, kinds: &Kinds) -> bool {
        (self, to) == (Base::Int, Base::Decimal) || self.name(kinds).is_some_and(|name| name.fits(to, kinds))
    }

    fn join(self, other: Base, kinds: &Kinds) -> Option<Base> {
        let alike = |one: Base| self.fits(one, kinds) || self.converts_to(one, kinds);
        if alike(other) {
            return Some(other);
        }
        if other.fits(self, kinds) || other.converts_to(self, kinds) {
            return Some(self);
        }
        let shared = self.kind(kinds).filter(|k| other.kind(kinds) == Some(*k));
        let card = shared.map_or(Base::Card, Base::Kind);
        match (self.is_card() || self.is_name(), other.is_card() || other.is_name()) {
            (true, true) if self.is_card() && other.is_card() => Some(card),
            (true, true) => Some(Base::Name(None)),
            _ => None,
        }
    }

    /// Returns the base as written in a ruleset, with the suffix `missing` (`?` or empty).
    fn written(self, missing: &str, name: BaseName<'_>) -> String {
        let Base::Name(kind) = self else { return name(self) + missing };
        format!("{}{missing} by name", name(kind.map_or(Base::Card, Base::Kind)))
    }
}

impl KeyType {
    fn written(self, name: BaseName<'_>) -> String {
        match self {
            KeyType::Enum(id) => name(Base::Enum(id)),
            KeyType::Player => name(Base::Player),
            KeyType::Spot(id) => name(Base::Spot(id)),
            KeyType::Range(least, most) => format!("{least}..{most}"),
        }
    }
}
