//! Formatter for effects: two spaces per open brace, one between words, none before a comma.
//!
//! Line breaks and comments are kept, so formatted text has the same lines and tokens; only spaces differ.
//! Invalid effects and the surrounding YAML are left unchanged.

use std::collections::BTreeSet;

use crate::parse::{self, tokens};
use crate::span::{FileId, Span};
use crate::words::is_distinct;
use crate::yaml::{self, Node, NodeKind, Text};

/// Operators with a space on both sides.
const SPACED: &[&str] = &["=", "==", "!=", "<", "<=", ">", ">=", "+", "*"];

/// Keys whose values are effects or expressions, including longer keys that start with them (`on built`,
/// `modify cost`).
const KEYS: &[&str] = &[
    "active", "add", "base", "do", "end", "from", "holds", "if", "is", "modify", "on", "setup", "total",
    "until", "when", "while",
];

/// Formats all effects and expressions in a ruleset file. `code` returns their locations if it knows the
/// file; otherwise they are identified by their keys. Texts of several lines are always considered.
pub fn file(text: &str, code: impl FnOnce(&Node) -> Option<Vec<Span>>) -> String {
    let Some(root) = yaml::parse(FileId(0), text, &mut Vec::new()) else { return text.to_owned() };
    let code = code(&root).map(|places| places.into_iter().map(|place| place.start).collect());
    let mut file = Formatter { text, code, edits: Vec::new() };
    file.below(&root, "");
    file.edits.sort_by_key(|edit| edit.start);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for Edit { start, end, text: new } in file.edits {
        let Some(before) = text.get(done..start) else { continue };
        out.push_str(before);
        out.push_str(&new);
        done = end;
    }
    out + &text[done..]
}

/// Replacement of a part of a line.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// A file being formatted.
struct Formatter<'t> {
    text: &'t str,
    /// Start offsets of effects and expressions, if known.
    code: Option<BTreeSet<u32>>,
    edits: Vec<Edit>,
}

impl Formatter<'_> {
    fn below(&mut self, node: &Node, key: &str) {
        match &node.kind {
            NodeKind::Map(entries) => entries.iter().for_each(|(key, value)| self.below(value, &key.value)),
            NodeKind::List(items) => items.iter().for_each(|item| self.below(item, key)),
            NodeKind::Text(text) => self.scalar(text, key),
            NodeKind::Null | NodeKind::Bool(_) | NodeKind::Int(_) => {}
        }
    }

    /// Adds the edits for the lines of a text.
    fn scalar(&mut self, text: &Text, key: &str) {
        let many = text.value.trim_end().contains('\n');
        if !(many || self.is_code(text, key)) || !can_be_read(&text.value) {
            return;
        }
        let new = effect(&text.value);
        let is_block = self.is_block(text.whole().start as usize);
        let mut at = 0;
        for (old, new) in text.value.split('\n').zip(new.split('\n')) {
            let span = text.span(at, at + old.len());
            let (start, end) = (span.start as usize, span.end as usize);
            if old != new && self.can_stand(old, (start, end), new, is_block) {
                self.edits.push(Edit { start, end, text: new.to_owned() });
            }
            at += old.len() + 1;
        }
    }

    fn is_code(&self, text: &Text, key: &str) -> bool {
        match &self.code {
            Some(code) => code.contains(&text.whole().start),
            None => key.split_whitespace().next().is_some_and(|word| KEYS.contains(&word)),
        }
    }

    /// Returns true if the file contains the line literally, without escapes or folding, and the new line
    /// keeps its meaning in YAML.
    fn can_stand(&self, old: &str, (start, end): (usize, usize), new: &str, is_block: bool) -> bool {
        let is_quoted = self.text.get(..start).is_some_and(|before| before.ends_with(['"', '\'']));
        let splits = |text: &str| text.contains(": ") || text.contains(" #");
        self.text.get(start..end) == Some(old) && (is_quoted || is_block || splits(old) || !splits(new))
    }

    /// Returns true if the text at `start` is a block scalar below `|` or `>`.
    fn is_block(&self, start: usize) -> bool {
        let before = self.text.get(..start).unwrap_or_default().trim_end();
        let head = before.lines().next_back().unwrap_or_default();
        let head = head.split(" #").next().unwrap_or_default();
        head.split_whitespace().next_back().is_some_and(|word| word.starts_with(['|', '>']))
    }
}

fn can_be_read(text: &str) -> bool {
    let text = Text::plain(text, FileId(0), 0);
    let mut problems = Vec::new();
    let read = parse::effect(&text, &mut problems).is_some()
        || parse::expr(&text, &mut Vec::new()).is_some()
        || parse::query(&text, &mut Vec::new()).is_some();
    read && !text.value.trim().is_empty()
}

