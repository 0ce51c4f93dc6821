//! The one table of verbs, functions and members. The checker looks words up here, "did you mean" suggests from
//! here, and a test holds the reference page (`grammar/README.md`) to it.

use crate::numbers::NONE;
use crate::operators::{Binary, Law, NoGame};
use crate::types::Base;

/// Which clauses a verb takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// `to ZONE`, required.
    To,
    /// `from ZONE`, required.
    From,
    /// `with X`, required.
    With,
    /// `at top`, `at bottom`, `at place N`, `above C`, `below C`.
    Place,
    /// `face up`, `face down`.
    Face,
    /// A face, required.
    MustFace,
    /// `unseen among X`
    Unseen,
    /// After a number `NOUN [where COND] from ZONE`: so many cards of a zone.
    These,
    /// `openly`
    Openly,
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal $form:literal $extra:expr, $summary:literal;)* } extra $extra_name:ident: $extra_ty:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $(#[doc = $summary] $variant,)* }

        impl $name {
            /// Every row.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// How it is written.
            pub fn form(self) -> &'static str {
                match self { $($name::$variant => $form,)* }
            }

            /// What it means.
            pub fn summary(self) -> &'static str {
                match self { $($name::$variant => $summary,)* }
            }

            /// The rest of the row.
            #[allow(dead_code, reason = "not each table has more columns")]
            pub fn $extra_name(self) -> $extra_ty {
                match self { $($name::$variant => $extra,)* }
            }

            /// The row of a word.
            #[allow(dead_code, reason = "not each table is searched by a word")]
            pub fn find(word: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|row| row.name() == word)
            }
        }
    };
}

