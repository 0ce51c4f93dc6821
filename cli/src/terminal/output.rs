//! Writing to the terminal: colour, width, lines. Nothing here knows a game.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};

use anstream::AutoStream;

use crate::args::ColorChoice;

mod lines;
mod style;

pub use lines::{cut, pad, pad_left, width, wrap};
pub use style::*;

/// Standard output, or what a test reads instead.
pub struct Out {
    writer: Box<dyn Write>,
    /// What is written while it is held back.
    held: Option<Vec<u8>>,
    /// Nobody reads any more.
    closed: bool,
    /// A command whose exit code is a verdict goes on when nobody reads any more.
    pub verdict: bool,
    /// Whether to colour.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Lines of the terminal, if it is one.
    pub height: Option<usize>,
    /// Number of lines written so far.
    pub lines: usize,
}

impl Out {
    /// Standard output, coloured as asked for.
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

    /// Where nobody reads.
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

    /// Writes somewhere else, with colour.
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

    /// The terminal may have another size by now.
    pub fn measure(&mut self) {
        (self.width, self.height) = (terminal_width(), terminal_height());
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes a value as JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(io::Error::from)?;
        self.line(&text)
    }

    /// Writes a line broken into as many as it needs; all but the first are indented.
    pub fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        wrap(text, self.width, indent).iter().try_for_each(|line| self.line(line))
    }

    /// Writes text; of what steers the terminal only the styles of this program come through, if there is colour.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let text = scrub(text, self.color);
        self.lines += text.matches('\n').count();
        self.write(|writer| writer.write_all(text.as_bytes()))
    }

    /// Empties the terminal, also above what can be seen. The order matters: what is erased last can't be scrolled back to.
    pub fn clear(&mut self) -> io::Result<()> {
        self.write(|writer| writer.write_all(b"\x1b[H\x1b[2J\x1b[3J"))
    }

    /// Takes back what was written of a line that has no end yet.
    pub fn wipe_line(&mut self) -> io::Result<()> {
        self.write(|writer| writer.write_all(b"\r\x1b[2K"))
    }

    /// From now on what is written is kept, for a line is being edited there.
    pub fn hold(&mut self) -> io::Result<()> {
        self.flush()?;
        self.held.get_or_insert_default();
        Ok(())
    }

    /// What was kept, if anything was to be; what comes is written again.
    pub fn release(&mut self) -> Option<String> {
        self.held.take().map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    /// Shows what was written.
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

    /// The text in a style, if there is colour.
    pub fn paint(&self, style: Style, text: &str) -> String {
        paint(self.color, style, text)
    }
}

/// A line on stderr; a closed stderr is no problem.
pub fn warn(message: &str) {
    let _ = writeln!(io::stderr(), "{}", scrub(message, true));
}

/// `COLUMNS`, else the terminal's width, else 80.
fn terminal_width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.trim().parse::<usize>().ok());
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    given.or_else(asked).filter(|w| *w > 0).unwrap_or(80).clamp(24, 500)
}

/// `LINES`, else the terminal's height; what is no terminal has none.
fn terminal_height() -> Option<usize> {
    let given = std::env::var("LINES").ok().and_then(|lines| lines.trim().parse::<usize>().ok());
    let size = || terminal_size::terminal_size_of(io::stdout());
    let asked = || size().map(|(_, height)| usize::from(height.0));
    given.or_else(asked).filter(|lines| *lines > 0)
}

/// Text from a ruleset without anything that could steer the terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if steers(c) { ' ' } else { c }).collect()
}

/// What is written without anything that steers the terminal but line ends, tabs and, if there is colour, styles. The last
/// guard: texts of rulesets and saves are [`clean`] before they are laid out.
fn scrub(text: &str, color: bool) -> Cow<'_, str> {
    if !text.contains(steers_not_lines) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(steers_not_lines) {
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

fn steers_not_lines(c: char) -> bool {
    steers(c) && !matches!(c, '\n' | '\t')
}

/// The sequence that a text begins with, if it sets a style: `ESC [ 1 ; 31 m`.
fn style_at(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then(|| &text[..end + 3])
}

/// Whether a character steers the terminal, or turns the direction of what stands around it.
pub fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
            assert!(!scrub(&format!("a{bad}b"), true).contains(steers), "{bad:?}");
        }
    }
}
