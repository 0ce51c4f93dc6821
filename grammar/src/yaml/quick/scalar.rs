//! Scalars.

use std::borrow::Cow;

use super::{Known, Scan, is_blank};
use crate::yaml::pieces::Writing;

/// A scalar as it was read.
pub(super) struct Token<'s> {
    pub writing: Writing,
    /// Where it begins, quotes included.
    pub start: usize,
    /// Where it ends for the parser.
    pub end: usize,
    pub value: Cow<'s, str>,
}

impl<'s> Scan<'s, '_> {
    /// A scalar in quotes, or the first line of a plain one.
    pub(super) fn token(&mut self, in_flow: bool) -> Option<Token<'s>> {
        let start = self.at;
        let (writing, value) = match self.peek(0) {
            b'\'' => (Writing::Single, self.single()?),
            b'"' => (Writing::Double, self.double()?),
            b'-' if is_blank(self.peek(1)) => return None,
            sign if SIGNS.contains(&sign) => return None,
            _ => (Writing::Plain, self.plain_line(in_flow)?.into()),
        };
        let end = if writing == Writing::Plain { self.at } else { self.after_comment(self.at) };
        Some(Token { writing, start, end, value })
    }

    /// What stands of a plain scalar on this line.
    fn plain_line(&mut self, in_flow: bool) -> Option<&'s str> {
        let (line, mut length) = (&self.bytes[self.at..], 0);
        for (i, byte) in line.iter().enumerate() {
            if !MAY_END[usize::from(*byte)] {
                length = i + 1;
                continue;
            }
            let next = || line.get(i + 1).copied().unwrap_or(b'\n');
            match byte {
                b' ' => {}
                b'\n' => break,
                b':' if is_blank(next()) || in_flow && is_bracket(next()) => break,
                b'#' if i > length => break,
                b'-' if in_flow && is_bracket(next()) => return None,
                byte if in_flow && is_bracket(*byte) => break,
                _ => length = i + 1,
            }
        }
        let start = self.at;
        self.at += length;
        (length > 0).then(|| &self.text[start..self.at])
    }

    /// The lines of a plain scalar after its first, for as long as the next line with something on it is one.
    pub(super) fn lines(
        &mut self,
        token: &mut Token<'s>,
        in_flow: bool,
        goes_on: impl Fn(&Self) -> bool,
    ) -> Known {
        loop {
            let (end, line) = (self.at, self.line);
            let breaks = self.skip_breaks();
            if breaks == 0 || self.column().is_none() || !goes_on(self) {
                (self.at, self.line) = (end, line);
                return Some(());
            }
            let content = self.plain_line(in_flow)?;
            let value = token.value.to_mut();
            value.extend(std::iter::repeat_n(if breaks == 1 { ' ' } else { '\n' }, (breaks - 1).max(1)));
            value.push_str(content);
            token.end = self.at;
        }
    }

    /// Past spaces and line breaks; how many of these there are.
    fn skip_breaks(&mut self) -> usize {
        let mut breaks = 0;
        loop {
            self.skip_spaces();
            if self.bytes.get(self.at) != Some(&b'\n') {
                return breaks;
            }
            breaks += 1;
            self.at += 1;
            self.line = self.at;
        }
    }

    /// A scalar in single quotes, on one line.
    fn single(&mut self) -> Option<Cow<'s, str>> {
        let mut value = Cow::Borrowed("");
        loop {
            let part = self.up_to(|byte| byte == b'\'')?;
            append(&mut value, part);
            if self.peek(0) != b'\'' {
                return Some(value);
            }
            value.to_mut().push('\'');
        }
    }

    /// A scalar in double quotes, on one line, with the commonest escapes.
    fn double(&mut self) -> Option<Cow<'s, str>> {
        let inside = &self.text[self.at + 1..];
        let inside = &inside[..inside.find('"')?];
        if !inside.as_bytes().contains(&b'\\') && !inside.as_bytes().contains(&b'\n') {
            self.at += inside.len() + 2;
            return Some(inside.into());
        }
        let mut value = Cow::Borrowed("");
        loop {
            let part = self.up_to(|byte| matches!(byte, b'"' | b'\\'))?;
            append(&mut value, part);
            if self.bytes[self.at - 1] == b'"' {
                return Some(value);
            }
            value.to_mut().push(match self.peek(0) {
                b'n' => '\n',
                sign @ (b'"' | b'\\') => char::from(sign),
                _ => return None,
            });
        }
    }

    /// From the sign here to the next that is one; past that.
    fn up_to(&mut self, is_sign: impl Fn(u8) -> bool) -> Option<&'s str> {
        let start = self.at + 1;
        let length = self.bytes[start..].iter().position(|byte| is_sign(*byte) || *byte == b'\n')?;
        self.at = start + length + 1;
        (self.bytes[start + length] != b'\n').then(|| &self.text[start..start + length])
    }

    /// A block scalar, whose lines stand at column `least` at least.
    pub(super) fn block_scalar(&mut self, least: usize) -> Known {
        let folds = self.peek(0) == b'>';
        let strips = self.peek(1) == b'-';
        self.at = self.after_comment(self.at + 1 + usize::from(strips));
        let breaks = self.skip_breaks();
        let margin = self.column().filter(|column| breaks == 1 && *column >= least)?;
        let start = self.at;
        let mut value = self.block_lines(margin, folds)?;
        if strips {
            value.pop();
        }
        let writing = if folds { Writing::Folded } else { Writing::Literal };
        self.reader.scalar(value.into(), writing, start, self.at).ok()?;
        self.at = self.line;
        self.next_content()
    }

    /// What stands at a margin, to the end of its last line.
    fn block_lines(&mut self, margin: usize, folds: bool) -> Option<String> {
        let (mut value, mut empty) = (String::new(), 0);
        while self.column().is_some_and(|column| column >= margin) {
            // lines that stand further to the right are not folded
            (!folds || self.at == self.line + margin).then_some(())?;
            let from = self.line + margin;
            self.skip_line();
            if folds && !value.is_empty() {
                value.pop();
                value.push_str(if empty == 0 { " " } else { "" });
            }
            value.extend(std::iter::repeat_n('\n', empty));
            value.push_str(&self.text[from..self.at]);
            self.line = self.at;
            empty = self.empty_lines(margin)?;
        }
        // the parser ends a line that the file does not
        value.ends_with('\n').then_some(value)
    }

    /// Past lines with nothing on them; how many there are. Spaces beyond the margin would be content.
    fn empty_lines(&mut self, margin: usize) -> Option<usize> {
        let mut count = 0;
        loop {
            self.skip_spaces();
            let is_empty = self.peek(0) == b'\n';
            if !is_empty || self.at == self.bytes.len() {
                return (!is_empty || self.at == self.line).then_some(count);
            }
            (self.at - self.line <= margin).then_some(())?;
            count += 1;
            self.at += 1;
            self.line = self.at;
        }
    }
}

/// What no plain scalar begins with, or seldom.
const SIGNS: &[u8] = b"?:,[]{}#&*!|>%@`";

/// Bytes at which a plain scalar may end.
static MAY_END: [bool; 256] = {
    let signs = b" \n:#-,[]{}";
    let mut may_end = [false; 256];
    let mut i = 0;
    while i < signs.len() {
        may_end[signs[i] as usize] = true;
        i += 1;
    }
    may_end
};

pub(super) fn is_bracket(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

fn append<'s>(value: &mut Cow<'s, str>, part: &'s str) {
    if value.is_empty() { *value = Cow::Borrowed(part) } else { value.to_mut().push_str(part) }
}
