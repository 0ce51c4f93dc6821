//! Phrases of plain English and other languages that no small edit corrects, with help texts.

use std::ops::Range;

use super::tokens::{Token, is_letter, tokens};
use crate::suggest::is_slip;
use crate::words::{is_reserved, reserved};

/// Patterns, token by token, and the help text for each. `^` is the beginning of a line, `_` a name, `#` a
/// number, and `…` any tokens on the same line. The parser must have stopped at the token after `|`, or near
/// the pattern if it has no `|`. The first matching row is reported.
const SLIPS: &[(&str, &str)] = &[
    // statements
    ("^ var _ =", "`let x = …` names a value; `set x = …` changes a variable"),
    ("^ const _ =", "`let x = …` names a value"),
    ("let _ : _ |", "a local needs a value: `let x: int = 0`; declare a lasting variable under `state`"),
    ("let _ | be", "name a value with `let x = …`"),
    ("set _ | to", "set a variable with `set x = …`"),
    ("set _ . _ | to", "set a variable with `set x.y = …`"),
    ("_ . _ | + =", "add a number with `set x.y = x.y + 2`"),
    ("_ . _ | - =", "subtract a number with `set x.y = x.y - 2`"),
    ("_ | + =", "add a number with `set x = x + 2`"),
    ("_ | - =", "subtract a number with `set x = x - 2`"),
    ("^ _ # | _", "change a number with `set me.x = me.x + 2`; run a procedure with `do name(2)`"),
    ("^ _ gains # | _", "add a number with `set me.x = me.x + 2`"),
    ("^ _ gets # | _", "add a number with `set me.x = me.x + 2`"),
    ("^ _ loses # | _", "subtract a number with `set me.x = me.x - 2`"),
    ("^ _ pays # | _", "subtract a number with `set me.x = me.x - 2`"),
    ("_ | + +", "increase a number with `set x = x + 1`"),
    ("_ | - -", "decrease a number with `set x = x - 1`"),
    ("^ return", "return a value from a function with `give …`; leave any other effect with `stop`"),
    ("end the", "end the game with `end game`; `stop` leaves the effect"),
    ("stop game", "end the game with `end game`; `stop` leaves the effect"),
    ("^ switch", "test values one after another: `if x == 1 { … } else if x == 2 { … } else { … }`"),
    ("^ match", "test values one after another: `if x == 1 { … } else if x == 2 { … } else { … }`"),
    ("^ until", "repeat until a condition holds with `while not … { … }`"),
    ("} | until", "repeat until a condition holds with `while not … { … }`"),
    ("repeat until", "repeat until a condition holds with `while not … { … }`"),
    (
        "repeat | {",
        "repeat three times with `repeat 3 { … }`, or as long as a condition holds with `while … { … }`",
    ),
    ("repeat # times", "leave out `times`: `repeat 3 { … }`"),
    ("^ # | times", "leave out `times`: `repeat: 3`"),
    ("for each", "put the noun right after `for`: `for player p { … }`, `for card c in me.hand { … }`"),
    ("for all _", "put the noun right after `for`: `for player p { … }`, `for card c in me.hand { … }`"),
    ("for _ | =", "count upwards with `for number i in 1..3 { … }`"),
    ("for | (", "write the query without brackets: `for card c in me.hand { … }`"),
    ("each _ _ draws", "repeat it for each player in a loop: `for player p { draw 1 from deck to p.hand }`"),
    ("to each _", "serve each player in a loop: `for player p { draw 1 from deck to p.hand }`"),
    // `if`
    ("= if … | {", "a value has no braces: write `if … then a else b`"),
    ("while … | then", "put statements in braces: `while … { … }`"),
    ("if … | then", "put statements in braces: `if … { … }`; a value is `if … then a else b`"),
    ("if … | stop", "put statements in braces: `if … { stop }`"),
    ("if … | set", "put statements in braces: `if … { set x = 1 }`"),
    (
        "if … | may",
        "a question is not a condition: put the effect of a yes in its block, as in `me may take { … }`",
    ),
    (
        "} | else",
        "`else` needs an `if`: `if let c = me may choose card in me.hand as take { … } else { … }`; offer two blocks with \
         `me chooses one as answer { yes { … } no { … } }`",
    ),
    ("set … = … if … | else", "write a value that depends on a condition as `if … then a else b`"),
    ("| ? … :", "write a value that depends on a condition as `if … then a else b`"),
    // choices
    ("^ choose", "put the player first: `me chooses card in me.hand as take`"),
    ("one of | {", "offer blocks with `chooses one as answer { yes { … } no { … } }`"),
    ("one of _ | ,", "offer blocks with `chooses one as answer { red { … } blue { … } }`"),
    ("may _ | #", "a question has a name and a block: `me may take { draw 1 from deck to me.hand }`"),
    ("} | ,", "write blocks one after another, without commas"),
    ("{ _ | :", "each option has a block: `take { … }`"),
    ("} _ | :", "each option has a block: `take { … }`"),
    ("chooses # . . # as", "choose a number with `chooses number in 1..6`"),
    ("chooses number #", "choose a number with `chooses number in 1..6`"),
    ("chooses [ … ] | as", "choose one of several numbers with `chooses number in [1, 2, 3]`"),
    ("chooses _ | or", "offer two blocks with `chooses one as answer { yes { … } no { … } }`"),
    ("up to #", "choose up to three cards with `chooses 1..3 card in …`"),
    ("as _ where", "put `where …` before `as`"),
    ("as _ | and", "put conditions before `as`: `card in me.hand where … as take`"),
    ("as _ | or", "put conditions before `as`: `card in me.hand where … as take`"),
    ("until all pass … | {", "put `until all pass` before the block"),
    ("until all decline", "write `until all pass`"),
    (
        "in … as _ | {",
        "a choice of cards has no block: `if let c = me chooses card in me.hand as take { … }`; offer blocks with \
         `chooses one as answer { … }`",
    ),
    (
        "as _ | else",
        "test whether a card is chosen with `if let c = me may choose card in me.hand as take { … } else { … }`",
    ),
    ("random", "let chance choose: `let c = chance chooses card in deck`"),
    // cards and zones
    ("draw until … |", "draw the missing number of cards: `draw (6 - count(me.hand)) from deck to me.hand`"),
    ("move all _", "leave out `all`, because a noun means all of them: `move card in me.hand to deck`"),
    ("draw all _", "leave out `all`, because a noun means all of them: `move card in deck to me.hand`"),
    ("on top", "put a card on top with `at top`: `move c to deck at top`"),
    ("to top of", "put a card on top with `at top`: `move c to deck at top`"),
    ("top of", "write `zone.top` for the first card of a zone, and `draw 2 from zone to …` to take two"),
    (
        "bottom of",
        "write `zone.bottom` for the last card of a zone, and `to zone at bottom` to put a card there",
    ),
    (
        "move … on",
        "move a card to a zone: `move c to d.zone`; add `above d` or `below d` to put it next to another card",
    ),
    ("shuffle … into", "move the cards, then shuffle the zone: `move card in a to b`, `shuffle b`"),
    ("turn … over", "name the side that is up: `turn c face down`"),
    // lists
    ("descending", "sort from high to low with `sorted by -value`"),
    ("desc", "sort from high to low with `sorted by -value`"),
    ("ascending", "`sorted by value` already sorts from low to high"),
    ("ordered by", "sort a list with `sorted by`"),
    ("order by", "sort a list with `sorted by`"),
    ("sort by", "sort a list with `sorted by`"),
    ("( … | by", "put the compared value first: `highest(value of card in me.hand)`"),
    ("number of", "count elements with `count(card in me.hand)`"),
    ("count _ in … |", "put the query in brackets: `count(card in me.hand)`"),
    ("sum _ of", "put the value and the query in brackets: `sum(value of card in me.hand)`"),
    ("highest _ of", "put the value and the query in brackets: `highest(value of card in me.hand)`"),
    ("lowest _ of", "put the value and the query in brackets: `lowest(value of card in me.hand)`"),
    ("first _", "put the query in brackets: `first(player from me.left where …)`"),
    ("last _", "put the query in brackets: `last(card in me.hand where …)`"),
    ("count ( _ | :", "restrict the elements with `where`: `count(player where …)`"),
    ("count ( _ _ | :", "restrict the elements with `where`: `count(player p where …)`"),
    ("( _ | :", "pass arguments in order, without names: `f(a, b)`"),
    ("( _ . _ where", "search a zone with a query: `card in me.hand where …`"),
    ("left | where", "find the next matching player with `first(player from me.left where …)`"),
    ("right | where", "a neighbour has no `where`: find a player with `first(player where …)`"),
    ("_ | of _ in", "list a value of each element with `list(value of card in me.hand)`"),
    // tests
    (
        "_ has",
        "test for the zone of a card with `c is in me.hand`, for any card with `any(card in me.hand where …)`, for a word with `red is in c.marks`",
    ),
    (
        "contains",
        "test for the zone of a card with `c is in me.hand`, for any card with `any(card in me.hand where …)`, for a word with `red is in c.marks`",
    ),
    ("where same _", "group equal cards with `groups(value of card in me.hand)`"),
    (
        "where _ | in",
        "test for a value in a list with `is in`: `red is in marks`, `value is in list(value of card in me.hand)`",
    ),
    ("not _ | in", "test for a card outside a zone with `c is not in zone`"),
    (
        "_ in … | and",
        "test for the zone of a card with `c is in zone`, for any card with `any(card in zone)`, for a word with `red is in c.marks`",
    ),
    (
        "_ in … | or",
        "test for the zone of a card with `c is in zone`, for any card with `any(card in zone)`, for a word with `red is in c.marks`",
    ),
    ("there is", "test for a card with `any(card in deck)`"),
    ("| exists _", "test for a card with `any(card in deck)`, for a value with `x exists`"),
    ("game over", "end the game with `end game`; test for its end with a step of a scenario: `- over: true`"),
    ("is over", "test the end of the game with a step of a scenario: `- over: true`"),
    ("_ wins", "declare winners with `won`; test them with a step of a scenario: `- winners: [SEAT]`"),
    ("_ equals", "compare values with `==`"),
    ("is #", "compare numbers with `==`"),
    ("is not #", "compare numbers with `!=`"),
    ("seat # . _", "write `seat(1)` for a seat by its number"),
    ("seat #", "write `seat(1)` for a seat by its number"),
    // declarations
    ("^ _ for _ | =", "put the first value before the lifetime: `int = 3 for game`"),
];

