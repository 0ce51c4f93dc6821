//! Widths of texts, and the largest font size that fits into an area.
//!
//! Widths are those of an embedded font, or the metrics of the standard font Helvetica plus a margin. With any
//! usual substitute (Arial, Liberation Sans, DejaVu Sans), lines stay in their area. All lengths are in
//! millimetres.

use super::fonts::Font;
use super::rich::{Paragraph, Span, Style, paragraphs};

/// Fonts in order of preference.
pub const FONTS: &str = "'Liberation Sans', Arial, Helvetica, sans-serif";

/// Line height, relative to the font size.
pub const LINE: f64 = 1.22;

/// Widths of the characters from the space to `~`, in thousandths of the font size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Width of the widest substitute font, in percent of Helvetica.
const WIDER: u32 = 112;
/// Width of the widest bold font, in percent of normal Helvetica.
const BOLDER: u32 = 122;
/// Width to which texts next to an icon are spaced, in percent of Helvetica: between the usual substitutes.
const BESIDE: (u32, u32) = (104, 112);
/// Width of an icon with its margins, in thousandths of the font size.
const ICON: u32 = 1_150;
/// Indentation of the items of a list, relative to the font size.
const INDENT: f64 = 0.8;

/// Alignment of a text in its area, horizontally or vertically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Start,
    Middle,
    End,
}

impl Align {
    /// Finds an alignment by a word of SVG, CSS or an editor.
    pub fn find(word: &str) -> Option<Align> {
        match word {
            "start" | "left" | "top" | "hanging" => Some(Self::Start),
            "middle" | "center" | "centre" | "central" => Some(Self::Middle),
            "end" | "right" | "bottom" => Some(Self::End),
            _ => None,
        }
    }

    /// Returns the SVG value, or `None` for the default.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Start => None,
            Self::Middle => Some("middle"),
            Self::End => Some("end"),
        }
    }

    /// Returns the part of a rest of room that is before the text.
    pub fn before(self, rest: f64) -> f64 {
        match self {
            Self::Start => 0.0,
            Self::Middle => rest / 2.0,
            Self::End => rest,
        }
    }
}

/// Returns the width in thousandths of the font size. Unknown characters count as wide.
fn width_of(c: char) -> u32 {
    match c {
        ' '..='~' => u32::from(WIDTHS[c as usize - 32]),
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{300}'..='\u{36f}' | '\u{fe0f}' => 0,
        '\u{a0}' | '‘' | '’' | '‚' | 'ì'..='ï' | 'Ì'..='Ï' => 278,
        '“' | '”' | '„' => 400,
        'ß' | '«' | '»' | '–' | 'à'..='å' | 'ç'..='ë' | 'ñ'..='ö' | 'ø'..='ý' | 'ÿ' => 611,
        'À'..='Å' | 'Ç'..='Ë' | 'Ñ'..='Ö' | 'Ø'..='Ý' | '\u{100}'..='\u{24f}' => 778,
        '•' | '·' => 400,
        '\u{1f000}'.. => 1_400,
        _ => 1_000,
    }
}

/// Returns the width of a text or icon in a font size. Without a `font`, it has a margin for the substitutes of
/// Helvetica if `is_safe`.
pub fn width(span: &Span, size: f64, font: Option<&Font>, is_safe: bool) -> f64 {
    let percent = match (is_safe, span.style.is_bold) {
        (true, true) => BOLDER,
        (true, false) => WIDER,
        (false, true) => BESIDE.1,
        (false, false) => BESIDE.0,
    };
    let of = |c: char| match font.and_then(|font| font.width(c, span.style)) {
        Some(width) => width * 100,
        None => width_of(c) * percent,
    };
    let hundred_thousandths = if span.is_icon { ICON * 100 } else { span.text.chars().map(of).sum() };
    f64::from(hundred_thousandths) / 100_000.0 * size
}

/// A line of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    pub spans: Vec<Span>,
    /// True for all lines of an item of a list.
    pub is_item: bool,
    /// True for the first line of an item.
    pub has_bullet: bool,
}

impl Line {
    /// Returns the indentation in a font size.
    pub fn indent(&self, size: f64) -> f64 {
        if self.is_item { INDENT * size } else { 0.0 }
    }

