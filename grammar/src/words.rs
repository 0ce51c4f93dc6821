//! The one table of keywords: what the grammar, the parser, the printer, completion and highlighting know of each.
//!
//! A test writes the keywords of `effect.pest` and the word lists of the TextMate grammars from here. Verbs, functions and
//! members are names to the grammar; they are in the interpreter's table.

/// What a keyword is to the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It can't be a name.
    Reserved(Role),
    /// It can be a name as well.
    Contextual,
    /// It can be a name as well, and is a common one or a verb: no other word is taken for a slip of it.
    Common,
    /// The interpreter reads it, before a type.
    BeforeTypes,
}

/// What a reserved word does, for highlighting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It branches, repeats, declares or asks.
    Control,
    /// An operator.
    Logic,
    /// A value.
    Constant,
    /// It joins parts of a statement or query.
    Joining,
}

/// What else holds for a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Property {
    /// A statement begins with it.
    Opens,
    /// An expression continues across the end of a line before or after it.
    Joins,
    /// People misspell it. Short words are close to everything.
    Misspelt,
}

/// One or more words that belong together, as completion and hover explain them.
#[derive(Debug)]
pub struct Phrase {
    /// With single spaces between them.
    pub words: &'static str,
    /// Where it can be written.
    pub stands: Stands,
    /// The snippet to insert, in the syntax of the language server protocol.
    pub snippet: &'static str,
    /// How it is written.
    pub form: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// Where a phrase can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// At the beginning of a statement.
    First,
    /// After a value, a noun or a name.
    Behind,
    /// Where a value can begin.
    Before,
    /// Before a type.
    BeforeType,
    /// After a type.
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
            /// All of them.
            pub const ALL: &'static [Keyword] = &[$(Keyword::$name,)*];

            /// As it is written.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// The keyword with this spelling.
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
                            stands: Stands::$stands,
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
    /// What it is to the grammar.
    pub fn status(self) -> Status {
        self.row().status
    }

    fn has(self, property: Property) -> bool {
        self.row().properties.contains(&property)
    }

    fn is_reserved(self) -> bool {
        matches!(self.status(), Reserved(_))
    }

    /// Whether other words are taken for slips of it.
    fn is_distinct(self) -> bool {
        self.is_reserved() || self.status() == Contextual
    }
}

/// Whether a word can't be a name.
pub fn is_reserved(word: &str) -> bool {
    Keyword::find(word).is_some_and(Keyword::is_reserved)
}

/// Whether an expression continues across the end of a line before or after this word.
pub(crate) fn joins(word: &str) -> bool {
    Keyword::find(word).is_some_and(|keyword| keyword.has(Property::Joins))
}

/// Whether a word is a keyword for which no common name is taken.
pub(crate) fn is_distinct(word: &str) -> bool {
    Keyword::find(word).is_some_and(Keyword::is_distinct)
}

/// The words that can't be names.
pub fn reserved() -> impl Iterator<Item = &'static str> {
    words(Keyword::is_reserved)
}

/// The words with which statements begin that are no verbs.
pub fn openings() -> impl Iterator<Item = &'static str> {
    words(|keyword| keyword.has(Property::Opens))
}

/// Words that people misspell.
pub(crate) fn misspelt() -> impl Iterator<Item = &'static str> + Clone {
    words(|keyword| keyword.has(Property::Misspelt))
}

/// The words that another one may be a slip of.
pub(crate) fn distinct() -> impl Iterator<Item = &'static str> {
    words(Keyword::is_distinct)
}

