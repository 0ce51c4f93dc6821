//! A table from a file or standard input, with the names of its cells.

use std::io::Read;
use std::path::Path;

use ludex_spreadsheet::{Cell, MAX_BYTES, Row, Table, cell_name};

use super::sheet::{Column, Sheet};
use crate::failure::Failure;
use crate::terminal::output::clean;

/// Maximum number of rows above the row that names the columns.
const MAX_TITLES: usize = 10;

/// Name of the column with the IDs.
const ID: &str = "id";

/// Names of columns that can only mean the number of copies.
const QUANTITIES: [&str; 2] = ["qty", "quantity"];

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

    /// Gives columns such as `Card Name` and `Qty` the name of the column that they mean, with texts in this
    /// language. Leaves out `others`: columns with another meaning, and ignored ones.
    pub fn name_usual(&mut self, language: &str, others: &[String]) {
        for at in 0..self.head.len() {
            let is_other = others.iter().any(|other| plain(other) == plain(&self.head[at]));
            let text = text_key(&self.head[at]).map(|key| format!("{language}.{key}"));
            let copies = || QUANTITIES.contains(&plain(&self.head[at]).as_str()).then(|| "copies".to_owned());
            let Some(name) = text.or_else(copies).filter(|_| !is_other) else { continue };
            if !self.head.iter().any(|known| plain(known) == name) {
                let (old, place) = (clean(&self.head[at]), self.title(at));
                self.notes.push(format!("{}: `{old}` ({place}) is read as `{name}`", self.name));
                self.head[at] = name;
            }
        }
    }

    /// Adds a column with IDs to a table that has none: that of the card with the same name, or else one made
    /// of the name.
    ///
    /// # Errors
    /// The rows that can't be told apart, or have no name.
    pub fn make_ids(&mut self, sheet: &Sheet) -> Result<(), Failure> {
        let is_text = |name: &&String| Column::text(name).is_some_and(|column| column.key() == "name");
        let name = self.head.iter().position(|name| is_text(&name));
        let Some(name) = name.filter(|_| !self.head.iter().any(|name| is_id(name))) else { return Ok(()) };
        let column = sheet.columns.iter().position(|column| column.name() == self.head[name]);
        let width = self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).max(self.head.len());
        let (mut made, mut ids) = (0, Vec::<(usize, String)>::new());
        for row in &self.rows {
            let text = row.cells.get(name).map_or("", |cell| cell.text.trim());
            let same = |card: &&super::sheet::Row| column.is_some_and(|at| card.cells[at].shown() == text);
            let known = sheet.rows.iter().find(|card| !text.is_empty() && same(card));
            let id = known.map_or_else(|| made_id(text), |card| card.id.clone());
            if let Some((other, _)) = ids.iter().find(|(_, known)| *known == id && !id.is_empty()) {
                return Err(self.alike(*other, row.number, text));
            }
            made += usize::from(known.is_none() && !id.is_empty());
            ids.push((row.number, id));
        }
        let heading = self.head[name].clone();
        self.notes.push(format!(
            "{} has no column `id`: cards are found by `{}`{}",
            self.name,
            clean(&heading),
            if made > 0 { ", and new ones get an ID made of it" } else { "" }
        ));
        self.head.resize(width, String::new());
        self.head.push(ID.to_owned());
        for (row, (_, id)) in self.rows.iter_mut().zip(ids) {
            row.cells.resize(width, Cell::default());
            row.cells.push(Cell::new(id));
        }
        Ok(())
    }

    /// Rejects two rows whose names make one ID.
    fn alike(&self, first: usize, second: usize, text: &str) -> Failure {
        Failure::Problem(format!(
            "{}: rows {first} and {second} can't be told apart by their name (`{}`); add a column `id` with a word for each card, or give one row the number of `copies`",
            self.name,
            clean(text)
        ))
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

/// Returns the key of a column of texts that names no language: `Name`, `Card Text`.
pub fn text_key(name: &str) -> Option<&'static str> {
    let name = plain(name);
    match name.strip_prefix("card_").unwrap_or(&name) {
        "name" | "title" => Some("name"),
        "text" => Some("text"),
        "short" => Some("short"),
        _ => None,
    }
}

