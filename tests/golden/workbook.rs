//! Workbooks of sessions, written as text.
//!
//! `## NAME` begins a sheet (`## NAME hidden` a hidden one); a line is a row, with ` | ` between its cells. A
//! cell is a number, `true` or `false`, `=FORMULA => RESULT`, `date YYYY-MM-DD`, or a text, in which `\n` is a
//! line end and a `'` before it is left out. `<` is merged with the cell to the left, `^` with the one above. A
//! `~` before the first cell of a column hides it.

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet};

pub fn of_text(text: &str) -> Vec<u8> {
    let mut book = Workbook::new();
    for part in text.split("## ").skip(1) {
        let (name, rows) = part.split_once('\n').expect("rows below the name");
        let sheet = book.add_worksheet();
        sheet.set_name(name.trim_end_matches(" hidden")).expect("a name");
        sheet.set_hidden(name.ends_with(" hidden"));
        let rows: Vec<Vec<&str>> =
            rows.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
        for (row, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                write(sheet, &rows, (row, column), cell);
            }
        }
    }
    book.save_to_buffer().expect("a workbook")
}

fn write(sheet: &mut Worksheet, rows: &[Vec<&str>], (row, column): (usize, usize), cell: &str) {
    let is_merged = |row: usize, column: usize, with: &str| {
        rows.get(row).and_then(|cells| cells.get(column)) == Some(&with)
    };
    let last_column = (column + 1..).take_while(|at| is_merged(row, *at, "<")).last().unwrap_or(column);
    let last_row = (row + 1..).take_while(|at| is_merged(*at, column, "^")).last().unwrap_or(row);
    let at = |row: usize, column: usize| (row as u32, column as u16);
    let (first, last) = (at(row, column), at(last_row, last_column));
    if ["", "<", "^"].contains(&cell) {
        return;
    }
    let text = cell.trim_start_matches('~').replace("\\n", "\n");
    let text = text.strip_prefix('\'').unwrap_or(&text);
    if first != last {
        sheet.merge_range(first.0, first.1, last.0, last.1, text, &Format::new()).expect("merged cells");
    } else if let Some((formula, result)) = cell.split_once(" => ") {
        let formula = Formula::new(formula).set_result(result);
        sheet.write_formula(first.0, first.1, formula).expect("a formula");
    } else if let Some(date) = cell.strip_prefix("date ") {
        let date = ExcelDateTime::parse_from_str(date).expect("a date");
        let day = Format::new().set_num_format("dd/mm/yyyy");
        sheet.write_datetime_with_format(first.0, first.1, &date, &day).expect("a date");
    } else if let Ok(number) = cell.parse::<f64>() {
        sheet.write_number(first.0, first.1, number).expect("a number");
    } else if let Ok(truth) = cell.parse::<bool>() {
        sheet.write_boolean(first.0, first.1, truth).expect("a Boolean");
    } else {
        sheet.write_string(first.0, first.1, text).expect("a text");
    }
    if row == 0 && cell.starts_with('~') {
        sheet.set_column_hidden(first.1).expect("a hidden column");
    }
}
