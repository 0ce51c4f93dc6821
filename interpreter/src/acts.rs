//! What verbs do to cards and zones. The checked tree and the program have the same acts and differ in what an operand is, so
//! each act is one row: from it come its operands in order, how it is lowered, and how both are printed.

use std::fmt::{self, Display};

/// What becomes of an operand: an expression of one tree is looked at, printed, or made one of another tree.
pub trait Visit<'a, N, W, L> {
    /// Of a cell: a card, player, zone or number.
    type One;
    /// Of one card or player, or a list of them.
    type Several;
    /// Of a list.
    type List;

    /// A cell.
    fn one(&mut self, operand: &'a N) -> Self::One;
    /// One or several.
    fn several(&mut self, operand: &'a W) -> Self::Several;
    /// A list.
    fn list(&mut self, operand: &'a L) -> Self::List;
}

/// Where in a zone a card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<N> {
    /// Before all others.
    Top,
    /// After all others.
    Bottom,
    /// Directly before this card.
    Above(N),
    /// Directly after this card.
    Below(N),
    /// So that it is the nth card there.
    Nth(N),
    /// The same; which place it is, sees only who sees the card there, and this player if one is named.
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

/// The operands by their types: what becomes of one, and how it is printed.
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
        /// An act.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Act<N, W, L> {
            $($(#[$doc])* $act { $($(#[$what])* $field: $($ty)+,)* },)*
        }

        impl<N, W, L> Act<N, W, L> {
            /// The same act with what becomes of its operands, which are visited in the order in which they are written.
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
    /// Moves cards.
    Move {
        /// Which.
        cards: [W],
        /// Where to.
        to: [N],
        /// Which place there.
        place: [Place<N>],
        /// Which face is up then; absent: the same as before.
        face: [Option<bool>],
        /// Which of these it is, is not seen.
        among: [Option<L>],
    } "move {cards} to {to} {place}{face}{among}";

    /// Turns cards over where they lie.
    Turn {
        /// Which.
        cards: [W],
        /// The face that is up then.
        up: [bool],
    } "turn {cards} {up}";

    /// Moves up to so many cards from the top of a zone.
    Draw {
        /// How many.
        count: [N],
        /// Out of which zone.
        from: [N],
        /// Where to.
        to: [N],
    } "draw {count} from {from} to {to}";

    /// Puts a zone into a random order.
    Shuffle {
        /// Which.
        zone: [N],
    } "shuffle {zone}";

    /// Two cards change places.
    SwapCards {
        /// The one.
        card: [N],
        /// The other.
        with: [N],
    } "swap cards {card} with {with}";

    /// Two zones change contents.
    SwapZones {
        /// The one.
        zone: [N],
        /// The other.
        with: [N],
    } "swap zones {zone} with {with}";

    /// Players learn what cards are.
    Show {
        /// Which cards.
        cards: [W],
        /// To whom.
        players: [W],
    } "show {cards} to {players}";

    /// None of these cards lies in a zone, as everybody can conclude.
    Exclude {
        /// Which cards.
        cards: [W],
        /// Which zone.
        zone: [N],
    } "exclude {cards} from {zone}";

    /// The card that lies at one place is none of these, as everybody can conclude.
    ExcludeAt {
        /// Which cards.
        cards: [W],
        /// The card of that place.
        place: [N],
    } "exclude {cards} from the place of {place}";
}
