//! Words of the language that are neither verbs nor functions: those that begin a statement, and those that join what stands before them to what comes.

use ludex::analysis;

use crate::game::Place;

/// One or more words that belong together.
#[derive(Debug)]
pub struct Phrase {
    /// With single blanks.
    pub words: &'static str,
    pub stands: Stands,
    /// What goes in; `$0` is where one goes on.
    pub text: &'static str,
    pub form: &'static str,
    pub about: &'static str,
}

/// Where it may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// At the beginning of a statement.
    First,
    /// Behind a value, a noun or a name.
    Behind,
    /// Where a value may begin.
    Before,
    /// Before a type.
    BeforeType,
    /// Behind a type.
    BehindType,
}

use Stands::{Before, BeforeType, Behind, BehindType, First};

/// Each word that is explained as one of these.
pub fn explained() -> impl Iterator<Item = &'static str> {
    PHRASES.iter().flat_map(|phrase| phrase.words.split(' '))
}

/// All of them. Those of several words go before their parts.
pub const PHRASES: &[Phrase] = &[
    phrase(
        "if let",
        First,
        "if let ${1:name} = ${2:value} {\n  $0\n}",
        "if let x = EXPR { … } else { … }",
        "what is done if a value is there, which is called so inside",
    ),
    phrase(
        "while let",
        First,
        "while let ${1:name} = ${2:value} {\n  $0\n}",
        "while let x = EXPR { … }",
        "what is done as long as a value is there, which is found anew each time",
    ),
    phrase(
        "let",
        First,
        "let ${1:name} = $0",
        "let x = EXPR",
        "a name for a value, for the rest of the block",
    ),
    phrase(
        "set",
        First,
        "set ${1:variable} = $0",
        "set TARGET = EXPR [openly]",
        "another value for a variable, or for what `let` made",
    ),
    phrase(
        "else",
        Behind,
        "else {\n  $0\n}",
        "if COND { … } else { … }",
        "what is done if the condition does not hold; in an expression `if COND then A else B`",
    ),
    phrase(
        "if",
        First,
        "if ${1:condition} {\n  $0\n}",
        "if COND { … } else { … }",
        "what is done if a condition holds; in an expression `if COND then A else B`",
    ),
    phrase(
        "for",
        First,
        "for ${1:player p} {\n  $0\n}",
        "for QUERY { … }",
        "what is done for each; the list is taken once, before",
    ),
    phrase(
        "while",
        First,
        "while ${1:condition} {\n  $0\n}",
        "while COND { … }",
        "what is done as long as a condition holds",
    ),
    phrase("repeat", First, "repeat ${1:2} {\n  $0\n}", "repeat N { … }", "what is done so many times"),
    phrase(
        "any",
        First,
        "any player ${1:p} may choose ${2:card c in p.hand} as ${3:answer} {\n  $0\n}",
        "any PLAYERS may … as NAME [until all pass] { … }",
        "each in turn is asked; the first who does not decline is done as he says, and nobody further is asked",
    ),
    phrase(
        "each",
        First,
        "each player ${1:p} chooses ${2:card c in p.hand} as ${3:bid} {\n  $0\n}",
        "each PLAYERS chooses … as NAME { … }",
        "all decide before anything comes of it; then the block runs for each",
    ),
    phrase("stop", First, "stop", "stop", "leaves this effect"),
    phrase(
        "give",
        First,
        "give $0",
        "give EXPR",
        "leaves a procedure, or a function with lines, with a value",
    ),
    phrase(
        "chooses one of",
        Behind,
        "chooses one of ${1:window} as ${2:action}",
        "SEAT chooses one of WINDOW as NAME",
        "one of the legal actions of a window",
    ),
    phrase(
        "chooses one",
        Behind,
        "chooses one as ${1:name} {\n  $0\n}",
        "SEAT chooses one as NAME { … }",
        "one of several blocks",
    ),
    phrase(
        "may choose one",
        Behind,
        "may choose one as ${1:name} {\n  $0\n}",
        "SEAT may choose one as NAME { … }",
        "one of several blocks, or of the actions of a window (`one of`), or none",
    ),
    phrase(
        "chooses",
        Behind,
        "chooses ${1:card c in me.hand} as ${0:name}",
        "SEAT chooses [N] QUERY as NAME",
        "a decision; there must be something to choose from",
    ),
    phrase(
        "may choose",
        Behind,
        "may choose ${1:card c in me.hand} as ${0:name}",
        "SEAT may choose [N] QUERY as NAME",
        "a decision that may be declined; then the value is missing",
    ),
    phrase("may", Behind, "may ${1:name} {\n  $0\n}", "SEAT may NAME { … }", "a question of yes or no"),
    phrase(
        "until all pass",
        Behind,
        "until all pass",
        "any PLAYERS may … until all pass { … }",
        "again and again, until one whole round declines",
    ),
    phrase(
        "always asked",
        Behind,
        "always asked",
        "… as NAME always asked",
        "the decision is put also where there is one option",
    ),
    phrase(
        "secretly",
        Behind,
        "secretly",
        "… as NAME secretly",
        "the others are not told the pick, nor the value of a variable",
    ),
    phrase(
        "sorted by",
        Behind,
        "sorted by $0",
        "QUERY sorted by KEY",
        "the smallest first, `-value` the largest; `[suit, rank]` by suit, and among equals by rank",
    ),
    phrase(
        "where",
        Behind,
        "where $0",
        "QUERY where COND",
        "those for which it holds; a bare word is first a member of the candidate",
    ),
    phrase(
        "in",
        Behind,
        "in $0",
        "QUERY in WHERE",
        "those in a zone or a list; `number in 1..3`; `x is in LIST` tests it",
    ),
    phrase(
        "from",
        Behind,
        "from $0",
        "QUERY from START",
        "turns the circle of players or spots, so that this one comes first",
    ),
    phrase("of", Behind, "of $0", "EXPR of QUERY", "a value of each, as in `sum(value of card in hand)`"),
    phrase("as", Behind, "as ${0:name}", "… as NAME", "names a decision"),
    phrase(
        "by name",
        BehindType,
        "by name",
        "KIND by name",
        "which card, and none that lies somewhere: all copies have one name",
    ),
    phrase("per", BehindType, "per $0", "TYPE per ENUM", "a value for each word of the enum: `cost[wood]`"),
    phrase(
        "changing",
        BeforeType,
        "changing $0",
        "FACT: changing TYPE",
        "a fact to which those that react may give another value; `let n = emit EVENT(…)` has what comes of it",
    ),
    phrase("face up", Behind, "face up", "… face up", "so that its face is seen; a test with `is`"),
    phrase("face down", Behind, "face down", "… face down", "so that its face is not seen; a test with `is`"),
    phrase("at top", Behind, "at top", "move WHAT to ZONE at top", "as the first card of the zone"),
    phrase("at bottom", Behind, "at bottom", "move WHAT to ZONE at bottom", "as the last card of the zone"),
    phrase(
        "at place",
        Behind,
        "at place $0",
        "move WHAT to ZONE at place N",
        "so that it is the Nth card there",
    ),
    phrase(
        "unseen among",
        Behind,
        "unseen among $0",
        "move WHAT to ZONE unseen among QUERY",
        "nobody sees which of these it is",
    ),
    phrase("unseen", Behind, "unseen", "move WHAT to ZONE at place N unseen", "nobody sees to which place"),
    phrase(
        "openly",
        Behind,
        "openly",
        "set TARGET = EXPR openly, … as NAME openly",
        "all may know what it tells",
    ),
    phrase("to", Behind, "to $0", "move WHAT to ZONE, show WHAT to PLAYERS", "where to, or whom"),
    phrase("with", Behind, "with $0", "VERB WHAT with WHAT", "the other of two, as in `swap`"),
    phrase("when", Behind, "when $0", "OPTION when COND { … }", "the option is there if it holds"),
    phrase("then", Behind, "then $0", "if COND then A else B", "the value if the condition holds"),
    phrase("and", Behind, "and $0", "A and B", "whether both hold"),
    phrase("or", Behind, "or $0", "A or B", "whether one holds, or both"),
    phrase("not", Before, "not $0", "not A", "whether it does not hold"),
    phrase("other", Before, "other $0", "other NOUN …", "without `self`"),
    phrase("exists", Behind, "exists", "A exists", "whether it is there"),
    phrase("default", Behind, "default $0", "A default B", "the first if it is there, else the second"),
    phrase(
        "is",
        Behind,
        "is $0",
        "A is [not] KIND, A is in LIST, A is face up",
        "a test of what it is, where it lies or how",
    ),
    phrase("div", Behind, "div $0", "A div B", "divided, without what is left; it wants whole numbers"),
    phrase("mod", Behind, "mod $0", "A mod B", "what is left when divided"),
    phrase("nothing", Before, "nothing", "nothing", "no value, where one may be missing"),
    phrase("true", Before, "true", "true", "it holds"),
    phrase("false", Before, "false", "false", "it does not hold"),
];