/// Formats the text of an effect or an expression.
pub fn effect(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = Lines::default();
    for (i, line) in text.split('\n').enumerate() {
        out.push_str(if i == 0 { "" } else { "\n" });
        out.push_str(&lines.line(line));
    }
    out
}

/// State of the formatter before a line.
#[derive(Default)]
struct Lines {
    braces: usize,
    /// Number of open brackets other than braces.
    others: usize,
    /// Last token before the line.
    last: String,
    /// Indentation of the statement that contains the line: original and formatted.
    begins: (usize, usize),
}

impl Lines {
    fn line(&mut self, line: &str) -> String {
        let (code, comment) = line.find('#').map_or((line, ""), |at| line.split_at(at));
        let written = line.len() - line.trim_start_matches(' ').len();
        let words = joined(code);
        let Some(first) = words.first() else {
            let indent = if comment.is_empty() { 0 } else { 2 * self.braces };
            return format!("{}{}", " ".repeat(indent), comment.trim_end());
        };
        let goes_on = self.others > 0
            || !(self.ends_statement() && parse::begins_statement(first.0)
                || first.0 == "}"
                || self.is_at_brace());
        let closed = usize::from(first.0 == "}");
        let indent = if goes_on {
            self.begins.1 + written.saturating_sub(self.begins.0)
        } else {
            2 * self.braces.saturating_sub(closed)
        };
        if !goes_on {
            self.begins = (written, indent);
        }
        let code_now = spaced(&words);
        for (word, _) in &words {
            self.count(word);
        }
        let gap = &code[code.trim_end().len()..];
        let end = if comment.is_empty() {
            String::new()
        } else {
            format!("{}{}", if gap.is_empty() { " " } else { gap }, comment.trim_end())
        };
        format!("{}{code_now}{end}", " ".repeat(indent))
    }

    fn is_at_brace(&self) -> bool {
        matches!(self.last.as_str(), "" | "{" | "}")
    }

    fn ends_statement(&self) -> bool {
        parse::ends_operand(&self.last)
    }

    fn count(&mut self, word: &str) {
        match word {
            "{" => self.braces += 1,
            "}" => self.braces = self.braces.saturating_sub(1),
            "(" | "[" => self.others += 1,
            ")" | "]" => self.others = self.others.saturating_sub(1),
            _ => {}
        }
        word.clone_into(&mut self.last);
    }
}

/// Returns the tokens of a line, with true if a space precedes each. Operators of two characters are one
/// token.
fn joined(code: &str) -> Vec<(&str, bool)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    for token in tokens(code) {
        let end = token.at + token.text.len();
        let sign = |text: &str| text.chars().all(|c| "=!<>.?".contains(c));
        // `?.` is one token, but `?=` in `player?=nothing` is two
        let one = |before: &str| sign(token.text) && sign(before) && (before, token.text) != ("?", "=");
        match words.last_mut() {
            Some((start, last)) if *last == token.at && one(&code[*start..*last]) => *last = end,
            _ => words.push((token.at, end)),
        }
    }
    let mut done = 0;
    words
        .into_iter()
        .map(|(start, end)| {
            let space = start > done;
            done = end;
            (&code[start..end], space)
        })
        .collect()
}

fn spaced(words: &[(&str, bool)]) -> String {
    let mut out = String::new();
    let mut before: Option<(&str, Option<&str>)> = None;
    for (i, (word, space)) in words.iter().enumerate() {
        let wants = before.is_some_and(|(last, earlier)| needs_space((earlier, last), word, *space));
        out.push_str(if wants { " " } else { "" });
        out.push_str(word);
        before = Some((word, i.checked_sub(1).map(|i| words[i].0)));
    }
    out
}

/// Returns true if a space separates two tokens. `earlier` is the token before both.
fn needs_space((earlier, last): (Option<&str>, &str), next: &str, written: bool) -> bool {
    if matches!(next, "," | ")" | "]" | ";" | ":") || matches!(last, "(" | "[") {
        return false;
    }
    if last == "{" && next == "}" {
        return written;
    }
    // `-x` after an operator: the sign of an operand
    let signed = last == "-"
        && earlier
            .is_none_or(|earlier| !parse::ends_operand(earlier) || is_distinct(earlier) || earlier == "give");
    let operator = |word: &str| SPACED.contains(&word);
    match (last, next) {
        ("," | "{" | ":", _) | (_, "{" | "}") => true,
        _ if signed => written,
        _ if operator(last) || operator(next) => true,
        _ => written,
    }
}
