//! How wide a text is, and how large it can be set in a place.
//!
//! Widths are those of the standard font Helvetica, as its metrics have them, and somewhat more: whatever font a reader has in its place
//! (Arial, Liberation Sans, DejaVu Sans), a line does not leave its place. All lengths are millimetres.

/// The fonts, in the order in which they are looked for.
pub const FONTS: &str = "'Liberation Sans', Arial, Helvetica, sans-serif";

/// The height of a line, in sizes of its font.
pub const LINE: f64 = 1.22;

/// Widths of the characters from the blank to `~`, in thousandths of the size.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
    500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
    556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// How much wider the widest of the fonts is, in percent.
const WIDER: u32 = 112;
/// The same of bold letters.
const BOLDER: u32 = 122;

/// How thick letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Normal,
    Bold,
}

impl Weight {
    /// As SVG says it, where it is not the usual one.
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

/// In thousandths of the size. What is not known is taken to be wide.
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

/// The width of a text that is so large.
pub fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let thousandths: u32 = text.chars().map(width_of).sum();
    f64::from(thousandths) * f64::from(weight.percent()) / 100_000.0 * size
}

/// A text as it is set in a place.
#[derive(Debug, Clone, PartialEq)]
pub struct SetText {
    /// The size of the letters.
    pub size: f64,
    pub weight: Weight,
    /// From top to bottom.
    pub lines: Vec<String>,
    /// It is not all there.
    pub is_cut: bool,
}

impl SetText {
    /// How high it is.
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LINE
    }
}

/// A place for a text.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    pub width: f64,
    pub height: f64,
    pub weight: Weight,
    /// The largest and the smallest size of letters.
    pub sizes: (f64, f64),
}

/// Sizes are tried in steps of a tenth of a millimetre.
const STEP: f64 = 0.1;

/// The text as large as the place allows: whole words if possible, else broken ones; what finds no room in the smallest letters is cut, and
/// ends with `…`.
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

/// What is not broken unless there is no other way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece<'a> {
    text: &'a str,
    before: Before,
}

/// What stands before a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Line,
    Blank,
    /// It goes on a word: nothing, and a hyphen where a line ends between the two if the text has a soft one there.
    Word,
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for line in text.split('\n').filter(|line| !line.trim().is_empty()) {
        let mut before = Before::Line;
        for word in line.split([' ', '\t']).filter(|word| !word.is_empty()) {
            for piece in parts(word) {
                pieces.push(Piece { text: piece, before });
                before = Before::Word;
            }
            before = Before::Blank;
        }
    }
    pieces
}

/// A word, parted behind each mark at which a line may end: not within a number (`8/12`, `2-4`, `-1`).
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

/// At most so many lines, as wide as the place.
fn wrap(pieces: &[Piece<'_>], size: f64, place: Room, most: usize) -> Wrapped {
    let mut wrapped = Wrapped::default();
    let mut line = String::new();
    // a soft hyphen at the end of a line is one
    let wide = |text: &str| {
        let mark = if text.ends_with('\u{ad}') { width("-", size, place.weight) } else { 0.0 };
        width(text, size, place.weight) + mark
    };
    for piece in pieces {
        if wrapped.lines.len() >= most {
            return wrapped;
        }
        let with = match piece.before {
            Before::Line => None,
            Before::Blank => Some(format!("{line} {}", piece.text)),
            Before::Word => Some(format!("{}{}", line.trim_end_matches('\u{ad}'), piece.text)),
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

/// A line is full. A soft hyphen at its end is one.
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

/// Keeps so much of a word that it fits with a hyphen, and gives the rest.
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