    fn width(&self, size: f64, place: &Room<'_>) -> f64 {
        let wide: f64 = self.spans.iter().map(|span| width(span, size, place.font, true)).sum();
        // a soft hyphen is visible at the end of a line
        let hyphen = self.spans.last().filter(|span| span.text.ends_with('\u{ad}')).map(|span| {
            let mark = Span { text: "-".to_owned(), ..span.clone() };
            width(&mark, size, place.font, true)
        });
        wide + hyphen.unwrap_or(0.0) + self.indent(size)
    }

    fn push(&mut self, text: &str, style: Style, is_icon: bool) {
        match self.spans.last_mut().filter(|last| last.style == style && !last.is_icon && !is_icon) {
            Some(last) => last.text.push_str(text),
            None => self.spans.push(Span { style, text: text.to_owned(), is_icon }),
        }
    }
}

/// A text broken into lines.
#[derive(Debug, Clone, PartialEq)]
pub struct SetText {
    /// Font size in millimetres.
    pub size: f64,
    /// Lines from top to bottom.
    pub lines: Vec<Line>,
    /// True if the text was truncated.
    pub is_cut: bool,
}

impl SetText {
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LINE
    }
}

/// Area for a text.
#[derive(Debug, Clone, Copy)]
pub struct Room<'a> {
    pub width: f64,
    pub height: f64,
    pub style: Style,
    /// Embedded font, if any.
    pub font: Option<&'a Font>,
    /// Largest and smallest font size.
    pub sizes: (f64, f64),
}

/// Step between the font sizes that are tried.
const STEP: f64 = 0.1;

/// Sets the text as large as the area allows, with whole words if possible, otherwise with broken words. Text
/// that does not fit in the smallest font size is truncated and ends with `…`.
pub fn set(text: &str, place: Room<'_>) -> SetText {
    let paragraphs = paragraphs(text, place.style);
    let pieces = pieces(&paragraphs);
    let (most, least) = place.sizes;
    let steps = ((most - least) / STEP).floor().max(0.0) as usize;
    let try_at = |step: usize, may_break: bool| {
        let size = if step == steps { most.max(least) } else { least + step as f64 * STEP };
        let room = (place.height / (size * LINE) + 0.001) as usize;
        let wrapped = wrap(&pieces, size, &place, room + 1);
        let fits = wrapped.lines.len() <= room && (may_break || !wrapped.is_broken);
        fits.then_some(SetText { size, lines: wrapped.lines, is_cut: false })
    };
    let largest = |may_break: bool| {
        let (mut low, mut high) = (0, steps);
        let mut best = try_at(0, may_break)?;
        while low < high {
            let middle = (low + high).div_ceil(2);
            match try_at(middle, may_break) {
                Some(found) => (low, best) = (middle, found),
                None => high = middle - 1,
            }
        }
        Some(best)
    };
    largest(false).or_else(|| largest(true)).unwrap_or_else(|| cut(&pieces, least, &place))
}

fn cut(pieces: &[Piece<'_>], size: f64, place: &Room<'_>) -> SetText {
    let room = ((place.height / (size * LINE) + 0.001) as usize).max(1);
    let mut lines = wrap(pieces, size, place, room).lines;
    if let Some(line) = lines.last_mut() {
        let style = line.spans.last().map_or(place.style, |span| span.style);
        let with_mark = |line: &Line| {
            let mut line = line.clone();
            line.push("…", style, false);
            line
        };
        while !line.spans.is_empty() && with_mark(line).width(size, place) > place.width {
            shorten(line);
        }
        *line = with_mark(line);
    }
    SetText { size, lines, is_cut: true }
}

/// Removes the last character or icon of a line.
fn shorten(line: &mut Line) {
    if let Some(last) = line.spans.last_mut() {
        last.text.pop();
        if last.is_icon || last.text.is_empty() {
            line.spans.pop();
        }
    }
}

/// A part of a text that is broken only if necessary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece<'a> {
    text: &'a str,
    before: Separator,
    style: Style,
    is_icon: bool,
    is_item: bool,
}

/// Separator before a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Line,
    Blank,
    /// Continues a word. A soft hyphen before the piece is shown if the line ends there.
    Word,
}

