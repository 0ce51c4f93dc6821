//! Reads xlsx: the values of a sheet, also of formulas and merged cells.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Cursor, Read};

use calamine::{DataRef, Dimensions, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use zip::ZipArchive;

use crate::{Cell, MAX_BYTES, MAX_CELLS, MAX_COLUMNS, Problem, Row, Table};

/// Maximum number of parts of a workbook.
const MAX_PARTS: usize = 2_000;

/// Maximum size of the formats of cells in bytes; the reader needs many times as much memory.
const MAX_FORMATS: u64 = 2 << 20;

/// Maximum length between two tags in bytes, far above that of a cell.
const LONGEST_TEXT: u64 = 1 << 20;

/// Part with the texts of cells, which states their number.
const TEXTS: &str = "sharedstrings.xml";

/// Parts with formats of cells.
const FORMATS: [&str; 2] = ["styles.xml", "theme1.xml"];

type Book<'b> = Xlsx<Cursor<&'b [u8]>>;

/// Cells by row and column, from 0.
type Cells = BTreeMap<(u32, u32), Cell>;

pub fn read(bytes: &[u8], wanted: Option<&str>) -> Result<Table, String> {
    let mut book = open(bytes)?;
    let (sheet, others) = selected(&book, wanted)?;
    let cells = cells(&mut book, &sheet)?;
    Ok(Table { rows: rows(cells)?, sheet: Some(sheet), others, is_windows_1252: false })
}

pub fn sheets(bytes: &[u8]) -> Result<Vec<String>, String> {
    Ok(open(bytes)?.sheet_names())
}

fn open(bytes: &[u8]) -> Result<Book<'_>, String> {
    check_parts(bytes)?;
    Xlsx::new(Cursor::new(bytes)).map_err(unread)
}

fn unread(error: XlsxError) -> String {
    format!(" can't be read as a workbook: {error}")
}

/// Rejects workbooks whose parts are too large, by decompressing them without keeping anything: sizes in a zip
/// file may be wrong.
fn check_parts(bytes: &[u8]) -> Result<(), String> {
    let damaged = |error: &dyn std::fmt::Display| format!(" is damaged: {error}");
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
    let has = |end: &str| zip.file_names().flatten().any(|name| name.ends_with(end));
    if has("mimetype") {
        return Err(" is an OpenDocument spreadsheet; save it as xlsx or CSV".to_owned());
    }
    if has("workbook.bin") {
        return Err(" is a binary workbook (.xlsb); save it as xlsx".to_owned());
    }
    if zip.len() > MAX_PARTS {
        return Err(format!(" has more than {MAX_PARTS} parts"));
    }
    let declared = (0..zip.len()).filter_map(|part| Some(zip.by_index_raw(part).ok()?.size()));
    let declared = declared.fold(0, u64::saturating_add);
    let mut left = MAX_BYTES;
    for number in 0..if declared > MAX_BYTES { 0 } else { zip.len() } {
        let part = zip.by_index(number).map_err(|error| damaged(&error))?;
        let name = part.name().map_err(|error| damaged(&error))?.to_lowercase();
        let is_format = FORMATS.iter().any(|end| name.ends_with(end));
        let mut part = BufReader::new(part.take(if is_format { left.min(MAX_FORMATS) } else { left } + 1));
        let size = size(&mut part, name.ends_with(TEXTS)).map_err(|error| damaged(&error))?;
        left = left.checked_sub(size).filter(|_| !is_format || size <= MAX_FORMATS).unwrap_or(0);
        if left == 0 {
            break;
        }
    }
    match left {
        0 => Err(too_large()),
        _ if declared > MAX_BYTES => Err(too_large()),
        _ => Ok(()),
    }
}

fn too_large() -> String {
    format!(" decompresses to more than {} MiB or {MAX_CELLS} cells", MAX_BYTES >> 20)
}

/// Returns the decompressed size of a part. The number of texts that a part states counts, too, because the
/// reader reserves memory for it.
fn size(part: &mut impl BufRead, has_texts: bool) -> std::io::Result<u64> {
    let (mut size, mut text) = (0, Vec::new());
    while part.by_ref().take(LONGEST_TEXT).read_until(b'>', &mut text)? > 0 {
        size += text.len() as u64;
        if has_texts && (text.len() as u64 == LONGEST_TEXT || states_more(&text)) {
            return Ok(u64::MAX);
        }
        text.clear();
    }
    Ok(size)
}

/// Returns true if a tag states more texts than a table can have.
fn states_more(tag: &[u8]) -> bool {
    let tag = String::from_utf8_lossy(tag);
    let Some((_, value)) = tag.split_once("uniqueCount") else { return false };
    let digits: String =
        value.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.len() > 7 || digits.parse().is_ok_and(|count: usize| count > MAX_CELLS)
}

