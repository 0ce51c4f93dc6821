//! YAML, line by line: every entry stands on a line of its own, so that each can be taken away.

use super::stmt::Lines;

/// A document that is being written.
#[derive(Debug, Default)]
pub struct Text {
    lines: Lines,
    depth: usize,
}

impl Text {
    /// A line at this depth.
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "  ".repeat(self.depth), line.as_ref()));
    }

    /// `key:` and what stands below it, unless that is nothing.
    pub fn below(&mut self, key: &str, write: impl FnOnce(&mut Self)) {
        self.line(format!("{key}:"));
        let before = self.lines.len();
        self.depth += 1;
        write(self);
        self.depth -= 1;
        if self.lines.len() == before {
            self.lines.pop();
        }
    }

    /// An expression.
    pub fn value(&mut self, key: &str, value: &str) {
        self.line(format!("{key}: \"{value}\""));
    }

    /// An effect.
    pub fn effect(&mut self, key: &str, lines: Lines) {
        self.line(format!("{key}: |"));
        self.depth += 1;
        lines.iter().for_each(|line| self.line(line));
        self.depth -= 1;
    }

    /// More of the effect that was written last.
    pub fn more(&mut self, lines: Lines) {
        self.depth += 1;
        lines.iter().for_each(|line| self.line(line));
        self.depth -= 1;
    }

    /// Whether these words stand somewhere in what is written so far.
    pub fn has(&self, words: &str) -> bool {
        self.lines.iter().any(|line| line.contains(words))
    }

    /// The whole document.
    pub fn finish(self) -> String {
        self.lines.join("\n") + "\n"
    }
}
