//! Common typos in YAML and their fixes.
//!
//! Each function recognises one kind and proposes changes without parsing. [`mend`](super::mend) tests the
//! changes.

use std::ops::Range;

use super::lines::Line;
use super::mend::{Broken, Change};

/// All kinds, the most certain first.
pub(super) const SLIPS: &[fn(&Broken<'_>) -> Vec<Change>] = &[
    document,
    equals,
    space_after_colon,
    space_after_dash,
    open_quote,
    inner_quotes,
    backslash,
    open_bracket,
    text_beside_bar,
    colon,
    indentation,
    bar,
    quotes,
    special,
];

const AS_ABOVE: &str = "lines of one map or list begin in the same column";
const QUOTES: &str = "a text with `: ` in it, or a special character at its start, needs quotes";

/// Removes document markers: `---` and `%YAML` are not used in rulesets.
fn document(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let is_mark = ["---", "...", "%"].iter().any(|mark| line.text.starts_with(mark));
    let end = of.text[line.end()..].find('\n').map_or(of.text.len(), |at| line.end() + at + 1);
    let out = || Change::new(line.start..end, "", "a ruleset file is one document: leave this line out");
    is_mark.then(out).into_iter().collect()
}

/// Wrong signs between a key and its value.
pub(super) const SIGNS: &[&str] = &["=>", "->", ":=", "="];

/// Replaces a wrong sign by a colon: `players = 2`.
fn equals(of: &Broken<'_>) -> Vec<Change> {
    let change = |line: Line<'_>| {
        let (word, inner) = (line.word(), line.inner());
        let behind = &of.text[word.end..inner.end];
        let sign = SIGNS.iter().find_map(|sign| behind.trim_start().strip_prefix(sign));
        let value = sign.filter(|value| !word.is_empty() && !value.starts_with('='))?;
        let text = if value.is_empty() { ":" } else { ": " };
        let end = inner.end - value.trim_start().len();
        Some(Change::new(word.end..end, text, "put `:` between a key and its value"))
    };
    of.near().filter_map(change).collect()
}

/// Adds a space after a colon: `players:2`.
fn space_after_colon(of: &Broken<'_>) -> Vec<Change> {
    let change = |line: Line<'_>| {
        let at = line.word().end + 1;
        let rest = of.text.get(at..line.inner().end).filter(|_| of.text[at - 1..].starts_with(':'))?;
        let glued = !line.word().is_empty() && !rest.is_empty() && !rest.starts_with(' ');
        glued.then(|| Change::new(at..at, " ", "a space follows a `:`"))
    };
    of.near().filter_map(change).collect()
}

/// Adds a space after a dash: `-king`.
fn space_after_dash(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let inner = line.inner();
    let rest = of.text[inner.clone()].strip_prefix('-');
    let glued = rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['-', ' ']));
    let space =
        || Change::new(inner.start + 1..inner.start + 1, " ", "a space follows the `-` of a list item");
    glued.then(space).into_iter().collect()
}

/// Fixes the nearest unclosed quote above: `name: "King`. Adds a quote at the end of the value, or removes
/// the opening one.
fn open_quote(of: &Broken<'_>) -> Vec<Change> {
    const WHY: &str = "a quote opens a text and closes it";
    let until = of.line().end();
    let mut above = Line::all(of.text, of.lines.start..until).rev();
    let Some((line, at)) = above.find_map(|line| Some((line, unclosed(line.text)?))) else {
        return Vec::new();
    };
    let start = line.start + at;
    let end = value_end(line, at);
    let quote = &line.text[at..=at];
    vec![
        Change::new(end..end, quote, WHY),
        // both fixes may lead to the same tree
        Change::new(start..start + 1, "", WHY),
    ]
}

/// Returns the offset of a quote that is not closed on its line.
fn unclosed(line: &str) -> Option<usize> {
    let mut open: Option<(usize, u8)> = None;
    let mut before = b' ';
    for (at, byte) in line.bytes().enumerate() {
        open = match open {
            Some((_, quote)) if byte == quote && before != b'\\' => None,
            Some(open) => Some(open),
            None if byte == b'#' && before == b' ' => return None,
            // an apostrophe inside a word is not a quote
            None if matches!(byte, b'"' | b'\'') && matches!(before, b' ' | b'[' | b'{' | b',') => {
                Some((at, byte))
            }
            None => None,
        };
        before = byte;
    }
    open.map(|(at, _)| at)
}

/// Returns the end of a value that starts at `from`: the end of the line, or inside brackets the position
/// before the next key or closing bracket.
fn value_end(line: Line<'_>, from: usize) -> usize {
    let content = line.indent() + line.content().len();
    let rest = line.text.get(from..content).unwrap_or_default();
    let before = &line.text[..from];
    let inside = before.matches(['{', '[']).count() > before.matches(['}', ']']).count();
    if !inside {
        return line.start + from + rest.len();
    }
    let is_key = |text: &str| {
        let text = text.trim_start();
        let word = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
        word > 0 && text[word..].starts_with(": ")
    };
    let comma = rest.match_indices(',').map(|(at, _)| at).find(|at| is_key(&rest[at + 1..]));
    let closed = rest.trim_end_matches(|c: char| "}], ".contains(c)).len();
    line.start + from + comma.unwrap_or(closed).min(closed.max(1))
}

