//! Words that start a statement or connect its parts, other than verbs and functions.

use ludex::analysis::{self, NameKind, Phrase, phrases};

use crate::game::Place;

/// Returns all words that belong to a phrase.
pub fn explained() -> impl Iterator<Item = &'static str> {
    phrases().flat_map(|phrase| phrase.words.split(' '))
}

/// Returns the longest phrase that contains the word at a location.
pub fn there(at: &Place<'_>) -> Option<&'static Phrase> {
    let (start, end) = at.word();
    let (before, behind) = (at.text.text[..start].trim_end(), at.text.text[end..].trim_start());
    let word = &at.text.text[start..end];
    let stands = |phrase: &&'static Phrase| {
        let words: Vec<&str> = phrase.words.split(' ').collect();
        let here = |(place, one): (usize, &&str)| *one == word && follows(before, behind, &words, place);
        words.iter().enumerate().any(here)
    };
    phrases().filter(stands).max_by_key(|phrase| phrase.words.split(' ').count())
}

/// Returns true if a phrase matches the text around its word number `place`.
fn follows(before: &str, behind: &str, words: &[&str], place: usize) -> bool {
    let left = before.rsplit(|c: char| !is_of_word(c)).take(place);
    let right = behind.split(|c: char| !is_of_word(c)).take(words.len() - place - 1);
    left.eq(words[..place].iter().rev().copied()) && right.eq(words[place + 1..].iter().copied())
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns true if the text before a location on its line ends with a value, a noun or a name, so that none
/// can follow.
pub fn is_behind(before: &str) -> bool {
    let text = before.trim_end();
    if text.len() == before.len() {
        return false;
    }
    let last = text.rsplit(|c: char| !is_of_word(c)).next().unwrap_or_default();
    match last {
        "" => text.ends_with([')', ']']),
        // the first word may also be the name of a variable, such as `turn`
        word => {
            let is_value = matches!(word, "true" | "false" | "nothing" | "exists");
            let is_word = explained().any(|one| one == word);
            let is_verb = analysis::language().any(|row| row.kind == NameKind::Verb && row.word == word);
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
