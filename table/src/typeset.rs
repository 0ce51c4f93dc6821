//! Typesetting of ruleset texts: punctuation, placeholders and capitals.

/// Sanitizes text from a ruleset: replaces control characters by blanks.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if is_control(c) { ' ' } else { c }).collect()
}

/// Returns true for control characters, and for characters that change the text direction.
pub fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Sanitizes a text of a ruleset for printing. Prevents line breaks before punctuation that follows a blank,
/// as in French.
pub fn typeset(text: &str) -> String {
    let text = clean(text);
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    let mut out = String::with_capacity(text.len() + 4);
    while let Some(c) = chars.next() {
        let held = before == '«' || matches!(chars.peek(), Some(':' | ';' | '?' | '!' | '»'));
        out.push(if c == ' ' && held { '\u{a0}' } else { c });
        before = c;
    }
    out
}

/// Maximum length of a text after its facts are inserted.
const LONGEST: usize = 4_000;

/// Replaces the placeholders of a text by facts.
pub fn fill(text: &str, facts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let Some((word, tail)) = after.split_once('}') else {
            out.push('{');
            rest = after;
            break;
        };
        if out.len() > LONGEST {
            return out + "…";
        }
        match facts.iter().find(|(name, _)| *name == word) {
            Some((_, fact)) => out.push_str(fact),
            None => out.push_str(&format!("{{{word}}}")),
        }
        rest = tail;
    }
    out + rest
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Converts the first letter to lower case if the second letter is lower case: `USA` stays.
pub fn small(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next().filter(|_| text.chars().nth(1).is_some_and(char::is_lowercase)) {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_before_marks_do_not_break() {
        assert_eq!(
            typeset("pour « Attention ! » : oui ?"),
            "pour «~Attention~!~»~: oui~?".replace('~', "\u{a0}")
        );
        assert_eq!(typeset("Who? Me: 1; you"), "Who? Me: 1; you");
    }

    #[test]
    fn names_of_capitals_stay() {
        assert_eq!(["Étage", "column", "USA", "X", ""].map(small), ["étage", "column", "USA", "X", ""]);
    }
}
