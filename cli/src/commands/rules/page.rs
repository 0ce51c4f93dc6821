//! Prints Markdown in a terminal: refills paragraphs, and turns wide tables into lists.

use std::io;
use std::iter::Peekable;

use crate::terminal::output::{BOLD, Out, clean, pad, width};

const GAP: &str = "  ";

pub fn tell(page: &str, out: &mut Out) -> io::Result<()> {
    let mut lines = page.lines().map(|line| clean(line.trim_end()).to_string()).peekable();
    while let Some(line) = lines.next() {
        match Sort::of(&line) {
            Sort::Blank => out.line("")?,
            Sort::Heading => out.wrapped(&line, 0)?,
            Sort::Fence => fenced(&line, &mut lines, out)?,
            Sort::Row => table(&rows(line, &mut lines), out)?,
            Sort::Item | Sort::Text => paragraph(line, &mut lines, out)?,
        }
    }
    Ok(())
}

/// Type of the block that a line starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Blank,
    Heading,
    /// A code block, which is printed unchanged.
    Fence,
    Row,
    Item,
    Text,
}

impl Sort {
    fn of(line: &str) -> Self {
        let text = line.trim_start();
        match text.chars().next() {
            None => Self::Blank,
            Some('#') => Self::Heading,
            Some('|') => Self::Row,
            Some(_) if text.starts_with("```") => Self::Fence,
            Some(_) if marker(text) > 0 => Self::Item,
            Some(_) => Self::Text,
        }
    }
}

/// Returns the width of a list marker including its space: `- `, `12. `, `a. `. Other text has 0.
fn marker(text: &str) -> usize {
    let mark = text.split_inclusive(' ').next().unwrap_or_default();
    let name = mark.trim_end_matches([' ', '.']);
    let numbered = mark.ends_with(". ")
        && (name.chars().all(|c| c.is_ascii_digit()) || name.len() == 1)
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    if ["- ", "* "].contains(&mark) || numbered && !name.is_empty() { mark.len() } else { 0 }
}

/// Prints the lines up to the end of the fence.
fn fenced(first: &str, lines: &mut impl Iterator<Item = String>, out: &mut Out) -> io::Result<()> {
    out.line(first)?;
    for line in lines {
        out.line(&line)?;
        if Sort::of(&line) == Sort::Fence {
            break;
        }
    }
    Ok(())
}

/// Prints a line with its continuation lines, refilled; indents the text of a list item.
fn paragraph(
    mut text: String,
    lines: &mut Peekable<impl Iterator<Item = String>>,
    out: &mut Out,
) -> io::Result<()> {
    while let Some(more) = lines.next_if(|line| Sort::of(line) == Sort::Text) {
        text.push(' ');
        text.push_str(more.trim_start());
    }
    let words = text.trim_start();
    let hang = width(&text) - width(words) + marker(words);
    out.wrapped(&text, hang)
}

/// Returns the cells of a table's rows, without the delimiter row.
fn rows(first: String, lines: &mut Peekable<impl Iterator<Item = String>>) -> Vec<Vec<String>> {
    let mut rows = vec![cells(&first)];
    while let Some(line) = lines.next_if(|line| Sort::of(line) == Sort::Row) {
        rows.push(cells(&line));
    }
    let ruled = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)));
    if rows.get(1).is_some_and(ruled) {
        rows.remove(1);
    }
    rows
}

/// Splits a row such as `| a | b \| c |` into cells.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|');
    let (mut cells, mut cell) = (Vec::new(), String::new());
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'|') => cell.extend(chars.next()),
            '|' => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            _ => cell.push(c),
        }
    }
    if !cell.trim().is_empty() {
        cells.push(cell.trim().to_owned());
    }
    cells
}

/// Prints a table in columns if it fits, or as a list.
fn table(rows: &[Vec<String>], out: &mut Out) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |n: usize| rows.iter().filter_map(|row| row.get(n)).map(|cell| width(cell)).max();
    let widths: Vec<usize> = (0..columns).map(|n| widest(n).unwrap_or(0)).collect();
    let total = widths.iter().sum::<usize>() + GAP.len() * columns.saturating_sub(1);
    if total <= out.width { in_columns(rows, &widths, out) } else { as_list(rows, out) }
}

fn in_columns(rows: &[Vec<String>], widths: &[usize], out: &mut Out) -> io::Result<()> {
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, column)| pad(cell, *column)).collect();
        let line = cells.join(GAP);
        let line = line.trim_end();
        if number == 0 { out.line(&out.paint(BOLD, line))? } else { out.line(line)? }
    }
    Ok(())
}

/// Prints each row as a list: the first cell, then the other cells with their column headings. Two columns
/// become one line per row.
fn as_list(rows: &[Vec<String>], out: &mut Out) -> io::Result<()> {
    let Some((heads, rows)) = rows.split_first() else { return Ok(()) };
    for row in rows {
        if let ([name, value], 2) = (row.as_slice(), heads.len()) {
            out.wrapped(&format!("{}: {value}", out.paint(BOLD, name)), 4)?;
            continue;
        }
        for (n, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let head = heads.get(n).map_or("", String::as_str);
            let named = if head.is_empty() { cell.clone() } else { format!("{head}: {cell}") };
            let line = if n == 0 { out.paint(BOLD, &named) } else { format!("  {named}") };
            out.wrapped(&line, 4)?;
        }
    }
    Ok(())
}
