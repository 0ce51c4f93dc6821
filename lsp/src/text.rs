//! Conversion between byte offsets and the lines and columns of an editor.

use line_index::{LineCol, LineIndex, TextSize, WideEncoding, WideLineCol};

use crate::protocol::{Position, Range};

/// Unit in which an editor counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Columns in bytes.
    Utf8,
    /// Columns in units of 16 bits, which all editors support.
    Utf16,
}

/// A text with an index of its lines.
#[derive(Debug, Clone)]
pub struct Text {
    pub text: String,
    lines: LineIndex,
}

impl Text {
    pub fn new(text: String) -> Text {
        let lines = LineIndex::new(&text);
        Text { text, lines }
    }

    /// Returns the line and column of a byte, rounded down to the nearest character boundary.
    pub fn position(&self, byte: usize, encoding: Encoding) -> Position {
        let byte = border(&self.text, byte);
        let place = self.lines.line_col(TextSize::new(byte as u32));
        let wide = match encoding {
            Encoding::Utf8 => None,
            Encoding::Utf16 => self.lines.to_wide(WideEncoding::Utf16, place),
        };
        let character = wide.map_or(place.col, |wide| wide.col);
        Position { line: place.line, character }
    }

    /// Returns the byte of a line and column. Columns after the end of a line and lines after the end of the
    /// text are clamped.
    pub fn byte(&self, at: Position, encoding: Encoding) -> usize {
        let Some(line) = self.lines.line(at.line) else { return self.text.len() };
        let (start, end) = (usize::from(line.start()), usize::from(line.end()));
        let line = self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
        let column = match encoding {
            Encoding::Utf8 => Some(at.character as usize),
            Encoding::Utf16 => {
                let wide = WideLineCol { line: at.line, col: at.character };
                self.lines.to_utf8(WideEncoding::Utf16, wide).map(|LineCol { col, .. }| col as usize)
            }
        };
        let column = column.unwrap_or(line.len()).min(line.len());
        start + border(line, column)
    }

    pub fn range(&self, (start, end): (usize, usize), encoding: Encoding) -> Range {
        Range { start: self.position(start, encoding), end: self.position(end, encoding) }
    }
}

/// Returns the last character boundary at or before a byte.
fn border(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Converts every character boundary in both directions, with both encodings.
    #[test]
    fn places_come_back() {
        let text = Text::new("a – ß 🂡|\r\n  x: |\n    é🂡 move\n\nend".to_owned());
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (byte, c) in text.text.char_indices() {
                // there is no position between the two bytes of a line break
                if c != '\n' || !text.text[..byte].ends_with('\r') {
                    let at = text.position(byte, encoding);
                    assert_eq!(text.byte(at, encoding), byte, "{at:?} {encoding:?}");
                }
            }
        }
        assert_eq!(text.position(9, Encoding::Utf16), Position { line: 0, character: 6 });
        assert_eq!(text.byte(Position { line: 0, character: 99 }, Encoding::Utf16), 14);
        assert_eq!(text.byte(Position { line: 99, character: 0 }, Encoding::Utf16), text.text.len());
    }
}
