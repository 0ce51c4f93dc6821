//! The forms of YAML that rulesets are written in, read without the YAML parser: block maps and lists, scalars on one line, plain ones on several, `|` and
//! `>`, and brackets.
//!
//! What this reads it reads as the parser would, down to every place (a test compares both). Whatever else there is, an unusual form or a mistake, ends it
//! with `None`; then the parser reads the same text from its beginning, and says what is wrong.

mod flow;
mod scalar;

use super::pieces::Writing;
use super::read::{Frame, Reader};
use scalar::Token;

/// That something was read: nothing where its form is another one.
type Known = Option<()>;

/// Reads a text from `begin` on into a reader that is new.
pub(super) fn read(reader: &mut Reader<'_>, text: &str, begin: usize) -> Known {
    if is_odd(&text[begin..]) {
        return None;
    }
    let mut scan = Scan { reader, text, bytes: text.as_bytes(), at: begin, line: begin };
    scan.next_content()?;
    let column = scan.column()?;
    match scan.is_item() {
        true => scan.list(column, false)?,
        false => {
            let key = scan.token(false).filter(|_| scan.is_colon())?;
            scan.map(column, key)?;
        }
    }
    scan.column().is_none().then_some(())
}

/// Whether a text has a tab, a carriage return, or a mark of the byte order, which begins with a byte that few others begin with.
fn is_odd(text: &str) -> bool {
    let may_be = |byte: u8| matches!(byte, b'\t' | b'\r' | 0xef);
    let found = text.bytes().fold(false, |found, byte| found | may_be(byte));
    found && text.contains(['\t', '\r', '\u{feff}'])
}

struct Scan<'s, 't> {
    reader: &'s mut Reader<'t>,
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    /// Where the line begins.
    line: usize,
}

