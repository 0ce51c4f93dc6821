//! Checks of YAML text before the YAML parser, whose own messages would not help.

use super::complaint::Complaint;
use super::mend::mend_tabs;
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::{FileId, Span};

/// Maximum length of a text in bytes.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// Returns the error that prevents reading, if any.
pub(super) fn precheck(file: FileId, text: &str) -> Option<Diagnostic> {
    hopeless(file, text).or_else(|| tabs(file, text))
}

/// Returns the error that prevents reading any part of the text, if any.
pub(super) fn hopeless(file: FileId, text: &str) -> Option<Diagnostic> {
    too_large(file, text).or_else(|| control_character(file, text))
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
    let bytes = text.as_bytes();
    // fast check, because most texts have no control characters
    let odd = |byte: u8| byte < b' ' && byte != b'\n' || byte == 0x7f;
    if !bytes.iter().fold(false, |found, byte| found | odd(*byte)) {
        return None;
    }
    let lone = |at: usize| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    let at = (0..bytes.len()).find(|&at| is_forbidden(bytes[at]) || lone(at))?;
    let message = format!("a control character (U+{:04X}) in the text", bytes[at]);
    let span = Span::new(file, at, at + 1);
    // a lone carriage return is an obsolete line break
    let found = Diagnostic::new(Code::YamlSyntax, span, message).replace(
        span,
        if lone(at) { "\n" } else { "" },
        Applicability::Safe,
    );
    Some(found.help("delete it; it is invisible in most editors"))
}

fn is_forbidden(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Reports tabs in the indentation, except inside block scalars, where they are content.
pub(super) fn tabs(file: FileId, text: &str) -> Option<Diagnostic> {
    let all = tab_lines(text);
    let (at, len) = *all.first()?;
    let found = Diagnostic::new(Code::YamlTab, Span::new(file, at, at + len), "a tab indents this line");
    let mut found = found.help(match all.len() - 1 {
        0 => "indent with spaces".to_owned(),
        1 => "indent with spaces; one more line begins with a tab".to_owned(),
        more => format!("indent with spaces; {more} more lines begin with a tab"),
    });
    mend_tabs(text, &all, &mut found);
    Some(found)
}

/// Returns offset and number of the tabs of each line that is indented by tabs.
pub(super) fn tab_lines(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    if !text.as_bytes().contains(&b'\t') {
        return found;
    }
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

/// Returns true if a line ends with the head of a block scalar, such as `|`, `|-` or `>2`.
fn opens_block(line: &str) -> bool {
    let line = line.split(" #").next().unwrap_or(line).trim_end();
    let head = line.trim_end_matches(|c: char| c == '-' || c == '+' || c.is_ascii_digit());
    let Some(before) = head.strip_suffix(['|', '>']) else { return false };
    line.len() - head.len() <= 2 && (before.is_empty() || before.ends_with([' ', '\t']))
}

/// Translates an error of the YAML parser into a diagnostic with help.
pub(super) fn syntax_error(file: FileId, text: &str, at: usize, info: &str) -> Diagnostic {
    let complaint = Complaint::from_message(info);
    let (code, message, help) = complaint.finding();
    let no_colon = complaint == Complaint::NoColon;
    let late = no_colon || complaint == Complaint::NeitherKeyNorItem;
    let at = if late { line_before(text, at) } else { at.min(text.len()) };
    let next = text[at..].chars().next().filter(|c| *c != '\n' && *c != '\r');
    let span = Span::new(file, at, at + next.map_or(0, char::len_utf8));
    let message =
        if complaint == Complaint::Other { format!("{message}: {info}") } else { message.to_owned() };
    let found = Diagnostic::new(code, span, message);
    let line = text[at..].lines().next().unwrap_or("");
    match line.split_once(':') {
        Some((key, value)) if no_colon && !value.starts_with(' ') => {
            let after = at + key.len() + 1;
            found
                .replace(Span::new(file, after, after), " ", Applicability::Safe)
                .help(format!("a space is missing after `:`: write `{key}: {value}`"))
        }
        _ if help.is_empty() => found,
        _ => found.help(help),
    }
}

/// Returns the last line with content before `at`, because the parser notices a missing colon only on a later
/// line.
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
