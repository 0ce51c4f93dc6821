//! Invisible and confusable characters, named by code point.

use std::ops::Range;

use crate::diagnostic::{Applicability, Diagnostic};
use crate::span::Span;

/// Characters with their names and replacements. Fullwidth forms are computed instead.
const ODD: &[(&str, &str, &str)] = &[
    ("\u{a0}\u{2007}\u{202f}", "no-break space", " "),
    (
        "\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2008}\u{2009}\u{200a}\u{205f}\u{3000}",
        "wide or thin space",
        " ",
    ),
    ("\u{200b}\u{2060}\u{feff}\u{180e}", "invisible space without width", ""),
    ("\u{200c}\u{200d}", "invisible joiner", ""),
    ("\u{ad}", "invisible soft hyphen", ""),
    (
        "\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{61c}",
        "invisible mark of direction",
        "",
    ),
    ("\u{85}\u{2028}\u{2029}", "separator of lines", "\n"),
    ("“”„‟«»", "typographic quote", "\""),
    ("‘’‚‛", "typographic quote", "'"),
    ("‐‑‒–—−", "dash", "-"),
    ("…‥", "ellipsis", ".."),
    ("×✕", "multiplication sign", "*"),
    ("÷", "division sign", "div"),
    ("≤", "sign", "<="),
    ("≥", "sign", ">="),
    ("≠", "sign", "!="),
    ("→⇒", "arrow", ":"),
    ("꞉˸∶", "character like a colon", ":"),
    ("аᴀα", "letter like", "a"),
    ("сϲ", "letter like", "c"),
    ("ԁ", "letter like", "d"),
    ("еє", "letter like", "e"),
    ("һ", "letter like", "h"),
    ("іι", "letter like", "i"),
    ("ј", "letter like", "j"),
    ("к", "letter like", "k"),
    ("м", "letter like", "m"),
    ("п", "letter like", "n"),
    ("оοօ", "letter like", "o"),
    ("рρ", "letter like", "p"),
    ("ѕ", "letter like", "s"),
    ("т", "letter like", "t"),
    ("υ", "letter like", "u"),
    ("ν", "letter like", "v"),
    ("ѡ", "letter like", "w"),
    ("х", "letter like", "x"),
    ("уγ", "letter like", "y"),
];

/// An invisible or confusable character in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Odd {
    /// Start offset in bytes.
    pub at: usize,
    /// The character in the text.
    pub written: char,
    name: &'static str,
    /// ASCII replacement of the character; empty to delete it.
    meant: Meant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meant {
    Text(&'static str),
    Fullwidth(char),
}

impl Odd {
    fn new(at: usize, written: char) -> Option<Self> {
        let fullwidth = ('\u{ff01}'..='\u{ff5e}').contains(&written);
        if fullwidth {
            let meant = char::from_u32(written as u32 - 0xfee0)?;
            return Some(Self { at, written, name: "fullwidth form", meant: Meant::Fullwidth(meant) });
        }
        let row = ODD.iter().find(|(chars, ..)| chars.contains(written))?;
        Some(Self { at, written, name: row.1, meant: Meant::Text(row.2) })
    }

    /// Returns the replacement text.
    pub fn meant(&self) -> String {
        match self.meant {
            Meant::Text(text) => text.to_owned(),
            Meant::Fullwidth(meant) => meant.to_string(),
        }
    }

    /// Returns the byte range of the character.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.written.len_utf8()
    }

    /// Describes the character with its code point: `U+FF1A, a fullwidth form`.
    pub fn described(&self) -> String {
        let (point, name) = (u32::from(self.written), self.name);
        let shown = if self.is_invisible() { String::new() } else { format!("`{}`, ", self.written) };
        match self.meant {
            Meant::Text(meant) if name == "letter like" => {
                format!("{shown}U+{point:04X}, which looks like `{meant}`")
            }
            Meant::Fullwidth(meant) => format!("{shown}U+{point:04X}, the fullwidth form of `{meant}`"),
            Meant::Text(_) => format!("{shown}U+{point:04X} ({name})"),
        }
    }

    fn is_invisible(&self) -> bool {
        matches!(self.meant, Meant::Text("" | " " | "\n"))
    }

    /// Adds this character as the cause to a diagnostic, with a replacement.
    pub fn blamed(&self, problem: Diagnostic, place: Span) -> Diagnostic {
        let meant = self.meant();
        let help = match meant.as_str() {
            "" => "delete the character".to_owned(),
            " " => "write a space".to_owned(),
            "\n" => "break the line".to_owned(),
            meant => format!("write `{meant}`"),
        };
        let problem = problem.help(format!("a character here is {}: {help}", self.described()));
        problem.replace(place, meant, Applicability::Safe)
    }
}

/// Returns the odd characters of a text in order.
pub fn odd(text: &str) -> impl Iterator<Item = Odd> {
    let all = (!text.is_ascii()).then_some(text).into_iter();
    all.flat_map(|text| text.char_indices()).filter_map(|(at, c)| Odd::new(at, c))
}

/// Returns the first odd character of a word if all others are ASCII or odd. Excludes words of other scripts.
pub fn odd_in_word(word: &str) -> Option<Odd> {
    let first = odd(word).next()?;
    let is_fine = |c: char| c.is_ascii() || Odd::new(0, c).is_some();
    word.chars().all(is_fine).then_some(first)
}

/// Replaces the odd characters of a word; returns `None` without any.
pub fn without_odd(word: &str) -> Option<String> {
    odd(word).next()?;
    Some(word.chars().map(|c| Odd::new(0, c).map_or_else(|| c.to_string(), |odd| odd.meant())).collect())
}
