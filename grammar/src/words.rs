//! Table of keywords for the grammar, parser, printer, completion and highlighting.
//!
//! A test generates the keywords of `effect.pest` and the word lists of the TextMate grammars from this
//! table. For the grammar, verbs, functions and members are names; the interpreter has a table of them.

/// Role of a keyword in the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The keyword can't be a name.
    Reserved(Role),
    /// The keyword can also be a name.
    Contextual,
    /// The keyword can also be a name and is a common one or a verb. Other words are never corrected to it.
    Common,
    /// The interpreter parses the keyword, before a type.
    BeforeTypes,
}

/// Role of a reserved word, for highlighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Branches, loops, declarations and questions.
    Control,
    /// Words for operators.
    Logic,
    /// Words for constant values.
    Constant,
    /// Words between parts of a statement or query.
    Joining,
}

/// Further properties of a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    /// Starts a statement.
    Opens,
    /// Continues an expression across a line break before or after it.
    Joins,
    /// Is often misspelt. Excludes short words, which are close to everything.
    Misspelt,
}

/// One or several related words, as explained by completion and hover.
#[derive(Debug)]
pub struct Phrase {
    /// Words, separated by single spaces.
    pub words: &'static str,
    /// Syntactic position of the phrase.
    pub stands: PhrasePosition,
    /// Snippet to insert, in LSP syntax.
    pub snippet: &'static str,
    /// Syntax of the phrase.
    pub form: &'static str,
    /// Explanation of the phrase.
    pub about: &'static str,
}

/// Syntactic position of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhrasePosition {
    /// At the start of a statement.
    First,
    /// After a value, a noun or a name.
    Behind,
    /// At the start of a value.
    Before,
    /// In front of a type.
    BeforeType,
    /// Directly after a type.
    BehindType,
}

struct Row {
    status: Status,
    properties: &'static [Property],
    phrases: &'static [Phrase],
}

macro_rules! keywords {
    ($($name:ident $word:literal $status:expr, [$($property:ident),*] {
        $($words:literal $stands:ident $snippet:literal $form:literal $about:literal;)*
    })*) => {
        /// A word of the effect language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Keyword { $(#[doc = concat!("`", $word, "`")] $name,)* }

        impl Keyword {
            /// All keywords.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            /// Returns the spelling of the keyword.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// Returns the keyword with this spelling.
            pub fn find(word: &str) -> Option<Keyword> {
                match word {
                    $($word => Some(Self::$name),)*
                    _ => None,
                }
            }

            fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &Row {
                        status: $status,
                        properties: &[$(Property::$property),*],
                        phrases: &[$(Phrase {
                            words: $words,
                            stands: PhrasePosition::$stands,
                            snippet: $snippet,
                            form: $form,
                            about: $about,
                        }),*],
                    },)*
                }
            }
        }
    };
}

impl Keyword {
    /// Returns the role in the grammar.
    pub fn status(self) -> Status {
        self.row().status
    }

    fn has(self, property: Property) -> bool {
        self.row().properties.contains(&property)
    }

    fn is_reserved(self) -> bool {
        matches!(self.status(), Reserved(_))
    }

    /// Returns true if similar words are corrected to this keyword.
    fn is_distinct(self) -> bool {
        self.is_reserved() || self.status() == Contextual
    }
}

/// Returns true if a word can't be a name.
pub fn is_reserved(word: &str) -> bool {
    Keyword::find(word).is_some_and(Keyword::is_reserved)
}

/// Returns true if an expression continues across a line break before or after this word.
pub(crate) fn joins(word: &str) -> bool {
    Keyword::find(word).is_some_and(|keyword| keyword.has(Property::Joins))
}

/// Returns true if a word is a keyword that is not a common name.
pub(crate) fn is_distinct(word: &str) -> bool {
    Keyword::find(word).is_some_and(Keyword::is_distinct)
}

/// Returns the words that can't be names.
pub fn reserved() -> impl Iterator<Item = &'static str> {
    words(Keyword::is_reserved)
}

/// Returns the words other than verbs that start a statement.
pub fn openings() -> impl Iterator<Item = &'static str> {
    words(|keyword| keyword.has(Property::Opens))
}

/// Returns the keywords that are often misspelt.
pub(crate) fn misspelt() -> impl Iterator<Item = &'static str> + Clone {
    words(|keyword| keyword.has(Property::Misspelt))
}

/// Returns the keywords to which similar words are corrected.
pub(crate) fn distinct() -> impl Iterator<Item = &'static str> {
    words(Keyword::is_distinct)
}

/// Returns all phrases. Phrases of several words precede their parts.
pub fn phrases() -> impl Iterator<Item = &'static Phrase> {
    Keyword::ALL.iter().flat_map(|keyword| keyword.row().phrases)
}

fn words(is_wanted: fn(Keyword) -> bool) -> impl Iterator<Item = &'static str> + Clone {
    Keyword::ALL.iter().copied().filter(move |keyword| is_wanted(*keyword)).map(Keyword::word)
}