/// All phrases. Those of several words come before their parts.
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
            "if let x = EXPR { … } else { … }" "what is done if a value is there, which is called so inside";
        "if" First "if ${1:condition} {\n  $0\n}"
            "if COND { … } else { … }"
            "what is done if a condition holds; in an expression `if COND then A else B`";
    }
    While "while" Reserved(Control), [Opens, Misspelt] {
        "while let" First "while let ${1:name} = ${2:value} {\n  $0\n}"
            "while let x = EXPR { … }"
            "what is done as long as a value is there, which is found anew each time";
        "while" First "while ${1:condition} {\n  $0\n}"
            "while COND { … }" "what is done as long as a condition holds";
    }
    Let "let" Reserved(Control), [Opens] {
        "let" First "let ${1:name} = $0" "let x = EXPR" "a name for a value, for the rest of the block";
    }
    Set "set" Reserved(Control), [Opens] {
        "set" First "set ${1:variable} = $0"
            "set TARGET = EXPR [openly]" "another value for a variable, or for what `let` made";
    }
    Else "else" Reserved(Control), [Joins, Misspelt] {
        "else" Behind "else {\n  $0\n}"
            "if COND { … } else { … }"
            "what is done if the condition does not hold; in an expression `if COND then A else B`";
    }
    For "for" Reserved(Control), [Opens] {
        "for" First "for ${1:player p} {\n  $0\n}"
            "for QUERY { … }" "what is done for each; the list is taken once, before";
    }
    Repeat "repeat" Reserved(Control), [Opens, Misspelt] {
        "repeat" First "repeat ${1:2} {\n  $0\n}" "repeat N { … }" "what is done so many times";
    }
    Any "any" Common, [Opens] {
        "any" First "any player ${1:p} may choose ${2:card c in p.hand} as ${3:answer} {\n  $0\n}"
            "any PLAYERS may … as NAME [until all pass] { … }"
            "each in turn is asked; the first who does not decline is done as he says, and nobody further is asked";
    }
    Each "each" Common, [Opens] {
        "each" First "each player ${1:p} chooses ${2:card c in p.hand} as ${3:bid} {\n  $0\n}"
            "each PLAYERS chooses … as NAME { … }"
            "all decide before anything comes of it; then the block runs for each";
    }
    Stop "stop" Reserved(Control), [Opens] {
        "stop" First "stop" "stop" "leaves this effect";
    }
    Give "give" Common, [Opens] {
        "give" First "give $0" "give EXPR" "leaves a procedure, or a function with lines, with a value";
    }
    Chooses "chooses" Reserved(Control), [Joins, Misspelt] {
        "chooses one of" Behind "chooses one of ${1:window} as ${2:action}"
            "SEAT chooses one of WINDOW as NAME" "one of the legal actions of a window";
        "chooses one" Behind "chooses one as ${1:name} {\n  $0\n}"
            "SEAT chooses one as NAME { … }" "one of several blocks";
        "chooses" Behind "chooses ${1:card c in me.hand} as ${0:name}"
            "SEAT chooses [N] QUERY as NAME" "a decision; there must be something to choose from";
    }
    May "may" Reserved(Control), [Joins] {
        "may choose one" Behind "may choose one as ${1:name} {\n  $0\n}"
            "SEAT may choose one as NAME { … }"
            "one of several blocks, or of the actions of a window (`one of`), or none";
        "may choose" Behind "may choose ${1:card c in me.hand} as ${0:name}"
            "SEAT may choose [N] QUERY as NAME" "a decision that may be declined; then the value is missing";
        "may" Behind "may ${1:name} {\n  $0\n}" "SEAT may NAME { … }" "a question of yes or no";
    }
    Until "until" Common, [] {
        "until all pass" Behind "until all pass"
            "any PLAYERS may … until all pass { … }" "again and again, until one whole round declines";
    }
    Always "always" Reserved(Joining), [Joins, Misspelt] {
        "always asked" Behind "always asked"
            "… as NAME always asked" "the decision is put also where there is one option";
    }
    Secretly "secretly" Reserved(Joining), [Joins, Misspelt] {
        "secretly" Behind "secretly"
            "… as NAME secretly" "the others are not told the pick, nor the value of a variable";
    }
    Sorted "sorted" Contextual, [] {
        "sorted by" Behind "sorted by $0"
            "QUERY sorted by KEY"
            "the smallest first, `-value` the largest; `[suit, rank]` by suit, and among equals by rank";
    }
    Where "where" Reserved(Joining), [Joins, Misspelt] {
        "where" Behind "where $0"
            "QUERY where COND" "those for which it holds; a bare word is first a member of the candidate";
    }
    In "in" Reserved(Joining), [Joins] {
        "in" Behind "in $0"
            "QUERY in WHERE" "those in a zone or a list; `number in 1..3`; `x is in LIST` tests it";
    }
    From "from" Reserved(Joining), [Joins] {
        "from" Behind "from $0"
            "QUERY from START" "turns the circle of players or spots, so that this one comes first";
    }
    Of "of" Reserved(Joining), [Joins] {
        "of" Behind "of $0" "EXPR of QUERY" "a value of each, as in `sum(value of card in hand)`";
    }
    As "as" Reserved(Joining), [Joins] {
        "as" Behind "as ${0:name}" "… as NAME" "names a decision";
    }
    By "by" Contextual, [] {
        "by name" BehindType "by name"
            "KIND by name" "which card, and none that lies somewhere: all copies have one name";
    }
    Per "per" Common, [] {
        "per" BehindType "per $0" "TYPE per ENUM" "a value for each word of the enum: `cost[wood]`";
    }
    Changing "changing" BeforeTypes, [] {
        "changing" BeforeType "changing $0"
            "FACT: changing TYPE"
            "a fact to which those that react may give another value; `let n = emit EVENT(…)` has what comes of it";
    }
    Face "face" Contextual, [] {
        "face up" Behind "face up" "… face up" "so that its face is seen; a test with `is`";
        "face down" Behind "face down" "… face down" "so that its face is not seen; a test with `is`";
    }
    At "at" Contextual, [] {
        "at top" Behind "at top" "move WHAT to ZONE at top" "as the first card of the zone";
        "at bottom" Behind "at bottom" "move WHAT to ZONE at bottom" "as the last card of the zone";
        "at place" Behind "at place $0" "move WHAT to ZONE at place N" "so that it is the Nth card there";
    }
    Unseen "unseen" Contextual, [] {
        "unseen among" Behind "unseen among $0"
            "move WHAT to ZONE unseen among QUERY" "nobody sees which of these it is";
        "unseen" Behind "unseen" "move WHAT to ZONE at place N unseen" "nobody sees to which place";
    }
    Openly "openly" Contextual, [] {
        "openly" Behind "openly" "set TARGET = EXPR openly, … as NAME openly" "all may know what it tells";
    }
    To "to" Reserved(Joining), [Joins] {
        "to" Behind "to $0" "move WHAT to ZONE, show WHAT to PLAYERS" "where to, or whom";
    }
    With "with" Reserved(Joining), [Joins] {
        "with" Behind "with $0" "VERB WHAT with WHAT" "the other of two, as in `swap`";
    }
    When "when" Reserved(Control), [Joins] {
        "when" Behind "when $0" "OPTION when COND { … }" "the option is there if it holds";
    }
    Then "then" Reserved(Control), [Joins, Misspelt] {
        "then" Behind "then $0" "if COND then A else B" "the value if the condition holds";
    }
    And "and" Reserved(Logic), [Joins] {
        "and" Behind "and $0" "A and B" "whether both hold";
    }
    Or "or" Reserved(Logic), [Joins] {
        "or" Behind "or $0" "A or B" "whether one holds, or both";
    }
    Not "not" Reserved(Logic), [Joins] {
        "not" Before "not $0" "not A" "whether it does not hold";
    }
    Other "other" Reserved(Joining), [Joins, Misspelt] {
        "other" Before "other $0" "other NOUN …" "without `self`";
    }
    Exists "exists" Reserved(Logic), [Joins, Misspelt] {
        "exists" Behind "exists" "A exists" "whether it is there";
    }
    Default "default" Reserved(Logic), [Joins, Misspelt] {
        "default" Behind "default $0" "A default B" "the first if it is there, else the second";
    }
    Is "is" Reserved(Logic), [Joins] {
        "is" Behind "is $0"
            "A is [not] KIND, A is in LIST, A is face up" "a test of what it is, where it lies or how";
    }
    Div "div" Reserved(Logic), [Joins] {
        "div" Behind "div $0" "A div B" "divided, without what is left; it wants whole numbers";
    }
    Mod "mod" Reserved(Logic), [Joins] {
        "mod" Behind "mod $0" "A mod B" "what is left when divided";
    }
    Nothing "nothing" Reserved(Constant), [Misspelt] {
        "nothing" Before "nothing" "nothing" "no value, where one may be missing";
    }
    True "true" Reserved(Constant), [] {
        "true" Before "true" "true" "it holds";
    }
    False "false" Reserved(Constant), [] {
        "false" Before "false" "false" "it does not hold";
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
