//! The table of verbs, functions and members.
//!
//! The checker looks up words here, and "did you mean" takes its suggestions from here. A test keeps the
//! reference page (`grammar/README.md`) in step.

use std::ops::RangeInclusive;

use crate::numbers::NONE;
use crate::operators::{Binary, NoParams, OpResult};
use crate::types::Base;

/// A clause that a verb takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerbClauses {
    /// The required clause `to ZONE`.
    To,
    /// The required clause `from ZONE`.
    From,
    /// The required clause `with X`.
    With,
    /// A position: `at top`, `at bottom`, `at place N`, `above C`, `below C`.
    Place,
    /// An optional face: `face up` or `face down`.
    Face,
    /// A required face: `face up` or `face down`.
    MustFace,
    /// The clause `unseen among X`.
    Unseen,
    /// `NOUN [where COND] from ZONE` after a number: that number of cards of a zone.
    These,
    /// An optional lifetime: `for PHASE`.
    For,
    /// The word `openly`, at the end.
    Openly,
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal $form:literal $extra:expr, $summary:literal;)* } extra $extra_name:ident: $extra_ty:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $(#[doc = $summary] $variant,)* }

        impl $name {
            /// All rows, in the order of the table.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Syntax pattern of the word.
            pub fn form(self) -> &'static str {
                match self { $($name::$variant => $form,)* }
            }

            /// One-line description of the word.
            pub fn summary(self) -> &'static str {
                match self { $($name::$variant => $summary,)* }
            }

            /// Value of the additional column.
            pub fn $extra_name(self) -> $extra_ty {
                match self { $($name::$variant => $extra,)* }
            }

            /// Finds the row of a word.
            pub fn find(word: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|row| row.name() == word)
            }
        }
    };
}

table! {
    Verb {
        Move "move" "move WHAT to ZONE [at top|at bottom|at place N [unseen]|above CARD|below CARD] [face up|face down] [unseen among QUERY] [openly]; WHAT may be N NOUN [where COND] from ZONE" &[VerbClauses::These, VerbClauses::To, VerbClauses::Place, VerbClauses::Face, VerbClauses::Unseen, VerbClauses::Openly],
            "moves a card, the cards of a zone or list, or N cards of a zone into a zone";
        Turn "turn" "turn WHAT face up|face down" &[VerbClauses::MustFace],
            "turns cards face up or face down in their zone";
        Draw "draw" "draw N from ZONE to ZONE [openly]" &[VerbClauses::From, VerbClauses::To, VerbClauses::Openly],
            "moves up to N cards from the top";
        Shuffle "shuffle" "shuffle ZONE" &[],
            "puts the cards of a zone into random order";
        Swap "swap" "swap A with B" &[VerbClauses::With],
            "exchanges two cards, or the contents of two zones";
        Show "show" "show WHAT to WHOM" &[VerbClauses::To],
            "shows cards to players";
        Exclude "exclude" "exclude WHAT from ZONE [openly]" &[VerbClauses::From, VerbClauses::Openly],
            "records that none of these cards is in a zone, or at the place of a card, as all players can conclude";
        Eliminate "eliminate" "eliminate WHOM [for PHASE] [openly]" &[VerbClauses::For, VerbClauses::Openly],
            "puts players out of the game, or out of a phase until its iteration ends";
        Do "do" "do PROCEDURE(…)" &[],
            "runs a procedure";
        Emit "emit" "emit EVENT(…)" &[],
            "announces an event to the cards";
        Run "run" "run STEPS(…)" &[],
            "fires a list of timing steps in order";
        Say "say" "say MESSAGE(…) [openly]" &[VerbClauses::Openly],
            "writes a line of the log";
        End "end" "end game" &[],
            "ends the game";
    } extra takes: &'static [VerbClauses]
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$what:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[$what])* $variant,)* }

        impl $name {
            /// All words of the table.
            pub const WORDS: &'static [&'static str] = &[$($text,)*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Finds the entry for a word of the table.
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
    /// Words that are predefined everywhere, or in all abilities, queries and rules of a kind.
    Fixed {
        /// The card that has the ability or property.
        This "self",
        Me "me",
        /// The candidate of a query.
        It "it",
        Players "players",
    }
}

words! {
    /// Nouns of queries that are built into the language.
    Noun {
        Card "card",
        Player "player",
        Number "number",
    }
}

words! {
    /// Types that are built into the language.
    TypeWord {
        Int "int",
        Decimal "decimal",
        Bool "bool",
        Card "card",
        Player "player",
        Zone "zone",
    }
}

