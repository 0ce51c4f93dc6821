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
    (
        "let _ : _ |",
        "a local has a value at once: `let x: int = 0`; a variable that lasts is declared under `state`",
    ),
    ("let _ | be", "a value has its name by `let x = …`"),
    ("set _ | to", "a variable is changed by `set x = …`"),
    ("set _ . _ | to", "a variable is changed by `set x.y = …`"),
    ("_ . _ | + =", "a number is added by `set x.y = x.y + 2`"),
    ("_ . _ | - =", "a number is taken away by `set x.y = x.y - 2`"),
    ("_ | + =", "a number is added by `set x = x + 2`"),
    ("_ | - =", "a number is taken away by `set x = x - 2`"),
    ("^ _ # | _", "a number is changed by `set me.x = me.x + 2`; a procedure is done by `do name(2)`"),
    ("^ _ gains # | _", "a number is added by `set me.x = me.x + 2`"),
    ("^ _ gets # | _", "a number is added by `set me.x = me.x + 2`"),
    ("^ _ loses # | _", "a number is taken away by `set me.x = me.x - 2`"),
    ("^ _ pays # | _", "a number is taken away by `set me.x = me.x - 2`"),
    ("_ | + +", "one more is `set x = x + 1`"),
    ("_ | - -", "one less is `set x = x - 1`"),
    ("^ return", "a function gives its value by `give …`; `stop` leaves any other effect"),
    ("end the", "the game is ended by `end game`; `stop` leaves the effect"),
    ("stop game", "the game is ended by `end game`; `stop` leaves the effect"),
    ("^ switch", "one after another is tested: `if x == 1 { … } else if x == 2 { … } else { … }`"),
    ("^ match", "one after another is tested: `if x == 1 { … } else if x == 2 { … } else { … }`"),
    ("^ until", "`while not … { … }` goes on until something holds"),
    ("} | until", "`while not … { … }` goes on until something holds"),
    ("repeat until", "`while not … { … }` goes on until something holds"),
    (
        "repeat | {",
        "`repeat 3 { … }` does so three times, `while … { … }` goes on as long as something holds",
    ),
    ("repeat # times", "so often is a number alone: `repeat 3 { … }`"),
    ("^ # | times", "so often is a number alone: `repeat: 3`"),
    ("for each", "the noun stands right behind `for`: `for player p { … }`, `for card c in me.hand { … }`"),
    ("for all _", "the noun stands right behind `for`: `for player p { … }`, `for card c in me.hand { … }`"),
    ("for _ | =", "a number goes up by `for number i in 1..3 { … }`"),
    ("for | (", "what is looked for has no brackets: `for card c in me.hand { … }`"),
    ("each _ _ draws", "each does so in a loop: `for player p { draw 1 from deck to p.hand }`"),
    ("to each _", "each gets some in a loop: `for player p { draw 1 from deck to p.hand }`"),
    // `if`
    ("= if … | {", "a value has no braces: `if … then a else b`"),
    ("while … | then", "what is done stands in braces: `while … { … }`"),
    ("if … | then", "what is done stands in braces: `if … { … }`; a value is `if … then a else b`"),
    ("if … | stop", "what is done stands in braces: `if … { stop }`"),
    ("if … | set", "what is done stands in braces: `if … { set x = 1 }`"),
    (
        "if … | may",
        "a question is no condition: what is done on a yes stands in its block, as in `me may take { … }`",
    ),
    (
        "} | else",
        "`else` belongs to an `if`: `if let c = me may choose card in me.hand as take { … } else { … }`; of two ways one is chosen by \
         `me chooses one as answer { yes { … } no { … } }`",
    ),
    ("set … = … if … | else", "a value by a condition is `if … then a else b`"),
    ("| ? … :", "a value by a condition is `if … then a else b`"),
    // choices
    ("^ choose", "who chooses stands first: `me chooses card in me.hand as take`"),
    ("one of | {", "ways with a block each are `chooses one as answer { yes { … } no { … } }`"),
    ("one of _ | ,", "ways with a block each are `chooses one as answer { red { … } blue { … } }`"),
    ("may _ | #", "a question is a name and a block: `me may take { draw 1 from deck to me.hand }`"),
    ("} | ,", "blocks stand one after another, without commas"),
    ("{ _ | :", "a way has a block: `take { … }`"),
    ("} _ | :", "a way has a block: `take { … }`"),
    ("chooses # . . # as", "a number is chosen by `chooses number in 1..6`"),
    ("chooses number #", "a number is chosen by `chooses number in 1..6`"),
    ("chooses [ … ] | as", "one of some numbers is chosen by `chooses number in [1, 2, 3]`"),
    ("chooses _ | or", "of two ways one is chosen by `chooses one as answer { yes { … } no { … } }`"),
    ("up to #", "so many are picked by `chooses 1..3 card in …`"),
    ("as _ where", "`where …` stands before `as`"),
    ("as _ | and", "what must hold of it stands before `as`: `card in me.hand where … as take`"),
    ("as _ | or", "what must hold of it stands before `as`: `card in me.hand where … as take`"),
    ("until all pass … | {", "`until all pass` stands before the block, behind what is chosen"),
    ("until all decline", "it goes on until nobody wants to: `until all pass`"),
    (
        "in … as _ | {",
        "a pick has no block: `if let c = me chooses card in me.hand as take { … }`; of ways with a block each one is chosen by \
         `chooses one as answer { … }`",
    ),
    (
        "as _ | else",
        "whether something is picked is asked by `if let c = me may choose card in me.hand as take { … } else { … }`",
    ),
    ("random", "chance picks by `chance chooses`: `let c = chance chooses card in deck`"),
    // cards and zones
    ("draw until … |", "so many are drawn as are lacking: `draw (6 - count(me.hand)) from deck to me.hand`"),
    ("move all _", "a noun stands for all there are: `move card in me.hand to deck`"),
    ("draw all _", "a noun stands for all there are: `move card in deck to me.hand`"),
    ("on top", "a card is put there by `at top`: `move c to deck at top`"),
    ("to top of", "a card is put there by `at top`: `move c to deck at top`"),
    (
        "top of",
        "the first card of a zone is `zone.top`, and `draw 2 from zone to …` takes so many from there",
    ),
    ("bottom of", "the last card of a zone is `zone.bottom`, and `to zone at bottom` puts a card there"),
    (
        "move … on",
        "a card goes to a zone: `move c to d.zone`; beside another card of one it is put by `above d`, `below d`",
    ),
    ("shuffle … into", "cards are moved, then the zone is shuffled: `move card in a to b`, `shuffle b`"),
    ("turn … over", "which side is up is said: `turn c face down`"),
    // lists
    ("descending", "the highest comes first by `sorted by -value`"),
    ("desc", "the highest comes first by `sorted by -value`"),
    ("ascending", "the lowest comes first already: `sorted by value`"),
    ("ordered by", "a list is put into order by `sorted by`"),
    ("order by", "a list is put into order by `sorted by`"),
    ("sort by", "a list is put into order by `sorted by`"),
    ("( … | by", "what is compared stands first: `highest(value of card in me.hand)`"),
    ("number of", "how many there are is `count(card in me.hand)`"),
    ("count _ in … |", "what is counted stands in brackets: `count(card in me.hand)`"),
    ("sum _ of", "what is added up stands in brackets: `sum(value of card in me.hand)`"),
    ("highest _ of", "what is compared stands in brackets: `highest(value of card in me.hand)`"),
    ("lowest _ of", "what is compared stands in brackets: `lowest(value of card in me.hand)`"),
    ("first _", "what is looked through stands in brackets: `first(player from me.left where …)`"),
    ("last _", "what is looked through stands in brackets: `last(card in me.hand where …)`"),
    ("count ( _ | :", "which are counted is said by `where`: `count(player where …)`"),
    ("count ( _ _ | :", "which are counted is said by `where`: `count(player p where …)`"),
    ("( _ | :", "what is given stands in order, without names: `f(a, b)`"),
    ("( _ . _ where", "what a zone holds is looked through by a query: `card in me.hand where …`"),
    ("left | where", "the next for whom it holds is `first(player from me.left where …)`"),
    ("right | where", "a neighbour has no `where`: who is looked for is `first(player where …)`"),
    ("_ | of _ in", "what each of them has is a list by `list(value of card in me.hand)`"),
    // tests
    (
        "_ has",
        "whether a card lies somewhere is asked by `c is in me.hand`, whether there is one by `any(card in me.hand where …)`",
    ),
    (
        "contains",
        "whether a card lies somewhere is asked by `c is in me.hand`, whether there is one by `any(card in me.hand where …)`",
    ),
    ("where same _", "cards that are alike are a list of `groups(value of card in me.hand)`"),
    (
        "where _ | in",
        "whether a value is among others is asked by `is in`: `value is in list(value of card in me.hand)`",
    ),
    ("not _ | in", "whether a card lies elsewhere is asked by `c is not in zone`"),
    (
        "_ in … | and",
        "where a card lies is asked by `c is in zone`, whether there is one by `any(card in zone)`",
    ),
    (
        "_ in … | or",
        "where a card lies is asked by `c is in zone`, whether there is one by `any(card in zone)`",
    ),
    ("there is", "whether there is one is asked by `any(card in deck)`"),
    (
        "| exists _",
        "whether there is one is asked by `any(card in deck)`, whether a value is there by `x exists`",
    ),
    (
        "game over",
        "the game is ended by `end game`; whether it is over is said by a step of a scenario: `- over: true`",
    ),
    ("is over", "whether the game is over is said by a step of a scenario: `- over: true`"),
    ("_ wins", "who wins is said by `won`, and by a step of a scenario: `- winners: [SEAT]`"),
    ("_ equals", "values are compared by `==`"),
    ("is #", "numbers are compared by `==`"),
    ("is not #", "numbers are compared by `!=`"),
    ("seat # . _", "a seat by its number is `seat(1)`"),
    ("seat #", "a seat by its number is `seat(1)`"),
    // declarations
    ("^ _ for _ | =", "a first value stands before the lifetime: `int = 3 for game`"),
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
