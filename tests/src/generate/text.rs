//! YAML output with one entry per line, so that each can be removed.

use super::stmt::Lines;

/// A document under construction.
#[derive(Debug, Default)]
pub struct Text {
    lines: Lines,
    depth: usize,
}

impl Text {
    /// Writes a line at the current depth.
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "  ".repeat(self.depth), line.as_ref()));
    }

    /// Writes `key:` and the content below it, unless that is empty.
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

    /// Writes an expression.
    pub fn value(&mut self, key: &str, value: &str) {
        self.line(format!("{key}: \"{value}\""));
    }

    /// Writes an effect.
    pub fn effect(&mut self, key: &str, lines: Lines) {
        self.line(format!("{key}: |"));
        self.depth += 1;
        lines.iter().for_each(|line| self.line(line));
        self.depth -= 1;
    }

    /// Appends lines to the last effect.
    pub fn more(&mut self, lines: Lines) {
        self.depth += 1;
        lines.iter().for_each(|line| self.line(line));
        self.depth -= 1;
    }

    /// Returns true if the text so far contains these words.
    pub fn has(&self, words: &str) -> bool {
        self.lines.iter().any(|line| line.contains(words))
    }

    /// Returns the whole document.
    pub fn finish(self) -> String {
        self.lines.join("\n") + "\n"
    }
}