/// Name of the built-in teams: a noun, and a holder of zones and variables.
pub const TEAM: &str = "team";

/// Name of the enum that a grid defines.
pub const DIRECTION: &str = "direction";

/// The word for the whole game: after `end`, and as the lifetime of a variable.
pub const GAME: &str = "game";

table! {
    Function {
        Count "count" "count(Q)" 1..=1, "number of elements";
        Any "any" "any(Q)" 1..=1, "true if there is an element";
        First "first" "first([n,] Q)" 1..=2, "the first element, if any; with n, the list of the first n elements";
        Last "last" "last([n,] Q)" 1..=2, "the last element, if any; with n, the list of the last n elements, in their order";
        Min "min" "min(a, b)" 2..=9, "the smallest";
        Max "max" "max(a, b)" 2..=9, "the largest";
        Below "below" "below(card)" 1..=1, "the cards after it in its zone, in order";
        Above "above" "above(card)" 1..=1, "the cards before it in its zone, in order";
        Top "top" "top(n, zone)" 2..=2, "the first n cards of a zone, the top card first; all cards if it has fewer";
        Seat "seat" "seat(n)" 1..=1, "the player in seat n";
        Distance "distance" "distance(a, b)" 2..=2, "number of steps from one place of a map to another; may be missing unless all places are linked";
        Reversed "reversed" "reversed(Q)" 1..=1, "the list in reverse order";
        Subsets "subsets" "subsets(Q [, n|a..b])" 1..=2, "all non-empty subsets as lists, or those of n or of a to b elements, the smallest first; a fault for more than 65,535 lists";
    } extra arity: RangeInclusive<usize>
}

impl Function {
    /// Returns true if a function of the ruleset with the same name takes precedence, because the language
    /// got this one later.
    pub fn gives_way(self) -> bool {
        matches!(self, Function::Reversed | Function::Subsets | Function::Distance)
    }
}

table! {
    /// Functions that build a list with `of`.
    ListOf {
        Values "list" "list(E of Q)" (), "a list of the values, one for each element";
        Groups "groups" "groups(E of Q)" (), "a list for each value of E, in order of first occurrence";
    } extra nothing: ()
}

/// The noun of queries for lists of lists; before `of`, a list of values. Rulesets may define a noun with the
/// same name.
pub const LIST: &str = "list";

/// Before a point: the zones with this name of all holders. After `player in`: eliminated players too.
/// Rulesets may redefine the word.
pub const ALL: &str = "all";

/// Derivation of a list from another list and a value of each element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOperation {
    Values,
    /// The elements in ascending order of their values.
    Sorted,
    /// One list for each distinct value.
    Groups,
}

impl ListOperation {
    /// Returns the word for printed rules.
    pub fn name(self) -> &'static str {
        match self {
            ListOperation::Values => "values",
            ListOperation::Sorted => "sorted",
            ListOperation::Groups => "groups",
        }
    }
}

table! {
    /// Aggregate functions with `of`.
    Fold {
        Sum "sum" "sum(E of Q)" (), "the sum over a query; 0 without elements";
        Product "product" "product(E of Q)" (), "the product over a query; 1 without elements";
        Highest "highest" "highest(E of Q)" (), "the largest, if any";
        Lowest "lowest" "lowest(E of Q)" (), "the smallest, if any";
        Distinct "distinct" "distinct(E of Q)" (), "number of different values";
    } extra nothing: ()
}

impl Fold {
    /// Returns the result for an empty list.
    #[doc(hidden)]
    #[inline]
    pub fn start(self) -> i32 {
        match self {
            Fold::Sum | Fold::Distinct => 0,
            Fold::Product => 1,
            Fold::Highest | Fold::Lowest => NONE,
        }
    }

    /// Adds one term to the aggregate. For [`Fold::Distinct`], the caller passes only terms that differ from
    /// all earlier ones.
    #[doc(hidden)]
    #[inline(always)]
    pub fn law(self, so_far: i32, term: i32) -> OpResult {
        match self {
            Fold::Sum => Binary::Add.law(&NoParams, so_far, term),
            Fold::Product => Binary::Mul.law(&NoParams, so_far, term),
            Fold::Highest => Ok(if so_far == NONE { term } else { so_far.max(term) }),
            Fold::Lowest => Ok(if so_far == NONE { term } else { so_far.min(term) }),
            Fold::Distinct => Binary::Add.law(&NoParams, so_far, 1),
        }
    }
}

