//! The types of the effect language: a base, and what is laid around it (`list of`, `?`, `per KEY`), the outermost last.
//!
//! What fits where, what two types have in common and how a type is written stand here once, by peeling one layer after another. The kinds
//! of cards and the names of bases are handed in, for this module knows no ruleset.

use crate::ids::{DesignId, EnumId, KindId, SpotId};

/// What is at the bottom of a type.
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
    /// The name of a card of this kind, or of any: which card, all copies being the same. Stored as the number of the design.
    Name(Option<KindId>),
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

/// The bases whose values are plain numbers.
macro_rules! plain_bases {
    () => {
        $crate::types::Base::Int | $crate::types::Base::Decimal | $crate::types::Base::Bool
    };
}

/// The bases whose values are cards.
macro_rules! card_bases {
    () => {
        $crate::types::Base::Card | $crate::types::Base::Kind(_) | $crate::types::Base::Design(_)
    };
}

/// The bases whose values are players, spots or zones.
macro_rules! place_bases {
    () => {
        $crate::types::Base::Player | $crate::types::Base::Spot(_) | $crate::types::Base::Zone
    };
}

/// The bases without values of their own.
macro_rules! no_bases {
    () => {
        $crate::types::Base::Nothing | $crate::types::Base::Unknown
    };
}

pub(crate) use {card_bases, no_bases, place_bases, plain_bases};

/// What a value is kept by: `int per resource`, `bool per 1..6`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyType {
    /// Each word of an enum.
    Enum(EnumId),
    /// Each player.
    Player,
    /// Each spot of a sort.
    Spot(SpotId),
    /// Each number of a range, both ends included.
    Range(i16, i16),
}

/// How many lists and keys may lie in each other.
pub const MAX_NESTING: u32 = 7;

/// A type. Two that mean the same are equal: nothing is twice `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type {
    base: Base,
    /// The key of the one layer that is `PER`.
    key: Option<KeyType>,
    /// Two bits a layer, the outermost in the lowest: 7 lists and keys with `?` around and between them are 15 of 16.
    layers: u32,
}

/// The outermost layer of a type, and what it is laid around.
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

/// The kind of each design, where it has one.
type Kinds = [Option<KindId>];

