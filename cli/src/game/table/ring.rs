//! Draws spots clockwise on a round frame with room inside.

use super::line::{Canvas, Line, Piece};

/// Margin left and right of the frame in columns.
const MARGIN: usize = 2;

/// Number of spots above, on each side and below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Oval {
    top: usize,
    side: usize,
    bottom: usize,
}

impl Oval {
    /// Distributes `n` spots with `top` of them above.
    fn with_top(n: usize, top: usize) -> Oval {
        let rest = n.saturating_sub(2 * top);
        let bottom = (n - top).min(top) - rest % 2;
        Oval { top, side: rest.div_ceil(2), bottom }
    }

    /// Returns all distributions, from the flattest to the narrowest.
    fn all(n: usize) -> impl Iterator<Item = Oval> {
        let flattest = if n < 6 { 2 } else { n / 2 - 1 };
        (2..=flattest).rev().map(move |top| Self::with_top(n, top))
    }
}

/// Returns the drawn circle, and true if `inside` fits into it. Returns `None` if there are too few cells or
/// columns. A cell's first line is its title.
pub(super) fn ring(
    cells: &[Vec<Line>],
    inside: &[Line],
    columns: usize,
    color: bool,
) -> Option<(Vec<String>, bool)> {
    if cells.len() < 3 {
        return None;
    }
    let lines = || cells.iter().flatten();
    let natural = lines().map(Line::width).max().unwrap_or(0);
    let narrowest = lines().flat_map(|line| &line.0).map(Piece::width).max().unwrap_or(0);
    let room = |oval: &Oval| columns.saturating_sub(2 * MARGIN + 6) / oval.top;
    let fits = |needed: usize| Oval::all(cells.len()).find(|oval| room(oval) >= needed + 2);
    let oval = fits(natural).or_else(|| fits(narrowest))?;
    let pitch = room(&oval).min(natural + 6);
    let broken: Vec<Vec<Line>> =
        cells.iter().map(|cell| cell.iter().flat_map(|line| line.broken(pitch - 2)).collect()).collect();
    let frame = Frame {
        oval,
        pitch,
        right: MARGIN + 5 + (oval.top - 1) * pitch + natural.min(pitch - 2),
        cells: &broken,
    };
    let (canvas, used) = frame.draw(inside);
    Some((canvas.draw(color), used))
}

struct Frame<'a> {
    oval: Oval,
    /// Distance of adjacent cells above in columns.
    pitch: usize,
    right: usize,
    cells: &'a [Vec<Line>],
}

