//! A report as one HTML page that needs no network: text, charts as SVG, tables.
//!
//! A report says what stands on its page ([`Page`]); here it is drawn, the same way for every report. Nothing in a page is taken as
//! markup: names that come from a ruleset are escaped.

mod chart;
mod page;
#[cfg(test)]
mod tests;

use crate::names::Names;
use crate::report::Head;

pub use crate::report::grouped;
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

impl Section {
    /// One with neither picture nor numbers.
    pub fn new(heading: &str, text: &str) -> Section {
        Section { heading: heading.to_owned(), text: text.to_owned(), chart: None, table: None }
    }
}

impl Table {
    /// Rows below the heads of columns; of each head whether numbers stand below it.
    pub fn new(columns: &[(&str, bool)], rows: Vec<Vec<String>>) -> Table {
        let columns = columns.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect();
        Table { columns, rows }
    }
}

/// `1 percentage point`, `0.5 percentage points`.
pub(crate) fn percentage_points(n: f64) -> String {
    if n == 1.0 { "1 percentage point".to_owned() } else { format!("{n} percentage points") }
}

/// In how many games or pairs a rule failed, for the facts of a page.
pub(crate) fn failures(n: u64, unit: &str) -> String {
    match n {
        0 => "none".to_owned(),
        1 => format!("in 1 {unit}, which is not counted"),
        n => format!("in {} {unit}s, which are not counted", grouped(n)),
    }
}

/// Items behind each other; a word where there are none.
pub(crate) fn listed(items: impl IntoIterator<Item = impl Into<String>>) -> String {
    let items: Vec<String> = items.into_iter().map(Into::into).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

/// What was done: the game, the bots that played it, and more.
pub(crate) fn facts<'a>(
    (head, names): (&Head, &Names),
    (bots, who): (String, &str),
    more: impl IntoIterator<Item = (&'a str, String)>,
) -> Vec<(String, String)> {
    let game = [
        ("Ruleset", head.with_fingerprint(&names.game(&head.ruleset))),
        ("Players", head.players.to_string()),
        ("Bots", bots),
        ("Who played", who.to_owned()),
        ("Options", listed(names.settings(&head.changes))),
        ("Variants and overlays", listed(names.overlaid(&head.changes))),
    ];
    game.into_iter().chain(more).map(|(name, value)| (name.to_owned(), value)).collect()
}

impl Page {
    /// The page as a whole file. The same page gives the same bytes.
    pub fn render(&self) -> String {
        page::render(self)
    }
}
