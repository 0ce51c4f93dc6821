//! What is looked for in YAML text before the YAML parser sees it, because its own message would not help.

use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Span};

/// The largest text that is read.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// The finding that makes it useless to read on, if there is one.
pub(super) fn precheck(file: FileId, text: &str) -> Option<Diagnostic> {
    too_large(file, text).or_else(|| control_character(file, text)).or_else(|| tabs(file, text))
}

fn too_large(file: FileId, text: &str) -> Option<Diagnostic> {
    if text.len() <= MAX_BYTES {
        return None;
    }
    let message = format!("this file has {} bytes, more than the {MAX_BYTES} that are read", text.len());
    Some(
        Diagnostic::new(Code::FileTooLarge, Span::new(file, 0, 0), message)
            .help("split it into several files"),
    )
}

fn control_character(file: FileId, text: &str) -> Option<Diagnostic> {
    let lone = |at: usize, c: char| c == '\r' && text.as_bytes().get(at + 1) != Some(&b'\n');
    let (at, c) = text.char_indices().find(|&(at, c)| is_forbidden(c) || lone(at, c))?;
    let message = format!("a control character (U+{:04X}) stands in the text", u32::from(c));
    let found = Diagnostic::new(Code::YamlSyntax, Span::new(file, at, at + c.len_utf8()), message);
    Some(found.help("delete it; it is invisible in most editors"))
}

fn is_forbidden(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Tabs before the first character of a line, except inside block scalars, where they are content.
fn tabs(file: FileId, text: &str) -> Option<Diagnostic> {
    let mut first = None;
    let mut more = 0;
    for at in tab_lines(text) {
        match first {
            None => first = Some(at),
            Some(_) => more += 1,
        }
    }
    let (at, len) = first?;
    let found = Diagnostic::new(Code::YamlTab, Span::new(file, at, at + len), "a tab indents this line");
    Some(found.help(match more {
        0 => "indent with spaces".to_owned(),
        1 => "indent with spaces; one more line begins with a tab".to_owned(),
        _ => format!("indent with spaces; {more} more lines begin with a tab"),
    }))
}

/// Place and number of the tabs of each line that is indented by them.
fn tab_lines(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut block: Option<usize> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        let blank = line.trim().is_empty();
        let inside = block.is_some_and(|parent| blank || spaces > parent);
        if !inside && !blank {
            let tabs = line[spaces..].len() - line[spaces..].trim_start_matches('\t').len();
            if tabs > 0 {
                found.push((start + spaces, tabs));
            }
            block = opens_block(line).then_some(spaces);
        }
        start += line.len();
    }
    found
}

/// Whether a line ends with the head of a block scalar, such as `|`, `|-` or `>2`.
fn opens_block(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or(line).trim_end();
    let head = line.trim_end_matches(|c: char| c == '-' || c == '+' || c.is_ascii_digit());
    let Some(before) = head.strip_suffix(['|', '>']) else { return false };
    line.len() - head.len() <= 2 && (before.is_empty() || before.ends_with([' ', '\t']))
}

/// The YAML parser's complaint in words that help.
pub(super) fn syntax_error(file: FileId, text: &str, at: usize, info: &str) -> Diagnostic {
    let (code, message, help) = explain(info);
    let at = if info.contains("simple key expect") { line_before(text, at) } else { at.min(text.len()) };
    let next = text[at..].chars().next().filter(|c| *c != '\n' && *c != '\r');
    let span = Span::new(file, at, at + next.map_or(0, char::len_utf8));
    let line = text[at..].lines().next().unwrap_or("");
    let help = match line.split_once(':') {
        Some((key, value)) if info.contains("simple key expect ':'") && !value.starts_with(' ') => {
            format!("a space is missing after `:`: write `{key}: {value}`")
        }
        _ => help.to_owned(),
    };
    let found = Diagnostic::new(code, span, message);
    if help.is_empty() { found } else { found.help(help) }
}

/// The parser misses a colon only on a later line: the place is the last line with content before that.
fn line_before(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let content = text[line..at].trim_start();
    if !content.is_empty() {
        return at - content.len();
    }
    let mut before = text[..line].trim_end();
    loop {
        let line = before.rfind('\n').map_or(0, |i| i + 1);
        let content = before[line..].trim_start();
        if !content.starts_with('#') {
            return before.len() - content.len();
        }
        before = before[..line].trim_end();
    }
}

/// Code, message and help (perhaps empty) for a message of the YAML parser.
fn explain(info: &str) -> (Code, String, &'static str) {
    let row = EXPLAINED.iter().find(|(part, ..)| info.contains(part));
    match row {
        Some(&(_, code, message, help)) => (code, message.to_owned(), help),
        None => (Code::YamlSyntax, format!("the YAML can't be read: {info}"), ""),
    }
}