/// Escapes quotes inside quotes: `'King's hand'`.
fn inner_quotes(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let Some((_, value)) = line.value() else { return Vec::new() };
    let from = value.start - line.start;
    let value = value.start..value_end(line, from).max(value.start);
    let text = &of.text[value.clone()];
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return Vec::new() };
    let Some(inner) = text.get(1..text.len().max(2) - 1) else { return Vec::new() };
    let why = "a quote inside a quoted text is written twice, or behind a `\\` between \"";
    match text.ends_with(quote) && text.len() > 2 {
        true => vec![Change::new(value, quoted(inner, quote), why)],
        // only its start is in quotes
        false => vec![Change { guess: true, ..Change::new(value.clone(), quoted(text, '\''), why) }],
    }
}

fn quoted(text: &str, quote: char) -> String {
    match quote {
        '\'' => format!("'{}'", text.replace('\'', "''")),
        _ => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
    }
}

/// Returns a text in the quotes that require fewer escapes.
fn quoted_plainly(text: &str) -> String {
    quoted(text, if text.contains(['"', '\\']) { '\'' } else { '"' })
}

/// Escapes a backslash that starts no escape: `"C:\games"`.
fn backslash(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let escapes = "0abtnvfre \"/\\N_LPxuU";
    let mut edits = Vec::new();
    let mut chars = line.text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c == '\\' && chars.next_if(|(_, next)| escapes.contains(*next)).is_none() {
            edits.push((line.start + at..line.start + at + 1, "\\\\".to_owned()));
        }
    }
    let why = "between \" a backslash is written twice";
    if edits.is_empty() { Vec::new() } else { vec![Change { edits, why, guess: false }] }
}

/// Fixes a closing bracket without a partner: `king: kind: item, value: 2 }`.
fn open_bracket(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let Some((close, open)) = [('}', '{'), (']', '[')]
        .into_iter()
        .find(|(close, open)| line.content().matches(*close).count() > line.content().matches(*open).count())
    else {
        return Vec::new();
    };
    let Some((colon, value)) = line.value() else { return Vec::new() };
    let bare = of.text[value.clone()].strip_suffix(close);
    let space = if bare.is_some_and(|bare| bare.ends_with(' ')) { " " } else { "" };
    let why = "a bracket is opened and closed";
    let mut changes = vec![Change::new(colon..value.start, format!(" {open}{space}"), why)];
    let end = bare.map(|bare| value.start + bare.trim_end().len());
    changes.extend(end.map(|end| Change::new(end..value.end, "", why)));
    changes
}

/// Moves or merges a text after a block head: `do: | move all to deck`.
fn text_beside_bar(of: &Broken<'_>) -> Vec<Change> {
    const WHY: &str = "after `|` the text begins on the next line";
    let line = of.line();
    let Some((_, value)) = line.value() else { return Vec::new() };
    let text = of.text[value.clone()].strip_prefix(['|', '>']).map(str::trim_start);
    // `|-` and `|2` are heads of a text that follows
    let Some(text) = text.filter(|text| text.starts_with(char::is_alphabetic)) else { return Vec::new() };
    let next = Line::all(of.text, line.end()..of.lines.end).next();
    let start = value.end - text.len();
    match next.filter(|next| next.indent() > line.indent()) {
        Some(next) => {
            vec![Change::new(value.start + 1..start, format!("\n{}", " ".repeat(next.indent())), WHY)]
        }
        None => vec![Change::new(value.start..start, "", "a text on the line of its key needs no `|`")],
    }
}

/// Fixes a line whose indentation matches no line above. The typo may be in the previous line if that is not
/// an entry.
fn indentation(of: &Broken<'_>) -> Vec<Change> {
    let guess = of.near().nth(1).is_some_and(|before| !before.is_entry());
    let changes = of.near().flat_map(|line| moved(of, line));
    changes.map(|change| Change { guess, ..change }).collect()
}

/// Moves a line to each column that is open there, nearest first. Only columns about as near as the nearest
/// one are candidates.
fn moved(of: &Broken<'_>, line: Line<'_>) -> Vec<Change> {
    let mut columns: Vec<usize> = Vec::new();
    for above in Line::all(of.text, 0..line.start).rev() {
        let column = above.indent();
        if columns.last().is_none_or(|last| column < *last) {
            columns.push(column);
        }
        if column == 0 {
            break;
        }
    }
    columns.extend(
        Line::all(of.text, line.end()..of.lines.end.max(line.end())).next().map(|next| next.indent()),
    );
    columns.sort_by_key(|column| column.abs_diff(line.indent()));
    columns.dedup();
    columns.retain(|column| *column != line.indent());
    let nearest = columns.first().map_or(0, |column| column.abs_diff(line.indent()));
    let near = columns.into_iter().take_while(|column| column.abs_diff(line.indent()) < nearest + 2);
    near.map(|column| to_column(of, line, column)).collect()
}

