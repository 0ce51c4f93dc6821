//! Counts the hits of patterns in blocks of prose.

use fancy_regex::Regex;
use serde::Deserialize;

use super::blocks::{Block, Item, Kind};

const COLUMNS: usize = 80;
/// Maximum number of words of a sentence.
const SENTENCE: usize = 35;
/// Maximum number of words of a table cell.
const CELL: usize = 25;
/// Maximum number of characters in the first paragraph of a command's help.
const HELP: usize = 100;

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Where {
    Open,
    Fn,
    Sentence,
    Text,
    Counted,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    r#where: Where,
    #[serde(default)]
    pattern: String,
    instead: String,
}

#[derive(Deserialize)]
struct Table {
    patterns: Vec<Row>,
}

pub(super) struct Patterns {
    rows: Vec<(Row, Option<Regex>)>,
    allowed: Vec<String>,
    between: Regex,
    /// Characters of which one is in every match, the pattern, and its replacement.
    code: Vec<(&'static [char], Regex, &'static str)>,
}

/// A phrase that matched a pattern.
pub(super) struct Hit {
    pub path: String,
    pub line: usize,
    pub name: &'static str,
    pub text: String,
}

#[derive(Default)]
pub(super) struct Tally {
    pub hits: Vec<Hit>,
    lines: usize,
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

impl Patterns {
    pub(super) fn new<'a>(text: &str, allowed: impl Iterator<Item = &'a String>) -> Self {
        let table: Table = serde_yaml::from_str(text).expect("a table of patterns");
        let compiled = |row: Row| {
            let pattern = match row.r#where {
                Where::Counted => None,
                Where::Text => Some(regex(&format!("(?i){}", row.pattern))),
                _ => Some(regex(&format!("^(?:{})", row.pattern))),
            };
            (row, pattern)
        };
        let code: [(&[char], _, _); 4] = [
            (&['['], r"!?\[([^\]]*)\]\([^)]*\)", "$1"),
            (&['`', '{', '/'], r"``[^`]*``|`[^`]*`|\{[^}]*\}|https?://\S+", "X"),
            (&['['], r"\[([^\]]*)\]", "$1"),
            (&['*'], r"\*\*", ""),
        ];
        Self {
            rows: table.patterns.into_iter().map(compiled).collect(),
            allowed: allowed.cloned().collect(),
            between: regex("[.!?:]\\s+(?=[A-Z`X\"'(])"),
            code: code.map(|(marks, pattern, with)| (marks, regex(pattern), with)).into(),
        }
    }

    /// Returns the advice for a pattern.
    pub(super) fn instead(&self, name: &str) -> &str {
        self.rows.iter().find(|(row, _)| row.name == name).map_or("", |(row, _)| row.instead.as_str())
    }

    /// Returns text without links, formatting and allowed phrases; code becomes one word.
    fn clean(&self, line: &str) -> String {
        let mut text = line.to_owned();
        for (marks, pattern, with) in &self.code {
            if text.contains(*marks) {
                text = pattern.replace_all(&text, *with).into_owned();
            }
        }
        self.allowed.iter().fold(text, |text, phrase| text.replace(phrase.as_str(), "X"))
    }

    /// Splits text into sentences with their positions.
    fn sentences<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let mut found = Vec::new();
        let mut from = 0;
        for end in self.between.find_iter(text).flatten() {
            found.push((from, text[from..end.end()].trim_end()));
            from = end.end();
        }
        found.push((from, &text[from..]));
        found
    }
}

/// Text of a block with the line of each position.
struct Cleaned {
    text: String,
    starts: Vec<(usize, usize)>,
    /// Number of lines of 80 columns.
    lines: usize,
}

impl Cleaned {
    fn new(block: &Block, patterns: &Patterns) -> Self {
        let mut cleaned = Self { text: String::new(), starts: Vec::new(), lines: 0 };
        for (number, line) in &block.lines {
            cleaned.starts.push((cleaned.text.len(), *number));
            let line = patterns.clean(line);
            cleaned.lines += line.chars().count().div_ceil(COLUMNS).max(1);
            cleaned.text += &line;
            cleaned.text.push(' ');
        }
        cleaned.text.pop();
        cleaned
    }

    fn line(&self, at: usize) -> usize {
        self.starts.iter().rev().find(|(start, _)| *start <= at).map_or(0, |(_, line)| *line)
    }

    fn near(&self, at: usize) -> String {
        let end = self.text.len().min(at + 70);
        let end = (end..=self.text.len()).find(|end| self.text.is_char_boundary(*end)).unwrap_or(at);
        self.text[at..end].to_owned()
    }
}

impl Tally {
    /// Number of hits per 1,000 lines of 80 columns.
    pub(super) fn per_thousand(&self) -> u32 {
        (1000 * self.hits.len()).checked_div(self.lines).unwrap_or(0) as u32
    }

    pub(super) fn add(&mut self, path: &str, blocks: &[Block], patterns: &Patterns) {
        for block in blocks {
            let cleaned = Cleaned::new(block, patterns);
            self.lines += cleaned.lines;
            for (name, at) in found(block, &cleaned, patterns) {
                let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
                let (line, text) = (cleaned.line(at), cleaned.near(at));
                self.hits.push(Hit { path: path.to_owned(), line, name, text });
            }
        }
    }
}

/// Hits in a block: the name of the pattern and the position.
fn found<'p>(block: &Block, cleaned: &Cleaned, patterns: &'p Patterns) -> Vec<(&'p str, usize)> {
    let text = cleaned.text.as_str();
    let sentences = patterns.sentences(text);
    let mut hits = Vec::new();
    let mut opened = false;
    for (row, pattern) in &patterns.rows {
        let Some(pattern) = pattern else { continue };
        let starts = |piece: &str| pattern.is_match(piece).unwrap_or(false);
        match row.r#where {
            Where::Open | Where::Fn => {
                let doc = matches!(block.kind, Kind::Doc | Kind::Module);
                let fits = row.r#where == Where::Open || block.item == Item::Function;
                if doc && fits && starts(text) {
                    hits.push((row.name.as_str(), 0));
                    opened = true;
                }
            }
            Where::Sentence => {
                let pieces = sentences.iter().filter(|(at, piece)| !(opened && *at == 0) && starts(piece));
                hits.extend(pieces.map(|(at, _)| (row.name.as_str(), *at)));
            }
            Where::Text => {
                let matches = pattern.find_iter(text).flatten();
                hits.extend(matches.map(|found| (row.name.as_str(), found.start())));
            }
            Where::Counted => {}
        }
    }
    hits.extend(counted(block, text, &sentences));
    hits
}

/// Hits that need counting.
fn counted(block: &Block, text: &str, sentences: &[(usize, &str)]) -> Vec<(&'static str, usize)> {
    let mut hits = Vec::new();
    let words = text.split_whitespace().count();
    let member = block.kind == Kind::Doc && matches!(block.item, Item::Function | Item::Field);
    if member && block.whole && words <= 3 {
        hits.push(("short", 0));
    }
    if block.kind == Kind::Cell {
        hits.extend((words > CELL).then_some(("wide-cell", 0)));
    } else {
        let long = sentences.iter().filter(|(_, piece)| piece.split_whitespace().count() > SENTENCE);
        hits.extend(long.map(|(at, _)| ("long-sentence", *at)));
    }
    let help = block.clap && block.kind == Kind::Doc && block.item == Item::Field;
    hits.extend((help && text.chars().count() > HELP).then_some(("long-help", 0)));
    hits
}
