//! Lines of styled text before painting, so that they can be measured, cut and combined.

use textwrap::WordSeparator;
use textwrap::core::{Fragment, Word, break_words};
use textwrap::wrap_algorithms::wrap_first_fit;

use crate::terminal::output::{DIM, PLAIN, Style, pad, paint, width};

pub(super) const COMMA: &str = ", ";

#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub text: String,
    pub style: Style,
}

impl Piece {
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style }
    }

    /// Creates a piece of secondary importance.
    pub fn dim(text: impl Into<String>) -> Self {
        Self::new(text, DIM)
    }

    pub fn width(&self) -> usize {
        width(&self.text)
    }
}

/// A sequence of pieces; blanks between them are part of the pieces.
#[derive(Clone, Default)]
pub(super) struct Line(pub Vec<Piece>);

impl From<Piece> for Line {
    fn from(piece: Piece) -> Self {
        Self(vec![piece])
    }
}

impl Line {
    pub fn width(&self) -> usize {
        self.0.iter().map(Piece::width).sum()
    }

    pub fn push(&mut self, text: impl Into<String>, style: Style) {
        self.0.push(Piece::new(text, style));
    }

    /// Wraps at blanks, or within words that are too long. All lines except the first are indented.
    pub fn wrapped(&self, columns: usize, indent: usize) -> Vec<Line> {
        let chars: Vec<(char, Style)> =
            self.0.iter().flat_map(|piece| piece.text.chars().map(|c| (c, piece.style))).collect();
        // don't break after a leading number or point
        let held = |(i, (c, _)): (usize, &(char, Style))| if i <= 2 && *c == ' ' { '\u{a0}' } else { *c };
        let text: String = chars.iter().enumerate().map(held).collect();
        let indent = indent.min(columns / 2);
        let words = words(&text, columns, columns - indent);
        let mut rest = chars.as_slice();
        let mut lines = Vec::new();
        for words in wrap_first_fit(&words, &[columns as f64, (columns - indent) as f64]) {
            let mut line = Line::default();
            if !lines.is_empty() && indent > 0 {
                line.push(" ".repeat(indent), PLAIN);
            }
            let all: usize = words.iter().map(|word| word.chars().count() + word.whitespace.len()).sum();
            let (chars, after) = rest.split_at(all);
            line.extend(&chars[..all - words.last().map_or(0, |word| word.whitespace.len())]);
            lines.push(line);
            rest = after;
        }
        lines
    }

    fn extend(&mut self, chars: &[(char, Style)]) {
        for (c, style) in chars {
            match self.0.last_mut().filter(|piece| piece.style == *style) {
                Some(piece) => piece.text.push(*c),
                None => self.push(c.to_string(), *style),
            }
        }
    }

    pub fn paint(&self, color: bool) -> String {
        self.0.iter().map(|piece| paint(color, piece.style, &piece.text)).collect()
    }

    /// Paints the line so that [`wrap`](crate::terminal::output::wrap) only breaks it after commas, if the
    /// parts between them fit. [`loose`] restores the other blanks.
    pub fn tight(&self, room: usize, color: bool) -> String {
        let is_comma = |piece: &Piece| piece.text == COMMA;
        let run = |pieces: &[Piece]| {
            let fits = pieces.iter().map(Piece::width).sum::<usize>() < room;
            let blank = if fits { "\u{a0}" } else { " " };
            let text = |piece: &Piece| paint(color, piece.style, &piece.text.replace(' ', blank));
            pieces.iter().map(text).collect::<String>()
        };
        self.0.split(is_comma).map(run).collect::<Vec<_>>().join(COMMA)
    }

    /// Wraps between pieces. A comma stays at the end of a line.
    pub fn broken(&self, columns: usize) -> Vec<Line> {
        let groups: Vec<Group> = self.0.chunk_by(|_, next| next.text == COMMA).map(Group).collect();
        let lines = wrap_first_fit(&groups, &[columns as f64]);
        let line = |groups: &[Group]| {
            let mut line = Line(groups.iter().flat_map(|group| group.0).cloned().collect());
            line.trim_start();
            line
        };
        let mut lines: Vec<Line> = lines.into_iter().map(line).collect();
        if let Some((_, before)) = lines.split_last_mut() {
            before.iter_mut().for_each(Line::trim_end);
        }
        lines
    }