impl<'s> Scan<'s, '_> {
    /// The byte at some distance; a line break after the last.
    fn peek(&self, distance: usize) -> u8 {
        self.bytes.get(self.at + distance).copied().unwrap_or(b'\n')
    }

    /// The column of what comes next; nothing at the end.
    fn column(&self) -> Option<usize> {
        (self.at < self.bytes.len()).then_some(self.at - self.line)
    }

    fn is_item(&self) -> bool {
        self.peek(0) == b'-' && is_blank(self.peek(1))
    }

    fn skip_spaces(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte != b' ').unwrap_or(rest.len());
    }

    /// From the beginning of a line to what comes next, there or on a later line.
    fn next_content(&mut self) -> Known {
        loop {
            self.skip_spaces();
            match self.bytes.get(self.at) {
                None => return Some(()),
                Some(b'\n') => self.at += 1,
                Some(b'#') => self.skip_line(),
                Some(_) => break,
            }
            self.line = self.at;
        }
        let marks_document =
            self.at == self.line && ["---", "..."].iter().any(|m| self.text[self.at..].starts_with(m));
        (!marks_document).then_some(())
    }

    /// Past the end of the line.
    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
    }

    /// What the parser takes for the end of a sign that ends there: spaces behind it are part of it, and a comment.
    fn after_comment(&self, end: usize) -> usize {
        let rest = &self.bytes[end..];
        let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
        let comment = rest[spaces..].iter().take_while(|byte| **byte != b'\n');
        match spaces > 0 && rest.get(spaces) == Some(&b'#') {
            true => end + spaces + comment.count(),
            false => end + spaces,
        }
    }

    /// From the end of a value to what comes next: there is nothing more on its line but a comment.
    fn end_line(&mut self) -> Known {
        let end = self.at;
        self.skip_spaces();
        match self.bytes.get(self.at) {
            None => return Some(()),
            Some(b'\n') => {}
            Some(b'#') if self.at > end => {}
            Some(_) => return None,
        }
        self.next_line()
    }

    /// To what comes next on a later line.
    fn next_line(&mut self) -> Known {
        self.skip_line();
        self.line = self.at;
        self.next_content()
    }

    /// What begins here, whose lines stand at column `least` at least. Ends before what comes next.
    fn block(&mut self, least: usize) -> Known {
        let column = self.at - self.line;
        match self.peek(0) {
            _ if self.is_item() => self.list(column, false),
            b'[' | b'{' => {
                self.flow(least)?;
                self.end_line()
            }
            b'|' | b'>' => self.block_scalar(least),
            _ => {
                let token = self.token(false)?;
                match self.is_colon() {
                    true => self.map(column, token),
                    false => self.rest_of(token, least),
                }
            }
        }
    }

    /// A list whose dashes stand in a column, perhaps in that of the key before it.
    fn list(&mut self, column: usize, below_key: bool) -> Known {
        let dash = self.at;
        let start = if below_key { self.after_comment(dash + 1) } else { dash };
        self.reader.open(start, start, Frame::List { start, items: Vec::new() }).ok()?;
        loop {
            self.at += 1;
            self.skip_spaces();
            if matches!(self.peek(0), b'\n' | b'#') {
                self.next_line()?;
                // an empty item has a place of its own
                self.column().filter(|next| *next > column)?;
            }
            self.block(column + 1)?;
            match self.column() {
                Some(next) if next == column && self.is_item() => {}
                Some(next) if next > column || next == column && !below_key => return None,
                Some(_) | None => break,
            }
        }
        self.reader.close(self.at, self.at);
        Some(())
    }

    /// A map whose keys stand in a column; the first has been read.
    fn map(&mut self, column: usize, first: Token<'s>) -> Known {
        self.reader.open(first.start, first.start, Frame::map(first.start)).ok()?;
        let mut key = first;
        loop {
            self.key(key)?;
            self.value_of_key(column)?;
            match self.column() {
                Some(next) if next == column && !self.is_item() => {}
                Some(next) if next >= column => return None,
                Some(_) | None => break,
            }
            key = self.token(false)?;
            self.is_colon().then_some(())?;
        }
        self.close_map(self.at, self.at)
    }

    /// Whether a colon comes next, with nothing or a blank behind it.
    fn is_colon(&self) -> bool {
        let spaces = self.bytes[self.at..].iter().take_while(|byte| **byte == b' ').count();
        self.peek(spaces) == b':' && is_blank(self.peek(spaces + 1))
    }

    /// A key, up to its colon and past it.
    fn key(&mut self, key: Token<'s>) -> Known {
        self.skip_spaces();
        self.at += 1;
        (key.end - key.start < LONGEST_KEY).then_some(())?;
        match key.writing {
            Writing::Plain => self.reader.plain_key(&key.value, key.start).ok(),
            Writing::Single | Writing::Double | Writing::Literal | Writing::Folded => self.add(key),
        }
    }

    /// The end of a map, in which no key stands twice.
    fn close_map(&mut self, start: usize, end: usize) -> Known {
        (!self.reader.has_key_twice()).then(|| self.reader.close(start, end))
    }

    /// What stands behind the colon of a key in this column, or below it.
    fn value_of_key(&mut self, column: usize) -> Known {
        self.skip_spaces();
        match self.peek(0) {
            b'\n' | b'#' => {
                self.next_line()?;
                match self.column() {
                    Some(next) if next > column => self.block(column + 1),
                    Some(next) if next == column && self.is_item() => self.list(column, true),
                    Some(_) | None => self.reader.scalar("".into(), Writing::Plain, self.at, self.at).ok(),
                }
            }
            b'[' | b'{' => {
                self.flow(column + 1)?;
                self.end_line()
            }
            b'|' | b'>' => self.block_scalar(column + 1),
            _ if self.is_item() => None,
            _ => {
                let token = self.token(false)?;
                if self.is_colon() { None } else { self.rest_of(token, column + 1) }
            }
        }
    }

    /// A scalar outside brackets of which the first line has been read.
    fn rest_of(&mut self, mut token: Token<'s>, least: usize) -> Known {
        if token.writing == Writing::Plain {
            let goes_on =
                |scan: &Self| scan.column().is_some_and(|column| column >= least) && scan.peek(0) != b'#';
            self.lines(&mut token, false, goes_on)?;
        }
        self.add(token)?;
        self.end_line()
    }

    fn add(&mut self, token: Token<'s>) -> Known {
        let Token { writing, start, end, value } = token;
        self.reader.scalar(value, writing, start, end).ok()
    }
}

/// The parser has a limit beyond this.
const LONGEST_KEY: usize = 1_000;

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}
