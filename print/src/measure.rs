//! Widths of texts, and the largest font size that fits into an area.
//!
//! Widths are the metrics of the standard font Helvetica plus a margin. With any usual substitute (Arial,
//! Liberation Sans, DejaVu Sans), lines stay in their area. All lengths are in millimetres.

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Normal,
    Bold,
}

impl Weight {
    /// Returns the SVG value, or `None` for the default weight.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Normal => None,
            Self::Bold => Some("bold"),
        }
    }

    fn percent(self) -> u32 {
        match self {
            Self::Normal => WIDER,
            Self::Bold => BOLDER,
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

/// Returns the width of a text in a font size.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let thousandths: u32 = text.chars().map(width_of).sum();
    f64::from(thousandths) * f64::from(weight.percent()) / 100_000.0 * size
}

/// A text broken into lines.
#[derive(Debug, Clone, PartialEq)]
pub struct SetText {
    /// Font size in millimetres.
    pub size: f64,
    pub weight: Weight,
    /// Lines from top to bottom.
    pub lines: Vec<String>,
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
pub struct Room {
    pub width: f64,
    pub height: f64,
    pub weight: Weight,
    /// Largest and smallest font size.
    pub sizes: (f64, f64),
}

/// Step between the font sizes that are tried.
const STEP: f64 = 0.1;

/// Sets the text as large as the area allows, with whole words if possible, otherwise with broken words. Text
/// that does not fit in the smallest font size is truncated and ends with `…`.
pub fn set(text: &str, place: Room) -> SetText {
    let pieces = pieces(text);
    let (most, least) = place.sizes;
    let steps = ((most - least) / STEP).round().max(0.0) as usize;
    let try_at = |step: usize, may_break: bool| {
        let size = least + step as f64 * STEP;
        let room = (place.height / (size * LINE) + 0.001) as usize;
        let wrapped = wrap(&pieces, size, place, room + 1);
        let fits = wrapped.lines.len() <= room && (may_break || !wrapped.is_broken);
        fits.then_some(SetText { size, weight: place.weight, lines: wrapped.lines, is_cut: false })
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
    largest(false).or_else(|| largest(true)).unwrap_or_else(|| cut(&pieces, least, place))
}

fn cut(pieces: &[Piece<'_>], size: f64, place: Room) -> SetText {
    let room = ((place.height / (size * LINE) + 0.001) as usize).max(1);
    let mut lines = wrap(pieces, size, place, room).lines;
    if let Some(last) = lines.last_mut() {
        let fits = |line: &str| width(&format!("{line}…"), size, place.weight) <= place.width;
        while !last.is_empty() && !fits(last) {
            last.pop();
        }
        let end = last.trim_end().len();
        last.truncate(end);
        last.push('…');
    }
    SetText { size, weight: place.weight, lines, is_cut: true }
}

/// A part of a text that is broken only if necessary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece<'a> {
    text: &'a str,
    before: Separator,
}

/// Separator before a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Line,
    Blank,
    /// Continues a word. A soft hyphen before the piece is shown if the line ends there.
    Word,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
        let mut before = Separator::Line;
        for word in line.split([' ', '\t']).filter(|word| !word.is_empty()) {
            for piece in parts(word) {
                pieces.push(Piece { text: piece, before });
                before = Separator::Word;
            }
            before = Separator::Blank;
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
    lines: Vec<String>,
    is_broken: bool,
}

/// Wraps the pieces into at most `most` lines of the area's width.
fn wrap(pieces: &[Piece<'_>], size: f64, place: Room, most: usize) -> Wrapped {
    let mut wrapped = Wrapped::default();
    let mut line = String::new();
    // a soft hyphen is visible at the end of a line
    let wide = |text: &str| {
        let mark = if text.ends_with('\u{ad}') { width("-", size, place.weight) } else { 0.0 };
        width(text, size, place.weight) + mark
    };
    for piece in pieces {
        if wrapped.lines.len() >= most {
            return wrapped;
        }
        let with = match piece.before {
            Separator::Line => None,
            Separator::Blank => Some(format!("{line} {}", piece.text)),
            Separator::Word => Some(format!("{}{}", line.trim_end_matches('\u{ad}'), piece.text)),
        };
        match with.filter(|with| wide(with) <= place.width) {
            Some(with) => line = with,
            None => {
                end(&mut line, &mut wrapped);
                line = piece.text.to_owned();
                while wide(&line) > place.width && line.chars().count() > 1 && wrapped.lines.len() < most {
                    let rest = broken(&mut line, |text| wide(text) <= place.width);
                    wrapped.is_broken = true;
                    end(&mut line, &mut wrapped);
                    line = rest;
                }
            }
        }
    }
    end(&mut line, &mut wrapped);
    wrapped.lines.truncate(most);
    wrapped
}

/// Ends a line. A soft hyphen at its end becomes visible.
fn end(line: &mut String, wrapped: &mut Wrapped) {
    let line = std::mem::take(line);
    let shown = match line.strip_suffix('\u{ad}') {
        Some(word) => format!("{word}-"),
        None => line,
    };
    if !shown.is_empty() {
        wrapped.lines.push(shown);
    }
}

/// Cuts a word so that it fits with a hyphen, and returns the rest.
fn broken(line: &mut String, fits: impl Fn(&str) -> bool) -> String {
    let hyphen = |text: &str| if text.ends_with(char::is_alphabetic) { "-" } else { "" };
    let ends = line.char_indices().skip(1).map(|(at, _)| at);
    let first = line.chars().next().map_or(0, char::len_utf8);
    let ends: Vec<usize> = ends.collect();
    let fitting = ends.partition_point(|at| fits(&format!("{}{}", &line[..*at], hyphen(&line[..*at]))));
    let at = fitting.checked_sub(1).map_or(first, |n| ends[n]);
    let rest = line.split_off(at);
    let mark = hyphen(line);
    line.push_str(mark);
    rest
}