const fn phrase(
    words: &'static str,
    stands: Stands,
    text: &'static str,
    form: &'static str,
    about: &'static str,
) -> Phrase {
    Phrase { words, stands, text, form, about }
}

/// What the word at a place, with those beside it, does: that of most words.
pub fn there(at: &Place<'_>) -> Option<&'static Phrase> {
    let (start, end) = at.word();
    let (before, behind) = (at.text.text[..start].trim_end(), at.text.text[end..].trim_start());
    let word = &at.text.text[start..end];
    let stands = |phrase: &&Phrase| {
        let words: Vec<&str> = phrase.words.split(' ').collect();
        let here = |(place, one): (usize, &&str)| *one == word && follows(before, behind, &words, place);
        words.iter().enumerate().any(here)
    };
    PHRASES.iter().filter(stands).max_by_key(|phrase| phrase.words.split(' ').count())
}

/// Whether the words of a phrase stand around its word of that number.
fn follows(before: &str, behind: &str, words: &[&str], place: usize) -> bool {
    let left = before.rsplit(|c: char| !is_of_word(c)).take(place);
    let right = behind.split(|c: char| !is_of_word(c)).take(words.len() - place - 1);
    left.eq(words[..place].iter().rev().copied()) && right.eq(words[place + 1..].iter().copied())
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether what stands before a place on its line ends with a value, a noun or a name, so that no other can follow.
pub fn is_behind(before: &str) -> bool {
    let text = before.trim_end();
    if text.len() == before.len() {
        return false;
    }
    let last = text.rsplit(|c: char| !is_of_word(c)).next().unwrap_or_default();
    match last {
        "" => text.ends_with([')', ']']),
        // what stands first may be a variable's name too, as in `turn`
        word => {
            let is_value = matches!(word, "true" | "false" | "nothing" | "exists");
            let is_word = explained().any(|one| one == word);
            let is_verb = analysis::language().any(|row| row.what == "verb" && row.word == word);
            is_value || !is_word && !is_verb
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_value_no_other_follows() {
        for before in
            ["me ", "let x = me ", "card c in me.hand ", "any(card in hand) ", "set x = 1 ", "c exists "]
        {
            assert!(is_behind(before), "{before}");
        }
        for before in
            ["", "move ", "let x = ", "card c in ", "x and ", "me.", "me", "if ", "sorted by ", "face "]
        {
            assert!(!is_behind(before), "{before}");
        }
    }
}
