//! The table of words from other languages with their equivalents, for suggestions.

/// The place where an unknown word was written, and the kind of suggestion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// In place of a type: suggests the type.
    Type,
    /// In place of a value: suggests the value.
    Value,
    /// In place of a verb, or at the start of a statement: suggests the verb.
    Verb,
    /// In place of a verb without an equivalent: a help text.
    VerbHelp,
    /// Member of a list or zone: a help text.
    MemberHelp,
    /// Member of a player: suggests the member.
    MemberOfPlayer,
    /// Before a noun: a help text.
    BeforeNounHelp,
    /// In an expectation, where a step of a scenario is expected: a help text.
    StepHelp,
}

use Foreign::{BeforeNounHelp, MemberHelp, MemberOfPlayer, StepHelp, Type, Value, Verb, VerbHelp};

/// Unknown words with their equivalent.
#[rustfmt::skip]
const WORDS: &[(Foreign, &str, &str)] = &[
    (Type, "integer number num", "int"),
    (Type, "boolean flag", "bool"),
    (Type, "float double real", "decimal"),
    (Value, "yes", "true"),
    (Value, "no", "false"),
    (Value, "null nil none undefined", "nothing"),
    (Value, "this", "self"),
    (Value, "one", "1"),
    (Value, "two", "2"),
    (Value, "three", "3"),
    (Value, "four", "4"),
    (Value, "five", "5"),
    (Value, "six", "6"),
    (Value, "seven", "7"),
    (Value, "eight", "8"),
    (Value, "nine", "9"),
    (Value, "ten", "10"),
    (Verb, "return exit", "stop"),
    (Verb, "call perform", "do"),
    (Verb, "trigger fire raise", "emit"),
    (Verb, "print log write", "say"),
    (Verb, "put place discard take", "move"),
    (Verb, "deal", "draw"),
    (Verb, "flip", "turn"),
    (Verb, "reveal", "show"),
    (Verb, "exchange", "swap"),
    (Verb, "mix", "shuffle"),
    (Verb, "var const", "let"),
    (Verb, "assign", "set"),
    (Verb, "foreach", "for"),
    (Verb, "loop", "repeat"),
    (VerbHelp, "break", "`for` goes through all that its `where` lets, `while` on as long as its condition holds; `stop` leaves the whole effect"),
    (VerbHelp, "continue", "what is to be left out is left out by `where` or `if`; `stop` leaves the effect"),
    (VerbHelp, "skip next", "`stop` leaves the effect; whose turn it is then is said by the phase"),
    (VerbHelp, "goto", "phases come one after another, again as long as their `while` or until their `until` holds"),
    (VerbHelp, "create", "what cards there are stands under `cards`; `move card to deck` puts them somewhere"),
    (VerbHelp, "add increase", "a variable is changed by `set x = x + 1`"),
    (VerbHelp, "decrease", "a variable is changed by `set x = x - 1`"),
    (MemberHelp, "count length number size", "how many there are is `count(…)`"),
    (MemberHelp, "first", "the first of a list is `first(…)`, of a zone its `top`"),
    (MemberHelp, "last", "the last of a list is `last(…)`, of a zone its `bottom`"),
    (MemberOfPlayer, "next", "left"),
    (MemberOfPlayer, "previous prev", "right"),
    (MemberOfPlayer, "number index position", "seat"),
    (BeforeNounHelp, "all", "a noun stands for all there are: leave out `all`"),
    (BeforeNounHelp, "a", "a noun stands alone: leave out `a`"),
    (BeforeNounHelp, "an", "a noun stands alone: leave out `an`"),
    (BeforeNounHelp, "the", "a noun stands alone: leave out `the`"),
    (BeforeNounHelp, "any", "whether there is one is asked by `any(card in deck)`; so many are picked by `chooses 0..3 card in …`"),
    (BeforeNounHelp, "some", "whether there is one is asked by `any(card in deck)`"),
    (BeforeNounHelp, "no", "whether there is none is asked by `not any(card in deck)`"),
    (BeforeNounHelp, "each every", "a noun stands right behind `for`: `for player p { … }`"),
    (BeforeNounHelp, "random", "chance picks by `chance chooses`: `let c = chance chooses card in deck`"),
    (StepHelp, "over", "whether the game is over is said by a step of a scenario: `- over: true`"),
    (StepHelp, "winner winners won", "who wins is said by a step of a scenario: `- winners: [SEAT]`"),
    (StepHelp, "active", "who decides is said by a step of a scenario: `- who: SEAT`"),
    (StepHelp, "offers", "what is offered is said by a step of a scenario: `- offers: [OPTION]`"),
];

/// Unknown keys, the equivalent key of the same record, and a help text if that key has another meaning.
#[rustfmt::skip]
const KEYS: &[(&str, &str, Option<&str>)] = &[
    ("libraries imports include", "use", None),
    ("variables", "state", None),
    ("visible visibility", "sees", None),
    ("cards contains", "holds", None),
    ("who actor", "active", None),
    ("condition if", "when", None),
    ("body effect is pick choose", "do", None),
    ("do value", "is", None),
    ("returns", "gives", None),
    ("parameters params args", "with", None),
    ("title", "name", None),
    ("position start", "given", None),
    ("steps moves", "play", None),
    ("then assert", "expect", None),
    ("lost loses", "won", Some("who has not lost has won: `won: not …`")),
    ("loser", "won", Some("who has not lost has won: `won: player != …`")),
    ("winner", "won", Some("whether `player` has won is said by `won`: `won: player == …`")),
    ("winners", "won", Some("whether `player` has won is said by `won`: `won: …`")),
    ("winner winners win goal", "score", Some("who wins is said under `score`: `total:` for points, `won:` for whether `player` has won")),
    ("end", "phases", Some("the game is over when the phases are, or by `end game`: a phase goes on `until: …`")),
    ("setup", "given", Some("a scenario begins behind the set-up; what else is so stands below `given`: `given: { set: … }`")),
];

impl Foreign {
    /// Returns the equivalent of a word in this place.
    pub fn find(self, word: &str) -> Option<&'static str> {
        let is_it = |written: &str| written.split(' ').any(|one| one.eq_ignore_ascii_case(word));
        WORDS.iter().find(|(place, written, _)| *place == self && is_it(written)).map(|(.., meant)| *meant)
    }
}

/// Returns the key of a record that is equivalent to another word.
pub fn foreign_key<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let meant = |meant: &str| known.iter().copied().find(|known| *known == meant);
    keys(word).filter(|(_, help)| help.is_none()).find_map(|(key, _)| meant(key))
}

/// Returns how a record expresses what users expect from a key that it does not have.
pub fn key_help(word: &str, known: &[&str]) -> Option<&'static str> {
    keys(word).filter(|(key, _)| known.contains(key)).find_map(|(_, help)| help)
}

fn keys(word: &str) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    KEYS.iter()
        .filter(move |(written, ..)| written.split(' ').any(|one| one == word))
        .map(|(_, key, help)| (*key, *help))
}
