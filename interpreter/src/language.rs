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

words! {
    /// Words with which statements begin that are no verbs.
    Opening {
        /// A new local.
        Let "let",
        /// Changes a variable.
        Set "set",
        /// Branches.
        If "if",
        /// For each of a list.
        For "for",
        /// While something holds.
        While "while",
        /// So many times.
        Repeat "repeat",
        /// Asks players in turn, until one answers.
        Any "any",
        /// Asks players at once.
        Each "each",
        /// Leaves the effect.
        Stop "stop",
        /// Leaves a procedure or function with a value.
        Give "give",
    }
}

/// What teams are called: a noun, and whose a zone or variable is.
pub const TEAM: &str = "team";

/// The enum that a grid brings.
pub const DIRECTION: &str = "direction";

/// What `end` ends and a variable may last for.
pub const GAME: &str = "game";

/// Words of other languages for what has a name here.
const FOREIGN_TYPES: &[(&str, &str)] = &[
    ("integer", "int"),
    ("number", "int"),
    ("num", "int"),
    ("boolean", "bool"),
    ("flag", "bool"),
    ("float", "decimal"),
    ("double", "decimal"),
    ("real", "decimal"),
];

/// What other languages ask of a list as of a thing, and how that is asked here.
const FOREIGN_MEMBERS: &[(&str, &str)] = &[
    ("count", "how many there are is `count(…)`"),
    ("length", "how many there are is `count(…)`"),
    ("number", "how many there are is `count(…)`"),
    ("size", "how many there are is `count(…)`"),
    ("first", "the first of a list is `first(…)`, of a zone its `top`"),
    ("last", "the last of a list is `last(…)`, of a zone its `bottom`"),
];

/// As [`FOREIGN_TYPES`], for members of a player.
const FOREIGN_OF_PLAYER: &[(&str, &str)] = &[
    ("next", "left"),
    ("previous", "right"),
    ("prev", "right"),
    ("number", "seat"),
    ("index", "seat"),
    ("position", "seat"),
];

/// What people write before a noun, and how that is said here.
const FOREIGN_BEFORE_NOUNS: &[(&str, &str)] = &[
    ("all", "a noun stands for all there are: leave out `all`"),
    ("a", "a noun stands alone: leave out `a`"),
    ("an", "a noun stands alone: leave out `an`"),
    ("the", "a noun stands alone: leave out `the`"),
    (
        "any",
        "whether there is one is asked by `any(card in deck)`; so many are picked by `chooses 0..3 card in …`",
    ),
    ("some", "whether there is one is asked by `any(card in deck)`"),
    ("no", "whether there is none is asked by `not any(card in deck)`"),
    ("each", "a noun stands right behind `for`: `for player p { … }`"),
    ("every", "a noun stands right behind `for`: `for player p { … }`"),
    ("random", "chance picks by `chance chooses`: `let c = chance chooses card in deck`"),
];

/// Keys that people write, and the one of the same record that has this meaning.
const FOREIGN_KEYS: &[(&str, &str)] = &[
    ("libraries", "use"),
    ("imports", "use"),
    ("include", "use"),
    ("variables", "state"),
    ("visible", "sees"),
    ("visibility", "sees"),
    ("cards", "holds"),
    ("contains", "holds"),
    ("who", "active"),
    ("actor", "active"),
    ("condition", "when"),
    ("if", "when"),
    ("body", "do"),
    ("effect", "do"),
    ("is", "do"),
    ("do", "is"),
    ("value", "is"),
    ("returns", "gives"),
    ("parameters", "with"),
    ("params", "with"),
    ("args", "with"),
    ("title", "name"),
    ("position", "given"),
    ("start", "given"),
    ("steps", "play"),
    ("moves", "play"),
    ("then", "expect"),
    ("assert", "expect"),
    ("pick", "do"),
    ("choose", "do"),
];

/// How a ruleset says who wins.
const WHO_WINS: &str =
    "who wins is said under `score`: `total:` for points, `won:` for whether `player` has won";

/// As [`FOREIGN_KEYS`], where the meaning is another one.
const OTHER_KEYS: &[(&str, &str, &str)] = &[
    ("lost", "won", "who has not lost has won: `won: not …`"),
    ("loser", "won", "who has not lost has won: `won: player != …`"),
    ("loses", "won", "who has not lost has won: `won: not …`"),
    ("winner", "won", "whether `player` has won is said by `won`: `won: player == …`"),
    ("winners", "won", "whether `player` has won is said by `won`: `won: …`"),
    ("winner", "score", WHO_WINS),
    ("winners", "score", WHO_WINS),
    ("win", "score", WHO_WINS),
    ("goal", "score", WHO_WINS),
    ("end", "phases", "the game is over when the phases are, or by `end game`: a phase goes on `until: …`"),
    (
        "setup",
        "given",
        "a scenario begins behind the set-up; what else is so stands below `given`: `given: { set: … }`",
    ),
];

