//! Maps offsets in the value of a scalar to the bytes of the file.

use super::Pieces;

/// White space in YAML.
pub(super) const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// Style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    /// Without quotes.
    Plain,
    /// `'…'`
    Single,
    /// `"…"`
    Double,
    /// `|`: a literal block.
    Literal,
    /// `>`
    Folded,
}

/// Computes the pieces of `value`. Its source is `text[start..end]`, including quotes and block head.
pub(super) fn pieces(text: &str, start: usize, end: usize, value: &str, writing: Writing) -> Pieces {
    match writing {
        Writing::Literal | Writing::Folded if value.trim_matches(SPACE).is_empty() => {
            let at = clip(after_head(text, start, end));
            vec![(0, at), (clip(value.len()), at)].into()
        }
        Writing::Literal => literal(text, first_line(text, start, value), value)
            .unwrap_or_else(|| aligned(text, start, end, value, writing)),
        Writing::Folded => aligned(text, start, end, value, writing),
        Writing::Plain | Writing::Single | Writing::Double => {
            let (start, end) = inside_quotes(text, start, end, writing);
            if text.get(start..end) == Some(value) {
                return Pieces::one((0, clip(start)));
            }
            aligned(text, start, end, value, writing)
        }
    }
}

fn clip(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Returns the range of a scalar without its quotes.
fn inside_quotes(text: &str, start: usize, end: usize, writing: Writing) -> (usize, usize) {
    let quote = match writing {
        Writing::Single => "'",
        Writing::Double => "\"",
        Writing::Plain | Writing::Literal | Writing::Folded => return (start, end),
    };
    let inner = &text[start..end];
    let left = usize::from(inner.starts_with(quote));
    let right = usize::from(inner.len() > left && inner.ends_with(quote));
    (start + left, end - right)
}

/// Returns the start of the line after the head of an empty block scalar, for which the parser reports the
/// position of the head.
fn after_head(text: &str, start: usize, end: usize) -> usize {
    text[start..end].find('\n').map_or(end, |i| start + i + 1)
}

/// Returns the start of a block scalar's first line. The parser reports its first character after empty
/// lines.
fn first_line(text: &str, start: usize, value: &str) -> usize {
    let empty = value.bytes().take_while(|b| *b == b'\n').count();
    let mut breaks = text[..start].bytes().enumerate().rev().filter(|(_, b)| *b == b'\n');
    breaks.nth(empty).map_or(0, |(at, _)| at + 1)
}

/// Maps the lines of a literal block to lines of the file. The value may end with a line break that the file
/// lacks; a final piece keeps it inside the file. Returns `None` if value and file do not match.
fn literal(text: &str, start: usize, value: &str) -> Option<Pieces> {
    let mut pieces = Vec::new();
    let mut at = start;
    let mut offset = 0;
    for line in value.split_inclusive('\n') {
        let rest = text.get(at..).unwrap_or("");
        let length = rest.find('\n').unwrap_or(rest.len());
        let raw = rest[..length].trim_end_matches('\r');
        let content = line.trim_end_matches('\n');
        let indent = raw.strip_suffix(content)?.len();
        pieces.push((clip(offset), clip(at + indent)));
        offset += line.len();
        at = (at + length + 1).min(text.len());
    }
    if at == text.len() {
        pieces.push((clip(value.len()), clip(at)));
    }
    Some(pieces.into())
}

/// Scans value and source in parallel. White space around line breaks matches white space, an escape matches
/// its meaning, and all else matches itself.
fn aligned(text: &str, start: usize, end: usize, value: &str, writing: Writing) -> Pieces {
    let mut walk = Walk { value, raw: &text[start..end], v: 0, f: 0, start, pieces: Vec::new() };
    if writing == Writing::Folded {
        walk.fold();
    }
    walk.mark();
    while walk.v < value.len() && walk.step(writing) {}
    let agree = walk.v == value.len();
    if agree {
        walk.f = end - start;
    } else {
        // maps the whole rest of the value to this position
        walk.mark();
        walk.v = value.len();
    }
    if !agree || walk.pieces.len() > 1 {
        walk.mark();
    }
    walk.pieces.into()
}

struct Walk<'t> {
    value: &'t str,
    raw: &'t str,
    v: usize,
    f: usize,
    start: usize,
    /// Increasing pairs of offset in value and offset in file.
    pieces: Vec<(u32, u32)>,
}

impl Walk<'_> {
    /// Starts a piece at the current position.
    fn mark(&mut self) {
        let piece = (clip(self.v), clip(self.start + self.f));
        match self.pieces.last_mut() {
            Some(last) if last.0 == piece.0 => last.1 = piece.1,
            _ => self.pieces.push(piece),
        }
    }

    fn skip_raw_space(&mut self) {
        let rest = &self.raw[self.f..];
        self.f += rest.len() - rest.trim_start_matches(SPACE).len();
    }

    fn skip_value_space(&mut self) {
        let rest = &self.value[self.v..];
        self.v += rest.len() - rest.trim_start_matches(SPACE).len();
    }

    /// Advances by one step. Returns false if value and source do not match.
    fn step(&mut self, writing: Writing) -> bool {
        let rest = &self.raw[self.f..];
        let space = &rest[..rest.len() - rest.trim_start_matches(SPACE).len()];
        if space.contains('\n') {
            self.fold();
            return true;
        }
        if writing == Writing::Double && rest.starts_with('\\') {
            self.escape();
            return true;
        }
        let (Some(r), Some(v)) = (rest.chars().next(), self.value[self.v..].chars().next()) else {
            return false;
        };
        if r != v {
            return false;
        }
        self.v += v.len_utf8();
        self.f += r.len_utf8();
        if writing == Writing::Single && r == '\'' {
            self.f += usize::from(self.raw[self.f..].starts_with('\''));
            self.mark();
        }
        true
    }

    /// Skips a line break in the source and the matching space or line breaks in the value.
    fn fold(&mut self) {
        self.mark();
        self.skip_raw_space();
        self.skip_value_space();
        self.mark();
    }

    /// Skips an escape and the matching character of the value; none at the end of a line.
    fn escape(&mut self) {
        self.mark();
        let mut chars = self.raw[self.f..].chars();
        chars.next();
        let kind = chars.next();
        let digits = match kind {
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            _ => 0,
        };
        self.f += 1 + kind.map_or(0, char::len_utf8) + digits;
        self.f = ceil_boundary(self.raw, self.f);
        match kind {
            Some('\n' | '\r') => self.skip_raw_space(),
            _ => self.v += self.value[self.v..].chars().next().map_or(0, char::len_utf8),
        }
        self.mark();
    }
}

/// Returns the first character boundary at or after `at`, or the end.
fn ceil_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(text.len())
}
