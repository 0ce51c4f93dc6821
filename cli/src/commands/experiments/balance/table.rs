//! Short form of a report for the terminal: the verdict and the tables of seats and cards.

use ludex_lab::html::Section;

use super::sections;
use super::styles;
use super::told::ReportWords;
use crate::commands::experiments::report::{columns, took};
use crate::terminal::output::{BOLD, Out};

/// Maximum number of rows of a table; the page and JSON have all rows.
const ROWS: usize = 12;

/// Prints the report.
pub fn print(told: &ReportWords<'_>, out: &mut Out) -> std::io::Result<()> {
    out.line("")?;
    let title = told.own.report_title(told.names.title(&told.report.head));
    out.wrapped(&out.paint(BOLD, &title), 2)?;
    for sentence in told.verdict() {
        out.wrapped(&format!("• {sentence}"), 2)?;
    }
    let sections = [
        sections::since(told),
        sections::seats(told),
        sections::cards(told),
        sections::skill(told),
        styles::course(told),
        styles::plans(told),
        styles::styles(told),
    ];
    sections.iter().flatten().try_for_each(|section| table(section, out))?;
    out.line("")?;
    took(told.report.timing.as_ref(), out)
}

/// Prints the table of a section: its first and last rows. Prints the text of a section without a table.
fn table(section: &Section, out: &mut Out) -> std::io::Result<()> {
    out.line("")?;
    out.line(&out.paint(BOLD, &section.heading))?;
    let Some(table) = &section.table else { return out.wrapped(&section.text, 0) };
    let half = ROWS / 2;
    let mut rows = vec![table.columns.iter().map(|(name, _)| name.clone()).collect::<Vec<String>>()];
    if table.rows.len() > ROWS {
        rows.extend_from_slice(&table.rows[..half]);
        rows.push(
            vec!["…".to_owned(); 1].into_iter().chain(vec![String::new(); table.columns.len() - 1]).collect(),
        );
        rows.extend_from_slice(&table.rows[table.rows.len() - half..]);
    } else {
        rows.extend_from_slice(&table.rows);
    }
    columns(&rows, out)
}
