//! Lists and maps in brackets.

use super::scalar::is_bracket;
use super::{Known, Scan};
use crate::yaml::pieces::Writing;
use crate::yaml::read::Frame;

impl Scan<'_, '_> {
    /// A list or map in brackets, whose other lines stand at column `least` at least. Ends behind its last bracket.
    pub(super) fn flow(&mut self, least: usize) -> Known {
        let start = self.at;
        let is_list = self.peek(0) == b'[';
        let (frame, end) = match is_list {
            true => (Frame::List { start, items: Vec::new() }, b']'),
            false => (Frame::map(start), b'}'),
        };
        self.reader.open(start, start + 1, frame).ok()?;
        self.at += 1;
        self.flow_space(least)?;
        while self.peek(0) != end {
            if !is_list {
                let key = self.token(true)?;
                self.is_colon().then_some(())?;
                self.key(key)?;
                self.flow_space(least)?;
            }
            self.flow_value(least)?;
            self.flow_space(least)?;
            match self.peek(0) {
                b',' => self.at += 1,
                byte if byte == end => break,
                _ => return None,
            }
            self.flow_space(least)?;
            // a map ends elsewhere for the parser then
            (is_list || self.peek(0) != end).then_some(())?;
        }
        let end = self.after_comment(self.at + 1);
        match is_list {
            true => self.reader.close(self.at, end),
            false => self.close_map(self.at, end)?,
        }
        self.at += 1;
        Some(())
    }

    fn flow_value(&mut self, least: usize) -> Known {
        if matches!(self.peek(0), b'[' | b'{') {
            return self.flow(least);
        }
        let mut token = self.token(true)?;
        if token.writing == Writing::Plain {
            let goes_on = |scan: &Self| {
                let next = scan.peek(0);
                scan.column().is_some_and(|column| column >= least) && next != b'#' && !is_bracket(next)
            };
            self.lines(&mut token, true, goes_on)?;
        }
        self.add(token)
    }

    /// Past spaces, line breaks and comments between brackets.
    fn flow_space(&mut self, least: usize) -> Known {
        let first = self.line;
        loop {
            let end = self.at;
            self.skip_spaces();
            match self.bytes.get(self.at)? {
                b'\n' => self.at += 1,
                b'#' if self.at > end || self.at == self.line => self.skip_line(),
                _ => break,
            }
            self.line = self.at;
        }
        (self.line == first || self.at - self.line >= least).then_some(())
    }
}
