//! Terminal output: colours, width and lines. Independent of games.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use anstream::AutoStream;

use ludex_table::typeset::is_control;

use crate::args::ColorChoice;

mod lines;
mod style;

pub use lines::{cut, pad, pad_left, width, wrap};
pub use ludex_table::typeset::clean;
pub use style::*;

/// Standard output, or a replacement in tests.
pub struct Out {
    writer: Box<dyn Write>,
    /// Buffered output while it is held back.
    held: Option<Vec<u8>>,
    closed: bool,
    /// True if the command continues after the output is closed, because its exit code matters.
    pub verdict: bool,
    pub color: bool,
    /// Width of the terminal in columns.
    pub width: usize,
    /// Height of the terminal in lines, if it is one.
    pub height: Option<usize>,
    /// Number of lines written so far.
    pub lines: usize,
}

impl Out {
    /// Opens standard output, coloured as requested.
    pub fn new(choice: ColorChoice) -> Self {
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        };
        let (width, height) = (terminal_width(), terminal_height());
        let writer = Box::new(BufWriter::new(io::stdout()));
        Self { writer, held: None, closed: false, verdict: false, color, width, height, lines: 0 }
    }

    /// Creates an output that discards everything.
    pub fn nowhere() -> Self {
        let writer = Box::new(io::sink());
        Self {
            writer,
            held: None,
            closed: false,
            verdict: false,
            color: false,
            width: 80,
            height: None,
            lines: 0,
        }
    }

    /// Writes to another writer, with colour.
    #[cfg(test)]
    pub fn to(writer: impl Write + 'static) -> Self {
        let writer = Box::new(writer);
        Self {
            writer,
            held: None,
            closed: false,
            verdict: false,
            color: true,
            width: 80,
            height: None,
            lines: 0,
        }
    }

    pub fn measure(&mut self) {
        (self.width, self.height) = (terminal_width(), terminal_height());
    }

    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.text(text)?;
        self.text("\n")
    }

    pub fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
        self.line(&text)
    }

    /// Writes a text with line wrapping; all lines except the first are indented.
    pub fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        wrap(text, self.width, indent).iter().try_for_each(|line| self.line(line))
    }

    /// Writes text. Removes terminal control sequences, except for the program's styles if colour is enabled.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let text = scrub(text, self.color);
        self.lines += text.matches('\n').count();
        self.write(|writer| writer.write_all(text.as_bytes()))
    }

    /// Clears the terminal including its scrollback. The order of sequences matters: the part erased last
    /// can't be scrolled back to.
    pub fn clear(&mut self) -> io::Result<()> {
        self.write(|writer| writer.write_all(b"\x1b[H\x1b[2J\x1b[3J"))
    }

    /// Erases the current, unfinished line.
    pub fn wipe_line(&mut self) -> io::Result<()> {
        self.write(|writer| writer.write_all(b"\r\x1b[2K"))
    }

    /// Buffers the output from now on, because a line is being edited.
    pub fn hold(&mut self) -> io::Result<()> {
        self.flush()?;
        self.held.get_or_insert_default();
        Ok(())
    }

    /// Returns the buffered output, if any, and ends buffering.
    pub fn release(&mut self) -> Option<String> {
        self.held.take().map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.write(|writer| writer.flush())
    }

    fn write(&mut self, body: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        if let Some(held) = &mut self.held {
            return body(held);
        }
        match body(self.writer.as_mut()) {
            Err(error) if self.verdict && error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            written => written,
        }
    }

    /// Formats text in a style, if colour is enabled.
    pub fn paint(&self, style: Style, text: &str) -> String {
        paint(self.color, style, text)
    }
}

/// Writes a line to stderr; ignores errors.
pub fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "{}", scrub(message, true));
}

/// Returns `COLUMNS`, the width of the terminal, or 80.
fn terminal_width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.trim().parse::<usize>().ok());
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    given.or_else(asked).filter(|w| *w > 0).unwrap_or(80).clamp(24, 500)
}

/// Returns `LINES` or the height of the terminal; `None` if output is not a terminal.
fn terminal_height() -> Option<usize> {
    let given = std::env::var("LINES").ok().and_then(|lines| lines.trim().parse::<usize>().ok());
    let size = || terminal_size::terminal_size_of(io::stdout());
    let asked = || size().map(|(_, height)| usize::from(height.0));
    given.or_else(asked).filter(|lines| *lines > 0)
}

/// Removes control sequences, except line ends, tabs and, with colour, styles. This is the last safeguard:
/// texts of rulesets and saves are already [`clean`].
fn scrub(text: &str, color: bool) -> Cow<'_, str> {
    if !text.contains(is_control_in_line) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_control_in_line) {
        out.push_str(&rest[..at]);
        let style = if color { style_at(&rest[at..]) } else { None };
        let bad = rest[at..].chars().next().map_or(0, char::len_utf8);
        match style {
            Some(style) => out.push_str(style),
            None => out.push(' '),
        }
        rest = &rest[at + style.map_or(bad, str::len)..];
    }
    Cow::Owned(out + rest)
}

fn is_control_in_line(c: char) -> bool {
    is_control(c) && !matches!(c, '\n' | '\t')
}

/// Returns the style sequence at the start of a text: `ESC [ 1 ; 31 m`.
fn style_at(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then(|| &text[..end + 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_styles_come_through() {
        assert_eq!(scrub("plain\n\ttext", false), "plain\n\ttext");
        assert_eq!(scrub("a\x1b[1;31mb\x1b[0m", true), "a\x1b[1;31mb\x1b[0m");
        assert_eq!(scrub("a\x1b[1mb", false), "a [1mb");
        for bad in ["\x1b[2J", "\x1b]0;title\x07", "\x1b", "\x1b[", "\u{9b}2J", "\r", "\u{202e}"] {
            assert!(!scrub(&format!("a{bad}b"), true).contains(is_control), "{bad:?}");
        }
    }
}