/// The type of value that a built-in member belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberOwner {
    Card,
    Player,
    Spot,
    Word,
    Zone,
    Phase,
}

impl MemberOwner {
    /// Returns the group of members that values with this base type have.
    pub fn from_base(base: Base) -> Option<MemberOwner> {
        match base {
            Base::Card | Base::Kind(_) | Base::Design(_) => Some(MemberOwner::Card),
            Base::Player => Some(MemberOwner::Player),
            Base::Spot(_) => Some(MemberOwner::Spot),
            Base::Zone => Some(MemberOwner::Zone),
            Base::Enum(_) => Some(MemberOwner::Word),
            Base::Int | Base::Decimal | Base::Bool | Base::Name(_) | Base::Nothing | Base::Unknown => None,
        }
    }
}

/// The feature that a ruleset must use before a member exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requirement {
    /// Available in every ruleset.
    Nothing,
    Teams,
    /// The verb `eliminate`.
    Eliminations,
    /// Spots with `shape: grid` or `shape: graph`.
    Map,
    /// Spots with `shape: grid`.
    Grid,
}

table! {
    Member {
        Owner "owner" "card.owner" MemberOwner::Card, "the owner of the card";
        Holder "holder" "card.holder?" MemberOwner::Card, "the player whose zone contains the card";
        Position "position" "card.position" MemberOwner::Card, "its position in its zone, from 1";
        CardAbove "above" "card.above?" MemberOwner::Card, "the card before it in its zone";
        CardBelow "below" "card.below?" MemberOwner::Card, "the card after it in its zone";
        Host "host" "card.host?" MemberOwner::Card, "the card whose zone contains it";
        Name "name" "card.name" MemberOwner::Card, "the name of the card; copies have the same name";
        Left "left" "player.left" MemberOwner::Player, "the next player clockwise";
        Right "right" "player.right" MemberOwner::Player, "the player before";
        SeatNumber "seat" "player.seat" MemberOwner::Player, "the number of the seat, from 1";
        Score "score" "player.score" MemberOwner::Player, "the current score of the player";
        Team "team" "player.team" MemberOwner::Player, "the player's team, in rulesets with teams";
        Out "out" "player.out" MemberOwner::Player, "true for an eliminated player, in rulesets with `eliminate`";
        Partner "partner" "player.partner" MemberOwner::Player, "the other player of the team; may be missing unless all teams have two";
        Number "number" "spot.number" MemberOwner::Spot, "its number, from 1";
        Next "next" "spot.next" MemberOwner::Spot, "the spot after it; may be missing on a line";
        Previous "previous" "spot.previous" MemberOwner::Spot, "the spot before it; may be missing on a line";
        Row "row" "place.row" MemberOwner::Spot, "on a grid: its row, from 1 at the top";
        Column "column" "place.column" MemberOwner::Spot, "on a grid: its column, from 1 at the left";
        Neighbours "neighbours" "place.neighbours" MemberOwner::Spot, "on a map: the adjacent places, by number";
        Toward "toward" "place.toward[direction]?" MemberOwner::Spot, "on a grid: the adjacent place in a direction; may be missing";
        Opposite "opposite" "direction.opposite" MemberOwner::Word, "the opposite direction, in rulesets with a grid";
        Top "top" "zone.top?" MemberOwner::Zone, "its first card";
        Bottom "bottom" "zone.bottom?" MemberOwner::Zone, "its last card";
        PhaseNumber "number" "phase.number" MemberOwner::Phase, "the number of the current iteration, from 1";
    } extra on: MemberOwner
}

impl Member {
    /// Returns true if a definition of the ruleset with the same name takes precedence, because the language
    /// got this one later.
    pub fn gives_way(self) -> bool {
        matches!(self, Member::Name) || self.needs() != Requirement::Nothing
    }

    /// Returns the feature that a ruleset must use before anything has this member.
    pub fn needs(self) -> Requirement {
        match self {
            Member::Team | Member::Partner => Requirement::Teams,
            Member::Out => Requirement::Eliminations,
            Member::Neighbours => Requirement::Map,
            Member::Row | Member::Column | Member::Toward | Member::Opposite => Requirement::Grid,
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
            | Member::PhaseNumber => Requirement::Nothing,
        }
    }

    /// Returns the member with this name for values of type `on`.
    pub fn on_named(on: MemberOwner, word: &str) -> Option<Member> {
        Self::ALL.iter().copied().find(|m| m.on() == on && m.name() == word)
    }
}

/// Returns true if a word has the form of a name: `[a-z][a-z0-9_]*`.
pub fn is_identifier(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}
