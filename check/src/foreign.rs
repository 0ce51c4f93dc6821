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
    (VerbHelp, "break", "`for` visits all elements that match its `where`, `while` repeats as long as its condition holds; `stop` leaves the whole effect"),
    (VerbHelp, "continue", "exclude elements with `where` or `if`; `stop` leaves the effect"),
    (VerbHelp, "skip next", "`stop` leaves the effect; the phase determines the next player"),
    (VerbHelp, "goto", "phases run one after another, and repeat with `while` or `until`"),
    (VerbHelp, "create", "define cards under `cards`; put them into a zone with `move card to deck`"),
    (VerbHelp, "add increase", "increase a variable with `set x = x + 1`"),
    (VerbHelp, "decrease", "decrease a variable with `set x = x - 1`"),
    (MemberHelp, "count length number size", "count elements with `count(…)`"),
    (MemberHelp, "first", "use `first(…)` for a list, and `top` for a zone"),
    (MemberHelp, "last", "use `last(…)` for a list, and `bottom` for a zone"),
    (MemberOfPlayer, "next", "left"),
    (MemberOfPlayer, "previous prev", "right"),
    (MemberOfPlayer, "number index position", "seat"),
    (BeforeNounHelp, "all", "leave out `all`: a noun means all of them"),
    (BeforeNounHelp, "a", "leave out `a`: nouns have no article"),
    (BeforeNounHelp, "an", "leave out `an`: nouns have no article"),
    (BeforeNounHelp, "the", "leave out `the`: nouns have no article"),
    (BeforeNounHelp, "any", "test for a card with `any(card in deck)`; choose several with `chooses 0..3 card in …`"),
    (BeforeNounHelp, "some", "test for a card with `any(card in deck)`"),
    (BeforeNounHelp, "no", "test for an empty zone with `not any(card in deck)`"),
    (BeforeNounHelp, "each every", "put the noun right after `for`: `for player p { … }`"),
    (BeforeNounHelp, "random", "chance picks by `chance chooses`: `let c = chance chooses card in deck`"),
    (StepHelp, "over", "test the end of the game with a step of a scenario: `- over: true`"),
    (StepHelp, "winner winners won", "test the winners with a step of a scenario: `- winners: [SEAT]`"),
    (StepHelp, "active", "test the acting player with a step of a scenario: `- who: SEAT`"),
    (StepHelp, "offers", "test the options with a step of a scenario: `- offers: [OPTION]`"),
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
    ("lost loses", "won", Some("write the condition for winning: `won: not …`")),
    ("loser", "won", Some("write the condition for winning: `won: player != …`")),
    ("winner", "won", Some("declare the winner with `won`: `won: player == …`")),
    ("winners", "won", Some("declare the winner with `won`: `won: …`")),
    ("winner winners win goal", "score", Some("declare the winner under `score`: `total:` for points, or `won:` for a condition on `player`")),
    ("end", "phases", Some("the game ends after its last phase, or with `end game`; a phase repeats `until: …`")),
    ("scenarios tests", "setup", Some("scenarios are in files of their own: `scenarios/NAME.yaml` in the folder of the ruleset")),
    ("setup", "given", Some("a scenario begins after the set-up; write changes to that position below `given`: `given: { set: … }`")),
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
