//! A report as one self-contained HTML page: text, SVG charts, tables.
//!
//! Each report defines the content of its page ([`Page`]); this module renders it uniformly. All texts are
//! escaped, because names come from rulesets.

mod chart;
mod page;
#[cfg(test)]
mod tests;

use crate::names::Names;
use crate::report::Head;

pub use crate::report::grouped;
pub use chart::{Cell, Chart, Column, Columns, Curve, Curves, HeatMap, Interval, Intervals, Point};

/// Content of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Page {
    /// Language of the texts; English if empty.
    pub language: String,
    /// Short title of the page.
    pub title: String,
    /// Sentence about the players, below the title; empty if the facts come first.
    pub players: String,
    /// The result in a few sentences. Each line is a paragraph.
    pub answer: String,
    /// Facts about the run: ruleset, seed, bots, games.
    pub facts: Vec<(String, String)>,
    /// Command that creates the same page again.
    pub command: String,
    /// Headings of the facts and of the command, which then follow the sections; `None` if they come first.
    pub end: Option<[String; 2]>,
    /// Sections in display order.
    pub sections: Vec<Section>,
}

/// A section of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Section {
    /// Heading of the section.
    pub heading: String,
    /// Explanation of the content and of the intervals.
    pub text: String,
    /// Pictures with their captions.
    pub pictures: Vec<Pictured>,
    /// Chart of the section, if any.
    pub chart: Option<Chart>,
    /// Table of the section, if any.
    pub table: Option<Table>,
}

/// A picture with a caption.
#[derive(Debug, Clone, PartialEq)]
pub struct Pictured {
    /// A complete SVG file.
    pub svg: String,
    /// Alternative text.
    pub name: String,
    /// Text below the picture.
    pub caption: String,
}

/// A table of numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Heading of each column, with true if the column holds numbers.
    pub columns: Vec<(String, bool)>,
    /// Rows with one entry per column.
    pub rows: Vec<Vec<String>>,
}

impl Section {
    /// Creates a section without chart and table.
    pub fn new(heading: &str, text: &str) -> Section {
        Section { heading: heading.to_owned(), text: text.to_owned(), ..Section::default() }
    }
}

impl Table {
    /// Creates a table. Each column has a heading, and true if it holds numbers.
    pub fn new(columns: &[(&str, bool)], rows: Vec<Vec<String>>) -> Table {
        let columns = columns.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect();
        Table { columns, rows }
    }
}

/// Formats `1 percentage point`, `0.5 percentage points`.
pub(crate) fn percentage_points(n: f64) -> String {
    if n == 1.0 { "1 percentage point".to_owned() } else { format!("{n} percentage points") }
}

/// Formats the number of games or pairs in which a rule failed, for the facts of a page.
pub(crate) fn failures(n: u64, unit: &str) -> String {
    match n {
        0 => "none".to_owned(),
        1 => format!("in 1 {unit}, which is not counted"),
        n => format!("in {} {unit}s, which are not counted", grouped(n)),
    }
}

/// Joins items with commas; returns `none` without items.
pub(crate) fn listed(items: impl IntoIterator<Item = impl Into<String>>) -> String {
    let items: Vec<String> = items.into_iter().map(Into::into).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

/// Returns the facts about a run: the game, its bots, and `more`.
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
    /// Returns the page as a complete file. The output is deterministic.
    pub fn render(&self) -> String {
        page::render(self)
    }
}
