//! A report as one HTML page that needs no network: text, charts as SVG, tables.
//!
//! A report says what stands on its page ([`Page`]); here it is drawn, the same way for every report. Nothing in a page is taken as
//! markup: names that come from a ruleset are escaped.

mod chart;
mod page;
#[cfg(test)]
mod tests;

pub use chart::{Cell, Chart, Column, Columns, Curve, Curves, HeatMap, Interval, Intervals, Point};

/// What stands on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// What it is about, in a few words.
    pub title: String,
    /// The answer, in a sentence or two.
    pub answer: String,
    /// What was done: ruleset, seed, bots, games.
    pub facts: Vec<(String, String)>,
    /// The command that makes the same page again.
    pub command: String,
    /// The parts, in order.
    pub sections: Vec<Section>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What one sees in it, and what the intervals mean.
    pub text: String,
    /// Its picture.
    pub chart: Option<Chart>,
    /// Its numbers.
    pub table: Option<Table>,
}

/// Numbers in rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// The head of each column, and whether numbers stand below it.
    pub columns: Vec<(String, bool)>,
    /// As many entries each as there are columns.
    pub rows: Vec<Vec<String>>,
}

impl Page {
    /// The page as a whole file. The same page gives the same bytes.
    pub fn render(&self) -> String {
        page::render(self)
    }
}