use Role::{Constant, Control, Joining, Logic};
use Status::{BeforeTypes, Common, Contextual, Reserved};

keywords! {
    If "if" Reserved(Control), [Opens] {
        "if let" First "if let ${1:name} = ${2:value} {\n  $0\n}"
            "if let x = EXPR { … } else { … }" "runs a block if a value exists, under this name";
        "if" First "if ${1:condition} {\n  $0\n}"
            "if COND { … } else { … }"
            "runs a block if a condition holds; in an expression `if COND then A else B`";
    }
    While "while" Reserved(Control), [Opens, Misspelt] {
        "while let" First "while let ${1:name} = ${2:value} {\n  $0\n}"
            "while let x = EXPR { … }"
            "repeats a block as long as a value exists, which is computed again each time";
        "while" First "while ${1:condition} {\n  $0\n}"
            "while COND { … }" "repeats a block as long as a condition holds";
    }
    Let "let" Reserved(Control), [Opens] {
        "let" First "let ${1:name} = $0" "let x = EXPR" "names a value for the rest of the block";
    }
    Set "set" Reserved(Control), [Opens] {
        "set" First "set ${1:variable} = $0"
            "set TARGET = EXPR [openly]" "assigns a value to a variable or local";
    }
    Else "else" Reserved(Control), [Joins, Misspelt] {
        "else" Behind "else {\n  $0\n}"
            "if COND { … } else { … }"
            "runs a block if the condition does not hold; in an expression `if COND then A else B`";
    }
    For "for" Reserved(Control), [Opens] {
        "for" First "for ${1:player p} {\n  $0\n}"
            "for QUERY { … }" "runs a block for each element; the list is computed once, before the loop";
    }
    Repeat "repeat" Reserved(Control), [Opens, Misspelt] {
        "repeat" First "repeat ${1:2} {\n  $0\n}" "repeat N { … }" "runs a block N times";
    }
    Any "any" Common, [Opens] {
        "any" First "any player ${1:p} may choose ${2:card c in p.hand} as ${3:answer} {\n  $0\n}"
            "any PLAYERS may … as NAME [until all pass] { … }"
            "asks the players in turn; the first who does not decline decides, and the others are not asked";
    }
    Each "each" Common, [Opens] {
        "each" First "each player ${1:p} chooses ${2:card c in p.hand} as ${3:bid} {\n  $0\n}"
            "each PLAYERS chooses … as NAME { … }"
            "all players decide first; then the block runs for each";
    }
    Stop "stop" Reserved(Control), [Opens] {
        "stop" First "stop" "stop" "leaves this effect";
    }
    Give "give" Common, [Opens] {
        "give" First "give $0" "give EXPR" "leaves a procedure, or a function with lines, with a value";
    }
    Chooses "chooses" Reserved(Control), [Joins, Misspelt] {
        "chooses one of" Behind "chooses one of ${1:window} as ${2:action}"
            "SEAT chooses one of WINDOW as NAME" "a choice of a legal action of a window";
        "chooses one" Behind "chooses one as ${1:name} {\n  $0\n}"
            "SEAT chooses one as NAME { … }" "a choice between blocks";
        "chooses" Behind "chooses ${1:card c in me.hand} as ${0:name}"
            "SEAT chooses [N] QUERY as NAME" "a choice that can't be declined; there must be an option";
    }
    May "may" Reserved(Control), [Joins] {
        "may choose one" Behind "may choose one as ${1:name} {\n  $0\n}"
            "SEAT may choose one as NAME { … }"
            "a choice between blocks, or between actions of a window (`one of`), that may be declined";
        "may choose" Behind "may choose ${1:card c in me.hand} as ${0:name}"
            "SEAT may choose [N] QUERY as NAME" "a choice that may be declined; then the value is missing";
        "may" Behind "may ${1:name} {\n  $0\n}" "SEAT may NAME { … }" "a yes-or-no question";
    }
    Until "until" Common, [] {
        "until all pass" Behind "until all pass"
            "any PLAYERS may … until all pass { … }" "repeats the question until all players decline in one round";
    }
    Always "always" Reserved(Joining), [Joins, Misspelt] {
        "always asked" Behind "always asked"
            "… as NAME always asked" "asks the player even if there is a single option";
    }
    Secretly "secretly" Reserved(Joining), [Joins, Misspelt] {
        "secretly" Behind "secretly"
            "… as NAME secretly" "hides the choice or the value of a variable from other players";
    }
    Sorted "sorted" Contextual, [] {
        "sorted by" Behind "sorted by $0"
            "QUERY sorted by KEY"
            "the smallest first, with `-value` the largest; `[suit, rank]`: by suit, then by rank";
    }
    Where "where" Reserved(Joining), [Joins, Misspelt] {
        "where" Behind "where $0"
            "QUERY where COND" "the elements for which the condition holds; a bare word is first a member of the candidate";
    }
    In "in" Reserved(Joining), [Joins] {
        "in" Behind "in $0"
            "QUERY in WHERE" "the elements of a zone or list; `number in 1..3`; the test `x is in LIST`";
    }
    From "from" Reserved(Joining), [Joins] {
        "from" Behind "from $0"
            "QUERY from START" "turns the circle of players or spots, so that this one comes first";
    }
    Of "of" Reserved(Joining), [Joins] {
        "of" Behind "of $0" "EXPR of QUERY" "a value of each element, as in `sum(value of card in hand)`";
    }
    As "as" Reserved(Joining), [Joins] {
        "as" Behind "as ${0:name}" "… as NAME" "names a decision";
    }
    By "by" Contextual, [] {
        "by name" BehindType "by name"
            "KIND by name" "the name of a card, not a card in a zone: all copies have the same name";
    }
    Per "per" Common, [] {
        "per" BehindType "per $0" "TYPE per ENUM" "a value for each word of the enum: `cost[wood]`";
    }
    Changing "changing" BeforeTypes, [] {
        "changing" BeforeType "changing $0"
            "FACT: changing TYPE"
            "a fact that reactions may change; `let n = emit EVENT(…)` gives the final value";
    }
    Face "face" Contextual, [] {
        "face up" Behind "face up" "… face up" "shows the face; a test with `is`";
        "face down" Behind "face down" "… face down" "hides the face; a test with `is`";
    }
    At "at" Contextual, [] {
        "at top" Behind "at top" "move WHAT to ZONE at top" "as the first card of the zone";
        "at bottom" Behind "at bottom" "move WHAT to ZONE at bottom" "as the last card of the zone";
        "at place" Behind "at place $0" "move WHAT to ZONE at place N" "as the Nth card of the zone";
    }
    Unseen "unseen" Contextual, [] {
        "unseen among" Behind "unseen among $0"
            "move WHAT to ZONE unseen among QUERY" "hides which of these cards it is";
        "unseen" Behind "unseen" "move WHAT to ZONE at place N unseen" "hides the place";
    }
    Openly "openly" Contextual, [] {
        "openly" Behind "openly" "set TARGET = EXPR openly, … as NAME openly" "reveals hidden information on purpose";
    }
    To "to" Reserved(Joining), [Joins] {
        "to" Behind "to $0" "move WHAT to ZONE, show WHAT to PLAYERS" "the destination, or the players";
    }
    With "with" Reserved(Joining), [Joins] {
        "with" Behind "with $0" "VERB WHAT with WHAT" "the second operand, as in `swap`";
    }
    When "when" Reserved(Control), [Joins] {
        "when" Behind "when $0" "OPTION when COND { … }" "a condition of the option";
    }
    Then "then" Reserved(Control), [Joins, Misspelt] {
        "then" Behind "then $0" "if COND then A else B" "the value if the condition holds";
    }
    And "and" Reserved(Logic), [Joins] {
        "and" Behind "and $0" "A and B" "true if both hold";
    }
    Or "or" Reserved(Logic), [Joins] {
        "or" Behind "or $0" "A or B" "true if one holds, or both";
    }
    Not "not" Reserved(Logic), [Joins] {
        "not" Before "not $0" "not A" "true if the condition does not hold";
    }
    Other "other" Reserved(Joining), [Joins, Misspelt] {
        "other" Before "other $0" "other NOUN …" "without `self`";
    }
    Exists "exists" Reserved(Logic), [Joins, Misspelt] {
        "exists" Behind "exists" "A exists" "true if the value exists";
    }
    Default "default" Reserved(Logic), [Joins, Misspelt] {
        "default" Behind "default $0" "A default B" "the first value if it exists, otherwise the second";
    }
    Is "is" Reserved(Logic), [Joins] {
        "is" Behind "is $0"
            "A is [not] KIND, A is in LIST, A is face up" "tests the kind, the zone or the face";
    }
    Div "div" Reserved(Logic), [Joins] {
        "div" Behind "div $0" "A div B" "whole quotient, rounded down";
    }
    Mod "mod" Reserved(Logic), [Joins] {
        "mod" Behind "mod $0" "A mod B" "remainder of a division";
    }
    Nothing "nothing" Reserved(Constant), [Misspelt] {
        "nothing" Before "nothing" "nothing" "the missing value";
    }
    True "true" Reserved(Constant), [] {
        "true" Before "true" "true" "the condition that always holds";
    }
    False "false" Reserved(Constant), [] {
        "false" Before "false" "false" "the condition that never holds";
    }
    Choose "choose" Reserved(Control), [Misspelt] {}
    Above "above" Contextual, [] {}
    Among "among" Contextual, [] {}
    Asked "asked" Contextual, [Misspelt] {}
    Below "below" Contextual, [] {}
    Bottom "bottom" Contextual, [Misspelt] {}
    Down "down" Contextual, [] {}
    List "list" Contextual, [] {}
    One "one" Contextual, [] {}
    Top "top" Contextual, [] {}
    Up "up" Contextual, [] {}
    All "all" Common, [] {}
    Do "do" Common, [] {}
    Emit "emit" Common, [] {}
    Name "name" Common, [] {}
    Pass "pass" Common, [] {}
    Place "place" Common, [] {}
}