/// Converts the name of a column to the form of a name in a ruleset: `Victory Points` to `victory_points`.
pub fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-', '\n'], "_")
}

/// Letters of Latin scripts, each with the letters of an ID.
const LATIN: [(&str, &str); 14] = [
    ("àáâãåā", "a"),
    ("äæ", "ae"),
    ("çćč", "c"),
    ("èéêëēę", "e"),
    ("ìíîï", "i"),
    ("ł", "l"),
    ("ñń", "n"),
    ("òóôõøō", "o"),
    ("öœ", "oe"),
    ("śš", "s"),
    ("ß", "ss"),
    ("ùúûū", "u"),
    ("ü", "ue"),
    ("źżž", "z"),
];

/// Makes an ID of a name: `The Fire-Ball!` becomes `the_fire_ball`. Empty if the name has no Latin letter.
fn made_id(name: &str) -> String {
    let mut id = String::new();
    for c in name.to_lowercase().chars() {
        match LATIN.iter().find(|(letters, _)| letters.contains(c)) {
            Some((_, plain)) => id.push_str(plain),
            None if c.is_ascii_alphanumeric() => id.push(c),
            None if "'’".contains(c) => {}
            None if id.is_empty() || id.ends_with('_') => {}
            None => id.push('_'),
        }
    }
    let id = id.trim_end_matches('_');
    if id.starts_with(|c: char| c.is_ascii_digit()) { format!("_{id}") } else { id.to_owned() }
}

/// Reads the bytes of a table, up to one more than a table may have; `-` is standard input.
///
/// # Errors
/// The reason, with the name of the file.
pub fn bytes(file: &Path) -> Result<Vec<u8>, String> {
    let unread = |error: std::io::Error| match file.is_dir() {
        true => format!("{} is a folder, not a table; the table comes after the game", shown(file)),
        false => format!("{} can't be read: {error}", shown(file)),
    };
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
/// rows with that cell merged. Without such a cell, the first row with the name of a card and another column.
fn titles(rows: &[Row]) -> usize {
    let cell = |row: &Row, fits: fn(&str) -> bool| row.cells.iter().position(|cell| fits(&cell.text));
    let find =
        |fits: fn(&str) -> bool| rows.iter().take(MAX_TITLES).position(|row| cell(row, fits).is_some());
    let Some(first) = find(is_id) else {
        return find(is_name).filter(|row| rows[*row].cells.len() > 1).unwrap_or_default();
    };
    let is_below = |row: &Row| {
        let id = cell(&rows[first], is_id).and_then(|column| row.cells.get(column));
        id.is_some_and(|cell| cell.is_merged)
    };
    first + rows[first + 1..].iter().take_while(|row| is_below(row)).count()
}

fn is_id(heading: &str) -> bool {
    plain(heading) == ID
}

fn is_name(heading: &str) -> bool {
    text_key(heading) == Some("name") || heading.ends_with(".name")
}

#[cfg(test)]
mod tests {
    use super::{made_id, text_key};

    #[test]
    fn ids_are_made_of_names() {
        let made =
            ["The Fire-Ball!", "Œuf à la Coque", "7 Dwarfs", "Maître d’Hôtel", "  -- x", "火", "Straße"];
        let ids = ["the_fire_ball", "oeuf_a_la_coque", "_7_dwarfs", "maitre_dhotel", "x", "", "strasse"];
        assert_eq!(made.map(made_id), ids);
    }

    #[test]
    fn headings_may_name_a_text_without_a_language() {
        let headings = ["Name", "Card Name", "card-title", "TEXT", "Card Text", "Type", "en.name", "Card"];
        let keys = [Some("name"), Some("name"), Some("name"), Some("text"), Some("text"), None, None, None];
        assert_eq!(headings.map(text_key), keys);
    }
}