/// Moves a line to a column, with the more indented lines below it.
fn to_column(of: &Broken<'_>, line: Line<'_>, column: usize) -> Change {
    let below = Line::all(of.text, line.end()..of.lines.end.max(line.end()));
    let with_it = below.take_while(|below| below.indent() > line.indent());
    let edit = |moved: Line<'_>| {
        let new = moved.indent() + column - line.indent();
        (moved.start..moved.start + moved.indent(), " ".repeat(new))
    };
    let edits = [line].into_iter().chain(with_it).map(edit).collect();
    Change { edits, why: AS_ABOVE, guess: false }
}

/// Adds a missing `|` to a text of several lines.
fn bar(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let upwards = Line::all(of.text, of.lines.start..line.end().max(of.lines.start)).rev();
    let Some((head, (colon, value))) = upwards
        .filter(|above| above.start == line.start || above.indent() < line.indent())
        .find_map(|above| Some((above, above.value().filter(|_| above.is_entry())?)))
    else {
        return Vec::new();
    };
    let below = Line::all(of.text, head.end()..of.lines.end);
    let below: Vec<Line<'_>> = below.take_while(|below| below.indent() > head.indent()).collect();
    let Some(first) = below.first() else { return Vec::new() };
    if below.iter().any(Line::is_entry) || of.text[value.clone()].starts_with(['|', '>', '{', '[', '"', '\''])
    {
        return Vec::new();
    }
    let why = "a text of several lines begins with `|`";
    vec![match value.is_empty() {
        true => Change::new(colon..colon, " |", why),
        false => Change::new(colon..value.start, format!(" |\n{}", " ".repeat(first.indent())), why),
    }]
}

/// Quotes a value with a colon: `title: Kings: the game`. If the value starts with a word, it may also be a
/// map: `rounds: type: int`.
fn quotes(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let Some((_, value)) = line.value() else { return Vec::new() };
    let text = &of.text[value.clone()];
    let is_word = |c: char| c.is_ascii_lowercase() || c == '_';
    if !(text.contains(": ") || text.ends_with(':')) || text.starts_with(['"', '\'', '{', '[', '|', '>']) {
        return Vec::new();
    }
    // a line break may be missing instead
    let guess = !text.contains(|c: char| c.is_uppercase() || !c.is_ascii());
    let quotes = Change { guess, ..Change::new(value.clone(), quoted_plainly(text), QUOTES) };
    match text.split_once(": ").is_some_and(|(word, _)| word.chars().all(is_word)) {
        true => {
            vec![Change::new(value, format!("{{ {text} }}"), "put one key per line, except in `{ }`"), quotes]
        }
        false => vec![quotes],
    }
}

/// Quotes a value that starts with `@`, `*` or another reserved character.
fn special(of: &Broken<'_>) -> Vec<Change> {
    let line = of.line();
    let at = of.at.clamp(line.start, line.end());
    let from = of.text[line.start..at].trim_end_matches(|c: char| !c.is_whitespace()).len();
    let place = line.start + from..value_end(line, from).max(line.start + from);
    let text = &of.text[place.clone()];
    if !text.starts_with(['@', '`', '%', '*', '&', '!']) {
        return Vec::new();
    }
    // an alias or a tag may be intended
    let guess = text.starts_with(['*', '&', '!']);
    vec![Change { guess, ..Change::new(place, quoted_plainly(text), QUOTES) }]
}

/// Adds a missing colon: `kind face`, or `cards` with entries below it.
fn colon(of: &Broken<'_>) -> Vec<Change> {
    let change = |line: Line<'_>| {
        let (word, inner) = (line.word(), line.inner());
        let rest = of.text[word.end..inner.end].trim_start();
        let spaced = rest.is_empty() || of.text[word.end..].starts_with(' ');
        if word.is_empty() || !spaced || line.value().is_some() {
            return None;
        }
        // several words may be a statement with wrong indentation
        let guess = !rest.starts_with(['{', '[', '"', '\'']) && rest.contains(' ');
        Some(Change { guess, ..Change::new(word.end..word.end, ":", "a `:` follows a key") })
    };
    of.near().filter_map(change).collect()
}

/// Returns the plausible tab widths, most likely first: the indentation of the file, then common editor
/// settings.
pub(super) fn tab_widths(text: &str) -> Vec<usize> {
    let own = Line::all(text, 0..text.len()).map(|line| line.indent()).filter(|indent| *indent > 0).min();
    let mut widths = vec![own.unwrap_or(2), 2, 4, 8];
    let mut known = Vec::new();
    widths.retain(|width| {
        let new = !known.contains(width);
        known.push(*width);
        new
    });
    widths
}

/// Replaces the tabs of lines by `width` spaces each.
pub(super) fn without_tabs(tabs: &[(usize, usize)], width: usize) -> Change {
    let edit = |(at, count): &(usize, usize)| -> (Range<usize>, String) {
        (*at..*at + *count, " ".repeat(count * width))
    };
    Change { edits: tabs.iter().map(edit).collect(), why: "indent with spaces", guess: false }
}