/// Returns the sheet to read and the other visible ones.
fn selected(book: &Book<'_>, wanted: Option<&str>) -> Result<(String, Vec<String>), String> {
    let sheets = || book.sheets_metadata().iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let visible = || sheets().filter(|sheet| sheet.visible == SheetVisible::Visible);
    let found = match wanted {
        Some(name) => sheets().find(|sheet| sheet.name.to_lowercase() == name.to_lowercase()),
        None => visible().next(),
    };
    let names = |but: Option<&str>| -> Vec<String> {
        visible().map(|sheet| &sheet.name).filter(|name| Some(name.as_str()) != but).cloned().collect()
    };
    match (found, wanted) {
        (Some(sheet), _) => Ok((sheet.name.clone(), names(Some(&sheet.name)))),
        (None, Some(name)) => Err(format!(" has no sheet `{name}`; there are: {}", names(None).join(", "))),
        (None, None) => Err(" has no sheet".to_owned()),
    }
}

fn cells(book: &mut Book<'_>, sheet: &str) -> Result<Cells, String> {
    let merged = book.merge_cells_by_sheet_name(sheet).map_err(unread)?;
    let mut reader = book.worksheet_cells_reader(sheet).map_err(unread)?;
    let mut cells = Cells::new();
    while let Some(record) = reader.next_cell_with_formula_metadata().map_err(unread)? {
        let cell = cell(&record.value, record.formula.is_some());
        if record.pos.1 as usize >= MAX_COLUMNS || cells.len() >= MAX_CELLS {
            return Err(format!(
                " has more than {MAX_COLUMNS} columns or {MAX_CELLS} cells in the sheet `{sheet}`"
            ));
        }
        if !cell.is_empty() {
            cells.insert(record.pos, cell);
        }
    }
    fill(&mut cells, &merged)?;
    Ok(cells)
}

/// Gives all merged cells their value, in rows with other content.
fn fill(cells: &mut Cells, merged: &[Dimensions]) -> Result<(), String> {
    let rows: BTreeSet<u32> = cells.keys().map(|(row, _)| *row).collect();
    let last = cells.keys().map(|(_, column)| *column).max().unwrap_or_default();
    let mut visited = 0;
    for Dimensions { start, end } in merged {
        let Some(value) = cells.get(start).filter(|cell| !cell.is_merged).cloned() else { continue };
        let value = Cell { is_merged: true, ..value };
        for row in rows.range(start.0..=end.0.max(start.0)) {
            for column in start.1..=end.1.min(last) {
                cells.entry((*row, column)).or_insert_with(|| value.clone());
                visited += 1;
            }
            if visited > MAX_CELLS {
                return Err(too_large());
            }
        }
    }
    Ok(())
}

fn rows(cells: Cells) -> Result<Vec<Row>, String> {
    let (mut rows, mut size): (Vec<Row>, _) = (Vec::new(), 0);
    for ((row, column), cell) in cells {
        let number = row as usize + 1;
        if rows.last().is_none_or(|last| last.number != number) {
            rows.push(Row { number, cells: Vec::new() });
        }
        if let Some(last) = rows.last_mut() {
            size += column as usize + 1 - last.cells.len();
            if size > MAX_CELLS {
                return Err(too_large());
            }
            last.cells.resize(column as usize, Cell::default());
            last.cells.push(cell);
        }
    }
    Ok(rows)
}

fn cell(value: &DataRef<'_>, has_formula: bool) -> Cell {
    match value {
        DataRef::Int(value) => Cell::new(value.to_string()),
        DataRef::Float(value) => Cell::new(number(*value)),
        DataRef::String(text) => text_cell(text),
        DataRef::SharedString(text) => text_cell(text),
        DataRef::Bool(value) => Cell::new(value.to_string()),
        DataRef::DateTime(date) => Cell::with_problem(Problem::Date(iso(date.to_ymd_hms_milli()))),
        DataRef::DateTimeIso(date) | DataRef::DurationIso(date) => {
            Cell::with_problem(Problem::Date(date.clone()))
        }
        DataRef::Error(error) => Cell::with_problem(Problem::Error(error.to_string())),
        DataRef::Empty if has_formula => Cell::with_problem(Problem::NoResult),
        DataRef::Empty => Cell::default(),
    }
}

fn text_cell(text: &str) -> Cell {
    Cell::new(text.replace("\r\n", "\n"))
}

/// Formats a number with the 15 digits that spreadsheet programs show.
fn number(value: f64) -> String {
    let value: f64 = format!("{value:.14e}").parse().unwrap_or(value);
    let value = if value == 0.0 { 0.0 } else { value };
    value.to_string()
}

fn iso((year, month, day, ..): (u16, u8, u8, u8, u8, u8, u16)) -> String {
    format!("{year}-{month:02}-{day:02}")
}
