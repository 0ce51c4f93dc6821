//! What is wrong where the YAML parser gave up, by what is written there.

use super::lines::Line;
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Span};

const QUOTE: &str = "write the value out; a text that begins with `&`, `*` or `!` needs quotes";
const PLAIN_QUOTE: &str = "a text with special characters at its start needs quotes";
const CLOSE_QUOTE: &str = "look for a missing quote above";
const CLOSE_BRACKET: &str = "look for a missing `}`, `]` or `,`";
const COLON: &str = "a text that contains `: ` needs quotes; otherwise look at the indentation, and for a `:` without a space above";
const IN_BRACES: &str = "look for a missing `}`, `]` or `,`; in braces a text with `[` or `,` needs quotes";
const INDENT: &str = "lines of one map or list begin in the same column";

/// The finding for a place where reading ended; `in_brackets` if a bracket is open there.
pub(super) fn complaint(file: FileId, text: &str, at: usize, in_brackets: bool) -> Diagnostic {
    let at = at.min(text.len());
    if let Some(found) = no_colon(file, text, at).filter(|_| !in_brackets) {
        return found;
    }
    let next = text[at..].chars().next().filter(|c| !matches!(c, '\n' | '\r'));
    let (code, message, help) = what(text, at, next, in_brackets);
    Diagnostic::new(code, Span::new(file, at, at + next.map_or(0, char::len_utf8)), message).help(help)
}

/// Code, message and help, by the next character.
fn what(text: &str, at: usize, next: Option<char>, in_brackets: bool) -> (Code, &'static str, &'static str) {
    let before = text[..at].trim_end_matches(' ');
    let first = before.is_empty() || before.ends_with(['\n', '-']);
    let (message, help) = match next {
        Some('*') => return (Code::YamlAlias, "an alias is not used in rulesets", QUOTE),
        Some('&') => return (Code::YamlAlias, "an anchor is not used in rulesets", QUOTE),
        Some('!') => return (Code::YamlAlias, "a tag is not used in rulesets", QUOTE),
        Some('\t') => return (Code::YamlTab, "a tab can't stand here", "use spaces"),
        Some('"' | '\'') if unknown_escape(&text[at..]) => {
            ("an unknown escape after a backslash", "write `\\\\` for a backslash")
        }
        Some('"' | '\'') => ("a quoted text is not closed", CLOSE_QUOTE),
        _ if before.ends_with(['"', '\'']) => ("something follows the closing quote", PLAIN_QUOTE),
        Some(':') => ("a `:` can't stand here", COLON),
        Some('|' | '>') => ("only a line break can follow `|` or `>`", PLAIN_QUOTE),
        Some('%' | '@' | '`') => ("a value can't begin with this character", PLAIN_QUOTE),
        Some('\u{feff}') => ("a byte order mark stands inside the text", "delete this invisible character"),
        _ if in_brackets => ("a `,` or a closing bracket was expected here", IN_BRACES),
        Some(']' | '}') => ("a closing bracket without an opening one", PLAIN_QUOTE),
        Some('-') if !first => ("a list item can't begin here", "put the `- ` on a line of its own"),
        None if text[at..].is_empty() => ("the file ends in the middle of something", CLOSE_BRACKET),
        _ if first => ("this line's indentation fits no line above", INDENT),
        _ => ("the YAML can't be read here", PLAIN_QUOTE),
    };
    (Code::YamlSyntax, message, help)
}

/// Whether a quoted text is closed on its line, and a backslash in it is not part of an escape.
fn unknown_escape(quoted: &str) -> bool {
    let line = quoted.lines().next().unwrap_or_default();
    line.starts_with('"') && line[1..].contains('"') && line.contains('\\')
}

/// A line without a colon, which the parser notices only on a later line.
fn no_colon(file: FileId, text: &str, at: usize) -> Option<Diagnostic> {
    let line = Line::at(text, at);
    let line = match line.start + line.indent() < at && !line.content().is_empty() {
        true => line,
        false => Line::all(text, 0..line.start).next_back()?,
    };
    let content = line.content();
    let is_text =
        !content.starts_with(['"', '\'', '{', '[', '|', '>', '-', '&', '*', '!', '%', '@', '`', '}', ']']);
    if !is_text || line.is_entry() {
        return None;
    }
    let start = line.start + line.indent();
    let span = Span::new(file, start, start + content.chars().next().map_or(0, char::len_utf8));
    let found =
        Diagnostic::new(Code::YamlSyntax, span, "this line is neither a key with a colon nor a list item");
    Some(found.help(INDENT))
}