/// Maximum number of tokens between a pattern without `|` and the place where the parser stopped.
const NEAR: usize = 1;

/// Finds the pattern at the place where the parser stopped. Returns its range and the help text.
pub(super) fn slip(text: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    let all: Vec<Token<'_>> = tokens(text).collect();
    let ended = all.iter().position(|token| token.at + token.text.len() > at).unwrap_or(all.len());
    let read = Read { tokens: &all, ended };
    SLIPS.iter().find_map(|(slip, mend)| Some((read.place(slip)?, *mend)))
}

/// The tokens of a text, and the place where the parser stopped.
struct Read<'t> {
    tokens: &'t [Token<'t>],
    /// Index of the token at which the parser stopped; the number of tokens at the end of the text.
    ended: usize,
}

impl Read<'_> {
    /// Returns the range of a pattern if it matches where the parser stopped.
    fn place(&self, slip: &str) -> Option<Range<usize>> {
        let words: Vec<&str> = slip.split(' ').collect();
        let exact = words.contains(&"|");
        let fits = |start: usize| {
            let end = self.end(start, start, &words)?;
            // a pattern for the start of a line applies to the whole line
            let is_line = words[0] == "^"
                && self.tokens[start + 1..]
                    .iter()
                    .take(self.ended.saturating_sub(start))
                    .all(|t| !t.new_line);
            let near = self.ended <= end + NEAR && self.ended + NEAR >= start;
            (exact || is_line || near).then_some((start, end))
        };
        let (start, end) = (self.line()..self.tokens.len().min(self.ended + 1)).rev().find_map(fits)?;
        let told = if exact && end > self.ended { self.ended } else { start };
        let last = self.tokens[end - 1];
        Some(self.tokens[told].at..last.at + last.text.len())
    }

    /// Returns the first token of the line that contains the last tokens before the stop.
    fn line(&self) -> usize {
        let last = self.ended.saturating_sub(NEAR + 1);
        (0..last).rev().find(|i| self.tokens[i + 1].new_line).map_or(0, |i| i + 1)
    }

    /// Matches the remaining words of a pattern at token `at`, where the whole pattern begins at `start`.
    /// Returns the end of the match, which must be on one line.
    fn end(&self, start: usize, at: usize, words: &[&str]) -> Option<usize> {
        let Some((word, rest)) = words.split_first() else { return Some(at) };
        let on_line = |i: usize| i == start || self.tokens.get(i).is_some_and(|token| !token.new_line);
        let token = self.tokens.get(at);
        let one_more = |fits: bool| if fits && on_line(at) { self.end(start, at + 1, rest) } else { None };
        match *word {
            "|" if at == self.ended => self.end(start, at, rest),
            "|" => None,
            "^" if at == 0 || token?.new_line => self.end(start, at, rest),
            "^" => None,
            "…" => {
                let mut skipped = (at..=self.tokens.len()).take_while(|i| *i == at || on_line(i - 1));
                skipped.find_map(|i| self.end(start, i, rest))
            }
            "_" => one_more(is_word(token?.text) && !(at == self.ended && is_misspelt(token?.text))),
            "#" => one_more(token?.text.starts_with(|c: char| c.is_ascii_digit())),
            word => one_more(token?.text == word),
        }
    }
}

fn is_word(word: &str) -> bool {
    word.starts_with(is_name) && !is_reserved(word)
}

/// Returns true if a word is a likely typo of a keyword, so that the typo is reported instead.
fn is_misspelt(word: &str) -> bool {
    reserved().any(|meant| is_slip(word, meant))
}

fn is_name(c: char) -> bool {
    is_letter(c) && !c.is_ascii_digit()
}
