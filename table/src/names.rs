//! Normalization of names for comparison with typed text.

/// Normalizes a name: lower case, with a single blank for each sequence of other characters.
pub fn plain(name: &str) -> String {
    let lower = name.to_lowercase();
    let sign = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | ',' | '-' | '+' | '#'));
    let words: Vec<&str> = lower.split(sign).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// Normalizes a name but keeps symbols, because they distinguish cards.
pub fn written(name: &str) -> String {
    let lower = name.to_lowercase();
    let sign = |c: char| !(c.is_alphanumeric() || is_symbol(c) || matches!(c, '.' | ',' | '-' | '+' | '#'));
    let words: Vec<&str> = lower.split(sign).filter(|w| !w.is_empty()).collect();
    words.join(" ")
}

/// Returns the normalization for a typed text: with symbols if it contains any.
pub fn form(typed: &str) -> fn(&str) -> String {
    if typed.contains(is_symbol) { written } else { plain }
}

/// Returns true for an arrow, a suit or another pictograph.
pub fn is_symbol(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Resolves the longest prefix of a line with a meaning, and returns the remaining words.
pub fn beginning<T>(line: &str, means: impl Fn(&str) -> Vec<T>) -> Option<(Vec<T>, &str)> {
    let ends = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(i, _)| i).chain([line.len()]);
    let mut ends: Vec<usize> = ends.collect();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let found = means(&line[..end]);
        (!found.is_empty()).then(|| (found, line[end..].trim()))
    })
}

/// Returns the name of an action: its text up to a colon or bracket.
pub fn short(text: &str) -> &str {
    text.split([':', '(']).next().unwrap_or(text).trim()
}
