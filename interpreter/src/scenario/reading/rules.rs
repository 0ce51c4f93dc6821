//! Which rules there are, and which of them scenarios prove.

use std::collections::BTreeSet;

use crate::scenario::ScenarioResult;

/// The rules that scenarios name under `rules:`.
pub fn rules_named(results: &[ScenarioResult]) -> BTreeSet<String> {
    results.iter().flat_map(|result| result.rules.iter().cloned()).collect()
}

/// The rules that a text in Markdown defines: an id such as `K-21` or `KX-01` at the beginning of a list item, heading
/// or table row, or in bold at the beginning of a line. Ids that stand elsewhere are references.
pub fn rule_ids(text: &str) -> BTreeSet<String> {
    text.lines().filter_map(defined).map(str::to_owned).collect()
}

fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let item = ["- ", "* ", "+ ", "| "].iter().find_map(|mark| line.strip_prefix(mark));
    let heading = || line.strip_prefix('#').map(|rest| rest.trim_start_matches('#'));
    let marked = item.or_else(heading).map(str::trim_start);
    let place = marked.unwrap_or(line);
    let bold = place.strip_prefix("**");
    if marked.is_none() && bold.is_none() {
        // `E-01 Draft sizes`: an example's heading without a mark
        let (word, rest) = line.split_once(' ')?;
        return Some(word).filter(|word| is_rule_id(word) && rest.starts_with(|c: char| c.is_uppercase()));
    }
    let place = bold.unwrap_or(place);
    let end = place.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(place.len());
    Some(&place[..end]).filter(|word| is_rule_id(word))
}

/// One or two capital letters, perhaps an X, a hyphen, two digits.
fn is_rule_id(word: &str) -> bool {
    let Some((letters, digits)) = word.split_once('-') else { return false };
    let letters = letters.strip_suffix('X').filter(|rest| !rest.is_empty()).unwrap_or(letters);
    (1..=2).contains(&letters.len())
        && letters.bytes().all(|b| b.is_ascii_uppercase())
        && digits.len() == 2
        && digits.bytes().all(|b| b.is_ascii_digit())
}
