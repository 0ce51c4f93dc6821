//! Long tables: a number in each row, for programs that read tables with commas.

use crate::stats::Interval;

/// A number with the words that say what it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// What it is, column by column: `seats`, `Ada`, `win_rate`.
    pub labels: Vec<String>,
    /// The number.
    pub value: f64,
    /// Its interval, if it has one.
    pub interval: Option<Interval>,
    /// The number of observations, if it is a share or a mean.
    pub n: Option<u64>,
}

/// Numbers in rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LongTable {
    /// The columns of the labels.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Cell>,
}

impl Cell {
    /// A number of a part of a report; of an option the name is the decision, a colon and the option.
    pub(crate) fn new(part: &str, name: &str, measure: &str, value: f64) -> Cell {
        let labels = [part, name, measure].map(str::to_owned).to_vec();
        Cell { labels, value, interval: None, n: None }
    }

    /// The same with the number of its observations.
    pub(crate) fn of(self, n: u64) -> Cell {
        Cell { n: Some(n), ..self }
    }

    /// The same with its interval.
    pub(crate) fn within(self, interval: Option<Interval>) -> Cell {
        Cell { interval, ..self }
    }
}

impl LongTable {
    /// A table whose rows are parts of a report.
    pub(crate) fn of_parts(rows: Vec<Cell>) -> LongTable {
        LongTable { columns: ["part", "name", "measure"].map(str::to_owned).to_vec(), rows }
    }

    /// Its lines, with commas.
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

/// A field of a table with commas (RFC 4180).
fn quoted(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}
