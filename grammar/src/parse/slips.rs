//! Turns of phrase of plain English and of other languages that no small change makes right, and what is written instead.

use std::ops::Range;

use super::tokens::{Token, is_letter, tokens};
use crate::words::RESERVED;

/// What is written, word by word, and what is said of it. `^` is the beginning of a line, `_` a name, `#` a number.
const SLIPS: &[(&str, &str)] = &[
    ("^ var _ =", "`let x = …` names a value; `set x = …` changes a variable"),
    ("^ const _ =", "`let x = …` names a value"),
    ("^ until", "`while not … { … }` goes on until something holds"),
    ("repeat until", "`while not … { … }` goes on until something holds"),
    ("for each", "the noun stands right behind `for`: `for player p { … }`, `for card c in me.hand { … }`"),
    ("each _ _ draws", "each does so in a loop: `for player p { draw 1 from deck to p.hand }`"),
    ("until all decline", "it goes on until nobody wants to: `until all pass`"),
    ("on top", "a card is put there by `at top`: `move c to deck at top`"),
    (
        "top of",
        "the first card of a zone is `zone.top`, and `draw 2 from zone to …` takes so many from there",
    ),
    ("bottom of", "the last card of a zone is `zone.bottom`, and `to zone at bottom` puts a card there"),
    (
        "move _ on",
        "a card goes to a zone: `move c to d.zone`; beside another card of one it is put by `above d`, `below d`",
    ),
    ("shuffle _ into", "cards are moved, then the zone is shuffled: `move card in a to b`, `shuffle b`"),
    ("descending", "the highest comes first by `sorted by -value`"),
    ("desc", "the highest comes first by `sorted by -value`"),
    ("ascending", "the lowest comes first already: `sorted by value`"),
    ("ordered by", "a list is put into order by `sorted by`"),
    ("order by", "a list is put into order by `sorted by`"),
    ("random", "chance picks by `chance chooses`: `let c = chance chooses card in deck`"),
    (
        "_ has",
        "whether a card lies somewhere is asked by `c is in me.hand`, whether there is one by `any(card in me.hand where …)`",
    ),
    (
        "contains",
        "whether a card lies somewhere is asked by `c is in me.hand`, whether there is one by `any(card in me.hand where …)`",
    ),
    ("chooses # . . # as", "a number is chosen by `chooses number in 1..6`"),
    ("up to #", "so many are picked by `chooses 1..3 card in …`"),
    ("is #", "numbers are compared by `==`"),
    ("seat #", "a seat by its number is `seat(1)`"),
    ("( _ . _ where", "what a zone holds is looked through by a query: `card in me.hand where …`"),
    ("as _ where", "`where …` stands before `as`"),
];

/// So many tokens may stand between what is written and the place where reading ended.
const NEAR: usize = 1;

/// The slip at the place where reading ended: where it stands, and what is written instead.
pub(super) fn slip(text: &str, at: usize) -> Option<(Range<usize>, &'static str)> {
    let all: Vec<Token<'_>> = tokens(text).collect();
    let ended = all.iter().position(|token| token.at + token.text.len() > at).unwrap_or(all.len());
    SLIPS.iter().find_map(|(slip, mend)| {
        let place = (0..all.len().min(ended + 1)).rev().find_map(|start| {
            let end = start + written(&all[start..], slip)?;
            // what begins a line is meant by all of it
            let is_line = slip.starts_with('^')
                && all[start + 1..].iter().take(ended.saturating_sub(start)).all(|token| !token.new_line);
            (is_line || ended <= end + NEAR && ended + NEAR >= start).then_some((start, end))
        })?;
        let last = all[place.1 - 1];
        Some((all[place.0].at..last.at + last.text.len(), *mend))
    })
}

/// How many tokens at the beginning of some are those of a slip, on one line.
fn written(tokens: &[Token<'_>], slip: &str) -> Option<usize> {
    let mut count = 0;
    for word in slip.split(' ') {
        let token = tokens.get(count)?;
        let fits = match word {
            "^" if token.new_line || token.at == 0 => continue,
            "^" => false,
            "_" => token.text.starts_with(is_letter) && !RESERVED.contains(&token.text),
            "#" => token.text.starts_with(|c: char| c.is_ascii_digit()),
            word => token.text == word,
        };
        if !fits || (count > 0 && token.new_line) {
            return None;
        }
        count += 1;
    }
    Some(count)
}
