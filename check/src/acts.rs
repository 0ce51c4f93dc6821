//! Acts of verbs on cards and zones.
//!
//! The checked tree and the program have the same acts with different types of operands. Each act is a row
//! that defines its operands in order, its lowering and its printed form.

use std::fmt::{self, Display};

/// A conversion of operands: inspects or prints them, or converts expressions between trees.
pub trait Visit<'a, N, W, L> {
    /// Result for a cell: a card, player, zone or number.
    type One;
    /// Result for a card or player, or a list of them.
    type Several;
    type List;

    /// Converts a cell operand.
    fn one(&mut self, operand: &'a N) -> Self::One;
    /// Converts an operand with one or more elements.
    fn several(&mut self, operand: &'a W) -> Self::Several;
    fn list(&mut self, operand: &'a L) -> Self::List;
}

/// Destination of a card within a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<N> {
    /// Before all other cards.
    Top,
    /// After all other cards.
    Bottom,
    /// Directly before this card.
    Above(N),
    /// Directly after this card.
    Below(N),
    /// At this position, counted from the top.
    Nth(N),
    /// At this position, visible only to players who see the card there, and to the second operand's player
    /// if any.
    NthUnseen(N, Option<N>),
}

impl<N> Place<N> {
    fn map<'a, T>(&'a self, mut one: impl FnMut(&'a N) -> T) -> Place<T> {
        match self {
            Place::Top => Place::Top,
            Place::Bottom => Place::Bottom,
            Place::Above(card) => Place::Above(one(card)),
            Place::Below(card) => Place::Below(one(card)),
            Place::Nth(n) => Place::Nth(one(n)),
            Place::NthUnseen(n, who) => Place::NthUnseen(one(n), who.as_ref().map(one)),
        }
    }
}

impl<N: Display> Display for Place<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Top => write!(f, "at top"),
            Place::Bottom => write!(f, "at bottom"),
            Place::Above(card) => write!(f, "above {card}"),
            Place::Below(card) => write!(f, "below {card}"),
            Place::Nth(n) => write!(f, "at place {n}"),
            Place::NthUnseen(n, None) => write!(f, "at place {n} unseen"),
            Place::NthUnseen(n, Some(who)) => write!(f, "at place {n} unseen but by {who}"),
        }
    }
}

/// Converts or prints an operand according to its type.
macro_rules! operand {
    ([N] $value:ident by $visit:ident) => {
        $visit.one($value)
    };
    ([W] $value:ident by $visit:ident) => {
        $visit.several($value)
    };
    ([Place<N>] $value:ident by $visit:ident) => {
        $value.map(|operand| $visit.one(operand))
    };
    ([Option<L>] $value:ident by $visit:ident) => {
        $value.as_ref().map(|operand| $visit.list(operand))
    };
    ([$($fixed:tt)+] $value:ident by $visit:ident) => {
        *$value
    };
    ([bool] $value:ident) => {
        if *$value { "face up" } else { "face down" }
    };
    ([Option<bool>] $value:ident) => {
        $value.map_or("", |up| if up { " face up" } else { " face down" })
    };
    ([Option<L>] $value:ident) => {
        $value.as_ref().map_or(String::new(), |list| format!(" unseen among {list}"))
    };
    ([$($shown:tt)+] $value:ident) => {
        $value
    };
}

macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident { $($(#[$what:meta])* $field:ident: [$($ty:tt)+],)* } $form:literal;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Act<N, W, L> {
            $($(#[$doc])* $act { $($(#[$what])* $field: $($ty)+,)* },)*
        }

        impl<N, W, L> Act<N, W, L> {
            /// Converts the operands, in the order in which they are written, and returns the act with the
            /// results.
            pub fn visit<'a, V: Visit<'a, N, W, L>>(&'a self, visit: &mut V) -> Act<V::One, V::Several, V::List> {
                match self {
                    $(Act::$act { $($field),* } => Act::$act { $($field: operand!([$($ty)+] $field by visit)),* },)*
                }
            }
        }

        impl<N: Display, W: Display, L: Display> Display for Act<N, W, L> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Act::$act { $($field),* } => write!(f, $form, $($field = operand!([$($ty)+] $field)),*),)*
                }
            }
        }
    };
}

acts! {
    /// Moves cards to a zone.
    Move {
        cards: [W],
        to: [N],
        /// The position within the destination.
        place: [Place<N>],
        /// The new face; `None` leaves it unchanged.
        face: [Option<bool>],
        /// The cards among which the moved card is not identifiable.
        among: [Option<L>],
    } "move {cards} to {to} {place}{face}{among}";

    /// Turns cards over where they are.
    Turn {
        cards: [W],
        up: [bool],
    } "turn {cards} {up}";

    /// Moves up to `count` cards from the top of a zone.
    Draw {
        count: [N],
        from: [N],
        to: [N],
    } "draw {count} from {from} to {to}";

    /// Puts a zone into a random order.
    Shuffle {
        zone: [N],
    } "shuffle {zone}";

    /// Exchanges the positions of two cards.
    SwapCards {
        card: [N],
        with: [N],
    } "swap cards {card} with {with}";

    /// Exchanges the contents of two zones.
    SwapZones {
        zone: [N],
        with: [N],
    } "swap zones {zone} with {with}";

    /// Reveals cards to players.
    Show {
        cards: [W],
        /// The players who see the cards.
        players: [W],
    } "show {cards} to {players}";

    /// Makes public that none of the cards is in a zone.
    Exclude {
        cards: [W],
        zone: [N],
    } "exclude {cards} from {zone}";

    /// Makes public that the card at a position is none of the given cards.
    ExcludeAt {
        cards: [W],
        /// A card that identifies the position.
        place: [N],
    } "exclude {cards} from the place of {place}";
}
