//! Collects the rules that exist and the rules that scenarios test.

use std::collections::BTreeSet;

use crate::scenario::ScenarioResult;

/// Returns the rules that scenarios name under `rules:`.
pub fn rules_named(results: &[ScenarioResult]) -> BTreeSet<String> {
    results.iter().flat_map(|result| result.rules.iter().cloned()).collect()
}

/// Returns the rules that a Markdown text defines. A definition is an ID such as `K-21` or `KX-01` at the
/// start of a list item, heading or table row. In bold, the ID may also start another line. IDs in other
/// positions are references.
pub fn rule_ids(text: &str) -> BTreeSet<String> {
    text.lines().filter_map(defined).map(str::to_owned).collect()
}

/// Returns the rules that a scenario may name: those of [`rule_ids`], and words with a digit in the same
/// positions (`R-3`, `K1-02`, `1.2`, list numbers).
pub(in crate::scenario) fn rules_to_name(text: &str) -> BTreeSet<String> {
    let words = text.lines().filter_map(first_word).map(bare);
    let numbered = words.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
    rule_ids(text).into_iter().chain(numbered.map(str::to_owned)).collect()
}

/// Returns the first word of a list item, heading or table row, or of another line unless it is a plain
/// number.
fn first_word(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let place = line.trim_start_matches(['-', '*', '+', '|', '#', '`', ' ']);
    let word = place.split([' ', '|']).next()?;
    let is_number = word.bytes().all(|b| b.is_ascii_digit());
    Some(word).filter(|_| place.len() < line.len() || !is_number)
}

/// Strips the punctuation around an ID.
pub(in crate::scenario) fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| c != '§' && !c.is_alphanumeric())
}

fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let item = ["- ", "* ", "+ ", "| "].iter().find_map(|mark| line.strip_prefix(mark));
    let heading = || line.strip_prefix('#').map(|rest| rest.trim_start_matches('#'));
    let marked = item.or_else(heading).map(str::trim_start);
    let place = marked.unwrap_or(line);
    let bold = place.strip_prefix("**");
    if marked.is_none() && bold.is_none() {
        // `E-01 Draft sizes`: the heading of an example, without markup
        let (word, rest) = line.split_once(' ')?;
        return Some(word).filter(|word| is_rule_id(word) && rest.starts_with(|c: char| c.is_uppercase()));
    }
    let place = bold.unwrap_or(place);
    let end = place.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(place.len());
    Some(&place[..end]).filter(|word| is_rule_id(word))
}

/// Returns true for an ID of one or two capital letters, an optional X, a hyphen and two digits.
fn is_rule_id(word: &str) -> bool {
    let Some((letters, digits)) = word.split_once('-') else { return false };
    let letters = letters.strip_suffix('X').filter(|rest| !rest.is_empty()).unwrap_or(letters);
    (1..=2).contains(&letters.len())
        && letters.bytes().all(|b| b.is_ascii_uppercase())
        && digits.len() == 2
        && digits.bytes().all(|b| b.is_ascii_digit())
}