    fn trim_start(&mut self) {
        if let Some(first) = self.0.first_mut() {
            first.text = first.text.trim_start().to_owned();
        }
    }

    fn trim_end(&mut self) {
        if let Some(last) = self.0.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
    }
}

/// Splits a text into words, and words that are too long into parts. The first word has another width than
/// the rest.
fn words(text: &str, first: usize, further: usize) -> Vec<Word<'_>> {
    let begins = WordSeparator::AsciiSpace.find_words(text).next();
    let begins = begins.and_then(|word| word.break_apart(first).next());
    let rest = begins.map_or(0, |word| word.len() + word.whitespace.len());
    let rest = break_words(WordSeparator::AsciiSpace.find_words(&text[rest..]), further);
    begins.into_iter().chain(rest).collect()
}

/// A piece, and the comma after it.
#[derive(Debug)]
struct Group<'a>(&'a [Piece]);

impl Group<'_> {
    /// Returns the width with and without trailing blanks.
    fn widths(&self) -> [usize; 2] {
        let text: String = self.0.iter().map(|piece| piece.text.as_str()).collect();
        [width(&text), width(text.trim_end())]
    }
}

impl Fragment for Group<'_> {
    fn width(&self) -> f64 {
        self.widths()[1] as f64
    }

    fn whitespace_width(&self) -> f64 {
        let [all, text] = self.widths();
        (all - text) as f64
    }

    fn penalty_width(&self) -> f64 {
        0.0
    }
}

/// Replaces the non-breaking blanks of [`tight`](Line::tight) by normal ones.
pub(super) fn loose(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

#[derive(Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<(usize, Line)>>,
}

impl Canvas {
    /// Places a line; text at other columns must leave room for it.
    pub fn put(&mut self, x: usize, y: usize, line: impl Into<Line>) {
        if self.rows.len() <= y {
            self.rows.resize_with(y + 1, Vec::new);
        }
        self.rows[y].push((x, line.into()));
    }

    pub fn draw(mut self, color: bool) -> Vec<String> {
        let row = |parts: &mut Vec<(usize, Line)>| {
            parts.sort_by_key(|(x, _)| *x);
            let place = |text: String, (x, line): &(usize, Line)| pad(&text, *x) + &line.paint(color);
            parts.iter().fold(String::new(), place).trim_end().to_owned()
        };
        self.rows.iter_mut().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::output::BOLD;

    #[test]
    fn what_is_too_long_is_broken_and_keeps_its_style() {
        let line = Line(vec![Piece::new("goal: ", DIM), Piece::new("Agriculture and Trade", BOLD)]);
        let broken = |columns: usize| -> Vec<String> {
            line.wrapped(columns, 2).iter().map(|line| line.paint(false)).collect()
        };
        assert_eq!(broken(40), ["goal: Agriculture and Trade"]);
        assert_eq!(broken(17), ["goal: Agriculture", "  and Trade"]);
        assert_eq!(broken(12), ["goal:", "  Agricultur", "  e and", "  Trade"]);
        assert_eq!(line.wrapped(17, 2)[1].paint(true), "  \x1b[1mand Trade\x1b[0m");
        assert_eq!(broken(1).concat().replace(' ', ""), "goal:AgricultureandTrade");
    }

    #[test]
    fn a_comma_ends_a_line_and_begins_none() {
        let names = ["left over: ", "Architect", COMMA, "Strategist", COMMA, "Farmer"];
        let line = Line(names.iter().map(|name| Piece::new(*name, PLAIN)).collect());
        let broken = |columns: usize| -> Vec<String> {
            line.broken(columns).iter().map(|line| line.paint(false)).collect()
        };
        assert_eq!(broken(20), ["left over:", "Architect,", "Strategist, Farmer"]);
        assert_eq!(broken(21), ["left over: Architect,", "Strategist, Farmer"]);
        assert_eq!(broken(34), ["left over: Architect, Strategist,", "Farmer"]);
        assert_eq!(broken(99), ["left over: Architect, Strategist, Farmer"]);
    }
}
