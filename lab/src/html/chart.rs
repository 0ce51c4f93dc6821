//! The kinds of charts, and what each of them shows.

mod canvas;
mod columns;
mod curves;
mod heat;
mod intervals;

use canvas::Size;

/// A picture of numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// A value with its interval in each row.
    Intervals(Intervals),
    /// How often each value occurs.
    Columns(Columns),
    /// Values along a parameter.
    Curves(Curves),
    /// Values along two parameters.
    HeatMap(HeatMap),
}

/// A value with its interval in each row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Intervals {
    /// What is measured, with its unit.
    pub axis: String,
    /// A value to compare with, as a vertical line: no effect, or an equal share.
    pub reference: Option<(f64, String)>,
    /// From top to bottom.
    pub rows: Vec<Interval>,
}

/// One row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interval {
    /// What it is the value of.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Shown when the mouse is over it.
    pub hover: String,
}

impl Interval {
    /// A row without hover text; one without an interval is a point.
    pub fn new(label: &str, value: f64, ends: Option<[f64; 2]>) -> Interval {
        let [low, high] = ends.unwrap_or([value; 2]);
        Interval { label: label.to_owned(), value, low, high, hover: String::new() }
    }
}

/// How often each value occurs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Columns {
    /// What is counted by, with its unit.
    pub x_axis: String,
    /// What is counted.
    pub y_axis: String,
    /// In the order of their places, side by side where ends meet.
    pub columns: Vec<Column>,
}

/// One column.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Column {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// How high it is.
    pub height: f64,
    /// Shown when the mouse is over it.
    pub hover: String,
}

/// Values along a parameter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    /// The parameter.
    pub x_axis: String,
    /// What stands at 0, 1, 2, … instead of a number, if the parameter is none.
    pub x_names: Vec<String>,
    /// What is measured, with its unit.
    pub y_axis: String,
    /// A value to compare with, as a horizontal line.
    pub reference: Option<(f64, String)>,
    /// One for each thing measured.
    pub curves: Vec<Curve>,
}

/// One curve.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// What it is.
    pub name: String,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A point of a curve with its interval.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Point {
    /// The parameter's value.
    pub x: f64,
    /// The estimate.
    pub y: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Shown when the mouse is over it.
    pub hover: String,
}

/// Values along two parameters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HeatMap {
    /// The parameter from left to right.
    pub x_axis: String,
    /// The parameter from bottom to top.
    pub y_axis: String,
    /// What the colours mean, with its unit.
    pub value: String,
    /// The values of the first parameter.
    pub x: Vec<String>,
    /// The values of the second.
    pub y: Vec<String>,
    /// For each value of the second, one for each of the first.
    pub cells: Vec<Vec<Cell>>,
}

/// One field of a heat map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    /// What its colour shows.
    pub value: f64,
    /// What stands in it.
    pub text: String,
    /// Shown when the mouse is over it.
    pub hover: String,
}

impl Chart {
    /// The picture as SVG, to stand inside a page; what it shows is said in words to who can't see it.
    pub fn svg(&self, title: &str) -> String {
        self.svg_for(title, Size::Wide)
    }

    /// The pictures for a page: for each size the word that a style tells it by, and its SVG.
    pub(super) fn sizes(&self, title: &str) -> [(&'static str, String); 2] {
        Size::ALL.map(|size| (size.word(), self.svg_for(title, size)))
    }

    fn svg_for(&self, title: &str, size: Size) -> String {
        match self {
            Self::Intervals(chart) => intervals::svg(chart, title, size),
            Self::Columns(chart) => columns::svg(chart, title, size),
            Self::Curves(chart) => curves::svg(chart, title, size),
            Self::HeatMap(chart) => heat::svg(chart, title, size),
        }
    }
}
