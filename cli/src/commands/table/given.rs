//! Reads a table from a CSV file or standard input.

use std::io::Read;
use std::path::Path;

use super::guard;
use crate::failure::Failure;
use crate::terminal::output::clean;

/// Maximum size of a table in bytes.
const MAX_TABLE: u64 = 32 << 20;

/// The byte order mark that a spreadsheet may put first.
const MARK: &[u8] = "\u{feff}".as_bytes();

pub struct Given {
    pub name: String,
    /// Number of the row that names the columns.
    pub first: usize,
    pub head: Vec<String>,
    /// Rows that aren't empty, each with its number as a spreadsheet shows it.
    pub rows: Vec<(usize, Vec<String>)>,
}

impl Given {
    /// Describes a cell: ``cards.csv, row 3, column `value` of `king` ``.
    pub fn cell(&self, row: usize, column: &str, id: &str) -> String {
        format!("{}, row {row}, column `{}` of `{}`", self.name, clean(column), clean(id))
    }

    /// Describes the cell that names a column: `cards.csv, row 1, column 5`.
    pub fn title(&self, column: usize) -> String {
        format!("{}, row {}, column {}", self.name, self.first, column + 1)
    }

    /// Returns true if a cell of a column holds something.
    pub fn is_filled(&self, column: usize) -> bool {
        self.rows.iter().any(|(_, cells)| cells.get(column).is_some_and(|cell| !cell.is_empty()))
    }
}

/// Reads a table; `-` is standard input.
pub fn read(file: &Path) -> Result<Given, Failure> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let failed = |why: String| Failure::Problem(format!("{name}{why}"));
    let unread = |error: std::io::Error| failed(format!(" can't be read: {error}"));
    let source: Box<dyn Read> = match is_stdin {
        true => Box::new(std::io::stdin()),
        false => Box::new(std::fs::File::open(file).map_err(unread)?),
    };
    let mut bytes = Vec::new();
    source.take(MAX_TABLE + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > MAX_TABLE {
        return Err(failed(format!(" is larger than {} MiB", MAX_TABLE >> 20)));
    }
    let mut rows = rows(bytes.strip_prefix(MARK).unwrap_or(&bytes)).map_err(failed)?;
    if rows.is_empty() {
        return Err(failed(" is empty; `ludex table export` writes a table".to_owned()));
    }
    let (first, head) = rows.remove(0);
    Ok(Given { name, first, head: head.iter().map(|cell| cell.trim().to_owned()).collect(), rows })
}

/// Returns the rows that aren't empty, with their numbers. An error message continues after the file name.
fn rows(bytes: &[u8]) -> Result<Vec<(usize, Vec<String>)>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(bytes))
        .from_reader(bytes);
    let (mut found, mut number) = (Vec::new(), 1);
    let mut record = csv::ByteRecord::new();
    loop {
        let begin = reader.position().byte() as usize;
        let more = reader.read_byte_record(&mut record);
        if !more.map_err(|error| format!(", row {number}: {error}"))? {
            return Ok(found);
        }
        let raw = &bytes[begin..(reader.position().byte() as usize).min(bytes.len())];
        // the reader stops between the two bytes of a line end
        let is_split = begin > 0 && bytes[begin - 1] == b'\r' && raw.first() == Some(&b'\n');
        let raw = &raw[usize::from(is_split)..];
        // the reader skips empty lines, which a spreadsheet counts as rows
        number += blank_lines(raw.iter());
        let cells = record.iter().enumerate().map(|(i, cell)| text(cell).map_err(|why| (i + 1, why)));
        let cells: Result<Vec<String>, _> = cells.collect();
        let cells = cells.map_err(|(column, why)| format!(", row {number}, column {column} {why}"))?;
        if cells.iter().any(|cell| !cell.is_empty()) {
            found.push((number, cells));
        }
        number += 1 + blank_lines(raw.iter().rev()).saturating_sub(1);
    }
}

/// Counts the line ends before the first other character.
fn blank_lines<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    bytes.take_while(|b| matches!(b, b'\r' | b'\n')).filter(|b| **b == b'\n').count()
}

/// Decodes a cell, and converts its line ends to the line ends of a ruleset.
fn text(cell: &[u8]) -> Result<String, &'static str> {
    let text = std::str::from_utf8(cell).map_err(|_| "is not UTF-8; save the table as \"CSV UTF-8\"")?;
    Ok(guard::read(text).replace("\r\n", "\n"))
}

/// Returns the separator of the cells: the most frequent one of the first line.
fn separator(bytes: &[u8]) -> u8 {
    let line = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    let count = |separator: &&u8| line.iter().filter(|byte| byte == separator).count();
    // max_by_key returns the last of several maxima: the comma
    *b";\t,".iter().max_by_key(count).unwrap_or(&b',')
}

#[cfg(test)]
mod tests {
    use super::rows;

    #[test]
    fn rows_are_numbered_as_in_a_spreadsheet() {
        let numbers = |text: &str| {
            let rows = rows(text.as_bytes()).expect("a table");
            rows.into_iter().map(|(number, cells)| (number, cells[0].clone())).collect::<Vec<_>>()
        };
        let row = |number: usize, cell: &str| (number, cell.to_owned());
        assert_eq!(numbers("id,x\n\n\na,1\n,\nb,2\n"), [row(1, "id"), row(4, "a"), row(6, "b")]);
        assert_eq!(
            numbers("\r\nid,x\r\n\r\n\"a\r\n\r\nc\",1\r\nb,2"),
            [row(2, "id"), row(4, "a\n\nc"), row(5, "b")]
        );
    }

    #[test]
    fn a_cell_that_is_not_utf_8_is_named() {
        let why = rows(b"id,x\na,\xe4\n").expect_err("Latin-1");
        assert_eq!(why, ", row 2, column 2 is not UTF-8; save the table as \"CSV UTF-8\"");
    }
}
