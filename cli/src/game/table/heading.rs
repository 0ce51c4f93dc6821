//! Title line with the current phases of the game.

use super::line::loose;
use super::{SEPARATOR, Table};
use crate::terminal::output::{BOLD, paint, width, wrap};

impl Table<'_> {
    /// Draws the title, wrapped if necessary: `── Round 2 of 6 · Turn of Anna ─────`.
    pub fn headline(&self) -> Vec<String> {
        let parts = self.heading();
        let title = if parts.is_empty() { self.words.title() } else { parts.join(SEPARATOR) };
        let mut lines: Vec<String> =
            wrap(&format!("── {title}"), self.width - 1, 3).iter().map(|line| loose(line)).collect();
        if let Some(last) = lines.last_mut() {
            let rest = self.width.min(80).saturating_sub(width(last) + 1);
            *last = format!("{last} {}", "─".repeat(rest));
        }
        lines.iter().map(|line| paint(self.color, BOLD, line)).collect()
    }
}
