//! Writing to the terminal: colour, width, lines. Nothing here knows a game.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use unicode_width::UnicodeWidthChar;

use crate::args::ColorChoice;

/// An ANSI style: the parameters of its escape sequence.
pub type Style = &'static str;

/// Headings.
pub const BOLD: Style = "1";
/// What is only there for orientation.
pub const DIM: Style = "2";

/// Standard output.
pub struct Out {
    writer: BufWriter<Stdout>,
    /// Whether to colour.
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
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
        Self { writer: BufWriter::new(io::stdout()), color, width: terminal_width() }
    }

    /// Writes a line.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.writer, "{text}")
    }

    /// Writes a line broken into as many as it needs; all but the first are indented.
    pub fn wrapped(&mut self, text: &str, indent: usize) -> io::Result<()> {
        wrap(text, self.width, indent).iter().try_for_each(|line| self.line(line))
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.writer.write_all(text.as_bytes())
    }

    /// Shows what was written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
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
    let _ = writeln!(io::stderr(), "{message}");
}

/// `COLUMNS`, else the terminal's width, else 80.
fn terminal_width() -> usize {
    let given = std::env::var("COLUMNS").ok().and_then(|c| c.trim().parse::<usize>().ok());
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    given.or_else(asked).filter(|w| *w > 0).unwrap_or(80).clamp(24, 500)
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

/// Breaks a text between words; leading blanks stay, all lines but the first are indented.
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
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
    lines
}

/// Text from a ruleset without anything that could steer the terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if steers(c) { ' ' } else { c }).collect()
}

/// Whether a character steers the terminal, or turns the direction of what stands around it.
pub fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
