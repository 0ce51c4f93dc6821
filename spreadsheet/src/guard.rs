//! Guards cells that a spreadsheet would run as a formula, or would change while reading.
//!
//! A guarded cell begins with an apostrophe. Cells that begin with apostrophes and one of these characters
//! get one more, so [`read`] undoes [`written`] for every text.

use std::borrow::Cow;

/// Leading characters that prevent a spreadsheet from reading a cell as text.
const SPECIAL: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

const GUARD: char = '\'';

/// Adds a guard to a cell if it needs one.
pub fn written(cell: &str) -> Cow<'_, str> {
    match is_special(cell) && !is_number(cell) {
        true => Cow::Owned(format!("{GUARD}{cell}")),
        false => Cow::Borrowed(cell),
    }
}

/// Removes the guard of a cell, if it has one.
pub fn read(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|rest| is_special(rest)).unwrap_or(cell)
}

fn is_special(cell: &str) -> bool {
    cell.trim_start_matches(GUARD).starts_with(SPECIAL)
}

/// Returns true for `-3`, which a spreadsheet reads as that number and writes back unchanged. It would write `+3` as `3`.
fn is_number(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{read, written};

    #[test]
    fn a_guarded_cell_is_read_as_its_text() {
        let begins = ["", "'", "''"];
        let texts =
            ["", "=1+1", "-3", "--3", "- 3", "+3", "@x", "\t=1", "\nx", "＝1", "x", "'", "King's", "3"];
        for text in begins.iter().flat_map(|begin| texts.map(|text| format!("{begin}{text}"))) {
            assert_eq!(read(&written(&text)), text);
        }
    }

    #[test]
    fn no_cell_begins_a_formula() {
        let cells = ["=1", "+1", "-x", "-", "@x", "\t=1", "＝1", "'=1", "-3", "x=1", "King's"];
        let expected = ["'=1", "'+1", "'-x", "'-", "'@x", "'\t=1", "'＝1", "''=1", "-3", "x=1", "King's"];
        assert_eq!(cells.map(|cell| written(cell).into_owned()), expected);
    }
}
