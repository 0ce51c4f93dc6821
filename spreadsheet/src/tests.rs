//! Tables as spreadsheet programs write them, and hostile ones.

use std::io::{Cursor, Write};

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::{Heading, Problem, Table, cell_name, read};

/// Returns the numbers and cells of all rows.
fn shown(table: &Table) -> Vec<(usize, Vec<String>)> {
    let cell = |cell: &crate::Cell| match cell.problem() {
        Some(problem) => format!("!{problem:?}"),
        None => cell.text.clone(),
    };
    table.rows.iter().map(|row| (row.number, row.cells.iter().map(cell).collect())).collect()
}

fn row(number: usize, cells: &[&str]) -> (usize, Vec<String>) {
    (number, cells.iter().map(|cell| (*cell).to_owned()).collect())
}

fn csv(text: impl AsRef<[u8]>) -> Vec<(usize, Vec<String>)> {
    shown(&read(text.as_ref(), None).expect("a table"))
}

fn saved(mut book: Workbook) -> Vec<u8> {
    book.save_to_buffer().expect("a workbook")
}

/// Returns a zip file with these parts.
fn zipped(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a part");
        zip.write_all(bytes).expect("a part");
    }
    zip.finish().expect("a zip file").into_inner()
}

#[test]
fn cells_have_the_names_of_spreadsheet_programs() {
    let names =
        [(1, 1), (7, 3), (2, 26), (2, 27), (9, 702), (9, 703)].map(|(row, column)| cell_name(row, column));
    assert_eq!(names, ["A1", "C7", "Z2", "AA2", "ZZ9", "AAA9"]);
}

#[test]
fn csv_is_read_with_the_separators_of_spreadsheet_programs() {
    let wanted = [row(1, &["id", "a, b"]), row(2, &["x", "1;2"])];
    assert_eq!(csv("id,\"a, b\"\nx,1;2\n"), wanted);
    assert_eq!(csv("id;\"a, b\"\r\nx;\"1;2\"\r\n"), wanted);
    assert_eq!(csv("id\ta, b\nx\t1;2"), wanted);
    assert_eq!(csv("sep=;\nid;\"a, b\"\nx;\"1;2\"\n"), wanted);
    assert_eq!(csv("\u{feff}sep=|\r\nid|a, b\nx|1;2\n"), wanted);
    assert_eq!(csv(b"id;name\nx;\xc4rger\n"), [row(1, &["id", "name"]), row(2, &["x", "Ärger"])]);
}

#[test]
fn rows_of_csv_are_numbered_as_in_a_spreadsheet() {
    assert_eq!(
        csv("id,x\n\n\na,1\n,\nb,2\n"),
        [row(1, &["id", "x"]), row(4, &["a", "1"]), row(6, &["b", "2"])]
    );
    assert_eq!(
        csv("\r\nid,x\r\n\r\n\"a\r\n\r\nc\",1\r\nb,2"),
        [row(2, &["id", "x"]), row(4, &["a\n\nc", "1"]), row(5, &["b", "2"])]
    );
}

#[test]
fn cells_with_wrong_characters_have_a_problem() {
    let rows = csv("a,GrÃ¶ÃŸe,lost \u{fffd}\n");
    assert_eq!(rows, [row(1, &["a", "!Mojibake(\"Ã¶ÃŸ\", \"öß\")", "!Lost"])]);
    assert_eq!(csv(b"a,\xe4\x81\n"), [row(1, &["a", "!Lost"])], "not Windows-1252");
}

#[test]
fn values_of_a_workbook_are_read_as_shown() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_name("Deck").expect("a name");
    let date = ExcelDateTime::from_ymd(2026, 4, 3).expect("a date");
    let day = Format::new().set_num_format("yyyy-mm-dd");
    sheet.write(0, 0, "id").and_then(|sheet| sheet.write(0, 1, 3)).expect("cells");
    sheet.write(0, 2, 0.1 + 0.2).and_then(|sheet| sheet.write(0, 3, true)).expect("cells");
    sheet.write_datetime_with_format(0, 4, &date, &day).expect("a date");
    sheet.write_formula(0, 5, Formula::new("=1+1").set_result("2")).expect("a formula");
    sheet.write_formula(0, 6, Formula::new("=1/0").set_result("#DIV/0!")).expect("a formula");
    sheet.write(2, 1, "two\r\nlines").expect("a cell");
    sheet.set_column_hidden(1).expect("a hidden column");
    book.add_worksheet().set_name("Notes").expect("a name").write(0, 0, "note").expect("a cell");
    let bytes = saved(book);
    let table = read(&bytes, None).expect("a table");
    let problems = ["!Date(\"2026-04-03\")", "2", "!Error(\"#DIV/0!\")"];
    let first = [["id", "3", "0.3", "true"].as_slice(), &problems].concat();
    assert_eq!(shown(&table), [row(1, &first), row(3, &["", "two\nlines"])]);
    assert_eq!((table.sheet.as_deref(), table.others), (Some("Deck"), vec!["Notes".to_owned()]));
    assert_eq!(shown(&read(&bytes, Some("notes")).expect("a table")), [row(1, &["note"])]);
    let absent = read(&bytes, Some("Cards")).expect_err("no such sheet");
    assert_eq!(absent, " has no sheet `Cards`; there are: Deck, Notes");
}