table! {
    /// The verbs.
    Verb {
        Move "move" "move WHAT to ZONE [at top|at bottom|at place N [unseen]|above CARD|below CARD] [face up|face down] [unseen among QUERY] [openly]; WHAT may be N NOUN [where COND] from ZONE" &[Takes::These, Takes::To, Takes::Place, Takes::Face, Takes::Unseen, Takes::Openly],
            "puts a card, the cards of a zone or list, or so many cards of a zone into a zone";
        Turn "turn" "turn WHAT face up|face down" &[Takes::MustFace],
            "turns cards over where they lie";
        Draw "draw" "draw N from ZONE to ZONE [openly]" &[Takes::From, Takes::To, Takes::Openly],
            "moves up to N cards from the top";
        Shuffle "shuffle" "shuffle ZONE" &[],
            "puts a zone into a random order";
        Swap "swap" "swap A with B" &[Takes::With],
            "two cards change places, or two zones contents";
        Show "show" "show WHAT to WHOM" &[Takes::To],
            "lets players know what cards are";
        Exclude "exclude" "exclude WHAT from ZONE [openly]" &[Takes::From, Takes::Openly],
            "tells that none of these cards lies there, or at the place of a card, as everybody can conclude";
        Do "do" "do PROCEDURE(…)" &[],
            "runs a procedure";
        Emit "emit" "emit EVENT(…)" &[],
            "announces an event to the cards";
        Run "run" "run STEPS(…)" &[],
            "fires a list of timing steps in order";
        Say "say" "say MESSAGE(…) [openly]" &[Takes::Openly],
            "writes a line of the log";
        End "end" "end game" &[],
            "the game is over";
    } extra takes: &'static [Takes]
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(dead_code, reason = "of some tables only the words are needed")]
        pub enum $name { $($(#[$what])* $variant,)* }

        #[allow(dead_code, reason = "of some tables only the words are needed")]
        impl $name {
            /// Every word.
            pub const WORDS: &'static [&'static str] = &[$($text,)*];

            /// The word.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// What a word is, if it is one of these.
            pub fn find(word: &str) -> Option<$name> {
                match word {
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

words! {
    /// What has a name of its own everywhere, or in every ability, query and rule of a kind.
    Fixed {
        /// The card whose ability or property it is.
        This "self",
        /// Who is active.
        Me "me",
        /// The candidate.
        It "it",
        /// How many players there are.
        Players "players",
    }
}

words! {
    /// Nouns of queries that no ruleset defines.
    Noun {
        /// All cards.
        Card "card",
        /// All players.
        Player "player",
        /// Numbers of a range.
        Number "number",
    }
}

words! {
    /// Types that no ruleset defines.
    TypeWord {
        /// Whole numbers.
        Int "int",
        /// Exact decimals.
        Decimal "decimal",
        /// Truths.
        Bool "bool",
        /// Any card.
        Card "card",
        /// Players.
        Player "player",
        /// Zones.
        Zone "zone",
    }
}

/// What teams are called: a noun, and whose a zone or variable is.
pub const TEAM: &str = "team";

/// The enum that a grid brings.
pub const DIRECTION: &str = "direction";

/// What `end` ends and a variable may last for.
pub const GAME: &str = "game";

table! {
    /// The functions.
    Function {
        Count "count" "count(Q)" 1, "how many there are";
        Any "any" "any(Q)" 1, "whether there is one";
        First "first" "first(Q)" 1, "the first, if any";
        Last "last" "last(Q)" 1, "the last, if any";
        Min "min" "min(a, b)" 2, "the smaller";
        Max "max" "max(a, b)" 2, "the larger";
        Below "below" "below(card)" 1, "the cards after it in its zone, in order";
        Above "above" "above(card)" 1, "the cards before it in its zone, in order";
        Top "top" "top(n, zone)" 2, "the first n cards of a zone, its top one first, or as many as there are";
        Seat "seat" "seat(n)" 1, "the player in seat n";
        Distance "distance" "distance(a, b)" 2, "how many steps one place of a map is from another; may be missing unless all places are linked";
        Reversed "reversed" "reversed(Q)" 1, "the list from its end to its beginning";
        Subsets "subsets" "subsets(Q)" 1, "a list for each choice of at least one of them, small ones first; of more than 16 a fault";
    } extra arity: usize
}

impl Function {
    /// Whether a function of the ruleset with its name is meant instead: the language came to have it later.
    pub fn gives_way(self) -> bool {
        matches!(self, Function::Reversed | Function::Subsets | Function::Distance)
    }
}

table! {
    /// Lists that are made with `of`.
    ListOf {
        Values "list" "list(E of Q)" (), "the values, one for each";
        Groups "groups" "groups(E of Q)" (), "a list for each value of E, in the order in which they come";
    } extra nothing: ()
}

/// The noun of queries for lists of lists; before `of` a list of values. A ruleset may have a noun of its own with this name.
pub const LIST: &str = "list";

/// Before a point: the zones of that name of all who have one. A ruleset may give the word another meaning.
pub const ALL: &str = "all";

/// The most elements of which all choices are listed.
pub const MAX_CHOSEN: usize = 16;

/// How a list is made of another one by a value of each element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The values themselves.
    Values,
    /// The elements, by rising values.
    Sorted,
    /// A list for each value.
    Groups,
}

impl By {
    /// A word for what is printed.
    pub fn name(self) -> &'static str {
        match self {
            By::Values => "values",
            By::Sorted => "sorted",
            By::Groups => "groups",
        }
    }
}

table! {
    /// What is gathered with `of`.
    Fold {
        Sum "sum" "sum(E of Q)" (), "the sum over a query; of nothing: 0";
        Product "product" "product(E of Q)" (), "the product over a query; of nothing: 1";
        Highest "highest" "highest(E of Q)" (), "the largest, if any";
        Lowest "lowest" "lowest(E of Q)" (), "the smallest, if any";
        Distinct "distinct" "distinct(E of Q)" (), "how many different values";
    } extra nothing: ()
}

impl Fold {
    /// What nothing comes to.
    pub(crate) fn start(self) -> i32 {
        match self {
            Fold::Sum | Fold::Distinct => 0,
            Fold::Product => 1,
            Fold::Highest | Fold::Lowest => NONE,
        }
    }

    /// What one term more comes to; of [`Fold::Distinct`]: one that differs from all before.
    #[inline(always)]
    pub(crate) fn law(self, so_far: i32, term: i32) -> Law {
        match self {
            Fold::Sum => Binary::Add.law(&NoGame, so_far, term),
            Fold::Product => Binary::Mul.law(&NoGame, so_far, term),
            Fold::Highest => Ok(if so_far == NONE { term } else { so_far.max(term) }),
            Fold::Lowest => Ok(if so_far == NONE { term } else { so_far.min(term) }),
            Fold::Distinct => Binary::Add.law(&NoGame, so_far, 1),
        }
    }
}

/// To what a built-in member belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Cards.
    Card,
    /// Players.
    Player,
    /// Spots.
    Spot,
    /// Words of an enum.
    Word,
    /// Zones.
    Zone,
    /// Phases.
    Phase,
}

impl On {
    /// The members a value of this type has.
    pub fn of(base: Base) -> Option<On> {
        match base {
            Base::Card | Base::Kind(_) | Base::Design(_) => Some(On::Card),
            Base::Player => Some(On::Player),
            Base::Spot(_) => Some(On::Spot),
            Base::Zone => Some(On::Zone),
            Base::Enum(_) => Some(On::Word),
            Base::Int | Base::Decimal | Base::Bool | Base::Name(_) | Base::Nothing | Base::Unknown => None,
        }
    }
}

/// What a ruleset has to have before anything has a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it is always there.
    Nothing,
    /// `teams`.
    Teams,
    /// Spots of `shape: grid` or `shape: graph`.
    Map,
    /// Spots of `shape: grid`.
    Grid,
}

table! {
    /// The members that are built in.
    Member {
        Owner "owner" "card.owner" On::Card, "whose card it is";
        Holder "holder" "card.holder?" On::Card, "the player in whose zone it lies";
        Position "position" "card.position" On::Card, "its place in its zone, from 1";
        CardAbove "above" "card.above?" On::Card, "the card before it in its zone";
        CardBelow "below" "card.below?" On::Card, "the card after it in its zone";
        Host "host" "card.host?" On::Card, "the card under which it lies";
        Name "name" "card.name" On::Card, "which card it is: copies have one name";
        Left "left" "player.left" On::Player, "the next player clockwise";
        Right "right" "player.right" On::Player, "the player before";
        SeatNumber "seat" "player.seat" On::Player, "the number of the seat, from 1";
        Score "score" "player.score" On::Player, "the score as it stands";
        Team "team" "player.team" On::Player, "the player's team, where the ruleset has teams";
        Partner "partner" "player.partner" On::Player, "the other player of the team; may be missing unless all teams have two";
        Number "number" "spot.number" On::Spot, "its number, from 1";
        Next "next" "spot.next" On::Spot, "the spot after it; may be missing on a line";
        Previous "previous" "spot.previous" On::Spot, "the spot before it; may be missing on a line";
        Row "row" "place.row" On::Spot, "on a grid: its row, from 1 at the top";
        Column "column" "place.column" On::Spot, "on a grid: its column, from 1 at the left";
        Neighbours "neighbours" "place.neighbours" On::Spot, "on a map: the places beside it, by number";
        Toward "toward" "place.toward[direction]?" On::Spot, "on a grid: the place beside it in a direction; may be missing";
        Opposite "opposite" "direction.opposite" On::Word, "the direction against it, where the ruleset has a grid";
        Top "top" "zone.top?" On::Zone, "its first card";
        Bottom "bottom" "zone.bottom?" On::Zone, "its last card";
        PhaseNumber "number" "phase.number" On::Phase, "the number of the current iteration, from 1";
    } extra on: On
}

impl Member {
    /// Whether what the ruleset has with its name is meant instead: the language came to have it later.
    pub fn gives_way(self) -> bool {
        matches!(self, Member::Name) || self.needs() != Needs::Nothing
    }

    /// What a ruleset has to have before anything has this member.
    pub fn needs(self) -> Needs {
        match self {
            Member::Team | Member::Partner => Needs::Teams,
            Member::Neighbours => Needs::Map,
            Member::Row | Member::Column | Member::Toward | Member::Opposite => Needs::Grid,
            Member::Owner
            | Member::Holder
            | Member::Position
            | Member::CardAbove
            | Member::CardBelow
            | Member::Host
            | Member::Name
            | Member::Left
            | Member::Right
            | Member::SeatNumber
            | Member::Score
            | Member::Number
            | Member::Next
            | Member::Previous
            | Member::Top
            | Member::Bottom
            | Member::PhaseNumber => Needs::Nothing,
        }
    }

    /// The member with this name of that sort of thing.
    pub fn on_named(on: On, word: &str) -> Option<Member> {
        Self::ALL.iter().copied().find(|m| m.on() == on && m.name() == word)
    }
}

/// Whether a word has the form of every name: `[a-z][a-z0-9_]*`.
pub(crate) fn is_identifier(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}