impl Frame<'_> {
    fn draw(&self, inside: &[Line]) -> (Canvas, bool) {
        let Oval { top, side, bottom } = self.oval;
        let mut canvas = Canvas::default();
        let above: Vec<usize> = (0..top).collect();
        let below: Vec<usize> = (0..bottom).map(|i| self.cells.len() - side - 1 - i).collect();
        let begins = self.band(&mut canvas, 0, &above, ('╭', '╮'));
        let mut y = begins;
        for k in 0..side {
            self.walls(&mut canvas, y);
            y = self.sides(&mut canvas, y + 1, (self.cells.len() - 1 - k, top + k));
        }
        self.walls(&mut canvas, y);
        for wall in 1..begins {
            self.walls(&mut canvas, wall);
        }
        self.band(&mut canvas, y + 1, &below, ('╰', '╯'));
        let used = self.fill(&mut canvas, inside, begins, y + 1);
        (canvas, used)
    }

    /// Draws cells on the upper or lower line of the frame; returns the row below them.
    fn band(&self, canvas: &mut Canvas, y: usize, cells: &[usize], (from, to): (char, char)) -> usize {
        let shift = (self.oval.top - cells.len()) * self.pitch / 2;
        let at = |i: usize| MARGIN + 3 + shift + i * self.pitch;
        let mut x = MARGIN;
        let mut corner = from.to_string();
        for (i, cell) in cells.iter().enumerate() {
            let dashes = at(i).saturating_sub(x + 1 + corner.chars().count());
            canvas.put(x, y, Piece::dim(std::mem::take(&mut corner) + &"─".repeat(dashes)));
            for (row, line) in self.cells[*cell].iter().enumerate() {
                canvas.put(at(i), y + row, line.clone());
            }
            x = at(i) + self.cells[*cell].first().map_or(0, Line::width) + 1;
        }
        canvas.put(x, y, Piece::dim("─".repeat(self.right.saturating_sub(x)) + &to.to_string()));
        y + cells.iter().map(|cell| self.cells[*cell].len()).max().unwrap_or(0)
    }

    /// Draws a cell on the left and one on the right; returns the row below them.
    fn sides(&self, canvas: &mut Canvas, y: usize, (left, right): (usize, usize)) -> usize {
        for (row, line) in self.cells[left].iter().enumerate() {
            canvas.put(MARGIN, y + row, line.clone());
        }
        for (row, line) in self.cells[right].iter().enumerate() {
            canvas.put((self.right + 1).saturating_sub(line.width()), y + row, line.clone());
        }
        y + self.cells[left].len().max(self.cells[right].len())
    }

    fn walls(&self, canvas: &mut Canvas, y: usize) {
        canvas.put(MARGIN, y, Piece::dim("│"));
        canvas.put(self.right, y, Piece::dim("│"));
    }

    /// Draws lines in the middle of the rows; returns true if they fit.
    fn fill(&self, canvas: &mut Canvas, lines: &[Line], from: usize, to: usize) -> bool {
        let widest =
            |cells: &mut dyn Iterator<Item = &Vec<Line>>| cells.flatten().map(Line::width).max().unwrap_or(0);
        let Oval { top, side, .. } = self.oval;
        let left = MARGIN + widest(&mut self.cells[self.cells.len() - side..].iter()) + 2;
        let right = self.right.saturating_sub(widest(&mut self.cells[top..top + side].iter()) + 2);
        let room = right.saturating_sub(left);
        let lines: Vec<Line> = lines.iter().flat_map(|line| line.broken(room)).collect();
        let wide = lines.iter().any(|line| line.width() > room);
        if lines.is_empty() || wide || lines.len() > to - from {
            return false;
        }
        let first = from + (to - from - lines.len()) / 2;
        for (i, line) in lines.iter().enumerate() {
            canvas.put(left + (room - line.width()) / 2, first + i, line.clone());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::output::PLAIN;

    #[test]
    fn all_cells_have_a_place_on_every_oval() {
        for n in 3..40 {
            let ovals: Vec<Oval> = Oval::all(n).collect();
            assert!(!ovals.is_empty(), "{n}");
            for oval in ovals {
                assert_eq!(oval.top + 2 * oval.side + oval.bottom, n, "{oval:?}");
                assert!(oval.bottom > 0 && oval.bottom <= oval.top, "{oval:?}");
            }
        }
    }

    #[test]
    fn a_ring_goes_round_clockwise_and_closes() {
        let cells: Vec<Vec<Line>> =
            (1..=7).map(|n| vec![Line::from(Piece::new(format!("spot {n}"), PLAIN))]).collect();
        let (drawn, used) = ring(&cells, &[Piece::new("deck", PLAIN).into()], 60, false).expect("room");
        assert!(used);
        assert_eq!(
            drawn.join("\n"),
            "  ╭─ spot 1 ──── spot 2 ─╮\n\
             \x20 │                      │\n\
             \x20 spot 7            spot 3\n\
             \x20 │        deck          │\n\
             \x20 spot 6            spot 4\n\
             \x20 │                      │\n\
             \x20 ╰─────── spot 5 ───────╯"
        );
    }

    #[test]
    fn without_room_there_is_no_ring() {
        let cell = || vec![Line::from(Piece::new("x".repeat(30), PLAIN))];
        assert!(ring(&[cell(), cell(), cell()], &[], 40, false).is_none());
        assert!(ring(&[cell(), cell()], &[], 200, false).is_none());
    }
}
