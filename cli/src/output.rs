//! Writing to the terminal: colour, width, lines. Nothing here knows a game.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};

use unicode_width::UnicodeWidthChar;

use crate::args::ColorChoice;

/// An ANSI style: the parameters of its escape sequence.
pub type Style = &'static str;

/// Headings.
pub const BOLD: Style = "1";
/// What is only there for orientation.
pub const DIM: Style = "2";

/// Standard output, or what a test reads instead.
pub struct Out {
    writer: Box<dyn Write>,
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
}

impl Out {
    /// Standard output, coloured as asked for.
    pub fn new(choice: ColorChoice) -> Self {
        let color = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                    && std::env::var_os("TERM").is_none_or(|v| v != "dumb")
            }
        };
        let (width, height) = (terminal_width(), terminal_height());
        let writer = Box::new(BufWriter::new(io::stdout()));
        Self { writer, closed: false, verdict: false, color, width, height }
    }

    /// Writes somewhere else, with colour.
    #[cfg(test)]
    pub fn to(writer: impl Write + 'static) -> Self {
        let writer = Box::new(writer);
        Self { writer, closed: false, verdict: false, color: true, width: 80, height: None }
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

    /// Writes a line broken into as many as it needs; all but the first are indented.
    pub fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        wrap(text, self.width, indent).iter().try_for_each(|line| self.line(line))
    }

    /// Writes text; of what steers the terminal only the styles of this program come through, if there is colour.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        let text = scrub(text, self.color);
        self.write(|writer| writer.write_all(text.as_bytes()))
    }

    /// Empties the terminal, also above what can be seen. The order matters: what is erased last can't be scrolled back to.
    pub fn clear(&mut self) -> io::Result<()> {
        self.write(|writer| writer.write_all(b"\x1b[H\x1b[2J\x1b[3J"))
    }

    /// Shows what was written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.write(|writer| writer.flush())
    }

    fn write(&mut self, body: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        if self.closed {
            return Ok(());
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
    pub fn paint(&self, style: &str, text: &str) -> String {
        paint(self.color, style, text)
    }
}

/// The text in a style, if there is colour.
pub fn paint(color: bool, style: &str, text: &str) -> String {
    if color && !style.is_empty() && !text.is_empty() {
        format!("\x1b[{style}m{text}\x1b[0m")
    } else {
        text.to_owned()
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

/// Columns that a text takes; escape sequences take none.
pub fn width(text: &str) -> usize {
    let mut columns = 0;
    let mut escape = false;
    for c in text.chars() {
        match c {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => {}
            c => columns += c.width().unwrap_or(0),
        }
    }
    columns
}

/// The text, cut to so many columns with an ellipsis; it must not be painted yet.
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |c: &char| {
        used += c.width().unwrap_or(0);
        used <= columns
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}…", kept.trim_end())
}

/// The text followed by blanks up to so many columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Blanks and then the text, so that it ends at so many columns.
pub fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Breaks a text between words, and a word that is longer than a line; leading blanks stay, all lines but the first are
/// indented.
pub fn wrap(text: &str, columns: usize, indent: usize) -> Vec<String> {
    let lead = text.len() - text.trim_start_matches(' ').len();
    let mut lines = Vec::new();
    let mut line = text[..lead].to_owned();
    let mut empty = true;
    for word in text[lead..].split(' ') {
        let room = columns.saturating_sub(width(&line) + usize::from(!empty));
        if !empty && width(word) > room {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        let mut rest = word;
        // what is painted is not as long as it seems
        while width(rest) + width(&line) > columns && empty && !rest.contains('\x1b') {
            let at = split(rest, columns.saturating_sub(width(&line)));
            lines.push(line + &rest[..at]);
            (line, rest) = (" ".repeat(indent), &rest[at..]);
        }
        line.push_str(rest);
        empty = false;
    }
    lines.push(line);
    lines
}

/// Where so many columns of a text end; after the first character at the earliest.
fn split(text: &str, columns: usize) -> usize {
    let mut ends = text.char_indices().skip(1);
    let over = ends.find(|(at, c)| width(&text[..*at]) + c.width().unwrap_or(0) > columns);
    over.map_or(text.len(), |(at, _)| at)
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