#[test]
fn merged_cells_all_have_their_value() {
    let mut book = Workbook::new();
    let (sheet, plain) = (book.add_worksheet(), Format::new());
    sheet.merge_range(0, 0, 1, 0, "id", &plain).expect("merged cells");
    sheet.merge_range(0, 1, 0, 2, "stats", &plain).expect("merged cells");
    sheet.write(1, 1, "cost").and_then(|sheet| sheet.write(1, 2, "points")).expect("cells");
    let table = read(&saved(book), None).expect("a table");
    assert_eq!(shown(&table), [row(1, &["id", "stats", "stats"]), row(2, &["id", "cost", "points"])]);
    assert!(table.rows[1].cells[0].is_merged && !table.rows[1].cells[1].is_merged);
}

/// Parts of a workbook with this sheet and these shared texts.
fn book(sheet: &str, texts: &str) -> Vec<u8> {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |kind: &str, target: &str| {
        format!(
            "<Relationships><Relationship Id=\"r1\" Type=\"{office}/{kind}\" Target=\"{target}\"/></Relationships>"
        )
    };
    let main = format!(
        "<workbook xmlns:r=\"{office}\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    );
    let sheet = format!("<worksheet>{sheet}</worksheet>");
    zipped(&[
        ("_rels/.rels", relation("officeDocument", "xl/workbook.xml").as_bytes()),
        ("xl/workbook.xml", main.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relation("worksheet", "worksheets/s.xml").as_bytes()),
        ("xl/worksheets/s.xml", sheet.as_bytes()),
        ("xl/sharedStrings.xml", texts.as_bytes()),
    ])
}

#[test]
fn a_formula_without_a_stored_result_has_a_problem() {
    let bytes = book(
        "<sheetData><row r=\"1\"><c r=\"B1\"><f>1+1</f></c><c r=\"C1\" t=\"str\"><f>\"\"</f><v></v></c></row></sheetData>",
        "<sst/>",
    );
    let table = read(&bytes, None).expect("a table");
    assert_eq!(table.rows[0].cells[1].problem(), Some(Problem::NoResult));
    assert_eq!(table.rows[0].cells.len(), 2, "an empty result is an empty cell");
}

/// Workbooks that would need much memory or time are rejected, as are other files.
#[test]
fn hostile_workbooks_are_rejected() {
    let zeros = vec![b' '; 40 << 20];
    let far = "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"XFD1\"><v>1</v></c></row>";
    let wide: String =
        (1..=1100).map(|row| format!("<row r=\"{row}\"><c r=\"ALK{row}\"><v>1</v></c></row>")).collect();
    let merged = "<mergeCell ref=\"A1:ALK1100\"/>".repeat(4);
    let merged = format!(
        "<sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>{wide}</sheetData><mergeCells>{merged}</mergeCells>"
    );
    let sheet = |rows: &str| format!("<sheetData>{rows}</sheetData>");
    let cases = [
        ("a bomb", zipped(&[("xl/workbook.xml", &zeros)]), "decompresses to more than 32 MiB"),
        ("many texts", book(&sheet(""), "<sst uniqueCount=\"99999999999\"/>"), "decompresses to more than"),
        ("a far cell", book(&sheet(far), "<sst/>"), "has more than 1000 columns"),
        ("far cells", book(&sheet(&wide), "<sst/>"), "1000000 cells"),
        ("merged cells", book(&merged, "<sst/>"), "1000000 cells"),
        ("a large table", vec![b'x'; 33 << 20], "is larger than 32 MiB"),
        ("OpenDocument", zipped(&[("mimetype", b"x")]), "is an OpenDocument spreadsheet"),
        ("another zip", zipped(&[("a.txt", b"x")]), "can't be read as a workbook"),
        ("a cut zip", zipped(&[("a.txt", b"x")])[..40].to_vec(), "is damaged"),
        ("xls", vec![0xd0, 0xcf, 0x11, 0xe0, 0], "is an old workbook"),
        ("a picture", b"\x89PNG\0\0".to_vec(), "is neither CSV nor xlsx"),
        ("wide CSV", vec![b','; 2_000], "more than 1000 columns"),
    ];
    for (name, bytes, why) in cases {
        let told = read(&bytes, None).map(|table| table.rows.len()).expect_err(name);
        assert!(told.contains(why), "{name}: {told}");
    }
}

#[test]
fn written_tables_are_read_as_they_were() {
    let head = ["id", "cost", "en.text"].map(|name| Heading { name, is_number: name == "cost" });
    let texts =
        ["=1+1", "+1", "-x", "@x", "'=x", "12", "1/2", "a\nb", "Ä \"q\", ;\t|", " x ", "2026-01-02", "true"];
    let numbers =
        ["3", "-3", "1.5", "1.50", "007", "-0", "0", "1e5", "if x then 1 else 2", "- 3 + players", "", "9"];
    let rows: Vec<Vec<&str>> =
        texts.iter().zip(numbers).map(|(text, number)| vec!["card", number, *text]).collect();
    let cells = |table: Table| shown(&table).into_iter().skip(1).map(|(_, row)| row).collect::<Vec<_>>();
    let workbook = crate::to_xlsx(&head, &rows).expect("a workbook");
    assert_eq!(workbook, crate::to_xlsx(&head, &rows).expect("a workbook"), "equal bytes");
    assert_eq!(cells(read(&workbook, None).expect("a table")), rows);
    for separator in [b',', b';', b'\t'] {
        let text = crate::to_csv(&head, &rows, separator).expect("CSV");
        assert_eq!(cells(read(text.as_bytes(), None).expect("a table")), rows);
    }
    let mut calls =
        calamine::open_workbook_from_rs::<calamine::Xlsx<_>, _>(Cursor::new(&workbook)).expect("a workbook");
    let formulas = calamine::Reader::worksheet_formula(&mut calls, "Cards").expect("formulas");
    assert!(formulas.used_cells().next().is_none(), "no cell is a formula");
}
