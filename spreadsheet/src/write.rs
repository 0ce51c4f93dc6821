//! Writes tables: CSV, and xlsx with formats. No cell is a formula.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use crate::{cell_name, guard};

/// Name of the sheet of a workbook.
const SHEET: &str = "Cards";

/// Minimum and maximum width of a column in characters.
const WIDTHS: (usize, usize) = (6, 60);

/// A column to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'a> {
    /// The cell of the first row.
    pub name: &'a str,
    /// True if plain numbers in the column are written as numbers, not as texts.
    pub is_number: bool,
}

/// Formats of a workbook.
struct Formats {
    head: Format,
    text: Format,
    number: Format,
}

/// Writes CSV in UTF-8. Cells that a spreadsheet program would run as formulas begin with an apostrophe.
///
/// # Errors
/// The reason, as a sentence.
pub fn to_csv(head: &[Heading<'_>], rows: &[Vec<&str>], separator: u8) -> Result<String, String> {
    let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
    let head: Vec<&str> = head.iter().map(|column| column.name).collect();
    for row in std::iter::once(&head).chain(rows) {
        let cells: Vec<_> = row.iter().map(|cell| guard::written(cell)).collect();
        writer.write_record(cells.iter().map(|cell| cell.as_bytes())).map_err(|error| error.to_string())?;
    }
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Writes xlsx: the first row stays in view, texts are texts, and equal tables are equal bytes.
///
/// # Errors
/// The reason, as a sentence.
pub fn to_xlsx(head: &[Heading<'_>], rows: &[Vec<&str>]) -> Result<Vec<u8>, String> {
    let mut book = Workbook::new();
    let made = ExcelDateTime::from_ymd(2000, 1, 1).map_err(|error| error.to_string())?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&made));
    let text = Format::new().set_num_format("@").set_align(FormatAlign::Top).set_text_wrap();
    let number = Format::new().set_align(FormatAlign::Top);
    let formats = Formats { head: Format::new().set_bold(), text, number };
    let sheet = book.add_worksheet();
    sheet
        .set_name(SHEET)
        .and_then(|sheet| sheet.set_freeze_panes(1, 1))
        .map_err(|error| error.to_string())?;
    for (at, column) in head.iter().enumerate() {
        let cells: Vec<&str> = rows.iter().map(|row| row.get(at).copied().unwrap_or_default()).collect();
        write_column(sheet, at, column, &cells, &formats)?;
    }
    book.save_to_buffer().map_err(|error| error.to_string())
}

fn write_column(
    sheet: &mut Worksheet,
    at: usize,
    column: &Heading<'_>,
    cells: &[&str],
    formats: &Formats,
) -> Result<(), String> {
    let index = u16::try_from(at).map_err(|error| error.to_string())?;
    let lines = cells.iter().flat_map(|cell| cell.lines()).chain([column.name]);
    let width = lines.map(|line| line.chars().count()).max().unwrap_or(0) + 2;
    let format = if column.is_number { &formats.number } else { &formats.text };
    let failed = |row: usize, error: XlsxError| format!("{}: {error}", cell_name(row + 1, at + 1));
    sheet
        .set_column_width(index, width.clamp(WIDTHS.0, WIDTHS.1) as u32)
        .and_then(|sheet| sheet.set_column_format(index, format))
        .and_then(|sheet| sheet.write_string_with_format(0, index, column.name, &formats.head))
        .map_err(|error| failed(0, error))?;
    for (row, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
        let place = u32::try_from(row + 1).map_err(|error| error.to_string())?;
        let written = match plain_number(cell).filter(|_| column.is_number) {
            Some(number) => sheet.write_number_with_format(place, index, number, format),
            None => sheet.write_string_with_format(place, index, *cell, format),
        };
        written.map_err(|error| failed(row + 1, error))?;
    }
    Ok(())
}

/// Returns the value of a number that is read back as the same text.
fn plain_number(text: &str) -> Option<f64> {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let number: f64 = text.parse().ok().filter(|_| (1..=15).contains(&digits))?;
    // the sign of `-0` would be lost
    (number.to_string() == text && (number != 0.0 || text == "0")).then_some(number)
}