/// How a base is called.
type BaseName<'a> = &'a dyn Fn(Base) -> String;

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
    /// What `nothing` is.
    pub const NOTHING: Type = Type::of(Base::Nothing).optional();
    /// Fits everything.
    pub const UNKNOWN: Type = Type::of(Base::Unknown);

    /// A plain type.
    pub const fn of(base: Base) -> Type {
        Type { base, key: None, layers: 0 }
    }

    const fn top(self) -> u32 {
        self.layers & ((1 << BITS) - 1)
    }

    const fn within(self, layer: u32) -> Type {
        Type { layers: self.layers << BITS | layer, ..self }
    }

    /// Without the outermost layer.
    const fn peeled(self) -> Type {
        let key = if self.top() == PER { None } else { self.key };
        Type { key, layers: self.layers >> BITS, ..self }
    }

    /// Lists and keys around the base.
    const fn nesting(self) -> u32 {
        let both = self.layers & 0xAAAA_AAAA; // the higher bit of LIST and PER
        both.count_ones()
    }

    /// `list of` this; of what nests too deep, unknown. Who reads a type from a text asks `checked_list` and reports it.
    pub const fn list(self) -> Type {
        match self.checked_list() {
            Some(list) => list,
            None => Type::UNKNOWN,
        }
    }

    /// `list of` this, unless it nests too deep.
    pub const fn checked_list(self) -> Option<Type> {
        if self.nesting() < MAX_NESTING { Some(self.within(LIST)) } else { None }
    }

    /// This for each `key`, unless it nests too deep or is kept by a key already.
    pub const fn checked_per(self, key: KeyType) -> Option<Type> {
        if self.nesting() == MAX_NESTING || self.key.is_some() {
            return None;
        }
        Some(Type { key: Some(key), ..self.within(PER) })
    }

    /// This, or nothing.
    pub const fn optional(self) -> Type {
        if self.is_optional() { self } else { self.within(OPTIONAL) }
    }

    /// This, or nothing if so.
    pub const fn optional_if(self, missing: bool) -> Type {
        if missing { self.optional() } else { self }
    }

    /// This, surely there.
    pub const fn present(self) -> Type {
        if self.is_optional() { self.peeled() } else { self }
    }

    /// One element of a list, or one of what is kept by a key, which may be missing where all may; what is neither is taken for its own.
    pub const fn element(self) -> Type {
        let list = self.present();
        if list.top() == 0 { self } else { list.peeled().optional_if(self.is_optional()) }
    }

    /// What is at the bottom, also of lists.
    pub const fn base(self) -> Base {
        self.base
    }

    /// The outermost layer.
    pub const fn shape(self) -> Layer {
        match (self.top(), self.key) {
            (OPTIONAL, _) => Layer::Optional(self.peeled()),
            (LIST, _) => Layer::List(self.peeled()),
            (PER, Some(key)) => Layer::Per(key, self.peeled()),
            _ => Layer::Base(self.base),
        }
    }

    /// Whether it may be missing.
    pub const fn is_optional(self) -> bool {
        self.top() == OPTIONAL
    }

    /// Whether it is a list, also one that may be missing.
    pub const fn is_list(self) -> bool {
        self.present().top() == LIST
    }

    /// Whether it was already reported.
    pub fn is_unknown(self) -> bool {
        self.base == Base::Unknown
    }

    /// Whether it is what `nothing` is.
    pub fn is_nothing(self) -> bool {
        self.present() == Type::of(Base::Nothing)
    }

    /// One card of any sort.
    pub fn is_card(self) -> bool {
        self.has_cards() && !self.is_list()
    }

    /// Any card, if it is one.
    pub fn any_card(self) -> Type {
        if self.is_card() { Type::CARD.optional_if(self.is_optional()) } else { self }
    }

    /// A card of any sort, or a list of cards.
    pub fn has_cards(self) -> bool {
        self.base.is_card()
    }

    /// One int or decimal.
    pub fn is_number(self) -> bool {
        matches!(self.present().shape(), Layer::Base(Base::Int | Base::Decimal))
    }

    /// Whether a value of this may stand where `to` is wanted, leaving aside whether it is there; an int may where a decimal is, and a card where a name
    /// is, by becoming one.
    pub fn fits(self, to: Type, kinds: &Kinds) -> bool {
        if self.is_unknown() || to.is_unknown() {
            return true;
        }
        match (self.present().shape(), to.present().shape()) {
            (Layer::Base(a), Layer::Base(b)) => a.fits(b, kinds) || a.becomes(b, kinds),
            (Layer::List(a), Layer::List(b)) => a.fits_inside(b, kinds),
            (Layer::Per(k, a), Layer::Per(l, b)) => k == l && a.fits_inside(b, kinds),
            _ => false,
        }
    }

    /// Whether elements of this are elements of that: they stay as they are, so an int is no decimal here.
    fn fits_inside(self, to: Type, kinds: &Kinds) -> bool {
        !self.becomes(to, kinds) && self.goes_into(to, kinds)
    }

    /// Whether a value of this is another one where `to` is wanted.
    fn becomes(self, to: Type, kinds: &Kinds) -> bool {
        match (self.present().shape(), to.present().shape()) {
            (Layer::Base(a), Layer::Base(b)) => a.becomes(b, kinds),
            _ => false,
        }
    }

    /// Whether this may stand where `to` is wanted.
    pub fn goes_into(self, to: Type, kinds: &Kinds) -> bool {
        if self.is_unknown() || to.is_unknown() || self.is_nothing() && to.is_optional() {
            return true;
        }
        (to.is_optional() || !self.is_optional()) && self.fits(to, kinds)
    }

    /// The smallest type that both fit; where one was reported already, the first.
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
            (Layer::Base(a), Layer::Base(b)) => a.join(b, kinds).map(Type::of),
            (Layer::List(a), Layer::List(b)) => a.join_inside(b, kinds)?.checked_list(),
            (Layer::Per(k, a), Layer::Per(l, b)) if k == l => a.join_inside(b, kinds)?.checked_per(k),
            _ => None,
        }
    }

    fn join_inside(self, other: Type, kinds: &Kinds) -> Option<Type> {
        let joined = self.join(other, kinds)?;
        let stay = !self.becomes(joined, kinds) && !other.becomes(joined, kinds);
        stay.then_some(joined)
    }

    /// As a ruleset writes it.
    pub fn written(self, name: BaseName<'_>) -> String {
        match self.shape() {
            Layer::Base(base) => base.written("", name),
            Layer::Optional(inner) if inner == Type::of(Base::Nothing) => inner.written(name),
            Layer::Optional(inner) if inner.layers == 0 => inner.base.written("?", name),
            Layer::Optional(inner) => format!("({})?", inner.written(name)),
            Layer::List(inner) => format!("list of {}", inner.operand(name)),
            Layer::Per(key, inner) => format!("{} per {}", inner.operand(name), key.written(name)),
        }
    }

    /// Behind `list of` or before `per`; what is kept by a key has brackets there.
    fn operand(self, name: BaseName<'_>) -> String {
        match self.shape() {
            Layer::Per(..) => format!("({})", self.written(name)),
            Layer::Base(_) | Layer::Optional(_) | Layer::List(_) => self.written(name),
        }
    }
}

impl Base {
    /// A card of any sort.
    pub fn is_card(self) -> bool {
        matches!(self, Base::Card | Base::Kind(_) | Base::Design(_))
    }

    /// The kind of a card, if it has one.
    pub fn kind(self, kinds: &Kinds) -> Option<KindId> {
        match self {
            Base::Kind(k) => Some(k),
            Base::Design(d) => kinds.get(d.index()).copied().flatten(),
            Base::Enum(_) | Base::Card | Base::Name(_) | plain_bases!() | place_bases!() | no_bases!() => {
                None
            }
        }
    }

    /// Whether it is the name of a card.
    pub fn is_name(self) -> bool {
        matches!(self, Base::Name(_))
    }

    /// What the name of a card of this sort is.
    fn name(self, kinds: &Kinds) -> Option<Base> {
        self.is_card().then(|| Base::Name(self.kind(kinds)))
    }

    /// Whether all of this are of that, as they are.
    fn fits(self, to: Base, kinds: &Kinds) -> bool {
        self == to
            || self.kind(kinds).map(Base::Kind) == Some(to)
            || to == Base::Card && self.is_card()
            || to == Base::Name(None) && self.is_name()
    }

    /// Whether a value of this is another one as a value of that: an int as a decimal, a card as its name.
    fn becomes(self, to: Base, kinds: &Kinds) -> bool {
        (self, to) == (Base::Int, Base::Decimal) || self.name(kinds).is_some_and(|name| name.fits(to, kinds))
    }

    fn join(self, other: Base, kinds: &Kinds) -> Option<Base> {
        let alike = |one: Base| self.fits(one, kinds) || self.becomes(one, kinds);
        if alike(other) {
            return Some(other);
        }
        if other.fits(self, kinds) || other.becomes(self, kinds) {
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

    /// As a ruleset writes it, with what says that it may be missing.
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
