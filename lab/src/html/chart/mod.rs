//! Kinds of charts and their data.

mod canvas;
mod columns;
mod curves;
mod heat;
mod intervals;

use canvas::Size;

/// A chart.
#[derive(Debug, Clone, PartialEq)]
pub enum Chart {
    /// A value with its interval in each row.
    Intervals(Intervals),
    /// Frequency of each value.
    Columns(Columns),
    /// Values as functions of a parameter.
    Curves(Curves),
    /// Values as a function of two parameters.
    HeatMap(HeatMap),
}

/// Data of an interval chart: a value with its interval in each row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Intervals {
    /// Name and unit of the measure.
    pub axis: String,
    /// Reference value with its name, drawn as a vertical line: no effect, or an equal share.
    pub reference: Option<(f64, String)>,
    /// Rows from top to bottom.
    pub rows: Vec<Interval>,
}

/// One row of an interval chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interval {
    /// Name of the row.
    pub label: String,
    /// Point estimate of the measure.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Text shown on hover.
    pub hover: String,
}

impl Interval {
    /// Creates a row without hover text. Without `ends`, the row is a point.
    pub fn new(label: &str, value: f64, ends: Option<[f64; 2]>) -> Interval {
        let [low, high] = ends.unwrap_or([value; 2]);
        Interval { label: label.to_owned(), value, low, high, hover: String::new() }
    }
}

/// Data of a histogram.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Columns {
    /// Name and unit of the counted value.
    pub x_axis: String,
    /// Name of the count.
    pub y_axis: String,
    /// Columns from left to right; they touch if their edges are equal.
    pub columns: Vec<Column>,
}

/// One column of a histogram.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Column {
    /// Left edge of the column.
    pub from: f64,
    /// Right edge of the column.
    pub to: f64,
    /// Height on the vertical axis.
    pub height: f64,
    /// Text shown on hover.
    pub hover: String,
}

/// Data of a line chart: values as functions of a parameter.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    /// Name of the parameter.
    pub x_axis: String,
    /// Names for the positions 0, 1, 2, … if the parameter is not a number.
    pub x_names: Vec<String>,
    /// Name and unit of the measure.
    pub y_axis: String,
    /// Reference value with its name, drawn as a horizontal line.
    pub reference: Option<(f64, String)>,
    /// One curve for each measured item.
    pub curves: Vec<Curve>,
}

/// One curve of a line chart.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Points from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve with its interval.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Point {
    /// Value of the parameter.
    pub x: f64,
    /// Point estimate of the measure.
    pub y: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Text shown on hover.
    pub hover: String,
}

/// Data of a heat map: values as a function of two parameters.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HeatMap {
    /// Name of the parameter from left to right.
    pub x_axis: String,
    /// Name of the parameter from bottom to top.
    pub y_axis: String,
    /// Name and unit of the value that colours represent.
    pub value: String,
    /// Values of the first parameter.
    pub x: Vec<String>,
    /// Values of the second parameter.
    pub y: Vec<String>,
    /// Cells by value of the second parameter, then by value of the first.
    pub cells: Vec<Vec<Cell>>,
}

/// One cell of a heat map.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cell {
    /// Value that determines the colour.
    pub value: f64,
    /// Text inside the cell.
    pub text: String,
    /// Text shown on hover.
    pub hover: String,
}

impl Chart {
    /// Returns the chart as SVG for use inside a page. The title is its accessible name.
    pub fn svg(&self, title: &str) -> String {
        self.svg_for(title, Size::Wide)
    }

    /// Returns the chart for each screen size: the CSS class and the SVG.
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
