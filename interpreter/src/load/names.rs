//! What a defined name may look like.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;

use super::raw::Name;
use super::reader::Reader;
use crate::language::is_identifier;

/// The longest name.
const LONGEST: usize = 64;

/// Words of the effect language.
const RESERVED: &[&str] = &[
    "let", "set", "if", "else", "for", "while", "repeat", "stop", "chooses", "may", "choose", "as",
    "secretly", "always", "in", "from", "where", "other", "of", "is", "not", "and", "or", "exists", "true",
    "false", "nothing", "default", "then", "div", "mod", "to", "with", "when",
];

/// Names that mean something everywhere.
const BUILT_IN: &[&str] =
    &["self", "me", "it", "players", "player", "card", "number", "game", "int", "decimal", "bool"];

/// Built-in nouns that a fact or parameter may be called all the same: `with: { card: influence }`.
const FREE_FOR_PARAMETERS: &[&str] = &["player", "card", "number"];

/// Reports a name (of `what`, e.g. `a zone`) that can't be defined.
pub(super) fn check_name(r: &mut Reader, name: &Name, what: &str) {
    if let Some(problem) = fault(&name.value, name.span, what) {
        r.lost.insert(respell(&name.value));
        r.report(problem);
    }
}

/// As [`check_name`], for facts and parameters.
pub(super) fn check_parameter(r: &mut Reader, name: &Name, what: &str) {
    if !FREE_FOR_PARAMETERS.contains(&name.value.as_str()) {
        check_name(r, name, what);
    }
}

/// Reports a name that has not the form of an identifier; any word of that form will do.
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
    if RESERVED.contains(&word) {
        return bad(format!("`{word}` is a word of the effect language and can't name {what}"));
    }
    if BUILT_IN.contains(&word) {
        return bad(format!("`{word}` is built in and can't name {what}"));
    }
    None
}

fn malformed(word: &str, span: Span, what: &str) -> Diagnostic {
    let problem = Diagnostic::new(Code::BadName, span, format!("`{}` can't name {what}", shorten(word)));
    let better = respell(word);
    if is_identifier(&better) && better.len() <= LONGEST {
        // what uses it has to be written otherwise as well
        return problem.instead(&better, Applicability::Maybe);
    }
    problem.help("a name begins with a small letter and has small letters, digits and `_`")
}

/// The nearest identifier: `Big King` gives `big_king`.
fn respell(word: &str) -> String {
    let map = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    word.trim().chars().take(LONGEST + 1).map(map).collect()
}

/// At most the first 64 characters, so that a message stays readable.
pub(super) fn shorten(word: &str) -> String {
    if word.chars().count() <= LONGEST {
        return word.to_owned();
    }
    word.chars().take(LONGEST).chain(['…']).collect()
}