fn pieces(paragraphs: &[Paragraph]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for paragraph in paragraphs {
        let mut before = Separator::Line;
        for span in &paragraph.spans {
            let Span { style, is_icon, .. } = *span;
            let piece = |text, before| Piece { text, before, style, is_icon, is_item: paragraph.is_item };
            if is_icon {
                pieces.push(piece(span.text.as_str(), before));
                before = Separator::Word;
                continue;
            }
            for (number, word) in span.text.split([' ', '\t']).enumerate() {
                if number > 0 && before == Separator::Word {
                    before = Separator::Blank;
                }
                for part in parts(word).into_iter().filter(|part| !part.is_empty()) {
                    pieces.push(piece(part, before));
                    before = Separator::Word;
                }
            }
        }
    }
    pieces
}

/// Splits a word after each mark that allows a line break, but not within a number (`8/12`, `2-4`, `-1`).
fn parts(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = word;
    let marks = word.char_indices().filter(|(_, c)| matches!(c, '-' | '/' | '\u{ad}'));
    let ends = marks.map(|(at, c)| at + c.len_utf8());
    for end in ends.filter(|end| word[*end..].starts_with(|c: char| !c.is_numeric())) {
        let (part, after) = rest.split_at(end - (word.len() - rest.len()));
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

#[derive(Default)]
struct Wrapped {
    lines: Vec<Line>,
    is_broken: bool,
}

/// Wraps the pieces into at most `most` lines of the area's width.
fn wrap(pieces: &[Piece<'_>], size: f64, place: &Room<'_>, most: usize) -> Wrapped {
    let mut wrapped = Wrapped::default();
    let mut line = Line::default();
    for piece in pieces {
        if wrapped.lines.len() >= most {
            return wrapped;
        }
        let mut with = line.clone();
        match piece.before {
            Separator::Line => {}
            Separator::Blank => with.push(" ", piece.style, false),
            Separator::Word => without_hyphen(&mut with),
        }
        with.push(piece.text, piece.style, piece.is_icon);
        if piece.before != Separator::Line && with.width(size, place) <= place.width {
            line = with;
            continue;
        }
        end(&mut line, &mut wrapped);
        let has_bullet = piece.is_item && piece.before == Separator::Line;
        line = Line { spans: Vec::new(), is_item: piece.is_item, has_bullet };
        line.push(piece.text, piece.style, piece.is_icon);
        while line.width(size, place) > place.width && !piece.is_icon && wrapped.lines.len() < most {
            let Some(rest) = broken(&mut line, size, place) else { break };
            wrapped.is_broken = true;
            let is_item = line.is_item;
            end(&mut line, &mut wrapped);
            line = Line { spans: Vec::new(), is_item, has_bullet: false };
            line.push(&rest, piece.style, false);
        }
    }
    end(&mut line, &mut wrapped);
    wrapped.lines.truncate(most);
    wrapped
}

fn without_hyphen(line: &mut Line) {
    if let Some(last) = line.spans.last_mut().filter(|last| last.text.ends_with('\u{ad}')) {
        last.text.pop();
    }
}

/// Ends a line. A soft hyphen at its end becomes visible.
fn end(line: &mut Line, wrapped: &mut Wrapped) {
    let mut line = std::mem::take(line);
    if let Some(last) = line.spans.last_mut().filter(|last| last.text.ends_with('\u{ad}')) {
        last.text.pop();
        last.text.push('-');
    }
    if !line.spans.is_empty() {
        wrapped.lines.push(line);
    }
}

/// Cuts a line that is one word so that it fits with a hyphen, and returns the rest; `None` for a single
/// character.
fn broken(line: &mut Line, size: f64, place: &Room<'_>) -> Option<String> {
    let whole = line.spans.last()?.clone();
    let room = place.width - line.indent(size);
    let hyphen = |text: &str| if text.ends_with(char::is_alphabetic) { "-" } else { "" };
    let shown = |at: usize| Span {
        text: format!("{}{}", &whole.text[..at], hyphen(&whole.text[..at])),
        ..whole.clone()
    };
    let ends: Vec<usize> = whole.text.char_indices().skip(1).map(|(at, _)| at).collect();
    let fitting = ends.partition_point(|at| width(&shown(*at), size, place.font, true) <= room);
    let at = *ends.get(fitting.saturating_sub(1))?;
    line.spans = vec![shown(at)];
    Some(whole.text[at..].to_owned())
}
