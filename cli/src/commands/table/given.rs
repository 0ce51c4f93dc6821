//! A table from a file or standard input, with the names of its cells.

use std::io::Read;
use std::path::Path;

use ludex_spreadsheet::{MAX_BYTES, Row, Table, cell_name};

use super::sheet::Sheet;
use crate::failure::Failure;
use crate::terminal::output::clean;

/// Maximum number of rows above the row that names the columns.
const MAX_TITLES: usize = 10;

/// Name of the column that a table must have.
const ID: &str = "id";

pub struct Given {
    /// Name of the file, for a workbook with its sheet.
    pub name: String,
    is_workbook: bool,
    /// Number of the row that names the columns.
    pub first: usize,
    pub head: Vec<String>,
    /// Rows that aren't empty.
    pub rows: Vec<Row>,
    /// Facts about how the table was read.
    pub notes: Vec<String>,
}

impl Given {
    /// Describes a cell: ``cards.csv, row 3, column `value` of `king` ``, or ``cards.xlsx, sheet "Deck", cell C3
    /// (`value` of `king`)``.
    pub fn cell(&self, row: usize, column: &str, id: &str) -> String {
        let at = self.head.iter().position(|head| head == column);
        let (name, column, id) = (&self.name, clean(column), clean(id));
        match at.filter(|_| self.is_workbook) {
            Some(at) => format!("{name}, cell {} (`{column}` of `{id}`)", cell_name(row, at + 1)),
            None => format!("{name}, row {row}, column `{column}` of `{id}`"),
        }
    }

    /// Describes the cell that names a column: `column 5`, or `cell E1`.
    pub fn title(&self, column: usize) -> String {
        match self.is_workbook {
            true => format!("cell {}", cell_name(self.first, column + 1)),
            false => format!("column {}", column + 1),
        }
    }

    /// Gives the columns their names in the ruleset.
    pub fn name_columns(&mut self, sheet: &Sheet, columns: &[Option<usize>]) {
        for (name, column) in self.head.iter_mut().zip(columns) {
            if let Some(column) = column {
                *name = sheet.columns[*column].name();
            }
        }
    }

    /// Returns true if a cell of a column holds something.
    pub fn is_filled(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row.cells.get(column).is_some_and(|cell| !cell.is_empty()))
    }
}

/// Converts the name of a column to the form of a name in a ruleset: `Victory Points` to `victory_points`.
pub fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-', '\n'], "_")
}

/// Reads the bytes of a table, up to one more than a table may have; `-` is standard input.
///
/// # Errors
/// The reason, with the name of the file.
pub fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    let unread = |error: std::io::Error| format!("{} can't be read: {error}", shown(file));
    let source: Box<dyn Read> = match file == Path::new("-") {
        true => Box::new(std::io::stdin()),
        false => Box::new(std::fs::File::open(file).map_err(unread)?),
    };
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
    Ok(bytes)
}

fn shown(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

/// Reads a table.
pub fn table(file: &Path, bytes: &[u8], sheet: Option<&str>) -> Result<Given, Failure> {
    let failed = |why: String| Failure::Problem(clean(&format!("{}{why}", shown(file))));
    let Table { sheet, others, is_windows_1252, mut rows } =
        ludex_spreadsheet::read(bytes, sheet).map_err(failed)?;
    let name = match &sheet {
        Some(sheet) => format!("{}, sheet \"{}\"", shown(file), clean(sheet)),
        None => shown(file),
    };
    if rows.is_empty() {
        return Err(Failure::Problem(format!("{name} is empty; `ludex table export` writes a table")));
    }
    let head = rows.remove(titles(&rows));
    let mut notes = Vec::new();
    if is_windows_1252 {
        notes.push(format!("{name} is not UTF-8; it was read as Windows-1252"));
    }
    if rows.first().is_some_and(|row| row.number < head.number) {
        notes.push(format!("{name}: row {} names the columns; the rows above it were not read", head.number));
        rows.retain(|row| row.number > head.number);
    }
    if !others.is_empty() {
        notes.push(format!("{name} was read; --sheet selects another one: {}", clean(&others.join(", "))));
    }
    let names = head.cells.iter().map(|cell| cell.text.trim().to_owned()).collect();
    Ok(Given { name, is_workbook: sheet.is_some(), first: head.number, head: names, rows, notes })
}

/// Returns the index of the row that names the columns: the first one with a cell `id`, or the last of several
/// rows with that cell merged.
fn titles(rows: &[Row]) -> usize {
    let id = |row: &Row| row.cells.iter().position(|cell| plain(&cell.text) == ID);
    let first = rows.iter().take(MAX_TITLES).position(|row| id(row).is_some()).unwrap_or_default();
    let Some(column) = id(&rows[first]) else { return first };
    let is_below = |row: &Row| row.cells.get(column).is_some_and(|cell| cell.is_merged);
    first + rows[first + 1..].iter().take_while(|row| is_below(row)).count()
}
