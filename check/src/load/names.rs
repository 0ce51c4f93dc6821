//! Valid forms of defined names.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;
use ludex_grammar::suggest::odd::odd_in_word;
use ludex_grammar::words::is_reserved;

use super::raw::Name;
use super::reader::Reader;
use crate::language::{Fixed, GAME, Noun, TypeWord, is_identifier};

/// Maximum length of a name.
const LONGEST: usize = 64;

/// Returns true if a name is predefined everywhere. `zone` is allowed, because no variable has this type.
fn is_built_in(word: &str) -> bool {
    let type_word = TypeWord::find(word).is_some_and(|ty| ty != TypeWord::Zone);
    type_word || Fixed::find(word).is_some() || Noun::find(word).is_some() || word == GAME
}

/// Reports an invalid name for a definition; `what` is for example `a zone`.
pub(super) fn check_name(r: &mut Reader, name: &Name, what: &str) {
    if let Some(problem) = fault(&name.value, name.span, what) {
        r.lost.insert(respell(&name.value));
        r.report(problem);
    }
}

/// Like [`check_name`], for facts and parameters.
pub(super) fn check_parameter(r: &mut Reader, name: &Name, what: &str) {
    // a fact may be called after its type: `with: { card: influence }`
    if Noun::find(&name.value).is_none() {
        check_name(r, name, what);
    }
}

/// Reports a name that isn't an identifier. Reserved words are allowed.
pub(super) fn check_form(r: &mut Reader, name: &Name, what: &str) {
    if !is_identifier(&name.value) || name.value.len() > LONGEST {
        r.report(malformed(&name.value, name.span, what));
    }
}

fn fault(word: &str, span: Span, what: &str) -> Option<Diagnostic> {
    let bad = |message: String| Some(Diagnostic::new(Code::BadName, span, message));
    if !is_identifier(word) {
        return Some(malformed(word, span, what));
    }
    if word.len() > LONGEST {
        return bad(format!("the name of {what} has more than {LONGEST} characters"));
    }
    if is_reserved(word) {
        return bad(format!("`{word}` is a word of the effect language and can't name {what}"));
    }
    if is_built_in(word) {
        return bad(format!("`{word}` is built in and can't name {what}"));
    }
    None
}

fn malformed(word: &str, span: Span, what: &str) -> Diagnostic {
    let problem = Diagnostic::new(Code::BadName, span, format!("`{}` can't name {what}", shorten(word)));
    if word.ends_with(')') && word.contains('(') {
        return problem.help("write parameters below the name: `with: { p: player }`");
    }
    if let Some(odd) = odd_in_word(word) {
        // the span has the length of the word, because names have no escapes
        let place =
            Span { start: span.start + odd.at as u32, end: span.start + odd.range().end as u32, ..span };
        let mut problem = odd.blamed(problem, place);
        problem.primary.span = place;
        return problem;
    }
    let better = respell(word);
    if is_identifier(&better) && better.len() <= LONGEST {
        // uses of the name have to change as well
        return problem.instead(&better, Applicability::Maybe);
    }
    problem.help("a name begins with a lower-case letter and has lower-case letters, digits and `_`")
}

/// Returns a similar identifier: `big_king` for `Big King`.
fn respell(word: &str) -> String {
    let map = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    word.trim().chars().take(LONGEST + 1).map(map).collect()
}

/// Truncates a word to 64 characters for messages.
pub(super) fn shorten(word: &str) -> String {
    if word.chars().count() <= LONGEST {
        return word.to_owned();
    }
    word.chars().take(LONGEST).chain(['…']).collect()
}