/// A part of the parser's message, and what is said instead; the first row that fits is taken.
const EXPLAINED: &[(&str, Code, &str, &str)] = &[
    ("unknown anchor", Code::YamlAlias, "an alias is not used in rulesets", QUOTE),
    ("anchor", Code::YamlAlias, "an anchor is not used in rulesets", QUOTE),
    ("tag", Code::YamlAlias, "a tag is not used in rulesets", QUOTE),
    ("TAG", Code::YamlAlias, "a tag is not used in rulesets", QUOTE),
    ("the handle wasn't declared", Code::YamlAlias, "a tag is not used in rulesets", QUOTE),
    ("tab", Code::YamlTab, "a tab can't stand here", "use spaces"),
    (
        "end of stream",
        Code::YamlSyntax,
        "a quoted text is not closed before the end of the file",
        CLOSE_QUOTE,
    ),
    ("document indicator", Code::YamlSyntax, "a quoted text is not closed before this line", CLOSE_QUOTE),
    ("trailing content after double-quoted", Code::YamlSyntax, "something follows the closing quote", ""),
    (
        "in quoted scalar",
        Code::YamlSyntax,
        "a quoted text is not closed, or its next line is not indented enough",
        CLOSE_QUOTE,
    ),
    (
        "unknown escape",
        Code::YamlSyntax,
        "an unknown escape after a backslash",
        "write `\\\\` for a backslash",
    ),
    ("escape", Code::YamlSyntax, "an escape that is no character", ""),
    ("hexadecimal", Code::YamlSyntax, "an escape needs hexadecimal digits", ""),
    ("multiline text", Code::YamlSyntax, "a comment can't stand inside a text of several lines", BLOCK),
    ("mapping values are not allowed", Code::YamlSyntax, "a `:` can't stand here", COLON),
    ("illegal placement of ':'", Code::YamlSyntax, "a `:` can't stand here", COLON),
    (
        "simple key expected",
        Code::YamlSyntax,
        "this line is neither a key with a colon nor a list item",
        INDENT,
    ),
    ("simple key expect ':'", Code::YamlSyntax, "this line has no colon after its key", INDENT),
    ("did not find expected key", Code::YamlSyntax, "a key with a colon was expected here", INDENT),
    ("mapping keys are not allowed", Code::YamlSyntax, "a key can't stand here", INDENT),
    ("expected '-' indicator", Code::YamlSyntax, "a list item beginning with `- ` was expected here", INDENT),
    (
        "block sequence entries",
        Code::YamlSyntax,
        "a list item can't begin here",
        "put the `- ` on a line of its own",
    ),
    ("'-' must be followed", Code::YamlSyntax, "a space is missing after `-`", ""),
    ("':' must be followed", Code::YamlSyntax, "a space is missing after `:`", ""),
    ("':' may not precede", Code::YamlSyntax, "a space is missing after `:`", ""),
    ("',' or '}'", Code::YamlSyntax, "a `,` or the closing `}` was expected here", CLOSE_BRACKET),
    ("',' or ']'", Code::YamlSyntax, "a `,` or the closing `]` was expected here", CLOSE_BRACKET),
    ("misplaced bracket", Code::YamlSyntax, "a closing bracket without an opening one", PLAIN_QUOTE),
    ("flow construct", Code::YamlSyntax, "a line inside brackets is not indented enough", CLOSE_BRACKET),
    ("in block scalar", Code::YamlSyntax, "this line of a block text is indented less than the first", ""),
    ("block scalar", Code::YamlSyntax, "only a line break can follow `|` or `>`", PLAIN_QUOTE),
    ("invalid indentation", Code::YamlSyntax, "this line's indentation fits no line above", INDENT),
    ("plain scalar cannot start", Code::YamlSyntax, "a text can't begin like this", PLAIN_QUOTE),
    ("plain scalar", Code::YamlSyntax, "this text breaks off", PLAIN_QUOTE),
    ("unexpected character", Code::YamlSyntax, "a value can't begin with this character", PLAIN_QUOTE),
    ("did not find expected node content", Code::YamlSyntax, "a value was expected here", PLAIN_QUOTE),
    ("document start", Code::YamlSyntax, "this line belongs to nothing above", INDENT),
    ("document-start", Code::YamlSyntax, "this line belongs to nothing above", INDENT),
    ("document end marker", Code::YamlSyntax, "something follows the end of the document", ""),
    (
        "directive",
        Code::YamlSyntax,
        "YAML directives are not used in rulesets",
        "delete the line that begins with `%`",
    ),
    (
        "byte order mark",
        Code::YamlSyntax,
        "a byte order mark stands inside the text",
        "delete this invisible character",
    ),
    ("unprintable", Code::YamlSyntax, "an unprintable character stands in the text", "delete it"),
    ("unexpected eof", Code::YamlSyntax, "the file ends in the middle of something", CLOSE_BRACKET),
];

const QUOTE: &str = "write the value out; a text that begins with `&`, `*` or `!` needs quotes";
const PLAIN_QUOTE: &str = "a text with special characters at its start needs quotes";
const CLOSE_QUOTE: &str = "look for a missing quote above";
const CLOSE_BRACKET: &str = "look for a missing `}`, `]` or `,`";
const COLON: &str = "a text that contains `: ` needs quotes; otherwise look at the indentation, and for a `:` without a space above";
const INDENT: &str = "lines of one map or list begin in the same column";
const BLOCK: &str = "use a block text with `|`, or look for a missing `:` in the first line";
