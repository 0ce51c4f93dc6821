//! Reads CSV: cells with a separator between them.

use crate::{Cell, MAX_CELLS, MAX_COLUMNS, Row, Table, encoding, guard};

/// Separators, those that texts contain less often last.
const SEPARATORS: &[u8] = b"|,;\t";

pub fn read(bytes: &[u8]) -> Result<Table, String> {
    let (text, is_windows_1252) = encoding::decode(bytes)?;
    let (separator, text) = named_separator(&text).unwrap_or((separator(&text), &text));
    let rows = rows(text.as_bytes(), separator)?;
    Ok(Table { is_windows_1252, rows, ..Table::default() })
}

/// Returns the separator of a first line `sep=;` and the text after it. Spreadsheet programs do not count
/// this line as a row.
fn named_separator(text: &str) -> Option<(u8, &str)> {
    let (line, rest) = text.split_once('\n')?;
    let separator = line.trim_end_matches('\r').strip_prefix("sep=")?.as_bytes();
    (separator.len() == 1).then(|| (separator[0], rest))
}

/// Returns the separator of the cells: the most frequent one outside quotes in the first line with content.
fn separator(text: &str) -> u8 {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let open = || line.split('"').step_by(2).flat_map(str::bytes);
    let count = |separator: &&u8| open().filter(|byte| byte == *separator).count();
    // max_by_key returns the last of several maxima
    *SEPARATORS.iter().max_by_key(count).unwrap_or(&b',')
}

/// Returns the rows that aren't empty, with their numbers.
fn rows(bytes: &[u8], separator: u8) -> Result<Vec<Row>, String> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(bytes);
    let (mut found, mut number, mut cells) = (Vec::new(), 1, 0);
    let mut record = csv::StringRecord::new();
    loop {
        let begin = reader.position().byte() as usize;
        let more = reader.read_record(&mut record);
        if !more.map_err(|error| format!(", row {number}: {error}"))? {
            return Ok(found);
        }
        let raw = &bytes[begin..(reader.position().byte() as usize).min(bytes.len())];
        // the reader stops between the two bytes of a line end
        let is_split = begin > 0 && bytes[begin - 1] == b'\r' && raw.first() == Some(&b'\n');
        let raw = &raw[usize::from(is_split)..];
        // the reader skips empty lines, which a spreadsheet counts as rows
        number += blank_lines(raw.iter());
        cells += record.len();
        if record.len() > MAX_COLUMNS || cells > MAX_CELLS {
            return Err(format!(
                ", row {number}: the table has more than {MAX_COLUMNS} columns or {MAX_CELLS} cells"
            ));
        }
        if record.iter().any(|cell| !cell.is_empty()) {
            found.push(Row { number, cells: record.iter().map(cell).collect() });
        }
        number += 1 + blank_lines(raw.iter().rev()).saturating_sub(1);
    }
}

/// Counts the line ends before the first other character.
fn blank_lines<'b>(bytes: impl Iterator<Item = &'b u8>) -> usize {
    bytes.take_while(|b| matches!(b, b'\r' | b'\n')).filter(|b| **b == b'\n').count()
}

/// Converts the line ends of a cell to those of a ruleset.
fn cell(text: &str) -> Cell {
    Cell::new(guard::read(text).replace("\r\n", "\n"))
}