/// What is no value in an expectation: steps of a scenario say it.
const STEP_WORDS: &[(&str, &str)] = &[
    ("over", "whether the game is over is said by a step of a scenario: `- over: true`"),
    ("winner", "who wins is said by a step of a scenario: `- winners: [SEAT]`"),
    ("winners", "who wins is said by a step of a scenario: `- winners: [SEAT]`"),
    ("won", "who wins is said by a step of a scenario: `- winners: [SEAT]`"),
    ("active", "who decides is said by a step of a scenario: `- who: SEAT`"),
    ("offers", "what is offered is said by a step of a scenario: `- offers: [OPTION]`"),
];

/// As [`FOREIGN_TYPES`], for values.
const FOREIGN_VALUES: &[(&str, &str)] = &[
    ("yes", "true"),
    ("no", "false"),
    ("null", "nothing"),
    ("nil", "nothing"),
    ("none", "nothing"),
    ("undefined", "nothing"),
    ("this", "self"),
    ("one", "1"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
];

/// As [`FOREIGN_TYPES`], for verbs and the statements that begin like one.
const FOREIGN_VERBS: &[(&str, &str)] = &[
    ("return", "stop"),
    ("exit", "stop"),
    ("call", "do"),
    ("perform", "do"),
    ("trigger", "emit"),
    ("fire", "emit"),
    ("raise", "emit"),
    ("print", "say"),
    ("log", "say"),
    ("write", "say"),
    ("put", "move"),
    ("place", "move"),
    ("discard", "move"),
    ("take", "move"),
    ("deal", "draw"),
    ("flip", "turn"),
    ("reveal", "show"),
    ("exchange", "swap"),
    ("mix", "shuffle"),
    ("var", "let"),
    ("const", "let"),
    ("assign", "set"),
    ("foreach", "for"),
    ("loop", "repeat"),
];

/// Where a verb stands: words of other languages for which there is none, and how that is said.
const OTHER_VERBS: &[(&str, &str)] = &[
    (
        "break",
        "`for` goes through all that its `where` lets, `while` on as long as its condition holds; `stop` leaves the whole effect",
    ),
    ("continue", "what is to be left out is left out by `where` or `if`; `stop` leaves the effect"),
    ("skip", "`stop` leaves the effect; whose turn it is then is said by the phase"),
    ("next", "`stop` leaves the effect; whose turn it is then is said by the phase"),
    ("goto", "phases come one after another, again as long as their `while` or until their `until` holds"),
    ("create", "what cards there are stands under `cards`; `move card to deck` puts them somewhere"),
    ("add", "a variable is changed by `set x = x + 1`"),
    ("increase", "a variable is changed by `set x = x + 1`"),
    ("decrease", "a variable is changed by `set x = x - 1`"),
];

/// The type that a word of another language means.
pub fn foreign_type(word: &str) -> Option<&'static str> {
    foreign(FOREIGN_TYPES, word)
}

/// The value that a word of another language means.
pub fn foreign_value(word: &str) -> Option<&'static str> {
    foreign(FOREIGN_VALUES, word)
}

/// How something is asked of a list or zone that is no member of it.
pub fn foreign_member(word: &str) -> Option<&'static str> {
    foreign(FOREIGN_MEMBERS, word)
}

/// The member of a player that is meant by a word that is none.
pub fn foreign_of_player(word: &str) -> Option<&'static str> {
    foreign(FOREIGN_OF_PLAYER, word)
}

/// How something is said that people say by a word before a noun.
pub fn foreign_before_noun(word: &str) -> Option<&'static str> {
    foreign(FOREIGN_BEFORE_NOUNS, word)
}

/// The key of a record that is meant by another one.
pub fn foreign_key<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let meant = |meant: &str| known.iter().copied().find(|known| *known == meant);
    FOREIGN_KEYS.iter().filter(|(written, _)| *written == word).find_map(|(_, key)| meant(key))
}

/// How something is said in a record that people say by a key which it has not.
pub fn other_key(word: &str, known: &[&str]) -> Option<&'static str> {
    OTHER_KEYS
        .iter()
        .find(|(written, key, _)| *written == word && known.contains(key))
        .map(|(.., help)| *help)
}

/// How a scenario says what a word is meant for that is no value.
pub fn step_word(word: &str) -> Option<&'static str> {
    foreign(STEP_WORDS, word)
}

/// The verb that a word of another language means.
pub fn foreign_verb(word: &str) -> Option<&'static str> {
    foreign(FOREIGN_VERBS, word)
}

/// How something is said that other languages have a verb for.
pub fn other_verb(word: &str) -> Option<&'static str> {
    foreign(OTHER_VERBS, word)
}

fn foreign(words: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    words.iter().find(|(written, _)| written.eq_ignore_ascii_case(word)).map(|(_, meant)| *meant)
}

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
