//! Tables in long form, with one number per row, for programs that read CSV.

use crate::stats::Interval;

/// A number with its labels.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Labels by column, such as `seats`, `Ada`, `win_rate`.
    pub labels: Vec<String>,
    /// Value of the measure.
    pub value: f64,
    /// Confidence interval, if computed.
    pub interval: Option<Interval>,
    /// Number of observations if the value is a share or a mean.
    pub n: Option<u64>,
}

/// A table in long form.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LongTable {
    /// Names of the label columns.
    pub columns: Vec<String>,
    /// Rows in output order.
    pub rows: Vec<Cell>,
}

impl Cell {
    /// Creates a cell for a part of a report. The name of an option is `DECISION:OPTION`.
    pub(crate) fn new(part: &str, name: &str, measure: &str, value: f64) -> Cell {
        let labels = [part, name, measure].map(str::to_owned).to_vec();
        Cell { labels, value, interval: None, n: None }
    }

    /// Sets the number of observations.
    pub(crate) fn with_count(self, n: u64) -> Cell {
        Cell { n: Some(n), ..self }
    }

    pub(crate) fn within(self, interval: Option<Interval>) -> Cell {
        Cell { interval, ..self }
    }
}

impl LongTable {
    /// Creates a table with the label columns of a report: part, name, measure.
    pub(crate) fn of_parts(rows: Vec<Cell>) -> LongTable {
        LongTable { columns: ["part", "name", "measure"].map(str::to_owned).to_vec(), rows }
    }

    /// Returns the lines of the table as CSV, with a header.
    pub fn csv(&self) -> impl Iterator<Item = String> {
        let labels =
            |labels: &[String]| labels.iter().map(|label| quoted(label)).collect::<Vec<_>>().join(",");
        let head = format!("{},value,low,high,n", labels(&self.columns));
        let row = move |cell: &Cell| {
            let [low, high] =
                cell.interval.map_or([String::new(), String::new()], |i| i.map(|x| x.to_string()));
            let n = cell.n.map_or_else(String::new, |n| n.to_string());
            format!("{},{},{low},{high},{n}", labels(&cell.labels), cell.value)
        };
        std::iter::once(head).chain(self.rows.iter().map(row))
    }
}

/// Quotes a CSV field if necessary (RFC 4180).
fn quoted(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
