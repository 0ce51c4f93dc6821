//! Table of all diagnostic codes.
//!
//! Each code has a page in `grammar/codes/` (problem, why, example, fix) and a case in
//! `tests/cases/diagnostics/`. A test checks both.

/// Severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The ruleset can't be played.
    Error,
    /// The ruleset can be played, but part of it is probably unintended.
    Warning,
}

macro_rules! codes {
    ($($name:ident $text:literal $severity:ident $summary:literal;)*) => {
        /// The code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $(#[doc = $summary] $name,)* }

        impl Code {
            /// All codes in order.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// Returns the printed code, such as `E0301`.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// Returns true if the code reports a syntax error. Other diagnostics may be consequences of it.
            pub fn is_syntax(self) -> bool {
                self <= Self::OneStatementALine
            }

            /// Returns a summary of one line.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$name => $summary,)* }
            }

            /// Returns whether the code is an error or a warning.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }

            /// Returns the page of the code in Markdown.
            pub fn page(self) -> &'static str {
                match self { $(Code::$name => include_str!(concat!("../codes/", $text, ".md")),)* }
            }
        }
    };
}

codes! {
    // text
    YamlSyntax         "E0101" Error "the YAML can't be read";
    YamlTab            "E0102" Error "a tab indents YAML";
    YamlAlias          "E0103" Error "anchors, aliases and tags are not used in rulesets";
    YamlTooDeep        "E0104" Error "the YAML is nested too deep";
    FileTooLarge       "E0105" Error "a file or ruleset is too large";
    NotUtf8            "E0106" Error "a file is not UTF-8";
    DuplicateKey       "E0107" Error "a duplicate key";
    EffectSyntax       "E0108" Error "effect text can't be read";
    EffectTooDeep      "E0109" Error "effect text is nested too deep";
    OneStatementALine  "E0110" Error "two statements on one line";
    // document
    UnknownKey         "E0201" Error "an unknown key";
    MissingKey         "E0202" Error "a required key is missing";
    WrongShape         "E0203" Error "a value of the wrong shape or type";
    BadName            "E0204" Error "a name that can't be used";
    DuplicateName      "E0205" Error "a name is defined twice";
    BadFormat          "E0206" Error "a format version this program does not read";
    OutOfRange         "E0207" Error "a value outside its range";
    DuplicateSection   "E0208" Error "a section in two files";
    PatchMatchesNothing "E0209" Error "an overlay changes something that does not exist";
    PatchConflict      "E0210" Error "two overlays change the same thing";
    WrongGame          "E0211" Error "an overlay of another game";
    VariantOrder       "E0212" Error "a variant is built on one that does not come before it";
    BadTeam            "E0213" Error "a seat in no team or in two, or a team without a player";
    BadMap             "E0214" Error "a place linked with itself, or not exactly four directions";
    // names
    UnknownName        "E0301" Error "an unknown name";
    UnknownVerb        "E0302" Error "an unknown verb";
    UnknownField       "E0303" Error "an unknown field or property";
    UnknownFunction    "E0304" Error "an unknown function";
    UnknownEvent       "E0305" Error "an unknown event or timing step";
    UnknownType        "E0306" Error "an unknown type";
    UnknownProcedure   "E0307" Error "an unknown procedure";
    HiddenName         "E0308" Error "a local with the name of another item in scope";
    BadClause          "E0309" Error "a clause the verb does not take, or lacks";
    BadPlace           "E0310" Error "a construct in a place where it is not allowed";
    UnknownText        "E0311" Error "a text for something that does not exist";
    NobodyActive       "E0312" Error "`me` without an active player";
    // types
    TypeMismatch       "E0401" Error "a value of the wrong type";
    CantCompare        "E0402" Error "values that can't be compared or combined";
    MissingValue       "E0403" Error "a value that may be missing is used without a test";
    WrongArguments     "E0404" Error "the wrong number of arguments";
    NotSettable        "E0405" Error "something that can't be set";
    DecimalPlaces      "E0406" Error "a decimal with more than three places";
    ListForOne         "E0407" Error "a list in place of a single value";
    // flow
    EmptyChoice        "E0501" Error "a choice that can be empty";
    EndlessLoop        "E0502" Error "a loop that can never end";
    EndlessCall        "E0503" Error "a call or trigger that can never end";
    NeverFixed         "E0505" Error "a value that is fixed before the game and can't be";
    GivesNothing       "E0506" Error "a path through a procedure or function that gives no value";
    // secrets
    HiddenFact         "E0601" Error "a public text or variable depends on hidden information";
    // texts and leftovers
    Unused             "W0701" Warning "a definition that nothing uses, or an ability that never runs";
    MissingText        "W0702" Warning "a text is missing in a language";
    TestAlwaysKnown    "W0704" Warning "a test whose answer is always the same";
    StaleText          "W0705" Warning "a text of a card that was changed, or is gone";
    DrawWithoutOrder   "W0706" Warning "cards are drawn from a zone without order";
    EmptyWindow        "W0707" Warning "a window of actions in which perhaps nothing is legal";
    NoSpots            "W0708" Warning "a number of spots that is zero";
    RenamedAlike       "W0709" Warning "a rename that gives two items the same name";
    MissingRow         "W0712" Warning "a table without a row for a possible key";
    PerhapsNobodyActive "W0713" Warning "`me` where there may be no active player";
    DoesNothing        "W0714" Warning "code without effect: an assignment, a branch, a range, an unreachable line";
    SwappedFaceUp      "W0715" Warning "a hidden card may come face up by an exchange";
    IdleAllow          "W0716" Warning "an `allow` that silences nothing";
    NothingArrives     "W0717" Warning "a zone into which no rule puts a card";
    NoOrder            "W0718" Warning "modifiers whose order only the file determines";
    NumbersDiffer      "W0719" Warning "a number in a text that differs from the card, or from another language";
    SometimesUnfixed   "W0720" Warning "a value that is fixed before the game and can't be for some players or options";
    KeptNumber         "W0721" Warning "something read from a hidden card and kept over a decision";
    ToldPlace          "W0722" Warning "a public text or variable reveals the place of a hidden card";
    ToldPerhaps        "W0723" Warning "a public text or variable may reveal hidden information";
    NeverSet           "W0724" Warning "a variable that rules read but never set";
    ReadOutside        "W0725" Warning "a variable is read outside the phase that it lasts for";
    NoSuchForm         "W0726" Warning "an unknown language, or a plural form that a language does not have";
    WorksUnseen        "W0727" Warning "an ability that works from a zone that not all players see";
    BacksDiffer        "W0728" Warning "the backs of cards show what is in a hidden zone";
    NamedEarly         "W0730" Warning "a message names a card before all players see it";
    UnknownFact        "W0731" Warning "the prompt of a decision reads `?`";
    AskedOpenly        "W0732" Warning "the choice of the acting player depends on hidden information";
    // tests and files
    BadScenario        "E0801" Error "a scenario that can't be run";
    EmptyScenario      "W0802" Warning "a scenario that expects nothing";
    UnknownRule        "W0803" Warning "a scenario names an unknown rule";
    IgnoredFile        "W0804" Warning "a file that is not read";
    IdleScenario       "W0805" Warning "a part of a scenario without effect";
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Code {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.iter().copied().find(|c| c.as_str().eq_ignore_ascii_case(text)).ok_or(())
    }
}
