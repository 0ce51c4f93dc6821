//! Tables of spreadsheet programs: bytes to cells, and cells to bytes.
//!
//! Internal to Ludex: only the crate `ludex` has a stable API.
//!
//! Reads CSV with the encodings and separators of spreadsheet programs, and xlsx; writes both. A cell that
//! can't be read as its author sees it has a [`Problem`], so that nothing is guessed. Tables are untrusted: the
//! size of all parts of a workbook is limited before its cells are read. This crate knows no cards, and reads
//! and writes no files.

#![deny(clippy::wildcard_enum_match_arm)]

mod delimited;
mod encoding;
mod guard;
#[cfg(test)]
mod tests;
mod workbook;
mod write;

use std::fmt;

pub use write::{Heading, to_csv, to_xlsx};

/// Maximum size of a table in bytes.
pub const MAX_BYTES: u64 = 32 << 20;

/// Maximum number of columns.
const MAX_COLUMNS: usize = 1_000;

/// Maximum number of cells.
const MAX_CELLS: usize = 1_000_000;

/// First bytes of a zip file, which a workbook is.
const ZIP: &[u8] = b"PK\x03\x04";

/// First bytes of the older container of Microsoft Office, which also holds encrypted workbooks.
const OLE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

/// A table as it was given.
#[derive(Debug, Default)]
pub struct Table {
    /// Name of the sheet; `None` for CSV.
    pub sheet: Option<String>,
    /// Names of the other visible sheets.
    pub others: Vec<String>,
    /// True for CSV that is not in Unicode, and is read as Windows-1252.
    pub is_windows_1252: bool,
    /// Rows with content.
    pub rows: Vec<Row>,
}

/// A row with content.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Number of the row in the spreadsheet program, from 1.
    pub number: usize,
    /// Its cells up to the last one with content.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cell {
    /// The value as text: numbers without separators of thousands, Booleans as `true` and `false`.
    pub text: String,
    /// True if this cell is below or behind the first one of merged cells, whose value it has.
    pub is_merged: bool,
    problem: Option<Problem>,
}

/// Reason why the value of a cell is not what its author sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A date, with its ISO form. It is often a number or fraction that the program converted.
    Date(String),
    /// The result of a formula is an error.
    Error(String),
    /// A formula whose result is not stored.
    NoResult,
    /// Characters of UTF-8 that were read as Windows-1252, and the intended ones.
    Mojibake(String, String),
    /// A character that could not be decoded.
    Lost,
}

impl Cell {
    /// Creates a cell without a problem.
    pub fn new(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    fn with_problem(problem: Problem) -> Cell {
        Cell { problem: Some(problem), ..Cell::default() }
    }

    /// Returns true if the cell holds nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.problem.is_none()
    }

    /// Returns the reason why the value can't be used, if any.
    pub fn problem(&self) -> Option<Problem> {
        let lost = |c: char| c == '\u{fffd}' || ('\u{80}'..'\u{a0}').contains(&c);
        let mojibake = encoding::mojibake(&self.text);
        let mojibake = mojibake.map(|(wrong, intended)| Problem::Mojibake(wrong.to_owned(), intended));
        let found = self.problem.clone().or(mojibake);
        found.or_else(|| self.text.contains(lost).then_some(Problem::Lost))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Date(date) => write!(
                f,
                "the spreadsheet program has made it a date ({date}); set the format of the cell to text and type the value again"
            ),
            Problem::Error(error) => write!(f, "its formula results in the error {error}"),
            Problem::NoResult => f.write_str(
                "the result of its formula is not stored; open the table in a spreadsheet program and save it",
            ),
            Problem::Mojibake(wrong, intended) => write!(
                f,
                "`{wrong}` is probably `{intended}`: UTF-8 was opened as another encoding; open the original as UTF-8, or correct the cell"
            ),
            Problem::Lost => f.write_str(
                "a character can't be decoded or was lost before; save the table as xlsx or \"CSV UTF-8\"",
            ),
        }
    }
}

/// Returns the name of a cell in a spreadsheet program: `C7`. Both numbers begin at 1.
pub fn cell_name(row: usize, column: usize) -> String {
    let (mut rest, mut letters) = (column, Vec::new());
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &row.to_string()
}

/// Reads a table. `sheet` selects a sheet of a workbook; the default is the first visible one.
///
/// # Errors
/// The reason, as the continuation of a sentence that begins with the name of the file.
pub fn read(bytes: &[u8], sheet: Option<&str>) -> Result<Table, String> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!(" is larger than {} MiB", MAX_BYTES >> 20));
    }
    if bytes.starts_with(ZIP) {
        return workbook::read(bytes, sheet);
    }
    if bytes.starts_with(OLE) {
        return Err(
            " is an old workbook (.xls) or has a password; save it as xlsx without a password".to_owned()
        );
    }
    match sheet {
        Some(_) => Err(" is not a workbook, so it has no sheets to select".to_owned()),
        None => delimited::read(bytes),
    }
}

/// Returns the names of all sheets of a workbook; empty for other files.
pub fn sheets(bytes: &[u8]) -> Vec<String> {
    if bytes.starts_with(ZIP) { workbook::sheets(bytes).unwrap_or_default() } else { Vec::new() }
}
