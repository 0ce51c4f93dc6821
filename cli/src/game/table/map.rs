//! Draws maps of spots: a grid, or a line per spot with its neighbours.

use ludex::SpotId;

use super::Table;
use super::line::{COMMA, Line, Piece};
use super::spots::Room;
use crate::terminal::output::{DIM, PLAIN, pad};

/// Minimum width of a spot on a grid; narrower grids are drawn as lists.
const NARROWEST: usize = 3;

/// An empty spot.
const NOTHING: &str = "·";

impl Table<'_> {
    /// Draws the spots of a kind as a map.
    pub(super) fn map(&self, spot: SpotId) -> Vec<String> {
        match self.rules().columns(spot) {
            Some(columns) => {
                self.in_rows(spot, usize::from(columns).max(1)).unwrap_or_else(|| self.spot_lines(spot))
            }
            None => self.linked(spot),
        }
    }

    /// Draws rows and columns with their numbers; returns `None` if they don't fit.
    fn in_rows(&self, spot: SpotId, columns: usize) -> Option<Vec<String>> {
        let blocks = self.blocks(spot, Room::Circle);
        let (rows, head) = (blocks.len().div_ceil(columns), blocks.len().div_ceil(columns).to_string().len());
        let room = (self.width.checked_sub(head + 4)? / columns).checked_sub(1)?;
        let lines = || blocks.iter().flat_map(|block| block.iter().skip(1));
        let width = lines().map(Line::width).max().unwrap_or(0).max(NARROWEST).min(room);
        if width < NARROWEST {
            return None;
        }
        let margin = " ".repeat(head + 3);
        let frame = |left: &str, between: &str, right: &str| {
            let side = "─".repeat(width);
            let text = format!("{margin}{left}{}{right}", vec![side; columns].join(between));
            Line::from(Piece::new(text, DIM)).paint(self.color)
        };
        let numbers: Vec<String> = (1..=columns).map(|n| centred(&n.to_string(), width)).collect();
        let top = format!("{margin} {}", numbers.join(" "));
        let mut drawn = vec![Line::from(Piece::dim(top.trim_end())).paint(self.color), frame("┌", "┬", "┐")];
        for (i, row) in blocks.chunks(columns).enumerate() {
            let cells: Vec<Vec<Line>> = row.iter().map(|block| cell(block, width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(1);
            for y in 0..height {
                let number = if y == 0 { (i + 1).to_string() } else { String::new() };
                let mut line = Line::from(Piece::dim(format!("  {number:>head$} ")));
                let mut text = line.paint(self.color);
                for cell in &cells {
                    line = Line::from(Piece::dim("│"));
                    text.push_str(&line.paint(self.color));
                    let inside = cell.get(y).map_or_else(String::new, |line| line.paint(self.color));
                    text.push_str(&pad(&inside, width));
                }
                text.push_str(&Line::from(Piece::dim("│")).paint(self.color));
                drawn.push(text);
            }
            if i + 1 < rows {
                drawn.push(frame("├", "┼", "┤"));
            }
        }
        drawn.push(frame("└", "┴", "┘"));
        drawn.push(String::new());
        Some(drawn)
    }

    /// Draws a line for each spot: its cards, and its neighbours.
    fn linked(&self, spot: SpotId) -> Vec<String> {
        let mut lines = Vec::new();
        for (place, block) in self.rules().spots_of(spot).zip(self.blocks(spot, Room::Circle)) {
            let mut all = Line::from(Piece::new("  ", PLAIN));
            for line in &block {
                all.0.extend(line.0.iter().cloned());
                all.push("   ", PLAIN);
            }
            let beside: Vec<String> =
                self.rules().neighbours(place).map(|beside| self.words.spot(beside)).collect();
            if !beside.is_empty() {
                all.push(format!("→ {}", beside.join(COMMA)), DIM);
            }
            let wrapped = all.wrapped(self.width, 4);
            lines.extend(wrapped.into_iter().map(|line| line.paint(self.color).trim_end().to_owned()));
        }
        lines.push(String::new());
        lines
    }
}

/// Wraps the content of a spot to its width.
fn cell(block: &[Line], width: usize) -> Vec<Line> {
    let lines: Vec<Line> = block.iter().skip(1).flat_map(|line| line.wrapped(width, 0)).collect();
    if lines.is_empty() { vec![Piece::dim(centred(NOTHING, width)).into()] } else { lines }
}

fn centred(text: &str, width: usize) -> String {
    format!("{text:^width$}")
}
